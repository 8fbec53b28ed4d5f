//! Outcomes only: one bit per heap.
//!
//! A heap is lost if no amount leads to a lost heap: the complement of the or of the string of lost
//! heaps, shifted up by each amount. A word holds 64 heaps. Amounts of 64 and more read complete words;
//! within a word, the heaps forbidden by each group of 11 heaps come from a lookup table.
//!
//! Reading a string from an arbitrary bit takes two shifts per word. So one shifted copy of the string is
//! stored for every remainder modulo 8 that an amount has, and reads start at whole bytes.

use pulp::{Arch, NullaryFnOnce};

use super::list_amounts;
use crate::engine::{Engine, Values};
use crate::listed::Listed;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Members};

/// Bytes per word, and per group of words gathered together.
const WORD: usize = 8;
const TILE: usize = 64;
/// Maximum number of words in a chunk, used if no amount reaches into it.
const LONGEST_CHUNK: usize = 128;
/// Empty bytes before the first heap.
const PAD: usize = LONGEST_CHUNK * WORD;
/// Number of words between two clock checks.
const AT_ONCE: usize = 1 << 14;
/// Number of heaps of a word per table lookup.
const LOOKED_UP: u32 = 11;

/// Won (1) and lost (0) heaps of `take A`, the same A for every heap, in normal or misère play.
#[derive(Debug)]
pub struct Outcomes {
    listed: Listed,
    /// The amounts below the length, without 0.
    amounts: Vec<usize>,
    misere: bool,
    shape: Shape,
    strings: Strings,
    length: usize,
    arch: Arch,
    effort: u64,
}

/// The amounts in the form the loops use.
#[derive(Debug, Default)]
struct Shape {
    /// Words in a chunk.
    chunk: usize,
    /// Index of the string and distance in bytes, by ascending amount.
    far: Vec<(usize, usize)>,
    /// Amounts less than 64.
    near: Vec<u32>,
    /// For each mask of forbidden heaps among the lowest of a word, all heaps of the word that are then
    /// forbidden.
    table: Vec<u64>,
}

/// Lost heaps. `won` is their complement, which callers read. `moved` holds one string for each
/// remainder, shifted up by it, as far back as amounts reach.
#[derive(Debug, Default)]
struct Strings {
    won: Vec<u64>,
    remainders: Vec<u32>,
    /// Bytes of the words `first..`, after empty bytes.
    moved: Vec<Vec<u8>>,
    first: usize,
    /// Number of computed words.
    words: usize,
    /// Number of words that amounts reach back, if the set is bounded.
    reach: Option<usize>,
    reserved: u64,
}

impl Outcomes {
    /// For a set that does not depend on the heap; `None` for others.
    pub fn new(amounts: &Amounts, misere: bool) -> Option<Self> {
        let reach = Members::fixed(amounts)?.upper_bound();
        let reach = reach.map(|k| usize::try_from(&k).map_or(usize::MAX, |k| k / 64 + 2));
        Some(Self {
            listed: Listed::of(amounts)?,
            amounts: Vec::new(),
            misere,
            shape: Shape::default(),
            strings: Strings { reach, ..Strings::default() },
            length: 0,
            arch: Arch::new(),
            effort: 0,
        })
    }

    #[cfg(test)]
    pub(in super::super) fn without_vectors(&mut self) {
        self.arch = Arch::Scalar;
    }

    /// The outcomes as bits, 64 heaps per word, the least heap lowest; bits beyond the length are
    /// unspecified.
    pub fn words(&self) -> &[u64] {
        &self.strings.won[..self.length.div_ceil(64)]
    }

    /// Whether a heap is won; `None` if it is not computed.
    pub fn is_won(&self, heap: usize) -> Option<bool> {
        (heap < self.length).then(|| self.strings.won[heap / 64] >> (heap % 64) & 1 == 1)
    }
}

impl Shape {
    fn new(amounts: &[usize], remainders: &[u32]) -> Self {
        let (near, far) = amounts.split_at(amounts.partition_point(|k| *k < 64));
        let least = far.first().map_or(LONGEST_CHUNK, |k| k / 64);
        let chunk = if near.is_empty() { least.min(LONGEST_CHUNK) } else { 1 };
        // Whole tiles, if the chunk has one.
        let chunk = if chunk < TILE / WORD { 1 } else { chunk / (TILE / WORD) * (TILE / WORD) };
        let place = |k: &usize| remainders.iter().position(|r| *r as usize == k % 8).unwrap_or(0);
        let far = amounts.iter().map(|k| (place(k), k / 8)).collect();
        let near: Vec<u32> = near.iter().map(|k| u32::try_from(*k).unwrap_or(0)).collect();
        let mut table = Vec::new();
        if !near.is_empty() {
            table.extend((0..1_u64 << LOOKED_UP).map(|mask| {
                let mut forbidden = mask;
                for heap in 0..LOOKED_UP {
                    if forbidden >> heap & 1 == 0 {
                        near.iter().filter(|k| *k + heap < 64).for_each(|k| forbidden |= 1 << (k + heap));
                    }
                }
                forbidden
            }));
        }
        Self { chunk, far, near, table }
    }
}

impl Strings {
    /// Number of words a shifted string needs room for, if `words` words are computed in total.
    fn kept(&self, words: usize) -> usize {
        let reach = self.reach.unwrap_or(usize::MAX);
        let kept = words.min(reach.saturating_mul(2).max(reach.saturating_add(AT_ONCE)));
        kept.saturating_add(AT_ONCE + 3 * LONGEST_CHUNK)
    }

    fn bytes_for(&self, words: usize) -> u64 {
        let strings = (self.remainders.len() as u64).saturating_mul(self.kept(words) as u64);
        strings.saturating_add((words + LONGEST_CHUNK) as u64).saturating_mul(8)
    }

    /// Makes room for `words` words and one chunk beyond them.
    fn make_room(&mut self, words: usize, remainders: Vec<u32>, budget: &Budget) -> Result<()> {
        let new = self.remainders != remainders;
        self.remainders = remainders;
        let bytes = self.bytes_for(words);
        if bytes > self.reserved {
            budget.reserve(bytes - self.reserved)?;
            self.reserved = bytes;
        }
        self.won.resize(self.won.len().max(words + LONGEST_CHUNK), 0);
        let kept = self.kept(words) * WORD;
        self.moved.resize(self.remainders.len(), Vec::new());
        for string in &mut self.moved {
            string.resize(string.len().max(kept), 0);
        }
        if new {
            // Rebuilds all strings from the words.
            self.first = self.reach.map_or(0, |reach| self.words.saturating_sub(reach));
            for (at, string) in self.moved.iter_mut().enumerate() {
                string.fill(0);
                let place = PAD..PAD + (self.words - self.first + 1) * WORD;
                write(&mut string[place], &self.won[..self.words], self.first, self.remainders[at]);
            }
        }
        Ok(())
    }

    /// The byte offset of the next word in shifted strings.
    fn end(&self) -> usize {
        PAD + (self.words - self.first) * WORD
    }

    /// Drops words that no amount reaches any more, if they are many.
    fn drop_old(&mut self) {
        let Some(reach) = self.reach else { return };
        let held = self.words - self.first;
        if held / 2 >= reach && held - reach >= AT_ONCE {
            let (from, to) = ((held - reach) * WORD, self.end() + WORD);
            // The bytes before the kept words replace the empty bytes: no amount reaches them.
            self.moved.iter_mut().for_each(|string| string.copy_within(from..to, 0));
            self.first += held - reach;
        }
    }
}

/// Writes the lost heaps of the words `first..`, shifted up by `up` bits, and the overflow after the last
/// word.
#[allow(clippy::inline_always)]
#[inline(always)]
fn write(string: &mut [u8], won: &[u64], first: usize, up: u32) {
    let (bytes, _) = string.as_chunks_mut::<WORD>();
    let before = if first == 0 { u64::MAX } else { won[first - 1] };
    let words = &won[first..];
    if let (Some(bytes), Some(word)) = (bytes.first_mut(), words.first()) {
        *bytes = (!word << up | !before >> 1 >> (63 - up)).to_le_bytes();
    }
    for (bytes, pair) in bytes.iter_mut().skip(1).zip(words.windows(2)) {
        *bytes = (!pair[1] << up | !pair[0] >> 1 >> (63 - up)).to_le_bytes();
    }
    // This overflow is read before the next word is computed.
    if let (Some(bytes), Some(word)) = (bytes.get_mut(words.len()), words.last()) {
        *bytes = (!word >> 1 >> (63 - up)).to_le_bytes();
    }
}

/// Computes words up to `to`, compiled once for each vector unit.
struct Run<'a> {
    shape: &'a Shape,
    strings: &'a mut Strings,
    to: usize,
    /// Heaps below this have no moves and are won.
    given: usize,
}

impl NullaryFnOnce for Run<'_> {
    type Output = ();

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) {
        let Self { shape, strings, to, given } = self;
        strings.drop_old();
        let mut forbidden = [0_u8; PAD];
        while strings.words < to {
            let first = strings.words;
            let at = strings.end();
            let end = (first + shape.chunk) * 64;
            // Farther amounts do not fit even the last heap of the chunk.
            let fitting = shape.far.partition_point(|(_, back)| back * 8 < end);
            let forbidden = &mut forbidden[..shape.chunk * WORD];
            if shape.chunk == 1 {
                gather::<WORD>(&strings.moved, at, &shape.far[..fitting], forbidden);
            } else {
                gather::<TILE>(&strings.moved, at, &shape.far[..fitting], forbidden);
            }
            let (words, _) = forbidden.as_chunks::<WORD>();
            for (word, bytes) in (first..).zip(words) {
                let mut won = u64::from_le_bytes(*bytes);
                if word * 64 < given {
                    won |= 1_u64
                        .checked_shl(u32::try_from(given - word * 64).unwrap_or(64))
                        .map_or(u64::MAX, |b| b - 1);
                }
                if !shape.near.is_empty() {
                    for heap in (0..64).step_by(LOOKED_UP as usize) {
                        let low = (won >> heap) % (1 << LOOKED_UP);
                        won |= shape.table[usize::try_from(low).unwrap_or(0)] << heap;
                    }
                }
                strings.won[word] = won;
            }
            let made = &strings.won[..first + shape.chunk];
            for (string, up) in strings.moved.iter_mut().zip(&strings.remainders) {
                write(&mut string[at..at + (shape.chunk + 1) * WORD], made, first, *up);
            }
            strings.words += shape.chunk;
        }
    }
}

/// The bitwise or of the strings at the distances `back`, from byte `at` on.
#[allow(clippy::inline_always)]
#[inline(always)]
fn gather<const T: usize>(strings: &[Vec<u8>], at: usize, back: &[(usize, usize)], forbidden: &mut [u8]) {
    let (tiles, _) = forbidden.as_chunks_mut::<T>();
    for (tile, here) in tiles.iter_mut().zip((at..).step_by(T)) {
        let mut sum = [0; T];
        for &(string, back) in back {
            if let Some(bytes) = strings[string][here - back..].first_chunk::<T>() {
                for (a, b) in sum.iter_mut().zip(bytes) {
                    *a |= b;
                }
            }
        }
        *tile = sum;
    }
}

impl Engine for Outcomes {
    fn name(&self) -> &'static str {
        "outcomes"
    }

    fn values(&self) -> Values<'_> {
        Values::Bits { words: &self.strings.won, length: self.length }
    }

    fn effort(&self) -> u64 {
        self.effort
    }

    fn bytes_for(&self, length: u64) -> Option<u64> {
        let words = usize::try_from(length / 64).unwrap_or(usize::MAX / 2);
        Some(self.strings.bytes_for(words))
    }

    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()> {
        // Computing the outcomes again is as fast as reading them, and checks them.
        self.grow(self.length + values.len(), budget)
    }

    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()> {
        if length <= self.length {
            return Ok(());
        }
        let Some(heaps) = length.checked_add(2 * PAD * 8) else {
            return Err(Error::limit("error.heap-too-large"));
        };
        list_amounts(&mut self.listed, &mut self.amounts, heaps, budget)?;
        let remainders = (0..8).filter(|r| self.amounts.iter().any(|k| k % 8 == *r as usize)).collect();
        self.strings.make_room(length.div_ceil(64), remainders, budget)?;
        self.shape = Shape::new(&self.amounts, &self.strings.remainders);
        let to = length.div_ceil(64);
        // Under misère play a player who cannot move wins.
        let given = if self.misere { self.amounts.first().copied().unwrap_or(usize::MAX) } else { 0 };
        while self.strings.words < to {
            budget.check_time()?;
            let before = self.strings.words;
            let to = to.min(before + AT_ONCE);
            self.arch.dispatch(Run { shape: &self.shape, strings: &mut self.strings, to, given });
            self.effort += (self.strings.words - before) as u64 * self.amounts.len() as u64;
        }
        self.length = length;
        Ok(())
    }
}
