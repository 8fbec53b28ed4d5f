//! `pattern`: the rule behind the table.

use std::process::ExitCode;

use clap::ArgMatches;
use grundy::Solver;
use grundy::pattern::Request;

use super::print;
use crate::failure::Failure;
use crate::long_run::cancel_on_interrupt;
use crate::options::{self, Options};
use crate::question;

/// Looks for a rule, says it and how sure it is. A limit that was reached on the way ends with exit code 3, after
/// the rule for what there was.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let words: Vec<String> = matches.get_many("game").into_iter().flatten().cloned().collect();
    let line = question::game(&words.join(" "), options)?;
    let number = |name: &str| matches.get_one::<usize>(name).copied();
    let request = Request { heaps: number("heaps"), to: number("to") };
    let solver = Solver::new(options.limits).cancelled_by(cancel_on_interrupt());
    let pattern = solver.pattern(&line, request)?;
    if options.json {
        print(&format!("{}\n", pattern.to_json(options.lang)))?;
    } else {
        print(&pattern.report(options.lang))?;
    }
    match pattern.limit() {
        // One object is all that is on stdout.
        Some(limit) => {
            Ok(Failure::from(limit.clone()).report(options.lang, false, options::flag(matches, "quiet")))
        }
        None => Ok(ExitCode::SUCCESS),
    }
}
