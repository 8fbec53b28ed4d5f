//! `nash`: the equilibria of a two-player game in matrix form.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use grundy_payoff::{self, Game, MAX_TEXT, SolutionMethod};
use grundy_solver::limits::Budget;

use super::{open, print};
use crate::failure::Failure;
use crate::long_run;
use crate::options::{Options, flag};
use crate::output::without_mark;

/// Extensions of files that hold games.
const ENDINGS: [&str; 5] = ["nfg", "json", "csv", "tsv", "txt"];

/// Solves the game and prints the result.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    if flag(matches, "list") {
        print(&list(options))?;
        return Ok(ExitCode::SUCCESS);
    }
    let game = game(matches, options)?;
    let word = matches.get_one::<String>("method").map_or("all", String::as_str);
    let method = SolutionMethod::ALL.into_iter().find(|method| method.word() == word).unwrap_or_default();
    let budget = Budget::new(options.limits).with_cancel(long_run::cancel_on_interrupt());
    let report = grundy_payoff::solve(&game, method, &budget)?;
    if options.json {
        print(&format!("{}\n", report.to_json()))?;
    } else {
        print(&report.report(options.lang))?;
    }
    let Some(error) = report.stopped else { return Ok(ExitCode::SUCCESS) };
    // The result is printed; the limit is reported beside it and by the exit code.
    let failure = Failure::Stopped { error, hint: None };
    Ok(if options.json { failure.code() } else { failure.report(options.lang, false) })
}

/// Reads the game of the command line: a name, one or two files, or a matrix; stdin for `-` and when it is a pipe.
fn game(matches: &ArgMatches, options: &Options) -> Result<Game, Failure> {
    let word = |name: &str| matches.get_one::<String>(name);
    // A word that starts with a minus may be a number, so the option parser lets it pass.
    if let Some(option) =
        ["matrix", "second"].into_iter().filter_map(word).find(|word| word.starts_with("--"))
    {
        return Err(Failure::usage("unknown-argument", vec![("what", option.clone())]));
    }
    let Some(first) = word("matrix") else {
        if io::stdin().is_terminal() {
            return Err(Failure::usage("missing-argument", vec![("what", "MATRIX".to_owned())]));
        }
        return Ok(grundy_payoff::read(&text("-")?)?);
    };
    let Some(second) = word("second") else {
        if first == "-" {
            return Ok(grundy_payoff::read(&text("-")?)?);
        }
        return one(first, options);
    };
    if is_file(first) && is_file(second) {
        return Ok(grundy_payoff::read_csv(&text(first)?, Some(&text(second)?))?);
    }
    one(&format!("{first} {second}"), options)
}

fn one(word: &str, options: &Options) -> Result<Game, Failure> {
    if grundy_payoff::classic(word).is_none() && is_file(word) {
        let text = text(word)?;
        let csv = ending(word).is_some_and(|ending| ending == "csv" || ending == "tsv");
        return Ok(if csv { grundy_payoff::read_csv(&text, None)? } else { grundy_payoff::read(&text)? });
    }
    grundy_payoff::named_or_read(word, options.lang).map_err(|error| {
        // Checked only after parsing failed: a folder may be called `1`.
        let is_folder = Path::new(word).is_dir();
        if is_folder { Failure::file(word, io::ErrorKind::IsADirectory.into()) } else { error.into() }
    })
}

fn ending(path: &str) -> Option<String> {
    Path::new(path).extension().map(|ending| ending.to_string_lossy().to_lowercase())
}

/// Whether the word is a file, or has the extension of one.
fn is_file(word: &str) -> bool {
    let named =
        || !word.contains([' ', ';', '\n']) && ending(word).is_some_and(|e| ENDINGS.contains(&e.as_str()));
    Path::new(word).is_file() || named()
}

/// Reads a whole text, at most as long as games may be.
fn text(path: &str) -> Result<String, Failure> {
    let mut text = String::new();
    let input = open(Some(&path.to_owned()))?;
    // Reads one byte more, so that a longer text is refused for its length.
    let most = MAX_TEXT as u64 + 1;
    input.take(most).read_to_string(&mut text).map_err(|error| Failure::file(path, error))?;
    Ok(without_mark(text))
}

/// The well-known games, one a line.
fn list(options: &Options) -> String {
    grundy_payoff::classics().iter().fold(String::new(), |mut list, classic| {
        let _ = writeln!(
            list,
            "{}\t{}\t{}",
            classic.name,
            classic.title.get(options.lang),
            classic.about.get(options.lang)
        );
        list
    })
}
