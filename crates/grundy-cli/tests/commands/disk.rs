//! Disk errors: full disks, places that cannot be written, two runs at once, damaged states. The error message exists
//! in both languages, the exit code follows the contract, and existing files stay unchanged.

#![cfg(unix)]

use std::fs::{self, File};
use std::path::Path;

use crate::common::{Run, command, finish, grundy};
use serde_json::Value as Json;

/// The command with a file size limit of `blocks` blocks of 512 bytes, which acts like a full disk.
fn limited(blocks: u64, words: &[&str]) -> Run {
    let mut shell = std::process::Command::new("sh");
    // Without the trap the signal would end the command before it could report the error.
    shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
    shell.arg(env!("CARGO_BIN_EXE_grundy")).args(words).envs([("LC_ALL", "C"), ("LANG", "C")]);
    finish(shell, "")
}

/// Runs the command in English, as JSON and in Chinese. Each run ends with exit code 2 and reports the error
/// and its place.
fn refused(run: &dyn Fn(&[&str]) -> Run, words: &[&str], code: &str, place: &str) {
    let text = run(words);
    assert_eq!(text.code, 2, "{words:?} {text:?}");
    assert!(text.err.starts_with("error: ") && text.err.contains(place), "{words:?} {text:?}");
    let json = run(&[words, &["--json"]].concat());
    assert_eq!((json.code, json.err.as_str()), (2, ""), "{words:?} {json:?}");
    assert_eq!(json.error()["code"], code, "{words:?} {json:?}");
    let chinese = run(&[words, &["--lang", "zh"]].concat());
    assert!(chinese.err.starts_with("错误：") && chinese.err.contains(place), "{words:?} {chinese:?}");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("in.txt"), "3 5\n8 13\n".repeat(20_000)).unwrap();
    let (input, out) = (at("in.txt"), at("out"));
    let jobs: [&[&str]; 4] = [
        &["values", "kayles", "--to", "20000", "--out", &out],
        &["batch", "wythoff", &input, "--out", &out],
        &["table", "wythoff", "--size", "60", "--svg", &out],
        &["table", "wythoff", "--size", "200", "--csv", &out],
    ];
    for words in jobs {
        fs::write(&out, "old").unwrap();
        refused(&|words| limited(8, words), words, "file", "out");
        assert_eq!(fs::read_to_string(&out).unwrap(), "old", "{words:?}");
        assert_eq!(names(folder.path()), ["in.txt", "out"], "{words:?}");
        assert_eq!(grundy(words).code, 0, "{words:?}");
        assert_ne!(fs::read_to_string(&out).unwrap(), "old", "{words:?}");
    }
}

#[test]
fn what_can_be_gone_on_with_goes_on_after_a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("in.txt"), "3 4\n8 13\n".repeat(20_000)).unwrap();
    let (input, out, whole) = (at("in.txt"), at("out"), at("whole"));
    let sweep = |out: &str| grundy(&["sweep", "subtract", "1..10", "--out", out]).code;
    assert_eq!(sweep(&whole), 0);
    fs::write(&out, "old").unwrap();
    refused(&|words| limited(40, words), &["sweep", "subtract", "1..10", "--out", &out], "file", "out.sweep");
    assert_eq!(fs::read_to_string(&out).unwrap(), "old");
    assert!(fs::metadata(at("out.sweep")).unwrap().len() > 0);
    assert_eq!(sweep(&out), 0);
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap());
    let shard = ["batch", "wythoff", &input, "--out", &out, "--shard", "1/1"];
    refused(&|words| limited(8, words), &shard, "file", "out.shard-1-of-1");
    assert_eq!(grundy(&shard).code, 0);
    let merge = ["batch", "merge", &out];
    refused(&|words| limited(8, words), &merge, "file", "out");
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap());
    assert_eq!(grundy(&[&merge[..], &["--remove"]].concat()).code, 0);
    assert!(fs::read_to_string(&out).unwrap() == "N\nP\n".repeat(20_000));
    assert_eq!(names(folder.path()), ["in.txt", "out", "whole"]);
}

#[test]
fn a_state_on_a_full_disk_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state").display().to_string();
    let values = |to: &'static str| ["values", "octal(0.6)", "--to", to, "--stats", "--state", &state];
    // Too small for any state.
    refused(&|words| limited(4, words), &values("2000"), "state-open", &state);
    assert_eq!(grundy(&values("2000")).code, 0);
    let file = folder.path().join("state/values.redb");
    let blocks = fs::metadata(&file).unwrap().len() / 512;
    let full = limited(blocks + 8, &values("300000"));
    assert!(matches!(full.code, 2 | 3) && full.err.contains(&state), "{full:?}");
    let chinese = limited(blocks + 8, &[&values("300000")[..], &["--lang", "zh"]].concat());
    assert!(chinese.err.contains("错误：") && chinese.err.contains(&state), "{chinese:?}");
    let again = grundy(&["values", "octal(0.6)", "--to", "2000", "--state", &state]);
    assert_eq!(again.out, grundy(&["values", "octal(0.6)", "--to", "2000"]).out, "{again:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_no_success() {
    let commands: [&[&str]; 12] = [
        &["solve", "nim", "3"],
        &["explain", "nim", "3", "4"],
        &["games"],
        &["values", "kayles", "--to", "9"],
        &["period", "kayles"],
        &["table", "wythoff", "--size", "5"],
        &["pattern", "nim"],
        &["nash", "prisoners"],
        &["sweep", "subtract", "1..3"],
        &["judge", "--list"],
        &["completions", "bash"],
        &["values", "kayles", "--to", "9", "--out", "/dev/full"],
    ];
    for words in commands {
        for (lang, label) in [("en", "error: "), ("zh", "错误：")] {
            let mut command = command();
            command.args(words).args(["--lang", lang]).stdin(std::process::Stdio::null());
            let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let ended = command.stdout(full).output().unwrap();
            let said = String::from_utf8(ended.stderr).unwrap();
            assert_eq!(ended.status.code(), Some(2), "{words:?} {said}");
            assert!(said.lines().any(|line| line.starts_with(label)), "{words:?} {said}");
        }
    }
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("file"), "3 5\n").unwrap();
    let file = at("file");
    let mut places = vec![at("none/out"), at("file/out")];
    if cfg!(target_os = "linux") {
        // Not even by root.
        places.push("/proc/out".to_owned());
    }
    for place in &places {
        let jobs: [&[&str]; 6] = [
            &["values", "kayles", "--to", "9", "--out", place],
            &["batch", "wythoff", &file, "--out", place],
            &["batch", "wythoff", &file, "--out", place, "--shard", "1/1"],
            &["sweep", "subtract", "1..3", "--out", place],
            &["table", "wythoff", "--size", "5", "--png", place],
            &["period", "kayles", "--out", place],
        ];
        for words in jobs {
            refused(&|words| grundy(words), words, "file", place);
        }
        if !place.contains("none") {
            let state = ["values", "octal(0.6)", "--to", "9", "--state", place];
            refused(&|words| grundy(words), &state, "state-open", place);
        }
    }
    assert_eq!(names(folder.path()), ["file"]);
}

/// Renaming a complete output file would replace a device of that name.
#[test]
fn what_is_no_file_is_not_replaced_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("in.txt"), "3 5\n").unwrap();
    let pipe = at("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    refused(&|words| grundy(words), &["sweep", "subtract", "1..3", "--out", &pipe], "output-no-file", "pipe");
    assert_eq!(grundy(&["batch", "wythoff", &at("in.txt"), "--shard", "1/1", "--out", &pipe]).code, 0);
    refused(&|words| grundy(words), &["batch", "merge", &pipe], "output-no-file", "pipe");
    assert!(!fs::metadata(&pipe).unwrap().is_file());
}

#[test]
fn an_output_belongs_to_one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").display().to_string();
    fs::write(&out, "old").unwrap();
    // A file that a killed run left behind, and one of a run that is still active.
    let part = folder.path().join(".out.grundy-part");
    fs::write(&part, "left behind").unwrap();
    let other = File::open(&part).unwrap();
    other.lock().unwrap();
    let words = ["values", "kayles", "--to", "3", "--out", &out];
    refused(&|words| grundy(words), &words, "output-busy", "out");
    assert_eq!(fs::read_to_string(&out).unwrap(), "old");
    drop(other);
    assert_eq!(grundy(&words).code, 0);
    assert_eq!(fs::read_to_string(&out).unwrap(), "0 0\n1 1\n2 2\n3 3\n");
    assert_eq!(names(folder.path()), ["out"]);
}

/// Whatever the damage to a state: right values or an error. The database may panic on damage, and sometimes again
/// while it cleans up, which ends the program; values are never wrong.
#[test]
fn a_damaged_state_is_refused_or_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state").display().to_string();
    let words = ["values", "octal(0.6)", "--to", "3000", "--stats", "--json", "-q", "--state", &state];
    let checksum = |run: &Run| run.json()["checksum"].clone();
    let right = checksum(&grundy(&words));
    let file = folder.path().join("state/values.redb");
    let whole = fs::read(&file).unwrap();
    let mut random = 7_u64;
    let mut next = |end: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap() % end
    };
    let (mut refused, mut ended) = (0, 0);
    for round in 0..40 {
        let mut bytes = whole.clone();
        match round % 4 {
            0 => bytes.truncate(next(whole.len())),
            1 => bytes[next(20_000)] ^= 1 << next(8),
            2 => (0..20).for_each(|_| bytes[next(whole.len())] ^= 0x55),
            _ => {
                let start = next(whole.len() - 512);
                bytes[start..start + 512].fill_with(|| u8::try_from(next(256)).unwrap());
            }
        }
        fs::write(&file, &bytes).unwrap();
        let output = command().args(words).output().unwrap();
        let json: Json = serde_json::from_slice(&output.stdout).unwrap_or_default();
        match output.status.code() {
            Some(0) => assert_eq!(json["checksum"], right, "round {round}"),
            Some(2) => {
                refused += 1;
                let code = json["error"]["code"].as_str().unwrap_or_default();
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(code.starts_with("state-") && said.is_empty(), "round {round}: {code} {said}");
            }
            Some(other) => panic!("round {round}: {other}"),
            None => ended += 1,
        }
    }
    assert!(refused > 10 && ended <= 4, "{refused} refused, {ended} ended");
}
