//! No two rooms of a crate know each other, directly or around corners.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// These say together what a game is, and know each other.
const FLOOR: [&str; 7] = ["rules", "position", "answer", "own", "catalogue", "notation", "board"];

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

/// The rooms of a crate, each with the rooms that its code names.
fn rooms(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let entries = fs::read_dir(source).unwrap().map(|entry| entry.unwrap().path());
    let paths: Vec<(String, PathBuf)> = entries
        .filter(|path| !path.ends_with("lib.rs") && !path.ends_with("main.rs"))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), path))
        .collect();
    let names: BTreeSet<String> = paths.iter().map(|(name, _)| name.clone()).collect();
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (room, path) in paths {
        let mut all = Vec::new();
        files(&path, &mut all);
        for file in all {
            let text = fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for (at, _) in line.match_indices("crate::") {
                    let behind = &line[at + "crate::".len()..];
                    let name: String =
                        behind.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    if name != room && names.contains(&name) {
                        known.entry(room.clone()).or_default().insert(name);
                    }
                }
            }
        }
    }
    known
}

/// The room leads back to itself by way of these.
fn circle(room: &str, known: &BTreeMap<String, BTreeSet<String>>) -> Option<BTreeSet<String>> {
    let mut reached = BTreeSet::new();
    let mut ahead: Vec<&str> = known.get(room)?.iter().map(String::as_str).collect();
    while let Some(next) = ahead.pop() {
        if reached.insert(next.to_owned()) {
            ahead.extend(known.get(next).into_iter().flatten().map(String::as_str));
        }
    }
    reached.contains(room).then_some(reached)
}

#[test]
fn no_rooms_of_a_crate_know_each_other_in_a_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for of_crate in ["grundy-core", "grundy"] {
        let known = rooms(&crates.join(of_crate).join("src"));
        assert!(!known.is_empty(), "{of_crate} has rooms that know others");
        for room in known.keys().filter(|room| !FLOOR.contains(&room.as_str())) {
            let around = circle(room, &known);
            assert!(around.is_none(), "{of_crate}: `{room}` is in a circle among {around:?}");
        }
    }
}
