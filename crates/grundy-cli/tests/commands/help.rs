//! The help shows a useful answer within its first ten lines, and every command in the help texts runs.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{finish, grundy};

/// Every command with a help page of its own.
const COMMANDS: [&str; 25] = [
    "solve",
    "explain",
    "games",
    "values",
    "period",
    "verify",
    "table",
    "pattern",
    "play",
    "judge",
    "stress",
    "batch",
    "batch merge",
    "sweep",
    "sweep subtract",
    "sweep octal",
    "sql",
    "cluster",
    "cluster scheduler",
    "cluster executor",
    "nash",
    "nim",
    "serve",
    "completions",
    "man",
];

/// Replacements that make examples faster, so that a test build answers in time. Each must occur.
const SMALLER: [(&str, &str); 4] = [
    ("subtract 1..16", "subtract 1..8"),
    ("--digits 3 --limit 100000", "--digits 1 --limit 2000"),
    ("-- ./a.out", "--cases 3 -- ./a.out"),
    ("-- python3 solution.py", "--cases 3 -- ./a.out"),
];

/// The help of a command, in unwrapped lines.
fn help(lang: &str, command: &str) -> String {
    let mut run = crate::common::command();
    run.env("COLUMNS", "1000").args(["--lang", lang]).args(command.split_whitespace()).arg("--help");
    let run = finish(run, "");
    assert_eq!(run.code, 0, "{run:?}");
    run.out
}

/// The commands on a help page: lines that start with `grundy`, up to their descriptions.
fn examples(page: &str) -> Vec<String> {
    let shown = page.lines().filter_map(|line| line.strip_prefix("  grundy "));
    shown.map(|line| format!("grundy {}", line.split("  ").next().unwrap_or(line).trim_end())).collect()
}

/// The input files of the examples.
fn inputs(folder: &Path) {
    let file = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file is written");
    file("input.txt", "2 1\n8 4\n4 7\n");
    file("positions.txt", "8 15\n1 2\n");
    file("positions.csv", "a,b\n8,15\n1,2\n");
    file("heaps.csv", "a,b,c\n3,4,5\n1,2,3\n");
    file("rows.jsonl", "{\"game\": \"wythoff\", \"heaps\": [8, 15]}\n");
    file("my-problem.toml", include_str!("../../../grundy-judge/profiles/poj-1067.toml"));
    file("a.out", &format!("#!/bin/sh\nexec '{}' -q judge 'POJ 1067'\n", env!("CARGO_BIN_EXE_grundy")));
    let made = Command::new("chmod").args(["+x", "a.out"]).current_dir(folder).status();
    assert!(made.expect("chmod runs").success());
    if cfg!(feature = "parquet") {
        let pairs = ["--columns", "a,b", "--show", "none", "--out", "pairs.parquet"];
        let mut run = crate::common::command();
        run.current_dir(folder).args(["batch", "wythoff", "positions.csv"]).args(pairs);
        assert_eq!(finish(run, "").code, 0);
        fs::create_dir(folder.join("in")).expect("a folder");
        fs::copy(folder.join("pairs.parquet"), folder.join("in/pairs.parquet")).expect("a copy");
    }
}

/// Whether an example needs a feature that this build lacks.
fn left_out(example: &str) -> bool {
    example.starts_with("grundy sql") || (example.contains("parquet") && !cfg!(feature = "parquet"))
}

#[test]
#[cfg(unix)]
fn every_command_in_the_help_texts_runs() {
    let mut smaller = SMALLER.map(|(from, _)| (from, false));
    let folder = tempfile::tempdir().expect("a folder");
    inputs(folder.path());
    // Most examples are the same in both languages.
    let mut seen = HashSet::new();
    for lang in ["en", "zh"] {
        let pages = std::iter::once("").chain(COMMANDS).map(|command| help(lang, command));
        let examples: Vec<String> = pages.flat_map(|page| examples(&page)).collect();
        assert!(examples.len() >= 20, "{examples:?}");
        let fresh = examples.iter().filter(|example| !left_out(example) && seen.insert((*example).clone()));
        for shown in fresh {
            let mut example = shown.clone();
            for ((from, to), (_, used)) in SMALLER.iter().zip(&mut smaller) {
                *used |= example.contains(from);
                example = example.replace(from, to);
            }
            // One shard of four is not the whole; the others are made before the merge.
            if shown.starts_with("grundy batch merge") {
                let more = "grundy batch wythoff pairs.parquet --out answers.parquet --shard";
                example = format!("{more} 2/4 && {more} 3/4 && {more} 4/4 && {example}");
            }
            let program = format!("grundy() {{ '{}' \"$@\"; }}; {example}", env!("CARGO_BIN_EXE_grundy"));
            let mut run = Command::new("sh");
            run.args(["-c", &program]).current_dir(folder.path()).env("LC_ALL", "C");
            let run = finish(run, "");
            assert_eq!(run.code, 0, "{example}: {run:?}");
            assert!(
                !run.out.is_empty() || example.contains("--out") || example.contains("merge"),
                "{example}"
            );
        }
    }
    for (from, used) in smaller {
        assert!(used, "no example has `{from}`");
    }
}

#[test]
fn the_first_lines_of_the_help_say_what_it_is_for_and_show_it() {
    for lang in ["en", "zh"] {
        let page = grundy(&["--lang", lang, "--help"]).out;
        let first: Vec<&str> = page.lines().take(10).collect();
        assert!(first.iter().any(|line| line.contains("grundy solve wythoff 646 583")), "{first:?}");
    }
}

#[test]
fn a_command_without_its_command_gets_its_own_help_as_usage() {
    let cases =
        [&[][..], &["sweep"], &["cluster"], &["-q", "sweep"], &["--lang", "zh", "cluster"], &["sweep", "--"]];
    for words in cases {
        let run = grundy(words);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words:?}");
        let before: Vec<&str> = words.iter().copied().take_while(|word| *word != "--").collect();
        let page = grundy(&[&before[..], &["--help"]].concat());
        assert_eq!((page.code, page.out), (0, run.err), "{words:?}");
        let json = grundy(&[&["--json"], words].concat());
        assert_eq!((json.code, json.err.as_str()), (2, ""), "{words:?}");
        assert_eq!(json.error()["code"], "missing-command", "{words:?}");
    }
    let error = grundy(&["sweep", "--json"]).error();
    assert!(error["message"].as_str().is_some_and(|text| text.contains("`grundy sweep`")), "{error}");
}

#[test]
fn the_help_is_in_one_language() {
    for command in COMMANDS {
        let page = help("zh", command);
        for english in ["alias", "possible values", "default:"] {
            assert!(!page.contains(english), "{english} in {page}");
        }
    }
    for (command, name) in
        [("batch", "--from-format"), ("batch", "--to-format"), ("sweep octal", "--to-format")]
    {
        assert!(help("zh", command).contains(&format!("也可写作 {name}")), "{command}");
        assert!(help("en", command).contains(&format!("also {name}")), "{command}");
    }
    assert!(help("zh", "completions").contains("powershell"));
}
