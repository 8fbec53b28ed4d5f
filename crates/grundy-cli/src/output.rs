//! Files that are there in full or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;

/// Written in pieces of so many bytes.
const PIECE: usize = 1 << 16;

/// Where an answer goes: standard output or a file, which gets its name when all of it is there.
pub struct Output {
    to: To,
    path: String,
}

enum To {
    Stdout(BufWriter<io::Stdout>),
    /// A file beside the one that is meant.
    New(BufWriter<NamedTempFile>, PathBuf),
    /// What is no ordinary file (a pipe, a device) is written to as it is.
    Special(BufWriter<File>),
}

impl Output {
    /// `-` and nothing are standard output.
    pub fn create(path: Option<&String>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != "-") else {
            let out = BufWriter::with_capacity(PIECE, io::stdout());
            return Ok(Self { to: To::Stdout(out), path: "-".to_owned() });
        };
        let to = Self::open(Path::new(path)).map_err(|error| Failure::file(path, error))?;
        Ok(Self { to, path: path.clone() })
    }

    fn open(path: &Path) -> io::Result<To> {
        // Through links, so that they stay links.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&target).is_ok_and(|about| !about.is_file()) {
            return Ok(To::Special(BufWriter::with_capacity(PIECE, File::create(&target)?)));
        }
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        // Said of the folder itself, before a name is made up in it.
        fs::metadata(folder)?;
        let mut builder = Builder::new();
        builder.prefix(".grundy-");
        // As an ordinary new file, or as the one that is replaced.
        let permissions = fs::metadata(&target).ok().map(|about| about.permissions());
        if let Some(permissions) = permissions.or_else(ordinary) {
            builder.permissions(permissions);
        }
        let file = builder.tempfile_in(folder)?;
        Ok(To::New(BufWriter::with_capacity(PIECE, file), target))
    }

    /// Is this standard output?
    pub fn is_stdout(&self) -> bool {
        matches!(self.to, To::Stdout(_))
    }

    /// Writes more.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.write_bytes(bytes).map_err(|error| self.failed(error))
    }

    /// The same, for those who say themselves what failed.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.to {
            To::Stdout(out) => out.write_all(bytes),
            To::New(out, _) => out.write_all(bytes),
            To::Special(out) => out.write_all(bytes),
        }
    }

    /// Hands on what was written so far, where somebody may be reading it.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.flush_bytes().map_err(|error| self.failed(error))
    }

    /// The same, for those who say themselves what failed.
    pub fn flush_bytes(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stdout(out) => out.flush(),
            To::Special(out) => out.flush(),
            To::New(..) => Ok(()),
        }
    }

    /// All is written: the file gets its name.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        let To::New(out, target) = self.to else { return Ok(()) };
        let named = out.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| {
            file.as_file().sync_all()?;
            file.persist(&target).map_err(|error| error.error)
        });
        named.map(drop).map_err(|error| Failure::file(&self.path, error))
    }

    fn failed(&self, error: io::Error) -> Failure {
        if self.is_stdout() { Failure::Output(error) } else { Failure::file(&self.path, error) }
    }
}

/// Writes a whole file.
pub fn write_file(path: &String, bytes: &[u8]) -> Result<(), Failure> {
    let mut out = Output::create(Some(path))?;
    out.write(bytes)?;
    out.finish()
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere there are no such permissions")]
fn ordinary() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn ordinary() -> Option<Permissions> {
    None
}
