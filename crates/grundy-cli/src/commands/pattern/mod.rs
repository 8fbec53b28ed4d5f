//! `pattern`: the law of a game, and a program that follows from it.

mod profile;
mod prove;

use std::process::ExitCode;

use clap::ArgMatches;
use grundy_judge::Profile;
use grundy_pattern::Request;
use grundy_pattern::emit::{Io, Language, Read};
use grundy_solver::notation::GameLine;

use super::print;
use crate::failure::Failure;
use crate::long_run::cancel_on_interrupt;
use crate::options::{Options, flag};
use crate::output::write_file;
use crate::question;

/// Writes the program of a profile, part by part.
fn translated(
    profile: &Profile,
    game: &str,
    matches: &ArgMatches,
    options: &Options,
) -> Result<ExitCode, Failure> {
    let (_, asked) = profile.asks();
    let is_other = |line: &GameLine| {
        question::game(asked, options).map_or(true, |own| own.game != line.game || own.misere != line.misere)
    };
    if !game.is_empty() && is_other(&question::game(game, options)?) {
        let blanks = vec![("game", game.to_owned()), ("asked", asked.to_owned())];
        return Err(Failure::usage("profile-other-game", blanks));
    }
    let solver = options.solver()?.cancelled_by(cancel_on_interrupt());
    let word = matches.get_one::<String>("emit").map(String::as_str);
    let Some((_, language)) = Language::ALL.iter().find(|(name, _)| Some(*name) == word) else {
        return Ok(ExitCode::SUCCESS);
    };
    let number = |name: &str| matches.get_one::<usize>(name).copied();
    let request = Request { heaps: number("heaps"), to: number("to") };
    let program = grundy_judge::program(profile, *language, &solver, request, options.misere, options.lang)?;
    if options.json {
        // The law too, if the game has no parameters.
        let law = question::game(asked, options)
            .ok()
            .and_then(|line| grundy_pattern::find(&solver, &line, request).ok());
        let mut answer = law.map_or_else(|| serde_json::json!({"schema": 1}), |law| law.to_json());
        answer["program"] = program.into();
        print(&format!("{answer}\n"))?;
    } else if let Some(path) = matches.get_one::<String>("out") {
        write_file(path, program.as_bytes())?;
    } else {
        print(&program)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Looks for a law and prints it with how certain it is, or writes it as a program. If a limit is reached, prints the law
/// for the values computed so far and returns exit code 3.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let words: Vec<String> = matches.get_many("game").into_iter().flatten().cloned().collect();
    let format = match matches.get_one::<String>("profile") {
        None => None,
        Some(name) => {
            let profile = profile::profile(name)?;
            if profile.lists_results() {
                Some(profile::read(name, &profile)?)
            } else {
                return translated(&profile, &words.join(" "), matches, options);
            }
        }
    };
    let line = match (words.is_empty(), &format) {
        (true, Some(format)) => question::game(&format.game, options)?,
        _ => question::game(&words.join(" "), options)?,
    };
    if let Some(format) = &format {
        let asked = question::game(&format.game, options)?;
        if asked.game != line.game || asked.misere != line.misere {
            let blanks = vec![("game", line.spelled.to_string()), ("asked", format.game.clone())];
            return Err(Failure::usage("profile-other-game", blanks));
        }
    }
    if flag(matches, "prove") {
        return prove::run(&line, matches, options);
    }
    let number = |name: &str| matches.get_one::<usize>(name).copied();
    let read = match format.as_ref().map(|format| &format.io.read) {
        Some(Read::Fixed { heaps, .. }) => Some(*heaps),
        _ => None,
    };
    let request = Request { heaps: number("heaps").or(read), to: number("to") };
    let solver = options.solver()?.cancelled_by(cancel_on_interrupt());
    let pattern = grundy_pattern::find(&solver, &line, request)?;
    let word = matches.get_one::<String>("emit").map(String::as_str);
    if let Some((_, language)) = Language::ALL.iter().find(|(name, _)| Some(*name) == word) {
        let io: Option<Io> = format.map(|format| format.io);
        let program = pattern.emit(*language, io, options.lang)?;
        if options.json {
            let mut answer = pattern.to_json();
            answer["program"] = program.into();
            print(&format!("{answer}\n"))?;
        } else if let Some(path) = matches.get_one::<String>("out") {
            write_file(path, program.as_bytes())?;
        } else {
            print(&program)?;
        }
    } else if options.json {
        print(&format!("{}\n", pattern.to_json()))?;
    } else {
        print(&pattern.report(options.lang))?;
    }
    match pattern.limit() {
        // Stdout holds one object and nothing else.
        Some(limit) => Ok(Failure::from(limit.clone()).report(options.lang, false)),
        None => Ok(ExitCode::SUCCESS),
    }
}
