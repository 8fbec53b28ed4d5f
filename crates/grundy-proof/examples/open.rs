//! Says of each open rule of `data/proof-targets.tsv` why no law is proved, and writes `data/proof-open.tsv`:
//! `cargo run --release -p grundy-proof --example open`. Fails if a rule is proved.

use std::fmt::Write;
use std::path::Path;

use grundy_core::notation::parse_game;
use grundy_proof::{Effort, End, Question, Tried, find};

/// Positions of the largest table from which automata are learned.
const POSITIONS: usize = 300_000;

fn main() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let targets = std::fs::read_to_string(data.join("proof-targets.tsv")).expect("the list is there");
    let mut out = format!(
        "# Why no law is proved for the open rules of proof-targets.tsv: the example `open` of grundy-proof, tables of\n\
         # up to {POSITIONS} positions. In each numeration either more states are needed than the table can tell apart\n\
         # (`too-many`, `too-little`), or an automaton fits the table and a larger position refutes it (`refuted`), or a\n\
         # limit was reached (`budget`), or the amounts cannot be said (`not-said`). `nearest` is the refuted automaton\n\
         # whose first wrong position is largest: numeration, states, position. None of this shows that there is no law.\n\
         rules\tside\ttoo-many\ttoo-little\trefuted\tbudget\tnot-said\tnearest\n"
    );
    for row in targets.lines().filter(|row| !row.starts_with('#') && row.ends_with("\topen")) {
        let mut cells = row.split('\t');
        let rules = cells.next().expect("rules");
        let heaps = cells.next().and_then(|heaps| heaps.parse().ok()).expect("heaps");
        let line = parse_game(rules).expect("rules");
        let effort = Effort { time: None, positions: POSITIONS, ..Effort::default() };
        let found =
            find(&Question::new(&line, heaps).expect("a game of heaps"), &effort).expect("linear rules");
        assert!(found.law.is_none(), "{rules} is proved");
        // The last attempt in each numeration is that with the largest table.
        let side = found.tried.iter().map(|tried| tried.side).max().unwrap_or(0);
        let last: Vec<&Tried> = found
            .tried
            .iter()
            .enumerate()
            .filter(|(at, tried)| {
                found.tried[at + 1..].iter().all(|later| later.numeration != tried.numeration)
            })
            .map(|(_, tried)| tried)
            .collect();
        let count = |of: fn(&End) -> bool| last.iter().filter(|tried| of(&tried.end)).count();
        let refuted = found.tried.iter().filter_map(|tried| match &tried.end {
            End::Broken { states, position: Some(position) } => Some((position, tried, states)),
            _ => None,
        });
        let nearest = refuted.max_by_key(|(position, ..)| position.iter().copied().max());
        let nearest = nearest.map_or_else(
            || "-".to_owned(),
            |(position, tried, states)| format!("{} {states} {position:?}", tried.numeration),
        );
        let _ = writeln!(
            out,
            "{rules}\t{side}\t{}\t{}\t{}\t{}\t{}\t{nearest}",
            count(|end| matches!(end, End::TooMany)),
            count(|end| matches!(end, End::TooLittle)),
            count(|end| matches!(end, End::Broken { .. })),
            count(|end| matches!(end, End::Budget(_))),
            count(|end| matches!(end, End::NotSaid)),
        );
    }
    std::fs::write(data.join("proof-open.tsv"), &out).expect("the data can be written");
    print!("{out}");
}
