//! `solve`: who wins, the winning moves, the method.

use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use grundy_solver::discard::{self, Aim, Discard};
use grundy_solver::error::{Condition, ErrorKind};
use grundy_solver::limits::Limits;
use grundy_solver::position::Position;
use grundy_solver::report::{DEFAULT_SHOWN, about_nth, report};
use grundy_solver::results::{By, Pick};
use grundy_solver::{Answer, DEFAULT_MOVES, Error, Outcome, Solver};

use super::{chosen, moves, number, print};
use crate::failure::Failure;
use crate::long_run::cancel_on_interrupt;
use crate::options::{Options, flag};
use crate::progress::watched;
use crate::question;
use crate::watchdog;

/// After a limit was reached, an answer without search may take this long.
const AFTERWARDS: Duration = Duration::from_millis(200);

/// Answers a position.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let position = question::position(matches, options)?;
    answer(&position, moves(matches)?, matches, options)
}

/// What else is asked.
#[derive(Default)]
struct More {
    /// The number of the winning result that is listed alone, from 1.
    nth: Option<usize>,
    by: By,
    aim: Option<Aim>,
}

/// What else is answered.
#[derive(Default)]
struct Found {
    nth: Option<usize>,
    by: By,
    discard: Option<(Aim, Option<Discard>)>,
}

impl More {
    fn of(matches: &ArgMatches) -> Result<Self, Failure> {
        let nth = number(matches, "nth")?;
        Ok(Self { nth, by: chosen(matches, "order", &By::ALL), aim: chosen_aim(matches) })
    }

    /// The answer with the winning results that are asked for.
    fn solve(&self, solver: &Solver, position: &Position, wanted: usize) -> Result<Answer, Error> {
        let (skip, want) = self.nth.map_or((0, wanted), |nth| (nth - 1, 1));
        if self.nth.is_none() && self.by == By::Result {
            return solver.solve(position);
        }
        solver.pick_moves(position, Pick { by: self.by, skip, want })
    }

    fn find(&self, solver: &Solver, position: &Position) -> Result<Found, Error> {
        let discard = self.aim.map(|aim| solver.discard(position, aim).map(|found| (aim, found)));
        Ok(Found { nth: self.nth, by: self.by, discard: discard.transpose()? })
    }
}

fn chosen_aim(matches: &ArgMatches) -> Option<Aim> {
    matches.try_get_one::<String>("discard").ok().flatten().and_then(|name| Aim::named(name))
}

/// Answers a position; the flags select further output.
pub fn answer(
    position: &Position,
    wanted: Option<usize>,
    matches: &ArgMatches,
    options: &Options,
) -> Result<ExitCode, Failure> {
    let more = More::of(matches)?;
    let solver = options
        .solver()?
        .insist_on_value(flag(matches, "value"))
        .list_moves(wanted.unwrap_or(DEFAULT_MOVES).max(1));
    let solver = solver.cancelled_by(cancel_on_interrupt());
    let solver = watched(solver, options.lang, flag(matches, "quiet"));
    // The outcome may be known where the value, or the list of moves, is out of reach.
    if let Some(time) = options.limits.time {
        let known = || {
            let limit = Error::limit("error.time-limit").with("time", format!("{time:?}"));
            Some(partly(&solver.known_outcome(position).ok()?, &limit.into(), wanted, options))
        };
        watchdog::found(known().unwrap_or_default());
    }
    let most = wanted.unwrap_or(DEFAULT_MOVES).max(1);
    let answer = match more.solve(&solver, position, most) {
        Err(error) if is_limit(&error) => return as_far_as_known(error, position, wanted, options),
        answer => answer?,
    };
    let found = more.find(&solver, position)?;
    print(&written(&answer, &found, wanted, options))?;
    let no = flag(matches, "check") && answer.outcome != Outcome::N;
    Ok(ExitCode::from(u8::from(no)))
}

fn written(answer: &Answer, found: &Found, wanted: Option<usize>, options: &Options) -> String {
    let question = &answer.question;
    if options.json {
        let mut json = answer.to_json(options.lang);
        if let Some(nth) = found.nth {
            json["nth"] = nth.into();
        }
        if let Some((name, _)) = By::ALL.iter().find(|(_, by)| *by == found.by && found.by != By::Result) {
            json["order"] = (*name).into();
        }
        if let Some((aim, discard)) = &found.discard {
            json["discard"] = discard.as_ref().map(|found| found.to_json(question, *aim)).into();
        }
        return format!("{json}\n");
    }
    let mut text = report(answer, options.lang, wanted.unwrap_or(DEFAULT_SHOWN));
    let nth = found.nth.map(|nth| about_nth(answer, nth));
    let discard = found.discard.as_ref();
    let discard = discard.map(|(aim, found)| discard::in_words(question, *aim, found.as_ref()));
    for message in nth.into_iter().chain(discard) {
        text.push_str(&message.render(options.lang));
        text.push('\n');
    }
    text
}

fn is_limit(error: &Error) -> bool {
    error.kind() == ErrorKind::Limit && !error.is(Condition::Interrupted)
}

/// A partial answer, with the reason in JSON.
fn partly(answer: &Answer, why: &Failure, wanted: Option<usize>, options: &Options) -> String {
    if !options.json {
        return written(answer, &Found::default(), wanted, options);
    }
    let mut json = answer.to_json(options.lang);
    json["error"] = why.to_json(options.lang)["error"].take();
    format!("{json}\n")
}

/// The value or the moves are out of reach, which is an error. The outcome is printed if it is known.
fn as_far_as_known(
    error: Error,
    position: &Position,
    wanted: Option<usize>,
    options: &Options,
) -> Result<ExitCode, Failure> {
    let limits = Limits { time: Some(AFTERWARDS), ..options.limits };
    let solver =
        options.solver()?.within(limits).list_moves(wanted.unwrap_or(DEFAULT_MOVES).max(1)).only_known(true);
    let Ok(answer) = solver.solve(position).or_else(|_| solver.known_outcome(position)) else {
        return Err(error.into());
    };
    let failure = Failure::from(error);
    print(&partly(&answer, &failure, wanted, options))?;
    if options.json { Ok(failure.code()) } else { Err(failure) }
}
