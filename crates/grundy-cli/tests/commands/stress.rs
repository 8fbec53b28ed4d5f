//! `stress` with this command itself as the tested program: exit codes, texts, JSON.

use crate::common::{Run, grundy};

fn stress(options: &[&str], program: &[&str]) -> Run {
    let words: Vec<&str> = ["stress"].iter().chain(options).chain(&["--"]).chain(program).copied().collect();
    grundy(&words)
}

const SELF: &str = env!("CARGO_BIN_EXE_grundy");

#[test]
fn a_right_program_ends_with_0() {
    let run = stress(&["POJ 1067", "--cases", "3000", "--seed", "7"], &[SELF, "judge", "POJ 1067"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("no failure in ") && run.out.contains("seed 7"), "{}", run.out);
    let run =
        stress(&["POJ 1067", "--cases", "1e3", "--time", "10min", "--json"], &[SELF, "judge", "POJ 1067"])
            .json();
    assert_eq!((&run["failure"], &run["complete"]), (&serde_json::Value::Null, &true.into()));
}

#[test]
fn a_wrong_program_ends_with_1_and_is_shown() {
    // The other convention: wrong for only a few small positions.
    let program = [SELF, "judge", "POJ 1067", "--misere"];
    let run = stress(&["POJ 1067"], &program);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("\n  0 0\nexpected:\n  0\ngot:\n  1\nwhy:\n"), "{}", run.out);
    assert!(run.out.contains("to repeat: grundy stress 'POJ 1067' --seed 1 -- "), "{}", run.out);
    let zh = stress(&["POJ 1067", "--lang", "zh"], &program);
    assert!(zh.out.starts_with("答案错误") && zh.out.contains("应输出："), "{}", zh.out);
    let json = stress(&["POJ 1067", "--json"], &program).json();
    assert_eq!(json["failure"]["kind"], "wrong-answer");
    assert_eq!(json["failure"]["input"], "0 0\n");
    assert_eq!(json["failure"]["why"]["outcome"], "P");
    // An input of another problem: the program ends with exit code 2 and a message.
    let run = stress(&["POJ 1067", "--json"], &[SELF, "judge", "no such problem"]);
    assert_eq!(run.code, 1);
    let failure = &run.json()["failure"];
    assert_eq!((&failure["kind"], &failure["code"]), (&"exit".into(), &2.into()));
    assert!(failure["stderr"].as_str().expect("a text").contains("no such problem"));
}

#[cfg(unix)]
#[test]
fn a_program_without_an_end_is_not_said_to_pass() {
    let endless = ["sh", "-c", "while :; do sleep 1; done"];
    let run = stress(&["POJ 1067", "--time", "1s"], &endless);
    assert_eq!(run.code, 3);
    assert!(
        run.out.starts_with(
            "no failure in 0 positions, 0 of them different, 1 run (seed 1); stopped at the time limit"
        ),
        "{}",
        run.out
    );
    assert!(run.out.contains("\nthe program was still running on the last input after "), "{}", run.out);
    let json = stress(&["POJ 1067", "--time", "1s", "--json"], &endless).json();
    assert_eq!((&json["complete"], &json["failure"]), (&false.into(), &serde_json::Value::Null));
    assert!(json["unfinished"]["ms"].as_u64().is_some_and(|ms| ms > 100), "{json}");
    assert!(!json["unfinished"]["input"].as_str().expect("an input").is_empty());
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_not_said_to_be_the_time() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().expect("a folder");
    let begun = folder.path().join("begun");
    let program = format!("touch '{}'; exec sleep 60", begun.display());
    let mut child = crate::common::command();
    child.args(["stress", "POJ 1067", "--time", "60s", "--", "sh", "-c", &program]);
    let child = child.stdout(Stdio::piped()).spawn().expect("the command starts");
    // The program runs, so the signal handler is installed.
    let start = Instant::now();
    while !begun.exists() && start.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    let output = child.wait_with_output().expect("an end");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert_eq!(out, "no failure in 0 positions, 0 of them different, 1 run (seed 1); interrupted\n");
}

#[test]
fn what_cannot_be_run_ends_with_2() {
    for (options, program) in [
        (&["POJ 1067"][..], "/no/such/program"),
        (&["no such problem"], SELF),
        (&["POJ 1067", "--cases", "many"], SELF),
        (&["POJ 1067", "--cases", "0"], SELF),
        (&["POJ 1067", "--run-time", "soon"], SELF),
        (&["POJ 1067", "--seed", "-1"], SELF),
    ] {
        let run = stress(options, &[program]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{options:?}");
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }
    assert_eq!(grundy(&["stress", "POJ 1067"]).code, 2);
}

#[test]
fn the_failing_input_can_be_kept() {
    let path = std::env::temp_dir().join(format!("grundy-stress-{}", std::process::id()));
    let file = path.to_str().expect("a name");
    let run = stress(&["POJ 1067", "--out", file], &[SELF, "judge", "POJ 1067", "--misere"]);
    assert_eq!(run.code, 1);
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "0 0\n");
    std::fs::remove_file(&path).expect("the file");
}
