//! The walks through the sources in ARCHITECTURE: short, and along existing files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The most files of a walk.
const FILES: usize = 12;
/// The number of walks.
const WALKS: usize = 4;

/// The sections whose table has a file in each row, each with its files.
fn walks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let sections = text.split("\n## ").skip(1).map(|section| {
        let files = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        (section.lines().next().unwrap_or_default(), files.collect::<Vec<_>>())
    });
    // The other tables list crates, rooms and folders.
    sections
        .filter(|(_, files)| {
            files.iter().any(|file| Path::new(file).extension().is_some_and(|ending| ending == "rs"))
        })
        .collect()
}

fn fault(repository: &Path, files: &[&str]) -> Option<String> {
    if files.len() > FILES {
        return Some(format!("{} files", files.len()));
    }
    if files.iter().collect::<BTreeSet<_>>().len() < files.len() {
        return Some("a file is named twice".to_owned());
    }
    // A theorem that does not exist yet has no name.
    let named =
        files.iter().map(|file| file.replace("NAME.rs", "slow_nim.rs").replace("NAME.toml", "slow-nim.toml"));
    named.into_iter().find(|file| !repository.join(file).exists()).map(|file| format!("no file {file}"))
}

#[test]
fn walks_are_short_and_their_files_are_there() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |name: &str| fs::read_to_string(repository.join(name)).unwrap();
    let (english, chinese) = (read("ARCHITECTURE.md"), read("ARCHITECTURE.zh-CN.md"));
    let (english, chinese) = (walks(&english), walks(&chinese));
    assert_eq!(english.len(), WALKS);
    for ((walk, files), (_, same)) in english.iter().zip(&chinese) {
        assert_eq!(fault(&repository, files), None, "{walk}");
        assert_eq!(files, same, "{walk}: the same files in both languages");
    }
    assert_eq!(chinese.len(), WALKS);
}

#[test]
fn a_walk_that_is_long_or_leads_nowhere_is_noticed() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = "# A\n\n## B\n\n| `x/y.rs` | a |\n\n## C\n\n| `place` | b |\n";
    assert_eq!(walks(text), [("B", vec!["x/y.rs"])]);
    assert!(fault(&repository, &["x/y.rs"]).is_some());
    assert!(fault(&repository, &["README.md", "README.md"]).is_some());
    assert!(fault(&repository, &["README.md"; FILES + 1]).is_some());
}
