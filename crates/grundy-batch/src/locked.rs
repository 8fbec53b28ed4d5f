//! Unfinished files that one run at a time may write: two runs of one command would else write over each other
//! and leave a file that is neither's.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use grundy_solver::Error;

use crate::error::{BatchFailure, Result};

/// Opens the file for this run alone, at its end, with what an earlier run left in it. It is this run's until it is closed.
///
/// # Errors
/// `output-busy` where another run has it; the file cannot be made or opened.
pub fn open(path: &Path) -> Result<File> {
    let failed = BatchFailure::file(path);
    loop {
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(&failed)?;
        match file.try_lock() {
            // Between opening and locking, the run before may have given the file its final name.
            Ok(()) if is_still(&file, path) => return Ok(file),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let path = path.display().to_string();
                return Err(Error::input("error.output-busy").with("path", path).into());
            }
            // Where a file system knows no locks there is nothing to wait for.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

/// What a path leads to, through links, also where the last of them leads to nothing yet: a file that gets its name there leaves
/// the links as they are.
pub fn behind_links(path: &Path) -> PathBuf {
    // As many as systems follow.
    const MOST: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MOST {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    target
}

/// Refuses the name of a device, a pipe or a folder: a file that got this name would take its place.
pub(crate) fn check_name(path: &Path) -> Result<()> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(Error::input("error.output-no-file").with("path", path.display().to_string()).into());
    }
    Ok(())
}

/// Does the path still lead to this file?
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(opened), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    (opened.dev(), opened.ino()) == (named.dev(), named.ino())
}

/// Does the path still lead to this file? Elsewhere an open file keeps its name.
#[cfg(not(unix))]
fn is_still(_file: &File, path: &Path) -> bool {
    fs::exists(path).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn links_lead_to_their_target_even_if_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("second", at("first")).unwrap();
        std::os::unix::fs::symlink(at("target"), at("second")).unwrap();
        std::os::unix::fs::symlink("round", at("round")).unwrap();
        assert_eq!(behind_links(&at("first")), at("target"));
        assert_eq!(behind_links(&at("plain")), at("plain"));
        // In a circle there is no target; opening it says so.
        assert!(open(&behind_links(&at("round"))).is_err());
    }

    #[test]
    fn one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.part");
        let first = open(&path).unwrap();
        assert!(matches!(open(&path), Err(BatchFailure::Asked(error)) if error.code() == "output-busy"));
        drop(first);
        open(&path).unwrap();
    }
}
