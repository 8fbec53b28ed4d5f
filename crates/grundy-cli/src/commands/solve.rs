//! `solve`: who wins, the winning moves, the method.

use std::process::ExitCode;

use clap::ArgMatches;
use grundy::error::ErrorKind;
use grundy::position::Position;
use grundy::report::{DEFAULT_SHOWN, report};
use grundy::{Answer, DEFAULT_MOVES, Error, Outcome, Solver};

use super::{moves, print};
use crate::failure::{Failure, INTERRUPTED};
use crate::long_run::cancel_on_interrupt;
use crate::options::{Options, flag};
use crate::progress::watched;
use crate::question;

/// Answers a position.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let position = question::position(matches, options)?;
    let wanted = moves(matches)?;
    let solver = Solver::new(options.limits)
        .insist_on_value(flag(matches, "value"))
        .list_moves(wanted.unwrap_or(DEFAULT_MOVES).max(1));
    let solver = solver.cancelled_by(cancel_on_interrupt());
    let solver = watched(solver, options.lang, flag(matches, "quiet"));
    let answer = match solver.solve(&position) {
        Err(error) if flag(matches, "value") && is_limit(&error) => {
            return without_value(error, &position, wanted, options);
        }
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
    error.kind() == ErrorKind::Limit && error.code() != INTERRUPTED
}

/// The value is out of reach, which is an error; who wins may be known all the same, and is said.
fn without_value(
    error: Error,
    position: &Position,
    wanted: Option<usize>,
    options: &Options,
) -> Result<ExitCode, Failure> {
    let solver = Solver::new(options.limits).list_moves(wanted.unwrap_or(DEFAULT_MOVES).max(1));
    let Ok(answer) = solver.only_known(true).solve(position) else { return Err(error.into()) };
    if !options.json {
        print(&written(&answer, wanted, options))?;
        return Err(error.into());
    }
    let failure = Failure::from(error);
    let mut json = answer.to_json(options.lang);
    json["error"] = failure.to_json(options.lang)["error"].take();
    print(&format!("{json}\n"))?;
    Ok(failure.code())
}
