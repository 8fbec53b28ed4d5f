//! This program in the place of rustdoc: the documentation is looked at where its examples are run.
//!
//! `cargo doc` and `cargo clippy` would each want every dependency checked, while the tests want it built: minutes for
//! nothing new. But to run the examples in documentation cargo calls rustdoc with
//! all that the crate needs, already built. Called in its place, with the name of the real one in [`REAL`], this
//! program has the documentation written first, no warning allowed, and then passes the call on.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::repository;

/// The variable that says where the real rustdoc is, and so that this program stands in its place.
pub const REAL: &str = "GRUNDY_RUSTDOC";

/// What cargo says about running examples; the second of each pair, whether a value follows.
const OF_EXAMPLES: [(&str, bool); 5] = [
    ("--test", false),
    ("--no-run", false),
    ("--nocapture", false),
    ("--test-args", true),
    ("--test-run-directory", true),
];

/// The real rustdoc, where this is a call of cargo's.
pub fn real() -> Option<OsString> {
    std::env::var_os(REAL).filter(|_| std::env::args_os().any(|argument| argument == "--crate-name"))
}

/// Answers a call of cargo's.
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

/// The call that writes the documentation of the same crate.
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
