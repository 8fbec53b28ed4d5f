//! One of several equal parts of a job, and the name of its file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One of several equal parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The index of the part, from 0.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

impl Part {
    /// Parses `i/n`, where i counts from 1.
    pub fn read(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        let (number, of) = (number.trim().parse::<u64>().ok()?, of.trim().parse().ok()?);
        (1..=of).contains(&number).then(|| Self { number: number - 1, of })
    }

    /// The file of this part of `out`.
    pub fn path(self, out: &Path) -> PathBuf {
        with(out, &format!(".shard-{}-of-{}", self.number + 1, self.of))
    }
}

/// A path with `more` appended.
pub(crate) fn with(path: &Path, more: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(more);
    name.into()
}
