//! `values`: the Grundy values of one heap.

use std::io::Write;
use std::process::ExitCode;

use clap::ArgMatches;
use grundy::{Solver, notation, number};
use serde_json::json;

use super::create;
use crate::failure::Failure;
use crate::options::Options;
use crate::question;

/// Writes G(from) to G(to), one after the other.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let words: Vec<String> = matches.get_many("game").into_iter().flatten().cloned().collect();
    let line = question::game(&words.join(" "), options)?;
    let bound = |name: &str| {
        let text = matches.get_one::<String>(name).map_or("0", String::as_str);
        notation::parse_number(text)
    };
    let (from, to) = (bound("from")?, bound("to")?);
    if from > to {
        return Err(Failure::usage(
            "from-above-to",
            vec![("from", from.to_string()), ("to", to.to_string())],
        ));
    }
    let format = match matches.get_one::<String>("format").map_or("text", String::as_str) {
        _ if options.json => "json",
        format => format,
    };
    let solver = Solver::new(options.limits);
    let path = matches.get_one::<String>("out");
    let mut out = create(path)?;
    let mut failed = None;
    let mut write = |out: &mut dyn Write, text: String| {
        if failed.is_none() {
            failed = out.write_all(text.as_bytes()).err();
        }
        // The library's walk is stopped by an error of its own kind; what it was is kept here.
        if failed.is_some() { Err(grundy::Error::limit("error.stopped")) } else { Ok(()) }
    };
    let head = match format {
        "csv" => "n,value\n".to_owned(),
        "json" => format!(
            "{{\"schema\":1,\"game\":{},\"from\":{},\"to\":{},\"values\":[",
            json!(line.game.spelled),
            number::natural_to_json(&from),
            number::natural_to_json(&to),
        ),
        _ => String::new(),
    };
    let separator = if format == "csv" { "," } else { " " };
    let mut headed = false;
    let result = solver.for_each_value(&line, &from, &to, &mut |n, value| {
        let text = if format == "json" {
            let comma = if headed { "," } else { head.as_str() };
            format!("{comma}{}", number::natural_to_json(value))
        } else {
            let head = if headed { "" } else { head.as_str() };
            format!("{head}{n}{separator}{value}\n")
        };
        headed = true;
        write(&mut *out, text)
    });
    let tail = if format == "json" && result.is_ok() { "]}\n" } else { "" };
    let ended = result.map_err(Failure::from).and_then(|()| {
        out.write_all(tail.as_bytes()).and_then(|()| out.flush()).map_err(|error| output(path, error))
    });
    match failed {
        Some(error) => Err(output(path, error)),
        None => ended.map(|()| ExitCode::SUCCESS),
    }
}

fn output(path: Option<&String>, error: std::io::Error) -> Failure {
    match path {
        Some(path) => Failure::file(path, error),
        None => Failure::Output(error),
    }
}
