//! Games that are ready to be asked, kept between batches.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use datafusion::arrow::array::ArrayRef;
use datafusion::error::Result;
use grundy::Solver;
use grundy::notation::{self, GameLine};

use super::position::Asks;
use crate::error::external;
use crate::setting::Setting;

/// So many games are kept; a column of more begins again.
const KEPT: usize = 256;

/// Reads a game; one that names a file is refused.
pub fn parse(game: &str) -> Result<GameLine> {
    notation::parse_game(game).map_err(external)
}

/// Games by their text. A game is read once, and its solvers serve batch after batch.
#[derive(Debug)]
pub struct Games {
    setting: Setting,
    idle: Mutex<HashMap<String, Vec<Game>>>,
}

/// One game with a solver of its own, for one thread.
#[derive(Debug)]
pub struct Game {
    /// The game.
    pub line: GameLine,
    /// What it has learnt about the game stays.
    pub solver: Solver,
}

impl Games {
    /// None yet.
    pub fn new(setting: Setting) -> Self {
        Self { setting, idle: Mutex::default() }
    }

    /// The setting of the session.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// Calls `work` with the game `text`, which no other thread uses meanwhile.
    pub fn with<T>(&self, text: &str, work: impl FnOnce(&Game) -> Result<T>) -> Result<T> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).get_mut(text).and_then(Vec::pop);
        let game = match idle {
            Some(game) => game,
            None => self.open(text)?,
        };
        let result = work(&game);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() >= KEPT && !idle.contains_key(text) {
            idle.clear();
        }
        idle.entry(text.to_owned()).or_default().push(game);
        result
    }

    fn open(&self, text: &str) -> Result<Game> {
        let solver = Solver::new(self.setting.solver_limits()).cancelled_by(self.setting.cancel.clone());
        Ok(Game { line: parse(text)?, solver })
    }

    /// An answer for each position; NULL instead of an error where `lenient`.
    pub fn answer(&self, game: &str, asks: Asks, heaps: &[ArrayRef], lenient: bool) -> Result<ArrayRef> {
        todo!()
    }
}
