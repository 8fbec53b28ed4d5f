//! The only access to files. Code that reads games from untrusted sources must not open files.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::limits::{Budget, Limits};

/// Maximum size of a script, in bytes.
pub const MAX_SCRIPT: u64 = 1 << 20;
/// Number of bytes of a file that are read at a time, if they need not be in memory together.
const PIECE: usize = 1 << 18;
/// Number of bytes that tell formats apart.
const BEGINS: u64 = 1 << 16;

/// Whether a game may name a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// No: for games from elsewhere, such as requests and tables.
    #[default]
    Refused,
    /// Yes: for games written by somebody at this machine.
    Allowed,
    /// Only files below this directory, after symbolic links are resolved.
    Below(PathBuf),
}

/// Permissions and limits for reading a text.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Whether games may name files.
    pub files: Files,
    /// Whether games may be scripts.
    pub scripts: bool,
    /// The memory that a graph read from a file may use.
    pub limits: Limits,
    /// Maximum number of decimal digits that numbers computed in the text (`12^1000`) may have together, if less than
    /// [`MAX_COMPUTED`](crate::notation::MAX_COMPUTED). Numbers of millions of digits take seconds to read and to
    /// write, and the time limit is not checked meanwhile.
    pub computed: Option<usize>,
}

impl Default for Reading {
    /// No files, scripts allowed, the default limits.
    fn default() -> Self {
        Self { files: Files::Refused, scripts: true, limits: Limits::default(), computed: None }
    }
}

/// A file that may be read but was not read yet.
pub(super) struct Source {
    name: String,
    path: PathBuf,
    size: u64,
}

/// Checks whether a file may be read, and how large it is, without reading it.
pub(super) fn open(name: &str, reading: &Reading, most: u64) -> Result<Source> {
    let path = match &reading.files {
        Files::Refused => return Err(Error::input("error.files-refused").with("file", name)),
        Files::Allowed => PathBuf::from(name),
        Files::Below(folder) => below(name, folder)?,
    };
    let about = fs::metadata(&path).map_err(|error| unreadable(name, &error))?;
    // A pipe or a device may be endless.
    if !about.is_file() {
        return Err(Error::input("error.file-not-regular").with("file", name));
    }
    if about.len() > most {
        return Err(Error::input("error.file-too-long").with("file", name).with("limit", most));
    }
    Ok(Source { name: name.to_owned(), path, size: about.len() })
}

fn below(name: &str, folder: &Path) -> Result<PathBuf> {
    let real = |path: &Path| fs::canonicalize(path).map_err(|error| unreadable(name, &error));
    let folder = real(folder)?;
    let path = real(&folder.join(name))?;
    if path.starts_with(&folder) {
        Ok(path)
    } else {
        Err(Error::input("error.files-refused").with("file", name))
    }
}

fn unreadable(name: &str, error: &std::io::Error) -> Error {
    Error::input("error.file-unreadable").with("file", name).with("reason", error.to_string())
}

impl Source {
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The bytes. A file that has grown since is read up to its former size.
    pub(super) fn bytes(&self, budget: &Budget) -> Result<Vec<u8>> {
        budget.reserve(self.size)?;
        let mut bytes = Vec::with_capacity(usize::try_from(self.size).unwrap_or(0) + 1);
        let file = fs::File::open(&self.path).map_err(|error| unreadable(&self.name, &error))?;
        file.take(self.size).read_to_end(&mut bytes).map_err(|error| unreadable(&self.name, &error))?;
        Ok(bytes)
    }

    /// The first bytes, enough to tell formats apart.
    pub(super) fn begins(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = fs::File::open(&self.path).map_err(|error| unreadable(&self.name, &error))?;
        file.take(self.size.min(BEGINS))
            .read_to_end(&mut bytes)
            .map_err(|error| unreadable(&self.name, &error))?;
        Ok(bytes)
    }

    /// Calls `each` with pieces of the file, each of whole lines. Only one piece is in memory at a time.
    pub(super) fn for_each_piece(
        &self,
        budget: &Budget,
        mut each: impl FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let unreadable = |error: std::io::Error| unreadable(&self.name, &error);
        let mut file = fs::File::open(&self.path).map_err(unreadable)?.take(self.size);
        let (mut bytes, mut reserved) = (Vec::new(), 0);
        loop {
            budget.check_time()?;
            // A line longer than a piece needs more room each time.
            let room = PIECE.max(bytes.len());
            let needed = (bytes.len() + room) as u64;
            if needed > reserved {
                budget.reserve(needed - reserved)?;
                reserved = needed;
                bytes.reserve_exact(room);
            }
            let read = file.by_ref().take(room as u64).read_to_end(&mut bytes).map_err(unreadable)?;
            let ended = read < room;
            let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |end| end + 1);
            let whole = if ended { bytes.len() } else { whole };
            each(&bytes[..whole])?;
            if ended {
                break;
            }
            bytes.drain(..whole);
        }
        budget.release(reserved);
        Ok(())
    }

    /// The whole file as text.
    pub(super) fn text(&self) -> Result<String> {
        String::from_utf8(self.bytes(&Budget::default())?)
            .map_err(|_| Error::input("error.file-not-text").with("file", self.name.as_str()))
    }
}
