//! This program as a wrapper of rustdoc: checks the documentation when its examples run.
//!
//! `cargo doc` and `cargo clippy` would each check every dependency, while the tests build them: minutes of duplicate
//! work. But to run the examples in documentation, cargo calls rustdoc with all that the crate needs, already built.
//! Called as rustdoc, with the name of the real one in [`REAL`], this program first builds the documentation with
//! warnings as errors, and then forwards the call.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::repository;

/// The variable with the path of the real rustdoc; if it is set, this program acts as rustdoc.
pub const REAL: &str = "GRUNDY_RUSTDOC";

/// The arguments that cargo passes for examples, and whether a value follows.
const OF_EXAMPLES: [(&str, bool); 5] = [
    ("--test", false),
    ("--no-run", false),
    ("--nocapture", false),
    ("--test-args", true),
    ("--test-run-directory", true),
];

/// The real rustdoc, if cargo called this program as rustdoc.
pub fn real() -> Option<OsString> {
    std::env::var_os(REAL).filter(|_| std::env::args_os().any(|argument| argument == "--crate-name"))
}

/// Handles a rustdoc call of cargo.
pub fn stand_in(real: &OsStr) -> ExitCode {
    match documented_and_run(real, &std::env::args_os().skip(1).collect::<Vec<_>>()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn documented_and_run(real: &OsStr, arguments: &[OsString]) -> Result<bool> {
    let run = |command: &mut Command| {
        let status = command
            .env_remove(REAL)
            .status()
            .with_context(|| format!("cannot start {}", Path::new(real).display()))?;
        Ok(status.success())
    };
    if arguments.iter().any(|argument| argument == "--test") {
        let mut documentation = Command::new(real);
        documentation.args(of_documentation(arguments)).args(["-D", "warnings", "--out-dir"]);
        if !run(documentation.arg(repository::path("target/doc")))? {
            return Ok(false);
        }
    }
    run(Command::new(real).args(arguments))
}

/// The arguments that build the documentation of the same crate.
fn of_documentation(arguments: &[OsString]) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy();
        let name = text.split('=').next().unwrap_or_default();
        match OF_EXAMPLES.iter().find(|(known, _)| *known == name) {
            Some((_, true)) if !text.contains('=') => {
                rest.next();
            }
            Some(_) => {}
            None => kept.push(argument.clone()),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_concerns_examples_is_left_out() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let call = "--crate-name grundy --test src/lib.rs --test-run-directory /a --test-args --nocapture \
                    --test-args=x -L dependency=/b --extern a=/c --no-run";
        let kept = "--crate-name grundy src/lib.rs -L dependency=/b --extern a=/c";
        assert_eq!(of_documentation(&words(call)), words(kept));
    }
}
