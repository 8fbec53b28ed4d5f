//! What is known of a game is the same whoever asks, and all that a method offers agrees with the plain search.

use grundy::method::Basis;
use grundy::recognise::Recognised;
use grundy::{Solver, catalogue, notation};

/// Every game of the catalogue, under both conventions.
fn games() -> Vec<String> {
    let mut games = Vec::new();
    for entry in catalogue::all() {
        games.push(entry.example().to_owned());
        games.push(format!("misere {}", entry.example()));
    }
    games
}

fn recognised(text: &str) -> Option<std::rc::Rc<Recognised>> {
    let line = notation::parse_game(text).ok()?;
    Some(Solver::default().recognise(&line))
}

/// Proved in their own files.
const PROVED_HERE: [&str; 2] = ["most-stones", "finish-heap"];

#[test]
fn theorems_have_their_reference() {
    let year = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).len() == 4;
    let mut seen = std::collections::BTreeSet::new();
    for text in games() {
        let Some(recognised) = recognised(&text) else { continue };
        for method in recognised.methods() {
            let name = method.name();
            seen.insert(name);
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
            if let Some(reference) = method.basis().reference() {
                let known = reference.contains("Winning Ways") || reference.contains("arXiv:");
                assert!(known || reference.split(' ').any(year), "{name}: {reference}");
            } else {
                let free = PROVED_HERE.contains(&name) || matches!(method.basis(), Basis::Computation(_));
                assert!(free, "{name} has no reference");
            }
        }
    }
    assert!(seen.len() >= 20, "{seen:?}");
}
