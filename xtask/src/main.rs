//! The contributor's commands: `cargo xtask test` and the others in [`USAGE`].
//!
//! All checks of a change are in this one program, so that contributors and build machines run the same
//! command. Nothing here is part of an installation.

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
mod package;
mod page;
mod prepare;
mod python;
mod quotients;
mod repository;
mod rustdoc;
mod serve_test;
mod static_page;
mod step;
mod test;
mod tools;
mod workflows;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test                   run the tests a change to the main program must pass: formatting, lints, the
                         tests and documentation of the default build, the logic of the page
  test --all             also test the optional features, the page in a browser, Python, SQL, the
                         packages, the dependencies and the book
  test --only STEP       run one step: format, tests, page, features, browser, python, sql, packages,
                         workflows, dependencies, book; repeat the option for several steps
  test --thorough        run many cases of the property tests instead of few; can be combined with the above
  address URL            write the address of the sources into every package; the release workflow runs it
  prepare                fetch what the tests need from the network: the page's packages, a browser, the
                         Python environment, two tools
  bench [--date DATE]    run the benchmarks, then compare whole programs and write the tables of the chapter on
                         speed (needs g++ and /usr/bin/time)
  bench --programs       compare only the whole programs
  atlas FILE --made TEXT write the atlas of two-heap games, a chapter of the book, from the rows of
                         `grundy sweep two-heaps --out FILE.jsonl`; TEXT: how and when they were made
  quotients FILE... --made TEXT
                         write the chapter with the misère quotients of octal codes, from the rows of
                         `grundy sweep octal --misere --out FILE.jsonl`; TEXT: how and when they were made,
                         in English, then ` // `, then in Chinese
  check-facts            check the long tables of known facts, in a release build
  campaign [--cases N] [--seed S] [--state FILE] [--minutes M] [--only TEXT]
                         compare every answer about random games and positions with plain search;
                         resumes from its state file
  conjectures [--cases N] [--seed S]
                         count how many conjectures that `pattern` makes from short tables of N random
                         games fail on four times as many heaps
  fuzz [LAW] [--minutes M]
                         run the laws of crates/grundy-laws, or one of them, under a fuzzer, M minutes
                         each (needs cargo-fuzz)
  cluster-test [--release]
                         run a scheduler and two executors on this machine, compare the answers of all
                         ways, kill an executor while it works, and write the figures to docs/cluster.md
  coverage               report which lines of the library its tests reach, by module
  deny                   check licences, sources and known vulnerabilities of the dependencies
  kill-test [--times N] [--job NAME] [--program FILE]
                         kill every long job a hundred times at random moments, resume it, and compare
                         the results with runs that are not killed
  limit-test [--questions N] [--seed S] [--program FILE]
                         ask random questions of all commands in processes limited to twice the memory
                         of --memory; each must give an answer or a clear error in time
  book                   build the book in both languages into docs/book
  page [--check]         bundle the page of `grundy serve` from its sources; --check compares the bundle
                         instead of writing it
  page --static          build the page without a server: target/page/grundy.html, one file that opens from
                         a disk, and target/page/app, which installs as an app (needs the target wasm32-wasip1)
  page --browser         test the page in a browser; screenshots go to target/screenshots
  serve-test [--minutes M] [--program FILE]
                         attack the server with floods, slow clients and endless requests, while honest
                         clients ask questions and are timed
  python                 build a wheel of the Python package; run its tests, examples and type checks
  python --install       install an optimised wheel in target/python-env, for measurements and trials";

fn main() -> ExitCode {
    if let Some(real) = rustdoc::real() {
        return rustdoc::stand_in(&real);
    }
    if let Err(error) = repository::this_program() {
        eprintln!("error: cannot find the path of this program: {error}");
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
        ["quotients", files @ .., "--made", made] if !files.is_empty() => {
            quotients::write(files, made).map(|()| true)
        }
        #[cfg(unix)]
        ["kill-test", rest @ ..] => kill::run(rest),
        ["limit-test", rest @ ..] => test::limits(rest),
        ["serve-test", rest @ ..] => serve_test::run(rest),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["cluster-test"] => cluster::run(false),
        ["cluster-test", "--release"] => cluster::run(true),
        ["coverage"] => coverage::run().map(|()| true),
        ["deny"] => deny::check(true),
        ["book"] => book::build().map(|()| true),
        ["page"] => page::bundle(false).map(|()| true),
        ["page", "--check"] => page::bundle(true).map(|()| true),
        ["page", "--static"] => static_page::build().map(|()| true),
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
        other => bail!("unknown command `cargo xtask {}`\n\n{USAGE}", other.join(" ")),
    }
}
