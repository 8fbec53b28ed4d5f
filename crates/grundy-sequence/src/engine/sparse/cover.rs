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

/// Maximum number of times a symbol is marked, on average.
const MARKS: u32 = 12;
/// Maximum number of reads of a cover.
const READS: u64 = 80_000;

/// One bit for each position of a part of a block, in whole cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row<const BYTES: usize>([u8; BYTES]);

impl<const BYTES: usize> Row<BYTES> {
    /// The bits of 64 positions.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub(crate) fn word(&self, word: usize) -> u64 {
        u64::from_le_bytes(self.0.as_chunks().0[word])
    }
}

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
        let popular = Popular::new(sequence, strings);
        let keep = (reach + ahead).next_multiple_of(64) + BLOCK;
        let strings = Strings::new(sequence, &popular.order, keep);
        let mut cover = Self {
            strings,
            keep,
            plan: Vec::new(),
            places: Vec::new(),
            rows: hits.len(),
            good_to: usize::MAX,
        };
        cover.choose(&popular, terms, hits);
        cover
    }

    /// Like [`new`](Self::new), with more marks for a symbol the more it weighs, and at most [`READS`] reads
    /// where possible.
    pub(crate) fn best<T: Symbol>(
        sequence: &[T],
        terms: &[Vec<usize>],
        reach: usize,
        ahead: usize,
        strings: usize,
        weights: &[u64],
    ) -> Self {
        let most = weights.iter().copied().max().unwrap_or(0);
        let hits = |marks: u32| -> Vec<u32> {
            let less = weights.iter().map(|weight| (most / weight.max(&1)).max(1).ilog2());
            less.map(|less| (marks + 1).saturating_sub(less)).collect()
        };
        let mut cover = Self::new(sequence, terms, reach, ahead, strings, &hits(MARKS));
        let popular = Popular::new(sequence, strings);
        for marks in (1..MARKS).rev() {
            if cover.effort() <= READS {
                break;
            }
            cover.choose(&popular, terms, &hits(marks));
        }
        cover
    }

    /// Chooses the terms that are read.
    fn choose(&mut self, popular: &Popular, terms: &[Vec<usize>], hits: &[u32]) {
        self.plan = vec![Vec::new(); popular.order.len()];
        self.places.clear();
        let places = &mut self.places;
        for (v, &hits) in (0..=u16::MAX).zip(hits) {
            let wanted = u64::from(hits) * popular.total;
            let mut marked = 0;
            for (&u, plan) in popular.order.iter().zip(&mut self.plan) {
                let count = popular.counts[usize::from(u)];
                let Some(terms) = terms.get(usize::from(u ^ v)) else { continue };
                let more = usize::try_from((wanted - marked).div_ceil(count)).unwrap_or(usize::MAX);
                let terms = &terms[..terms.len().min(more)];
                if !terms.is_empty() {
                    let from = u32::try_from(places.len()).unwrap_or(u32::MAX);
                    places.extend(terms.iter().map(|&back| self.strings.place(back)));
                    plan.push((v, from..u32::try_from(places.len()).unwrap_or(u32::MAX)));
                    marked += count * terms.len() as u64;
                }
                if marked >= wanted {
                    break;
                }
            }
        }
    }

    /// `count` earlier positions, a multiple of 64, are no longer counted. Returns whether the cover is still good.
    pub(crate) fn shift(&mut self, count: usize) -> bool {
        self.good_to = self.good_to.saturating_sub(count);
        self.strings.shift(count)
    }

    /// Adds the symbols up to `end`.
    pub(crate) fn catch_up<T: Symbol>(&mut self, sequence: &[T], end: usize) {
        self.strings.catch_up(sequence, end, self.keep);
    }

    /// The rows of the part of a block that begins at `start`. Symbols from `start` on that are not added yet
    /// count as none.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub(crate) fn rows<const BYTES: usize>(&self, start: usize) -> Vec<Row<BYTES>> {
        let mut rows = vec![Row([0; BYTES]); self.rows];
        let origin = self.strings.origin(start);
        let all = self.strings.bytes().chunks_exact(self.strings.stride());
        for (bytes, plan) in all.zip(&self.plan) {
            for (v, range) in plan {
                let mut row = rows[usize::from(*v)].0;
                // Loops over indices: iterators would not be inlined here.
                for place in &self.places[range.start as usize..range.end as usize] {
                    let at = origin.wrapping_add_signed(*place as isize);
                    let window: &[u8; BYTES] =
                        bytes.get(at..).and_then(|rest| rest.first_chunk()).expect("a part of the string");
                    for i in 0..BYTES {
                        row[i] |= window[i];
                    }
                }
                rows[usize::from(*v)].0 = row;
            }
        }
        rows
    }

    /// [`rows`](Self::rows), on the available vector unit.
    pub(crate) fn rows_here<const BYTES: usize>(&self, start: usize) -> Vec<Row<BYTES>> {
        struct Rows<'a, const BYTES: usize>(&'a Cover, usize);
        impl<const BYTES: usize> NullaryFnOnce for Rows<'_, BYTES> {
            type Output = Vec<Row<BYTES>>;
            #[allow(clippy::inline_always)]
            #[inline(always)]
            fn call(self) -> Vec<Row<BYTES>> {
                self.0.rows(self.1)
            }
        }
        vector_unit().dispatch(Rows(self, start))
    }

    /// The number of rows.
    pub(crate) fn height(&self) -> usize {
        self.rows
    }

    /// The cost of a block, in reads.
    pub(crate) fn effort(&self) -> u64 {
        self.places.len() as u64
    }
}

/// The symbols at the end of a sequence.
pub(crate) struct Popular {
    /// The most frequent ones, in this order.
    pub(crate) order: Vec<u16>,
    /// How often each symbol occurs, and the number of positions counted.
    pub(crate) counts: Vec<u64>,
    pub(crate) total: u64,
}

impl Popular {
    /// At most `most` symbols.
    pub(crate) fn new<T: Symbol>(sequence: &[T], most: usize) -> Self {
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
        order.truncate(most);
        Self { order, counts, total: sample.len() as u64 }
    }
}
