//! Where things are: every path xtask touches starts at the root of the repository.

use std::path::{Path, PathBuf};

/// The directory that holds the workspace's `Cargo.toml`, whatever directory the command was typed in.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| Path::new("."))
}

/// A path given from the root, such as `docs/en`.
pub fn path(relative: &str) -> PathBuf {
    root().join(relative)
}
