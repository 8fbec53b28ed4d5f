//! Times of whole processes, in turns.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::repository;

/// The number of turns, and of those that take longer than [`LONG`] and [`VERY_LONG`].
pub const RUNS: usize = 9;
const FEWER: usize = 5;
const FEWEST: usize = 3;
const LONG: Duration = Duration::from_secs(1);
const VERY_LONG: Duration = Duration::from_secs(4);

/// A command, as a user would start it.
pub struct Program {
    pub file: PathBuf,
    pub arguments: Vec<String>,
    /// What it reads from standard input.
    pub input: Option<PathBuf>,
    /// Where its standard output goes.
    pub output: PathBuf,
}

impl Program {
    pub fn new(file: PathBuf, arguments: &[&str], output: &Path) -> Self {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        Self { file, arguments, input: None, output: output.to_owned() }
    }

    pub fn reading(self, input: &Path) -> Self {
        Self { input: Some(input.to_owned()), ..self }
    }

    /// Wall time of one run, from start to exit.
    fn time(&self) -> Result<Duration> {
        let mut command = Command::new(&self.file);
        command.args(&self.arguments);
        let started = Instant::now();
        self.run(command)?;
        Ok(started.elapsed())
    }

    fn run(&self, mut command: Command) -> Result<()> {
        let stdin = match &self.input {
            Some(path) => Stdio::from(File::open(path)?),
            None => Stdio::null(),
        };
        command.current_dir(repository::root()).stdin(stdin).stdout(File::create(&self.output)?);
        let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
        ensure!(status.success(), "{command:?} ended with {status}");
        Ok(())
    }

    /// The most memory that it needs at a time, in MB.
    pub fn memory(&self) -> Result<u64> {
        let report = repository::path("target/bench/memory");
        let mut command = Command::new("/usr/bin/time");
        command.args(["-f", "%M", "-o"]).arg(&report).arg(&self.file).args(&self.arguments);
        self.run(command).context("memory is measured by /usr/bin/time, in Debian's package `time`")?;
        let kilobytes: u64 = std::fs::read_to_string(&report)?.trim().parse()?;
        Ok(kilobytes.div_ceil(1000))
    }
}

/// The times of programs that take turns, so that a machine that slows down half-way slows all of them.
pub fn in_turns(programs: &[&Program]) -> Result<Vec<Times>> {
    let mut times = vec![Times(Vec::new()); programs.len()];
    let mut runs = RUNS;
    while times.iter().any(|times| times.0.len() < runs) {
        for (program, times) in programs.iter().zip(&mut times) {
            times.0.push(program.time()?);
        }
        let slowest = times.iter().filter_map(|times| times.0.first()).max();
        runs = match slowest {
            Some(slowest) if *slowest > VERY_LONG => FEWEST,
            Some(slowest) if *slowest > LONG => FEWER,
            _ => RUNS,
        };
    }
    Ok(times)
}

/// The times of a program, one of each turn.
#[derive(Clone, Debug)]
pub struct Times(pub Vec<Duration>);

impl Times {
    pub fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted[sorted.len() / 2]
    }

    pub fn shown(&self) -> String {
        readable(self.median())
    }

    /// How many times faster than the other program, within each turn: the median, the least and the most.
    pub fn beside(&self, other: &Self) -> String {
        let turns = self.0.iter().zip(&other.0);
        let mut ratios: Vec<u128> =
            turns.map(|(ours, theirs)| theirs.as_micros() * 100 / ours.as_micros().max(1)).collect();
        ratios.sort_unstable();
        let [least, median, most] = [0, ratios.len() / 2, ratios.len() - 1].map(|at| hundredths(ratios[at]));
        format!("{median} ({least}, {most})")
    }
}

/// Seconds from a tenth of a second on, else milliseconds.
pub fn readable(time: Duration) -> String {
    if time >= Duration::from_millis(100) {
        format!("{} s", hundredths(time.as_millis() / 10))
    } else {
        format!("{} ms", hundredths(time.as_micros() / 10))
    }
}

/// Formats a number of hundredths as a decimal.
pub fn hundredths(number: u128) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

/// Requires that two files are the same.
pub fn same(left: &Path, right: &Path) -> Result<()> {
    if let Some(line) = first_difference(left, right)? {
        anyhow::bail!("{} and {} differ at line {line}", left.display(), right.display());
    }
    Ok(())
}

/// The first line, counted from 1, at which two files differ; a missing line is a difference too.
fn first_difference(left: &Path, right: &Path) -> Result<Option<u64>> {
    let (mut left, mut right) = (BufReader::new(File::open(left)?), BufReader::new(File::open(right)?));
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for line in 1.. {
        one.clear();
        other.clear();
        let ended = left.read_until(b'\n', &mut one)? + right.read_until(b'\n', &mut other)? == 0;
        if one != other {
            return Ok(Some(line));
        }
        if ended {
            break;
        }
    }
    Ok(None)
}

/// The processor, and the number of its cores that this program may use.
pub fn machine() -> Result<String> {
    let text =
        std::fs::read_to_string("/proc/cpuinfo").context("the machine's name is read from /proc/cpuinfo")?;
    let model = text
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unnamed processor", |(_, model)| model.trim());
    Ok(format!("{model}, {} cores", std::thread::available_parallelism()?))
}

/// The first line a command prints.
pub fn first_line_of(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(milliseconds: &[u64]) -> Times {
        Times(milliseconds.iter().copied().map(Duration::from_millis).collect())
    }

    #[test]
    fn times_are_shown_in_the_unit_a_person_would_choose() {
        assert_eq!(readable(Duration::from_millis(1234)), "1.23 s");
        assert_eq!(readable(Duration::from_micros(2340)), "2.34 ms");
        assert_eq!(hundredths(5), "0.05");
    }

    #[test]
    fn a_median_and_a_ratio_belong_to_turns() {
        assert_eq!(times(&[30, 10, 20]).shown(), "20.00 ms");
        assert_eq!(times(&[30, 10, 20]).beside(&times(&[60, 10, 80])), "2.00 (1.00, 4.00)");
    }

    #[test]
    fn the_first_difference_is_a_line_number_and_a_missing_line_counts() -> Result<()> {
        let place = std::env::temp_dir().join(format!("grundy-xtask-{}", std::process::id()));
        std::fs::create_dir_all(&place)?;
        let (left, right) = (place.join("left"), place.join("right"));
        std::fs::write(&left, "1\n2\n3\n")?;
        for (text, expected) in [("1\n2\n3\n", None), ("1\n4\n3\n", Some(2)), ("1\n2\n", Some(3))] {
            std::fs::write(&right, text)?;
            assert_eq!(first_difference(&left, &right)?, expected);
        }
        std::fs::remove_dir_all(&place)?;
        Ok(())
    }
}
