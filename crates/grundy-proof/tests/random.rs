//! Random rules of two heaps: whatever is proved agrees with plain search, and how much is proved is printed.

use std::time::{Duration, Instant};

use grundy_core::notation::parse_game;
use grundy_proof::{Effort, Question, find, first_difference};

/// A set of amounts as people write them.
fn amounts(random: &mut fastrand::Rng) -> String {
    let small = |random: &mut fastrand::Rng| random.u32(1..=6);
    match random.u32(0..9) {
        0 => "any".to_owned(),
        1 => "odd".to_owned(),
        2 => "even".to_owned(),
        3 => format!("1..{}", small(random)),
        4 => format!("{}..", small(random)),
        5 => format!("any except {}", small(random)),
        6 => format!("multiples of {}", random.u32(2..=4)),
        7 => small(random).to_string(),
        _ => format!("{}, {}", small(random), 6 + small(random)),
    }
}

fn rules(random: &mut fastrand::Rng) -> String {
    let misere = if random.u32(0..4) == 0 { "misere " } else { "" };
    let second = match random.u32(0..5) {
        0 => format!("take {} from 2 heaps within {}", amounts(random), random.u32(1..=2)),
        1 => format!("take {} from max heap", amounts(random)),
        _ => format!("take {} from 2 heaps", amounts(random)),
    };
    format!("{misere}take {} or {second}", amounts(random))
}

/// A dozen, or 300 with `GRUNDY_THOROUGH`.
#[test]
fn what_is_proved_of_random_rules_is_true() {
    let thorough = std::env::var_os("GRUNDY_THOROUGH").is_some();
    let (cases, time, positions) = if thorough { (300, 5, 300_000) } else { (12, 5, 40_000) };
    let effort = Effort { time: Some(Duration::from_secs(time)), positions, ..Effort::default() };
    let mut random = fastrand::Rng::with_seed(2026);
    let (mut proved, mut times) = (0, Vec::new());
    for _ in 0..cases {
        let text = rules(&mut random);
        let line = parse_game(&text).unwrap();
        let question = Question { rules: line.game.rules().unwrap().clone(), heaps: 2, misere: line.misere };
        let started = Instant::now();
        let found = find(&question, &effort).unwrap();
        times.push(started.elapsed());
        let Some(law) = found.law else {
            println!("{text}\t-");
            continue;
        };
        println!("{text}\t{}\t{}", law.numeration(), law.lost().states());
        assert_eq!(first_difference(&law, 200), None, "{text}");
        proved += 1;
    }
    times.sort_unstable();
    println!("{proved} of {cases} proved, median {:?}, longest {:?}", times[times.len() / 2], times.last());
}
