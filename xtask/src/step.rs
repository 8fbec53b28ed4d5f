//! One command of a run: printed before it starts, timed, and counted if it runs tests.
//!
//! Output is passed through at once. The lines `test result: ...` that `cargo test` prints for every test
//! program are added up, because readers of a long log look for the total.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::{build, repository};

/// The number of tests that passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
}

impl Tally {
    /// Adds the counts of an output line, if it is a summary line of the test harness.
    fn read(&mut self, line: &str) {
        let count = |name: &str| line.strip_prefix(name).and_then(|rest| rest.trim().parse::<u64>().ok());
        // Node's summary has one line for each count.
        self.passed += count("# pass ").unwrap_or(0);
        self.failed += count("# fail ").unwrap_or(0);
        let Some(summary) = line.trim().strip_prefix("test result: ") else { return };
        for part in summary.split(['.', ';']) {
            let mut words = part.split_whitespace();
            let count = words.next().and_then(|number| number.parse::<u64>().ok());
            match (count, words.next()) {
                (Some(count), Some("passed")) => self.passed += count,
                (Some(count), Some("failed")) => self.failed += count,
                _ => {}
            }
        }
    }
}

/// A cargo command with its environment, printed in a form that can be repeated.
pub struct Step {
    heading: &'static str,
    arguments: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

impl Step {
    /// `cargo` with these arguments.
    pub fn cargo(heading: &'static str, arguments: &[&str]) -> Self {
        Self {
            heading,
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            environment: Vec::new(),
        }
    }

    /// Sets a variable for this step alone.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.environment.push((name, value.into()));
        self
    }

    /// The command line that repeats this step at the root of the repository.
    pub fn command_line(&self) -> String {
        let variables = self.environment.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        let arguments = self.arguments.iter().map(|argument| quoted(argument));
        variables.chain(["cargo".to_owned()]).chain(arguments).collect::<Vec<_>>().join(" ")
    }

    /// Runs the step, adds its tests to `tally` and returns whether it succeeded.
    pub fn run(&self, tally: &mut Tally) -> Result<bool> {
        println!("\n== {} ==\n$ {}", self.heading, self.command_line());
        let started = Instant::now();
        let mut command = Command::new(build::cargo());
        command.args(&self.arguments).envs(self.environment.iter().map(|(name, value)| (name, value)));
        let succeeded = counted(command.current_dir(repository::root()), tally)?;
        println!("-- {}: {}, {:.1} s", self.heading, verdict(succeeded), started.elapsed().as_secs_f64());
        Ok(succeeded)
    }
}

/// Runs a command, shows its output, adds its tests to `tally` and returns whether it succeeded.
pub fn counted(command: &mut Command, tally: &mut Tally) -> Result<bool> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let mut child =
        command.stdout(Stdio::piped()).spawn().with_context(|| format!("cannot start {shown}"))?;
    if let Some(output) = child.stdout.take() {
        pass_through(BufReader::new(output), tally)?;
    }
    Ok(child.wait().with_context(|| format!("cannot wait for {shown}"))?.success())
}

/// The result of a step, for its closing line.
pub fn verdict(succeeded: bool) -> &'static str {
    if succeeded { "ok" } else { "FAILED" }
}

/// Copies lines to stdout unchanged, even if they are not UTF-8, and counts the summaries among them.
fn pass_through(mut output: impl BufRead, tally: &mut Tally) -> Result<()> {
    let mut line = Vec::new();
    while output.read_until(b'\n', &mut line)? > 0 {
        std::io::stdout().write_all(&line)?;
        tally.read(&String::from_utf8_lossy(&line));
        line.clear();
    }
    Ok(())
}

/// The word quoted for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_lines_are_added_up_and_other_lines_are_not() {
        let mut tally = Tally::default();
        tally.read("running 3 tests\n");
        tally.read(
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n",
        );
        tally.read("test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n");
        tally.read("a note: 7 passed; 7 failed\n");
        tally.read("# pass 4\n");
        tally.read("# fail 1\n");
        tally.read("# passing by\n");
        assert_eq!(tally, Tally { passed: 17, failed: 3 });
    }

    #[test]
    fn the_command_line_can_be_typed_again() {
        let step = Step::cargo("documentation", &["doc", "--no-deps"]).with("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(step.command_line(), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
    }
}
