//! What earlier rows of a sieve over two heaps imply for the current row, updated row by row.
//!
//! A row can move to the rows that its fixed heap may become. If that set changes little from one row to the
//! next, as an interval does, it is enough to count: each column is counted once for each of its P-positions
//! in these rows, and each diagonal too, for moves that take the same from both heaps. A column or a diagonal
//! with a count is marked in the current row. A P-position enters and leaves the counts once.

use super::bits;
use super::coupled::{Coupled, Take, Together, Touched};
use super::set::Row;
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// The counts of each kind of move that this module covers.
pub(super) struct Moving {
    counts: Vec<Option<Counts>>,
}

/// The P-positions in the rows that one kind of move leads to.
struct Counts {
    /// Whether the running heap loses the same amount.
    diagonal: bool,
    of: Vec<u32>,
    /// Which of them are positive.
    positive: Vec<u64>,
}

impl Moving {
    /// The counts for the kinds of move that `left` accepts and that are covered.
    pub(super) fn new(
        moves: &Coupled,
        width: usize,
        left: impl Fn(&Take) -> bool,
        budget: &Budget,
    ) -> Result<Self> {
        let counts = moves.takes.iter().map(|take| {
            let diagonal = match take.touched {
                // The smaller heap is the fixed one.
                Touched::Any(1) | Touched::Min => false,
                // What the smaller heap allows the larger one allows as well.
                Touched::Any(2) if take.together == Together::Same && take.relation.grows() => true,
                _ => return Ok(None),
            };
            if !left(take) || !take.relation.changes_little() {
                return Ok(None);
            }
            let words = bits::words(width);
            budget.reserve_each(width, 5)?;
            Ok(Some(Counts { diagonal, of: vec![0; width], positive: vec![0; words] }))
        });
        Ok(Self { counts: counts.collect::<Result<_>>()? })
    }

    /// Whether the kind of move with this number is covered.
    pub(super) fn covers(&self, take: usize) -> bool {
        self.counts[take].is_some()
    }

    /// Updates the counts from the row before to this one.
    pub(super) fn advance(&mut self, number: usize, moves: &Coupled, rows: &[Row]) {
        for (counts, take) in self.counts.iter_mut().zip(&moves.takes) {
            let Some(counts) = counts else { continue };
            take.relation.for_each_change(number, |row, enters| {
                rows[row].for_each(|last| counts.count(if counts.diagonal { row } else { 0 }, last, enters));
            });
        }
    }

    /// Marks what the rows below this one imply for it.
    pub(super) fn mark(&self, number: usize, marks: &mut [u64]) {
        for counts in self.counts.iter().flatten() {
            bits::or_shifted(marks, &counts.positive, if counts.diagonal { number } else { 0 });
        }
    }
}

impl Counts {
    fn count(&mut self, start: usize, last: usize, enters: bool) {
        // The diagonals of larger fixed heaps lie outside of the rows that are scanned.
        let Some(line) = last.checked_sub(start) else { return };
        if enters {
            self.of[line] += 1;
            bits::set(&mut self.positive, line);
        } else {
            self.of[line] -= 1;
            if self.of[line] == 0 {
                bits::clear(&mut self.positive, line);
            }
        }
    }
}
