//! `sweep`: a row for every rule of a family.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use grundy_batch::Format;
use grundy_batch::sweep::{Found, Sweep, to_file, to_stream};
use grundy_solver::error::ErrorKind;
use grundy_solver::notation::parse_number;
use grundy_solver::sweep::{Family, Row, SETS};
use serde_json::json;

use super::batch::failure_of;
use super::print;
use crate::failure::Failure;
use crate::long_run::cancel_on_interrupt;
use crate::options::{Options, flag};
use crate::progress::{self, Watch};
use crate::words::filled;

/// The default last heap of a misère quotient.
const MISERE_LIMIT: u64 = 1000;

/// Sweeps over a family of games.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let Some((name, family)) = matches.subcommand() else { return Ok(ExitCode::from(2)) };
    let matches = family;
    let family = match name {
        "subtract" => {
            let text = matches.get_one::<String>("amounts").map_or("", String::as_str);
            let wrong = || Failure::usage("sweep-amounts", vec![("value", text.to_owned())]);
            let (from, to) = text.split_once("..").unwrap_or(("1", text));
            let to = to.strip_prefix('=').unwrap_or(to);
            let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
            Family::subtraction(number(from)?, number(to)?)?
        }
        "two-heaps" => {
            let all = u32::try_from(SETS.len()).unwrap_or(u32::MAX);
            Family::two_heaps(matches.get_one::<u32>("sets").copied().unwrap_or(all))?
        }
        _ => Family::octal(matches.get_one::<u32>("digits").copied().unwrap_or(2))?,
    };
    let limit = matches.get_one::<String>("limit").map(|text| parse_number(text)).transpose()?;
    let usual = if options.misere && name != "two-heaps" { MISERE_LIMIT } else { family.usual_limit() };
    let limit = limit.map_or(usual, |limit| u64::try_from(&limit).unwrap_or(u64::MAX));
    let out = matches.get_one::<String>("out").filter(|out| *out != "-");
    let to = match (matches.get_one::<String>("output-format"), out) {
        (Some(name), _) => Format::of(name)?,
        (None, Some(out)) => Format::of_path(Path::new(out)),
        (None, None) => Format::Text,
    };
    let to = if options.json && out.is_none() { Format::JsonLines } else { to };
    let sweep = Sweep {
        family,
        misere: options.misere,
        limit,
        to: to.check()?,
        limits: options.limits,
        threads: options.threads,
        cancel: cancel_on_interrupt(),
    };
    let mut watch = Watch::new(options, flag(matches, "quiet"), true);
    let found = match out {
        Some(out) => to_file(&sweep, Path::new(out), &mut |p| watch.show(&p)),
        None => to_stream(&sweep, &mut io::stdout().lock(), &mut |p| watch.show(&p)),
    };
    drop(watch);
    let found = found.map_err(|failure| match (failure_of(failure, out), out) {
        // Partial results are kept if they go to a file.
        (Failure::Stopped { error, .. } | Failure::Grundy(error), Some(out))
            if error.kind() == ErrorKind::Limit =>
        {
            Failure::Stopped { error, hint: Some(filled(options.lang, "sweep.kept", &[("path", out)])) }
        }
        (failure, _) => failure,
    })?;
    match out {
        Some(_) => print(&summary(&found, family, options))?,
        None if !flag(matches, "quiet") && !options.json => {
            progress::clear();
            eprint!("{}", summary(&found, family, options));
        }
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// The result in words or as JSON.
fn summary(found: &Found, family: Family, options: &Options) -> String {
    let Found { rows, before, proved, theorems, longest_period, longest_preperiod } = found;
    let of_laws = matches!(family, Family::TwoHeaps { .. });
    if options.json {
        let row = |row: &Option<Row>| row.as_ref().map(Row::to_json);
        let mut answer = json!({
            "schema": 1, "rows": rows, "before": before, "proved": proved,
            "longest_period": row(longest_period), "longest_preperiod": row(longest_preperiod),
        });
        if of_laws {
            answer["theorems"] = (*theorems).into();
        }
        return format!("{answer}\n");
    }
    if of_laws {
        let numbers = [*rows, *theorems, proved - theorems, rows - proved].map(|number| number.to_string());
        let blanks: Vec<(&str, &str)> = ["rows", "theorems", "proved", "none"]
            .into_iter()
            .zip(numbers.iter().map(String::as_str))
            .collect();
        return filled(options.lang, "sweep.laws", &blanks) + "\n";
    }
    let (rows, proved) = (rows.to_string(), proved.to_string());
    let mut text = filled(options.lang, "sweep.done", &[("rows", &rows), ("proved", &proved)]) + "\n";
    for (key, row) in
        [("sweep.longest-period", longest_period), ("sweep.longest-preperiod", longest_preperiod)]
    {
        let Some(row) = row else { continue };
        let number = |number: Option<u64>| number.unwrap_or_default().to_string();
        let (period, preperiod) = (number(row.period), number(row.preperiod));
        let blanks = [("rule", &*row.rule), ("period", &*period), ("preperiod", &*preperiod)];
        text += &filled(options.lang, key, &blanks);
        text.push('\n');
    }
    text
}
