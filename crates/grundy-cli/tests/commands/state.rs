//! Long runs: their state on disk, and what happens when a run is killed, interrupted, or started twice.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{command, finish, grundy};
use serde_json::{Value as Json, json};

/// A folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn begin(words: &[&str]) -> Child {
    let mut command = command();
    command.args(words).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

/// A run that is started and killed `rounds` times at random moments has the same values in the end.
fn killed(rounds: u32, to: &str) {
    let folder = Folder::new(&format!("killed-{rounds}"));
    let state = folder.path("state");
    let words = ["values", "octal(0.6)", "--to", to, "--stats", "--json", "-q"];
    let begun = Instant::now();
    let whole = grundy(&words).json();
    let alone = begun.elapsed();
    let kept: Vec<&str> = words.iter().copied().chain(["--state", &state]).collect();
    // The moments differ in each run of the test; a failure shows the seed.
    let mut random = u64::from(std::process::id()) | 1;
    println!("seed {random}");
    for _ in 0..rounds {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let most = u64::try_from(alone.as_micros()).expect("a short time");
        let mut child = begin(&kept);
        sleep(Duration::from_micros((random >> 33) % most));
        // Its exit status is ignored: it may have ended already.
        child.kill().expect("the child is ours");
        child.wait().expect("the child ends");
    }
    let last = grundy(&kept);
    assert_eq!(last.code, 0, "{last:?}");
    assert_eq!(last.json()["checksum"], whole["checksum"]);
    // The method of computation, and its by-products, depend on where a run starts.
    let rest = |mut json: serde_json::Value| {
        json["rares"].take();
        json["engine"].take();
        json
    };
    assert_eq!(rest(last.json()), rest(whole));
}

#[test]
fn a_killed_run_goes_on_and_has_the_same_values() {
    killed(4, "12000");
}

#[test]
#[ignore = "a minute: every kill at another moment of a longer run"]
fn a_run_killed_thirty_times_has_the_same_values() {
    killed(30, "60000");
}

/// Waits until the run has saved something.
fn wait_for_state(state: &str) {
    let begun = Instant::now();
    while !fs::metadata(format!("{state}/values.redb")).is_ok_and(|file| file.len() > 0) {
        assert!(begun.elapsed() < Duration::from_mins(1), "nothing was saved");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn two_runs_do_not_share_a_state_and_a_kill_leaves_no_lock() {
    let folder = Folder::new("two");
    let state = folder.path("state");
    let words = ["values", "octal(0.6)", "--to", "10^8", "--stats", "--state", &state];
    let mut first = begin(&words);
    wait_for_state(&state);
    let second = grundy(&["values", "octal(0.6)", "--to", "10", "--state", &state, "--json"]);
    assert_eq!((second.code, &second.error()["code"]), (2, &json!("state-busy")), "{second:?}");
    first.kill().expect("the child is ours");
    first.wait().expect("the child ends");
    let third = grundy(&["values", "octal(0.6)", "--to", "10", "--state", &state]);
    assert_eq!(third.code, 0, "{third:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = Folder::new("interrupted");
    let state = folder.path("state");
    for (words, lang, says) in [
        (&["period", "octal(0.6)", "--limit", "10^8"][..], "en", "repeat the command to resume"),
        (&["values", "octal(0.6)", "--to", "10^8", "--stats"], "zh", "重复同一命令即可继续"),
    ] {
        let words: Vec<&str> = words.iter().copied().chain(["--state", &state, "--lang", lang]).collect();
        let child = begin(&words);
        wait_for_state(&state);
        sleep(Duration::from_millis(300));
        let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("a signal");
        assert!(signal.success());
        let ended = child.wait_with_output().expect("the child ends");
        let err = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(130), "{err}");
        assert!(err.contains(says) && err.contains(&state), "{err}");
    }
    // Both computed the same values, and these are right.
    let again = grundy(&["values", "octal(0.6)", "--to", "300", "--state", &state]).out;
    assert_eq!(again, grundy(&["values", "octal(0.6)", "--to", "300"]).out);
}

#[cfg(unix)]
#[test]
fn whatever_computes_ends_with_130_when_interrupted() {
    for words in [
        &["solve", "misere octal(0.07)[30, 31, 32, 33, 34, 35, 36]", "--time", "1h"][..],
        &["explain", "misere octal(0.07)[30, 31, 32, 33, 34, 35, 36]", "--time", "1h"],
        &[
            "table",
            "misere take 1, 2, 5 or split into 2 heaps",
            "--size",
            "3000",
            "--csv",
            "/dev/null",
            "--time",
            "1h",
        ],
    ] {
        let child = begin(words);
        sleep(Duration::from_secs(1));
        assert!(
            Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success()
        );
        let ended = child.wait_with_output().expect("the child ends");
        let err = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(130), "{words:?} {err}");
        assert!(err.contains("interrupted"), "{words:?} {err}");
    }
}

#[test]
fn a_state_of_something_else_is_refused() {
    let folder = Folder::new("else");
    let state = folder.path("state");
    let run = |words: &[&str]| {
        let mut command = command();
        command.args(words).args(["--state", &state, "--json"]);
        finish(command, "")
    };
    assert_eq!(run(&["values", "octal(0.6)", "--to", "100"]).code, 0);
    // The same rules in another spelling are the same state.
    assert_eq!(run(&["values", "take 1 leaving 1, 2 heaps", "--to", "100"]).code, 0);
    let other = run(&["values", "grundy", "--to", "100"]);
    assert_eq!((other.code, &other.error()["code"]), (2, &json!("state-other-game")), "{other:?}");
    let search = run(&["values", "wythoff", "--to", "5"]);
    assert_eq!((search.code, &search.error()["code"]), (2, &json!("state-unused")), "{search:?}");
    // A file that is not a database, a folder that cannot be created.
    fs::write(folder.0.join("state/values.redb"), [7; 5000]).expect("a file");
    let broken = run(&["values", "octal(0.6)", "--to", "100"]);
    assert_eq!((broken.code, &broken.error()["code"]), (2, &json!("state-open")), "{broken:?}");
    let file = folder.path("file");
    fs::write(&file, "").expect("a file");
    let none = grundy(&["values", "octal(0.6)", "--to", "100", "--state", &file, "--json"]);
    assert_eq!((none.code, &none.error()["code"]), (2, &json!("state-open")), "{none:?}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("read-only");
    let state = folder.path("state");
    fs::create_dir(&state).expect("a folder");
    fs::set_permissions(&state, fs::Permissions::from_mode(0o555)).expect("permissions");
    // Root may write everywhere.
    let forbidden = fs::write(format!("{state}/probe"), "").is_err();
    if forbidden {
        let run = grundy(&["values", "octal(0.6)", "--to", "100", "--state", &state, "--json"]);
        assert_eq!((run.code, &run.error()["code"]), (2, &json!("state-open")), "{run:?}");
    }
    fs::set_permissions(&state, fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[test]
fn an_output_file_is_there_in_full_or_as_it_was() {
    let folder = Folder::new("out");
    let out = folder.path("list");
    let run = grundy(&["values", "kayles", "--to", "3", "--out", &out]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
    assert_eq!(fs::read_to_string(&out).expect("a file"), "0 0\n1 1\n2 2\n3 3\n");
    let run = grundy(&["values", "octal(0.6)", "--to", "10^7", "--out", &out, "--time", "300ms"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(fs::read_to_string(&out).expect("a file"), "0 0\n1 1\n2 2\n3 3\n");
    // No other file is left behind.
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1);
    let run = grundy(&["values", "kayles", "--to", "3", "--out", &folder.path("no/list")]);
    assert_eq!(run.code, 2, "{run:?}");
}

#[test]
fn a_certificate_is_written_and_holds() {
    let folder = Folder::new("certificate");
    let path = folder.path("cert.json");
    for game in ["kayles", "take 2, 5, 7", "octal(4.07)", "split into 2 heaps", "take 1..30 except squares"] {
        let found = grundy(&["period", game, "--out", &path, "--json"]).json();
        let verdict = grundy(&["verify", &path, "--json"]);
        assert_eq!(verdict.code, 0, "{game} {verdict:?}");
        let claim = &verdict.json()["claim"];
        for key in ["period", "preperiod", "saltus"] {
            assert_eq!(claim[key], found[key], "{game}");
        }
        assert_eq!(claim["bound"], found["checked_to"], "{game}");
    }
    // One heap too few, and one wrong value.
    let mut certificate: Json =
        serde_json::from_str(&fs::read_to_string(&path).expect("a file")).expect("JSON");
    let bound = certificate["claim"]["bound"].as_u64().expect("a number");
    certificate["claim"]["bound"] = (bound - 1).into();
    fs::write(&path, certificate.to_string()).expect("a file");
    assert_eq!(grundy(&["verify", &path]).code, 1);
}

/// A run writes segments, and each can be checked alone.
#[test]
fn segments_are_checked_all_or_one() {
    let folder = Folder::new("segments");
    let state = folder.path("state");
    assert_eq!(grundy(&["values", "octal(0.6)", "--to", "2499", "--stats", "--state", &state]).code, 0);
    let words = grundy(&["verify", &state]);
    assert_eq!(words.code, 0, "{words:?}");
    assert!(words.out.starts_with("segment 0 is valid: G(0) to G(4095) of `take 1 leaving"), "{words:?}");
    let json = grundy(&["verify", &state, "--segment", "0", "--json"]).json();
    assert_eq!((&json["valid"], &json["code"]), (&json!(true), &Json::Null));
    let claim = &json["claim"]["segments"][0];
    assert_eq!((&claim["from"], &claim["to"]), (&json!(0), &json!(4095)));
    assert!(words.out.contains(claim["digest"].as_str().expect("a digest")));
    let chinese = grundy(&["verify", &state, "--lang", "zh"]);
    assert!(chinese.code == 0 && chinese.out.starts_with("第 0 段有效"), "{chinese:?}");
    // What is not there, and what is not a run.
    let code = |words: &[&str]| {
        let run = grundy(&[words, &["--json"]].concat());
        (run.code, run.error()["code"].clone())
    };
    let file = format!("{state}/segment-000000");
    assert_eq!(code(&["verify", &state, "--segment", "1"]), (2, json!("segment-missing")));
    assert_eq!(code(&["verify", &file, "--segment", "0"]), (2, json!("segment-of-file")));
    assert_eq!(code(&["verify", &folder.path("")]), (2, json!("segments-none")));
    let mut bytes = fs::read(&file).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).expect("a file");
    assert_eq!(code(&["verify", &state]), (2, json!("segment-damaged")));
    // Values after the last whole segment are in the database: the file is written again.
    assert_eq!(grundy(&["values", "octal(0.6)", "--to", "4200", "--stats", "--state", &state]).code, 0);
    assert_eq!(grundy(&["verify", &state]).code, 0);
}
