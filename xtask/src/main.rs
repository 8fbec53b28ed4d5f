//! The contributor's commands: `cargo xtask test` and the others in [`USAGE`].
//!
//! All checks of a change are in this one program, so that contributors and build machines run the same
//! command. Nothing here is part of an installation.

mod alone;
mod atlas;
mod bench;
mod book;
mod build;
mod cluster;
mod coverage;
mod deny;
mod fuzz;
mod inputs;
mod installed;
#[cfg(unix)]
mod kill;
#[cfg(unix)]
mod limits;
mod package;
mod page;
mod prepare;
mod python;
mod repository;
mod rustdoc;
mod siege;
mod step;
mod test;
mod tools;
mod workflows;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test                   what a change to the main program must pass: formatting, lints, the tests and
                         documentation of the default build, the logic of the page
  test --all             also what needs more: the optional features, a browser, Python, SQL, the
                         dependencies, the book
  test --only STEP       one step alone: format, tests, page, features, browser, python, sql,
                         packages, workflows, dependencies, book; several where the option is repeated
  test --thorough        many cases of the property tests instead of few; with any of the above
  address URL            where the sources are, written into every package; the release workflow runs it
  prepare                what these tests need from outside, fetched beforehand: the page's packages, a
                         browser, the Python environment, two tools
  bench [--date DATE]    benchmarks, then whole programs side by side, as a Markdown table
  bench --programs       the whole programs only
  atlas FILE --made TEXT the chapter with the atlas of two-heap games, from the rows that
                         `grundy sweep two-heaps --out FILE.jsonl` wrote; TEXT says how and when they were made
  check-facts            the long tables of known facts, in a release build
  campaign [--cases N] [--seed S] [--state FILE] [--minutes M]
                         random games and positions, every answer against plain search; goes on
                         from its state file
  conjectures [--cases N] [--seed S]
                         the conjectures that `pattern` makes from short tables of N random games, and how many
                         of them fail on four times as many heaps
  fuzz [LAW] [--minutes M]
                         the laws of crates/grundy-laws, or one of them, under a fuzzer, M minutes
                         each (needs cargo-fuzz)
  cluster-test [--release]
                         a scheduler and two executors on this machine: the same answers in every way,
                         an executor killed while it works, and the figures, into docs/cluster.md
  coverage               the lines of the library that its tests reach, room by room
  deny                   licences, sources and known weaknesses of the dependencies
  kill-test [--times N] [--job NAME] [--program FILE]
                         every long job killed a hundred times at any moment and begun again: the
                         results of runs that nobody kills
  limit-test [--questions N] [--seed S] [--program FILE]
                         random questions of all commands in processes that the system gives twice the
                         memory of --memory: an answer or a clear error, in time
  book                   the book in both languages, into docs/book
  page [--check]         the page of `grundy serve`, bundled from its sources; --check compares
                         instead of writing
  page --static          the page without a server: target/page/grundy.html, one file that opens from a disk, and
                         target/page/app, a folder that installs as an app (needs the target wasm32-wasip1)
  page --browser         the page in a real browser; screenshots into target/screenshots
  serve-test [--minutes M] [--program FILE]
                         the server under floods, slow clients and endless requests, while honest
                         clients ask and are timed
  python                 the Python package: a wheel, its tests, its examples and its types
  python --install       an optimised wheel in target/python-env, for figures and for trying it out";

fn main() -> ExitCode {
    if let Some(real) = rustdoc::real() {
        return rustdoc::stand_in(&real);
    }
    if let Err(error) = repository::this_program() {
        eprintln!("error: cannot say where this program is: {error}");
        return ExitCode::from(2);
    }
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

/// Runs one command; `Ok(false)` means that a check ran and failed.
fn dispatch(arguments: &[&str]) -> Result<bool> {
    match arguments {
        ["test", rest @ ..] => test::run(rest),
        ["address", url] => package::address(url).map(|()| true),
        ["prepare"] => Ok(prepare::everything()),
        ["campaign", rest @ ..] => test::campaign(rest),
        ["conjectures", ..] => test::campaign(arguments),
        ["check-facts"] => test::facts(),
        ["atlas", file, "--made", made] => atlas::write(file, made).map(|()| true),
        #[cfg(unix)]
        ["kill-test", rest @ ..] => kill::run(rest),
        #[cfg(unix)]
        ["limit-test", rest @ ..] => limits::run(rest),
        ["serve-test", rest @ ..] => siege::run(rest),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["cluster-test"] => cluster::run(false),
        ["cluster-test", "--release"] => cluster::run(true),
        ["coverage"] => coverage::run().map(|()| true),
        ["deny"] => deny::check(true),
        ["book"] => book::build().map(|()| true),
        ["page"] => page::bundle(false).map(|()| true),
        ["page", "--check"] => page::bundle(true).map(|()| true),
        ["page", "--static"] => alone::build().map(|()| true),
        ["page", "--browser"] => page::browser(&mut step::Tally::default()),
        ["python"] => python::test(&mut step::Tally::default()),
        ["python", "--install"] => {
            python::environment().and_then(|python| python::install_wheel(&python, "release")).map(|()| true)
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
