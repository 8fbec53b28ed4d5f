//! `explain`: why, in sentences.

use std::process::ExitCode;

use clap::ArgMatches;
use grundy::explain::{DEFAULT_REPLIES, explain, explain_move};
use grundy::{Solver, notation};

use super::{moves, print};
use crate::failure::Failure;
use crate::options::{Options, flag};
use crate::progress::watched;
use crate::question;

/// Explains a position or one move.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let position = question::position(matches, options)?;
    let solver = Solver::new(options.limits).insist_on_value(flag(matches, "value"));
    let solver = watched(solver, options.lang, flag(matches, "quiet"));
    let explanation = match matches.get_one::<String>("move") {
        None => explain(&solver, &position, moves(matches)?.unwrap_or(DEFAULT_REPLIES))?,
        Some(text) => {
            // In a sum the component stands in front: `2: 3 5`.
            let (component, heaps) = match text.split_once([':', '：']) {
                Some((component, heaps)) => {
                    let number = component.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                    let number = number.ok_or_else(|| {
                        Failure::usage("move-component", vec![("value", component.to_owned())])
                    })?;
                    (number, heaps)
                }
                None => (0, text.as_str()),
            };
            let to = match position.components().get(component) {
                Some(part) => notation::parse_heaps_of(part, heaps)?,
                None => notation::parse_heaps(heaps)?,
            };
            explain_move(&solver, &position, component, &to)?
        }
    };
    let text = if options.json {
        format!("{}\n", explanation.to_json(options.lang))
    } else {
        explanation.report(options.lang)
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}
