//! A part of a job as a separate file, with a manifest beside it.
//!
//! Part `i` of `n` of a job that writes `FILE` is `FILE.shard-i-of-n`. Its manifest `FILE.shard-i-of-n.json`
//! holds the job, the input, and the checksum of the output. Both get their names only when they are complete,
//! the manifest last. So an interrupted run leaves no manifest, and is resumed by repeating the command: a part
//! whose manifest and checksum are right is kept.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use grundy_solver::Error;
use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

use crate::error::{BatchFailure, Result};
use crate::identity::{Identity, checksum, hex};
use crate::input::Input;
use crate::job::{Job, Progress, Summary};
use crate::locked;
pub use crate::part::Part;
pub(crate) use crate::part::with;
use crate::run::run_part;

/// The manifest of a part, stored beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this format.
    pub schema: u32,
    /// The program that wrote it.
    pub program: String,
    /// The request, and the identity of the input.
    pub(crate) about: About,
    /// The index of the part, from 1.
    pub shard: u64,
    /// The number of parts.
    pub of: u64,
    /// The number of rows in the part.
    pub rows: u64,
    /// The number of rows that are errors.
    pub errors: u64,
    /// Bytes before its first row: the header line.
    pub head: u64,
    /// The size of the part, in bytes.
    pub bytes: u64,
    /// The SHA-256 of the part.
    pub sha256: String,
}

/// The data that all parts of a job have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct About {
    game: Option<String>,
    misere: bool,
    show: Vec<String>,
    columns: Vec<String>,
    game_column: Option<String>,
    from: String,
    pub to: String,
    only: bool,
    keep_going: bool,
    language: Option<String>,
    input: Identity,
}

impl About {
    fn of(job: &Job, input: &Path) -> Result<Self> {
        Ok(Self {
            game: job.line.as_ref().map(|line| line.spelled.to_string()),
            misere: job.misere || job.line.as_ref().is_some_and(|line| line.misere),
            show: job.show.iter().map(|column| column.name().to_owned()).collect(),
            columns: job.columns.clone(),
            game_column: job.game_column.clone(),
            from: job.from.name().to_owned(),
            to: job.to.name().to_owned(),
            only: job.only,
            keep_going: job.keep_going,
            // The language only affects error texts.
            language: job.keep_going.then(|| job.lang.tag().to_owned()),
            input: Identity::of(input)?,
        })
    }
}

const SCHEMA: u32 = 1;

impl Manifest {
    /// The path of the manifest of a part.
    pub fn path(part: &Path) -> PathBuf {
        with(part, ".json")
    }

    /// Reads the manifest of a part; `None` if it does not exist.
    pub(crate) fn read(part: &Path) -> Result<Option<Self>> {
        let path = Self::path(part);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(BatchFailure::File { path, error }),
        };
        match serde_json::from_str::<Self>(&text) {
            Ok(manifest) if manifest.schema == SCHEMA => Ok(Some(manifest)),
            _ => Err(Error::input("error.no-manifest").with("path", path.display().to_string()).into()),
        }
    }

    /// Whether the part exists and is unchanged.
    pub(crate) fn is_good(&self, part: &Path) -> Result<bool> {
        match fs::metadata(part) {
            Ok(about) if about.len() == self.bytes => {
                Ok(checksum(part).map_err(BatchFailure::file(part))? == self.sha256)
            }
            Ok(_) => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(BatchFailure::File { path: part.to_owned(), error }),
        }
    }
}

/// The result of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The file of the part.
    pub path: PathBuf,
    /// The manifest of the part.
    pub manifest: Manifest,
    /// Whether the part existed already.
    pub was_there: bool,
}

/// Answers one part of `input` into its file beside `out`, unless that file is complete already.
///
/// # Errors
/// Those of [`run`](crate::run); a manifest of another job, which is never overwritten.
pub fn run(
    job: &Job,
    input: &Path,
    part: Part,
    out: &Path,
    watch: &mut dyn FnMut(Progress),
) -> Result<Shard> {
    let path = part.path(out);
    let about = About::of(job, input)?;
    if let Some(manifest) = Manifest::read(&path)? {
        if manifest.about != about {
            let path = Manifest::path(&path).display().to_string();
            return Err(Error::input("error.other-manifest").with("path", path).into());
        }
        if manifest.is_good(&path)? {
            return Ok(Shard { path, manifest, was_there: true });
        }
    }
    let mut writer = Summing::create(&path)?;
    let summary = run_part(job, Input::File(input.to_owned()), Some(part), &mut writer, watch)?;
    let (bytes, sha256) = writer.finish(&path)?;
    let Summary { rows, errors, head } = summary;
    let (shard, of) = (part.number + 1, part.of);
    let program = concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned();
    let manifest = Manifest { schema: SCHEMA, program, about, shard, of, rows, errors, head, bytes, sha256 };
    let text = serde_json::to_string_pretty(&manifest).unwrap_or_default() + "\n";
    let mut writer = Summing::create(&Manifest::path(&path))?;
    writer.write_all(text.as_bytes()).map_err(BatchFailure::file(&path))?;
    writer.finish(&Manifest::path(&path))?;
    Ok(Shard { path, manifest, was_there: false })
}

/// A file that gets its name when it is complete, with a checksum of its content.
pub(crate) struct Summing {
    file: BufWriter<File>,
    /// The temporary file, removed on drop unless it has been renamed.
    unfinished: Option<PathBuf>,
    hash: Hash,
    bytes: u64,
}

impl Summing {
    /// Creates the temporary file for `path`; overwrites what an interrupted run has left.
    pub fn create(path: &Path) -> Result<Self> {
        let path = &locked::behind_links(path);
        locked::check_name(path)?;
        let unfinished = with(path, ".part");
        let file = locked::open(&unfinished)?;
        file.set_len(0).map_err(BatchFailure::file(&unfinished))?;
        Ok(Self {
            file: BufWriter::with_capacity(1 << 18, file),
            unfinished: Some(unfinished),
            hash: Hash::new(),
            bytes: 0,
        })
    }

    /// Renames the file to its final name; returns its length and checksum.
    pub fn finish(mut self, path: &Path) -> Result<(u64, String)> {
        let path = &locked::behind_links(path);
        let whole = self.file.flush().and_then(|()| self.file.get_ref().sync_all());
        let named =
            whole.and_then(|()| self.unfinished.as_ref().map_or(Ok(()), |from| fs::rename(from, path)));
        named.map_err(BatchFailure::file(path))?;
        self.unfinished = None;
        Ok((self.bytes, hex(&std::mem::take(&mut self.hash).finalize())))
    }
}

impl Drop for Summing {
    /// The file is still open here, so its lock is still held.
    fn drop(&mut self) {
        if let Some(path) = &self.unfinished {
            let _ = fs::remove_file(path);
        }
    }
}

impl Write for Summing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    // The file is not read before it is complete.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
