//! Gives one input to a program and to the judge, and compares the outputs.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::time::{Duration, Instant};

use super::Timed;
use super::program::{End, Program};
use super::record::Record;
use crate::check::{Difference, compare};
use crate::error::Error;
use crate::judge::Judge;
use crate::run::Marked;
use crate::solve::Solve;

/// The output limit of a program: this many times the expected size, plus this many bytes.
const TIMES_TOO_MUCH: usize = 4;
const BYTES_TOO_MUCH: usize = 1 << 20;

/// A run is slow if it took this many times as long as the shortest.
const TIMES_SLOWER: u32 = 5;

/// A run that is cut off is reported if it took this many times as long as an average run.
const TIMES_LONGER: u32 = 10;

/// The kind of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The output differs.
    Wrong,
    /// The program ended with an exit code that is not 0.
    Exit(i32),
    /// It was ended by a signal.
    Crash(Option<i32>),
    /// It exceeded the time limit of a run.
    Time,
    /// It wrote far too much output.
    Output,
}

/// A failure, on one input.
#[derive(Clone, Debug)]
pub struct Failing {
    pub kind: Kind,
    pub input: Vec<u8>,
    pub expected: Vec<u8>,
    pub given: Vec<u8>,
    pub said: Vec<u8>,
    pub difference: Option<Difference>,
    /// The index of the record whose answer differs, if known, and that of the position.
    pub question: Option<[usize; 2]>,
}

/// A run that the total time limit cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The input.
    pub input: Vec<u8>,
    /// How long it had been running.
    pub after: Duration,
}

/// Why a trial has no result.
#[derive(Debug)]
pub enum Stop {
    /// The judge's answers took more than their share of the time.
    Costly,
    /// The program cannot be started.
    Start(io::Error),
    /// The judge cannot answer.
    Judge(Box<Error>),
    /// The total time limit was reached.
    Time,
    /// The total time limit was reached during a run that took far longer than the others.
    Cut(Unfinished),
    /// The search was interrupted.
    Interrupted,
}

/// Runs trials.
pub struct Trial<'a, 'j, 's> {
    pub judge: &'j Judge<'j>,
    pub solver: &'s mut dyn Solve,
    pub program: &'a Program,
    pub deadline: Instant,
    pub runs: u64,
    /// The time that the judge may take for one input.
    pub share: Duration,
    /// Whether the last run took more than this time.
    pub was_slow: bool,
    /// The shortest run.
    pub fastest: Duration,
    /// The positions that were asked, by their hashes.
    pub distinct: Distinct,
    /// The total time of the finished runs.
    pub running: Duration,
    /// The number of questions that were answered, right or wrong.
    pub questions: u64,
    /// Called with the numbers of questions and runs; `false` stops the work.
    pub watch: &'a mut dyn FnMut(u64, u64) -> bool,
}

impl Trial<'_, '_, '_> {
    /// Runs the program on an input. `None`: its output is correct.
    pub fn run(&mut self, input: &Record) -> Result<Option<Failing>, Stop> {
        if !(self.watch)(self.questions, self.runs) {
            return Err(Stop::Interrupted);
        }
        let text = input.text(self.judge.profile);
        let begun = Instant::now();
        let share = self.deadline.min(begun + self.share);
        let mut timed = Timed { solver: &mut *self.solver, deadline: share };
        let Marked { text: expected, records, asked } =
            self.judge.marked(&mut timed, &text).map_err(|error| {
                let now = Instant::now();
                match error.is_limit() {
                    true if now >= self.deadline => Stop::Time,
                    true if now >= share => Stop::Costly,
                    _ => Stop::Judge(Box::new(error)),
                }
            })?;
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left < Duration::from_millis(1) {
            return Err(Stop::Time);
        }
        let most = expected.len() * TIMES_TOO_MUCH + BYTES_TOO_MUCH;
        let (questions, runs) = (self.questions, self.runs);
        let mut interrupted = false;
        let mut going = || {
            interrupted |= !(self.watch)(questions, runs);
            !interrupted
        };
        let judged = begun.elapsed();
        let begun = Instant::now();
        let ran = self.program.run(&text, most, left, &mut going).map_err(Stop::Start)?;
        self.runs += 1;
        if interrupted {
            return Err(Stop::Interrupted);
        }
        if ran.end == End::Time && left < self.program.time {
            let far_longer =
                self.running.saturating_mul(TIMES_LONGER) < left.saturating_mul(runs_before(self.runs));
            let cut = Unfinished { input: text, after: left };
            return Err(if far_longer || self.runs == 1 { Stop::Cut(cut) } else { Stop::Time });
        }
        self.running += begun.elapsed();
        // Starting the program takes time for any input.
        let took = begun.elapsed();
        self.fastest = self.fastest.min(took);
        self.was_slow = judged > self.share || took > self.share && took > self.fastest * TIMES_SLOWER;
        self.questions += asked.len() as u64;
        self.distinct.add(input, asked.len());
        let difference = compare(&expected, &ran.output);
        let kind = match (ran.end, &difference) {
            (End::Code(code), _) => Kind::Exit(code),
            (End::Signal(signal), _) => Kind::Crash(signal),
            (End::Time, _) => Kind::Time,
            (End::Output, _) => Kind::Output,
            (End::Well, None) => return Ok(None),
            (End::Well, Some(_)) => Kind::Wrong,
        };
        let question = match (&kind, &difference) {
            (Kind::Wrong, Some(difference)) => {
                let at = place(&expected, difference);
                let nth =
                    |ends: &[usize]| ends.partition_point(|&end| end <= at).min(ends.len().saturating_sub(1));
                Some([nth(&records), nth(&asked)])
            }
            _ => None,
        };
        Ok(Some(Failing {
            kind,
            input: text,
            expected,
            given: ran.output,
            said: ran.said,
            difference,
            question,
        }))
    }
}

/// Counts different positions, by hashes of 64 bits.
#[derive(Debug, Default)]
pub struct Distinct {
    seen: HashSet<u64>,
    count: u64,
}

/// The most positions that are remembered.
const MOST_SEEN: usize = 20_000_000;

impl Distinct {
    /// How many there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Adds the positions of an input, which has `asked` of them.
    fn add(&mut self, input: &Record, asked: usize) {
        let each = (asked / input.questions().max(1)).max(1) as u64;
        self.add_record(input, 0, each, true);
    }

    fn add_record(&mut self, record: &Record, outer: u64, each: u64, is_root: bool) {
        let mut hasher = DefaultHasher::new();
        outer.hash(&mut hasher);
        // Numbers of the whole input, such as the number of records, are no part of a position of a group; those of
        // an outer record belong to each of its positions.
        if !is_root || record.inner.is_empty() {
            for (slot, val) in &record.values {
                slot.hash(&mut hasher);
                val.shown().hash(&mut hasher);
            }
        }
        let outer = hasher.finish();
        if record.inner.is_empty() && self.seen.len() < MOST_SEEN && self.seen.insert(outer) {
            self.count += each;
        }
        record.inner.iter().for_each(|inner| self.add_record(inner, outer, each, false));
    }
}

/// The number of runs before the current one.
fn runs_before(runs: u64) -> u32 {
    u32::try_from(runs.saturating_sub(1)).unwrap_or(u32::MAX)
}

/// The offset of a difference in the expected output.
fn place(expected: &[u8], difference: &Difference) -> usize {
    let lines = expected.split_inclusive(|&b| b == b'\n');
    let before = usize::try_from(difference.line - 1).unwrap_or(usize::MAX);
    let start: usize = lines.take(before).map(<[u8]>::len).sum();
    // If answers share a line, the first character that differs selects the answer.
    let shared = match (&difference.expected, &difference.given) {
        (Some(a), Some(b)) => a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count(),
        _ => 0,
    };
    start + shared
}
