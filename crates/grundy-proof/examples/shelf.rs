//! Proves the games of `shelf/games.tsv` and writes their certificates to `shelf/laws.jsonl`:
//! `cargo run --release -p grundy-proof --example shelf`. Existing laws are kept; games without a law are
//! listed at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use grundy_core::notation::parse_game;
use grundy_proof::{Effort, Question, find};
use grundy_verify::{Law, Limits, verify_law};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shelf");
    let games = std::fs::read_to_string(folder.join("games.tsv")).expect("games.tsv is there");
    let known = std::fs::read_to_string(folder.join("laws.jsonl")).unwrap_or_default();
    let mut laws: BTreeMap<(String, bool, u64), String> = BTreeMap::new();
    for line in known.lines() {
        let law = Law::from_bytes(line.as_bytes()).expect("a certificate a line");
        laws.insert((law.rules, law.misere, law.heaps), line.to_owned());
    }
    let effort = Effort { time: Some(Duration::from_secs(15)), positions: 300_000, ..Effort::default() };
    let (mut kept, mut missing) = (Vec::new(), Vec::new());
    // Two spellings of one game are the same game.
    let mut done = BTreeSet::new();
    for row in games.lines().filter(|row| !row.starts_with('#')).skip(1) {
        let (text, heaps) = row.split_once('\t').expect("rules and heaps");
        let heaps: usize =
            heaps.split('\t').next().and_then(|heaps| heaps.parse().ok()).expect("a number of heaps");
        let line = parse_game(text).expect("rules");
        let question = Question::new(&line, heaps).unwrap();
        let key = (question.rules.to_string(), question.misere, heaps as u64);
        if !done.insert(key.clone()) {
            continue;
        }
        if let Some(law) = laws.get(&key) {
            kept.push(law.clone());
            continue;
        }
        match find(&question, &effort).ok().and_then(|found| found.law) {
            Some(law) => {
                let text = law.to_text().expect("not too long");
                let verdict = verify_law(text.as_bytes(), Limits::default()).expect("within the limits");
                assert_eq!(verdict.reason, None, "{row}");
                println!("{}\t{}\t{row}", law.numeration(), law.lost().states());
                laws.insert(key, text.trim_end().to_owned());
                kept.push(text.trim_end().to_owned());
            }
            None => missing.push(row),
        }
        // Laws found so far are on disk, whatever happens next.
        std::fs::write(folder.join("laws.jsonl"), kept.join("\n") + "\n").expect("the shelf can be written");
    }
    std::fs::write(folder.join("laws.jsonl"), kept.join("\n") + "\n").expect("the shelf can be written");
    println!("{} laws; not found: {missing:#?}", kept.len());
}
