//! Columnar `batch`: positions as plain slices in, answers as plain columns out.
//!
//! For programs that hold their data in arrays: no text is parsed or written. If the game has a [`Kernel`]
//! that returns everything requested, whole columns are decided at memory speed. Other rows are answered one
//! by one, by a [`Solver`] if nothing faster applies.

use std::sync::Arc;

use dashu_int::UBig;

use super::decider::Decider;
use super::error::RowError;
use super::row::Row;
use super::run::{BatchSettings, Column, Lines, heaps_of};
use crate::kernel::Kernel;
use crate::recognise::Laws;
use crate::solver::Solver;
use grundy_core::error::{Error, Result};

/// Number of rows decided together.
const ROWS: usize = 4096;

/// Positions of one game, one per row.
#[derive(Clone, Copy, Debug)]
pub enum Positions<'a> {
    /// One slice per heap, all of the same length.
    Columns(&'a [&'a [u64]]),
    /// Row `i` is `values[offsets[i]..offsets[i + 1]]`; there is one more offset than rows.
    Lists {
        /// The heaps of all rows.
        values: &'a [u64],
        /// Start of each row, ascending, then the end of the last row.
        offsets: &'a [usize],
    },
    /// A row is heaps separated by blanks or commas, numbers of any size.
    Texts(&'a [&'a str]),
}

impl Positions<'_> {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        match self {
            Self::Columns(columns) => columns.first().map_or(0, |column| column.len()),
            Self::Lists { offsets, .. } => offsets.len().saturating_sub(1),
            Self::Texts(texts) => texts.len(),
        }
    }
}

/// A column of texts, stored in one string.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// The texts, concatenated.
    pub text: String,
    /// End of each text, in bytes.
    pub ends: Vec<usize>,
}

impl Texts {
    /// Number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a row; empty if the row does not exist.
    pub fn get(&self, row: usize) -> &str {
        let from = row.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.ends.get(row).and_then(|&to| self.text.get(from..to)).unwrap_or_default()
    }

    /// Appends a text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.end();
    }

    /// Ends a text: whatever was appended to `text` since the previous end.
    fn end(&mut self) {
        self.ends.push(self.text.len());
    }
}

/// The answers, one column for each that was requested; the others stay empty.
///
/// Every column has one entry per row. A row that cannot be answered has outcome 0, no value and empty texts,
/// and is listed in `errors`. A row whose value is out of reach is listed there too, with what is known in
/// the other columns; if it stops the work, it is the last row.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// `b'N'`, `b'P'` or `b'D'`, or 0 for an error.
    pub outcomes: Vec<u8>,
    /// The Grundy values; 0 if a row has none or it does not fit.
    pub values: Vec<u64>,
    /// The values that do not fit 64 bits, by row, if [`Worker::keep_large_values`] is set.
    pub large_values: Vec<(usize, UBig)>,
    /// Whether each row has a value.
    pub has_value: Vec<bool>,
    /// All winning results, `a b;c d`.
    pub moves: Texts,
    /// The first winning result.
    pub first_moves: Texts,
    /// Names of the methods.
    pub methods: Vec<&'static str>,
    /// The rows that could not be answered, ascending.
    pub errors: Vec<RowError>,
}

impl Answers {
    /// Number of rows, if any column was requested.
    pub fn rows(&self) -> usize {
        let Self { outcomes, values, moves, first_moves, methods, .. } = self;
        let texts = moves.len().max(first_moves.len());
        outcomes.len().max(values.len()).max(methods.len()).max(texts)
    }

    /// Appends a row that could not be answered, in each of `columns`.
    pub fn push_error(&mut self, error: Error, columns: &[Column]) {
        self.errors.push(RowError::new(self.rows(), error));
        for column in each_once(columns) {
            match column {
                Column::Outcome => self.outcomes.push(0),
                Column::Value => {
                    self.values.push(0);
                    self.has_value.push(false);
                }
                Column::Method => self.methods.push(""),
                Column::FirstMove => self.first_moves.end(),
                Column::Moves => self.moves.end(),
            }
        }
    }

    /// Removes all rows and keeps the memory.
    pub fn clear(&mut self) {
        let Self { outcomes, values, large_values, has_value, moves, first_moves, methods, errors } = self;
        outcomes.clear();
        large_values.clear();
        values.clear();
        has_value.clear();
        methods.clear();
        errors.clear();
        for texts in [moves, first_moves] {
            texts.text.clear();
            texts.ends.clear();
        }
    }
}

/// What to answer about every position, prepared once and shared by all threads.
#[derive(Clone, Debug)]
pub struct Prepared {
    settings: BatchSettings,
    laws: Laws,
    /// The requested columns, without repetitions.
    columns: Vec<Column>,
    kernel: Option<Arc<dyn Kernel>>,
    /// Whether values of single heaps decide the game.
    has_heap_values: bool,
}

/// Removes repeated columns.
fn each_once(columns: &[Column]) -> impl Iterator<Item = Column> {
    columns
        .iter()
        .enumerate()
        .filter(|(at, column)| !columns[..*at].contains(column))
        .map(|(_, column)| *column)
}

impl Prepared {
    /// Looks for a [`Kernel`], which may take a moment.
    pub fn new(settings: BatchSettings) -> Self {
        Self::with_laws(settings, Laws::default())
    }

    /// Like [`Self::new`], with laws that a user loaded.
    pub fn with_laws(settings: BatchSettings, laws: Laws) -> Self {
        let solver = settings.solver().with_laws(laws.clone());
        let recognised = solver.recognise(&settings.line);
        let kernel = recognised.kernel(&solver.budget());
        let has_heap_values = recognised.values().is_some();
        // A solver finds values that the game has and the kernel does not return.
        let is_enough = |kernel: &Arc<dyn Kernel>| {
            !settings.asks_value() || kernel.has_values() || Solver::check_values(&settings.line).is_err()
        };
        let kernel = kernel.filter(is_enough);
        let columns = each_once(&settings.columns).collect();
        Self { settings, laws, columns, kernel, has_heap_values }
    }

    /// Returns a solver for one thread.
    pub(super) fn solver(&self) -> Solver {
        self.settings.solver().with_laws(self.laws.clone())
    }

    /// The settings it was made from.
    pub fn settings(&self) -> &BatchSettings {
        &self.settings
    }

    /// The kernel, if the game has one.
    pub fn kernel(&self) -> Option<&dyn Kernel> {
        self.kernel.as_deref()
    }

    /// Whether values of single heaps decide the game.
    pub(super) fn has_heap_values(&self) -> bool {
        self.has_heap_values
    }

    /// Whether a kernel answers everything requested about positions of `heaps` heaps, so that no solver is
    /// needed and no row can fail.
    pub fn is_immediate(&self, heaps: usize) -> bool {
        self.immediate(heaps).is_some()
    }

    fn immediate(&self, heaps: usize) -> Option<&dyn Kernel> {
        let asks_moves = self.settings.columns.iter().any(|c| matches!(c, Column::Moves | Column::FirstMove));
        self.kernel().filter(|kernel| !asks_moves && kernel.takes(heaps))
    }

    /// Returns a worker for lines of text, with its own solver, for one thread.
    pub fn lines(self: &Arc<Self>) -> Lines {
        Lines::new(self.clone())
    }

    /// Returns a worker with its own solver, for one thread.
    pub fn worker(self: &Arc<Self>) -> Worker {
        Worker {
            prepared: self.clone(),
            solver: self.solver(),
            decider: Decider::of(self),
            heaps: Vec::new(),
            keeps_large: false,
        }
    }
}

/// Answers positions on one thread.
#[derive(Debug)]
pub struct Worker {
    prepared: Arc<Prepared>,
    solver: Solver,
    decider: Option<Decider>,
    heaps: Vec<u64>,
    keeps_large: bool,
}

impl Worker {
    /// Puts values that do not fit 64 bits into [`Answers::large_values`] instead of reporting errors.
    #[must_use]
    pub fn keep_large_values(mut self) -> Self {
        self.keeps_large = true;
        self
    }

    /// What it answers about every position.
    pub fn prepared(&self) -> &Arc<Prepared> {
        &self.prepared
    }

    /// Appends an answer for each position to `answers`.
    ///
    /// # Errors
    /// The first row that cannot be answered; the answers to the rows before it have been appended. With
    /// `keep_going` only an interrupt is an error; other failed rows go into [`Answers::errors`], counted
    /// from the first row of `answers`.
    ///
    /// # Panics
    /// If columns differ in length, or offsets point outside the values.
    pub fn answer(
        &mut self,
        positions: Positions<'_>,
        answers: &mut Answers,
    ) -> std::result::Result<(), RowError> {
        if let Positions::Columns(columns) = positions {
            let rows = positions.rows();
            assert!(columns.iter().all(|column| column.len() == rows), "columns of one length");
            if let Some(kernel) = self.prepared.immediate(columns.len()) {
                self.by_kernel(kernel, columns, rows, answers);
                return Ok(());
            }
        }
        let mut heaps = std::mem::take(&mut self.heaps);
        let result = (0..positions.rows()).try_for_each(|row| {
            let result = match positions {
                Positions::Columns(columns) => {
                    heaps.clear();
                    heaps.extend(columns.iter().map(|column| column[row]));
                    self.one(&heaps, answers)
                }
                Positions::Lists { values, offsets } => {
                    self.one(&values[offsets[row]..offsets[row + 1]], answers)
                }
                Positions::Texts(texts) if plain(texts[row], &mut heaps) => self.one(&heaps, answers),
                Positions::Texts(texts) => self.text(texts[row], answers),
            };
            result.or_else(|error| self.fail(row, error, answers))
        });
        self.heaps = heaps;
        result
    }

    fn by_kernel(&self, kernel: &dyn Kernel, columns: &[&[u64]], rows: usize, answers: &mut Answers) {
        let mut pieces: Vec<&[u64]> = Vec::with_capacity(columns.len());
        for from in (0..rows).step_by(ROWS) {
            let to = rows.min(from + ROWS);
            pieces.clear();
            pieces.extend(columns.iter().map(|column| &column[from..to]));
            for column in &self.prepared.columns {
                match column {
                    Column::Outcome => {
                        let start = answers.outcomes.len();
                        answers.outcomes.resize(start + to - from, 0);
                        let outcomes = &mut answers.outcomes[start..];
                        kernel.decide(&pieces, outcomes);
                        for outcome in outcomes {
                            *outcome = letter(*outcome != 0);
                        }
                    }
                    Column::Value => {
                        let start = answers.values.len();
                        answers.values.resize(start + to - from, 0);
                        let known = kernel.values(&pieces, &mut answers.values[start..]);
                        answers.has_value.resize(start + to - from, known);
                    }
                    Column::Method => {
                        answers.methods.resize(answers.methods.len() + to - from, kernel.name());
                    }
                    Column::Moves | Column::FirstMove => {}
                }
            }
        }
    }

    /// Answers one row of words.
    fn one(&mut self, heaps: &[u64], answers: &mut Answers) -> Result<()> {
        let Some(known) = self.decider.as_mut().and_then(|decider| decider.answer(heaps, &self.solver))
        else {
            return self.solved(heaps.iter().map(|heap| UBig::from(*heap)).collect(), answers);
        };
        for column in &self.prepared.columns {
            match column {
                Column::Outcome => answers.outcomes.push(letter(known.is_p)),
                Column::Value => {
                    answers.values.push(known.value.unwrap_or_default());
                    answers.has_value.push(known.value.is_some());
                }
                Column::Method => answers.methods.push(known.method),
                Column::Moves | Column::FirstMove => {}
            }
        }
        Ok(())
    }

    /// Answers one row of text: numbers of any size, or invalid input.
    fn text(&self, text: &str, answers: &mut Answers) -> Result<()> {
        self.solved(heaps_of(text.as_bytes()).map_err(|wrong| wrong.error)?, answers)
    }

    /// Answers one row by a solver: all columns or none; an unreachable value is an error, but fills the
    /// other columns.
    fn solved(&self, heaps: Vec<UBig>, answers: &mut Answers) -> Result<()> {
        let row = Row::of(&self.solver, &self.prepared.settings, heaps)?;
        let asked = self.prepared.settings.columns.contains(&Column::Value);
        let mut value = None;
        if let Some(large) = row.value.as_ref().filter(|_| asked) {
            value = Some(match u64::try_from(large) {
                Ok(value) => value,
                Err(_) if self.keeps_large => {
                    answers.large_values.push((answers.rows(), large.clone()));
                    0
                }
                Err(_) => return Err(Error::input("error.value-above-word")),
            });
        }
        for column in &self.prepared.columns {
            match column {
                Column::Outcome => answers.outcomes.extend(row.outcome.letter().bytes().next()),
                Column::Value => {
                    answers.values.push(value.unwrap_or_default());
                    answers.has_value.push(value.is_some());
                }
                Column::Method => answers.methods.push(row.method),
                Column::FirstMove => {
                    row.write_first_move(&mut answers.first_moves.text);
                    answers.first_moves.end();
                }
                Column::Moves => {
                    row.write_moves(&mut answers.moves.text);
                    answers.moves.end();
                }
            }
        }
        let Some(error) = row.no_value else { return Ok(()) };
        let settings = &self.prepared.settings;
        if !settings.keep_going || settings.cancel.has_caused(&error) {
            return Err(error);
        }
        answers.errors.push(RowError::new(answers.rows() - 1, error));
        Ok(())
    }

    fn fail(&self, row: usize, error: Error, answers: &mut Answers) -> std::result::Result<(), RowError> {
        // An interrupt is not an error of the row.
        let settings = &self.prepared.settings;
        if !settings.keep_going || settings.cancel.has_caused(&error) {
            return Err(RowError::new(row, error));
        }
        answers.push_error(error, &self.prepared.columns);
        Ok(())
    }
}

#[inline]
fn letter(is_p: bool) -> u8 {
    if is_p { b'P' } else { b'N' }
}

/// Parses words separated by blanks or single commas; returns false for anything else.
fn plain(text: &str, heaps: &mut Vec<u64>) -> bool {
    heaps.clear();
    let mut rest = text.as_bytes().trim_ascii();
    loop {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // 19 digits always fit.
        if !(1..=19).contains(&digits) {
            return false;
        }
        heaps.push(rest[..digits].iter().fold(0, |number, digit| 10 * number + u64::from(digit - b'0')));
        let behind = &rest[digits..];
        if behind.is_empty() {
            return true;
        }
        rest = behind.trim_ascii_start();
        if let [b',', next @ ..] = rest {
            rest = next.trim_ascii_start();
        } else if rest.len() == behind.len() {
            return false;
        }
    }
}

#[cfg(test)]
mod tests;
