//! Moves of any number from both of two heaps, in amounts that differ by up to d: Fraenkel's slack.
//!
//! A P-position kills its diagonal and the d diagonals on both sides: those ahead at once, those behind when
//! enough is taken for both amounts to be positive.

use std::collections::VecDeque;

use super::bits;
use super::coupled::{Coupled, Take, Together, Touched};
use super::set::Row;

/// What earlier rows mark in every later one, for two heaps.
pub(super) struct Slack {
    /// Diagonals (second heap less first) dead for good.
    diagonals: Vec<u64>,
    /// Diagonals that die some rows later, by row.
    later: VecDeque<Vec<usize>>,
    /// How far the amounts may differ.
    most: usize,
}

impl Slack {
    /// `None` if the rules have no such move.
    pub(super) fn new(moves: &Coupled, width: usize) -> Option<Self> {
        // Of several such moves, the widest covers the others.
        let most = moves.takes.iter().filter_map(slack_of).max()?;
        Some(Self { diagonals: vec![0; bits::words(width)], later: VecDeque::new(), most })
    }

    pub(super) fn covers(&self, take: &Take) -> bool {
        slack_of(take).is_some_and(|slack| slack <= self.most)
    }

    pub(super) fn mark(&self, row: usize, marks: &mut [u64]) {
        bits::or_shifted(marks, &self.diagonals, row);
    }

    /// Adds the marks of a finished row, and those due from the next row on.
    pub(super) fn finish(&mut self, number: usize, row: &Row) {
        let (most, diagonals, later) = (self.most, &mut self.diagonals, &mut self.later);
        row.for_each(|last| {
            // Taking k here and k + i there, both at least 1: i >= 0 from the next row on ...
            let ahead = (last + most + 1).saturating_sub(number);
            bits::set_range(diagonals, last.saturating_sub(number), ahead);
            // ... and i < 0 only once k is above -i.
            for behind in 1..=most {
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

/// Largest difference of the amounts of such a move.
fn slack_of(take: &Take) -> Option<usize> {
    match take.together {
        Together::Within(most) if take.relation.is_always() && take.touched == Touched::Any(2) => Some(most),
        _ => None,
    }
}
