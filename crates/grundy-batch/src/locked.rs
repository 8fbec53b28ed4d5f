//! Unfinished files, locked by one run at a time. Without the lock, two runs of one command would overwrite
//! each other's output and leave a mixed file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use grundy_solver::Error;

use crate::error::{BatchFailure, Result};

/// Opens the file exclusively for this run, positioned at its end, with the content of an earlier run. The lock
/// lasts until the file is closed.
///
/// # Errors
/// `output-busy` if another run has it, or if the file cannot be created or opened.
pub fn open(path: &Path) -> Result<File> {
    let failed = BatchFailure::file(path);
    loop {
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(&failed)?;
        match file.try_lock() {
            // Between opening and locking, the previous run may have renamed the file to its final name.
            Ok(()) if is_still(&file, path) => return Ok(file),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let path = path.display().to_string();
                return Err(Error::input("error.output-busy").with("path", path).into());
            }
            // A file system without locks is used without one.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

/// The target of a path through symbolic links, even if the last link has no target yet. A file renamed to that
/// target leaves the links unchanged.
pub fn behind_links(path: &Path) -> PathBuf {
    // The number of links that systems usually follow.
    const MOST: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MOST {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    target
}

/// Returns an error for the name of a device, a pipe or a folder, which the new file would replace.
pub(crate) fn check_name(path: &Path) -> Result<()> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(Error::input("error.output-no-file").with("path", path.display().to_string()).into());
    }
    Ok(())
}

/// Whether the path still leads to this file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(opened), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    (opened.dev(), opened.ino()) == (named.dev(), named.ino())
}

/// Whether the path still leads to this file. On other systems an open file cannot be renamed.
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
        // A cycle of links has no target; opening it reports that.
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
