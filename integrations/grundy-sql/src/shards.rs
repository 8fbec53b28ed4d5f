//! A large answer, written shard by shard: one output file for each input file, each a job of its own.
//!
//! A shard is written under a temporary name and renamed when it is complete. A manifest beside the shards
//! records the job: the query in its first line, then one line for each shard, added when the shard is complete.
//! The same call again resumes: a shard whose input and output match the manifest is not made again. One call at
//! a time works in a folder; it removes what a killed one has left. On a cluster several shards are made in
//! parallel, each written by the executor that makes it, so the folder must be shared by all machines.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::UInt64Type;
use datafusion::prelude::SessionContext;
use futures::{StreamExt, TryStreamExt, stream};
use grundy_batch::{BatchFailure, checksum, locked};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Refusal};
use crate::files::Files;
use crate::script::statements;
use crate::session;
use crate::setting::Setting;
use crate::watch;
use crate::write::Format;

/// The name of the manifest in the folder of the shards.
pub const MANIFEST: &str = "grundy-sql.json";

/// The prefix of unfinished shards.
const UNFINISHED: &str = ".part-";
/// Their extension, so that no table is read from them.
const PART: &str = "part";
/// The lock file of a call that works in the folder.
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
    /// CSV, JSON Lines or Parquet.
    pub format: Format,
    /// Shards made in parallel.
    pub at_once: usize,
}

/// The result of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Shards made by this call.
    pub made: usize,
    /// Shards that already existed.
    pub kept: usize,
    /// Rows in all of them.
    pub rows: u64,
}

/// The first line of the manifest.
#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
struct Asked {
    schema: u32,
    program: String,
    query: String,
    table: String,
}

/// The other lines of the manifest.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
struct Shard {
    input: String,
    input_bytes: u64,
    input_modified: u64,
    output: String,
    rows: u64,
    sha256: String,
}

/// Makes every missing shard. `make` creates a session for one shard, and `done` is called after each.
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
    watch::within(setting, run_all(job, setting, make, done)).await
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
    let (ending, stored_as) = job.format.of_shards().ok_or_else(|| Refusal::new("shards-format"))?;
    let here = session::local(setting)?;
    if statements(&here, &job.query)?.len() != 1 {
        return Err(Refusal::new("shards-one-statement").into());
    }
    fs::create_dir_all(&job.output).map_err(|error| at(&job.output, error))?;
    let inputs = inputs(&here, job, ending).await?;
    let folder = Folder::take(&job.output)?;
    let total = inputs.len();
    let earlier = Manifest::read(job)?;
    folder.clear()?;
    let (kept, wanted): (Vec<Shard>, Vec<Shard>) = inputs
        .into_iter()
        .map(|input| known(job, &earlier, input))
        .partition(|shard| !shard.sha256.is_empty());
    let mut outcome = Outcome { made: 0, kept: kept.len(), rows: kept.iter().map(|shard| shard.rows).sum() };
    let mut manifest = Manifest::begin(job, &kept)?;
    let mut shards = stream::iter(wanted)
        .map(|shard| {
            let session = make();
            async move { made(job, &session.await?, stored_as, shard).await }
        })
        .buffer_unordered(job.at_once.max(1));
    while let Some(shard) = shards.try_next().await? {
        manifest.add(&shard)?;
        outcome.made += 1;
        outcome.rows += shard.rows;
        done(outcome.kept + outcome.made, total);
    }
    Ok(outcome)
}

/// The folder of the shards, locked by this call until it is dropped.
struct Folder<'a> {
    path: &'a Path,
    // Held for its lock.
    lock: File,
}

impl<'a> Folder<'a> {
    fn take(path: &'a Path) -> Result<Self, Error> {
        let taken = locked::open(&path.join(LOCK)).map_err(|failure| match failure {
            BatchFailure::File { path, error } => at(&path, error),
            _ => grundy_solver::Error::input("error.output-busy")
                .with("path", path.display().to_string())
                .into(),
        });
        Ok(Self { path, lock: taken? })
    }

    /// Removes unfinished shards of earlier calls: the lock shows that those have ended.
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
        // While it is locked, so that no other call can hold it. A file left behind is harmless.
        let _ = fs::remove_file(self.path.join(LOCK));
        let _ = self.lock.unlock();
    }
}

/// The files of the table, as shards to be made.
async fn inputs(context: &SessionContext, job: &Job, ending: &str) -> Result<Vec<Shard>, Error> {
    let mut shards = Vec::new();
    for file in Files::find(&context.state(), &job.input).await?.all {
        let input = format!("/{}", file.location);
        let stem = Path::new(&input).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let modified = file.last_modified.timestamp_millis();
        shards.push(Shard {
            output: format!("{}.{ending}", stem.unwrap_or_default()),
            input,
            input_bytes: file.size,
            input_modified: u64::try_from(modified).unwrap_or_default(),
            rows: 0,
            sha256: String::new(),
        });
    }
    shards.sort_by(|a, b| a.output.cmp(&b.output));
    if let Some(pair) = shards.windows(2).find(|pair| pair[0].output == pair[1].output) {
        let refusal = Refusal::new("shards-same-name").with("first", &pair[0].input);
        return Err(refusal.with("second", &pair[1].input).into());
    }
    Ok(shards)
}

/// The manifest of the running job.
struct Manifest {
    path: PathBuf,
    file: File,
}

impl Manifest {
    /// The shards of an earlier call by their outputs; a manifest of another job is an error.
    fn read(job: &Job) -> Result<HashMap<String, Shard>, Error> {
        let path = job.output.join(MANIFEST);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashMap::new()),
            Err(error) => return Err(at(&path, error)),
        };
        let mut lines = text.lines();
        let asked = lines.next().and_then(|line| serde_json::from_str(line).ok());
        if asked.is_none_or(|asked: Asked| asked != Asked::of(job)) {
            return Err(Refusal::new("shards-other-job").with("path", path.display()).into());
        }
        // A call killed while writing a line left a part of it: that shard is made again.
        let shards = lines.filter_map(|line| serde_json::from_str::<Shard>(line).ok());
        Ok(shards.map(|shard| (shard.output.clone(), shard)).collect())
    }

    /// Writes a manifest of these shards, replacing an earlier one.
    fn begin(job: &Job, shards: &[Shard]) -> Result<Self, Error> {
        let path = job.output.join(MANIFEST);
        let written = || {
            let mut file = tempfile::Builder::new().prefix(".grundy-").tempfile_in(&job.output)?;
            let mut text = line(&Asked::of(job))?;
            for shard in shards {
                text.extend(line(shard)?);
            }
            file.write_all(&text)?;
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|error| error.error)
        };
        let file = written().map_err(|error| at(&path, error))?;
        Ok(Self { path, file })
    }

    /// Adds a finished shard.
    fn add(&mut self, shard: &Shard) -> Result<(), Error> {
        let mut written = || {
            self.file.write_all(&line(shard)?)?;
            self.file.sync_all()
        };
        written().map_err(|error| at(&self.path, error))
    }
}

impl Asked {
    fn of(job: &Job) -> Self {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Self { schema: 2, program, query: job.query.clone(), table: job.table.clone() }
    }
}

fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// The shard of the manifest if its input and its output are unchanged, else `wanted`.
fn known(job: &Job, earlier: &HashMap<String, Shard>, wanted: Shard) -> Shard {
    let same = |shard: &&Shard| {
        shard.input == wanted.input
            && shard.input_bytes == wanted.input_bytes
            && shard.input_modified == wanted.input_modified
            && checksum(&job.output.join(&shard.output)).is_ok_and(|sum| sum == shard.sha256)
    };
    earlier.get(&wanted.output).filter(same).cloned().unwrap_or(wanted)
}

/// Makes one shard.
async fn made(
    job: &Job,
    context: &SessionContext,
    stored_as: &str,
    mut shard: Shard,
) -> Result<Shard, Error> {
    session::add_table(context, &job.table, &shard.input).await?;
    let target = job.output.join(&shard.output);
    // The name contains the process id: an executor may still write for a call that was killed.
    let part = job.output.join(format!("{UNFINISHED}{}-{}.{PART}", std::process::id(), shard.output));
    let part = std::path::absolute(&part).map_err(|error| at(&part, error))?;
    let path = part.display().to_string().replace('\'', "''");
    let query = job.query.trim().trim_end_matches(';');
    let copy = format!("COPY ({query}\n) TO '{path}' STORED AS {stored_as}");
    let session = context.clone();
    let counted = watch::apart(async move { Ok(session.sql(&copy).await?.collect().await?) }).await?;
    shard.rows = counted
        .iter()
        .filter_map(|batch| batch.column_by_name("count")?.as_primitive_opt::<UInt64Type>().cloned())
        .flat_map(|counts| counts.iter().flatten().collect::<Vec<_>>())
        .sum();
    shard.sha256 = checksum(&part).map_err(|error| at(&part, error))?;
    fs::rename(&part, &target).map_err(|error| at(&target, error))?;
    Ok(shard)
}

fn at(path: &Path, error: io::Error) -> Error {
    Error::File { path: path.display().to_string(), error }
}
