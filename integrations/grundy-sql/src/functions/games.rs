//! Games that are ready to be asked, kept between batches.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::arrow::array::{ArrayRef, new_null_array};
use datafusion::error::Result;
use grundy_arrow::{Ask, AskError};
use grundy_solver::batch::Column;
use grundy_solver::error::Condition;
use grundy_solver::notation::{self, GameLine};

use crate::error::{Refusal, external};
use crate::setting::Setting;

/// So many constant games are kept for each function.
const KEPT: usize = 64;

/// Reads a game; one that names a file is refused.
pub fn parse(game: &str) -> Result<GameLine> {
    notation::parse_game(game).map_err(external)
}

/// Rows of a batch are no rows of a file, so the number is left out.
pub fn of_ask(error: AskError) -> datafusion::error::DataFusionError {
    external(error.error)
}

/// One question about positions of any game. A constant game is read once, and its solvers serve batch after batch.
#[derive(Debug)]
pub struct Games {
    column: Column,
    /// NULL instead of an error.
    lenient: bool,
    setting: Setting,
    of_rows: Ask,
    constant: Mutex<HashMap<String, Arc<Ask>>>,
}

impl Games {
    /// The question for `column`.
    pub fn new(column: Column, lenient: bool, setting: &Setting) -> Self {
        let of_rows = prepared(Ask::of_games(), column, lenient, setting);
        Self { column, lenient, setting: setting.clone(), of_rows, constant: Mutex::default() }
    }

    /// What is asked.
    pub fn column(&self) -> Column {
        self.column
    }

    /// Are errors NULL?
    pub fn is_lenient(&self) -> bool {
        self.lenient
    }

    /// An answer for each position of one game.
    pub fn answer(&self, game: &str, heaps: &[ArrayRef]) -> Result<ArrayRef> {
        let ask = match self.ready(game) {
            Ok(ask) => ask,
            Err(_) if self.lenient => {
                let rows = heaps.first().map_or(0, |array| array.len());
                return Ok(new_null_array(&super::data_type(self.column), rows));
            }
            Err(error) => return Err(error),
        };
        self.first(ask.answer(heaps))
    }

    /// An answer for each position of the game beside it.
    pub fn answer_rows(&self, games: &ArrayRef, heaps: &[ArrayRef]) -> Result<ArrayRef> {
        self.first(self.of_rows.answer_games(games, heaps))
    }

    /// An answer's errors, where they are kept, stand in a column behind it.
    fn first(&self, answers: grundy_arrow::Result<Vec<ArrayRef>>) -> Result<ArrayRef> {
        let answers = answers.map_err(|failed| match failed.error.condition() {
            Some(Condition::EmptyLine) => {
                Refusal::new("empty-text").with("function", super::lenient_name(self.column)).into()
            }
            _ => of_ask(failed),
        })?;
        answers.into_iter().next().ok_or_else(|| external(grundy_solver::Error::input("error.no-arrays")))
    }

    fn ready(&self, game: &str) -> Result<Arc<Ask>> {
        let mut constant = self.constant.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ask) = constant.get(game) {
            return Ok(Arc::clone(ask));
        }
        let ask = Arc::new(prepared(Ask::new(parse(game)?), self.column, self.lenient, &self.setting));
        if constant.len() >= KEPT {
            constant.clear();
        }
        constant.insert(game.to_owned(), Arc::clone(&ask));
        Ok(ask)
    }
}

/// What one question may cost in a session of this setting, NULL in and NULL out.
pub fn prepared(ask: Ask, column: Column, lenient: bool, setting: &Setting) -> Ask {
    ask.columns(&[column])
        .null_to_null(true)
        .keep_going(lenient)
        .limits(setting.limits_of_solvers())
        .threads(setting.threads())
        .cancelled_by(setting.cancel.clone())
}
