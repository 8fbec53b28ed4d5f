//! Lines that hold a P-position, for moves that take any number, the same from each of some heaps.
//!
//! Such a move leads along a line: the untouched heaps stay, and so do the differences of the touched heaps.
//! If a P-position has been found on the line of a position, it is an option: the sieve finds P-positions in
//! an order in which taking stones always leads back, so a P-position that was found cannot be a larger one.
//! Hence one bit for each line decides. A row of the sieve reads its lines as a few rows of bits: those of
//! the running heap as an untouched one, and those of its difference to a touched one.

use super::bits;
use super::coupled::{Coupled, Take, Together, Touched};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::prefixes::Prefixes;

/// The dead lines of a box.
pub(super) struct DeadLines {
    families: Vec<Family>,
    /// The rows of bits of all families.
    rows: Vec<u64>,
    words: usize,
    /// Fixed heaps are below this.
    bound: usize,
}

/// Lines with the same number of touched heaps.
struct Family {
    /// Number of fixed heaps that are touched, at least 1.
    touched: usize,
    /// Whether the running heap is touched as well.
    running: bool,
    untouched: Prefixes,
    gaps: Prefixes,
    first: usize,
}

impl DeadLines {
    /// The lines of all moves that this module [covers](Self::covers). `sides` are sorted.
    pub(super) fn new(moves: &Coupled, sides: &[usize], budget: &Budget) -> Result<Self> {
        let (heaps, width) = (sides.len(), sides[sides.len() - 1]);
        let bound = heaps.checked_sub(2).map_or(1, |last| sides[last]);
        let too_large = || Error::input("error.lattice-too-large");
        let mut families: Vec<Family> = Vec::new();
        let mut count = 0usize;
        for touched in 1..heaps {
            for running in [false, true] {
                let all = touched + usize::from(running);
                if !moves.takes.iter().any(|take| touches_same(take) == Some(all)) {
                    continue;
                }
                let untouched = Prefixes::new(heaps - 1 - touched, bound).ok_or_else(too_large)?;
                let gaps = Prefixes::new(touched - 1, bound).ok_or_else(too_large)?;
                let first = count;
                let rows = untouched.count().checked_mul(gaps.count());
                count = rows.and_then(|rows| count.checked_add(rows)).ok_or_else(too_large)?;
                families.push(Family { touched, running, untouched, gaps, first });
            }
        }
        let words = bits::words(width);
        budget.reserve_each(count, words as u64 * 8)?;
        Ok(Self { families, rows: vec![0; count * words], words, bound })
    }

    /// Whether dead lines and the row itself say everything about this kind of move.
    pub(super) fn covers(take: &Take) -> bool {
        touches_same(take).is_some()
    }

    /// Marks what the lines imply for a row.
    pub(super) fn mark(&self, prefix: &[usize], marks: &mut [u64]) {
        for family in &self.families {
            family.for_each_row(prefix, |row, start| {
                let shift = if family.running { start } else { 0 };
                bits::or_shifted(marks, &self.rows[row * self.words..][..self.words], shift);
            });
        }
    }

    /// Adds the lines of a P-position, given by all heaps but one, sorted, and that one.
    pub(super) fn add(&mut self, prefix: &[usize], last: usize) {
        if prefix.last().is_some_and(|heap| *heap >= self.bound) {
            return;
        }
        for family in &self.families {
            family.for_each_row(prefix, |row, start| {
                // A difference to a larger heap is that of another choice of the running heap.
                let bit = if family.running { last.checked_sub(start) } else { Some(last) };
                if let Some(bit) = bit {
                    bits::set(&mut self.rows[row * self.words..][..self.words], bit);
                }
            });
        }
    }
}

impl Family {
    /// Calls `each` with the row of bits, and the least touched heap, of every choice of fixed heaps.
    fn for_each_row(&self, prefix: &[usize], mut each: impl FnMut(usize, usize)) {
        for chosen in 0u32..1 << prefix.len() {
            if chosen.count_ones() as usize != self.touched {
                continue;
            }
            let is_touched = |heap: usize| chosen >> heap & 1 == 1;
            let of = |touched: bool| {
                let heaps = prefix.iter().enumerate().filter(move |(heap, _)| is_touched(*heap) == touched);
                heaps.map(|(_, size)| *size)
            };
            let start = prefix[chosen.trailing_zeros() as usize];
            let gaps = of(true).skip(1).map(|size| size - start);
            let row = self.untouched.number_of(of(false)) * self.gaps.count() + self.gaps.number_of(gaps);
            each(self.first + row, start);
        }
    }
}

/// The number of heaps that lose the same number of stones, which may be any.
pub(super) fn touches_same(take: &Take) -> Option<usize> {
    match take.touched {
        Touched::Any(k) if take.relation.is_always() => {
            (k == 1 || take.together == Together::Same).then_some(k)
        }
        _ => None,
    }
}
