//! Errors of this crate, about all arrays or about one row.

use std::fmt;

use grundy_solver::Error;
use grundy_solver::text::Value;

/// Shorthand for the results of this crate.
pub type Result<T> = std::result::Result<T, AskError>;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskError {
    /// The row, counted from 0; `None` if the error is not about a row.
    pub row: Option<usize>,
    /// What is wrong.
    pub error: Error,
}

impl AskError {
    pub(crate) fn input(id: &'static str) -> Self {
        Self { row: None, error: Error::input(id) }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.error = self.error.with(name, value);
        self
    }

    /// The error of the earlier row.
    pub(crate) fn earlier(self, other: Self) -> Self {
        if other.row < self.row { other } else { self }
    }
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row {
            Some(row) => write!(f, "row {row}: {}", self.error),
            None => self.error.fmt(f),
        }
    }
}

impl std::error::Error for AskError {}
