//! Rules whose laws are known to be provable: all of them are proved. The sizes of the automata are printed.

use std::time::{Duration, Instant};

use grundy_core::notation::parse_game;
use grundy_proof::{Effort, Question, find, first_difference};

const TARGETS: &str = include_str!("../../../data/proof-targets.tsv");

struct Target<'a> {
    rules: &'a str,
    heaps: usize,
    states: Option<usize>,
}

fn targets() -> Vec<Target<'static>> {
    let rows = TARGETS.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        Target { rules: cells[0], heaps: cells[1].parse().unwrap(), states: cells[4].parse().ok() }
    })
    .collect()
}

/// Every 14th, or all with `GRUNDY_THOROUGH`; the list is printed.
#[test]
fn known_targets_are_proved() {
    let thorough = std::env::var_os("GRUNDY_THOROUGH").is_some();
    let effort = Effort { time: thorough.then_some(Duration::from_secs(20)), ..Effort::default() };
    for (index, target) in targets().iter().enumerate() {
        if !thorough && (index % 14 != 1 || target.states.is_none()) {
            continue;
        }
        let line = parse_game(target.rules).unwrap();
        let question =
            Question { rules: line.game.rules().unwrap().clone(), heaps: target.heaps, misere: line.misere };
        let started = Instant::now();
        let found = find(&question, &effort).unwrap();
        let took = started.elapsed().as_millis();
        let Some(law) = found.law else {
            println!("{}\t-\t{took} ms\t{:?}", target.rules, found.tried.last().map(|tried| &tried.end));
            assert!(target.states.is_none(), "{} is not proved: {:?}", target.rules, found.tried);
            continue;
        };
        let states = law.lost().states();
        println!("{}\t{}\t{states}\t{took} ms", target.rules, law.numeration());
        assert_eq!(first_difference(&law, 200), None, "{}", target.rules);
    }
}
