//! `judge`: answers the input of a contest problem.

mod library;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use grundy_judge::{Grundy, Judge, Profile};
use serde_json::json;

use super::{open, print, read_text, say_if_typed};
use crate::failure::{Failure, SUGGESTION};
use crate::options::{Options, flag};
use crate::usage::in_shell;
use crate::words::filled;

/// Reads the profile: a file if the name looks like one, else a built-in profile.
pub fn profile(matches: &ArgMatches) -> Result<Profile, Failure> {
    let name = matches.get_one::<String>("profile").map_or("", String::as_str);
    Ok(if is_file(name) {
        Profile::parse(&read_text(name, Profile::LARGEST as u64)?)?
    } else {
        let entry = grundy_judge::find(name).map_err(|error| match name_in_two_words(name, matches) {
            Some(whole) => Failure::usage(
                "profile-in-quotes",
                vec![("name", name.to_owned()), (SUGGESTION, in_shell(&[whole]))],
            ),
            None => error.into(),
        })?;
        entry.profile()?
    })
}

/// Whether a name of a profile is that of a file.
fn is_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml")) || name.contains('/')
}

/// A name such as `POJ 1067` that the shell split into a name and a file.
fn name_in_two_words(name: &str, matches: &ArgMatches) -> Option<String> {
    let next = matches.try_get_one::<String>("file").ok().flatten()?;
    let whole = format!("{name} {next}");
    grundy_judge::find(&whole).is_ok().then_some(whole)
}

/// Lists or describes profiles, answers an input, or checks an output.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    if flag(matches, "list") {
        return library::list(options);
    }
    if let Some(words) = matches.get_one::<String>("search") {
        return library::search(words, options);
    }
    if let Some(name) = matches.get_one::<String>("about") {
        return library::about(name, options);
    }
    let profile = profile(matches)?;
    let judge = Judge::new(&profile)?;
    let mut solver = Grundy::new(options.solver()?, options.misere);
    say_if_typed(matches.get_one("file"), flag(matches, "quiet"), options);
    let input = open(matches.get_one("file"))?;
    let Some(path) = matches.get_one::<String>("check") else {
        judge.run(&mut solver, input, io::stdout().lock())?;
        return Ok(ExitCode::SUCCESS);
    };
    let is_stdin = |file: Option<&String>| file.is_none_or(|file| file == "-");
    if is_stdin(Some(path)) && is_stdin(matches.get_one("file")) {
        return Err(Failure::usage("one-standard-input", vec![]));
    }
    let given = open(Some(path))?;
    let difference = judge.check(&mut solver, input, given)?;
    let same = difference.is_none();
    let text = if options.json {
        let first = difference.map(|d| json!({"line": d.line, "expected": d.expected, "given": d.given}));
        format!("{}\n", json!({"schema": 1, "same": same, "difference": first}))
    } else {
        match difference {
            None => filled(options.lang, "judge.same", &[]) + "\n",
            Some(d) => {
                let line = d.line.to_string();
                let blank = |text: Option<&String>| {
                    text.cloned().unwrap_or_else(|| filled(options.lang, "judge.nothing", &[]))
                };
                filled(
                    options.lang,
                    "judge.differs",
                    &[
                        ("line", &line),
                        ("expected", &blank(d.expected.as_ref())),
                        ("given", &blank(d.given.as_ref())),
                    ],
                ) + "\n"
            }
        }
    };
    print(&text)?;
    Ok(ExitCode::from(u8::from(!same)))
}
