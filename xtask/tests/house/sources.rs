//! Constructs that the library's sources must not have: a panic that external data could reach, unfinished work, and
//! decisions by the text of an error's code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that are test tools: they report by panics.
const TOOLS: [&str; 2] = ["grundy-campaign", "grundy-laws"];
/// The start of the tests in a file; no other code follows them.
const TESTS: &str = "#[cfg(test)]\nmod tests {";
const FORBIDDEN: [&str; 7] =
    [".unwrap()", ".unwrap_err()", "panic!(", "todo!(", "unimplemented!(", "process::abort", "dbg!("];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")
}

fn sources_below(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources_below(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            out.push(path);
        }
    }
}

/// Whether the module of this file exists only in tests.
fn is_of_tests(path: &Path) -> bool {
    let name = path.file_stem().unwrap().to_str().unwrap();
    if path.components().any(|folder| folder.as_os_str() == "tests") || name == "tests" {
        return true;
    }
    let parent = path.parent().unwrap();
    let beside = [parent.join("mod.rs"), parent.join("lib.rs"), parent.with_extension("rs")];
    beside.iter().filter_map(|file| fs::read_to_string(file).ok()).any(|text| {
        let lines: Vec<&str> = text.lines().collect();
        lines.windows(2).any(|two| {
            two[0].starts_with("#[cfg(")
                && two[0].contains("test")
                && two[1].ends_with(&format!("mod {name};"))
        })
    })
}

/// The lines of code, numbered from 1, without tests and comments.
fn of_the_product(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let product = text.split(TESTS).next().unwrap_or_default();
    let code = product.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    code.map(|(number, line)| (number + 1, line))
}

/// A line without its string literals.
fn without_texts(line: &str) -> String {
    line.split('"').step_by(2).collect()
}

/// The lines of the library's code that are wrong, each with its place.
fn wrong_lines(is_wrong: impl Fn(&Path, &str) -> bool) -> Vec<String> {
    let mut files = Vec::new();
    let members = [crates(), crates().with_file_name("integrations")];
    for entry in members.iter().flat_map(|members| fs::read_dir(members).unwrap()) {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        if !TOOLS.contains(&name) && folder.join("src").is_dir() {
            sources_below(&folder.join("src"), &mut files);
        }
    }
    assert!(files.len() > 300, "only {} sources were found", files.len());
    let mut found = Vec::new();
    for path in files.iter().filter(|path| !is_of_tests(path)) {
        for (number, line) in of_the_product(&fs::read_to_string(path).unwrap()) {
            if is_wrong(path, line) {
                found.push(format!("{}:{number}: {}", path.display(), line.trim()));
            }
        }
    }
    found
}

#[test]
fn nothing_panics_on_purpose_and_nothing_is_left_undone() {
    let found = wrong_lines(|_, line| {
        let code = without_texts(line);
        FORBIDDEN.iter().any(|forbidden| code.contains(forbidden))
    });
    assert!(found.is_empty(), "an error for the reader is what belongs here:\n{}", found.join("\n"));
}

/// The codes of errors, which are the ids of their texts in the files of all crates. Only those of several words: a
/// single word may be something else.
fn codes() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for members in [crates(), crates().with_file_name("integrations")] {
        for member in fs::read_dir(members).unwrap() {
            let Ok(texts) = fs::read_dir(member.unwrap().path().join("locales")) else { continue };
            for file in texts {
                let text = fs::read_to_string(file.unwrap().path()).unwrap();
                let ids = text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
                let of_errors = ids.filter_map(|id| {
                    let (kind, code) = id.split_once('.')?;
                    let of_error = ["error", "failed", "refused", "request", "usage"].contains(&kind);
                    (of_error && code.contains('-')).then_some(code)
                });
                codes.extend(of_errors.map(str::to_owned));
            }
        }
    }
    codes
}

/// Whether a line compares the code of an error with another text.
fn compares_a_code(line: &str, codes: &BTreeSet<String>) -> bool {
    if ["code() ==", "code() !=", "== \"error.", "!= \"error."].iter().any(|sign| line.contains(sign)) {
        return true;
    }
    let pieces: Vec<&str> = line.split('"').collect();
    // Pieces at odd places are literals.
    pieces.windows(3).step_by(2).any(|window| {
        let [before, literal, after] = window else { return false };
        let (before, after) = (before.trim_end(), after.trim_start());
        let compared = ["==", "!="].iter().any(|sign| before.ends_with(sign) || after.starts_with(sign));
        let matched = after.starts_with("=>") || before.trim() == "|" || after.trim() == "|";
        codes.contains(*literal) && (compared || matched)
    })
}

/// Decisions on errors are typed: `Condition`, or an enum of the crate. Only the room of errors knows codes as texts.
#[test]
fn no_code_of_an_error_decides() {
    let codes = codes();
    assert!(codes.len() > 200, "only {} codes were found", codes.len());
    for line in [
        "\"memory-limit\" | \"values-too-many\" =>",
        "\"time-limit\" => 504,",
        "if error.code() == other {",
        "code == \"large-result\"",
    ] {
        assert!(compares_a_code(line, &codes), "{line}");
    }
    for line in ["Error::limit(\"error.time-limit\")", "TimeLimit = \"time-limit\",", "_ => \"time-limit\","]
    {
        assert!(!compares_a_code(line, &codes), "{line}");
    }
    let room = Path::new("grundy-core/src/error.rs");
    let found = wrong_lines(|path, line| !path.ends_with(room) && compares_a_code(line, &codes));
    assert!(found.is_empty(), "`Condition` is what belongs here:\n{}", found.join("\n"));
}

#[test]
fn tests_and_texts_are_told_from_code() {
    let text =
        "let a = \"x.unwrap()\";\n// y.unwrap()\nb.unwrap();\n#[cfg(test)]\nmod tests {\nc.unwrap();\n}\n";
    let kept: Vec<(usize, String)> =
        of_the_product(text).map(|(number, line)| (number, without_texts(line))).collect();
    assert_eq!(kept, [(1, "let a = ;".to_owned()), (3, "b.unwrap();".to_owned())]);
    assert!(is_of_tests(&crates().join("grundy-solver/src/theorem/testing.rs")));
    assert!(!is_of_tests(&crates().join("grundy-solver/src/theorem/nim.rs")));
}
