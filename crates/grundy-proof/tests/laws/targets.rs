//! Rules whose laws are known to be provable: all of them are proved, with automata that are not larger.

use std::time::{Duration, Instant};

use grundy_core::notation::parse_game;
use grundy_proof::{Effort, Found, Question, find, first_difference};

const TARGETS: &str = include_str!("../../../../data/proof-targets.tsv");

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

/// What was tried, on one line.
fn tried(found: &Found) -> String {
    let list = found.tried.iter().map(|tried| format!("{} {} {:?}", tried.numeration, tried.side, tried.end));
    list.collect::<Vec<_>>().join("; ")
}

/// Every 14th, or all with `GRUNDY_THOROUGH`; the list is printed.
#[test]
fn known_targets_are_proved() {
    let thorough = std::env::var_os("GRUNDY_THOROUGH").is_some();
    let effort = Effort { time: thorough.then_some(Duration::from_secs(20)), ..Effort::default() };
    let (mut known, mut new, mut open, mut times) = (0, 0, 0, Vec::new());
    // All targets are tried before the test fails.
    let mut missing = Vec::new();
    for (index, target) in targets().iter().enumerate() {
        if !thorough && (index % 14 != 1 || target.states.is_none()) {
            continue;
        }
        let line = parse_game(target.rules).unwrap();
        let question = Question::new(&line, target.heaps).unwrap();
        let started = Instant::now();
        let found = find(&question, &effort).unwrap();
        let took = started.elapsed().as_millis();
        times.push(took);
        let Some(law) = &found.law else {
            println!("{}\t-\t{took} ms\t{}", target.rules, tried(&found));
            if target.states.is_some() {
                missing.push(format!("{} is not proved: {}", target.rules, tried(&found)));
            }
            open += 1;
            continue;
        };
        let states = law.lost().states();
        *if target.states.is_some() { &mut known } else { &mut new } += 1;
        println!("{}\t{}\t{states}\t{took} ms", target.rules, law.numeration());
        assert_eq!(first_difference(law, 200), None, "{}", target.rules);
        if target.states.is_some_and(|known| states > known) {
            missing.push(format!("{}: {states} states, {}", target.rules, tried(&found)));
        }
    }
    times.sort_unstable();
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{known} known and {new} others proved, {open} open; median {median} ms, longest {longest} ms");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// With misère play, at least half of the rules are proved. Only runs with `GRUNDY_THOROUGH`, as it takes
/// minutes.
#[test]
fn half_of_the_targets_are_proved_under_misere_play() {
    if std::env::var_os("GRUNDY_THOROUGH").is_none() {
        return;
    }
    let effort = Effort { time: Some(Duration::from_mins(1)), positions: 300_000, ..Effort::default() };
    let targets = targets();
    let mut proved = 0;
    for target in &targets {
        let line = parse_game(target.rules).unwrap();
        let question = Question { misere: true, ..Question::new(&line, target.heaps).unwrap() };
        if let Some(law) = find(&question, &effort).unwrap().law {
            println!("misere {}\t{}\t{}", target.rules, law.numeration(), law.lost().states());
            assert_eq!(first_difference(&law, 200), None, "{}", target.rules);
            proved += 1;
        }
    }
    println!("{proved} of {} proved under misère play", targets.len());
    assert!(2 * proved >= targets.len(), "{proved}");
}
