//! `batch` on files of several formats and in shards, and `sweep`: files, pipes and kills.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::common::{Run, command, grundy, piped};

/// Runs the command until `file` has content (or the command has ended), and kills it.
fn killed(words: &[&str], file: &Path) {
    let mut child = command()
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    for _ in 0..2000 {
        let begun = fs::metadata(file).is_ok_and(|about| about.len() > 100);
        if begun || child.try_wait().unwrap().is_some() {
            break;
        }
        thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    child.wait().unwrap();
}

fn fine(run: &Run) -> &str {
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    &run.out
}

#[test]
fn formats_follow_the_names_of_files_and_the_options() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("in.csv"), "a,b\n8,13\n8,15\n").unwrap();
    let shown = grundy(&["batch", "wythoff", &at("in.csv")]);
    assert_eq!(fine(&shown), "a,b,outcome\n8,13,P\n8,15,N\n");
    grundy(&["batch", "wythoff", &at("in.csv"), "--out", &at("out.jsonl")]);
    let lines = "{\"a\":8,\"b\":13,\"outcome\":\"P\"}\n{\"a\":8,\"b\":15,\"outcome\":\"N\"}\n";
    assert_eq!(fs::read_to_string(at("out.jsonl")).unwrap(), lines);
    let words =
        ["batch", "wythoff", "-", "--input-format", "jsonl", "--to-format", "text", "--columns", "b,a"];
    assert_eq!(fine(&piped(&words, lines)), "P\nN\n");
    let words =
        ["batch", "--game-column", "game", "--input-format", "csv", "--only", "--show", "outcome,first-move"];
    let input = "game,x\nnim,3 5\nwythoff,3 5\n";
    assert_eq!(fine(&piped(&words, input)), "outcome,first_move\nN,3 3\nP,\n");
    let words = ["batch", "wythoff", "--columns", "a", "--input-format", "csv", "--json"];
    let wrong = piped(&words, "a\n8 13\n8 x\n");
    assert_eq!(wrong.code, 2);
    let last = wrong.out.lines().last().unwrap();
    let json: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!((json["error"]["line"].as_u64(), json["error"]["column"].as_u64()), (Some(3), Some(3)));
}

#[test]
fn the_time_is_for_the_command_and_what_is_done_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("in.txt"), "8 15\n".repeat(2_000_000)).unwrap();
    let (input, output) = (at("in.txt"), at("out.txt"));
    let words = ["batch", "wythoff", &input, "--show", "outcome,moves", "--time", "100ms", "--quiet"];
    let kept = |run: &Run, text: &str| {
        assert_eq!(run.code, 3, "{run:?}");
        assert!(text.ends_with('\n') && text.lines().all(|row| row.starts_with("N\t")), "{text:.100}");
        let rows = text.lines().count();
        assert!(run.err.contains("--time") && run.err.contains(&format!("row {}", rows + 1)), "{}", run.err);
    };
    let shown = grundy(&words);
    kept(&shown, &shown.out);
    let written = grundy(&[&words[..], &["--out", &output]].concat());
    kept(&written, &fs::read_to_string(&output).unwrap());
    // A part of the output is complete or absent.
    let shard = ["--out", &output, "--shard", "1/2"];
    let cut = grundy(&[&words[..], &shard].concat());
    assert_eq!((cut.code, Path::new(&at("out.txt.shard-1-of-2")).exists()), (3, false), "{cut:?}");
    let json = grundy(&[&words[..], &["--json"]].concat());
    let last: serde_json::Value = serde_json::from_str(json.out.lines().last().unwrap()).unwrap();
    assert_eq!((json.code, last["error"]["code"].as_str()), (3, Some("time-limit")));
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |words: &[&str], part: &str| {
        let run = piped(words, "1 2\n");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(part), "{run:?}");
    };
    refused(&["batch", "nim", "--input-format", "cvs"], "csv");
    refused(&["batch", "nim", "--columns", "a"], "no columns");
    refused(&["batch", "nim", "--shard", "3/2", "--out", "x", "y"], "1/4");
    refused(&["batch", "nim", "--shard", "1/2"], "--out");
    refused(&["batch"], "--game-column");
    refused(&["batch", "merge", "/no/such/file"], "/no/such");
    refused(&["sweep", "subtract", "16..1"], "1..16");
    refused(&["sweep", "subtract", "many"], "many");
    refused(&["sweep", "octal", "--digits", "13"], "12");
    if !cfg!(feature = "parquet") {
        refused(&["batch", "nim", "--output-format", "parquet"], "--features parquet");
    }
}

/// Without a question the records pass unchanged, which measures reading and writing.
#[test]
fn rows_pass_where_nothing_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("in.csv"), "a,b\n3,5\n8,13\n").unwrap();
    for (name, expected) in
        [("out.csv", "a,b\n3,5\n8,13\n"), ("out.jsonl", "{\"a\":3,\"b\":5}\n{\"a\":8,\"b\":13}\n")]
    {
        fine(&grundy(&["batch", "wythoff", &at("in.csv"), "--show", "none", "--out", &at(name)]));
        assert_eq!(fs::read_to_string(at(name)).unwrap(), expected);
    }
}

#[test]
fn a_killed_shard_is_made_again_and_joins_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let rows = (0..40_000).map(|n| format!("{} {}\n", n % 997, n * 7 % 1009)).collect::<Vec<_>>().concat();
    fs::write(at("in.txt"), rows).unwrap();
    let words = ["batch", "kayles", &at("in.txt"), "--show", "outcome,value,first-move", "--out"];
    fine(&grundy(&[&words[..], &[&at("whole.txt")]].concat()));
    let out = at("out.txt");
    let shard = |number: &'static str| [&words[..], &[&out, "--shard", number]].concat();
    killed(&shard("1/2"), &folder.path().join("out.txt.shard-1-of-2.part"));
    assert_eq!(grundy(&["batch", "merge", &out]).code, 2);
    fine(&grundy(&shard("2/2")));
    fine(&grundy(&shard("1/2")));
    assert!(fine(&grundy(&shard("1/2"))).contains("already complete"));
    let merged = grundy(&["batch", "merge", &out, "--remove", "--json"]);
    assert_eq!((merged.json()["rows"].as_u64(), merged.json()["shards"].as_u64()), (Some(40_000), Some(2)));
    assert!(fs::read(at("out.txt")).unwrap() == fs::read(at("whole.txt")).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn a_killed_sweep_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (whole, out) = (at("whole.csv"), at("out.csv"));
    fine(&grundy(&["sweep", "subtract", "1..11", "--out", &whole]));
    let work = folder.path().join("out.csv.sweep");
    killed(&["sweep", "subtract", "1..11", "--out", &out], &work);
    // A row cut in the middle, as a full disk may leave it.
    if let Ok(mut rows) = fs::read(&work) {
        rows.extend(b"{\"rule\":\"take 1");
        fs::write(&work, rows).unwrap();
        assert_eq!(grundy(&["sweep", "subtract", "1..10", "--out", &out]).code, 2);
    }
    let said = grundy(&["sweep", "subtract", "1..11", "--out", &out, "--json"]);
    assert_eq!((said.json()["rows"].as_u64(), said.json()["proved"].as_u64()), (Some(2047), Some(2047)));
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap());
    assert!(!work.exists());
}

#[test]
fn a_sweep_ends_in_time_and_belongs_to_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("sets.csv").display().to_string();
    let kept = format!("{out}.sweep");
    let cut = grundy(&["sweep", "subtract", "1..40", "--out", &out, "--time", "1s"]);
    assert!(cut.code == 3 && cut.err.contains("--time") && cut.err.contains(&out), "{}", cut.err);
    assert!(fs::metadata(&kept).unwrap().len() > 0);
    let other = fs::File::open(&kept).unwrap();
    other.lock().unwrap();
    let second = grundy(&["sweep", "subtract", "1..40", "--out", &out, "--time", "1s"]);
    assert!(second.code == 2 && second.err.contains(&kept), "{}", second.err);
}

#[test]
fn sweeps_say_what_they_found() {
    let run = grundy(&["sweep", "subtract", "1..3", "--output-format", "csv", "-q"]);
    let lines: Vec<&str> = fine(&run).lines().collect();
    assert_eq!(lines[0], "rule,period,preperiod,saltus,max_value,proof,checked_to");
    assert_eq!(lines.len(), 8);
    assert!(lines[5].starts_with("\"take 1, 3\",2,0,0,1,"), "{}", lines[5]);
    let run = grundy(&["sweep", "octal", "--digits", "1", "--limit", "500"]);
    assert_eq!(run.out.lines().count(), 7);
    assert!(run.err.contains("7 rules"), "{run:?}");
    let run = grundy(&["sweep", "octal", "--digits", "1", "--limit", "500", "--json"]);
    let last: serde_json::Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!((last["rule"].as_str(), last["period"].as_u64()), (Some("octal(0.7)"), Some(2)));
}

#[test]
fn shards_of_any_number_are_looked_for_as_far_as_they_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.txt");
    fs::write(&input, "1 2\n3 3\n").unwrap();
    let out = folder.path().join("out.txt");
    let (input, out) = (input.to_str().unwrap(), out.to_str().unwrap());
    fine(&grundy(&["batch", "nim", input, "--shard", "7/10000000000", "--out", out, "-q"]));
    let run = grundy(&["batch", "merge", out, "--json"]);
    assert_eq!((run.code, run.error()["code"].as_str()), (2, Some("shards-missing")));
    let message = run.error()["message"].as_str().unwrap_or_default().to_owned();
    assert!(message.contains("1, 2, 3, 4, 5, 6, 8, ") && message.contains("..."), "{message}");
}

/// The process at the other end of a pipe may wait for an answer before it writes more.
#[test]
fn a_pipe_that_stays_open_is_not_waited_for() {
    for (more, text, code) in [
        (&["--threads", "2"][..], "1 2\nx\n", 2),
        (&["--input-format", "csv"], "1,2\nx,1\n", 2),
        (&["--time", "1s"], "1 2\n", 3),
    ] {
        let mut child = command()
            .args(["batch", "nim", "-q"])
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut open = child.stdin.take().unwrap();
        open.write_all(text.as_bytes()).unwrap();
        let ended = (0..600).find_map(|_| {
            thread::sleep(Duration::from_millis(100));
            child.try_wait().unwrap()
        });
        let _ = child.kill();
        assert_eq!(ended.and_then(|status| status.code()), Some(code), "{more:?}");
        drop(open);
    }
}
