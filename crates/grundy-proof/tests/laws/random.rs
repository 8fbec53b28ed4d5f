//! Random rules of two heaps, and rules of three. Every proved law agrees with plain search; the share of
//! proved rules is printed.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use grundy_core::notation::parse_game;
use grundy_proof::{Effort, End, Found, Question, find, first_difference};

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

/// The time that this thread has run on a processor, or the time of day where the system does not say: other
/// work on the machine should not count.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let ran = text.split(' ').next().and_then(|ran| ran.parse().ok());
    let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    ran.map_or_else(now, Duration::from_nanos)
}

/// Searches for the law of each rule, and compares proved laws with plain search for all heaps below `side`.
fn prove_all(rules: &[String], heaps: usize, side: usize, effort: &Effort) -> Tally {
    let mut tally = Tally::default();
    for (done, text) in rules.iter().enumerate() {
        let line = parse_game(text).unwrap();
        let question = Question::new(&line, heaps).unwrap();
        let started = processor_time();
        let found = find(&question, effort);
        let took = processor_time().saturating_sub(started);
        match &found {
            Ok(Found { law: Some(law), .. }) => {
                println!("{text}\t{}\t{}\t{took:?}", law.numeration(), law.lost().states());
                assert_eq!(first_difference(law, side), None, "{text}");
                tally.proved += 1;
            }
            Ok(found) => println!("{text}\t-\t{}\t{took:?}", reason(found)),
            Err(unsaid) => {
                println!("{text}\t-\t{}\t{took:?}", unsaid.id());
                tally.refused += 1;
            }
        }
        tally.times.push(took);
        if (done + 1).is_multiple_of(100) {
            tally.print("so far");
        }
    }
    tally
}

/// Why no law is proved: how often attempts ended in each way.
fn reason(found: &Found) -> String {
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for tried in &found.tried {
        let end = match &tried.end {
            End::Broken { .. } => "broken".to_owned(),
            End::Budget(error) => error.to_string(),
            end => format!("{end:?}"),
        };
        *ends.entry(end).or_default() += 1;
    }
    let late = if found.in_time { "" } else { " and out of time" };
    format!("{ends:?}{late}")
}

fn is_thorough() -> bool {
    std::env::var_os("GRUNDY_THOROUGH").is_some()
}

/// Only keeps a search from hanging: without `GRUNDY_THOROUGH` the size of automata ends it in seconds, on any machine.
const TIME: Duration = Duration::from_mins(1);
const STATES: usize = 2_000;

/// A dozen rules, or 2000 with `GRUNDY_THOROUGH`:
/// `GRUNDY_THOROUGH=1 cargo test --release -p grundy-proof --test laws -- --nocapture --test-threads 1 random::two_heaps`
#[test]
fn what_is_proved_of_two_heaps_is_true() {
    let (cases, positions, states) =
        if is_thorough() { (2000, 16_800_000, 200_000) } else { (12, 40_000, STATES) };
    let effort = Effort { time: Some(TIME), positions, states, ..Effort::default() };
    let mut random = fastrand::Rng::with_seed(2026);
    let list: Vec<String> = (0..cases).map(|_| rules(&mut random)).collect();
    let mut tally = prove_all(&list, 2, 200, &effort);
    tally.print("random");
    assert!(2 * tally.proved >= cases, "{} of {cases}", tally.proved);
}

/// Three heaps: rules from the catalogue and the literature, and as many random ones as the time allows.
#[test]
fn what_is_proved_of_three_heaps_is_true() {
    let states = if is_thorough() { 200_000 } else { STATES };
    let effort = Effort { time: Some(TIME), positions: 300_000, states, ..Effort::default() };
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
