//! Constructs that the library's sources must not have: a panic that external data could reach, and
//! unfinished work.

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

/// The lines of code, numbered from 1, without tests, comments and string literals.
fn of_the_product(text: &str) -> impl Iterator<Item = (usize, String)> {
    let product = text.split(TESTS).next().unwrap_or_default();
    let code = product.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    code.map(|(number, line)| (number + 1, line.split('"').step_by(2).collect()))
}

#[test]
fn nothing_panics_on_purpose_and_nothing_is_left_undone() {
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
            if FORBIDDEN.iter().any(|forbidden| line.contains(forbidden)) {
                found.push(format!("{}:{number}: {}", path.display(), line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "an error for the reader is what belongs here:\n{}", found.join("\n"));
}

#[test]
fn tests_and_texts_are_told_from_code() {
    let text =
        "let a = \"x.unwrap()\";\n// y.unwrap()\nb.unwrap();\n#[cfg(test)]\nmod tests {\nc.unwrap();\n}\n";
    let kept: Vec<(usize, String)> = of_the_product(text).collect();
    assert_eq!(kept, [(1, "let a = ;".to_owned()), (3, "b.unwrap();".to_owned())]);
    assert!(is_of_tests(&crates().join("grundy-solver/src/theorem/testing.rs")));
    assert!(!is_of_tests(&crates().join("grundy-solver/src/theorem/nim.rs")));
}
