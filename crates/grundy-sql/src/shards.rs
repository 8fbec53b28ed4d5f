//! A large answer, written shard by shard: one input file, one output file, each a job of its own.
//!
//! A shard is written under another name and renamed when all of it is there, and a manifest beside the shards
//! says what was asked of which files. The same call again goes on where it was: a shard whose input and output
//! are as the manifest says is not made a second time. One call at a time works in a folder; it clears away what
//! one that was killed has left. On a cluster several shards are made side by side, each
//! written by the executor that makes it, so the folder must be one that every machine sees.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::UInt64Type;
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::prelude::SessionContext;
use futures::{StreamExt, TryStreamExt, stream};
use grundy_batch::{BatchFailure, alone};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Error, Refusal};
use crate::script::{statements, within};
use crate::session;
use crate::setting::Setting;
use crate::write::Format;

/// The name of the manifest in the folder of the shards.
pub const MANIFEST: &str = "grundy-sql.json";

/// What unfinished shards are called before their names.
const UNFINISHED: &str = ".part-";
/// The file whose lock says that a call works in the folder.
const LOCK: &str = ".grundy-sql.lock";

/// One query over the files of one table.
#[derive(Clone, Debug)]
pub struct Job {
    /// The query, which reads the table.
    pub query: String,
    /// The table's name in the query.
    pub table: String,
    /// The files of the table: a folder, or a pattern such as `in/*.parquet`.
    pub input: String,
    /// The folder for the shards.
    pub output: PathBuf,
    /// Csv, lines of JSON or Parquet.
    pub format: Format,
    /// Shards made side by side.
    pub at_once: usize,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Shards made now.
    pub made: usize,
    /// Shards that were there.
    pub kept: usize,
    /// Rows in all of them.
    pub rows: u64,
}

#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
struct Manifest {
    schema: u32,
    program: String,
    query: String,
    table: String,
    shards: Vec<Shard>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
struct Shard {
    input: String,
    input_bytes: u64,
    input_modified: u64,
    output: String,
    rows: u64,
    sha256: String,
}

/// Makes every shard that is not there yet. `make` gives a session for one shard, and `done` hears of each.
pub async fn run<S, F>(
    job: &Job,
    setting: &Setting,
    make: S,
    done: impl FnMut(usize, usize),
) -> Result<Outcome, Error>
where
    S: Fn() -> F,
    F: Future<Output = Result<SessionContext, Error>>,
{
    within(setting, run_all(job, setting, make, done)).await
}

async fn run_all<S, F>(
    job: &Job,
    setting: &Setting,
    make: S,
    mut done: impl FnMut(usize, usize),
) -> Result<Outcome, Error>
where
    S: Fn() -> F,
    F: Future<Output = Result<SessionContext, Error>>,
{
    let here = session::local(setting)?;
    if statements(&here, &job.query)?.len() != 1 {
        return Err(Refusal::new("shards-one-statement").into());
    }
    fs::create_dir_all(&job.output).map_err(|error| at(&job.output, error))?;
    let inputs = inputs(&here, job).await?;
    let folder = Folder::take(&job.output)?;
    let total = inputs.len();
    let mut manifest = opened(job)?;
    folder.clear()?;
    let (kept, wanted): (Vec<Shard>, Vec<Shard>) = inputs
        .into_iter()
        .map(|input| known(job, &manifest, input))
        .partition(|shard| !shard.sha256.is_empty());
    let mut outcome = Outcome { made: 0, kept: kept.len(), rows: kept.iter().map(|shard| shard.rows).sum() };
    manifest.shards = kept;
    saved(job, &manifest)?;
    let mut shards = stream::iter(wanted)
        .map(|shard| {
            let session = make();
            async move { made(job, &session.await?, shard).await }
        })
        .buffer_unordered(job.at_once.max(1));
    while let Some(shard) = shards.try_next().await? {
        outcome.made += 1;
        outcome.rows += shard.rows;
        manifest.shards.push(shard);
        manifest.shards.sort_by(|a, b| a.output.cmp(&b.output));
        saved(job, &manifest)?;
        done(manifest.shards.len(), total);
    }
    Ok(outcome)
}

/// The folder of the shards, this call's alone until it is dropped.
struct Folder<'a> {
    path: &'a Path,
    // Held for its lock.
    lock: File,
}

impl<'a> Folder<'a> {
    fn take(path: &'a Path) -> Result<Self, Error> {
        let taken = alone::open(&path.join(LOCK)).map_err(|failure| match failure {
            BatchFailure::File { path, error } => at(&path, error),
            _ => grundy::Error::input("error.output-busy").with("path", path.display().to_string()).into(),
        });
        Ok(Self { path, lock: taken? })
    }

    /// Removes unfinished shards of earlier calls: whoever wrote them has ended, or this one would not be here.
    fn clear(&self) -> Result<(), Error> {
        let failed = |error| at(self.path, error);
        for entry in fs::read_dir(self.path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                fs::remove_file(entry.path()).map_err(|error| at(&entry.path(), error))?;
            }
        }
        Ok(())
    }
}

impl Drop for Folder<'_> {
    fn drop(&mut self) {
        // While it is locked, so that nobody else can have it. Left behind it does no harm.
        let _ = fs::remove_file(self.path.join(LOCK));
        let _ = self.lock.unlock();
    }
}

/// The files of the table, as shards that are not made yet.
async fn inputs(context: &SessionContext, job: &Job) -> Result<Vec<Shard>, Error> {
    let url = ListingTableUrl::parse(&job.input)?;
    let store = context.runtime_env().object_store(ObjectStoreUrl::local_filesystem())?;
    let state = context.state();
    let listed = url.list_all_files(&state, store.as_ref(), "").await?;
    let files: Vec<_> = listed.try_collect().await?;
    let mut shards = Vec::new();
    for file in files {
        let input = format!("/{}", file.location);
        let stem = Path::new(&input).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let modified = file.last_modified.timestamp_millis();
        shards.push(Shard {
            output: format!("{}.{}", stem.unwrap_or_default(), job.format.ending()),
            input,
            input_bytes: file.size,
            input_modified: u64::try_from(modified).unwrap_or_default(),
            rows: 0,
            sha256: String::new(),
        });
    }
    shards.sort_by(|a, b| a.output.cmp(&b.output));
    if shards.is_empty() {
        return Err(Refusal::new("table-unread").with("name", &job.table).with("path", &job.input).into());
    }
    if let Some(pair) = shards.windows(2).find(|pair| pair[0].output == pair[1].output) {
        let refusal = Refusal::new("shards-same-name").with("first", &pair[0].input);
        return Err(refusal.with("second", &pair[1].input).into());
    }
    Ok(shards)
}

/// The manifest of an earlier call, or a new one; that of another question is refused.
fn opened(job: &Job) -> Result<Manifest, Error> {
    let fresh = Manifest {
        schema: 1,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        query: job.query.clone(),
        table: job.table.clone(),
        shards: Vec::new(),
    };
    let path = job.output.join(MANIFEST);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(fresh),
        Err(error) => return Err(at(&path, error)),
    };
    let other = || Refusal::new("shards-other-job").with("path", path.display());
    let found: Manifest = serde_json::from_str(&text).map_err(|_| other())?;
    let same = (found.schema, &found.program, &found.query, &found.table)
        == (fresh.schema, &fresh.program, &fresh.query, &fresh.table);
    if same { Ok(found) } else { Err(other().into()) }
}

fn saved(job: &Job, manifest: &Manifest) -> Result<(), Error> {
    let path = job.output.join(MANIFEST);
    let written = || {
        let mut file = tempfile::Builder::new().prefix(".grundy-").tempfile_in(&job.output)?;
        file.write_all(&serde_json::to_vec_pretty(manifest)?)?;
        file.as_file().sync_all()?;
        file.persist(&path).map_err(|error| error.error)
    };
    written().map(drop).map_err(|error| at(&path, error))
}

/// The shard as the manifest has it, where its input and its output are still the same.
fn known(job: &Job, manifest: &Manifest, wanted: Shard) -> Shard {
    let same = |shard: &&Shard| {
        shard.input == wanted.input
            && shard.output == wanted.output
            && shard.input_bytes == wanted.input_bytes
            && shard.input_modified == wanted.input_modified
            && checksum(&job.output.join(&shard.output)).is_ok_and(|sum| sum == shard.sha256)
    };
    manifest.shards.iter().find(same).cloned().unwrap_or(wanted)
}

/// Makes one shard.
async fn made(job: &Job, context: &SessionContext, mut shard: Shard) -> Result<Shard, Error> {
    session::add_table(context, &job.table, &shard.input).await?;
    let target = job.output.join(&shard.output);
    // A name of this process: an executor may still write for a call that was killed.
    let part = job.output.join(format!("{UNFINISHED}{}-{}", std::process::id(), shard.output));
    let part = std::path::absolute(&part).map_err(|error| at(&part, error))?;
    let path = part.display().to_string().replace('\'', "''");
    let query = job.query.trim().trim_end_matches(';');
    let copy = format!("COPY ({query}\n) TO '{path}' STORED AS {}", job.format.stored_as());
    let counted = context.sql(&copy).await?.collect().await?;
    shard.rows = counted
        .iter()
        .filter_map(|batch| batch.column_by_name("count")?.as_primitive_opt::<UInt64Type>().cloned())
        .flat_map(|counts| counts.iter().flatten().collect::<Vec<_>>())
        .sum();
    shard.sha256 = checksum(&part).map_err(|error| at(&part, error))?;
    fs::rename(&part, &target).map_err(|error| at(&target, error))?;
    Ok(shard)
}

fn checksum(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut sum = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            return Ok(hexadecimal(&sum.finalize()));
        }
        sum.update(&piece[..read]);
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn at(path: &Path, error: io::Error) -> Error {
    Error::File { path: path.display().to_string(), error }
}
