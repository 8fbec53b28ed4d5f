//! Long tables of known facts about single heaps, for `cargo xtask check-facts`.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use grundy_solver::limits::{Budget, Cancel, Limits};
use grundy_solver::notation::parse_game;
use grundy_solver::rules::Rules;
use grundy_solver::sequence::engine::{Engine, Plain, Values, engine_for};
use grundy_solver::sequence::{Run, StopReason};

fn rules(text: &str) -> Rules {
    parse_game(text).unwrap_or_else(|error| panic!("{text}: {error}")).game.rules().unwrap().clone()
}

fn run(text: &str, wanted: usize) -> Run {
    Run::new(&rules(text), wanted, Limits::default(), Cancel::default())
}

/// `.16` and `4.16` as notation.
fn code(game: &str) -> String {
    if game.starts_with('.') { format!("octal(0{game})") } else { format!("octal({game})") }
}

#[test]
#[ignore = "a minute in a release build"]
fn every_known_period_is_proved() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/octal.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut proved = 0;
    for row in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [game, period, preperiod, max, ..] = cells[..] else { panic!("{row}") };
        let (Ok(period), Ok(preperiod)) = (period.parse::<usize>(), preperiod.parse::<usize>()) else {
            continue;
        };
        // The game whose every digit is 0 has no notation.
        if game == "." {
            continue;
        }
        let started = Instant::now();
        let mut run = run(&code(game), 4 * (period + preperiod) + 1000);
        assert_eq!(run.finish().unwrap(), StopReason::PeriodProved, "{game}");
        let found = run.period().unwrap();
        assert_eq!((found.period, found.preperiod, found.saltus), (period, preperiod, 0), "{game}");
        assert_eq!(run.statistics().largest().unwrap().value.to_string(), max, "{game}");
        if period + preperiod > 1_000_000 {
            println!("{game}: {} values, {:.1?}", run.checked_to().unwrap() + 1, started.elapsed());
        }
        proved += 1;
    }
    println!("{proved} periods proved");
    assert!(proved >= 108);
}

/// Every octal code of three digits, with heaps that may be split as they are (4.abc) or not (0.abc): a
/// period with a short preperiod is proved, and no other repetition is found.
#[test]
#[ignore = "minutes in a release build"]
fn codes_of_three_digits() {
    const FIRST: usize = 20_000;
    const SECOND: usize = 2_100_000;
    let next = AtomicUsize::new(0);
    let proved = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= 1024 {
                        break;
                    }
                    let first = if number < 512 { 0 } else { 4 };
                    let game = format!("octal({first}.{:03o})", number % 512);
                    if number == 0 {
                        continue;
                    }
                    let mut short = run(&game, FIRST);
                    let mut reason = short.finish().unwrap();
                    let mut long = None;
                    // Large heaps only where there is a sparse space.
                    let cheap = short.rares().is_some_and(|rares| rares.count * 16 < FIRST);
                    if reason == StopReason::Finished && cheap {
                        let run = long.insert(run(&game, SECOND));
                        reason = run.finish().unwrap();
                    }
                    let run = long.as_ref().unwrap_or(&short);
                    if reason == StopReason::PeriodProved {
                        let found = run.period().unwrap();
                        proved.lock().unwrap().push((game, found.period, found.preperiod));
                    }
                }
            });
        }
    });
    let mut proved = proved.into_inner().unwrap();
    proved.sort_by_key(|(_, period, preperiod)| period + preperiod);
    for (game, period, preperiod) in proved.iter().filter(|(_, p, s)| p + s > 10_000) {
        println!("{game}: period {period}, preperiod {preperiod}");
    }
    println!("{} of 1023 codes proved periodic", proved.len());
    let find = |code: &str| proved.iter().find(|(game, ..)| game == code).map(|(_, p, s)| (*p, *s));
    assert_eq!(find("octal(0.160)"), Some((149_459, 105_351)));
    assert_eq!(find("octal(0.560)"), Some((144, 326_640)));
    assert!(proved.len() >= 730, "{}", proved.len());
}

/// The values of many random codes, by the engine chosen for them and by recursion.
#[test]
#[ignore = "minutes in a release build"]
fn engines_agree_on_random_codes() {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = |end: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % end
    };
    for _ in 0..120 {
        let digits: String = (0..=random(6))
            .map(|_| char::from_digit(u32::try_from(random(8)).unwrap(), 8).unwrap())
            .collect();
        let game = format!("octal({}.{digits})", if random(2) == 0 { 0 } else { 4 });
        if game.ends_with(".0") || parse_game(&game).is_err() {
            continue;
        }
        agree(&game, 20_000);
    }
    for game in
        ["octal(0.6)", "grundy", "octal(0.16)", "octal(0.56)", "octal(0.106)", "octal(0.104)", "octal(0.007)"]
    {
        agree(game, 100_000);
    }
}

fn agree(game: &str, length: usize) {
    let budget = Budget::default();
    let rules = rules(game);
    let mut plain = Plain::new(&rules);
    plain.grow(length, &budget).unwrap();
    let mut engine = engine_for(&rules);
    engine.grow(length, &budget).unwrap();
    let (plain, found) = (plain.values(), engine.values());
    let first = (0..length).find(|&n| plain.at(n) != found.at(n));
    assert_eq!(first, None, "{game}, {}", engine.name());
}

/// Digests of long sequences computed by an earlier program with another method (bytes in registers, no sets
/// of words): offset basis and prime of FNV-1a, one step per value.
#[test]
#[ignore = "half a minute in a release build"]
fn long_sequences_are_those_of_another_program() {
    for (game, last, digest) in [
        ("octal(0.6)", 1_000_000, 0x42ed_5114_4d4d_7439),
        ("octal(0.6)", 10_000_000, 0x7606_45ea_24a7_79db),
        ("grundy", 1_000_000, 0x923d_5366_b460_b3a1),
        ("octal(0.16)", 10_000_000, 0xd694_5294_349a_04db),
        ("octal(0.56)", 10_000_000, 0xcbeb_805d_63d3_6c23),
        ("octal(0.106)", 10_000_000, 0x39bb_dc12_44d3_989c),
        ("octal(0.104)", 10_000_000, 0x9481_8a92_584d_8529u64),
        ("octal(0.007)", 100_000, 0x7eb3_e25e_7762_19a6),
    ] {
        let mut engine = engine_for(&rules(game));
        engine.grow(last + 1, &Budget::default()).unwrap();
        assert_eq!(fnv(engine.values()), digest, "{game}");
    }
}

fn fnv(values: Values<'_>) -> u64 {
    let step = |sum: u64, value: u32| (sum ^ u64::from(value)).wrapping_mul(0x0100_0000_01b3);
    values.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
