//! Tests a program against random and hostile inputs of a problem, and shrinks the first input that it gets wrong.
//!
//! Inputs are generated from a profile's pattern and its limits; the judge gives the answers. A failing input is
//! shrunk until no smaller neighbour fails: none with a number decreased by one, halved or replaced by the next
//! smaller special value, and none with fewer cases. Then all smaller inputs are tried, if they are not too many.
//!
//! The size of inputs: those with fewer questions are smaller; among these, those whose numbers, counted and added up,
//! give less; then those with fewer numbers; then those that come first in the order of dictionaries.

mod allowed;
mod cold;
mod draw;
mod edits;
mod generate;
mod numbers;
mod program;
mod record;
mod shrink;
mod small;
mod spread;
mod stop;
mod trial;

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use dashu_int::UBig;

pub use self::program::Program;
pub use self::trial::{Kind, Unfinished};

use self::cold::Cold;
use self::generate::Generator;
use self::numbers::Chance;
use self::record::Record;
use self::shrink::{Shrinker, Shrunk};
use self::trial::{Distinct, Failing, Stop, Trial};
use crate::check::Difference;
use crate::error::{Error, SolveError};
use crate::judge::Judge;
use crate::pattern::{Kind as NameKind, Step};
use crate::profile::Profile;
use crate::solve::{Asked, Need, Outcome, Prepared, Solve, Verdict, Wholes, WordMoves};
use crate::solver::Grundy;

/// After this many rounds without any input within the limits, the search is given up.
const EMPTY_ROUNDS: usize = 20;

/// The fraction of the total time that each auxiliary question may take, as a divisor.
const SHARES: u32 = 20;
/// A shorter share would be spent on starting programs.
const LEAST_SHARE: Duration = Duration::from_millis(200);

/// The extent of the search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The seed; equal seeds generate equal inputs.
    pub seed: u64,
    /// The number of random questions, in addition to those of every search: small ones in turn, special values, and
    /// P-positions derived from them.
    pub cases: u64,
    /// The total time, including shrinking.
    pub time: Duration,
}

/// The result of a search.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // independent facts, each of its own name in the JSON
pub struct Report {
    /// The number of questions, up to the first failure if there is one.
    pub cases: u64,
    /// How many of them were different positions.
    pub distinct: u64,
    /// The number of runs of the program for them.
    pub runs: u64,
    /// Whether sizes were reduced because answers took long.
    pub lightened: bool,
    /// Whether the time limit or an interrupt ended the search early.
    pub cut_short: bool,
    /// Whether the search was interrupted.
    pub interrupted: bool,
    /// Whether it ended before all special values were tried.
    pub too_soon: bool,
    /// The run that the time limit cut off, if it took far longer than the others.
    pub unfinished: Option<Unfinished>,
    /// The failure, if there is one.
    pub failure: Option<Failure>,
}

/// A failure, with its shrunk input.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The kind of failure.
    pub kind: Kind,
    /// The input.
    pub input: Vec<u8>,
    /// The expected output.
    pub expected: Vec<u8>,
    /// The output of the program, truncated if it is far too long.
    pub given: Vec<u8>,
    /// The start of the program's standard error.
    pub said: Vec<u8>,
    /// The first line that differs.
    pub difference: Option<Difference>,
    /// The number of runs that shrinking took.
    pub runs: u64,
    /// Whether no smaller input fails: all of them were tried.
    pub smallest: bool,
    /// Whether no smaller neighbour of this input fails.
    pub minimal: bool,
    /// The question of the judge at the first difference.
    pub asked: Option<Asked>,
}

/// Why a search has no result.
#[derive(Debug)]
pub enum Trouble {
    /// The program cannot be started.
    Program(io::Error),
    /// The profile lacks limits, or the judge cannot answer.
    Judge(Box<Error>),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Judge(Box::new(error))
    }
}

/// Looks for an input that `program` gets wrong. `watch` is called many times a second with the numbers of
/// questions and runs, and stops the work by returning `false`.
pub fn stress(
    profile: &Profile,
    program: &Program,
    settings: &Settings,
    solver: &Grundy,
    watch: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Report, Trouble> {
    check_limits(profile)?;
    let begun = Instant::now();
    let judge = Judge::new(profile)?;
    // Questions that help to generate inputs must not use up the time for trying them.
    let quick = solver.within(settings.time / SHARES);
    let share = (settings.time / SHARES).max(LEAST_SHARE);
    let (mut answers, mut helps) = (solver.within(2 * share), quick.clone());
    let mut generator = Generator::new(&judge, Cold::new(&judge, &mut helps), settings.seed);
    // A quarter of the time is reserved for shrinking.
    let looking = begun + settings.time * 3 / 4;
    let mut trial = Trial {
        judge: &judge,
        solver: &mut answers,
        program,
        deadline: looking,
        runs: 0,
        share,
        was_slow: false,
        fastest: Duration::MAX,
        distinct: Distinct::default(),
        running: Duration::ZERO,
        questions: 0,
        watch,
    };
    let (found, lightened) = look(&mut trial, &mut generator, settings)?;
    let (cases, runs) = (trial.questions, trial.runs);
    let mut report = Report {
        cases,
        distinct: trial.distinct.count(),
        runs,
        lightened,
        cut_short: false,
        interrupted: false,
        too_soon: false,
        unfinished: None,
        failure: None,
    };
    match found {
        Found::Nothing => {}
        Found::Cut { interrupted, unfinished } => {
            (report.cut_short, report.interrupted, report.unfinished) = (true, interrupted, unfinished);
            report.too_soon = generator.is_nasty();
        }
        Found::Failing(input, failing) => {
            trial.deadline = begun + settings.time;
            trial.share = settings.time;
            let (mut shrinks, mut smaller) = (quick.clone(), quick);
            trial.solver = &mut smaller;
            let mut cold = Cold::new(&judge, &mut shrinks);
            let mut shrinker = Shrinker {
                trial: &mut trial,
                cold: cold.as_mut(),
                chance: Chance::new(settings.seed),
                input,
                failing: *failing,
            };
            let Shrunk { minimal, smallest } = shrinker.shrink().map_err(trouble)?;
            let Failing { kind, input, expected, given, said, difference, question } = shrinker.failing;
            let runs = trial.runs - runs;
            let asked = question.and_then(|[_, asked]| heard(&judge, trial.solver, &input, asked));
            let failure =
                Failure { kind, input, expected, given, said, difference, runs, smallest, minimal, asked };
            report.failure = Some(failure);
        }
    }
    Ok(report)
}

/// The inputs of the first rounds, as [`stress`] would try them.
pub fn inputs(profile: &Profile, solver: &Grundy, seed: u64, rounds: usize) -> Result<Vec<Vec<u8>>, Error> {
    check_limits(profile)?;
    let judge = Judge::new(profile)?;
    let mut helps = solver.clone();
    let mut generator = Generator::new(&judge, Cold::new(&judge, &mut helps), seed);
    let made = (0..rounds).flat_map(|_| generator.round());
    Ok(made.map(|input| input.text(profile)).collect())
}

enum Found {
    Nothing,
    Cut { interrupted: bool, unfinished: Option<Unfinished> },
    Failing(Record, Box<Failing>),
}

fn cut(interrupted: bool, unfinished: Option<Unfinished>) -> Found {
    Found::Cut { interrupted, unfinished }
}

fn trouble(stop: Stop) -> Trouble {
    match stop {
        Stop::Start(error) => Trouble::Program(error),
        Stop::Judge(error) => Trouble::Judge(error),
        Stop::Time | Stop::Costly | Stop::Cut(_) | Stop::Interrupted => {
            Error::new("limits-impossible").into()
        }
    }
}

/// Tries inputs round by round. Whether sizes were reduced is the second part.
fn look(trial: &mut Trial, generator: &mut Generator, settings: &Settings) -> Result<(Found, bool), Trouble> {
    let mut lightened = false;
    let found = rounds(trial, generator, settings, &mut lightened)?;
    Ok((found, lightened))
}

fn rounds(
    trial: &mut Trial,
    generator: &mut Generator,
    settings: &Settings,
    lightened: &mut bool,
) -> Result<Found, Trouble> {
    let mut empty = 0;
    let mut unanswered = None;
    let mut asked_anyway = 0;
    while generator.is_nasty() || trial.questions - asked_anyway < settings.cases {
        let by_chance = !generator.is_nasty();
        let inputs = generator.round();
        let before = trial.questions;
        let mut costly = false;
        for input in inputs {
            match trial.run(&input) {
                Ok(None) => {}
                Ok(Some(failing)) => return Ok(Found::Failing(input, Box::new(failing))),
                Err(Stop::Time) => return Ok(cut(false, None)),
                Err(Stop::Cut(run)) => return Ok(cut(false, Some(run))),
                Err(Stop::Interrupted) => return Ok(cut(true, None)),
                // The rest of the round would take as long: smaller numbers come next.
                Err(Stop::Costly) => {
                    *lightened = true;
                    if !generator.lighten() {
                        return Ok(cut(false, None));
                    }
                    costly = true;
                    break;
                }
                // A position beyond the judge's limits is no evidence about the program.
                Err(Stop::Judge(error)) if error.is_limit() => unanswered = Some(error),
                Err(stop) => return Err(trouble(stop)),
            }
            if by_chance && trial.questions - asked_anyway >= settings.cases {
                return Ok(Found::Nothing);
            }
            if trial.was_slow {
                *lightened = true;
                generator.lighten();
                break;
            }
        }
        if !by_chance {
            asked_anyway = trial.questions;
        }
        empty = if trial.questions == before && !costly { empty + 1 } else { 0 };
        if Instant::now() >= trial.deadline {
            return Ok(cut(false, None));
        }
        if empty >= EMPTY_ROUNDS {
            return Err(unanswered.map_or_else(|| Error::new("limits-impossible").into(), Trouble::Judge));
        }
    }
    Ok(Found::Nothing)
}

/// Checks that every name has limits, and every list that ends with its line a count.
fn check_limits(profile: &Profile) -> Result<(), Error> {
    let pattern = &profile.pattern;
    let lines = pattern.levels.iter().flat_map(|level| &level.steps).filter_map(|step| match step {
        Step::Line { slot, .. } => Some(*slot),
        _ => None,
    });
    let lines: Vec<usize> = lines.collect();
    for (slot, name) in pattern.names.iter().enumerate() {
        // The name of `over` is not read.
        if pattern.over.as_ref().is_some_and(|(over, _)| *over == slot) {
            continue;
        }
        match &profile.bounds.names[slot] {
            None => return Err(Error::new("limits-missing").with("name", &name.text)),
            Some(limit) if lines.contains(&slot) && limit.count.is_none() => {
                return Err(Error::new("limits-no-count").with("name", &name.text));
            }
            Some(limit) if name.kind == NameKind::Word && limit.words.is_empty() => {
                return Err(Error::new("limits-missing").with("name", &name.text));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// The question number `nth` that the judge has for an input.
fn heard(judge: &Judge, solver: &mut dyn Solve, input: &[u8], nth: usize) -> Option<Asked> {
    let slow = Judge::new(judge.profile).ok()?.without_shortcuts();
    let heard = Rc::new(RefCell::new(Vec::new()));
    let mut listener = Listener { solver, heard: heard.clone() };
    slow.marked(&mut listener, input).ok()?;
    let mut heard = heard.borrow_mut();
    (nth < heard.len()).then(|| heard.swap_remove(nth))
}

/// A solver that returns an error after the deadline, so that no long input exceeds it.
struct Timed<'s> {
    solver: &'s mut dyn Solve,
    deadline: Instant,
}

struct TimedGame {
    prepared: Box<dyn Prepared>,
    deadline: Instant,
}

fn in_time(deadline: Instant) -> Result<(), SolveError> {
    if Instant::now() < deadline {
        return Ok(());
    }
    // This text is never shown: the trial reports the time limit itself.
    Err(SolveError { code: "time".into(), en: String::new(), zh: String::new(), limit: true })
}

impl Solve for Timed<'_> {
    fn game(&mut self, game: &str) -> Result<Box<dyn Prepared>, SolveError> {
        in_time(self.deadline)?;
        Ok(Box::new(TimedGame { prepared: self.solver.game(game)?, deadline: self.deadline }))
    }

    fn whole(&mut self, position: &str, need: &Need) -> Result<Verdict, SolveError> {
        in_time(self.deadline)?;
        self.solver.whole(position, need)
    }

    fn wholes(&mut self) -> Option<Box<dyn Wholes>> {
        self.solver.wholes()
    }
}

impl Prepared for TimedGame {
    fn solve(&mut self, heaps: &[UBig], need: &Need) -> Result<Verdict, SolveError> {
        in_time(self.deadline)?;
        self.prepared.solve(heaps, need)
    }

    fn decide_u64(&mut self, heaps: &[u64]) -> Option<Outcome> {
        self.prepared.decide_u64(heaps)
    }

    fn results_u64(&mut self, heaps: &[u64], out: &mut WordMoves) -> Option<Outcome> {
        self.prepared.results_u64(heaps, out)
    }
}

/// A solver that records its questions.
struct Listener<'s> {
    solver: &'s mut dyn Solve,
    heard: Rc<RefCell<Vec<Asked>>>,
}

struct Heard {
    game: String,
    prepared: Box<dyn Prepared>,
    asked: Rc<RefCell<Vec<Asked>>>,
}

impl Solve for Listener<'_> {
    fn game(&mut self, game: &str) -> Result<Box<dyn Prepared>, SolveError> {
        let prepared = self.solver.game(game)?;
        Ok(Box::new(Heard { game: game.to_owned(), prepared, asked: self.heard.clone() }))
    }

    fn whole(&mut self, position: &str, need: &Need) -> Result<Verdict, SolveError> {
        self.heard.borrow_mut().push(Asked::Whole(position.to_owned()));
        self.solver.whole(position, need)
    }
}

impl Prepared for Heard {
    fn solve(&mut self, heaps: &[UBig], need: &Need) -> Result<Verdict, SolveError> {
        self.asked.borrow_mut().push(Asked::Heaps(self.game.clone(), heaps.to_vec()));
        self.prepared.solve(heaps, need)
    }
}
