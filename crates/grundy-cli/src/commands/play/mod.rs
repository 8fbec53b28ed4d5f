//! `play`: a game in the terminal, line by line; the same lines from a pipe or a file.

mod command;
mod show;
mod table;
mod told;

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::process::{self, ExitCode};

use clap::ArgMatches;
use grundy::play::{Engine, Seat, Session};
use grundy::{Outcome, Solver};

use super::open;
use crate::failure::Failure;
use crate::options::{Options, flag};
use crate::progress::watched;
use crate::question;
use table::{Mode, Table};
use told::say;

/// What is played where no game is named.
const DEFAULT: [&str; 4] = ["nim", "3", "4", "5"];
/// Of a longer line only so many bytes are read.
const MAX_LINE: u64 = 1 << 20;
const SEED: u64 = 1;

/// Plays until the lines end, or the player leaves.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let position = question::position_in_words(matches, &DEFAULT, options)?;
    let solver = watched(Solver::new(options.limits), options.lang, flag(matches, "quiet"));
    let mode = mode(matches)?;
    let mut session = Session::new(position);
    if let Mode::Puzzle = mode
        && session.standing(0, &solver)?.outcome == Outcome::P
    {
        return Err(Failure::usage("puzzle-lost", vec![]));
    }
    let _ = ctrlc::set_handler(|| process::exit(130));
    let file = matches.get_one::<String>("input");
    let mut lines = io::BufReader::new(open(file)?);
    let typed = file.is_none() && io::stdin().is_terminal();
    let mut table = Table::new(session, solver, mode, flag(matches, "hints"), options);
    table.start()?;
    while !table.has_left() {
        if typed && !options.json {
            print!("> ");
            io::stdout().flush().map_err(Failure::Output)?;
        }
        let Some(line) = next_line(&mut lines, file)? else { break };
        if !typed && !options.json {
            // What was typed is not on the screen.
            say(&format!("> {line}"))?;
        }
        table.obey(&line)?;
    }
    if typed && !options.json && !table.has_left() {
        say("")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The next line without its end, and without what a terminal could take for a command.
fn next_line(lines: &mut impl BufRead, file: Option<&String>) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
    read.map_err(|error| Failure::file(file.map_or("-", String::as_str), error))?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&bytes);
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    Ok(Some(clean.trim().to_owned()))
}

fn mode(matches: &ArgMatches) -> Result<Mode, Failure> {
    if flag(matches, "two") {
        return Ok(Mode::Two);
    }
    if flag(matches, "puzzle") {
        return Ok(Mode::Puzzle);
    }
    let mistakes = match matches.get_one::<String>("mistakes") {
        None => 0,
        Some(text) => {
            let share = text.trim().trim_end_matches(['%', '％']).trim_end().parse::<u8>().ok();
            share
                .filter(|share| *share <= 100)
                .ok_or_else(|| Failure::usage("mistakes", vec![("value", text.clone())]))?
        }
    };
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or(SEED);
    let engine_first = matches.get_one::<String>("first").is_some_and(|who| who == "engine");
    let you = if engine_first { Seat::Second } else { Seat::First };
    Ok(Mode::Engine { engine: Engine::new(mistakes, seed), you })
}
