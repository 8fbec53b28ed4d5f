//! `cargo xtask coverage`: which lines of the library its own tests reach, by module.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value as Json;

use crate::installed::CARGO_LLVM_COV;
use crate::repository;
use crate::tools::{LLVM_COV, LLVM_PROFDATA};

/// The number of lines, and of those that were reached.
#[derive(Clone, Copy, Default)]
struct Lines {
    all: u64,
    reached: u64,
}

impl Lines {
    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.reached += other.reached;
    }

    /// The percentage with one decimal, computed in integers.
    fn share(self) -> String {
        let tenths = (self.reached * 1000).checked_div(self.all).unwrap_or(1000);
        format!("{}.{} %", tenths / 10, tenths % 10)
    }
}

/// Runs the tests of the library with coverage, and prints a table of its modules and of the least covered
/// files.
pub fn run() -> Result<()> {
    let program = CARGO_LLVM_COV.get()?;
    let report = repository::path("target/coverage.json");
    let status = Command::new(program)
        .args(["llvm-cov", "--package", "grundy-solver", "--json", "--summary-only", "--output-path"])
        .arg(&report)
        .env("LLVM_COV", LLVM_COV.get()?)
        .env("LLVM_PROFDATA", LLVM_PROFDATA.get()?)
        .current_dir(repository::root())
        .status()?;
    ensure!(status.success(), "the tests failed while coverage was measured");
    let text = std::fs::read_to_string(&report)?;
    let report: Json = serde_json::from_str(&text).context("the report of the counters is not JSON")?;
    println!("{}", table(&report)?);
    Ok(())
}

/// The modules in order, then the files with the most uncovered lines.
fn table(report: &Json) -> Result<String> {
    let files = report["data"][0]["files"].as_array().context("the report names no files")?;
    let mut rooms: BTreeMap<String, Lines> = BTreeMap::new();
    let mut by_file = Vec::new();
    let mut total = Lines::default();
    for file in files {
        let Some((_, name)) =
            file["filename"].as_str().and_then(|name| name.split_once("crates/grundy-solver/src/"))
        else {
            continue;
        };
        let count = |what: &str| file["summary"]["lines"][what].as_u64().unwrap_or(0);
        let lines = Lines { all: count("count"), reached: count("covered") };
        let room = name.split_once('/').map_or(name, |(room, _)| room);
        rooms.entry(room.to_owned()).or_default().add(lines);
        total.add(lines);
        by_file.push((lines, name.to_owned()));
    }
    let mut table = String::from("| room | lines | reached |\n| --- | --: | --: |\n");
    for (room, lines) in rooms.iter().chain([(&"the whole library".to_owned(), &total)]) {
        writeln!(table, "| {room} | {} | {} |", lines.all, lines.share())?;
    }
    by_file.sort_by_key(|(lines, _)| std::cmp::Reverse(lines.all - lines.reached));
    table.push_str("\n| file | lines not reached |\n| --- | --: |\n");
    for (lines, name) in by_file.iter().take(12) {
        writeln!(table, "| {name} | {} of {} |", lines.all - lines.reached, lines.all)?;
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_added_up_and_the_least_reached_file_comes_first() {
        let file = |name: &str, count: u64, covered: u64| {
            serde_json::json!({"filename": format!("/x/crates/grundy-solver/src/{name}"),
                "summary": {"lines": {"count": count, "covered": covered}}})
        };
        let files = [file("nim/a.rs", 100, 90), file("nim/b.rs", 50, 50), file("lib.rs", 2, 1)];
        let table = table(&serde_json::json!({"data": [{"files": files}]})).unwrap();
        assert!(table.contains("| nim | 150 | 93.3 % |"), "{table}");
        assert!(table.contains("| the whole library | 152 | 92.7 % |"), "{table}");
        let first = table.lines().position(|line| line.starts_with("| nim/a.rs | 10 of 100")).unwrap();
        assert!(first < table.lines().position(|line| line.starts_with("| lib.rs | 1 of 2")).unwrap());
    }
}
