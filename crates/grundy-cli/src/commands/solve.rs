//! `solve`: who wins, the winning moves, the method.

use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use grundy_solver::error::{Condition, ErrorKind};
use grundy_solver::limits::Limits;
use grundy_solver::position::Position;
use grundy_solver::report::{DEFAULT_SHOWN, report};
use grundy_solver::{Answer, DEFAULT_MOVES, Error, Outcome};

use super::{moves, print};
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

/// Answers a position; the flags select further output.
pub fn answer(
    position: &Position,
    wanted: Option<usize>,
    matches: &ArgMatches,
    options: &Options,
) -> Result<ExitCode, Failure> {
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
    let answer = match solver.solve(position) {
        Err(error) if is_limit(&error) => return as_far_as_known(error, position, wanted, options),
        answer => answer?,
    };
    print(&written(&answer, wanted, options))?;
    let no = flag(matches, "check") && answer.outcome != Outcome::N;
    Ok(ExitCode::from(u8::from(no)))
}

fn written(answer: &Answer, wanted: Option<usize>, options: &Options) -> String {
    if options.json {
        format!("{}\n", answer.to_json(options.lang))
    } else {
        report(answer, options.lang, wanted.unwrap_or(DEFAULT_SHOWN))
    }
}

fn is_limit(error: &Error) -> bool {
    error.kind() == ErrorKind::Limit && !error.is(Condition::Interrupted)
}

/// A partial answer, with the reason in JSON.
fn partly(answer: &Answer, why: &Failure, wanted: Option<usize>, options: &Options) -> String {
    if !options.json {
        return written(answer, wanted, options);
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
