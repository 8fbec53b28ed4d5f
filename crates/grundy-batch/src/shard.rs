//! A part of a job as a file of its own, with a manifest beside it.
//!
//! Part `i` of `n` of a job that writes `FILE` is `FILE.shard-i-of-n`, and `FILE.shard-i-of-n.json` says what it is: the job,
//! the input, and the checksum of what was written. Both get their names only when they are complete, the manifest
//! last. So whatever was cut short leaves no manifest, and to go on is to repeat the command: a part whose
//! manifest and checksum are right is left alone.

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

/// What a part is, as it stands beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this format.
    pub schema: u32,
    /// The program that wrote it.
    pub program: String,
    /// What was asked, and of which input.
    pub(crate) about: About,
    /// Which part, counted from 1.
    pub shard: u64,
    /// Of how many.
    pub of: u64,
    /// Rows of the part.
    pub rows: u64,
    /// How many of them are errors.
    pub errors: u64,
    /// Bytes in front of its first row: the line of names.
    pub head: u64,
    /// Bytes of the part.
    pub bytes: u64,
    /// Their SHA-256.
    pub sha256: String,
}

/// What all parts of a job have in common.
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
            // Only errors are said in words.
            language: job.keep_going.then(|| job.lang.tag().to_owned()),
            input: Identity::of(input)?,
        })
    }
}

const SCHEMA: u32 = 1;

impl Manifest {
    /// Where the manifest of a part stands.
    pub fn path(part: &Path) -> PathBuf {
        with(part, ".json")
    }

    /// Reads the manifest of a part; `None` where there is none.
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

    /// Is the part there as it was written?
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

/// What became of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its file.
    pub path: PathBuf,
    /// What it is.
    pub manifest: Manifest,
    /// Was it there already?
    pub was_there: bool,
}

/// Answers one part of `input` into its file beside `out`, unless that has been done.
///
/// # Errors
/// As [`run`](crate::run); a manifest of another job, which is never overwritten.
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

/// A file that gets its name when it is complete; sums up what is written.
pub(crate) struct Summing {
    file: BufWriter<File>,
    /// Removed with this, unless it has got its name.
    unfinished: Option<PathBuf>,
    hash: Hash,
    bytes: u64,
}

impl Summing {
    /// Begins what will be `path`; what a run that was cut short has left is overwritten.
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

    /// Gives the file its name; tells its length and checksum.
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
    /// The file is still open here, and so still this run's.
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

    // Nobody reads it before it is complete.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
