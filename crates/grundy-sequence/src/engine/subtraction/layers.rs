//! Heaps by their value: first those of value 0, then those of value 1, and so on.
//!
//! Within a block of heaps, value v goes to those that have no smaller one and from which no heap
//! of value v can be reached. What a heap p forbids its value to is the set of amounts itself,
//! moved up by p: one `or` of a bit string for a whole block. So neither the number of amounts nor
//! that of values matters much, only that of the heaps before; and once a value is forbidden to the
//! whole block, which in dense sets takes few heaps, the others are not looked at.
//!
//! The bit string starts at any bit, memory only at bytes: it is kept eight times, once for each
//! place in a byte.

use pulp::{Arch, NullaryFnOnce};

use super::super::stored::Stored;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;

/// Heaps in a block.
const BLOCK: usize = 2048;
const BYTES: usize = BLOCK / 8;
const WORDS: usize = BLOCK / 64;
/// Heaps of one value between two looks whether their value is forbidden everywhere.
const BETWEEN_LOOKS: usize = 8;
/// A list of heaps is shortened when so many in it are out of reach.
const DROP: usize = 1024;

/// Which heaps have which value, and the amounts as bits.
#[derive(Debug)]
pub(super) struct Layers {
    amounts: Shifted,
    /// By value, the heaps that have it, ascending.
    heaps: Vec<Vec<u32>>,
    /// The greatest amount, where there is one.
    reach: Option<usize>,
    /// How many heaps are in the lists or were.
    end: usize,
    reserved: u64,
    effort: u64,
}

/// A set of amounts as bits, amount k being bit `k + BLOCK`, eight times: copy r begins at bit r.
#[derive(Debug, Default)]
struct Shifted {
    copies: [Vec<u8>; 8],
    /// How many amounts are in.
    count: usize,
}

type Block = [u64; WORDS];

impl Shifted {
    fn bytes_each(most: usize) -> usize {
        most / 8 + 3 * BYTES
    }

    /// Adds the amounts that are new; none is above `most`.
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

    /// The heaps of a block that some heap forbids its value to; that heap is bit `BLOCK - place`
    /// of the block, so before it where `place` is greater than `BLOCK`. `None` beyond all amounts.
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

/// Is every bit set? Compared in one go, not word by word.
#[allow(clippy::inline_always)]
#[inline(always)]
fn is_full(block: &Block) -> bool {
    block.iter().fold(u64::MAX, |all, word| all & word) == u64::MAX
}

impl Layers {
    pub(super) fn new(reach: Option<usize>) -> Self {
        Self { amounts: Shifted::default(), heaps: Vec::new(), reach, end: 0, reserved: 0, effort: 0 }
    }

    /// Bytes for `length` heaps, apart from the values themselves.
    pub(super) fn bytes_for(&self, length: u64) -> u64 {
        let reach = self.reach.map_or(u64::MAX, |k| k as u64);
        // Lists double, and may be half dead.
        let listed = length.min(reach.saturating_mul(2).saturating_add(1 << 16));
        let amounts = length.min(reach);
        listed.saturating_mul(8).saturating_add(amounts).saturating_add(1 << 16)
    }

    pub(super) fn effort(&self) -> u64 {
        self.effort
    }

    /// Settles the heaps from `stored.len()` up to `length`; `amounts` are all those below it,
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
        // Checked against the length.
        self.heaps[value].push(u32::try_from(heap).unwrap_or(u32::MAX));
    }
}

/// Settles one block, compiled once for each vector unit.
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
        // Bits of heaps that have a value; beyond the block's end nothing is wanted.
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
            // The nearest first: where small amounts are many, they forbid the most.
            let (rest, groups) = live.as_rchunks::<BETWEEN_LOOKS>();
            for group in groups.iter().rev().map(|group| &group[..]).chain([rest]) {
                // A block of its own, so that it need not leave the registers.
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
            // What is left goes to this value, from below, unless it is reached from within.
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
                    // All but the heaps up to this one.
                    after = u64::MAX.checked_shl(bit + 1).unwrap_or(0);
                    layers.effort += 1;
                }
            }
        }
    }
}
