//! Runs the built command in a clean environment.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value as Json;

/// The result of a run of the command.
#[derive(Debug)]
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// Standard output as one JSON value.
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    /// The `error` of a JSON answer.
    pub fn error(&self) -> Json {
        self.json()["error"].clone()
    }
}

/// The command, without environment variables that change its language or colours.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    for name in
        ["LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"]
    {
        command.env_remove(name);
    }
    command
}

/// Runs the command with empty standard input.
pub fn grundy<S: AsRef<str>>(words: &[S]) -> Run {
    piped(words, "")
}

/// Runs the command with `input` on standard input.
pub fn piped<S: AsRef<str>>(words: &[S], input: &str) -> Run {
    let mut command = command();
    command.args(words.iter().map(AsRef::as_ref));
    finish(command, input)
}

/// Runs a command with `input` on standard input to its end.
pub fn finish(mut command: Command, input: &str) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // A command that stops early closes the pipe, which is allowed.
    let writer = thread::spawn(move || drop(pipe.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    Run {
        code: output.status.code().expect("an exit code, not a signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Checks an error: the reason on stderr, nothing on stdout, and this exit code; under `--json`, one object
/// on stdout and nothing on stderr.
pub fn refused(words: &[&str], input: &str, exit: i32) -> (Run, Json) {
    let text = piped(words, input);
    assert_eq!((text.code, text.out.as_str()), (exit, ""), "{words:?} {}", text.err);
    assert!(text.err.starts_with("error: "), "{words:?} {}", text.err);
    assert!(!text.err.contains("panicked"), "{}", text.err);
    let mut json_words = words.to_vec();
    json_words.push("--json");
    let json = piped(&json_words, input);
    assert_eq!((json.code, json.err.as_str()), (exit, ""), "{words:?}");
    let error = json.error();
    for key in ["code", "message", "span", "suggestion"] {
        assert!(error.get(key).is_some(), "{key} of {error}");
    }
    assert!(error["message"].as_str().is_some_and(|m| !m.is_empty() && !m.starts_with("error")), "{error}");
    // The same call in Chinese, with the same code.
    json_words.extend(["--lang", "zh"]);
    let chinese = piped(&json_words, input).error();
    assert_eq!(chinese["code"], error["code"]);
    assert!(chinese["message"].as_str().is_some_and(|m| !m.is_ascii()), "{chinese}");
    (text, error)
}
