//! Where things are: every path xtask touches starts at the root of the repository.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The directory that holds the workspace's `Cargo.toml`, whatever directory the command was typed in.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}

/// A path given from the root, such as `docs/en`.
pub fn path(relative: &str) -> PathBuf {
    root().join(relative)
}

/// Where this program is. It is asked first thing: the tests it runs build it again in the same place, and from then
/// on the system calls the running program's file deleted.
///
/// # Errors
///
/// Those of the system.
pub fn this_program() -> io::Result<&'static Path> {
    static THIS: OnceLock<PathBuf> = OnceLock::new();
    if let Some(known) = THIS.get() {
        return Ok(known);
    }
    let found = std::env::current_exe()?;
    Ok(THIS.get_or_init(|| found))
}
