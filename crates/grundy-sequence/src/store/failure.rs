//! Opening a database, and what may go wrong with it and with files of segments.

use std::fmt::Display;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use redb::Database;

use grundy_core::error::{Error, Result};

/// Size of the database cache in memory, in bytes.
const CACHE: usize = 16 << 20;

/// Checks databases from their root whenever they are opened. References in a damaged page are then never
/// trusted, and no memory is allocated for them. All values are read on opening in any case.
pub(super) fn builder() -> redb::Builder {
    let mut builder = redb::Builder::new();
    builder.set_cache_size(CACHE).set_check_integrity_on_open(true);
    builder
}

/// Opens the database in this file of the folder, or creates it.
pub(super) fn database_in(file: &Path, folder: &Path) -> Result<Database> {
    let database = guarded(|| Ok(builder().create(file)?));
    database.map_err(|failed| match failed {
        Failed::Error(redb::Error::DatabaseAlreadyOpen) => {
            Error::input("error.state-busy").with("path", shown(folder))
        }
        failed => failed.unopened(folder),
    })
}

/// Why a database operation failed.
pub(super) enum Failed {
    Error(redb::Error),
    /// The database trusts its file so far that a damaged file may cause a panic.
    Panicked,
}

impl Failed {
    pub(super) fn unopened(&self, path: &Path) -> Error {
        match self {
            Self::Error(redb::Error::Corrupted(_)) | Self::Panicked => damaged(path),
            Self::Error(error) => unopened(path, error),
        }
    }
}

pub(super) fn guarded<T>(
    work: impl FnOnce() -> std::result::Result<T, redb::Error>,
) -> std::result::Result<T, Failed> {
    // After a panic the database is only closed, and closing is guarded too.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(Failed::Error),
        Err(_) => Err(Failed::Panicked),
    }
}

pub(super) fn damaged(path: &Path) -> Error {
    Error::input("error.state-damaged").with("path", shown(path))
}

/// The error for a segment that cannot be read.
pub(super) fn unread(path: &Path, error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::NotFound => damaged(path),
        _ => unopened(path, error),
    }
}

pub(super) fn unopened(path: &Path, error: &dyn Display) -> Error {
    Error::input("error.state-open").with("path", shown(path)).with("error", error.to_string())
}

pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// The errors of a full disk.
pub(super) const FULL: [io::ErrorKind; 2] = [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded];

pub(super) fn is_full(error: &redb::Error) -> bool {
    matches!(error, redb::Error::Io(error) if FULL.contains(&error.kind()))
}
