//! Errors of this crate, about all arrays or about one row.

use std::fmt;

use grundy_solver::Error;
use grundy_solver::batch::RowError;

/// Shorthand for the results of this crate.
pub type Result<T> = std::result::Result<T, AskError>;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The arrays do not fit together, or the work was interrupted.
    Whole(Error),
    /// A row cannot be answered.
    Row(RowError),
}

impl AskError {
    /// What is wrong.
    pub fn error(&self) -> &Error {
        match self {
            Self::Whole(error) | Self::Row(RowError { error, .. }) => error,
        }
    }

    /// What is wrong, without the row.
    pub fn into_error(self) -> Error {
        match self {
            Self::Whole(error) | Self::Row(RowError { error, .. }) => error,
        }
    }
}

impl From<Error> for AskError {
    fn from(error: Error) -> Self {
        Self::Whole(error)
    }
}

impl From<RowError> for AskError {
    fn from(wrong: RowError) -> Self {
        Self::Row(wrong)
    }
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(error) => error.fmt(f),
            Self::Row(RowError { row, error, .. }) => write!(f, "row {row}: {error}"),
        }
    }
}

impl std::error::Error for AskError {}
