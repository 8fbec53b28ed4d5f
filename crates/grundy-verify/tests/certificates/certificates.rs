//! Certificates made by a tiny generator are accepted, and the values behave as the theorems say.

use crate::common::{Found, Move, any_except, certificate, code, find, kayles, refused, rule, take, values};
use grundy_verify::{Hint, Parts, Rule};
use proptest::prelude::*;

/// The last heap that `guy-smith` needs, for parts of any kind; values that grow prove nothing.
fn pairs(k: usize) -> impl Fn(Found) -> usize {
    move |(p, s, saltus)| if saltus == 0 { 2 * s.max(1) + 2 * p + k - 1 } else { usize::MAX / 2 }
}

fn window(k: usize) -> impl Fn(Found) -> usize {
    move |(p, s, saltus)| if saltus == 0 { s + p + k } else { usize::MAX }
}

/// Checks that a certificate of the moves holds, and that the values follow it up to the heap `far`.
fn holds(moves: &[Move], theorem: &str, far: usize, needed: impl Fn(Found) -> usize) -> Option<Found> {
    let values = values(moves, far);
    // The period is searched for where it can just be proved.
    let mut length = 8;
    let (found, bound) = loop {
        let found = find(&values[..length.min(far)], &needed);
        if found.is_some() || length >= far {
            break found?;
        }
        length += length / 8;
    };
    let (p, s, saltus) = found;
    for n in s + p..far {
        assert_eq!(values[n], values[n - p] + saltus, "G({n}) of {moves:?} with {found:?}");
    }
    let made = certificate(rule(moves), &values, found, theorem, bound);
    assert_eq!(refused(&made), None, "{made:?}");
    let mut later = certificate(rule(moves), &values, found, theorem, bound + 1);
    assert_eq!(refused(&later), None, "{later:?}");
    later.claim.bound = bound as u64 - 1;
    assert_eq!(refused(&later), Some("bound"), "{later:?}");
    Some(found)
}

#[test]
fn games_with_known_periods() {
    assert_eq!(refused(&kayles()), None);
    // Kayles, Dawson's Kayles, Dawson's chess and others: R. K. Guy and C. A. B. Smith 1956.
    for (digits, expected) in [
        (&[0, 7, 7][..], (12, 71, 0)),
        (&[0, 0, 7], (34, 53, 0)),
        (&[0, 1, 3, 7], (34, 52, 0)),
        (&[0, 1, 5], (10, 1, 0)),
        (&[0, 4], (34, 54, 0)),
        (&[0, 1, 7], (34, 33, 0)),
        (&[0, 3, 3], (3, 0, 0)),
    ] {
        let k = digits.len() - 1;
        assert_eq!(holds(&code(digits), "guy-smith", 400, pairs(k)), Some(expected), "{digits:?}");
        let bound = pairs(k)(expected);
        let all = values(&code(digits), bound + 1);
        let made = certificate(Rule::octal(digits.to_vec()), &all, expected, "guy-smith", bound);
        assert_eq!(refused(&made), None, "{digits:?}");
    }
}

#[test]
fn subtraction_games() {
    let one = |amounts: &[u64]| [take(amounts, &[0, 1], Parts::Any)];
    assert_eq!(holds(&one(&[1, 3, 4]), "window", 200, window(4)), Some((7, 0, 0)));
    assert_eq!(holds(&one(&[2, 5, 7]), "window", 300, window(7)), Some((22, 0, 0)));
    assert_eq!(holds(&one(&[1, 3, 4]), "guy-smith", 200, pairs(4)), Some((7, 0, 0)));
    // All but the whole heap, only the whole heap, and nothing at all.
    holds(&[take(&[2, 3, 6], &[1], Parts::Any)], "window", 300, window(6)).unwrap();
    assert_eq!(holds(&[take(&[3], &[0], Parts::Any)], "window", 100, window(3)), Some((1, 4, 0)));
    holds(&[take(&[1, 2], &[1], Parts::Any), any_except(&[], &[0])], "window", 100, window(2)).unwrap();
}

#[test]
fn all_amounts_but_some() {
    let needed = |w: usize| move |(p, s, _): Found| s + p + 2 * w;
    assert_eq!(holds(&[any_except(&[], &[0, 1])], "all-but", 50, needed(0)), Some((1, 0, 1)));
    let found = holds(&[any_except(&[3, 5], &[0, 1])], "all-but", 400, needed(5)).unwrap();
    assert!(found.2 > 0, "{found:?}");
    // If a whole heap cannot be taken, the first heaps do not count.
    let needed = |(p, s, _): Found| s.max(6) + p + 8;
    holds(&[any_except(&[2, 4], &[1])], "all-but", 400, needed).unwrap();
}

#[test]
fn three_heaps() {
    for (digits, expected) in
        [(&[0, 0xa][..], true), (&[0, 0xb], true), (&[0, 0xd], true), (&[0, 8], false), (&[8, 1, 9], false)]
    {
        let k = digits.len() - 1;
        let needed = |(p, s, saltus): Found| {
            if saltus == 0 { 3 * s.max(1) + 3 * p + k - 1 } else { usize::MAX }
        };
        let found = holds(&code(digits), "guy-smith", 120, needed);
        assert_eq!(found.is_some(), expected, "{digits:?}");
        let Some(found) = found else { continue };
        let all = values(&code(digits), 120);
        let made = certificate(Rule::hex(digits.to_vec()), &all, found, "guy-smith", needed(found));
        assert_eq!(refused(&made), None, "{digits:?} {found:?}");
    }
}

#[test]
fn a_theorem_is_about_some_games_only() {
    let all = values(&code(&[0, 3]), 60);
    let refuse = |moves: &[Move], theorem: &str| {
        refused(&certificate(rule(moves), &all, (2, 0, 0), theorem, 50)).expect("it does not fit")
    };
    let (splits, except) = (take(&[1], &[2], Parts::Any), any_except(&[3], &[0, 1]));
    assert_eq!(refuse(std::slice::from_ref(&splits), "window"), "window-splits");
    assert_eq!(refuse(std::slice::from_ref(&except), "window"), "unbounded");
    assert_eq!(refuse(std::slice::from_ref(&except), "guy-smith"), "unbounded");
    assert_eq!(refuse(&[except.clone(), splits.clone()], "all-but"), "not-all-but");
    assert_eq!(refuse(&[any_except(&[3], &[2])], "guy-smith"), "unbounded");
    assert_eq!(refuse(&[any_except(&[3], &[0])], "all-but"), "not-all-but");
    assert_eq!(refuse(&[splits], "all-but"), "not-all-but");
    assert_eq!(refuse(&[except], "arithmetic"), "theorem-unknown");
}

#[test]
fn a_hint_changes_nothing_but_the_way() {
    for (mask, parity) in [(5, false), (5, true), (0, false), (u16::MAX, true)] {
        let mut made = kayles();
        made.hint = Some(Hint { mask, parity });
        assert_eq!(refused(&made), None, "{mask} {parity}");
        made.claim.preperiod = 70;
        assert_eq!(refused(&made), Some("repetition"));
    }
    // And where nothing is split it is not used.
    let all = values(&[take(&[1, 2], &[0, 1], Parts::Any)], 20);
    let mut made = certificate(rule(&[take(&[1, 2], &[0, 1], Parts::Any)]), &all, (3, 0, 0), "window", 5);
    made.hint = Some(Hint { mask: 3, parity: true });
    assert_eq!(refused(&made), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn octal_codes(first in prop_oneof![Just(0u8), Just(4)], rest in prop::collection::vec(0u8..8, 1..4)) {
        let digits = [&[first], rest.as_slice()].concat();
        let k = digits.iter().rposition(|d| *d > 0).unwrap_or(0);
        holds(&code(&digits), "guy-smith", 300, pairs(k));
    }

    #[test]
    fn unequal_and_equal_parts(kinds in prop::collection::vec((0u64..5, 0usize..3), 1..4)) {
        let parts = [Parts::Any, Parts::Unequal, Parts::Equal];
        let moves: Vec<Move> = kinds.iter().map(|&(k, kind)| take(&[k], &[2], parts[kind])).collect();
        let k = usize::try_from(kinds.iter().map(|kind| kind.0).max().unwrap()).unwrap();
        let only = |kind, other| kinds.iter().any(|&(k, is)| {
            is == kind && !kinds.contains(&(k, other)) && !kinds.contains(&(k, 0))
        });
        let (unequal, equal) = (only(1, 2), only(2, 1));
        let needed = move |(p, s, saltus): Found| {
            let p = if equal && p % 2 == 1 { 2 * p } else { p };
            pairs(k)((p, s, saltus)) + if unequal { p } else { 0 }
        };
        holds(&moves, "guy-smith", 300, needed);
    }

    #[test]
    fn subtraction_sets(
        both in prop::collection::btree_set(1u64..12, 1..4),
        some in prop::collection::btree_set(1u64..12, 0..3),
        leave in 0u8..2,
    ) {
        let moves = [
            take(&both.iter().copied().collect::<Vec<_>>(), &[0, 1], Parts::Any),
            take(&some.iter().copied().collect::<Vec<_>>(), &[leave], Parts::Any),
        ];
        let k = usize::try_from(*both.last().max(some.last()).unwrap()).unwrap();
        holds(&moves, "window", 400, window(k));
    }

    #[test]
    fn all_but_random_sets(
        excluded in prop::collection::btree_set(1u64..8, 0..4),
        some in prop::collection::btree_set(1u64..8, 0..3),
        leave in 0u8..2,
        whole: bool,
    ) {
        let list = |set: &std::collections::BTreeSet<u64>| set.iter().copied().collect::<Vec<_>>();
        let all: &[u8] = if whole { &[0, 1] } else { &[1] };
        let moves = [any_except(&list(&excluded), all), take(&list(&some), &[leave], Parts::Any)];
        // The last amount that behaves differently from the larger ones.
        let w = (1..8).filter(|k| {
            let (out, also) = (excluded.contains(k), some.contains(k));
            if out { !also || whole || leave == 0 } else { also && leave == 0 && !whole }
        }).max();
        let w = usize::try_from(w.unwrap_or(0)).unwrap();
        let needed = move |(p, s, _): Found| if whole { s } else { s.max(w + 2) } + p + 2 * w;
        let found = holds(&moves, "all-but", 600, needed);
        prop_assert!(found.is_some_and(|(_, _, saltus)| saltus > 0), "{found:?}");
    }
}
