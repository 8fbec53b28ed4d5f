//! `mcp`: the session in the book runs as shown, line by line, in both languages.
//!
//! After an intended change, `TRYCMD=overwrite cargo test -p grundy-cli --features mcp --test commands mcp::` writes the new
//! output.
#![cfg(feature = "mcp")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value as Json;

/// The prefixes of the client's lines and of the server's lines.
const ASKED: &str = "→ ";
const ANSWERED: &str = "← ";

fn server(lang: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["mcp", "--lang", lang]).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.spawn().unwrap()
}

/// The lines of the page, with the server's lines replaced by its current output.
fn replayed(page: &str, lang: &str) -> String {
    let mut server = server(lang);
    let mut output = BufReader::new(server.stdout.take().unwrap());
    let input = server.stdin.as_mut().unwrap();
    let mut lines = String::new();
    for line in page.lines() {
        if let Some(asked) = line.strip_prefix(ASKED) {
            writeln!(input, "{asked}").unwrap();
            input.flush().unwrap();
        }
        if line.starts_with(ANSWERED) {
            let mut answered = String::new();
            output.read_line(&mut answered).unwrap();
            lines.extend([ANSWERED, answered.trim_end(), "\n"]);
        } else {
            lines.extend([line, "\n"]);
        }
    }
    drop(server.stdin.take());
    assert!(server.wait().unwrap().success(), "the server ends well when its client has gone");
    lines
}

#[test]
fn the_session_in_the_book_is_what_happens() {
    for lang in ["en", "zh"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/src/{lang}/mcp.md"));
        let page = fs::read_to_string(&path).unwrap().replace('\r', "");
        let now = replayed(&page, lang);
        if std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite") {
            fs::write(&path, now).unwrap();
            continue;
        }
        let said = page.lines().zip(now.lines()).filter(|(line, _)| line.starts_with(ANSWERED));
        let mut answers = 0;
        for (line, now) in said {
            let read = |line: &str| serde_json::from_str::<Json>(&line[ANSWERED.len()..]).unwrap();
            assert_eq!(read(line), read(now), "{lang}");
            answers += 1;
        }
        assert_eq!(answers, 4, "{lang}");
    }
}
