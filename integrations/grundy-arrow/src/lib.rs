//! Positions as Arrow arrays in; outcomes, values and winning moves as Arrow arrays out.
//!
//! An [`Ask`] is a prepared query: the game (or games in a column of their own), the [`Column`]s of the answer, and
//! how invalid rows are handled. It can be reused from any thread, with arrays of any length.
//!
//! ```
//! use std::sync::Arc;
//!
//! use arrow_array::cast::AsArray;
//! use arrow_array::{ArrayRef, UInt64Array};
//! use grundy_solver::batch::Column;
//! use grundy_solver::notation::parse_game;
//! use grundy_arrow::Ask;
//!
//! let ask = Ask::new(parse_game("wythoff")?).columns(&[Column::Outcome, Column::FirstMove]);
//! let first: ArrayRef = Arc::new(UInt64Array::from(vec![8, 8]));
//! let second: ArrayRef = Arc::new(UInt64Array::from(vec![13, 15]));
//! let answers = ask.answer(&[first, second])?;
//! assert_eq!(answers[0].as_string::<i32>().iter().flatten().collect::<String>(), "PN");
//! assert_eq!(answers[1].as_string::<i32>().value(1), "8 13");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Shapes of positions
//!
//! | arrays | a row |
//! | --- | --- |
//! | k integer arrays, of any width, signed or not | k heaps |
//! | one list array of integers (`List`, `LargeList`, `FixedSizeList`) | as many heaps as the list has |
//! | one array of strings (`Utf8`, `LargeUtf8`, `Utf8View`) | heaps separated by blanks or commas, of any size |
//!
//! # Speed
//!
//! Integer arrays of games with a [`Kernel`](grundy_solver::kernel::Kernel) are decided at the speed of memory, on the calling
//! thread, and `UInt64` arrays without a copy. All other rows go to solvers that the `Ask` keeps, one per thread, so that tables
//! built for one call serve the next.

mod build;
mod error;
mod games;
mod gather;
mod pool;
mod positions;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use arrow_array::ArrayRef;
use arrow_schema::{Field, Fields};
use grundy_solver::Error;
use grundy_solver::batch::{Answers, BatchSettings, Column, Prepared, RowError};
use grundy_solver::error::Condition;
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation::{GameLine, Reading};
use grundy_solver::text::Lang;

use crate::build::{Part, Rows};
pub use crate::error::{AskError, Result};
use crate::games::Games;
use crate::pool::Pool;
use crate::positions::{Held, Read};

/// A query about every row. See the [crate] for an example.
#[derive(Debug)]
pub struct Ask {
    line: Option<GameLine>,
    about: About,
    prepared: OnceLock<Arc<Prepared>>,
    games: Games,
    pool: Pool,
}

/// The settings that are independent of the game.
#[derive(Clone, Debug)]
pub(crate) struct About {
    pub columns: Vec<Column>,
    pub keep_going: bool,
    pub null_to_null: bool,
    pub misere: bool,
    pub limits: Limits,
    pub threads: usize,
    pub cancel: Cancel,
    pub reading: Reading,
    pub lang: Lang,
}

impl About {
    pub(crate) fn prepare(&self, line: GameLine) -> Arc<Prepared> {
        let About { columns, keep_going, limits, cancel, .. } = self.clone();
        let limits = Limits { memory: limits.memory / self.threads.max(1) as u64, ..limits };
        Arc::new(Prepared::new(BatchSettings { line, columns, keep_going, limits, cancel }))
    }
}

impl Ask {
    /// Queries the outcomes of one game, with the default limits, on all threads.
    pub fn new(line: GameLine) -> Self {
        Self::about(Some(line))
    }

    /// Queries the outcomes of games in a column of their own, see [`answer_games`](Self::answer_games).
    pub fn of_games() -> Self {
        Self::about(None)
    }

    fn about(line: Option<GameLine>) -> Self {
        let about = About {
            columns: vec![Column::Outcome],
            keep_going: false,
            null_to_null: false,
            misere: false,
            limits: Limits::default(),
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            cancel: Cancel::default(),
            reading: Reading::default(),
            lang: Lang::En,
        };
        Self { line, about, prepared: OnceLock::new(), games: Games::default(), pool: Pool::default() }
    }

    /// The columns of the answer, in this order; by default the outcome only.
    #[must_use]
    pub fn columns(mut self, columns: &[Column]) -> Self {
        self.about.columns = columns.to_vec();
        self
    }

    /// Invalid rows become nulls, and a last column, `error`, states why; otherwise the first such row is an error.
    #[must_use]
    pub fn keep_going(mut self, keep_going: bool) -> Self {
        self.about.keep_going = keep_going;
        self
    }

    /// A null anywhere in a row gives nulls, as in SQL, and is not an error.
    #[must_use]
    pub fn null_to_null(mut self, null_to_null: bool) -> Self {
        self.about.null_to_null = null_to_null;
        self
    }

    /// Whether the games of a column use misère play.
    #[must_use]
    pub fn misere(mut self, misere: bool) -> Self {
        self.about.misere = misere;
        self
    }

    /// The time limit of one row, and the memory limit of all rows together: threads share it, and each row may have an equal
    /// part.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.about.limits = limits;
        self
    }

    /// The most solver threads; at least one.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.about.threads = threads.max(1);
        self
    }

    /// Stops all work soon after this flag is set, with the error `interrupted`, and at the time limit.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Cancel) -> Self {
        self.about.cancel = cancel;
        self
    }

    /// How games of a column are parsed; files named by games are refused unless it allows them.
    #[must_use]
    pub fn reading(mut self, reading: Reading) -> Self {
        self.about.reading = reading;
        self
    }

    /// The language of the column `error`; English by default.
    #[must_use]
    pub fn language(mut self, lang: Lang) -> Self {
        self.about.lang = lang;
        self
    }

    /// The fields of the answer: `value` is `UInt64`; `outcome`, `moves`, `first_move`,
    /// `method` and `error` are `Utf8`.
    pub fn fields(&self) -> Fields {
        let columns = self.about.columns.iter().map(|column| build::field(*column));
        let error = self.about.keep_going.then(build::error_field);
        columns.chain(error).collect::<Vec<Field>>().into()
    }

    /// Answers positions of the one game; the result has the columns of [`fields`](Self::fields), one row for each
    /// position.
    ///
    /// Invalid rows are: nulls, negative heaps, texts that are not heaps, positions that the rules do not allow,
    /// and values that do not fit in 64 bits.
    ///
    /// # Errors
    /// Arrays of a wrong type or of different lengths; the first row that cannot be answered, unless
    /// [`keep_going`](Self::keep_going) is set; answers of more than 2 GiB of text; an interrupt.
    pub fn answer(&self, positions: &[ArrayRef]) -> Result<Vec<ArrayRef>> {
        let Some(line) = &self.line else { return Err(Error::input("error.no-game").into()) };
        let prepared = self.prepared.get_or_init(|| self.about.prepare(line.clone()));
        let read = Read::of(positions)?;
        let bad = match self.refuse(read.bad, read.rows) {
            Ok(bad) => bad,
            // An earlier row may fail too.
            Err(error) => {
                let before = (0..).take(error.index()).collect();
                return Err(self.first_error(&vec![(prepared.clone(), before)], &read.held, error).into());
            }
        };
        if bad.is_empty() {
            let part = Part { answers: self.ask(prepared, read.held, read.rows, None)?, rows: Rows::All };
            return build::arrays(&self.about, read.rows, &[part], &bad);
        }
        let good = gather::all_but(read.rows, &bad);
        let held = gather::rows(&read.held, &good);
        let answers = self.ask(prepared, held, good.len(), Some(&good))?;
        build::arrays(&self.about, read.rows, &[Part { answers, rows: Rows::Some(good) }], &bad)
    }

    /// Answers positions of several games: row `i` is a position of the game that `games` names in row `i`.
    ///
    /// `games` is an array of strings, or a dictionary of strings. Each game is parsed once, and solvers are kept
    /// for up to a thousand games. A row whose game cannot be parsed is invalid; a null game is the [`Ask`]'s own
    /// game, if it has one. Otherwise like [`answer`](Self::answer).
    pub fn answer_games(&self, games: &ArrayRef, positions: &[ArrayRef]) -> Result<Vec<ArrayRef>> {
        let read = Read::of(positions)?;
        if games.len() != read.rows {
            return Err(Error::input("error.arrays-differ")
                .with("first", games.len())
                .with("other", read.rows)
                .into());
        }
        let (groups, mut bad) = self.games.group(games, self.line.as_ref(), &self.about)?;
        bad.extend(read.bad);
        bad.sort_by_key(|bad| bad.row);
        bad.dedup_by_key(|bad| bad.row);
        let bad = match self.refuse(bad, read.rows) {
            Ok(bad) => bad,
            // An earlier row may fail too.
            Err(error) => return Err(self.first_error(&groups, &read.held, error).into()),
        };
        let mut parts = Vec::with_capacity(groups.len());
        let mut first: Option<RowError> = None;
        for (prepared, rows) in groups {
            let good = gather::without(rows, &bad);
            let held = gather::rows(&read.held, &good);
            match self.ask(&prepared, held, good.len(), Some(&good)) {
                Ok(answers) => parts.push(Part { answers, rows: Rows::Some(good) }),
                Err(AskError::Row(wrong)) => {
                    first = Some(match first {
                        Some(first) => earlier(first, wrong),
                        None => wrong,
                    });
                }
                Err(whole @ AskError::Whole(_)) => return Err(whole),
            }
        }
        match first {
            Some(wrong) => Err(wrong.into()),
            None => build::arrays(&self.about, read.rows, &parts, &bad),
        }
    }

    /// The earliest error: that of a row before the row of `wrong`, or `wrong` itself.
    fn first_error(&self, groups: &games::Groups, held: &Held, wrong: RowError) -> RowError {
        let before = wrong.index();
        groups.iter().fold(wrong, |first, (prepared, rows)| {
            let rows: Vec<u32> = rows.iter().copied().filter(|row| (*row as usize) < before).collect();
            match self.ask(prepared, gather::rows(held, &rows), rows.len(), Some(&rows)) {
                Err(AskError::Row(wrong)) => earlier(first, wrong),
                _ => first,
            }
        })
    }

    /// The rows that become nulls; if they must not, the first of them as an error.
    fn refuse(&self, bad: Vec<RowError>, rows: usize) -> std::result::Result<Vec<RowError>, RowError> {
        if self.about.keep_going {
            return Ok(bad);
        }
        match bad.iter().find(|bad| !(self.about.null_to_null && is_null(&bad.error))) {
            None => Ok(bad),
            Some(first) => {
                debug_assert!(first.index() < rows);
                Err(first.clone())
            }
        }
    }

    /// Answers rows of one game; errors name the row of the whole input.
    fn ask(
        &self,
        prepared: &Arc<Prepared>,
        held: Held,
        rows: usize,
        names: Option<&[u32]>,
    ) -> Result<Vec<Answers>> {
        let result = match &held {
            Held::Columns(columns) if prepared.is_immediate(columns.len()) => {
                let mut answers = Answers::default();
                held.with(|positions| prepared.worker().answer(positions, &mut answers))
                    .map(|()| vec![answers])
            }
            _ => self.pool.answer(prepared, held, rows, self.about.threads),
        };
        result.map_err(|bad| {
            if self.about.cancel.has_caused(&bad.error) {
                return AskError::Whole(bad.error);
            }
            let row = names.map_or(Some(bad.row), |names| names.get(bad.index()).map(|row| u64::from(*row)));
            match row {
                Some(row) => RowError { row, ..bad }.into(),
                None => AskError::Whole(bad.error),
            }
        })
    }
}

/// The error of the earlier row; the first one, if both are about the same row.
fn earlier(first: RowError, other: RowError) -> RowError {
    if other.row < first.row { other } else { first }
}

/// Whether a row is invalid because it is null.
pub(crate) fn is_null(error: &Error) -> bool {
    error.is(Condition::NullHeap) || error.is(Condition::NullGame)
}
