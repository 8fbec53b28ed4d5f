//! Games kept ready, by their text. When there are very many, all are let go.

use std::collections::HashMap;

use crate::error::SolveError;
use crate::solve::{Prepared, Solve};

/// How many games are kept.
const KEPT: usize = 4096;

#[derive(Default)]
pub struct Games {
    places: HashMap<String, usize>,
    list: Vec<Box<dyn Prepared>>,
}

impl Games {
    /// The place of a game, prepared now if it is not kept. Places given before may be gone.
    pub fn find(&mut self, text: &str, solver: &mut dyn Solve) -> Result<usize, SolveError> {
        if let Some(&place) = self.places.get(text) {
            return Ok(place);
        }
        let game = solver.game(text)?;
        if self.list.len() >= KEPT {
            self.places.clear();
            self.list.clear();
        }
        self.places.insert(text.to_owned(), self.list.len());
        self.list.push(game);
        Ok(self.list.len() - 1)
    }

    /// The game at a place given by [`find`](Self::find).
    #[inline]
    pub fn get(&mut self, place: usize) -> &mut dyn Prepared {
        &mut *self.list[place]
    }
}
