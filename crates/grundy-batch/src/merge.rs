//! Joins the parts of a job to one file.
//!
//! If the parts are to be removed, a record `FILE.merged.json` states so before the first one is removed, and
//! is itself removed last. An interrupted command is repeated like any other: it finds the complete file and
//! removes the remaining parts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use grundy_solver::Error;
use serde::{Deserialize, Serialize};

use crate::error::{BatchFailure, Result};
use crate::identity::checksum;
use crate::shard::{Manifest, Part, Summing, with};

/// Maximum number of missing parts named in an error.
const MISSING: usize = 20;

/// The result of a merge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merged {
    /// The number of parts.
    pub shards: u64,
    /// The number of rows in all parts.
    pub rows: u64,
    /// The number of rows that are errors.
    pub errors: u64,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The SHA-256 of the file.
    pub sha256: String,
}

/// What to do with the parts after the merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// Keep them.
    Keep,
    /// Remove them and their manifests.
    Remove,
}

/// Joins all parts of `out`, in order. Nothing is written unless all parts exist, belong to one job, and are
/// unchanged.
pub fn merge(out: &Path, afterwards: Afterwards) -> Result<Merged> {
    if let Some(removal) = Removal::left(out)? {
        return removal.finish(out);
    }
    let parts = parts(out)?;
    let merged = join(out, &parts)?;
    if afterwards == Afterwards::Keep {
        return Ok(merged);
    }
    let sums = parts.into_iter().map(|(_, manifest)| manifest.sha256).collect();
    Removal::begin(out, merged, sums)?.finish(out)
}

fn join(out: &Path, parts: &[(PathBuf, Manifest)]) -> Result<Merged> {
    let (rows, errors) =
        parts.iter().fold((0, 0), |(rows, errors), (_, m)| (rows + m.rows, errors + m.errors));
    let mut writer = Summing::create(out)?;
    let is_parquet = parts.first().is_some_and(|(_, manifest)| manifest.about.to == "parquet");
    if is_parquet {
        join_parquet(parts, &mut writer)?;
    } else {
        for (number, (path, manifest)) in parts.iter().enumerate() {
            let failed = BatchFailure::file(path);
            let mut file = File::open(path).map_err(&failed)?;
            // The header line is written once.
            let head = if number == 0 { 0 } else { manifest.head };
            file.seek(SeekFrom::Start(head)).map_err(&failed)?;
            io::copy(&mut file, &mut writer).map_err(BatchFailure::file(out))?;
        }
    }
    let (bytes, sha256) = writer.finish(out)?;
    Ok(Merged { shards: parts.len() as u64, rows, errors, bytes, sha256 })
}

/// A removal of parts in progress: the merged file, and the checksum of each part.
#[derive(Serialize, Deserialize)]
struct Removal {
    schema: u32,
    merged: Merged,
    parts: Vec<String>,
}

impl Removal {
    fn path(out: &Path) -> PathBuf {
        with(out, ".merged.json")
    }

    /// Records the removal before it begins.
    fn begin(out: &Path, merged: Merged, parts: Vec<String>) -> Result<Self> {
        let removal = Self { schema: 1, merged, parts };
        let path = Self::path(out);
        let mut writer = Summing::create(&path)?;
        serde_json::to_writer(&mut writer, &removal)
            .map_err(|error| BatchFailure::file(&path)(error.into()))?;
        writer.finish(&path)?;
        Ok(removal)
    }

    /// An interrupted removal. It is discarded if its file or its parts have been created anew since.
    fn left(out: &Path) -> Result<Option<Self>> {
        let path = Self::path(out);
        let failed = BatchFailure::file(&path);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let Some(removal) = serde_json::from_str::<Self>(&text).ok().filter(|removal| removal.schema == 1)
        else {
            // Another file, or one of a later version: it must not be removed.
            return Err(Error::input("error.no-manifest").with("path", path.display().to_string()).into());
        };
        if removal.holds(out)? {
            return Ok(Some(removal));
        }
        fs::remove_file(&path).map_err(failed)?;
        Ok(None)
    }

    /// Whether the file is complete, and every remaining part belongs to it.
    fn holds(&self, out: &Path) -> Result<bool> {
        if !checksum(out).is_ok_and(|sum| sum == self.merged.sha256) {
            return Ok(false);
        }
        for (path, sum) in self.paths(out) {
            if Manifest::read(&path)?.is_some_and(|manifest| manifest.sha256 != *sum) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Removes the remaining parts, and the record last.
    fn finish(self, out: &Path) -> Result<Merged> {
        for (path, _) in self.paths(out) {
            // The manifest is removed last: a file without one is not known to be a part.
            if Manifest::read(&path)?.is_some() {
                remove(&path)?;
                remove(&Manifest::path(&path))?;
            }
        }
        remove(&Self::path(out))?;
        Ok(self.merged)
    }

    fn paths(&self, out: &Path) -> impl Iterator<Item = (PathBuf, &String)> {
        let of = self.parts.len() as u64;
        (0..of).map(move |number| Part { number, of }.path(out)).zip(&self.parts)
    }
}

/// Removes a file if it still exists.
fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(BatchFailure::file(path)(error)),
        _ => Ok(()),
    }
}

#[cfg(feature = "parquet")]
fn join_parquet(parts: &[(PathBuf, Manifest)], writer: &mut Summing) -> Result<()> {
    crate::parquet::join(parts.iter().map(|(path, _)| path.as_path()), writer)
}

#[cfg(not(feature = "parquet"))]
fn join_parquet(_: &[(PathBuf, Manifest)], _: &mut Summing) -> Result<()> {
    Err(Error::input("error.no-parquet").into())
}

/// All parts with their manifests, checked.
fn parts(out: &Path) -> Result<Vec<(PathBuf, Manifest)>> {
    let (of, there) = numbers(out)?;
    // The number of parts comes from a file name and may be huge, so the search for missing parts is bounded.
    let mut missing: Vec<u64> = (1..=of).filter(|number| !there.contains(number)).take(MISSING).collect();
    let mut parts: Vec<(PathBuf, Manifest)> = Vec::new();
    for number in there {
        let path = Part { number: number - 1, of }.path(out);
        match Manifest::read(&path)? {
            Some(manifest) if (manifest.shard, manifest.of) == (number, of) => {
                if parts.first().is_some_and(|(_, first)| first.about != manifest.about) {
                    let path = Manifest::path(&path).display().to_string();
                    return Err(Error::input("error.other-manifest").with("path", path).into());
                }
                parts.push((path, manifest));
            }
            _ => missing.push(number),
        }
    }
    if !missing.is_empty() {
        missing.sort_unstable();
        let numbers = missing.iter().take(MISSING).map(u64::to_string).collect::<Vec<_>>().join(", ");
        let more = if missing.len() < MISSING { "" } else { ", ..." };
        return Err(Error::input("error.shards-missing")
            .with("missing", numbers + more)
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

/// The number of parts of `out`, and the existing ones, counted from 1, by the names of the manifests beside
/// it.
fn numbers(out: &Path) -> Result<(u64, BTreeSet<u64>)> {
    let none = || Error::input("error.no-shards").with("path", out.display().to_string());
    let folder = match out.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = out.file_name().ok_or_else(none)?.to_string_lossy().into_owned() + ".shard-";
    let mut parts: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(BatchFailure::file(folder))? {
        let entry = entry.map_err(BatchFailure::file(folder))?.file_name();
        let found = entry.to_string_lossy().into_owned();
        let part = found.strip_prefix(&name).and_then(|rest| rest.strip_suffix(".json"));
        let part = part.and_then(|part| part.split_once("-of-"));
        if let Some((Ok(number), Ok(of))) = part.map(|(number, of)| (number.parse(), of.parse::<u64>()))
            && (1..=of).contains(&number)
        {
            parts.entry(of).or_default().insert(number);
        }
    }
    let counts: Vec<String> = parts.keys().map(u64::to_string).collect();
    match parts.pop_first() {
        None => Err(none().into()),
        Some(found) if parts.is_empty() => Ok(found),
        Some(_) => Err(Error::input("error.shards-mixed").with("counts", counts.join(", ")).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Job;
    use crate::shard;

    /// Two parts of a job over two lines.
    fn parts_of(out: &Path, game: &str) {
        let input = out.with_extension("in");
        fs::write(&input, "1 2\n3 6\n").unwrap();
        let job = Job::of_lines(game);
        for number in 0..2 {
            shard::run(&job, &input, Part { number, of: 2 }, out, &mut |_| {}).unwrap();
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The state after a kill when `gone` of the parts' files are removed.
    fn cut_short(out: &Path, gone: usize) -> Merged {
        parts_of(out, "wythoff");
        let merged = merge(out, Afterwards::Keep).unwrap();
        let found = parts(out).unwrap();
        let sums = found.iter().map(|(_, manifest)| manifest.sha256.clone()).collect();
        Removal::begin(out, merged.clone(), sums).unwrap();
        let files = found.iter().flat_map(|(path, _)| [path.clone(), Manifest::path(path)]);
        files.take(gone).for_each(|path| fs::remove_file(path).unwrap());
        merged
    }

    #[test]
    fn a_removal_cut_short_is_finished_by_the_same_command() {
        for gone in 0..=4 {
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path().join("out.txt");
            let merged = cut_short(&out, gone);
            assert_eq!(merge(&out, Afterwards::Remove).unwrap(), merged, "{gone}");
            assert_eq!(names(folder.path()), ["out.in", "out.txt"], "{gone}");
            assert_eq!(fs::read_to_string(&out).unwrap(), "P\nN\n");
        }
    }

    #[test]
    fn parts_made_anew_are_joined_and_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out.txt");
        cut_short(&out, 4);
        parts_of(&out, "nim(1)");
        merge(&out, Afterwards::Remove).unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), "N\nN\n");
        assert_eq!(names(folder.path()), ["out.in", "out.txt"]);
        // Nor if the file was lost in the meantime.
        cut_short(&out, 0);
        fs::write(&out, "?").unwrap();
        merge(&out, Afterwards::Remove).unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), "P\nN\n");
    }

    #[test]
    fn a_file_of_that_name_that_is_no_record_stays() {
        for text in ["my own notes", "{}", "{\"schema\":2,\"parts\":[]}"] {
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path().join("out.txt");
            parts_of(&out, "wythoff");
            let record = Removal::path(&out);
            fs::write(&record, text).unwrap();
            let before = names(folder.path());
            for afterwards in [Afterwards::Keep, Afterwards::Remove] {
                let Err(BatchFailure::Asked(error)) = merge(&out, afterwards) else { panic!("{text}") };
                assert!(error.to_string().contains("out.txt.merged.json"), "{error}");
            }
            assert_eq!(fs::read_to_string(&record).unwrap(), text);
            assert_eq!(names(folder.path()), before);
        }
    }
}
