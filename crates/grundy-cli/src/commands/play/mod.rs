//! `play`: a game in the terminal, on the full screen or line by line; the same lines from a pipe or a file.

mod command;
mod events;
mod mode;
mod record;
#[cfg(feature = "tui")]
mod screen;
mod show;
mod table;

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::process::{self, ExitCode};

use clap::ArgMatches;
use grundy_play::{Engine, Seat, Session};
use grundy_solver::{Error, Outcome, Solver};

use super::open;
use crate::failure::Failure;
use crate::options::{Options, flag};
use crate::progress::watched;
use crate::question;
use events::say;
use mode::Mode;
use table::Table;

/// The position if no game is named.
const DEFAULT: [&str; 4] = ["nim", "3", "4", "5"];
/// The longest line; a longer one is neither a move nor a command.
const MAX_LINE: u64 = 1 << 20;
const SEED: u64 = 1;

/// Plays until the input ends or the player quits.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let on_screen = wants_screen(matches, options)?;
    let mut session = match matches.get_one::<String>("load") {
        Some(path) => record::load(path, options)?,
        None => Session::new(question::position_in_words(matches, &DEFAULT, options)?),
    };
    let mode = mode(matches)?;
    let solver = options.solver()?;
    if let Mode::Puzzle = mode {
        // A puzzle is the present position, without its history.
        session = Session::new(session.position().clone());
        if session.standing(0, &solver)?.outcome == Outcome::P {
            return Err(Failure::usage("puzzle-lost", vec![]));
        }
    }
    if on_screen {
        return full_screen(session, mode, matches, options);
    }
    line_by_line(session, mode, watched(solver, options.lang, flag(matches, "quiet")), matches, options)
}

/// Whether to play on the full screen.
fn wants_screen(matches: &ArgMatches, options: &Options) -> Result<bool, Failure> {
    let forced = flag(matches, "screen");
    if !cfg!(feature = "tui") {
        return if forced { Err(Failure::usage("screen-missing", vec![])) } else { Ok(false) };
    }
    let terminal = io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && std::env::var("TERM").map_or(true, |name| name != "dumb");
    if forced && !terminal {
        return Err(Failure::usage("screen-without-terminal", vec![]));
    }
    let lines = flag(matches, "line") || options.json || matches.contains_id("input");
    Ok(terminal && !lines)
}

#[cfg(feature = "tui")]
fn full_screen(
    session: Session,
    mode: Mode,
    matches: &ArgMatches,
    options: &Options,
) -> Result<ExitCode, Failure> {
    let setting = screen::Setting {
        mode,
        hinting: flag(matches, "hints"),
        file: matches.get_one::<String>("save").cloned(),
    };
    screen::run(session, setting, options)
}

#[cfg(not(feature = "tui"))]
fn full_screen(_: Session, _: Mode, _: &ArgMatches, _: &Options) -> Result<ExitCode, Failure> {
    Err(Failure::usage("screen-missing", vec![]))
}

fn line_by_line(
    session: Session,
    mode: Mode,
    solver: Solver,
    matches: &ArgMatches,
    options: &Options,
) -> Result<ExitCode, Failure> {
    let _ = ctrlc::set_handler(|| process::exit(130));
    let file = matches.get_one::<String>("input");
    let mut lines = io::BufReader::new(open(file)?);
    let mut table = Table::new(session, solver, mode, flag(matches, "hints"), options);
    let played = play_lines(&mut table, &mut lines, file, options);
    // The game is saved even if a limit ended it.
    if let Some(path) = matches.get_one::<String>("save") {
        record::save(table.session(), path)?;
    }
    played.map(|()| ExitCode::SUCCESS)
}

fn play_lines(
    table: &mut Table,
    lines: &mut impl BufRead,
    file: Option<&String>,
    options: &Options,
) -> Result<(), Failure> {
    let typed = file.is_none() && io::stdin().is_terminal();
    table.start()?;
    while !table.has_left() {
        if typed && !options.json {
            print!("> ");
            io::stdout().flush().map_err(Failure::Output)?;
        }
        let Some(line) = next_line(lines, file)? else { break };
        if !typed && !options.json {
            // Input that is not from a terminal is not on the screen.
            say(&format!("> {line}"))?;
        }
        table.obey(&line)?;
    }
    if typed && !options.json && !table.has_left() {
        say("")?;
    }
    Ok(())
}

/// Reads the next line without its end and without control sequences for the terminal.
fn next_line(lines: &mut impl BufRead, file: Option<&String>) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
    read.map_err(|error| Failure::file(file.map_or("-", String::as_str), error))?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') {
        return Err(Error::input("error.line-too-long").with("limit", MAX_LINE).into());
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
