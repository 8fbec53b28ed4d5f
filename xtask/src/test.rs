//! `cargo xtask test`, `campaign` and `check-facts`: what a change must pass, cheapest check first.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::book;
use crate::build::{self, FEATURES};
use crate::deny;
use crate::page;
use crate::prepare::Beside;
use crate::python;
use crate::rustdoc;
use crate::step::{Step, Tally, verdict};

/// Every check in order, ending at the first that does not pass. The languages of the READMEs and of the
/// book are held in step by `xtask/tests/languages.rs`, which is one of the tests of the workspace.
pub fn everything(fast: bool) -> Result<bool> {
    let mut tests = linted("lints, documentation and tests", &["test", "--no-fail-fast"]);
    if fast {
        // Slow property tests look at this variable and walk fewer cases.
        tests = tests.with("GRUNDY_FAST", "1");
    } else {
        let this = std::env::current_exe().context("cannot say where this program is")?;
        let real = std::env::var("RUSTDOC").unwrap_or_else(|_| "rustdoc".to_owned());
        tests = tests.with("RUSTDOC", this.to_string_lossy()).with(rustdoc::REAL, real);
    }
    let mut tally = Tally::default();
    let mut passed = run_in_order(&[Step::cargo("formatting", &["fmt", "--all", "--check"])], &mut tally)?;
    if passed {
        let beside = if fast { None } else { Some(Beside::start()?) };
        let benchmarks = linted("lints of the benchmarks", &["build", "--bench", "*"]);
        passed = run_in_order(&[tests, benchmarks], &mut tally)?;
        drop(beside);
    }
    // The hash of the page's sources is among the tests; with node the bundle itself is compared.
    if passed && (!fast || page::has_node()) {
        passed = told("page", "cargo xtask page --check", || page::bundle(true).map(|()| true));
    }
    if passed && !fast {
        passed = told("page in a browser", "cargo xtask page --browser", || page::browser(&mut tally));
    }
    if passed && !fast {
        passed = python::test(&mut tally)?;
    }
    if passed && !fast {
        passed = told("dependencies", "cargo xtask deny", || deny::check(false));
    }
    if passed && !fast {
        passed = told("book", "cargo xtask book", || book::build().map(|()| true));
    }
    close(passed, tally);
    Ok(passed)
}

/// A step of the build that all share.
fn linted(heading: &'static str, command: &[&str]) -> Step {
    let (command, rest) = command.split_at(1);
    let shared = ["--workspace", "--features", FEATURES];
    let step = Step::cargo(heading, &[command, &shared, rest].concat());
    build::linted().into_iter().fold(step, |step, (name, value)| step.with(name, value))
}

/// The tests marked `#[ignore]`: tables of published facts that take minutes, in a release build.
pub fn facts() -> Result<bool> {
    let step =
        Step::cargo("facts", &["test", "--release", "--workspace", "--no-fail-fast", "--", "--ignored"]);
    let mut tally = Tally::default();
    let passed = run_in_order(&[step], &mut tally)?;
    close(passed, tally);
    Ok(passed)
}

/// A step that is no cargo command, announced and timed as the others are.
fn told(heading: &str, command: &str, step: impl FnOnce() -> Result<bool>) -> bool {
    println!("\n== {heading} ==\n$ {command}");
    let started = Instant::now();
    let ended = step();
    let passed = matches!(ended, Ok(true));
    println!("-- {heading}: {}, {:.1} s", verdict(passed), started.elapsed().as_secs_f64());
    if let Err(error) = ended {
        println!("{error:#}");
    }
    if !passed {
        println!("\nto repeat this step alone: {command}");
    }
    passed
}

/// The differential campaign, in a release build.
pub fn campaign(arguments: &[&str]) -> Result<bool> {
    let mut command = vec!["run", "--release", "--package", "grundy-campaign", "--"];
    command.extend(arguments);
    Step::cargo("campaign", &command).run(&mut Tally::default())
}

/// Runs steps until one fails, and then says how to run that one alone.
fn run_in_order(steps: &[Step], tally: &mut Tally) -> Result<bool> {
    for step in steps {
        if !step.run(tally)? {
            println!("\nto repeat this step alone: {}", step.command_line());
            return Ok(false);
        }
    }
    Ok(true)
}

/// The closing line, alone on its line. A step that fails outside the tests (a lint, a compile error) counts
/// as one failure, so that no run that failed can close with `0 failed`.
fn close(passed: bool, mut tally: Tally) {
    if !passed && tally.failed == 0 {
        tally.failed = 1;
    }
    println!("\n{} passed, {} failed", tally.passed, tally.failed);
}
