//! `solve`: who wins, the winning moves, the method.

use std::process::ExitCode;

use clap::ArgMatches;
use grundy::report::DEFAULT_SHOWN;
use grundy::{DEFAULT_MOVES, Outcome, Solver};

use super::{moves, print};
use crate::failure::Failure;
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
    let answer = solver.solve(&position)?;
    let text = if options.json {
        format!("{}\n", answer.to_json(options.lang))
    } else {
        answer.report(options.lang, wanted.unwrap_or(DEFAULT_SHOWN))
    };
    print(&text)?;
    let no = flag(matches, "check") && answer.outcome != Outcome::N;
    Ok(ExitCode::from(u8::from(no)))
}
