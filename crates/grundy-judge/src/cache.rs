//! A cache of prepared games, by their text. When it is full, it is cleared.

use std::collections::HashMap;

use crate::error::SolveError;
use crate::solve::{Prepared, Solve};

/// The most games in the cache.
const KEPT: usize = 4096;

#[derive(Default)]
pub struct Games {
    places: HashMap<String, usize>,
    list: Vec<Box<dyn Prepared>>,
}

impl Games {
    /// The index of a game, which is prepared if it is not in the cache. This may invalidate
    /// earlier indices.
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

    /// The game at an index returned by [`find`](Self::find).
    #[inline]
    pub fn get(&mut self, place: usize) -> &mut dyn Prepared {
        &mut *self.list[place]
    }
}
