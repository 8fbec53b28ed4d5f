//! What finished rows of a sieve over two heaps imply for every later row, updated row by row.
//!
//! If any number may be taken from one heap, a column that holds a P-position is dead; if any number may be
//! taken from both, a diagonal is. So two rows of bits hold everything that earlier rows imply. If the
//! amounts may differ by up to d (Fraenkel's slack), the d diagonals on both sides die as well: those ahead
//! at once, those behind when enough is taken for both amounts to be positive.

use std::collections::VecDeque;

use super::bits;
use super::coupled::{Coupled, Take, Together, Touched};
use super::set::Row;

/// What earlier rows mark in every later one, for two heaps and moves of any number.
pub(super) struct DeadLines {
    /// Columns dead for good.
    columns: Option<Vec<u64>>,
    /// Diagonals (second heap less first) dead for good, and how far the amounts may differ.
    diagonals: Option<(Vec<u64>, usize)>,
    /// Diagonals that die some rows later, by row.
    later: VecDeque<Vec<usize>>,
}

impl DeadLines {
    pub(super) fn new(moves: &Coupled, width: usize) -> Self {
        let any = |take: &&Take| take.relation.is_always();
        let words = bits::words(width);
        let columns = moves.takes.iter().filter(any).any(|t| t.touched == Touched::Any(1));
        // Of several such moves, the widest covers the others.
        let slack =
            moves.takes.iter().filter(any).filter(|t| t.touched == Touched::Any(2)).map(Take::slack).max();
        Self {
            columns: columns.then(|| vec![0; words]),
            diagonals: slack.map(|slack| (vec![0; words], slack)),
            later: VecDeque::new(),
        }
    }

    pub(super) fn covers(&self, take: &Take) -> bool {
        take.relation.is_always()
            && match take.touched {
                Touched::Any(1) => self.columns.is_some(),
                Touched::Any(2) => self.diagonals.as_ref().is_some_and(|(_, slack)| take.slack() <= *slack),
                _ => false,
            }
    }

    pub(super) fn mark(&self, row: usize, marks: &mut [u64]) {
        if let Some(columns) = &self.columns {
            bits::or_shifted(marks, columns, 0);
        }
        if let Some((diagonals, _)) = &self.diagonals {
            bits::or_shifted(marks, diagonals, row);
        }
    }

    /// Adds the marks of a finished row, and those due from the next row on.
    pub(super) fn finish(&mut self, number: usize, row: &Row) {
        if let Some(columns) = &mut self.columns {
            row.mark(0, columns);
        }
        let Some((diagonals, slack)) = &mut self.diagonals else { return };
        let later = &mut self.later;
        row.for_each(|last| {
            // Taking k here and k + i there, both at least 1: i >= 0 from the next row on ...
            let ahead = (last + *slack + 1).saturating_sub(number);
            bits::set_range(diagonals, last.saturating_sub(number), ahead);
            // ... and i < 0 only once k is above -i.
            for behind in 1..=*slack {
                let Some(diagonal) = last.checked_sub(number + behind) else { break };
                while later.len() <= behind {
                    later.push_back(Vec::new());
                }
                later[behind].push(diagonal);
            }
        });
        if let Some(due) = later.pop_front() {
            for diagonal in due {
                bits::set(diagonals, diagonal);
            }
        }
    }
}

impl Take {
    /// Largest difference of the amounts.
    fn slack(&self) -> usize {
        match self.together {
            Together::Same => 0,
            Together::Within(bound) => bound,
        }
    }
}
