//! The contributor's commands: `cargo xtask test`, `bench`, `check-facts`, `book` and `python`.
//!
//! Everything a change must pass stands in this one program, so that the command typed at home and the
//! command run on a build machine are the same. Nothing here is part of what users install.

mod bench;
mod book;
mod inputs;
mod python;
mod repository;
mod step;
mod test;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [--fast]          everything a change must pass; --fast leaves out the documentation,
                         the book, the Python package and the slow property tests
  bench [--date DATE]    benchmarks, then whole programs side by side, as a Markdown table
  bench --programs       the whole programs only
  check-facts            the long tables of known facts, in a release build
  book                   the book in both languages, into docs/book
  python                 the Python package: a wheel, its tests, its examples and its types
  python --install       an optimised wheel in target/python-env, for figures and for trying it out";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match dispatch(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs one command; `Ok(false)` is a check that ran and did not pass.
fn dispatch(arguments: &[&str]) -> Result<bool> {
    match arguments {
        ["test"] => test::everything(false),
        ["test", "--fast"] => test::everything(true),
        ["check-facts"] => test::facts(),
        ["book"] => book::build().map(|()| true),
        ["python"] => python::test(&mut step::Tally::default()),
        ["python", "--install"] => {
            python::environment().and_then(|python| python::install_wheel(&python, "python")).map(|()| true)
        }
        ["bench"] => bench::run(None, false).map(|()| true),
        ["bench", "--programs"] => bench::run(None, true).map(|()| true),
        ["bench", "--date", date] => bench::run(Some(date), false).map(|()| true),
        [] | ["help" | "-h" | "--help"] => {
            println!("{USAGE}");
            Ok(true)
        }
        other => bail!("`cargo xtask {}` is no command\n\n{USAGE}", other.join(" ")),
    }
}
