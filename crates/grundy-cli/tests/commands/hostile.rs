//! Malicious input: each of these once ended the program, kept it busy, or hid a known result.

use crate::common::{grundy, piped};
use serde_json::json;

fn solved(script: &str, more: &[&str]) -> crate::common::Run {
    let text = format!("script(\"{script}\")[5]");
    grundy(&[&["solve", &text, "--json"], more].concat())
}

#[test]
fn what_a_script_makes_ends_no_process() {
    for script in [
        "fn options(p){ let f=|x| x; for i in 0..100000 { let g=f; f=|x| g.call(x); } [] }",
        "fn options(p){ let a=[]; for i in 0..100000 { a=[a]; } a }",
        "fn options(p){ let a=[1]; loop { a=[a,a]; } }",
    ] {
        let run = solved(script, &[]);
        assert_eq!((run.code, run.error()["code"].as_str()), (3, Some("script-size")), "{script}: {run:?}");
    }
    let run = solved(
        "fn f(n){ for x in range(0, 99999, 1) { f(n - 1); } } fn options(p){ f(40); [] }",
        &["--memory", "8MiB"],
    );
    assert_eq!((run.code, run.error()["code"].as_str()), (3, Some("script-memory")), "{run:?}");
    let run = solved("fn options(p){ let f=Fn(`a`); for i in 0..1000 { f=f.curry(f); } [] }", &[]);
    assert_eq!((run.code, run.error()["code"].as_str()), (2, Some("script-syntax")), "{run:?}");
}

#[test]
fn moves_in_one_and_in_several_components_are_sorted() {
    let run = grundy(&["solve", "some(nim[20], graph(\"a: b; b: a\")[a])", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.json()["moves"].as_array().is_some_and(|moves| moves.len() > 20));
}

#[test]
fn who_wins_is_said_where_the_value_is_out_of_reach() {
    let run = grundy(&["solve", "wythoff[1000000000000, 1000000000007]", "--value", "--memory", "100MB"]);
    assert_eq!(run.code, 3);
    assert!(run.out.contains("N: the player to move wins") && run.err.contains("225.6 TiB"), "{run:?}");
    // Its moves are too many to list.
    let run = grundy(&["solve", "tartan[(2^40, 2^41)]", "--value", "--time", "200ms", "--json"]);
    assert_eq!((run.code, &run.json()["outcome"]), (3, &json!("N")), "{run:?}");
    assert!(run.error()["code"].is_string());

    let line = "1000000000000 1000000000007\n3 5\n";
    let batch = ["batch", "wythoff", "--show", "outcome,value", "--memory", "100MB", "--threads", "1"];
    let run = piped(&batch, line);
    assert_eq!((run.code, run.out.as_str()), (3, "N\terror\n"), "{run:?}");
    let run = piped(&[&batch[..], &["--keep-going"]].concat(), line);
    assert_eq!((run.code, run.out.as_str()), (0, "N\terror\nP\t0\n"), "{run:?}");
    let csv = piped(&[&batch[..], &["--keep-going", "--output-format", "csv"]].concat(), line);
    assert!(csv.out.contains("1000000000000 1000000000007,N,,\"this needs"), "{csv:?}");
}

/// A row holds its heaps and their copies; both count before they are made.
#[test]
fn the_heaps_of_a_row_count() {
    let line = "1 ".repeat(99_999) + "2\n";
    let asked = ["batch", "nim", "--show", "moves", "--threads", "1", "--json"];
    let run = piped(&[&asked[..], &["--memory", "16MiB"]].concat(), &line);
    assert_eq!((run.code, run.error()["code"].as_str()), (3, Some("memory-limit")), "{}", run.err);
    let run = piped(&[&asked[..], &["--memory", "64MiB"]].concat(), &line);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn digits_in_groups_are_refused_in_a_cell() {
    let run = piped(&["batch", "nim", "--input-format", "csv", "--json"], "a,b\n\"1,000\",5\n");
    assert_eq!(run.code, 2, "{run:?}");
    let run = piped(&["batch", "nim", "--input-format", "csv"], "a,b\n\"1,000\",5\n");
    assert!(run.err.contains("`1,000` may be one number or several heaps"), "{run:?}");
}

#[test]
fn nimbers_and_heaps_are_told_apart() {
    assert_eq!(grundy(&["nim", "3 * 5 + 2^-1"]).out, "12\n");
    assert_eq!(grundy(&["nim", "3", "*", "5"]).out, "15\n");
    let json = grundy(&["nim", "4*4", "--json"]).json();
    assert_eq!((&json["value"], &json["expression"]), (&json!(6), &json!("4*4")));
    assert_eq!(grundy(&["nim", "3", "4", "5"]).out, grundy(&["solve", "nim", "3", "4", "5"]).out);
    let (run, error) = crate::common::refused(&["nim", "1 / (2 + 2)"], "", 2);
    assert_eq!((error["code"].as_str(), &error["span"]), (Some("nimber-zero"), &json!([2, 11])), "{run:?}");
}

#[test]
fn a_move_in_several_games_is_named() {
    let run = grundy(&["explain", "some(nim[6], nim[9])", "--move", "1: 2; 2: 3"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("some(nim[2], nim[3])"), "{run:?}");
    let other = grundy(&["explain", "some(nim[6], nim[9])", "--move", "1: 6; 2: 3"]);
    assert_eq!(other.code, 2, "a component that stays as it is is none that is moved in: {other:?}");
}

#[test]
fn all_moves_are_listed_and_no_line_is_endless() {
    let run = piped(&["play", "nim", "30", "--two", "--json"], "moves\nmoves all\n");
    let counts: Vec<usize> = run
        .out
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|event| event["moves"].as_array().map(Vec::len))
        .collect();
    assert_eq!(counts, [20, 30], "{run:?}");
    let run = piped(&["play", "nim", "3"], &"\0".repeat(3 << 20));
    assert_eq!(run.code, 2, "{}", run.err);
}

#[cfg(unix)]
mod unix {
    use std::fs;
    use std::process::Command;

    use super::*;

    /// Opening a pipe without a writer blocks for ever. The test checks that the program ends, not how soon.
    #[test]
    fn a_command_ends_whatever_it_waits_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        if !made.is_ok_and(|status| status.success()) {
            return;
        }
        let pipe = pipe.to_str().expect("UTF-8");
        let run = grundy(&["batch", "nim", pipe, "--time", "100ms", "--json"]);
        assert_eq!((run.code, run.error()["code"].as_str()), (3, Some("time-limit")), "{run:?}");
    }

    #[test]
    fn a_link_to_nothing_stays_a_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let (link, target) = (folder.path().join("link"), folder.path().join("target"));
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let out = link.to_str().expect("UTF-8");
        assert_eq!(piped(&["batch", "nim", "--out", out], "3 4 5\n").code, 0);
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(fs::read_to_string(&target).expect("the file"), "N\n");
    }
}

/// The n-th move of such a row turns n coins: ten thousand of them took 1.6 GB.
#[test]
fn moves_that_grow_are_listed_within_the_memory() {
    let words = ["play", "ruler[1, 1006740752394742]", "--line", "--memory", "64MiB", "--time", "60s"];
    let run = piped(&words, "moves\nmoves all\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("#20") && !run.out.contains("#21"), "{}", run.out);
    assert!((run.out + &run.err).contains("of memory"));
}

/// The digits of long numbers are memory too, wherever moves are kept: a process of 1 GB suffices for these.
#[cfg(target_os = "linux")]
#[test]
fn moves_of_long_numbers_fit_into_a_small_process() {
    let small = |words: &[&str], input: &str| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "ulimit -v 1000000 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_grundy")]);
        shell.args(words).envs([("LC_ALL", "C"), ("LANG", "C")]);
        crate::common::finish(shell, input)
    };
    let both = "all(nim[10^300000], nim[10^300001])";
    let run = small(&["solve", both, "--memory", "64MiB", "--json"], "");
    assert_eq!((run.code, run.error()["code"].as_str()), (3, Some("memory-limit")), "{run:?}");
    let run = small(&["play", "nim[10^600000]", "--two"], "moves\nquit\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}
