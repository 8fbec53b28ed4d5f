//! The parts of a job joined to one file.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use grundy::Error;

use crate::error::{BatchFailure, Result};
use crate::shard::{Manifest, Part, Summing};

/// What was joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// How many parts.
    pub shards: u64,
    /// Rows of all of them.
    pub rows: u64,
    /// How many of those are errors.
    pub errors: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Their SHA-256.
    pub sha256: String,
}

/// Joins all parts of `out`, in order. Nothing is written unless all are there, of one job, and as they were written.
pub fn merge(out: &Path) -> Result<Merged> {
    let parts = parts(out)?;
    let (rows, errors) =
        parts.iter().fold((0, 0), |(rows, errors), (_, m)| (rows + m.rows, errors + m.errors));
    let mut writer = Summing::create(out)?;
    let is_parquet = parts.first().is_some_and(|(_, manifest)| manifest.about.to == "parquet");
    if is_parquet {
        join_parquet(&parts, &mut writer)?;
    } else {
        for (number, (path, manifest)) in parts.iter().enumerate() {
            let failed = BatchFailure::file(path);
            let mut file = File::open(path).map_err(&failed)?;
            // The line of names once.
            let head = if number == 0 { 0 } else { manifest.head };
            file.seek(SeekFrom::Start(head)).map_err(&failed)?;
            copy(&mut file, &mut writer).map_err(BatchFailure::file(out))?;
        }
    }
    let (bytes, sha256) = writer.finish(out)?;
    Ok(Merged { shards: parts.len() as u64, rows, errors, bytes, sha256 })
}

/// Removes the parts and their manifests.
pub fn remove_parts(out: &Path) -> Result<()> {
    for (path, _) in parts(out)? {
        for path in [&path, &Manifest::path(&path)] {
            fs::remove_file(path).map_err(BatchFailure::file(path))?;
        }
    }
    Ok(())
}

#[cfg(feature = "parquet")]
fn join_parquet(parts: &[(PathBuf, Manifest)], writer: &mut Summing) -> Result<()> {
    crate::parquet::join(parts.iter().map(|(path, _)| path.as_path()), writer)
}

#[cfg(not(feature = "parquet"))]
fn join_parquet(_: &[(PathBuf, Manifest)], _: &mut Summing) -> Result<()> {
    Err(Error::input("error.no-parquet").into())
}

fn copy(from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
    let mut bytes = vec![0; 1 << 18];
    loop {
        match from.read(&mut bytes)? {
            0 => return Ok(()),
            read => to.write_all(&bytes[..read])?,
        }
    }
}

/// All parts with their manifests, checked.
fn parts(out: &Path) -> Result<Vec<(PathBuf, Manifest)>> {
    let of = count(out)?;
    let mut parts: Vec<(PathBuf, Manifest)> = Vec::new();
    let mut missing = Vec::new();
    for number in 0..of {
        let path = Part { number, of }.path(out);
        match Manifest::read(&path)? {
            Some(manifest) if (manifest.shard, manifest.of) == (number + 1, of) => {
                if parts.first().is_some_and(|(_, first)| first.about != manifest.about) {
                    let path = Manifest::path(&path).display().to_string();
                    return Err(Error::input("error.other-manifest").with("path", path).into());
                }
                parts.push((path, manifest));
            }
            _ => missing.push((number + 1).to_string()),
        }
    }
    if !missing.is_empty() {
        return Err(Error::input("error.shards-missing")
            .with("missing", missing.join(", "))
            .with("of", of)
            .into());
    }
    for (path, manifest) in &parts {
        if !manifest.is_good(path)? {
            return Err(Error::input("error.shard-damaged").with("path", path.display().to_string()).into());
        }
    }
    Ok(parts)
}

/// Of how many parts `out` is, by the names of the manifests beside it.
fn count(out: &Path) -> Result<u64> {
    let none = || Error::input("error.no-shards").with("path", out.display().to_string());
    let folder = match out.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = out.file_name().ok_or_else(none)?.to_string_lossy().into_owned() + ".shard-";
    let mut counts: Vec<u64> = Vec::new();
    for entry in fs::read_dir(folder).map_err(BatchFailure::file(folder))? {
        let entry = entry.map_err(BatchFailure::file(folder))?.file_name();
        let found = entry.to_string_lossy().into_owned();
        let part = found.strip_prefix(&name).and_then(|rest| rest.strip_suffix(".json"));
        counts.extend(part.and_then(|part| part.split_once("-of-")?.1.parse::<u64>().ok()));
    }
    counts.sort_unstable();
    counts.dedup();
    match counts[..] {
        [of] => Ok(of),
        [] => Err(none().into()),
        _ => {
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            Err(Error::input("error.shards-mixed").with("counts", counts.join(", ")).into())
        }
    }
}
