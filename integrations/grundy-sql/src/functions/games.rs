//! Prepared games, kept between batches.

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

/// The most constant games that are kept for each function.
const KEPT: usize = 64;

/// Parses a game; one that names a file is refused.
pub fn parse(game: &str) -> Result<GameLine> {
    notation::parse_game(game).map_err(external)
}

/// Converts an error. The row of a batch is not a row of a file, so its number is dropped.
pub fn of_ask(error: AskError) -> datafusion::error::DataFusionError {
    external(error.into_error())
}

/// One query about positions of any game. A constant game is parsed once, and its solvers serve all batches.
#[derive(Debug)]
pub struct Games {
    column: Column,
    /// Whether errors become NULL.
    lenient: bool,
    setting: Setting,
    of_rows: Ask,
    constant: Mutex<HashMap<String, Arc<Ask>>>,
}

impl Games {
    /// The query for `column`.
    pub fn new(column: Column, lenient: bool, setting: &Setting) -> Self {
        let of_rows = prepared(Ask::of_games(), column, lenient, setting);
        Self { column, lenient, setting: setting.clone(), of_rows, constant: Mutex::default() }
    }

    /// The column of the answer.
    pub fn column(&self) -> Column {
        self.column
    }

    /// Whether errors become NULL.
    pub fn is_lenient(&self) -> bool {
        self.lenient
    }

    /// Answers positions of one game.
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

    /// Answers positions, each of the game in its row.
    pub fn answer_rows(&self, games: &ArrayRef, heaps: &[ArrayRef]) -> Result<ArrayRef> {
        self.first(self.of_rows.answer_games(games, heaps))
    }

    /// The first column of the answer; errors, if kept, are in a column after it.
    fn first(&self, answers: grundy_arrow::Result<Vec<ArrayRef>>) -> Result<ArrayRef> {
        let answers = answers.map_err(|failed| match failed.error().condition() {
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

/// Applies the limits of `setting`, and maps NULL to NULL.
pub fn prepared(ask: Ask, column: Column, lenient: bool, setting: &Setting) -> Ask {
    ask.columns(&[column])
        .null_to_null(true)
        .keep_going(lenient)
        .limits(setting.limits_of_solvers())
        .threads(setting.threads())
        .cancelled_by(setting.cancel.clone())
}
