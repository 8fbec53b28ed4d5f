//! The `grundy` command: flags and glue; every capability is a call into the library.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 success, 1 the answer is no, 2 wrong input
//! or usage, 3 a limit was reached, 130 interrupted. A closed pipe is not reported.
//!
//! The program is a library so that another build of it can add commands with dependencies that this one does not
//! have: `integrations/grundy-full` passes `sql` and `cluster` to [`run`]. The public modules are for such commands.
//! They are not an interface for other programs and change without notice.

mod args;
pub mod commands;
pub mod failure;
mod laws;
pub mod long_run;
pub mod options;
pub mod output;
pub mod progress;
mod question;
mod usage;
pub mod watchdog;
pub mod words;
mod wrap;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use grundy_solver::text::Lang;

use commands::Added;
use failure::Failure;
use options::Options;

/// A server under attack needs much memory for a moment, which the system's allocator does not return.
#[cfg(feature = "serve")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs the program on the arguments of the process. `added` lists the commands of this build besides the standard ones.
pub fn run(added: &[Added]) -> ExitCode {
    quiet_database();
    let arguments = usage::asking_for_help(std::env::args_os().collect());
    let lang = options::language(&arguments);
    let matches = match args::parse(lang, &arguments) {
        Ok(matches) => matches,
        Err(error) => return unparsed(&error, lang, &arguments),
    };
    let Some((name, matches)) = matches.subcommand() else { return ExitCode::from(2) };
    // The options of a subcommand are known only in its own matches.
    let mut innermost = matches;
    while let Some((_, inner)) = innermost.subcommand() {
        innermost = inner;
    }
    let wants_json = options::flag(innermost, "json");
    let result = Options::from(innermost, lang).and_then(|options| {
        options.color.write_global();
        commands::run(name, matches, &options, added)
    });
    progress::clear();
    match result {
        Ok(code) => code,
        Err(failure) => failure.report(lang, wants_json),
    }
}

/// Silences panics of the database on a damaged state: they are caught and reported as an error.
fn quiet_database() {
    let default_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let is_database = |file: &str| file.split(['/', '\\']).any(|part| part.starts_with("redb-"));
        if !panic.location().is_some_and(|place| is_database(place.file())) {
            default_hook(panic);
        }
    }));
}

/// Help and version are answers; everything else is wrong usage.
fn unparsed(error: &clap::Error, lang: Lang, arguments: &[OsString]) -> ExitCode {
    use clap::error::{ContextKind, ErrorKind};
    let json = arguments.iter().any(|argument| argument == "--json");
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::MissingSubcommand => {
            let command = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string);
            let failure = Failure::usage("missing-command", vec![("command", command.unwrap_or_default())]);
            if json { failure.report(lang, json) } else { help_instead(lang, arguments, &failure) }
        }
        _ => usage::refused(error, arguments).report(lang, json),
    }
}

/// Prints the help of a command that lacks its subcommand, since it lists them. This is an error, so it goes to stderr.
fn help_instead(lang: Lang, arguments: &[OsString], failure: &Failure) -> ExitCode {
    let given = arguments.iter().take_while(|argument| *argument != "--").cloned();
    let asked = args::command(lang).try_get_matches_from(given.chain(["--help".into()]));
    match asked {
        Err(page) if page.kind() == clap::error::ErrorKind::DisplayHelp => {
            let _ = write!(anstream::stderr(), "{}", page.render().ansi());
            failure.code()
        }
        _ => failure.report(lang, false),
    }
}
