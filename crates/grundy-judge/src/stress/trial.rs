//! One input given to a program and to the judge, and what came of it.

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

/// A program may write so many times what it should, and so many bytes more.
const TIMES_TOO_MUCH: usize = 4;
const BYTES_TOO_MUCH: usize = 1 << 20;

/// A run that is cut off is worth a word if it has taken so many times as long as one takes otherwise.
const TIMES_LONGER: u32 = 10;

/// What kind of failure it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The output differs.
    Wrong,
    /// The program ended with an exit code that is not 0.
    Exit(i32),
    /// It was ended by a signal.
    Crash(Option<i32>),
    /// It took longer than a run may.
    Time,
    /// It wrote far more than it should.
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
    /// Which record's answer differs, where that is known, and which position's.
    pub question: Option<[usize; 2]>,
}

/// A run that was ended because the time for the whole was up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The input.
    pub input: Vec<u8>,
    /// How long it had been running.
    pub after: Duration,
}

/// Why a trial says nothing.
#[derive(Debug)]
pub enum Stop {
    /// The program cannot be started.
    Start(io::Error),
    /// The judge cannot answer.
    Judge(Box<Error>),
    /// The time is up.
    Time,
    /// The time was up while the program was still running, far longer than it ever had.
    Cut(Unfinished),
    /// Somebody wants it to end.
    Interrupted,
}

/// Tries inputs.
pub struct Trial<'a, 'j, 's> {
    pub judge: &'j Judge<'j>,
    pub solver: &'s mut dyn Solve,
    pub program: &'a Program,
    pub deadline: Instant,
    pub runs: u64,
    /// How long the finished ones took together.
    pub running: Duration,
    /// Questions that were answered right or wrong.
    pub questions: u64,
    /// Is told the number of questions and runs; `false` ends the work.
    pub watch: &'a mut dyn FnMut(u64, u64) -> bool,
}

impl Trial<'_, '_, '_> {
    /// Runs the program on an input. `None`: what it wrote is right.
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

/// How many runs there were before the present one.
fn runs_before(runs: u64) -> u32 {
    u32::try_from(runs.saturating_sub(1)).unwrap_or(u32::MAX)
}

/// Where in the expected output a difference begins.
fn place(expected: &[u8], difference: &Difference) -> usize {
    let lines = expected.split_inclusive(|&b| b == b'\n');
    let before = usize::try_from(difference.line - 1).unwrap_or(usize::MAX);
    let start: usize = lines.take(before).map(<[u8]>::len).sum();
    // Where answers share a line, the first letter that differs says which it is.
    let shared = match (&difference.expected, &difference.given) {
        (Some(a), Some(b)) => a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count(),
        _ => 0,
    };
    start + shared
}
