//! The source of rows, opened for reading.

use std::fs::File;
use std::path::{Path, PathBuf};

use grundy_solver::limits::Cancel;

use crate::error::{BatchFailure, Result};
use crate::pump::{Pump, ReadSend, Unwanted};

/// The source of rows.
#[derive(Debug)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// A stream that can be read once.
    Stream(Box<dyn ReadSend>),
}

impl Input {
    /// Opens it for reading from its start, with its size if known. Waiting for a stream checks the deadline.
    pub(crate) fn open(
        self,
        cancel: &Cancel,
        unwanted: &Unwanted,
    ) -> Result<(Box<dyn ReadSend>, Option<u64>)> {
        let (stream, size): (Box<dyn ReadSend>, _) = match self {
            Self::Stream(stream) => (stream, None),
            Self::File(path) => {
                let (file, size) = open(&path)?;
                (Box::new(file), size)
            }
        };
        if size.is_some() {
            return Ok((stream, size));
        }
        let pump = Pump::new(stream, cancel.clone(), unwanted.clone()).map_err(BatchFailure::Input)?;
        Ok((Box::new(pump), None))
    }
}

/// Opens a file. Returns its size if it is a regular file.
pub(crate) fn open(path: &Path) -> Result<(File, Option<u64>)> {
    let file = File::open(path).map_err(BatchFailure::file(path))?;
    let about = file.metadata().map_err(BatchFailure::file(path))?;
    Ok((file, about.is_file().then_some(about.len())))
}
