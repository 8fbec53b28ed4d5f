use super::*;
use crate::HeapMove;
use crate::Table;
use grundy_core::limits::Limits;
use grundy_core::notation::parse_game;

fn rules(text: &str) -> Rules {
    parse_game(text).unwrap().game.rules().unwrap().clone()
}

fn period(text: &str) -> Option<(usize, usize)> {
    let found = Periodic::new(&rules(text))?.prove(5000, &Budget::default()).unwrap()?;
    Some((found.preperiod, found.period))
}

#[test]
fn published_periods_come_out() {
    assert_eq!(period("kayles"), Some((71, 12)));
    assert_eq!(period("octal(0.07)"), Some((53, 34)));
    assert_eq!(period("octal(4.4)"), Some((72, 12)));
    assert_eq!(period("take 1, 3, 4"), Some((0, 7)));
    assert_eq!(period("take 2, 5, 7"), Some((0, 22)));
    assert_eq!(period("split into 2 heaps"), Some((1, 2)));
    assert_eq!(period("octal(0.45)"), Some((498, 20)));
    assert_eq!(period("take 6 leaving 0 heaps"), Some((7, 1)));
}

#[test]
fn rising_values_come_out() {
    let found = |text: &str| {
        let period = Periodic::new(&rules(text)).unwrap().prove(5000, &Budget::default()).unwrap().unwrap();
        (period.preperiod, period.period, period.saltus)
    };
    assert_eq!(found("take any except 1"), (0, 2, 1));
    assert_eq!(found("take any except 2"), (0, 4, 2));
    assert_eq!(found("hex(0.8)"), (1, 3, 1));
    assert_eq!(found("hex(0.c)"), (1, 2, 1));
}

/// Heaps of any size: values by the period, and moves that lead to the stated values.
#[test]
fn far_heaps_of_rising_games() {
    let budget = Budget::default();
    let ten = |e| UBig::from(10u8).pow(e);
    for text in
        ["take any except 4", "take any except 1, 3, 6", "hex(0.8)", "hex(0.c)", "hex(0.ff)", "hex(0.8b)"]
    {
        let game = Periodic::new(&rules(text)).unwrap();
        for n in [ten(30), ten(30) + UBig::ONE, ten(200) + UBig::from(7u8), ten(6) + UBig::from(2u8)] {
            let own = game.value(&n, &budget).unwrap();
            let near: Vec<UBig> = (1..40u32).map(|less| &own - UBig::from(less)).collect();
            let small = [0u32, 1, 5, 99].map(UBig::from);
            let half = [own.clone() >> 1, own.clone() >> 7];
            for target in near.into_iter().chain(small).chain(half) {
                let moves = game.moves_to(&n, &target, 5, &budget).unwrap();
                assert!(!moves.list.is_empty(), "{text}[{n}] to {target}");
                for HeapMove { taken, left } in moves.list {
                    let sum = left.iter().fold(taken.clone(), |sum, part| sum + part);
                    let value = left
                        .iter()
                        .fold(UBig::ZERO, |value, part| value ^ game.value(part, &budget).unwrap());
                    assert_eq!((sum, value), (n.clone(), target.clone()), "{text}");
                }
            }
            assert!(game.moves_to(&n, &own, 5, &budget).unwrap().list.is_empty());
        }
    }
}

/// Compares moves by the period with moves by the table, where both cover the heap.
#[test]
fn far_moves_of_rising_games_are_those_of_the_recursion() {
    let budget = Budget::default();
    for text in ["take any except 4", "take any except 1, 3, 6", "take any except 2..5, 9"] {
        let rules = rules(text);
        let (table, game) = (Table::new(&rules), Periodic::new(&rules).unwrap());
        game.prove(4000, &budget).unwrap().unwrap();
        let proof = game.proof().unwrap();
        for n in [100u32, 301, 302, 603].map(UBig::from) {
            for target in (0..250u32).map(UBig::from) {
                let mut expected = table.moves_to(&n, &target, usize::MAX, &budget).unwrap();
                expected.list.sort();
                let mut found = game.distant_moves(&n, &target, usize::MAX, &proof, &budget).unwrap();
                found.list.sort();
                assert_eq!((found.list, found.complete), (expected.list, true), "{text} {n} {target}");
            }
        }
    }
}

/// Compares values and moves of large heaps with a table that does not use periods.
#[test]
fn heaps_beyond_the_table_are_those_of_the_recursion() {
    let budget = Budget::default();
    for text in [
        "take 1, 3, 4",
        "take 2, 5 leaving 1 heap or take 3 leaving 0, 1 heaps",
        "kayles",
        "dawson",
        "octal(4.12)",
        "octal(0.26)",
        "split into 2 heaps",
        "take 3 leaving 2 heaps or take 1",
        "take 1, 3 leaving 2 unequal heaps or take 1",
        "take 1, 2 leaving 2 equal heaps or take 3",
    ] {
        let rules = rules(text);
        let table = Table::new(&rules);
        let periodic = Periodic::new(&rules).unwrap();
        let known = periodic.prove(4000, &budget).unwrap().unwrap();
        let proof = periodic.proof().unwrap();
        for n in [known.preperiod + known.period + 3, 601, 602, 1000] {
            let n = UBig::from(n);
            for target in 0..6u32 {
                let expected = table.moves_to(&n, &target.into(), usize::MAX, &budget).unwrap();
                let all = periodic.distant_moves(&n, &target.into(), usize::MAX, &proof, &budget).unwrap();
                assert_eq!((all.list, all.complete), (expected.list.clone(), true), "{text} {n} {target}");
                let splits = |list: &[HeapMove]| -> Vec<HeapMove> {
                    list.iter().filter(|m| m.left.len() == 2).cloned().collect()
                };
                let few = periodic.distant_moves(&n, &target.into(), 3, &proof, &budget).unwrap();
                assert_eq!(few.total, Some(UBig::from(expected.list.len())));
                let first = splits(&expected.list);
                assert_eq!(splits(&few.list)[..], first[..first.len().min(3)], "{text} {n} {target}");
                assert_eq!(few.complete, first.len() <= 3);
            }
            assert_eq!(periodic.value(&n, &budget).unwrap(), table.value(&n, &budget).unwrap());
        }
    }
}

#[test]
fn no_work_without_end() {
    use grundy_core::limits::Limits;
    // No period is known for 0.36; the table for 10^30 would never end.
    let limits = Limits { memory: 1 << 40, time: Some(std::time::Duration::from_millis(300)), threads: 0 };
    let game = Periodic::new(&rules("octal(0.36)")).unwrap();
    let error = game.value(&UBig::from(10u8).pow(30), &Budget::new(limits)).unwrap_err();
    assert_eq!(error.code(), "time-limit");
    // Small heaps are still answered by the table, and reported as such.
    assert_eq!(game.value(&UBig::from(8u8), &Budget::default()).unwrap(), UBig::from(3u8));
    assert_eq!(game.kind(), MethodKind::Computation);
    let limits = Limits { memory: 100_000, time: None, threads: 0 };
    let game = Periodic::new(&rules("take 999_999, 1_000_000")).unwrap();
    let error = game.value(&UBig::from(10u8).pow(9), &Budget::new(limits)).unwrap_err();
    assert_eq!(error.code(), "memory-limit");
    assert_eq!(game.value(&UBig::from(50u8), &Budget::new(limits)).unwrap(), UBig::ZERO);
}

/// Splits in three, where values only repeat: the first moves in order.
#[test]
fn splits_in_three_beyond_the_table() {
    let budget = Budget::default();
    for text in ["hex(0.b)", "hex(0.a)", "hex(0.f)", "take 1 leaving 1, 4 heaps or take 1 leaving 0, 3 heaps"]
    {
        let rules = rules(text);
        let (table, game) = (Table::new(&rules), Periodic::new(&rules).unwrap());
        game.prove(200, &budget).unwrap().unwrap_or_else(|| panic!("{text}"));
        let proof = game.proof().unwrap();
        assert_eq!(proof.period.saltus, 0);
        for n in [40u32, 41, 53].map(UBig::from) {
            for target in (0..4u32).map(UBig::from) {
                let expected = table.moves_to(&n, &target, usize::MAX, &budget).unwrap().list;
                let all = game.distant_moves(&n, &target, usize::MAX, &proof, &budget).unwrap();
                assert_eq!((&all.list, all.complete), (&expected, true), "{text} {n} {target}");
                let few = game.distant_moves(&n, &target, 4, &proof, &budget).unwrap();
                let splits = |list: &[HeapMove]| -> Vec<HeapMove> {
                    list.iter().filter(|m| m.left.len() > 1).cloned().collect()
                };
                let first = splits(&expected);
                assert_eq!(splits(&few.list)[..], first[..first.len().min(4)], "{text} {n} {target}");
            }
        }
        let far = UBig::from(10u8).pow(40);
        for target in (0..9u32).map(UBig::from) {
            let moves = game.moves_to(&far, &target, 4, &budget).unwrap();
            assert!(moves.list.is_empty() || target != game.value(&far, &budget).unwrap());
        }
    }
}

/// If the values cannot fit before a proof is possible, that is reported before they are computed.
#[test]
fn what_has_no_room_is_refused_at_once() {
    let limits = Limits { memory: 1 << 30, ..Limits::default() };
    for text in ["take 1..10^9 except 5", "take any except 2..10^9", "take 1..10^9 leaving 0, 1, 2 heaps"] {
        let periodic = Periodic::new(&rules(text)).unwrap();
        let error = periodic.value(&(UBig::ONE << 50), &Budget::new(limits)).unwrap_err();
        assert_eq!(error.code(), "memory-limit", "{text}");
        assert!(periodic.values.borrow().sequence().values().len() < 1 << 22, "{text}");
    }
}

#[test]
fn a_period_is_not_looked_for_among_splits_without_end() {
    // Heaps below 128 have 10^9 options with 21 heaps left.
    let rules = rules("take 1, 2 leaving 0, 2, 21 heaps");
    let periodic = Periodic::new(&rules).unwrap();
    let budget = Budget::default();
    let values: Vec<_> = (0..=12u8).map(|n| periodic.value(&n.into(), &budget).unwrap()).collect();
    let plain = Table::new(&rules);
    assert!((0..=12u8).all(|n| plain.value(&n.into(), &budget).unwrap() == values[usize::from(n)]));
    let spent = periodic.values.borrow().sequence().effort();
    assert!(spent < 1 << 28, "{spent}");
}
