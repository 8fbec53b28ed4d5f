//! Compares every claim with the definition, far beyond the heaps it was derived from.

use super::*;
use crate::engine::{Engine, Plain};
use crate::period::{Proof, find};
use fastrand::Rng;
use grundy_core::notation::parse_game;

fn rules(text: &str) -> Rules {
    parse_game(text).unwrap_or_else(|e| panic!("{text} {e:?}")).game.rules().unwrap().clone()
}

fn values(rules: &Rules, length: usize) -> Vec<u32> {
    let mut plain = Plain::new(rules);
    plain.grow(length, &Budget::default()).unwrap();
    plain.values().iter().collect()
}

fn proved(theorems: &[Theorem], values: &[u32]) -> Option<Proof> {
    find(Values::Wide(values), theorems, &Budget::default()).unwrap()
}

/// Checks that what the first `length` values prove holds for all of `values`, with least period and
/// preperiod. Returns whether anything was proved.
fn holds(text: &str, theorems: &[Theorem], values: &[u32], length: usize) -> Option<Proof> {
    let proof = proved(theorems, &values[..length])?;
    let Stretch { preperiod, period, saltus } = Stretch {
        preperiod: proof.period.preperiod,
        period: proof.period.period,
        saltus: u32::try_from(proof.period.saltus).unwrap(),
    };
    let repeats = |p: usize, s: u32, n: usize| values[n + p] == values[n] + s;
    for n in preperiod..values.len() - period {
        assert!(repeats(period, saltus, n), "{text} {proof:?} {n}");
    }
    assert!(preperiod == 0 || !repeats(period, saltus, preperiod - 1), "{text} {proof:?}");
    for shorter in (1..period).filter(|p| period % p == 0) {
        let rise = values[preperiod + shorter].checked_sub(values[preperiod]);
        let always = |s| (preperiod..preperiod + period).all(|n| repeats(shorter, s, n));
        assert!(!rise.is_some_and(always), "{text} {proof:?} {shorter}");
    }
    assert!(proof.length <= length);
    Some(proof)
}

/// Checks that claims from the first `length` values hold for `times` as many.
fn check(text: &str, length: usize, times: usize) -> Option<Proof> {
    let rules = rules(text);
    holds(text, &Theorem::of(&rules), &values(&rules, length * times), length)
}

fn set(random: &mut Rng, most: u64) -> String {
    let count = 1 + random.u64(..4);
    let list: Vec<String> = (0..count).map(|_| (1 + random.u64(..most)).to_string()).collect();
    list.join(", ")
}

#[test]
fn theorems_and_their_names() {
    let names = |text: &str| Theorem::of(&rules(text)).iter().map(Theorem::name).collect::<Vec<_>>();
    for (text, expected) in [
        ("take 1, 3, 4", &["window"][..]),
        ("take 1..30 except squares", &["window"]),
        ("kayles", &["guy-smith"]),
        ("hex(0.8)", &["three-heaps", "arithmetic-hex", "arithmetic-excess"]),
        ("take 2 leaving 1, 4 heaps", &["many-heaps"]),
        ("take 1, 2 leaving 2 equal heaps or take 3", &["equal-heaps"]),
        ("take 1, 2 leaving 2 unequal heaps or take 3", &["likeness"]),
        ("grundy", &["likeness"]),
        ("take any except 4", &["all-but"]),
        ("take any except (squares except 50..)", &["all-but"]),
        ("take 2.. leaving 1 heap", &["all-but"]),
        ("take any except 3 leaving 1 heap or take 2, 7", &["all-but"]),
        ("take any leaving 0 heaps", &[]),
        ("take any leaving 1, 2 heaps", &[]),
        ("take fibonacci", &[]),
        ("take any except squares", &[]),
        ("take 1..n/2", &[]),
        ("lasker", &[]),
        ("take 1, 2^40", &[]),
        ("take any except 2^40", &[]),
        ("take 1, 2 leaving 3 equal heaps or take 3", &[]),
        ("take 1, 2 leaving 3 unequal heaps or take 3", &[]),
        ("wythoff", &[]),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
    let excluded = |text: &str| Theorem::of(&rules(text))[0].largest();
    assert_eq!(excluded("take any except (squares except 50..)"), 49);
    assert_eq!(excluded("take any except 3, 5..7"), 7);
}

#[test]
fn finite_sets() {
    let mut random = Rng::with_seed(1);
    let mut count = 0;
    for _ in 0..300 {
        let text = format!("take {}", set(&mut random, 14));
        count += usize::from(check(&text, 300, 3).is_some());
    }
    assert!(count > 250, "{count}");
}

#[test]
fn equal_and_unequal_heaps() {
    let mut random = Rng::with_seed(2);
    let mut counts = [0, 0, 0];
    for round in 0..150usize {
        let (a, b) = (set(&mut random, 5), set(&mut random, 5));
        let text = match round % 3 {
            0 => format!("take {a} leaving {} equal heaps or take {b}", 2 * (1 + random.u64(..3))),
            1 => format!("take {a} leaving 2 unequal heaps or take {b}"),
            _ => format!("take {a} leaving 1, 2 equal heaps or take {b} leaving 0, 1, 2 heaps"),
        };
        counts[round % 3] += usize::from(check(&text, 400, 3).is_some());
    }
    assert!(counts[0] > 40 && counts[1] > 2 && counts[2] > 8, "{counts:?}");
}

/// Thousands of sets of exceptions, with each claim derived from as few values as prove it.
#[test]
fn all_but_a_few() {
    let mut random = Rng::with_seed(3);
    for _ in 0..1500 {
        let text = format!("take any except {}", set(&mut random, 11));
        let proof = check(&text, 300, 3).unwrap_or_else(|| panic!("{text}"));
        assert!(proof.period.saltus > 0);
        let least = proof.length;
        let again = check(&text, least, 3).unwrap();
        assert_eq!(again, proof, "{text}");
        let rules = rules(&text);
        assert_eq!(proved(&Theorem::of(&rules), &values(&rules, least - 1)), None, "{text}");
    }
    // Amounts that may not take a whole heap, and some that may.
    let mut whole = [0, 0];
    for round in 0..600usize {
        let (a, b) = (set(&mut random, 9), set(&mut random, 9));
        let text = match round % 3 {
            0 => format!("take any except {a} leaving 1 heap"),
            1 => format!("take any except {a} leaving 1 heap or take {b}"),
            _ => format!("take any except {a} leaving 1 heap or take any except {b} leaving 0 heaps"),
        };
        let proof = check(&text, 300, 3).unwrap_or_else(|| panic!("{text}"));
        let Theorem::AllBut(theorem) = &proof.theorem else { panic!("{text}") };
        whole[usize::from(theorem.whole)] += 1;
    }
    assert_eq!(whole, [400, 200]);
    for exceptions in 1..1u32 << 7 {
        let list: Vec<String> =
            (0..7).filter(|bit| exceptions >> bit & 1 == 1).map(|bit| (bit + 1).to_string()).collect();
        check(&format!("take any except {}", list.join(", ")), 200, 3).unwrap();
    }
}

/// The window is sharp: with two heaps less it would be wrong.
#[test]
fn two_heaps_fewer_can_mislead() {
    for w in 2..=9usize {
        let values = values(&rules(&format!("take any except {w}")), 8 * w);
        // Values rise by 1 per 1 for so long, and then do not.
        let rises = |n: &usize| values[n + 1] == values[*n] + 1;
        let longest = values.len() - 1;
        let runs = (0..longest).map(|from| (from..longest).take_while(rises).count());
        assert_eq!(runs.max(), Some(2 * w - 1), "{w}");
    }
}

#[test]
fn octal_codes() {
    let mut random = Rng::with_seed(4);
    let mut count = 0;
    for _ in 0..150 {
        let text = format!("octal({}.{:o})", random.u64(..2) * 4, 1 + random.u64(..511));
        count += usize::from(check(&text, 250, 3).is_some());
    }
    assert!(count > 60, "{count}");
}

#[test]
fn hexadecimal_codes() {
    let mut random = Rng::with_seed(5);
    let (mut flat, mut rising) = (0, 0);
    for round in 0..120 {
        let code = if round < 16 { round.max(1) } else { 1 + random.u64(..255) };
        let text = format!("hex(0.{code:x})");
        if Theorem::of(&rules(&text)).len() < 2 {
            continue;
        }
        if let Some(proof) = check(&text, 128, 3) {
            *(if proof.period.saltus == 0 { &mut flat } else { &mut rising }) += 1;
        }
    }
    assert!(flat > 4 && rising > 8, "{flat} {rising}");
    let four = check("take 1, 3 leaving 1, 4 heaps or take 1 leaving 0, 3 heaps", 60, 2);
    assert_eq!(four.unwrap().theorem.name(), "many-heaps");
}

/// The saltus of .3F is not a power of two.
#[test]
fn named_hexadecimal_games() {
    let proof = check("hex(0.8)", 64, 4).unwrap();
    assert_eq!((proof.period.preperiod, proof.period.period, proof.period.saltus), (1, 3, 1));
    assert_eq!(proof.theorem.name(), "arithmetic-hex");
    let proof = check("hex(0.3f)", 150, 4).unwrap();
    assert_eq!((proof.period.preperiod, proof.period.period, proof.period.saltus), (0, 6, 3));
    assert_eq!((proof.theorem.name(), proof.length), ("arithmetic-excess", 29));
    // Fewer values show the same repetition but prove nothing.
    let seen = values(&rules("hex(0.3f)"), 28);
    assert_eq!(proved(&Theorem::of(&rules("hex(0.3f)")), &seen), None);
    let seen = crate::seen(Values::Wide(&seen), &Budget::default()).unwrap().unwrap();
    assert_eq!((seen.preperiod, seen.period, seen.saltus, seen.checked_to), (0, 6, 3, 27));
    // 0.FF takes 1 or 2 and leaves any number of heaps: a heap is worth its size.
    assert_eq!(check("hex(0.ff)", 64, 3).unwrap().period.saltus, 1);
}
