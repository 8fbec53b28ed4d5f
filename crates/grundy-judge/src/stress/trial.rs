//! Gives one input to a program and to the judge, and compares the outputs.

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
        let mut timed = Timed { solver: &mut *self.solver, deadline: self.deadline };
        let Marked { text: expected, records, asked } =
            self.judge.marked(&mut timed, &text).map_err(|error| {
                let late = error.is_limit() && Instant::now() >= self.deadline;
                if late { Stop::Time } else { Stop::Judge(Box::new(error)) }
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
        self.questions += asked.len() as u64;
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
