//! `cargo xtask test`, `campaign` and `check-facts`: the checks of a change, cheapest first.
//!
//! Every step runs, even after a failure, so that one run shows all problems. The table at the end shows what ran,
//! how long it took, and what was skipped and why.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::build::{self, Scope};
use crate::prepare::Beside;
use crate::rustdoc;
use crate::step::{Step, Tally, verdict};
use crate::{book, deny, package, page, python, repository, workflows};

/// How many cases the property tests run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// Few cases of the property tests.
    Usual,
    /// Many cases of the property tests.
    Thorough,
}

/// The result of a step.
enum Ended {
    /// The check ran; whether it passed.
    Checked(bool),
    /// The check was skipped for this reason, which is not a fault of the repository.
    LeftOut(String),
}

/// A named part of the test.
struct Check {
    /// The name for `--only`.
    name: &'static str,
    /// What it checks.
    what: &'static str,
    /// Whether it is part of `cargo xtask test` without `--all`.
    usual: bool,
    /// Runs it, given the depth and whether tools may be installed.
    run: fn(Depth, bool, &mut Tally) -> Result<Ended>,
}

/// All checks, in the order in which they run. The translations of the READMEs and of the book are compared by
/// `xtask/tests/house/languages.rs`, which is one of the tests of the workspace.
const CHECKS: [Check; 11] = [
    Check { name: "format", what: "formatting", usual: true, run: format },
    Check { name: "tests", what: "lints, tests, documentation", usual: true, run: tests },
    Check { name: "page", what: "the page's logic, its bundle", usual: true, run: page_logic },
    Check { name: "features", what: "serve, tui, parquet; benchmarks", usual: false, run: features },
    Check { name: "browser", what: "the page in a browser", usual: false, run: browser },
    Check { name: "python", what: "the Python package", usual: false, run: python_package },
    Check { name: "sql", what: "Arrow arrays, SQL", usual: false, run: sql },
    Check { name: "packages", what: "what is published", usual: false, run: packages },
    Check { name: "workflows", what: "GitHub workflows, Dockerfile", usual: false, run: workflows },
    Check { name: "dependencies", what: "licences, sources, advisories", usual: false, run: dependencies },
    Check { name: "book", what: "the book in both languages", usual: false, run: both_books },
];

/// The parsed arguments.
struct Asked {
    all: bool,
    depth: Depth,
    only: Vec<&'static str>,
}

impl Asked {
    fn read(arguments: &[&str]) -> Result<Self> {
        let mut asked = Self { all: false, depth: Depth::Usual, only: Vec::new() };
        let mut rest = arguments.iter();
        while let Some(&argument) = rest.next() {
            match argument {
                "--all" => asked.all = true,
                "--thorough" => asked.depth = Depth::Thorough,
                "--only" => {
                    let name = rest.next().context("--only needs the name of a step")?;
                    let check = CHECKS.iter().find(|check| check.name == *name);
                    let names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
                    let check = check.with_context(|| {
                        format!("unknown step `{name}`; the steps are {}", names.join(", "))
                    })?;
                    asked.only.push(check.name);
                }
                other => bail!("unknown option `{other}`; the options are --all, --only STEP, --thorough"),
            }
        }
        Ok(asked)
    }

    /// Why a check is skipped, if it is.
    fn leaves_out(&self, check: &Check) -> Option<String> {
        if !self.only.is_empty() {
            return (!self.only.contains(&check.name)).then(|| "not selected".to_owned());
        }
        let part = self.all || check.usual;
        (!part).then(|| format!("only with --all, or by --only {}", check.name))
    }
}

/// A line of the closing table.
struct Row {
    name: &'static str,
    what: &'static str,
    ended: Ended,
    took: Duration,
    tests: u64,
}

/// Runs the checks in `arguments`; `Ok(false)` if one of them failed.
pub fn run(arguments: &[&str]) -> Result<bool> {
    let asked = Asked::read(arguments)?;
    let mut beside = if asked.all && asked.only.is_empty() { Some(Beside::start()?) } else { None };
    // A check that is selected by name justifies an installation; a quick test does not.
    let installs = asked.all || !asked.only.is_empty();
    let mut all = Tally::default();
    let mut rows = Vec::new();
    for check in &CHECKS {
        let started = Instant::now();
        let mut tally = Tally::default();
        let ended = if let Some(why) = asked.leaves_out(check) {
            Ended::LeftOut(why)
        } else {
            if !check.usual {
                // Waits for the fetches that this check needs.
                beside = None;
            }
            announced(check, asked.depth, installs, &mut tally)
        };
        if matches!(ended, Ended::Checked(false)) && tally.failed == 0 {
            // A lint or a compile error counts as one, so that no failed run can end with `0 failed`.
            tally.failed = 1;
        }
        all.passed += tally.passed;
        all.failed += tally.failed;
        let tests = tally.passed + tally.failed;
        rows.push(Row { name: check.name, what: check.what, ended, took: started.elapsed(), tests });
    }
    drop(beside);
    println!("\n{}\n{} passed, {} failed", table(&rows), all.passed, all.failed);
    Ok(all.failed == 0)
}

/// Runs a check between two lines that name it.
fn announced(check: &Check, depth: Depth, installs: bool, tally: &mut Tally) -> Ended {
    println!("\n==== {}: {} ====", check.name, check.what);
    let ended = (check.run)(depth, installs, tally).unwrap_or_else(|error| {
        println!("{error:#}");
        Ended::Checked(false)
    });
    match &ended {
        Ended::Checked(true) => {}
        Ended::Checked(false) => {
            println!("to repeat this step alone: cargo xtask test --only {}", check.name);
        }
        Ended::LeftOut(why) => println!("left out: {why}"),
    }
    ended
}

/// The closing table: what ran, how long it took, what was skipped.
fn table(rows: &[Row]) -> String {
    let mut table = format!("{:<13} {:<9} {:>8} {:>6}  what\n", "step", "result", "seconds", "tests");
    for Row { name, what, ended, took, tests } in rows {
        let (result, seconds, what) = match ended {
            Ended::Checked(passed) => {
                (verdict(*passed), format!("{:.1}", took.as_secs_f64()), (*what).to_owned())
            }
            Ended::LeftOut(why) => ("left out", String::new(), format!("{what}: {why}")),
        };
        let tests = if *tests == 0 { String::new() } else { tests.to_string() };
        let _ = writeln!(table, "{name:<13} {result:<9} {seconds:>8} {tests:>6}  {what}");
    }
    table
}

fn format(_: Depth, _: bool, tally: &mut Tally) -> Result<Ended> {
    let main = Step::cargo("formatting", &["fmt", "--all", "--check"]);
    let words = ["fmt", "--all", "--check", "--manifest-path", "integrations/Cargo.toml"];
    in_order(&[main, Step::cargo("formatting of integrations", &words)], tally)
}

fn tests(depth: Depth, _: bool, tally: &mut Tally) -> Result<Ended> {
    in_order(&[tested("lints, documentation and tests", Scope::Default, depth)?], tally)
}

fn features(depth: Depth, _: bool, tally: &mut Tally) -> Result<Ended> {
    let benchmarks = linted("lints of the benchmarks", "build", Scope::Benchmarks, &["--benches"]);
    in_order(&[tested("optional features", Scope::Features, depth)?, benchmarks], tally)
}

fn sql(depth: Depth, _: bool, tally: &mut Tally) -> Result<Ended> {
    in_order(&[tested("SQL", Scope::Sql, depth)?], tally)
}

fn page_logic(_: Depth, installs: bool, tally: &mut Tally) -> Result<Ended> {
    if !installs && !page::has_node() {
        return Ok(Ended::LeftOut(page::NODE_MISSING.to_owned()));
    }
    page::bundle(true)?;
    page::logic(tally).map(Ended::Checked)
}

fn browser(_: Depth, _: bool, tally: &mut Tally) -> Result<Ended> {
    page::browser(tally).map(Ended::Checked)
}

fn python_package(_: Depth, _: bool, tally: &mut Tally) -> Result<Ended> {
    python::test(tally).map(Ended::Checked)
}

fn packages(_: Depth, _: bool, _: &mut Tally) -> Result<Ended> {
    package::check().map(Ended::Checked)
}

fn workflows(_: Depth, _: bool, _: &mut Tally) -> Result<Ended> {
    workflows::check().map(Ended::Checked)
}

fn dependencies(_: Depth, _: bool, _: &mut Tally) -> Result<Ended> {
    deny::check(false).map(Ended::Checked)
}

fn both_books(_: Depth, _: bool, _: &mut Tally) -> Result<Ended> {
    book::build().map(|()| Ended::Checked(true))
}

/// Lints, documentation and tests in one build.
fn tested(heading: &'static str, scope: Scope, depth: Depth) -> Result<Step> {
    let this = repository::this_program().context("cannot find the path of this program")?;
    let real = std::env::var("RUSTDOC").unwrap_or_else(|_| "rustdoc".to_owned());
    let step = linted(heading, "test", scope, &["--no-fail-fast"]);
    let step = step.with("RUSTDOC", this.to_string_lossy()).with(rustdoc::REAL, real);
    Ok(match depth {
        Depth::Usual => step,
        Depth::Thorough => step.with("GRUNDY_THOROUGH", "1"),
    })
}

/// A cargo command that lints what it builds.
fn linted(heading: &'static str, command: &str, scope: Scope, rest: &[&str]) -> Step {
    let step = Step::cargo(heading, &[&[command], &scope.words()[..], rest].concat());
    build::linted().into_iter().fold(step, |step, (name, value)| step.with(name, value))
}

/// The tests marked `#[ignore]`: tables of published facts that take minutes, in a release build.
pub fn facts() -> Result<bool> {
    let step =
        Step::cargo("facts", &["test", "--release", "--workspace", "--no-fail-fast", "--", "--ignored"]);
    let mut tally = Tally::default();
    let passed = step.run(&mut tally)?;
    if !passed && tally.failed == 0 {
        tally.failed = 1;
    }
    println!("\n{} passed, {} failed", tally.passed, tally.failed);
    Ok(passed)
}

/// The differential campaign, in a release build.
pub fn campaign(arguments: &[&str]) -> Result<bool> {
    let mut command = vec!["run", "--release", "--package", "grundy-campaign", "--"];
    command.extend(arguments);
    Step::cargo("campaign", &command).run(&mut Tally::default())
}

/// Random questions in small processes, of the program in a release build.
pub fn limits(arguments: &[&str]) -> Result<bool> {
    let build = Step::cargo("release build", &["build", "--release", "--package", "grundy-cli"]);
    Ok(build.run(&mut Tally::default())? && campaign(&[&["limits"], arguments].concat())?)
}

/// Runs all steps.
fn in_order(steps: &[Step], tally: &mut Tally) -> Result<Ended> {
    let mut passed = true;
    for step in steps {
        passed &= step.run(tally)?;
    }
    Ok(Ended::Checked(passed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_runs_and_the_rest_says_why_not() {
        let left_out = |arguments: &[&str]| -> Vec<&str> {
            let asked = Asked::read(arguments).unwrap();
            CHECKS.iter().filter(|check| asked.leaves_out(check).is_some()).map(|check| check.name).collect()
        };
        assert_eq!(left_out(&["--all"]), [""; 0]);
        assert_eq!(left_out(&[]).len(), CHECKS.iter().filter(|check| !check.usual).count());
        assert_eq!(left_out(&["--only", "sql", "--only", "book"]).len(), CHECKS.len() - 2);
        for wrong in [&["--only"][..], &["--only", "everything"], &["--fast"]] {
            assert!(Asked::read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn the_table_has_a_line_for_each_step() {
        let row =
            |name, ended, tests| Row { name, what: "w", ended, took: Duration::from_millis(1250), tests };
        let rows = [
            row("format", Ended::Checked(true), 0),
            row("tests", Ended::Checked(false), 7),
            row("sql", Ended::LeftOut("why".to_owned()), 0),
        ];
        let table = table(&rows);
        let lines: Vec<String> =
            table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(
            lines,
            [
                "step result seconds tests what",
                "format ok 1.2 w",
                "tests FAILED 1.2 7 w",
                "sql left out w: why"
            ]
        );
    }
}
