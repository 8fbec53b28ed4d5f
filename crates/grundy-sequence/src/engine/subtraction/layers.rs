//! Heaps by their value: first those of value 0, then those of value 1, and so on.
//!
//! Within a block of heaps, value v goes to those that have no smaller value and cannot move to a
//! heap of value v. The heaps to which a heap p forbids its value are the set of amounts shifted by
//! p: one `or` of a bit string for a whole block. So the cost depends little on the number of amounts
//! or of values, only on the number of heaps before. Once a value is forbidden to the whole block,
//! which in dense sets takes few heaps, the remaining heaps are skipped.
//!
//! The bit string starts at any bit, but memory is addressed in bytes, so eight copies are stored,
//! one for each bit offset in a byte.

use pulp::{Arch, NullaryFnOnce};

use super::super::stored::Stored;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;

/// Heaps in a block.
const BLOCK: usize = 2048;
const BYTES: usize = BLOCK / 8;
const WORDS: usize = BLOCK / 64;
/// Number of heaps of one value between two checks whether their value is forbidden everywhere.
const BETWEEN_LOOKS: usize = 8;
/// A list of heaps is shortened when this many of its heaps are out of reach.
const DROP: usize = 1024;

/// Which heaps have which value, and the amounts as bits.
#[derive(Debug)]
pub(super) struct Layers {
    amounts: Shifted,
    /// By value, the heaps that have it, ascending.
    heaps: Vec<Vec<u32>>,
    /// The greatest amount, if the set is bounded.
    reach: Option<usize>,
    /// Number of heaps that are or were in the lists.
    end: usize,
    reserved: u64,
    effort: u64,
}

/// A set of amounts as bits, with amount k at bit `k + BLOCK`. Stored eight times: copy r begins at
/// bit r.
#[derive(Debug, Default)]
struct Shifted {
    copies: [Vec<u8>; 8],
    /// Number of amounts added.
    count: usize,
}

type Block = [u64; WORDS];

impl Shifted {
    fn bytes_each(most: usize) -> usize {
        most / 8 + 3 * BYTES
    }

    /// Adds the new amounts; none is above `most`.
    fn extend(&mut self, amounts: &[usize], most: usize) {
        for copy in &mut self.copies {
            copy.resize(copy.len().max(Self::bytes_each(most)), 0);
        }
        for k in &amounts[self.count..] {
            for (shift, copy) in self.copies.iter_mut().enumerate() {
                let bit = k + BLOCK - shift;
                copy[bit / 8] |= 1 << (bit % 8);
            }
        }
        self.count = amounts.len();
    }

    /// The heaps of a block to which one heap forbids its value. That heap is bit `BLOCK - place` of
    /// the block, so it is before the block if `place` is greater than `BLOCK`. `None` beyond all
    /// amounts.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn forbidden(&self, place: usize) -> Option<&[u8; BYTES]> {
        self.copies[place % 8].get(place / 8..)?.first_chunk()
    }
}

#[allow(clippy::inline_always)]
#[inline(always)]
fn add(sum: &mut Block, bytes: &[u8; BYTES]) {
    let (words, _) = bytes.as_chunks::<8>();
    for (sum, word) in sum.iter_mut().zip(words) {
        *sum |= u64::from_le_bytes(*word);
    }
}

/// Whether every bit is set. Compares all words together, without an early exit.
#[allow(clippy::inline_always)]
#[inline(always)]
fn is_full(block: &Block) -> bool {
    block.iter().fold(u64::MAX, |all, word| all & word) == u64::MAX
}

impl Layers {
    pub(super) fn new(reach: Option<usize>) -> Self {
        Self { amounts: Shifted::default(), heaps: Vec::new(), reach, end: 0, reserved: 0, effort: 0 }
    }

    /// Bytes for `length` heaps, without the values themselves.
    pub(super) fn bytes_for(&self, length: u64) -> u64 {
        let reach = self.reach.map_or(u64::MAX, |k| k as u64);
        // Lists grow by doubling, and half of their heaps may be out of reach.
        let listed = length.min(reach.saturating_mul(2).saturating_add(1 << 16));
        let amounts = length.min(reach);
        listed.saturating_mul(8).saturating_add(amounts).saturating_add(1 << 16)
    }

    pub(super) fn effort(&self) -> u64 {
        self.effort
    }

    /// Computes the heaps from `stored.len()` up to `length`; `amounts` holds all amounts below it,
    /// positive and ascending.
    pub(super) fn extend(
        &mut self,
        stored: &mut Stored,
        amounts: &[usize],
        length: usize,
        arch: Arch,
        budget: &Budget,
    ) -> Result<()> {
        if u32::try_from(length).is_err() {
            return Err(Error::limit("error.heap-too-large"));
        }
        let bytes = self.bytes_for(length as u64);
        if bytes > self.reserved {
            budget.reserve(bytes - self.reserved)?;
            self.reserved = bytes;
        }
        self.amounts.extend(amounts, self.reach.map_or(length, |k| k.min(length)));
        self.take_over(stored);
        let mut found = [0_u32; BLOCK];
        while stored.len() < length {
            budget.check_time()?;
            let start = stored.len();
            let count = BLOCK.min(length - start);
            arch.dispatch(NextBlock { layers: self, start, found: &mut found[..count] });
            for value in &found[..count] {
                stored.push(*value, budget)?;
            }
            self.end = stored.len();
        }
        Ok(())
    }

    /// Lists the heaps whose values came from elsewhere.
    fn take_over(&mut self, stored: &Stored) {
        let values = stored.values();
        let first = self.reach.map_or(0, |k| values.len().saturating_sub(k));
        for heap in self.end.max(first)..values.len() {
            self.list(heap, values.at(heap) as usize);
        }
        self.end = values.len();
    }

    #[inline]
    fn list(&mut self, heap: usize, value: usize) {
        if value >= self.heaps.len() {
            self.heaps.resize(value + 1, Vec::new());
        }
        // `extend` checks the length.
        self.heaps[value].push(u32::try_from(heap).unwrap_or(u32::MAX));
    }
}

/// Computes one block, compiled once for each vector unit.
struct NextBlock<'a> {
    layers: &'a mut Layers,
    start: usize,
    found: &'a mut [u32],
}

impl NullaryFnOnce for NextBlock<'_> {
    type Output = ();

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) {
        let Self { layers, start, found } = self;
        // Heaps that have a value. Bits beyond the end of the block are set as well.
        let mut settled: Block = [u64::MAX; WORDS];
        for heap in 0..found.len() {
            settled[heap / 64] &= !(1 << (heap % 64));
        }
        let first = layers.reach.map_or(0, |k| start.saturating_sub(k));
        for value in 0.. {
            if is_full(&settled) {
                break;
            }
            if value == layers.heaps.len() {
                layers.heaps.push(Vec::new());
            }
            let heaps = &mut layers.heaps[value];
            let mut dead = heaps.partition_point(|heap| (*heap as usize) < first);
            if dead >= DROP && dead * 2 >= heaps.len() {
                heaps.drain(..dead);
                dead = 0;
            }
            let live = &heaps[dead..];
            let mut forbidden = settled;
            // The nearest heaps first: where small amounts are many, they forbid the most.
            let (rest, groups) = live.as_rchunks::<BETWEEN_LOOKS>();
            for group in groups.iter().rev().map(|group| &group[..]).chain([rest]) {
                // A separate block, so that it can stay in registers.
                let mut sum = [0; WORDS];
                for heap in group.iter().rev() {
                    if let Some(bytes) = layers.amounts.forbidden(start - *heap as usize + BLOCK) {
                        add(&mut sum, bytes);
                    }
                }
                for (word, more) in forbidden.iter_mut().zip(sum) {
                    *word |= more;
                }
                layers.effort += group.len() as u64;
                if is_full(&forbidden) {
                    break;
                }
            }
            // The remaining heaps get this value in ascending order, unless one within the block
            // forbids it.
            for word in 0..WORDS {
                let mut after = u64::MAX;
                loop {
                    let left = !forbidden[word] & after;
                    if left == 0 {
                        break;
                    }
                    let bit = left.trailing_zeros();
                    let heap = word * 64 + bit as usize;
                    settled[word] |= 1 << bit;
                    found[heap] = u32::try_from(value).unwrap_or(u32::MAX);
                    heaps.push(u32::try_from(start + heap).unwrap_or(u32::MAX));
                    if let Some(bytes) = layers.amounts.forbidden(BLOCK - heap) {
                        add(&mut forbidden, bytes);
                    }
                    // All heaps above this one.
                    after = u64::MAX.checked_shl(bit + 1).unwrap_or(0);
                    layers.effort += 1;
                }
            }
        }
    }
}
