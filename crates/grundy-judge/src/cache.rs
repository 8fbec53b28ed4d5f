//! Games kept ready, by their text; the one not used for longest goes first.

use crate::error::SolveError;
use crate::solve::{Prepared, Solve};

/// How many games are kept.
const KEPT: usize = 64;

#[derive(Default)]
pub struct Games {
    list: Vec<(String, u64, Box<dyn Prepared>)>,
    clock: u64,
}

impl Games {
    /// The place of a game, prepared now if it is not kept.
    pub fn find(&mut self, text: &str, solver: &mut dyn Solve) -> Result<usize, SolveError> {
        self.clock += 1;
        if let Some(i) = self.list.iter().position(|(kept, ..)| kept == text) {
            self.list[i].1 = self.clock;
            return Ok(i);
        }
        let game = (text.to_owned(), self.clock, solver.game(text)?);
        if self.list.len() < KEPT {
            self.list.push(game);
            return Ok(self.list.len() - 1);
        }
        let oldest = (0..KEPT).min_by_key(|&i| self.list[i].1).unwrap_or(0);
        self.list[oldest] = game;
        Ok(oldest)
    }

    /// The game at a place given by [`find`](Self::find).
    #[inline]
    pub fn get(&mut self, place: usize) -> &mut dyn Prepared {
        &mut *self.list[place].2
    }
}
