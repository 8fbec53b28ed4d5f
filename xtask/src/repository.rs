//! Paths: every path that xtask uses starts at the root of the repository.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The directory of the workspace's `Cargo.toml`, whatever the current directory.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}

/// A path relative to the root, such as `docs/en`.
pub fn path(relative: &str) -> PathBuf {
    root().join(relative)
}

/// The path of this program. It must be read first: the tests build this program again in the same place, and after
/// that the system reports the running program's file as deleted.
///
/// # Errors
///
/// The error of the system.
pub fn this_program() -> io::Result<&'static Path> {
    static THIS: OnceLock<PathBuf> = OnceLock::new();
    if let Some(known) = THIS.get() {
        return Ok(known);
    }
    let found = std::env::current_exe()?;
    Ok(THIS.get_or_init(|| found))
}
