//! `sql` as a command: sources of statements, destinations of rows, exit codes, and the pages of the book.

#[path = "../../../crates/grundy-cli/tests/commands/common.rs"]
mod common;

use std::fs;
use std::process::Stdio;

use common::{command, finish, grundy, piped};
use trycmd::TestCases;

const CSV: &[&str] = &["--format", "csv"];

#[test]
fn statements_come_from_the_line_a_file_or_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("query.sql").display().to_string();
    let query = "SELECT wythoff_outcome(8, 15) AS o";
    fs::write(&file, query).expect("a file");
    let expected = "o\nN\n";
    assert_eq!(grundy(&[&["sql", query], CSV].concat()).out, expected);
    assert_eq!(grundy(&[&["sql", "--file", &file], CSV].concat()).out, expected);
    assert_eq!(piped(&[&["sql", "-"], CSV].concat(), query).out, expected);
    assert_eq!(piped(&[&["sql"], CSV].concat(), query).out, expected);
    assert_eq!(grundy(&["sql", query, "--file", &file]).code, 2);
}

#[test]
fn rows_go_to_files_whose_names_say_the_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let query = "SELECT n, value FROM grundy_values('kayles', 20) ORDER BY n";
    let csv = grundy(&[&["sql", query], CSV].concat()).out;
    for name in ["a.csv", "a.jsonl", "a.parquet"] {
        let run = grundy(&["sql", query, "--out", &path(name)]);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    }
    assert_eq!(fs::read_to_string(path("a.csv")).expect("a file"), csv);
    let table = format!("t={}", path("a.parquet"));
    let again = ["sql", "SELECT n, value FROM t ORDER BY n", "--table", &table];
    assert_eq!(grundy(&[&again, CSV].concat()).out, csv);
    // A query that fails leaves the file unchanged.
    let run = grundy(&[
        "sql",
        "SELECT grundy_value('nim', 0 - n) FROM grundy_values('nim', 9)",
        "--out",
        &path("a.csv"),
    ]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert_eq!(fs::read_to_string(path("a.csv")).expect("a file"), csv);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3);
}

#[test]
fn shards_are_told_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::create_dir(folder.path().join("in")).expect("a folder");
    fs::write(path("in/x.csv"), "a,b\n1,2\n3,3\n").expect("a file");
    fs::write(path("in/y.csv"), "a,b\n4,7\n").expect("a file");
    let (table, out) = (format!("t={}/", path("in")), path("out"));
    let words = [
        "sql",
        "SELECT a, b, wythoff_outcome(a, b) AS o FROM t",
        "--table",
        &table,
        "--each",
        "t",
        "--out",
        &out,
        "--format",
        "csv",
    ];
    let run = grundy(&words);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "2 shards made, 0 already there; 3 rows in total\n"),
        "{}",
        run.err
    );
    assert_eq!(fs::read_to_string(path("out/x.csv")).expect("a shard"), "a,b,o\n1,2,P\n3,3,N\n");
    let json = grundy(&[&words[..], &["--json"]].concat()).json();
    assert_eq!(json, serde_json::json!({"schema": 1, "made": 0, "kept": 2, "rows": 3}));
    assert_eq!(grundy(&["sql", "SELECT 1", "--each", "u", "--out", &out]).code, 2);
}

#[test]
fn exit_codes_and_errors_are_those_of_the_contract() {
    let run = grundy(&["sql", "SELECT grundy_outcome('wythof', 1, 2)"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("wythof\n  ^^^^^^ did you mean `wythoff`?"), "{}", run.err);
    let error = grundy(&["sql", "SELECT grundy_outcome('wythof', 1, 2)", "--json"]).error();
    assert_eq!((&error["code"], &error["suggestion"]), (&"unknown-game".into(), &"wythoff".into()));
    assert_eq!(grundy(&["sql", "SELEKT", "--json"]).error()["code"], "sql");
    assert_eq!(
        grundy(&["sql", "SELECT count(*) FROM grundy_subtraction_sets(40)", "--time", "200ms"]).code,
        3
    );
    // The engine does not count the rows of a table in memory; without the limit of the process this takes 1 GB.
    let table =
        "CREATE TABLE t AS SELECT repeat('x', 1000) AS s FROM range(0, 1000000); SELECT count(*) FROM t";
    let run = grundy(&["sql", table, "--memory", "64MiB", "--json"]);
    assert_eq!((run.code, &run.error()["code"]), (3, &"memory-limit".into()));
    assert_eq!(grundy(&["sql", "SELECT 1", "--table", "t"]).code, 2);
    assert_eq!(grundy(&["sql", "SELECT 1", "--table", "t=/no/such/file.csv"]).code, 2);
    assert!(!grundy(&["sql", "SELECT 1", "--table", "t", "--lang", "zh"]).err.is_ascii());
    let plan = grundy(&["sql", "EXPLAIN SELECT * FROM grundy_octal_codes(3)"]);
    assert!(plan.code == 0 && plan.out.contains("GrundyRows"), "{plan:?}");
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut endless = command();
    endless.args(["sql", "SELECT * FROM grundy_subtraction_sets(40)", "--format", "csv"]);
    let mut child =
        endless.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null()).spawn().expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    let mut shown = command();
    shown.args(["sql", "SELECT 1 AS one"]);
    assert!(finish(shown, "").out.contains("| one |"));
}

#[test]
fn the_pages_of_the_book_show_what_the_command_prints() {
    for (locale, page) in [("en_US.UTF-8", "en"), ("zh_CN.UTF-8", "zh")] {
        let cases = TestCases::new();
        // `LC_ALL` and `LC_MESSAGES` in the environment of the tests would override `LANG`.
        cases.env("LANG", locale).env("LC_ALL", "").env("LC_MESSAGES", "");
        cases.case(format!("../../docs/src/{page}/sql.md"));
    }
}

#[test]
#[cfg(unix)]
fn the_commands_in_the_help_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let pairs = ["--columns", "a,b", "--show", "none", "--out"];
    fs::write(folder.path().join("positions.csv"), "a,b\n8,15\n1,2\n").expect("a file");
    fs::create_dir(folder.path().join("in")).expect("a folder");
    for name in ["pairs.parquet", "in/pairs.parquet"] {
        let mut run = command();
        run.current_dir(folder.path()).args(["batch", "wythoff", "positions.csv"]).args(pairs).arg(name);
        assert_eq!(finish(run, "").code, 0);
    }
    let mut run = command();
    // Unwrapped lines: the width of a terminal would break them.
    run.args(["sql", "--help"]).env("COLUMNS", "1000");
    let help = finish(run, "").out;
    let examples: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  grundy "))
        .map(|line| line.split("  ").next().unwrap_or(line).trim_end())
        .collect();
    assert!(examples.len() >= 2, "{help}");
    for example in examples {
        let mut run = std::process::Command::new("sh");
        let program = format!("'{}' {example}", env!("CARGO_BIN_EXE_grundy"));
        run.args(["-c", &program]).current_dir(folder.path()).env("LC_ALL", "C").env("COLUMNS", "1000");
        let run = finish(run, "");
        assert_eq!(run.code, 0, "{example}: {run:?}");
    }
}
