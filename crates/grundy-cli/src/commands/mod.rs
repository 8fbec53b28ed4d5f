//! The commands, one file each.

mod batch;
mod documents;
mod explain;
mod games;
mod genus;
mod judge;
mod mcp;
mod nash;
mod nim;
mod pattern;
mod period;
mod play;
mod quotient;
mod serve;
mod solve;
mod stress;
mod sweep;
mod table;
mod values;
mod verify;

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;

use clap::ArgMatches;

use crate::failure::Failure;
use crate::options::Options;
use crate::output::without_mark;
use crate::progress;
use crate::watchdog;
use crate::words::text;

/// Commands that name no game on the command line: `--misere` has no effect there.
const WITHOUT_A_GAME: [&str; 3] = ["verify", "nash", "sql"];

/// Commands that may outlive the time limit of one question: a game session, a server, and `stress`, which ends the programs it
/// started and reports what it found.
const BEYOND_A_QUESTION: [&str; 4] = ["play", "serve", "stress", "cluster"];

/// A command whose options exist in every build and whose code exists only in some.
#[derive(Clone, Copy, Debug)]
pub struct Added {
    /// The name on the command line.
    pub name: &'static str,
    /// The function that runs it.
    pub run: fn(&ArgMatches, &Options) -> Result<ExitCode, Failure>,
}

/// Runs a command.
pub(crate) fn run(
    name: &str,
    matches: &ArgMatches,
    options: &Options,
    added: &[Added],
) -> Result<ExitCode, Failure> {
    if options.misere && WITHOUT_A_GAME.contains(&name) {
        return Err(Failure::usage("misere-unused", vec![("command", name.to_owned())]));
    }
    if !BEYOND_A_QUESTION.contains(&name) {
        watchdog::watch(options);
    }
    if let Some(added) = added.iter().find(|added| added.name == name) {
        return (added.run)(matches, options);
    }
    match name {
        "solve" => solve::run(matches, options),
        "explain" => explain::run(matches, options),
        "games" => games::run(matches, options),
        "values" => values::run(matches, options),
        "period" => period::run(matches, options),
        "quotient" => quotient::run(matches, options),
        "genus" => genus::run(matches, options),
        "verify" => verify::run(matches, options),
        "table" => table::run(matches, options),
        "pattern" => pattern::run(matches, options),
        "play" => play::run(matches, options),
        "judge" => judge::run(matches, options),
        "stress" => stress::run(matches, options),
        "batch" => batch::run(matches, options),
        "sweep" => sweep::run(matches, options),
        "nash" => nash::run(matches, options),
        "nim" => nim::run(matches, options),
        "serve" => serve::run(matches, options),
        "mcp" => mcp::run(matches, options),
        "sql" => Err(Failure::usage("sql-missing", vec![])),
        "cluster" => Err(Failure::usage("cluster-missing", vec![])),
        "completions" => documents::completions(matches, options),
        _ => documents::man(options),
    }
}

/// Writes a whole answer to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    progress::clear();
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Output)
}

/// Reports that standard input is being read when stdin is a terminal.
fn say_if_typed(path: Option<&String>, quiet: bool, options: &Options) {
    let is_stdin = path.is_none_or(|path| path == "-");
    if is_stdin && !quiet && io::stdin().is_terminal() {
        eprintln!("{}", text(options.lang, "note.typed"));
    }
}

/// Opens an input file, or standard input for `-` and for no name.
fn open(path: Option<&String>) -> Result<Box<dyn Read>, Failure> {
    match path.map(String::as_str) {
        None | Some("-") => Ok(Box::new(io::stdin().lock())),
        Some(path) => {
            let file = File::open(path).map_err(|error| Failure::file(path, error))?;
            // Opening a directory succeeds; reading it fails later, where its name is not known any more.
            if file.metadata().is_ok_and(|about| about.is_dir()) {
                return Err(Failure::file(path, io::ErrorKind::IsADirectory.into()));
            }
            Ok(Box::new(file))
        }
    }
}

/// Reads a whole file as text. A file of more than `most` bytes is an error; `most` is a multiple of 1 MiB.
pub fn read_text(path: &str, most: u64) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| Failure::file(path, error))?;
    // Reads one byte more, so that a longer file is refused for its length. UTF-8 is checked after that, since
    // the cut may split a character.
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| Failure::file(path, error))?;
    if bytes.len() as u64 > most {
        let blanks = vec![("path", path.to_owned()), ("limit", (most >> 20).to_string())];
        return Err(Failure::usage("file-too-long", blanks));
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| Failure::file(path, io::Error::new(io::ErrorKind::InvalidData, error)))?;
    Ok(without_mark(text))
}

/// Parses a number from 1 on.
fn number(matches: &ArgMatches, flag: &'static str) -> Result<Option<usize>, Failure> {
    let Some(text) = matches.try_get_one::<String>(flag).ok().flatten() else { return Ok(None) };
    match text.parse() {
        Ok(number) if number > 0 => Ok(Some(number)),
        _ => Err(Failure::usage(flag, vec![("value", text.clone())])),
    }
}

/// What the word of an option stands for; the first if there is none.
fn chosen<T: Copy>(matches: &ArgMatches, flag: &str, all: &[(&str, T)]) -> T {
    let word = matches.try_get_one::<String>(flag).ok().flatten();
    let found = word.and_then(|word| all.iter().find(|(name, _)| name == word));
    found.map_or(all[0].1, |(_, found)| *found)
}

/// Parses `--moves K` or `--moves all`.
fn moves(matches: &ArgMatches) -> Result<Option<usize>, Failure> {
    let Some(text) = matches.get_one::<String>("moves") else { return Ok(None) };
    if text == "all" {
        return Ok(Some(usize::MAX));
    }
    match text.parse() {
        Ok(count) => Ok(Some(count)),
        Err(_) => Err(Failure::usage("moves", vec![("value", text.clone())])),
    }
}
