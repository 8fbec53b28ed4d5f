//! Compares the engine with the plain recursion.

use std::cell::Cell;

use super::*;
use crate::engine::Plain;
use fastrand::Rng;
use grundy_core::notation::parse_game;
use grundy_core::rules::Rules;

thread_local! {
    /// Set to disable the vector unit.
    pub(super) static PORTABLE: Cell<bool> = const { Cell::new(false) };
}

fn rules(text: &str) -> Rules {
    parse_game(text).unwrap().game.rules().unwrap().clone()
}

fn sparse(text: &str) -> Sparse {
    Sparse::new(Pairs::of(&rules(text)).unwrap_or_else(|| panic!("{text}")))
}

fn plain(text: &str, length: usize) -> Vec<u32> {
    let mut engine = Plain::new(&rules(text));
    engine.grow(length, &Budget::default()).unwrap();
    engine.values().iter().collect()
}

fn values(engine: &Sparse) -> Vec<u32> {
    engine.values().iter().collect()
}

fn budget(threads: usize) -> Budget {
    Budget::new(grundy_core::limits::Limits { threads, ..Default::default() })
}

/// Checks for equal values, in steps, with and without the vector unit, by one thread and by several.
fn check(text: &str, length: usize) {
    let expected = plain(text, length);
    for run in 0..8 {
        let (portable, threads) = (run >= 4, run % 4 + 1);
        PORTABLE.set(portable);
        let mut engine = sparse(text);
        for to in [1, 700, length / 2 + 7, length] {
            engine.grow(to, &budget(threads)).unwrap();
        }
        let found = values(&engine);
        let first = (0..length).find(|&n| found[n] != expected[n]);
        assert_eq!(first, None, "{text} ({}, portable: {portable}, {threads} threads)", engine.name());
    }
    PORTABLE.set(false);
}

fn random_code(random: &mut Rng, most: u64) -> String {
    loop {
        let digits: String =
            (0..=random.u64(..most)).map(|_| char::from(b'0' + random.u64(..8) as u8)).collect();
        let first = if random.u64(..3) == 0 { 4 } else { 0 };
        let code = format!("octal({first}.{digits})");
        if digits.contains(['4', '5', '6', '7']) || first == 4 {
            return code;
        }
    }
}

#[test]
fn known_games_have_their_values() {
    // Few codes, with and without the parity of positions; many codes; no sparse space; two splits.
    for text in ["octal(0.16)", "octal(0.104)", "octal(0.56)", "octal(0.354)", "octal(0.007)", "kayles"] {
        check(text, 8_000);
    }
    for text in ["grundy", "octal(4.44)", "take 1..2 leaving 0, 1, 2 unequal heaps", "split into 2 heaps"] {
        check(text, 4_000);
    }
}

#[test]
fn random_codes_have_their_values() {
    let mut random = Rng::with_seed(31);
    for _ in 0..12 {
        check(&random_code(&mut random, 6), 2_000 + random.u64(..2_000) as usize);
    }
    for _ in 0..6 {
        check(&random_code(&mut random, 60), 2_000 + random.u64(..2_000) as usize);
    }
}

/// Many splits make many and large values: all options at once, with a cover and without.
#[test]
fn codes_of_many_digits_have_their_values() {
    check("take 1..40 leaving 0, 1, 2 heaps", 4_000);
    check(&format!("octal(0.{})", "137".repeat(30)), 4_000);
}

/// Callers that ask for a few values at a time cost no more than one that asks for all, and the effort does not
/// depend on the number of threads.
#[test]
fn small_steps_take_no_more_effort() {
    for (text, length) in [("octal(0.137137137)", 3_000), ("octal(0.106)", 30_000), ("octal(0.6)", 50_000)] {
        let mut whole = sparse(text);
        whole.grow(length, &budget(1)).unwrap();
        for threads in 1..=4 {
            let mut engine = sparse(text);
            for to in (0..=length).step_by(length / 300) {
                engine.grow(to, &budget(threads)).unwrap();
            }
            engine.grow(length, &budget(threads)).unwrap();
            assert_eq!(engine.effort(), whole.effort(), "{text} {threads}");
        }
    }
}

/// Blocks with many codes begin at large positions; they are compared with witnesses alone.
#[test]
fn many_codes_have_the_values_that_witnesses_give() {
    for text in ["octal(0.6)", "octal(0.376)"] {
        let pairs = Pairs::of(&rules(text)).unwrap();
        let mut dense = dense::Dense::default();
        while dense.values.len() < 50_000 {
            dense.plan(&pairs, 50_000, 4);
            let opened = (0..dense.parts()).map(|part| dense.open(&pairs, part)).collect();
            dense.settle(&pairs, opened).unwrap();
        }
        for threads in [1, 2, 3] {
            let mut engine = sparse(text);
            engine.grow(50_000, &budget(threads)).unwrap();
            assert!(
                engine.values().iter().eq(dense.values.iter().map(|v| u32::from(*v))),
                "{text} {threads}"
            );
        }
    }
}

/// Far beyond the beginning, all numbers of threads and irregular steps give the same values.
#[test]
fn threads_and_steps_do_not_change_values() {
    let mut random = Rng::with_seed(32);
    for (text, length) in [("octal(0.6)", 90_000), ("octal(0.106)", 400_000), ("octal(0.16)", 300_000)] {
        let mut sums = Vec::new();
        for threads in [1, 2, 3] {
            let mut engine = sparse(text);
            let mut to = 0;
            while to < length {
                to = length.min(to + [70, 900, 5_000, 40_000][random.usize(..4)]);
                engine.grow(to, &budget(threads)).unwrap();
                assert_eq!(engine.values().len(), to);
            }
            sums.push((engine.values().checksum(), engine.rares()));
        }
        assert!(sums.iter().all(|sum| *sum == sums[0]), "{text} {sums:?}");
    }
}

/// A deadline ends the work of all threads, and what is known then is right.
#[test]
fn the_time_ends_for_all_threads() {
    let limits = grundy_core::limits::Limits {
        time: Some(std::time::Duration::ZERO),
        threads: 3,
        ..Default::default()
    };
    let mut engine = sparse("octal(0.6)");
    engine.grow(5_000, &budget(3)).unwrap();
    assert_eq!(engine.grow(1 << 30, &Budget::new(limits)).unwrap_err().code(), "time-limit");
    engine.grow(6_000, &budget(2)).unwrap();
    assert!(values(&engine) == plain("octal(0.6)", 6_000));
}

#[test]
fn blocks_are_what_runs() {
    for (text, length) in [("octal(0.16)", 40_000), ("octal(0.6)", 60_000), ("octal(0.354)", 20_000)] {
        let mut engine = sparse(text);
        engine.grow(length, &Budget::default()).unwrap();
        assert_eq!(engine.name(), "sparse-space", "{text}");
    }
    let mut engine = sparse("octal(0.6)");
    engine.grow(60_000, &Budget::default()).unwrap();
    let rares = engine.rares().unwrap();
    assert_eq!((rares.count, rares.last), (1583, 20_627));
}

#[test]
fn an_earlier_run_is_continued() {
    for text in ["octal(0.104)", "octal(0.36)"] {
        let mut whole = sparse(text);
        whole.grow(30_000, &Budget::default()).unwrap();
        let all = values(&whole);
        for cut in [0, 3_000, 17_001] {
            let mut engine = sparse(text);
            let (first, second) = all[..cut].split_at(cut / 3);
            engine.restore(first, &Budget::default()).unwrap();
            engine.restore(second, &Budget::default()).unwrap();
            assert_eq!(engine.values().len(), cut);
            engine.grow(30_000, &Budget::default()).unwrap();
            assert!(values(&engine) == all, "{text} {cut}");
        }
    }
}

/// Values that were dropped are not needed, and a search that would need them says so.
#[test]
fn what_is_dropped_is_not_needed() {
    let mut whole = sparse("octal(0.6)");
    whole.grow(200_000, &budget(2)).unwrap();
    let mut engine = sparse("octal(0.6)");
    engine.grow(180_000, &budget(2)).unwrap();
    engine.forget(180_000, 1, &budget(2));
    let gone = engine.forgotten();
    assert!(gone.len() > 20_000 && gone.start > 20_627, "{gone:?}");
    engine.grow(200_000, &budget(2)).unwrap();
    let same = |engine: &Sparse| {
        let held = (0..gone.start).chain(gone.end..200_000);
        held.into_iter().all(|n| engine.values().at(n) == whole.values().at(n))
    };
    assert!(same(&engine));
    let State::Blocks(blocks) = &mut engine.machine.state else { panic!("blocks") };
    blocks.search.reach = 3;
    let error = engine.grow(300_000, &budget(2)).unwrap_err();
    assert_eq!(error.code(), "values-forgotten");
    assert!(same(&engine));
}

#[test]
fn memory_is_asked_for_first() {
    let limits = grundy_core::limits::Limits { memory: 100_000, time: None, threads: 0 };
    let mut engine = sparse("octal(0.16)");
    let error = engine.grow(1 << 40, &Budget::new(limits)).unwrap_err();
    assert_eq!(error.code(), "memory-limit");
    assert!(engine.values().is_empty());
}
