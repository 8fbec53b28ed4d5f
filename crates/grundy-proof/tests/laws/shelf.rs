//! The laws included in the program, for `cargo xtask check-facts`: verifies each certificate again.

use std::collections::BTreeSet;

use grundy_core::notation::parse_game;
use grundy_proof::{SHELF, read_certificate};
use grundy_verify::{Limits, verify_law};

/// The games with a law in `shelf/laws.jsonl`, as rules, convention and number of heaps.
fn games() -> BTreeSet<(String, bool, u64)> {
    let rows = include_str!("../../shelf/games.tsv").lines().filter(|row| !row.starts_with('#')).skip(1);
    rows.map(|row| {
        let mut cells = row.split('\t');
        let line = parse_game(cells.next().unwrap()).unwrap();
        (line.game.rules().unwrap().to_string(), line.misere, cells.next().unwrap().parse().unwrap())
    })
    .collect()
}

#[test]
fn every_law_is_that_of_a_game_on_the_list() {
    let games = games();
    let laws: Vec<_> = SHELF.lines().map(|line| read_certificate(line.as_bytes()).unwrap()).collect();
    assert!(laws.len() >= 200, "{}", laws.len());
    let keys: BTreeSet<_> = laws.iter().map(|law| (law.rules.clone(), law.misere, law.heaps)).collect();
    assert_eq!(keys.len(), laws.len(), "a game is there twice");
    assert!(keys.is_subset(&games), "{:?}", keys.difference(&games).next());
}

#[test]
#[ignore = "half a minute in a release build"]
fn every_law_of_the_shelf_is_proved_anew() {
    for line in SHELF.lines() {
        let verdict = verify_law(line.as_bytes(), Limits::default()).unwrap();
        assert_eq!(verdict.reason, None, "{line}");
    }
}
