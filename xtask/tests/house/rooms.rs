//! The rooms (top-level modules) of a crate do not depend on each other in a cycle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// For each room of a crate, the other rooms that its code uses.
type Known = BTreeMap<String, BTreeSet<String>>;

/// Every file of a room, without tests.
fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            files(&entry.unwrap().path(), found);
        }
    } else if path.extension().is_some_and(|ending| ending == "rs")
        && !["tests.rs", "testing.rs"].iter().any(|tests| path.ends_with(tests))
    {
        found.push(path.to_owned());
    }
}

/// The code of a file, without comments and tests.
fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The names after a path to the root of the crate: one, or those of a list in braces.
fn names_behind(path: &str, code: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut found = Vec::new();
    for (at, _) in code.match_indices(path) {
        // `super::super::` ends with `super::`, but means another module.
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let behind = &code[at + path.len()..];
        let Some(list) = behind.strip_prefix('{') else {
            // A longer chain of `super` is found by its own path.
            found.extend(Some(word(behind)).filter(|name| name != "super"));
            continue;
        };
        let (mut depth, mut item) = (0, String::new());
        for c in list.chars() {
            match c {
                '}' if depth == 0 => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => found.push(word(std::mem::take(&mut item).trim_start())),
                _ if depth == 0 => item.push(c),
                _ => {}
            }
        }
        found.push(word(item.trim_start()));
    }
    found
}

/// The rooms of a crate, each with the rooms that its code uses.
fn rooms(source: &Path) -> Known {
    let entries = fs::read_dir(source).unwrap().map(|entry| entry.unwrap().path());
    let paths: Vec<(String, PathBuf)> = entries
        .filter(|path| !path.ends_with("lib.rs") && !path.ends_with("main.rs"))
        .filter(|path| path.is_dir() || path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), path))
        .collect();
    let names: BTreeSet<String> = paths.iter().map(|(name, _)| name.clone()).collect();
    let mut known = Known::new();
    for (room, path) in paths {
        let mut all = Vec::new();
        files(&path, &mut all);
        for file in all {
            let code = code_of(&fs::read_to_string(&file).unwrap());
            let depth = file.strip_prefix(source).unwrap().components().count();
            let up = "super::".repeat(depth - usize::from(file.ends_with("mod.rs")));
            let named = ["crate::", &up].into_iter().flat_map(|path| names_behind(path, &code));
            let others = named.filter(|name| *name != room && names.contains(name));
            known.entry(room.clone()).or_default().extend(others);
        }
    }
    known
}

/// The rooms on a cycle through a room.
fn circle(room: &str, known: &Known) -> Option<BTreeSet<String>> {
    let reached = |from: &str| {
        let mut reached = BTreeSet::new();
        let mut ahead = vec![from.to_owned()];
        while let Some(next) = ahead.pop() {
            for other in known.get(&next).into_iter().flatten() {
                if reached.insert(other.clone()) {
                    ahead.push(other.clone());
                }
            }
        }
        reached
    };
    let around = reached(room);
    around.contains(room).then(|| around.into_iter().filter(|other| reached(other).contains(room)).collect())
}

#[test]
fn no_rooms_of_a_crate_know_each_other_in_a_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut circles = BTreeSet::new();
    for of_crate in fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()) {
        let source = of_crate.join("src");
        let name = of_crate.file_name().unwrap().to_string_lossy().into_owned();
        if !source.is_dir() {
            continue;
        }
        let known = rooms(&source);
        circles.extend(known.keys().filter_map(|room| Some((name.clone(), circle(room, &known)?))));
    }
    assert!(circles.is_empty(), "rooms that know each other: {circles:#?}");
}

#[test]
fn names_are_found_behind_every_way_to_the_root() {
    let code = "use crate::{one::{a, b}, two};\nlet x = crate::three::f();\nuse super::{four, five::c};\nuse super::super::six;";
    assert_eq!(names_behind("crate::", code), ["one", "two", "three"]);
    assert_eq!(names_behind("super::", code), ["four", "five"]);
    assert_eq!(names_behind("super::super::", code), ["six"]);
}
