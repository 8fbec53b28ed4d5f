//! The rooms of the library know only rooms above them in the table of ARCHITECTURE.md, where every room is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// These say together what a game is, and know each other.
const FLOOR: [&str; 6] = ["rules", "position", "answer", "own", "catalogue", "notation"];

/// The rooms of the table, from above.
fn listed(architecture: &str) -> Vec<String> {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(architecture)).unwrap();
    let table = text.lines().skip_while(|line| !line.starts_with("| `number`"));
    let rows = table.take_while(|line| line.starts_with('|'));
    let rooms = rows.filter_map(|row| row.split('|').nth(1));
    rooms.flat_map(|cell| cell.split(',').map(|room| room.trim().trim_matches('`').to_owned())).collect()
}

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

/// The rooms that a room names in its code.
fn named(room: &str, rooms: &[String]) -> BTreeSet<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&source.join(room), &mut all);
    files(&source.join(format!("{room}.rs")), &mut all);
    let mut found = BTreeSet::new();
    for file in all {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for (at, _) in line.match_indices("crate::") {
                let behind = &line[at + "crate::".len()..];
                let name: String = behind.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if name != room && rooms.contains(&name) {
                    found.insert(name);
                }
            }
        }
    }
    found
}

#[test]
fn rooms_know_only_rooms_above_them() {
    let rooms = listed("ARCHITECTURE.md");
    assert_eq!(rooms, listed("ARCHITECTURE.zh-CN.md"), "one order in both languages");
    let mut there = BTreeSet::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        there.insert(name);
    }
    there.remove("lib");
    assert_eq!(rooms.iter().cloned().collect::<BTreeSet<_>>(), there, "every room is in the table");
    let place = |room: &str| rooms.iter().position(|other| other == room).unwrap();
    for room in &rooms {
        for other in named(room, &rooms) {
            let floor = FLOOR.contains(&room.as_str()) && FLOOR.contains(&other.as_str());
            assert!(floor || place(&other) < place(room), "`{room}` knows `{other}`, which is below it");
        }
    }
}
