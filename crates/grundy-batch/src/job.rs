//! What is asked of a file, how far the work is, and what it did.

use grundy_solver::batch::Column;
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation::{GameLine, Reading};
use grundy_solver::text::Lang;

use crate::format::Format;
use grundy_solver::recognise::Laws;

/// What is asked, and how files are read and written.
#[derive(Clone, Debug)]
pub struct Job {
    /// The game; `None` where every row names its own.
    pub line: Option<GameLine>,
    /// Games that rows name are played under misère play.
    pub misere: bool,
    /// How such games are read.
    pub reading: Reading,
    /// What rows show.
    pub show: Vec<Column>,
    /// The columns that hold the heaps, by name or by number from 1; empty for those that the format suggests.
    pub columns: Vec<String>,
    /// The column that names the game, in the same way.
    pub game_column: Option<String>,
    /// The format of the input.
    pub from: Format,
    /// The format of the output.
    pub to: Format,
    /// Leave out the columns of the input.
    pub only: bool,
    /// Rows that make no sense become errors in the output instead of stopping.
    pub keep_going: bool,
    /// Memory and time for the whole job. Threads share the memory: each row may take an equal part of it.
    pub limits: Limits,
    /// The most threads.
    pub threads: usize,
    /// Stops all work soon after it is set.
    pub cancel: Cancel,
    /// The language of what the `error` column says.
    pub lang: Lang,
    /// Laws that a user loaded.
    pub laws: Laws,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Rows written.
    pub rows: u64,
    /// Bytes (in Parquet rows) of the input that are done.
    pub done: u64,
    /// And how many there are, where that is known.
    pub total: Option<u64>,
}

/// What a finished job did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rows written.
    pub rows: u64,
    /// How many of them are errors.
    pub errors: u64,
    /// Bytes in front of the first row of the output: the line of names.
    pub head: u64,
}

#[cfg(test)]
impl Job {
    /// Who wins, for lines of heaps of one game.
    pub(crate) fn of_lines(game: &str) -> Self {
        Self {
            line: grundy_solver::notation::parse_game(game).ok(),
            misere: false,
            reading: Reading::default(),
            show: vec![Column::Outcome],
            columns: Vec::new(),
            game_column: None,
            from: Format::Text,
            to: Format::Text,
            only: false,
            keep_going: false,
            limits: Limits::default(),
            threads: 1,
            cancel: Cancel::default(),
            lang: Lang::En,
            laws: Laws::default(),
        }
    }
}
