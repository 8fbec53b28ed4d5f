//! `explain`: why, in sentences.

use std::process::ExitCode;

use clap::ArgMatches;
use grundy_solver::explain::{DEFAULT_REPLIES, explain, explain_move, read_move};

use super::{moves, print};
use crate::failure::Failure;
use crate::long_run::cancel_on_interrupt;
use crate::options::{Options, flag};
use crate::progress::watched;
use crate::question;

/// Explains a position or one move.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let position = question::position(matches, options)?;
    let solver = options.solver()?.insist_on_value(flag(matches, "value"));
    let solver = solver.cancelled_by(cancel_on_interrupt());
    let solver = watched(solver, options.lang, flag(matches, "quiet"));
    let explanation = match matches.get_one::<String>("move") {
        None => explain(&solver, &position, moves(matches)?.unwrap_or(DEFAULT_REPLIES))?,
        Some(text) => explain_move(&solver, &position, &read_move(&position, text)?)?,
    };
    let text = if options.json {
        format!("{}\n", explanation.to_json(options.lang))
    } else {
        explanation.report(options.lang)
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}
