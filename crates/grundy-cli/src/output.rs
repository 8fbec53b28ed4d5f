//! Output files that are written atomically.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use grundy_batch::{BatchFailure, locked};

use crate::failure::Failure;
use crate::watchdog;

/// The size of a write, in bytes.
const PIECE: usize = 1 << 16;

/// The destination of an answer: standard output, or a file that gets its name when it is complete.
pub struct Output {
    to: To,
    path: String,
}

enum To {
    Stdout(BufWriter<io::Stdout>),
    /// A temporary file beside the target, and the target.
    New(Unfinished, PathBuf),
    /// A target that is not an ordinary file (a pipe, a device) is written directly.
    Special(BufWriter<File>),
}

/// An incomplete file, locked by this run and removed with it. The next run with the same output overwrites what a
/// killed run left.
struct Unfinished {
    file: BufWriter<File>,
    /// Its temporary name, until it is renamed.
    path: Option<PathBuf>,
}

impl Unfinished {
    fn create(path: PathBuf) -> grundy_batch::Result<Self> {
        let file = locked::open(&path)?;
        watchdog::unfinished(&path);
        file.set_len(0).map_err(BatchFailure::file(&path))?;
        Ok(Self { file: BufWriter::with_capacity(PIECE, file), path: Some(path) })
    }

    /// Renames the file to its final name.
    fn finish(mut self, target: &Path) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        if let Some(path) = &self.path {
            fs::rename(path, target)?;
            watchdog::finished(path);
            self.path = None;
        }
        Ok(())
    }
}

impl Drop for Unfinished {
    /// The file is still open here, so this run still holds its lock.
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
            watchdog::finished(path);
        }
    }
}

impl Output {
    /// `-` and `None` are standard output.
    pub fn create(path: Option<&String>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != "-") else {
            let out = BufWriter::with_capacity(PIECE, io::stdout());
            return Ok(Self { to: To::Stdout(out), path: "-".to_owned() });
        };
        let to = Self::open(Path::new(path)).map_err(|failure| match failure {
            BatchFailure::Asked(error) | BatchFailure::Stopped { error, .. } => error.into(),
            BatchFailure::File { error, .. } | BatchFailure::Input(error) | BatchFailure::Output(error) => {
                Failure::file(path, error)
            }
            BatchFailure::Row(wrong) => Failure::Row(wrong),
        })?;
        Ok(Self { to, path: path.clone() })
    }

    fn open(path: &Path) -> grundy_batch::Result<To> {
        let failed = BatchFailure::file(path);
        // Links are followed, so that they stay links.
        let target = locked::behind_links(path);
        if fs::metadata(&target).is_ok_and(|about| !about.is_file()) {
            let file = File::create(&target).map_err(failed)?;
            return Ok(To::Special(BufWriter::with_capacity(PIECE, file)));
        }
        let Some(name) = target.file_name() else {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        };
        let mut beside = OsString::from(".");
        beside.push(name);
        beside.push(".grundy-part");
        let unfinished = Unfinished::create(target.with_file_name(beside))?;
        // The permissions of an ordinary new file, or of the file that is replaced.
        if let Ok(about) = fs::metadata(&target) {
            unfinished.file.get_ref().set_permissions(about.permissions()).map_err(failed)?;
        }
        Ok(To::New(unfinished, target))
    }

    /// Whether this is standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self.to, To::Stdout(_))
    }

    /// Writes bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.write_bytes(bytes).map_err(|error| self.failed(error))
    }

    /// Writes bytes; for callers that report errors themselves.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.to {
            To::Stdout(out) => out.write_all(bytes),
            To::New(out, _) => out.file.write_all(bytes),
            To::Special(out) => out.write_all(bytes),
        }
    }

    /// Flushes what was written so far, for a reader that follows.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.flush_bytes().map_err(|error| self.failed(error))
    }

    /// Flushes; for callers that report errors themselves.
    pub fn flush_bytes(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stdout(out) => out.flush(),
            To::Special(out) => out.flush(),
            To::New(..) => Ok(()),
        }
    }

    /// Ends a complete output: the file gets its name.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        let To::New(out, target) = self.to else { return Ok(()) };
        out.finish(&target).map_err(|error| Failure::file(&self.path, error))
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

/// A text without the byte order mark that some editors begin it with.
pub fn without_mark(mut text: String) -> String {
    if text.starts_with(grundy_solver::text::BYTE_ORDER_MARK) {
        text.drain(..grundy_solver::text::BYTE_ORDER_MARK.len());
    }
    text
}
