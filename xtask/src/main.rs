//! The contributor's commands: `cargo xtask test`, `bench`, `check-facts`, `page` and `book`.
//!
//! Everything a change must pass stands in this one program, so that the command typed at home and the
//! command run on a build machine are the same. Nothing here is part of what users install.

mod bench;
mod book;
mod inputs;
mod page;
mod repository;
mod step;
mod test;
mod tools;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [--fast]          everything a change must pass; --fast leaves out the documentation,
                         the book, the slow property tests and those in a browser
  bench [--date DATE]    benchmarks, then whole programs side by side, as a Markdown table
  bench --programs       the whole programs only
  check-facts            the long tables of known facts, in a release build
  page [--check]         the page of `grundy serve`, bundled from its sources; --check compares
                         instead of writing
  page --browser         the page in a real browser; screenshots into target/screenshots
  book                   the book in both languages, into docs/book";

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
        ["page"] => page::bundle(false).map(|()| true),
        ["page", "--check"] => page::bundle(true).map(|()| true),
        ["page", "--browser"] => page::browser(&mut step::Tally::default()),
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
