//! How far the P-positions of two heaps lie from a straight line, for the rules given as arguments, or for the open rules of
//! `data/proof-targets.tsv`: `cargo run --release -p grundy-proof --example drift`.
//!
//! Where P-positions (a, b) with a <= b follow an automaton in one of the numerations, their distance from the line b = qa is
//! mostly bounded, or grows like the number of digits. Where it doubles for four times larger heaps, as for a
//! random walk, no short law is to be expected. This is a measurement, not a proof.

use std::path::Path;

use grundy_core::notation::parse_game;
use grundy_proof::{Question, lost_pairs};

/// Both heaps are below these; each is four times the one before.
const SIDES: [u16; 4] = [192, 768, 3072, 12_288];

fn main() {
    let mut rules: Vec<String> = std::env::args().skip(1).collect();
    if rules.is_empty() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/proof-targets.tsv");
        let targets = std::fs::read_to_string(path).expect("the list is there");
        let open = targets.lines().filter(|row| !row.starts_with('#') && row.ends_with("\topen"));
        rules = open.filter_map(|row| row.split('\t').next()).map(str::to_owned).collect();
    }
    println!("rules\tslope\twidth of the strip, heaps below {SIDES:?}");
    for rules in rules {
        let line = parse_game(&rules).expect("rules");
        let question = Question::new(&line, 2).expect("a game of heaps");
        let Ok(Some(pairs)) = lost_pairs(&question, SIDES[SIDES.len() - 1].into()) else {
            println!("{rules}\t-\tmany P-positions");
            continue;
        };
        let strips = SIDES.map(|side| strip(&pairs, side.into()));
        let slope = strips[SIDES.len() - 1].0;
        println!("{rules}\t{slope:.4}\t{}", strips.map(|(_, width)| format!("{width:.0}")).join("\t"));
    }
}

/// The slope of the line through the larger of the pairs, and the width of the strip around it that holds them. Heaps above a third
/// of the side are left out: their partners may lie beyond it.
fn strip(pairs: &[[u32; 2]], side: f64) -> (f64, f64) {
    let pairs: Vec<[f64; 2]> = pairs.iter().map(|pair| pair.map(f64::from)).collect();
    let of = || pairs.iter().filter(|[a, b]| a <= b && *b < side && side / 6.0 < *a && *a <= side / 3.0);
    let (a, b) = of().fold((0.0, 0.0), |(all, both), [a, b]| (all + a, both + b));
    let slope: f64 = b / a;
    let away = of().map(|[a, b]| b - slope * a);
    let (least, most) = away.fold((f64::MAX, f64::MIN), |(least, most), d| (least.min(d), most.max(d)));
    (slope, most - least)
}
