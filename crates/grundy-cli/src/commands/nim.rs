//! `nim`: arithmetic in the field of nimbers; a position of Nim if only heaps are given.

use std::process::ExitCode;

use clap::ArgMatches;
use dashu_int::UBig;
use grundy_solver::nimber::evaluate;
use grundy_solver::number::natural_to_json;
use serde_json::json;

use super::{print, solve};
use crate::failure::Failure;
use crate::options::Options;
use crate::question;

/// Evaluates an expression, or solves a position of Nim.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let words: Vec<String> = matches.get_many("expression").into_iter().flatten().cloned().collect();
    let text = words.join(" ");
    if is_heaps(&text) {
        let position = question::position_of_text(&format!("nim {text}"), options)?;
        return solve::answer(&position, None, matches, options);
    }
    if options.misere {
        return Err(Failure::usage("misere-unused", vec![("command", "nim".to_owned())]));
    }
    let value = UBig::from(evaluate(&text)?);
    print(&if options.json {
        format!("{}\n", json!({"schema": 1, "expression": text, "value": natural_to_json(&value)}))
    } else {
        format!("{value}\n")
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the text has only numbers and separators; an expression has at least one other character.
fn is_heaps(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | '_' | '，'))
}
