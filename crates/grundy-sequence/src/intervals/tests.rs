//! Intervals compared with tables, and with the definition.

use super::*;
use crate::{HeapFunction, HeapOptions, Table};
use grundy_core::notation::parse_game;

const RULES: [&str; 16] = [
    "take n/2..n",
    "take n/3..n/2",
    "take root(n)..",
    "take root(n)..n/5",
    "take n/2..",
    "take n/2, n/3",
    "take 1..n/2",
    "take 3..7",
    "take 3..",
    "take 2..5 leaving 0 heaps or take 1",
    "take 2..n/3 leaving 1 heap",
    "take n/2 + 1..n/2",
    "take n/4..n/4 + 10, 100..",
    "take 5, 9..20",
    "take (n+1)/2..n-3",
    "take 1, n leaving 0 heaps or take n/2..n leaving 1 heap",
];

fn rules(text: &str) -> Rules {
    parse_game(text).unwrap().game.rules().unwrap().clone()
}

#[test]
fn values_and_moves_are_those_of_the_table() {
    let budget = Budget::default();
    for text in RULES {
        let rules = rules(text);
        let table = Table::new(&rules);
        // In one step, and extended step by step.
        for steps in [vec![600_u32], (0..600).step_by(7).collect()] {
            let mut intervals = Intervals::of(&rules, Convention::Value).expect(text);
            for to in steps {
                assert!(intervals.reach(&UBig::from(to), &budget).unwrap());
            }
            for n in (0..590_u32).map(UBig::from) {
                let value = table.value(&n, &budget).unwrap();
                assert_eq!(UBig::from(intervals.at(&n)), value, "{text} {n}");
            }
        }
        let mut intervals = Intervals::of(&rules, Convention::Value).unwrap();
        intervals.reach(&UBig::from(200_u8), &budget).unwrap();
        for n in (0..120_u32).map(UBig::from) {
            for target in 0..12 {
                let found = intervals.moves_to(&n, target, usize::MAX, &budget).unwrap();
                let mut known = table.moves_to(&n, &target.into(), 0, &budget).unwrap().list;
                known.dedup();
                assert_eq!(found.list, known, "{text} {n} {target}");
                assert_eq!((found.total, found.complete), (Some(known.len().into()), true));
                let some = intervals.moves_to(&n, target, 2, &budget).unwrap();
                assert_eq!(some.list, known[..known.len().min(2)], "{text} {n} {target}");
                assert_eq!((some.total, some.complete), (Some(known.len().into()), known.len() <= 2));
            }
        }
    }
}

#[test]
fn misere_outcomes_are_those_of_the_definition() {
    let budget = Budget::default();
    for text in RULES {
        let rules = rules(text);
        let mut intervals = Intervals::of(&rules, Convention::Misere).unwrap();
        intervals.reach(&UBig::from(400_u32), &budget).unwrap();
        let mut options = HeapOptions::new(&rules);
        options.extend(401, &budget).unwrap();
        let mut won: Vec<bool> = Vec::new();
        for n in 0..400 {
            let (mut any, mut lost) = (false, false);
            options
                .each_option(n, &budget, &mut |_, parts| {
                    any = true;
                    lost |= !won[parts.first().copied().unwrap_or(0)];
                    Ok(())
                })
                .unwrap();
            won.push(!any || lost);
            assert_eq!(intervals.at(&UBig::from(n)), u32::from(won[n]), "{text} {n}");
        }
    }
}

#[test]
fn few_intervals_reach_far_and_many_are_given_up() {
    let budget = Budget::default();
    let far = UBig::from(10_u8).pow(40);
    for text in ["take n/2..n", "take n/3..n/2", "take n/2.."] {
        let mut intervals = Intervals::of(&rules(text), Convention::Value).unwrap();
        assert!(intervals.reach(&far, &budget).unwrap());
        assert!(intervals.starts.len() < 1000, "{text} {}", intervals.starts.len());
    }
    let mut intervals = Intervals::of(&rules("take 1..n/2"), Convention::Value).unwrap();
    assert!(!intervals.reach(&far, &budget).unwrap());
    assert!(Intervals::of(&rules("take squares"), Convention::Value).is_none());
    assert!(Intervals::of(&rules("take n/2 leaving 2 heaps"), Convention::Value).is_none());
    assert!(Intervals::of(&rules("take 2*n/3 + n/2.."), Convention::Value).is_none());
}
