//! Values as single bits, many heaps in a word.
//!
//! A heap of value v is stored as the bit 1 << v in a lane of 8, 16, 32 or 64 bits. The values of its options
//! are then the bitwise or of lanes at fixed distances back, and the mex is the lowest bit that is not set:
//! `!m & (m + 1)`, a lane like those before. So a set costs one load and one `or` per amount for as many
//! heaps as fit into a vector.
//!
//! Amounts of at least a chunk refer to heaps before the chunk: their lanes are known when the chunk begins
//! and are gathered for all its heaps together. Nearer amounts are processed word by word. Lanes of earlier
//! words are shifted into place; inside a word, the least amount is the number of heaps that become known at
//! a time.

use pulp::{Arch, NullaryFnOnce};

use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;

/// Heaps in a chunk if some amount is below this.
const CHUNK: usize = 64;
/// Maximum number of heaps in a chunk otherwise.
const LONGEST_CHUNK: usize = 2048;
/// Bytes gathered together.
const TILE: usize = 256;
const SMALL_TILE: usize = 64;
/// Minimum number of unneeded lanes before they are dropped.
const DROP: usize = 1 << 16;
/// Number of heaps between two clock checks.
const AT_ONCE: usize = 1 << 13;

/// The lanes that later heaps can reach.
#[derive(Debug)]
pub(super) struct Lanes {
    /// Bytes per lane.
    width: usize,
    /// Lanes of the heaps `first..`, preceded by a chunk of empty lanes and followed by spare room.
    history: Vec<u8>,
    /// Number of filled bytes in `history`.
    filled: usize,
    first: usize,
    /// Amounts below a chunk, as offsets in words.
    near: Near,
    /// The other amounts, in bytes.
    far: Vec<usize>,
    chunk: usize,
    /// The greatest amount, if the set is bounded.
    reach: Option<usize>,
    reserved: u64,
}

/// Offsets of the lanes of near amounts, relative to a word of the chunk. The latest three words are still on
/// their way to memory when they are needed, and are taken from registers: each offset is a number of bits
/// upwards from a word back, with the rest from the word before.
#[derive(Debug, Default)]
struct Near {
    /// In the word itself and the one before.
    inner: Vec<u32>,
    /// One word back.
    previous: Vec<u32>,
    /// Two words back.
    second: Vec<u32>,
    /// Farther back, in bytes.
    earlier: Vec<usize>,
    /// The lanes of a word that become known together, except for the last group.
    rounds: Vec<u64>,
}

/// Why no more heaps were computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The requested length is reached.
    Length,
    /// A value does not fit into the widest lane.
    Full,
}

/// One bit for each value below this.
pub(super) const VALUES: u32 = 64;

impl Lanes {
    /// `reach` is the greatest amount, `None` if the set is unbounded.
    pub(super) fn new(reach: Option<usize>) -> Self {
        let (near, far) = (Near::default(), Vec::new());
        let history = Vec::new();
        Self { width: 1, history, filled: 0, first: 0, near, far, chunk: CHUNK, reach, reserved: 0 }
    }

    /// Bytes for `length` heaps, without the values themselves.
    pub(super) fn bytes_for(&self, length: u64) -> u64 {
        self.lanes_for(length).saturating_mul(self.width as u64)
    }

    fn lanes_for(&self, length: u64) -> u64 {
        let kept = self.reach.map_or(u64::MAX, |k| {
            let k = k as u64;
            k.saturating_mul(2).max(k.saturating_add(DROP as u64))
        });
        kept.min(length).saturating_add(2 * (LONGEST_CHUNK + AT_ONCE) as u64)
    }

    /// Computes the heaps from `values.len()` up to `length`. `amounts` holds all amounts below `length`,
    /// positive and ascending; there must be room for the values.
    pub(super) fn extend(
        &mut self,
        values: &mut Vec<u8>,
        amounts: &[usize],
        length: usize,
        arch: Arch,
        budget: &Budget,
    ) -> Result<Stop> {
        self.take_amounts(amounts);
        self.reserve(length, budget)?;
        // No lanes yet, or the values came from elsewhere.
        if self.filled == 0 || self.end() != values.len() {
            self.rebuild(values);
        }
        while values.len() < length {
            budget.check_time()?;
            let run = Run { lanes: self, values, length, arch };
            if arch.dispatch(run) {
                continue;
            }
            if self.width == 8 {
                return Ok(Stop::Full);
            }
            self.width *= 2;
            self.take_amounts(amounts);
            self.reserve(length, budget)?;
            self.rebuild(values);
        }
        Ok(Stop::Length)
    }

    /// Releases the reserved memory.
    pub(super) fn release(self, budget: &Budget) {
        budget.release(self.reserved);
    }

    fn take_amounts(&mut self, amounts: &[usize]) {
        let least = amounts.first().copied().unwrap_or(LONGEST_CHUNK);
        self.chunk = (least / CHUNK * CHUNK).clamp(CHUNK, LONGEST_CHUNK);
        let (near, far) = amounts.split_at(amounts.partition_point(|k| *k < self.chunk));
        self.far = far.iter().map(|k| k * self.width).collect();
        self.near = Near::new(near, self.width);
    }

    fn reserve(&mut self, length: usize, budget: &Budget) -> Result<()> {
        let bytes = self.bytes_for(length as u64);
        if bytes > self.reserved {
            budget.reserve(bytes - self.reserved)?;
            self.reserved = bytes;
        }
        let bytes = usize::try_from(bytes).map_err(|_| Error::limit("error.heap-too-large"))?;
        if bytes > self.history.len() {
            self.history.resize(bytes, 0);
        }
        Ok(())
    }

    /// The heap after the last one that has a lane.
    fn end(&self) -> usize {
        (self.first + self.filled / self.width).saturating_sub(LONGEST_CHUNK)
    }

    fn rebuild(&mut self, values: &[u8]) {
        self.first = self.reach.map_or(0, |k| values.len().saturating_sub(k));
        self.filled = LONGEST_CHUNK * self.width;
        self.history[..self.filled].fill(0);
        for value in &values[self.first..] {
            let lane = &(1_u64 << value).to_le_bytes()[..self.width];
            self.history[self.filled..][..self.width].copy_from_slice(lane);
            self.filled += self.width;
        }
    }

    /// Drops the lanes that no amount reaches any more, if they are many.
    fn drop_old(&mut self) {
        let Some(reach) = self.reach else { return };
        let kept = reach.saturating_mul(self.width);
        let pad = LONGEST_CHUNK * self.width;
        let held = self.filled - pad;
        if held / 2 >= kept && held - kept >= DROP * self.width {
            // The lanes before the kept ones replace the empty ones: no amount reaches them.
            self.history.copy_within(held - kept..self.filled, 0);
            self.filled = kept + pad;
            self.first += (held - kept) / self.width;
        }
    }
}

impl Near {
    fn new(amounts: &[usize], width: usize) -> Self {
        let mut near = Self::default();
        for &k in amounts {
            let up = 8 * u32::try_from(k * width % 8).unwrap_or(0);
            match k * width / 8 {
                0 => near.inner.push(up),
                1 => near.previous.push(up),
                2 => near.second.push(up),
                _ => near.earlier.push(k * width),
            }
        }
        // Repeating an amount changes nothing, and powers of two are faster.
        if let Some(&step) = near.inner.first() {
            near.inner.resize(near.inner.len().next_power_of_two(), step);
            let starts = (0..64 - step).step_by(step as usize);
            near.rounds = starts.map(|start| ((1 << step) - 1) << start).collect();
        }
        near
    }

    fn is_empty(&self) -> bool {
        self.earlier.is_empty() && self.second.is_empty() && self.previous.is_empty() && self.inner.is_empty()
    }
}

/// Computes a run of chunks, compiled once for each vector unit. Returns whether every value has a bit.
struct Run<'a> {
    lanes: &'a mut Lanes,
    values: &'a mut Vec<u8>,
    length: usize,
    arch: Arch,
}

impl NullaryFnOnce for Run<'_> {
    type Output = bool;

    // Code that is not inlined here is not compiled for the vector unit.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) -> bool {
        match self.lanes.width {
            1 => self.chunks::<1>(),
            2 => self.chunks::<2>(),
            4 => self.chunks::<4>(),
            _ => self.chunks::<8>(),
        }
    }
}

impl Run<'_> {
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn chunks<const W: usize>(self) -> bool {
        let Self { lanes, values, length, arch } = self;
        lanes.drop_old();
        let first = lanes.filled;
        let length = length.min(values.len() + AT_ONCE);
        let mut start = values.len();
        let mut fine = true;
        while start < length {
            let count = lanes.chunk.min(length - start);
            // Farther amounts do not fit even the last heap of the chunk.
            let fitting = lanes.far.partition_point(|k| *k < (start + lanes.chunk) * W);
            let far = &lanes.far[..fitting];
            let (history, rest) = lanes.history.split_at_mut(lanes.filled);
            let masks = &mut rest[..lanes.chunk * W];
            if masks.len() % TILE == 0 {
                gather::<TILE>(history, far, masks);
            } else {
                gather::<SMALL_TILE>(history, far, masks);
            }
            fine = if lanes.near.is_empty() {
                settle::<W>(masks)
            } else {
                let (history, at) = (&mut lanes.history, lanes.filled);
                arch.dispatch(SettleNear::<W> { near: &lanes.near, history, at })
            };
            if !fine {
                break;
            }
            lanes.filled += count * W;
            start += count;
        }
        let before = values.len();
        values.resize(start, 0);
        read::<W>(&lanes.history[first..lanes.filled], &mut values[before..]);
        fine
    }
}

/// The bitwise or of the lanes at the byte distances `back`, for each lane from the end on.
#[allow(clippy::inline_always)]
#[inline(always)]
fn gather<const T: usize>(history: &[u8], back: &[usize], masks: &mut [u8]) {
    let (tiles, _) = masks.as_chunks_mut::<T>();
    for (tile, here) in tiles.iter_mut().zip((history.len()..).step_by(T)) {
        let mut sum = [0; T];
        for &k in back {
            // An amount is at least a chunk, so everything read here was written before.
            if let Some(lanes) = history[here - k..].first_chunk::<T>() {
                for (a, b) in sum.iter_mut().zip(lanes) {
                    *a |= b;
                }
            }
        }
        *tile = sum;
    }
}

/// Turns the masks of excluded values into lanes. Returns whether every value has a bit.
#[allow(clippy::inline_always)]
#[inline(always)]
fn settle<const W: usize>(masks: &mut [u8]) -> bool {
    let mut full = false;
    macro_rules! each {
        ($lane:ty) => {{
            const BYTES: usize = size_of::<$lane>();
            let (lanes, _) = masks.as_chunks_mut::<BYTES>();
            for lane in lanes {
                let mask = <$lane>::from_le_bytes(*lane);
                let bit = !mask & mask.wrapping_add(1);
                full |= bit == 0;
                *lane = bit.to_le_bytes();
            }
        }};
    }
    match W {
        1 => each!(u8),
        2 => each!(u16),
        4 => each!(u32),
        _ => each!(u64),
    }
    !full
}

/// Writes the values of lanes to `found`.
#[allow(clippy::inline_always)]
#[inline(always)]
fn read<const W: usize>(masks: &[u8], found: &mut [u8]) {
    macro_rules! each {
        ($lane:ty) => {{
            let (lanes, _) = masks.as_chunks::<{ size_of::<$lane>() }>();
            for (value, lane) in found.iter_mut().zip(lanes) {
                let lane = <$lane>::from_le_bytes(*lane);
                // Bit i of the value is set if the lane's bit is one of those with bit i set in their index.
                // (Counting trailing zeros has no vector instruction.)
                let mut sum = 0;
                let mut i = 0;
                while 1 << i < <$lane>::BITS {
                    let without = <$lane>::MAX / ((1 << (1 << i)) + 1);
                    sum |= u8::from(lane & !without != 0) << i;
                    i += 1;
                }
                *value = sum;
            }
        }};
    }
    match W {
        1 => each!(u8),
        2 => each!(u16),
        4 => each!(u32),
        _ => each!(u64),
    }
}

/// Turns the masks of the chunk from byte `at` on into lanes word by word, where amounts reach into the chunk
/// itself. Returns whether every value has a bit.
struct SettleNear<'a, const W: usize> {
    near: &'a Near,
    history: &'a mut [u8],
    at: usize,
}

impl<const W: usize> NullaryFnOnce for SettleNear<'_, W> {
    type Output = bool;

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) -> bool {
        match self.near.inner.len() {
            0 => self.words::<0>(),
            1 => self.words::<1>(),
            2 => self.words::<2>(),
            4 => self.words::<4>(),
            _ => self.words::<8>(),
        }
    }
}

impl<const W: usize> SettleNear<'_, W> {
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn words<const INNER: usize>(self) -> bool {
        let Self { near, history, at } = self;
        let inner: [u32; INNER] = std::array::from_fn(|i| near.inner[i]);
        let ones = u64::MAX / (u64::MAX >> (64 - 8 * W));
        let free = |mask: u64| !mask & mask.wrapping_add(ones);
        // Everything read and written is in this range: near amounts are less than a chunk.
        let words = &mut history[at - CHUNK * W..at + CHUNK * W];
        let read = |words: &[u8], at: usize| words[at..].first_chunk().map_or(0, |w| u64::from_le_bytes(*w));
        let before = CHUNK * W;
        let mut last = [8, 16, 24].map(|back| read(words, before - back));
        let mut empty = 0;
        for at in (before..2 * before).step_by(8) {
            let mut mask = read(words, at);
            for &back in &near.earlier {
                mask |= read(words, at - back);
            }
            for &up in &near.second {
                mask |= joined(last[1], last[2], up);
            }
            for &up in &near.previous {
                mask |= joined(last[0], last[1], up);
            }
            for up in inner {
                mask |= joined(0, last[0], up);
            }
            // A full lane would carry into the next; it ends up as an empty lane.
            if INNER > 0 {
                for &round in &near.rounds {
                    let bits = free(mask) & round;
                    for up in inner {
                        mask |= bits << up;
                    }
                }
            }
            let bits = free(mask);
            empty |= bits.wrapping_sub(ones) & !bits & (ones << (8 * W - 1));
            words[at..at + 8].copy_from_slice(&bits.to_le_bytes());
            last = [bits, last[0], last[1]];
        }
        empty == 0
    }
}

/// Eight bytes of two consecutive words, starting `up` bits below the upper word.
#[allow(clippy::inline_always)]
#[inline(always)]
fn joined(upper: u64, lower: u64, up: u32) -> u64 {
    // Two shifts, as a single shift by 64 is not possible.
    upper << up | lower >> 1 >> (63 - up)
}
