//! `batch` on text: one line of heaps in, one row out.

use std::sync::Arc;

use dashu_int::UBig;

use super::columns::Prepared;
use super::decider::Decider;
use super::error::RowError;
use super::lines::{Decide, decide_lines, push_outcomes};
use super::row::Row;
use crate::kernel::Kernel;
use crate::solver::Solver;
use grundy_core::answer::Outcome;
use grundy_core::error::{Error, Result};
use grundy_core::limits::{Cancel, Limits};
use grundy_core::notation::{self, GameLine};

/// What a row shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// `N`, `P` or `D`.
    Outcome,
    /// The Grundy value, computed at any cost; empty if none exists.
    Value,
    /// Every winning result: `a b;c d`.
    Moves,
    /// The first winning result.
    FirstMove,
    /// The method's name.
    Method,
}

impl Column {
    /// The columns with their names.
    pub const ALL: [(&'static str, Self); 5] = [
        ("outcome", Self::Outcome),
        ("value", Self::Value),
        ("moves", Self::Moves),
        ("first-move", Self::FirstMove),
        ("method", Self::Method),
    ];

    /// Its name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Value => "value",
            Self::Moves => "moves",
            Self::FirstMove => "first_move",
            Self::Method => "method",
        }
    }

    /// The column of this name.
    pub fn of(name: &str) -> Result<Self> {
        let known = || Self::ALL.iter().map(|(name, _)| *name);
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, column)| *column).ok_or_else(|| {
            Error::input("error.unknown-column")
                .with("name", name)
                .with("known", known().collect::<Vec<_>>().join(", "))
                .suggest(grundy_core::error::nearest(name, known()))
        })
    }
}

/// Written in a row in place of an unknown entry.
const ERROR: &str = "error";

/// What to answer about every line.
#[derive(Clone, Debug)]
pub struct BatchSettings {
    /// The game.
    pub line: GameLine,
    /// What a row shows.
    pub columns: Vec<Column>,
    /// Whether bad lines become `error` rows instead of stopping the batch.
    pub keep_going: bool,
    /// Limits of one line.
    pub limits: Limits,
    /// Stops all work when set, or at the deadline for all lines together.
    pub cancel: Cancel,
}

impl BatchSettings {
    /// Returns a solver with these limits, for one thread: threads share the lines.
    pub fn solver(&self) -> Solver {
        let solver = Solver::new(Limits { threads: 1, ..self.limits }).cancelled_by(self.cancel.clone());
        solver.insist_on_value(self.asks_value())
    }

    /// Whether a value column is requested.
    pub(super) fn asks_value(&self) -> bool {
        self.columns.contains(&Column::Value)
    }
}

/// Answers lines of heaps with rows of text, on one thread.
#[derive(Debug)]
pub struct Lines {
    prepared: Arc<Prepared>,
    solver: Solver,
    decider: Option<Decider>,
    answers: Vec<u8>,
}

impl Lines {
    pub(super) fn new(prepared: Arc<Prepared>) -> Self {
        let solver = prepared.solver();
        let decider = Decider::of(&prepared);
        Self { prepared, solver, decider, answers: Vec::new() }
    }

    fn settings(&self) -> &BatchSettings {
        self.prepared.settings()
    }

    /// Appends a row to `rows` for every line of `text` and returns the number of lines. The last line may lack
    /// its newline.
    ///
    /// # Errors
    /// The first line that cannot be answered; the rows before it have been appended. If only invalid lines
    /// are to be kept, an interrupt is the only error.
    pub fn answer(&mut self, text: &[u8], rows: &mut Vec<u8>) -> std::result::Result<u64, RowError> {
        decide_lines(text, self, rows)
    }

    /// Appends one row without its newline. If only the value is out of reach, the row is still written; if
    /// that stops the work, it is the last row and has its newline.
    fn row(&self, heaps: Vec<UBig>, rows: &mut Vec<u8>) -> Result<()> {
        let row = Row::of(&self.solver, self.settings(), heaps)?;
        let mut text = String::new();
        for (index, column) in self.settings().columns.iter().enumerate() {
            if index > 0 {
                text.push('\t');
            }
            match column {
                Column::Outcome => text.push_str(row.outcome.letter()),
                Column::Value if row.no_value.is_some() => text.push_str(ERROR),
                Column::Value => text.extend(row.value.as_ref().map(UBig::to_string)),
                Column::Method => text.push_str(row.method),
                Column::FirstMove => row.write_first_move(&mut text),
                Column::Moves => row.write_moves(&mut text),
            }
        }
        rows.extend(text.into_bytes());
        let settings = self.settings();
        match row.no_value {
            Some(error) if !settings.keep_going || settings.cancel.has_caused(&error) => {
                rows.push(b'\n');
                Err(error)
            }
            _ => Ok(()),
        }
    }
}

impl Decide for Lines {
    fn gathers_pairs(&self) -> bool {
        self.settings().columns == [Column::Outcome]
            && self.prepared.kernel().is_some_and(Kernel::gathers_pairs)
    }

    fn pairs(&mut self, pairs: &[[u64; 2]], rows: &mut Vec<u8>) {
        self.answers.resize(pairs.len(), 0);
        if let Some(kernel) = self.prepared.kernel() {
            kernel.decide_pairs(pairs, &mut self.answers);
        }
        push_outcomes(&self.answers, rows);
    }

    fn words(&mut self, heaps: &[u64], rows: &mut Vec<u8>) -> bool {
        let Some(known) = self.decider.as_mut().and_then(|decider| decider.answer(heaps, &self.solver))
        else {
            return false;
        };
        for (index, column) in self.prepared.settings().columns.iter().enumerate() {
            if index > 0 {
                rows.push(b'\t');
            }
            match column {
                Column::Outcome => rows.extend(Outcome::of(!known.is_p).letter().as_bytes()),
                Column::Value => {
                    if let Some(value) = known.value {
                        rows.extend(itoa::Buffer::new().format(value).as_bytes());
                    }
                }
                Column::Method => rows.extend(known.method.as_bytes()),
                // If moves are requested, a solver answers.
                Column::Moves | Column::FirstMove => {}
            }
        }
        rows.push(b'\n');
        true
    }

    fn other(&mut self, line: &[u8], rows: &mut Vec<u8>) -> std::result::Result<(), RowError> {
        let length = rows.len();
        let result =
            heaps_of(line).and_then(|heaps| self.row(heaps, rows).map_err(|error| RowError::new(0, error)));
        if let Err(wrong) = result {
            // An interrupt is not an error of the line.
            if !self.settings().keep_going || self.settings().cancel.has_caused(&wrong.error) {
                return Err(wrong);
            }
            rows.truncate(length);
            rows.extend(ERROR.as_bytes());
        }
        rows.push(b'\n');
        Ok(())
    }
}

/// The heaps on one line of text.
///
/// # Errors
/// What is wrong, with its column.
pub fn heaps_of(line: &[u8]) -> std::result::Result<Vec<UBig>, RowError> {
    let wrong = |column, error| RowError::new(0, error).at_column(column);
    let text = std::str::from_utf8(line)
        .map_err(|bad| wrong(bad.valid_up_to() + 1, Error::input("error.not-utf8")))?
        .trim_end_matches('\r');
    if text.trim().is_empty() {
        return Err(wrong(1, Error::input("error.empty-line")));
    }
    notation::parse_heaps(text).map_err(|error| {
        let column = error.span().map_or(0, |span| text[..span.start.min(text.len())].chars().count());
        wrong(column + 1, error)
    })
}
