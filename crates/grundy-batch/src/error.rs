//! Errors that stop a job.

use std::io;
use std::path::{Path, PathBuf};

use grundy_solver::Error;
use grundy_solver::batch::RowError;
use grundy_solver::limits::Cancel;

/// Shorthand for the results of this crate.
pub type Result<T> = std::result::Result<T, BatchFailure>;

/// Why a job stopped.
#[derive(Debug)]
pub enum BatchFailure {
    /// The request does not fit the files.
    Asked(Error),
    /// The work was interrupted, or its time limit was reached; earlier rows are written.
    Stopped {
        /// The number of rows written.
        rows: u64,
        /// The interruption or the time limit.
        error: Error,
    },
    /// A row of the input is invalid; the rows before it are written.
    Row(RowError),
    /// A file could not be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// An output without a name could not be written.
    Output(io::Error),
    /// An input without a name could not be read.
    Input(io::Error),
}

impl BatchFailure {
    /// Converts I/O errors of this file.
    pub fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |error| Self::File { path: path.to_owned(), error }
    }
}

impl BatchFailure {
    /// The error that stopped the work, if the input failed because of it: readers wrap such an error
    /// in their own.
    pub(crate) fn or_stopped(self, cancel: &Cancel) -> Self {
        match (self, cancel.check()) {
            (Self::Input(_) | Self::Asked(_), Err(error)) => Self::Stopped { rows: 0, error },
            (failure, _) => failure,
        }
    }

    /// The same failure, with the number of rows written.
    pub(crate) fn after(self, rows: u64) -> Self {
        match self {
            Self::Stopped { error, .. } => Self::Stopped { rows, error },
            other => other,
        }
    }
}

impl From<RowError> for BatchFailure {
    fn from(wrong: RowError) -> Self {
        Self::Row(wrong)
    }
}

impl From<Error> for BatchFailure {
    fn from(error: Error) -> Self {
        Self::Asked(error)
    }
}
