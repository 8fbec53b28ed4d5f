//! The request for a file, its progress, and its summary.

use grundy_solver::batch::Column;
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation::{GameLine, Reading};
use grundy_solver::text::Lang;

use crate::format::Format;
use grundy_solver::recognise::Laws;

/// The request, and the formats of the files.
#[derive(Clone, Debug)]
pub struct Job {
    /// The game; `None` where every row names its own.
    pub line: Option<GameLine>,
    /// Whether games named by rows are played under misère play.
    pub misere: bool,
    /// The reading of such games.
    pub reading: Reading,
    /// The columns of the answers.
    pub show: Vec<Column>,
    /// The columns that hold the heaps, by name or by number from 1; empty for the default of the format.
    pub columns: Vec<String>,
    /// The column that names the game, by name or by number.
    pub game_column: Option<String>,
    /// The format of the input.
    pub from: Format,
    /// The format of the output.
    pub to: Format,
    /// Whether to leave out the columns of the input.
    pub only: bool,
    /// Whether invalid rows become errors in the output instead of stopping the job.
    pub keep_going: bool,
    /// Memory and time for the whole job. Threads share the memory equally: each row may use one thread's
    /// share.
    pub limits: Limits,
    /// The maximum number of threads.
    pub threads: usize,
    /// Cancels the job soon after it is set.
    pub cancel: Cancel,
    /// The language of the `error` column.
    pub lang: Lang,
    /// Laws loaded by the user.
    pub laws: Laws,
}

/// The progress of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Rows written.
    pub rows: u64,
    /// Bytes (in Parquet rows) of the input that are processed.
    pub done: u64,
    /// Their total number, if known.
    pub total: Option<u64>,
}

/// The summary of a finished job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rows written.
    pub rows: u64,
    /// The number of rows that are errors.
    pub errors: u64,
    /// Bytes before the first row of the output: the header line.
    pub head: u64,
}

#[cfg(test)]
impl Job {
    /// A job that writes outcomes, for lines of heaps of one game.
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
