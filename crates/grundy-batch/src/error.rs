//! What can stop a job.

use std::io;
use std::path::{Path, PathBuf};

use grundy_solver::Error;
use grundy_solver::limits::Cancel;

/// Shorthand for the results of this crate.
pub type Result<T> = std::result::Result<T, BatchFailure>;

/// Why a job stopped.
#[derive(Debug)]
pub enum BatchFailure {
    /// What was asked does not fit the files.
    Asked(Error),
    /// The work was interrupted, or its time is up; the rows before are written.
    Stopped {
        /// How many.
        rows: u64,
        /// Which of the two.
        error: Error,
    },
    /// A row makes no sense; the rows before it are written.
    Row {
        /// The line (in Parquet the row), counted from 1.
        line: u64,
        /// The column in characters, counted from 1.
        column: usize,
        /// What is wrong.
        error: Error,
    },
    /// A file could not be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The output could not be written where it has no name.
    Output(io::Error),
    /// The input could not be read where it has no name.
    Input(io::Error),
}

impl BatchFailure {
    /// What becomes of an error of this file.
    pub fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |error| Self::File { path: path.to_owned(), error }
    }
}

impl BatchFailure {
    /// What stopped the work, where the input failed for that: who reads says so in words of his own.
    pub(crate) fn or_stopped(self, cancel: &Cancel) -> Self {
        match (self, cancel.check()) {
            (Self::Input(_) | Self::Asked(_), Err(error)) => Self::Stopped { rows: 0, error },
            (failure, _) => failure,
        }
    }

    /// The same failure, after so many rows.
    pub(crate) fn after(self, rows: u64) -> Self {
        match self {
            Self::Stopped { error, .. } => Self::Stopped { rows, error },
            other => other,
        }
    }
}

impl From<Error> for BatchFailure {
    fn from(error: Error) -> Self {
        Self::Asked(error)
    }
}
