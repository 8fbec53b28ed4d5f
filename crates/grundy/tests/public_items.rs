//! The library exports few things, each for a reason.

use std::fs;
use std::path::Path;

/// Largest number of public modules.
const MODULES: usize = 15;
/// Largest number of public items, modules included.
const ITEMS: usize = 200;

/// Names that a `pub use` exports: those of its list, or the last of its path.
fn shown(used: &str) -> usize {
    assert!(!used.contains('*'), "`{used}` does not say what it shows");
    match used.split_once('{') {
        Some((_, list)) => {
            list.trim_end_matches('}').split(',').filter(|name| !name.trim().is_empty()).count()
        }
        None => 1,
    }
}

/// The library contains only modules of re-exports, so its one file lists everything it exports.
#[test]
fn the_public_face_is_small_and_every_module_says_what_it_is_for() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.starts_with("//!")).collect();
    let modules = lines.iter().filter(|line| line.starts_with("pub mod ")).count();
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("pub mod ")) {
        assert!(lines[at - 1].starts_with("///"), "{} says what it is for", lines[at]);
    }
    let code = lines.iter().filter(|line| !line.starts_with("//")).copied().collect::<String>();
    let items: usize =
        code.split("pub use ").skip(1).map(|used| shown(used.split(';').next().unwrap_or_default())).sum();
    let other = code.matches("pub ").count() - modules - code.matches("pub use ").count();
    assert_eq!(other, 0, "the library defines nothing itself");
    assert!(items > 50 && modules > 5, "{modules} modules, {items} items: is this the file?");
    assert!(modules <= MODULES, "{modules} public modules");
    assert!(modules + items <= ITEMS, "{} public items", modules + items);
}
