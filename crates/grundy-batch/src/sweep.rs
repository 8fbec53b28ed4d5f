//! Sweeps over families of rules: one row for each member, in a file from which a sweep can be resumed.
//!
//! During the sweep the rows are JSON Lines in `FILE.sweep`, in order; the first line identifies the sweep. An
//! interrupted sweep leaves whole rows and possibly a part of one, which is dropped when the command is
//! repeated. `FILE` itself is created when all rows are complete.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use grundy_solver::Error;
use grundy_solver::limits::{Budget, Cancel, Limits};
use grundy_solver::sweep::{Family, LawOf, Row};
use serde_json::Value as Json;

use crate::cells::push_csv;
use crate::error::{BatchFailure, Result};
use crate::format::Format;
use crate::job::Progress;
use crate::locked;
use crate::pipeline;
use crate::shard::{Summing, with};

/// Number of members per piece of work; small, since octal codes take long.
const MEMBERS: u64 = 64;

/// The family to sweep over, and the format of the rows.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The rules.
    pub family: Family,
    /// Whether the last move loses.
    pub misere: bool,
    /// The last heap to examine.
    pub limit: u64,
    /// The format of the rows.
    pub to: Format,
    /// The limits for one member, and the time for all of them.
    pub limits: Limits,
    /// The maximum number of threads.
    pub threads: usize,
    /// Cancels the sweep soon after it is set; finished rows are kept.
    pub cancel: Cancel,
}

/// The results of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The number of members so far.
    pub rows: u64,
    /// The number of members already done by an earlier run.
    pub before: u64,
    /// The number of members whose period or law is proved, theorems included.
    pub proved: u64,
    /// The number of these that are rules of two heaps covered by a theorem.
    pub theorems: u64,
    /// The row with the longest proved period, the first of equal ones.
    pub longest_period: Option<Row>,
    /// The row with the longest proved preperiod.
    pub longest_preperiod: Option<Row>,
}

impl Found {
    fn add(&mut self, row: &Row) {
        self.rows += 1;
        if let Some(LawOf { status, .. }) = &row.law {
            self.proved += u64::from(status != "none");
            self.theorems += u64::from(status == "theorem");
        }
        let Some(period) = row.period else { return };
        self.proved += 1;
        if self.longest_period.as_ref().is_none_or(|longest| longest.period < Some(period)) {
            self.longest_period = Some(row.clone());
        }
        if self.longest_preperiod.as_ref().is_none_or(|longest| longest.preperiod < row.preperiod) {
            self.longest_preperiod = Some(row.clone());
        }
    }
}

impl Sweep {
    /// The first line of the file. It is the same for every run that may resume from the rows of another.
    fn head(&self) -> String {
        let misere = if self.misere { "misere " } else { "" };
        format!("# {misere}{:?} {} {}\n", self.family, self.limit, self.to.name())
    }

    /// Appends a row in the output format.
    fn push(&self, row: &Row, out: &mut Vec<u8>) {
        match self.to {
            Format::Csv { separator } => {
                for (index, (_, cell)) in row.cells().into_iter().enumerate() {
                    if index > 0 {
                        out.push(separator);
                    }
                    push_csv(&cell.to_string(), separator, out);
                }
                out.push(b'\n');
            }
            Format::Text if row.law.is_some() => {
                let cells = row.cells().into_iter().map(|(_, cell)| match cell.to_string() {
                    text if text.is_empty() => "-".to_owned(),
                    text => text,
                });
                let line = cells.collect::<Vec<_>>().join("\t");
                out.extend(format!("{line}\n").into_bytes());
            }
            Format::Text => {
                let shown = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
                let numbers = row.quotient.map_or_else(String::new, |q| format!("\t{}\t{}", q.order, q.lost));
                let line = format!("{}\t{}\t{}{numbers}", row.rule, shown(row.period), shown(row.preperiod));
                out.extend(format!("{line}\n").into_bytes());
            }
            Format::JsonLines | Format::Parquet => out.extend(format!("{}\n", row.to_json()).into_bytes()),
        }
    }

    /// The header before the rows.
    fn names(&self) -> Vec<u8> {
        match self.to {
            Format::Csv { separator } => {
                let empty = self.family.empty_row(self.misere);
                let names: Vec<&str> = empty.cells().into_iter().map(|(name, _)| name).collect();
                let mut names = names.join(char::from(separator).encode_utf8(&mut [0; 4])).into_bytes();
                names.push(b'\n');
                names
            }
            _ => Vec::new(),
        }
    }

    /// Computes the rows of the members from `start` on, in order.
    fn run(&self, start: u64, each: &mut dyn FnMut(&[Row]) -> Result<()>) -> Result<()> {
        let count = self.family.count();
        let mut number = start;
        let whole = Budget::new(self.limits);
        let mut next = move || -> Result<Option<(u64, u64)>> {
            whole.check_time()?;
            let from = number;
            number = count.min(from + MEMBERS);
            Ok((from < count).then_some((from, number)))
        };
        // The time limit applies to the whole sweep: a member it interrupts gets no row.
        let limits = Limits { threads: 1, time: None, ..self.limits };
        let cancel = self.cancel.clone().within(self.limits.time);
        let worker = || {
            |(from, to): (u64, u64)| -> Result<Vec<Row>> {
                (from..to)
                    .filter_map(|number| self.family.member(number))
                    .map(|member| {
                        let rule = if self.misere { format!("misere {}", member.rule) } else { member.rule };
                        Ok(self.family.row(&rule, self.limit, limits, &cancel)?)
                    })
                    .collect()
            }
        };
        pipeline::in_order(self.threads, &mut next, worker, &mut |rows: Result<Vec<Row>>| each(&rows?))
    }
}

/// Writes a sweep to a stream.
pub fn to_stream(sweep: &Sweep, output: &mut dyn Write, watch: &mut dyn FnMut(Progress)) -> Result<Found> {
    if sweep.to == Format::Parquet {
        return Err(Error::input("error.parquet-needs-file").into());
    }
    output.write_all(&sweep.names()).map_err(BatchFailure::Output)?;
    let mut found = Found::default();
    let mut bytes = Vec::new();
    sweep.run(0, &mut |rows| {
        bytes.clear();
        for row in rows {
            sweep.push(row, &mut bytes);
            found.add(row);
        }
        output.write_all(&bytes).and_then(|()| output.flush()).map_err(BatchFailure::Output)?;
        watch(progress(sweep, &found));
        Ok(())
    })?;
    Ok(found)
}

fn progress(sweep: &Sweep, found: &Found) -> Progress {
    let done = found.rows;
    Progress { rows: done, done: done - found.before, total: Some(sweep.family.count() - found.before) }
}

/// Writes a sweep to a file, or resumes one that was interrupted.
pub fn to_file(sweep: &Sweep, out: &Path, watch: &mut dyn FnMut(Progress)) -> Result<Found> {
    sweep.to.check()?;
    locked::check_name(out)?;
    let path = with(out, ".sweep");
    let failed = BatchFailure::file(&path);
    let file = locked::open(&path)?;
    let (mut found, end) = resume(sweep, &path)?;
    file.set_len(end).map_err(&failed)?;
    let mut file = BufWriter::new(file);
    if end == 0 {
        file.write_all(sweep.head().as_bytes()).and_then(|()| file.flush()).map_err(&failed)?;
    }
    found.before = found.rows;
    let kept = Sweep { to: Format::JsonLines, ..sweep.clone() };
    let mut bytes = Vec::new();
    sweep.run(found.rows, &mut |rows| {
        bytes.clear();
        for row in rows {
            kept.push(row, &mut bytes);
            found.add(row);
        }
        file.write_all(&bytes).and_then(|()| file.flush()).map_err(&failed)?;
        watch(progress(sweep, &found));
        Ok(())
    })?;
    // The file stays locked until the rows have their final name.
    finish(sweep, &path, found.rows, out)?;
    drop(file);
    Ok(found)
}

/// The existing rows, and the offset where whole rows end.
fn resume(sweep: &Sweep, path: &PathBuf) -> Result<(Found, u64)> {
    let failed = BatchFailure::file(path);
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Found::default(), 0)),
        Err(error) => return Err(failed(error)),
    };
    let mut lines = BufReader::new(file);
    let mut line = String::new();
    let head = lines.read_line(&mut line).map_err(&failed)?;
    if !line.ends_with('\n') {
        // Interrupted before the first row.
        return Ok((Found::default(), 0));
    }
    if line != sweep.head() {
        let path = path.display().to_string();
        return Err(Error::input("error.other-sweep").with("path", path).into());
    }
    let (mut found, mut end) = (Found::default(), head as u64);
    // Parsing a rule takes longer than reading a row, and a missing or additional row shows in every later one.
    // So only one row in [`MEMBERS`] is compared, and the last one.
    let mut sure = (found.clone(), end);
    let mut last = String::new();
    loop {
        line.clear();
        let read = lines.read_line(&mut line).map_err(&failed)?;
        let row = line.strip_suffix('\n').and_then(read_row);
        let ended = row.is_none();
        if let Some(row) = row {
            found.add(&row);
            end += read as u64;
            last = row.rule;
        }
        if found.rows > sure.0.rows && (ended || found.rows.is_multiple_of(MEMBERS)) {
            if !is_member(sweep, found.rows - 1, &last) {
                return Ok(sure);
            }
            sure = (found.clone(), end);
        }
        if ended {
            return Ok(sure);
        }
    }
}

/// Whether this is the rule of this member.
fn is_member(sweep: &Sweep, number: u64, rule: &str) -> bool {
    let member = sweep.family.member(number).and_then(|m| grundy_solver::notation::parse_game(&m.rule).ok());
    member.is_some_and(|line| *line.spelled == *rule)
}

fn read_row(line: &str) -> Option<Row> {
    Row::from_json(&serde_json::from_str::<Json>(line).ok()?)
}

/// Writes the rows in their final format under their final name. Nothing is removed before all rows are
/// written.
fn finish(sweep: &Sweep, path: &Path, count: u64, out: &Path) -> Result<()> {
    let mut writer = Summing::create(out)?;
    let mut lines = BufReader::new(File::open(path).map_err(BatchFailure::file(path))?).lines();
    // The line that identifies the sweep.
    lines.next();
    let (mut read, mut failure) = (0, None);
    let rows = lines.map_while(|line| match line {
        Ok(line) => read_row(&line).inspect(|_| read += 1),
        Err(error) => {
            failure = Some(error);
            None
        }
    });
    write_rows(sweep, rows, out, &mut writer)?;
    if let Some(error) = failure {
        return Err(BatchFailure::file(path)(error));
    }
    if read != count {
        return Err(Error::input("error.sweep-damaged").with("path", path.display().to_string()).into());
    }
    writer.finish(out)?;
    fs::remove_file(path).map_err(BatchFailure::file(path))
}

fn write_rows(
    sweep: &Sweep,
    rows: impl Iterator<Item = Row>,
    out: &Path,
    writer: &mut Summing,
) -> Result<()> {
    #[cfg(feature = "parquet")]
    if sweep.to == Format::Parquet {
        return crate::parquet::rows(rows, &sweep.family.empty_row(sweep.misere), writer);
    }
    writer.write_all(&sweep.names()).map_err(BatchFailure::file(out))?;
    let mut bytes = Vec::new();
    for row in rows {
        bytes.clear();
        sweep.push(&row, &mut bytes);
        writer.write_all(&bytes).map_err(BatchFailure::file(out))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_taken_up_as_far_as_they_are_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv.sweep");
        let sweep = Sweep {
            family: Family::subtraction(1, 9).unwrap(),
            misere: false,
            limit: 2000,
            to: Format::Csv { separator: b',' },
            limits: Limits::default(),
            threads: 1,
            cancel: Cancel::default(),
        };
        let mut bytes = Vec::new();
        let lines = Sweep { to: Format::JsonLines, ..sweep.clone() };
        sweep
            .run(0, &mut |rows| {
                for row in rows {
                    lines.push(row, &mut bytes);
                }
                Ok(())
            })
            .unwrap();
        let rows: Vec<&str> = std::str::from_utf8(&bytes).unwrap().lines().collect();
        assert_eq!(rows.len(), 511);
        let resumed = |rows: &[&str], tail: &str| {
            fs::write(&path, format!("{}{}\n{tail}", sweep.head(), rows.join("\n"))).unwrap();
            let (found, end) = resume(&sweep, &path).unwrap();
            let kept = fs::read(&path).unwrap()[..usize::try_from(end).unwrap()].to_vec();
            assert_eq!(crate::piece::newlines(&kept), found.rows + 1);
            found.rows
        };
        for (count, tail) in [(511, ""), (64, ""), (100, "{\"rule\":\"take 1"), (1, "{}\n")] {
            assert_eq!(resumed(&rows[..count], tail), count as u64, "{tail}");
        }
        // With a missing, repeated or foreign row, the rows before it are kept, up to the last verified one.
        let without = [&rows[..100], &rows[101..200]].concat();
        assert_eq!(resumed(&without, ""), 64);
        let twice = [&rows[..130], &rows[129..200]].concat();
        assert_eq!(resumed(&twice, ""), 128);
        assert_eq!(resumed(&[&rows[..70], &rows[90..91]].concat(), ""), 64);
        assert_eq!(resumed(&[&rows[..70], &["no row"], &rows[70..]].concat(), ""), 70);
    }
}
