//! Which symbols the positions of a block have among their options, found for the whole block at once.
//!
//! Take a popular symbol u and a fixed earlier position a of symbol u ^ v. The positions n for which the other
//! part n - k - a has symbol u are a run of the [bit string](super::strings) of u, and all of them have v as an
//! option. For each v a few such pairs are chosen, those of the most popular u first, until v is marked often
//! enough on average. An unmarked symbol may still be an option.

use std::ops::Range;

use pulp::NullaryFnOnce;

use super::strings::{Strings, Symbol};
use super::vector_unit;

/// Positions in a block.
pub(crate) const BLOCK: usize = 1024;
/// Number of positions over which popularity is counted.
const SAMPLE: usize = 30_000;

/// One bit for each position of a block.
pub(crate) type Row = [u64; BLOCK / 64];

/// Pairs for every symbol, in a form that can be read off the strings.
#[derive(Debug)]
pub(crate) struct Cover {
    strings: Strings,
    keep: usize,
    /// For each string, the symbols to be marked, each with a range of `places`.
    plan: Vec<Vec<(u16, Range<u32>)>>,
    places: Vec<i32>,
    rows: usize,
    /// From this position on it should be rebuilt, since other symbols are popular.
    pub(crate) good_to: usize,
}

impl Cover {
    /// For positions from the end of `sequence` (its length is a multiple of 64) on. Marks symbol v `hits[v]`
    /// times on average, with terms from `terms`, which are listed by symbol and lie at most `reach` back. Up
    /// to `ahead` more positions may be added before a block is read.
    pub(crate) fn new<T: Symbol>(
        sequence: &[T],
        terms: &[Vec<usize>],
        reach: usize,
        ahead: usize,
        strings: usize,
        hits: &[u32],
    ) -> Self {
        let (popular, counts, total) = popular(sequence);
        let popular = &popular[..popular.len().min(strings)];
        let keep = (reach + ahead).next_multiple_of(64) + BLOCK;
        let strings = Strings::new(sequence, popular, keep);
        let mut plan: Vec<Vec<(u16, Range<u32>)>> = vec![Vec::new(); popular.len()];
        let mut places = Vec::new();
        for (v, &hits) in (0..=u16::MAX).zip(hits) {
            let wanted = u64::from(hits) * total;
            let mut marked = 0;
            for (&u, plan) in popular.iter().zip(&mut plan) {
                let count = counts[usize::from(u)];
                let Some(terms) = terms.get(usize::from(u ^ v)) else { continue };
                let more = usize::try_from((wanted - marked).div_ceil(count)).unwrap_or(usize::MAX);
                let terms = &terms[..terms.len().min(more)];
                if !terms.is_empty() {
                    let from = u32::try_from(places.len()).unwrap_or(u32::MAX);
                    places.extend(terms.iter().map(|&back| strings.place(back)));
                    plan.push((v, from..u32::try_from(places.len()).unwrap_or(u32::MAX)));
                    marked += count * terms.len() as u64;
                }
                if marked >= wanted {
                    break;
                }
            }
        }
        Self { strings, keep, plan, places, rows: hits.len(), good_to: usize::MAX }
    }

    /// Adds the symbols up to `end`.
    pub(crate) fn catch_up<T: Symbol>(&mut self, sequence: &[T], end: usize) {
        self.strings.catch_up(sequence, end, self.keep);
    }

    /// The rows of the block that begins at `start`. All symbols added so far are before it.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub(crate) fn rows(&self, start: usize) -> Vec<Row> {
        let mut rows = vec![[0; BLOCK / 64]; self.rows];
        let origin = self.strings.origin(start);
        let all = self.strings.bytes().chunks_exact(self.strings.stride());
        for (bytes, plan) in all.zip(&self.plan) {
            for (v, range) in plan {
                let row = &mut rows[usize::from(*v)];
                let mut bits: [u8; BLOCK / 8] = bytemuck::cast(*row);
                for place in &self.places[range.start as usize..range.end as usize] {
                    let at = origin.wrapping_add_signed(*place as isize);
                    let window: &[u8; BLOCK / 8] =
                        bytes.get(at..).and_then(|rest| rest.first_chunk()).expect("a block of the string");
                    for (bit, more) in bits.iter_mut().zip(window) {
                        *bit |= more;
                    }
                }
                *row = bytemuck::cast(bits);
            }
        }
        if cfg!(target_endian = "big") {
            rows.iter_mut().flatten().for_each(|word| *word = u64::from_le(*word));
        }
        rows
    }

    /// [`rows`](Self::rows), on the available vector unit.
    pub(crate) fn rows_here(&self, start: usize) -> Vec<Row> {
        struct Rows<'a>(&'a Cover, usize);
        impl NullaryFnOnce for Rows<'_> {
            type Output = Vec<Row>;
            #[allow(clippy::inline_always)]
            #[inline(always)]
            fn call(self) -> Vec<Row> {
                self.0.rows(self.1)
            }
        }
        vector_unit().dispatch(Rows(self, start))
    }

    /// The cost of a block, in reads.
    pub(crate) fn effort(&self) -> u64 {
        self.places.len() as u64
    }
}

/// The symbols at the end of a sequence, most frequent first, the count of each symbol, and the number of
/// positions counted.
pub(crate) fn popular<T: Symbol>(sequence: &[T]) -> (Vec<u16>, Vec<u64>, u64) {
    let sample = &sequence[sequence.len() - SAMPLE.min(sequence.len() / 2)..];
    let mut counts: Vec<u64> = Vec::new();
    for &symbol in sample {
        let symbol = usize::from(symbol.into());
        if symbol >= counts.len() {
            counts.resize(symbol + 1, 0);
        }
        counts[symbol] += 1;
    }
    let mut order: Vec<u16> =
        (0..=u16::MAX).take(counts.len()).filter(|s| counts[usize::from(*s)] > 0).collect();
    order.sort_by_key(|s| std::cmp::Reverse(counts[usize::from(*s)]));
    (order, counts, sample.len() as u64)
}
