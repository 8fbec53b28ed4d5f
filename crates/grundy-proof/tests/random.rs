//! Random rules of two heaps, and rules of three. Every proved law agrees with plain search; the share of
//! proved rules is printed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use grundy_core::notation::parse_game;
use grundy_proof::{Effort, Question, find, first_difference};

/// A set of amounts in typical notation.
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

/// The results for a list of rules.
#[derive(Debug, Default)]
struct Tally {
    proved: usize,
    refused: usize,
    times: Vec<Duration>,
}

impl Tally {
    fn print(&mut self, name: &str) {
        self.times.sort_unstable();
        let (cases, median) = (self.times.len(), self.times[self.times.len() / 2]);
        let (proved, refused, longest) = (self.proved, self.refused, self.times[cases - 1]);
        println!(
            "{name}: {proved} of {cases} proved, {refused} not said, median {median:?}, longest {longest:?}"
        );
    }
}

/// Searches for the law of each rule, two rules at a time, and compares proved laws with plain search for all
/// heaps below `side`.
fn prove_all(rules: &[String], heaps: usize, side: usize, effort: &Effort) -> Tally {
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let work = || {
        while let Some(text) = rules.get(next.fetch_add(1, Ordering::Relaxed)) {
            let line = parse_game(text).unwrap();
            let question = Question::new(&line, heaps).unwrap();
            let started = Instant::now();
            let found = find(&question, effort);
            let took = started.elapsed();
            let (mut proved, mut refused) = (0, 0);
            match found.map(|found| found.law) {
                Ok(Some(law)) => {
                    println!("{text}\t{}\t{}\t{took:?}", law.numeration(), law.lost().states());
                    assert_eq!(first_difference(&law, side), None, "{text}");
                    proved = 1;
                }
                Ok(None) => println!("{text}\t-\t-\t{took:?}"),
                Err(_) => refused = 1,
            }
            let mut tally = tally.lock().unwrap();
            tally.proved += proved;
            tally.refused += refused;
            tally.times.push(took);
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work();
        other.join().unwrap();
    });
    tally.into_inner().unwrap()
}

fn is_thorough() -> bool {
    std::env::var_os("GRUNDY_THOROUGH").is_some()
}

/// A dozen rules, or 2000 with `GRUNDY_THOROUGH`.
#[test]
fn what_is_proved_of_random_rules_is_true() {
    let (cases, positions, seconds) = if is_thorough() { (2000, 300_000, 10) } else { (12, 40_000, 2) };
    let effort = Effort { time: Some(Duration::from_secs(seconds)), positions, ..Effort::default() };
    let mut random = fastrand::Rng::with_seed(2026);
    let list: Vec<String> = (0..cases).map(|_| rules(&mut random)).collect();
    prove_all(&list, 2, 200, &effort).print("random");
}

/// Three heaps: rules from the catalogue and the literature, and as many random ones as the time allows.
#[test]
fn what_is_proved_of_three_heaps_is_true() {
    let effort = Effort { time: Some(Duration::from_secs(2)), positions: 300_000, ..Effort::default() };
    let mut list: Vec<String> = [
        "take any",
        "take any from up to 2 heaps freely",
        "take any from 2 heaps freely",
        "take 1..2 from up to 2 heaps freely",
        "take 1..3",
        "take 1",
        "take any from max heap",
    ]
    .map(str::to_owned)
    .to_vec();
    if is_thorough() {
        for amounts in ["1", "2", "1..2", "1..3", "odd", "1, 3", "2, 3", "even"] {
            for source in [
                "",
                " from up to 2 heaps freely",
                " from 2 heaps",
                " from up to 2 heaps",
                " from max heap",
                " from all heaps",
            ] {
                list.push(format!("take {amounts}{source}"));
            }
            list.push(format!("misere take {amounts}"));
        }
    }
    prove_all(&list, 3, 24, &effort).print("three heaps");
}
