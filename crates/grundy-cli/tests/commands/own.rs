//! Graphs and scripts on the command line: files, errors in them, limits, both languages.

use std::fs;
use std::path::PathBuf;

use crate::common::{Run, grundy};
use serde_json::json;

/// A temporary folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// Writes a file and returns its full name.
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Checks an error in both languages, as text and as JSON, with this code and exit code.
fn refused(words: &[&str], code: &str, exit: i32) -> Run {
    let text = grundy(words);
    assert_eq!((text.code, text.out.as_str()), (exit, ""), "{text:?}");
    let json = grundy(&[words, &["--json"]].concat());
    assert_eq!((json.code, json.error()["code"].as_str()), (exit, Some(code)), "{json:?}");
    let chinese = grundy(&[words, &["--lang", "zh"]].concat());
    assert_eq!(chinese.code, exit);
    assert!(chinese.err.chars().any(|c| c >= '\u{2e80}') && chinese.err != text.err, "{chinese:?}");
    text
}

#[test]
fn a_graph_from_a_file() {
    let folder = Folder::new("graph");
    let file = folder.file("g.txt", "10 9\n9 x\n9 10\n");
    let game = format!("graph(\"{file}\")");
    let json = grundy(&["solve", "--json", &format!("{game}[10, 9]")]).json();
    assert_eq!(json["position"], json!(["9", "10"]));
    assert_eq!((&json["outcome"], &json["rules"]), (&json!("N"), &json!(game)));
    // Numbers after the game are names too.
    let json = grundy(&["solve", "--json", &game, "9"]).json();
    assert_eq!((&json["outcome"], &json["remoteness"]), (&json!("N"), &json!(1)));
    let to = |v: &str| json!({"to": [v], "changes": [{"heap": 1, "from": "9", "to": [v]}]});
    assert_eq!(json["moves"], json!([to("10"), to("x")]));
    let json = grundy(&["solve", "--json", &game, "x", "9"]).json();
    assert_eq!((&json["position"], &json["outcome"]), (&json!(["9", "x"]), &json!("N")));
    let misere = grundy(&["solve", "--json", "--misere", &game, "9"]).json();
    assert_eq!(misere["outcome"], "D", "{misere}");
    let moved = grundy(&["explain", &format!("{game}[9]"), "--move", "10"]);
    assert_eq!(moved.code, 0, "{moved:?}");
    let none = refused(&["explain", &format!("{game}[9]"), "--move", "9"], "no-such-move", 2);
    assert!(none.err.contains("no move leaves 9 here"), "{none:?}");
    let example = none.err.split('`').nth(1).expect("an example");
    assert_eq!(grundy(&["explain", &format!("{game}[9]"), "--move", example]).code, 0, "{none:?}");
    // The size of the file is checked against the memory limit before it is read.
    let small = refused(&["solve", &format!("{game}[9]"), "--memory", "10"], "memory-limit", 3);
    assert!(small.err.contains("--memory") || small.err.contains(" B"), "{small:?}");
    refused(&["solve", &format!("{game}[y]")], "graph-unknown-vertex", 2);
    refused(&["solve", &game], "heaps-missing", 2);
    refused(&["solve", "graph(\"/no/such/file\")[9]"], "file-unreadable", 2);
}

#[test]
fn a_script_from_a_file() {
    let folder = Folder::new("script");
    let file = folder.file("s.rhai", "fn options(p) {\n  if p[0] > 3 { throw \"far\" }\n  if p[0] == 0 { [] } else { [[p[0] - 1]] }\n}\nfn start() { [3] }\n");
    let game = format!("script(\"{file}\")");
    assert_eq!(grundy(&["solve", "--json", &game]).json()["position"], json!([3]));
    assert_eq!(grundy(&["solve", "--json", &game, "2"]).json()["outcome"], "P");
    assert_eq!(grundy(&["values", &game, "--to", "3"]).out, "0 0\n1 1\n2 0\n3 1\n");
    assert_eq!(grundy(&["solve", "--json", &format!("{game}[3] + nim[1]")]).json()["outcome"], "P");
    let failed = refused(&["solve", &game, "4"], "script-failed", 2);
    assert!(failed.err.contains(&format!("{file}, line 2, column ")), "{failed:?}");
    refused(&["values", &game, "--from", "4", "--to", "9"], "script-failed", 2);
    refused(&["values", &game, "--to", "3", "--misere"], "values-misere", 2);
    let endless = folder.file("e.rhai", "fn options(p) { loop {} }");
    refused(&["solve", &format!("script(\"{endless}\")[1]")], "script-operations", 3);
    refused(&["solve", &format!("script(\"{endless}\")[1]"), "--time", "20ms"], "time-limit", 3);
    let round = folder.file("r.rhai", "fn options(p) { [[1 - p[0]]] }");
    refused(&["values", &format!("script(\"{round}\")"), "--to", "1"], "values-drawn", 2);
    assert_eq!(grundy(&["solve", "--check", &format!("script(\"{round}\")[1]")]).code, 1);
}
