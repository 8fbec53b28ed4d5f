//! The engine of placed pieces: agreement with mex over all options, symmetries, games with known values.

use std::collections::HashMap;

use dashu_int::UBig;

use crate::board::{Board, Ruleset, Standing};
use crate::limits::{Budget, Limits};
use crate::notation::parse_game;

fn board(rules: &str) -> Board {
    parse_game(rules).unwrap().game.board().unwrap().clone()
}

/// The mex.
fn least_without(values: &[u32]) -> u32 {
    let mut value = 0;
    while values.contains(&value) {
        value += 1;
    }
    value
}

/// The value by the definition, from the listed options alone.
fn mex(ruleset: &dyn Ruleset, position: Vec<UBig>, known: &mut HashMap<Vec<UBig>, u32>) -> u32 {
    if let Some(value) = known.get(&position) {
        return *value;
    }
    let mut options = Vec::new();
    ruleset
        .for_each_option(&position, &Budget::default(), &mut |option| {
            options.push(option);
            Ok(())
        })
        .unwrap();
    let values: Vec<u32> = options.into_iter().map(|option| mex(ruleset, option, known)).collect();
    let value = least_without(&values);
    known.insert(position, value);
    value
}

fn value(board: &Board, position: &[UBig]) -> u32 {
    match board.ruleset().standing(position, &Budget::default()).unwrap() {
        Some(Standing::Value(value)) => u32::try_from(value).unwrap(),
        other => panic!("{board}{position:?}: {other:?}"),
    }
}

/// Compares value, and the options with each value, of a position and of all it can become.
fn compare(board: &Board, position: &[u64]) -> usize {
    let ruleset = board.ruleset();
    let position = ruleset.canonical(super::super::wide(position));
    let mut known = HashMap::new();
    mex(&*ruleset, position, &mut known);
    for (position, expected) in &known {
        assert_eq!(value(board, position), *expected, "{board}{position:?}");
        let mut to_zero: Vec<_> = Vec::new();
        ruleset
            .for_each_option(position, &Budget::default(), &mut |option| {
                if known[&option] == 0 {
                    to_zero.push(option);
                }
                Ok(())
            })
            .unwrap();
        let zero = Standing::Value(UBig::ZERO);
        let found = ruleset.options_to(position, &zero, usize::MAX, &Budget::default()).unwrap();
        let sorted = |mut list: Vec<Vec<UBig>>| {
            list.sort();
            list
        };
        assert!(found.complete);
        assert_eq!(sorted(found.list), sorted(to_zero), "{board}{position:?}");
    }
    known.len()
}

#[test]
fn pieces_on_squares_agree_with_mex() {
    let mut count = 0;
    for (piece, rows, columns) in [
        ("1 by 2", 3, 4),
        ("1 by 2", 2, 6),
        ("1 by 3", 3, 5),
        ("2 by 2", 4, 5),
        ("1 by 1", 2, 3),
        ("2 by 3", 4, 5),
        ("1 by 4", 1, 14),
    ] {
        count += compare(&board(&format!("place a {piece} piece on {rows} by {columns} squares")), &[]);
    }
    // A board that is not a rectangle.
    count += compare(&board("cram(4, 4)"), &[1, 1, 2, 2, 4, 3]);
    assert!(count > 1000, "{count}");
}

#[test]
fn graphs_agree_with_mex() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut count = 0;
    let cases = if std::env::var_os("GRUNDY_THOROUGH").is_some() { 200 } else { 70 };
    for _ in 0..cases {
        let edges: Vec<u64> = (0..2 * random.usize(1..12)).map(|_| random.u64(0..8)).collect();
        for rules in ["nodekayles", "arckayles", "remove a connected set of vertices"] {
            count += compare(&board(rules), &edges);
        }
    }
    assert!(count > 15 * cases, "{count}");
}

/// Value and winning options do not depend on the number of threads.
#[test]
fn threads_agree_with_mex() {
    let mut random = fastrand::Rng::with_seed(32);
    let mut cases: Vec<(String, Vec<u64>)> = ["cram(4, 4)", "place a 1 by 3 piece on 4 by 5 squares"]
        .map(|rules| (rules.to_owned(), vec![]))
        .into();
    for rules in ["nodekayles", "arckayles", "remove a connected set of vertices"] {
        let mut edges = || (0..22).map(|_| random.u64(0..10)).collect();
        cases.extend((0..4).map(|_| (rules.to_owned(), edges())));
    }
    for (rules, position) in cases {
        let board = board(&rules);
        let mut known = HashMap::new();
        let position = board.ruleset().canonical(super::super::wide(&position));
        let truth = mex(&*board.ruleset(), position.clone(), &mut known);
        let answers = [1, 2, 5].map(|threads| {
            let budget = Budget::new(Limits { threads, ..Limits::default() });
            let ruleset = board.ruleset();
            assert_eq!(
                ruleset.standing(&position, &budget).unwrap(),
                Some(Standing::Value(truth.into())),
                "{board}{position:?} {threads}"
            );
            let zero = Standing::Value(UBig::ZERO);
            let list = ruleset.options_to(&position, &zero, usize::MAX, &budget).unwrap().list;
            assert!(list.iter().all(|option| known[option] == 0));
            list
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{board}{position:?}");
    }
}

/// Games on a path are octal games: dominoes in a row are 0.07, and vertices with their neighbours are 0.137.
#[test]
fn rows_are_octal_games() {
    let octal = |digits: &[u32], size: usize| {
        let mut values = vec![0u32; size + 1];
        for n in 1..=size {
            let mut found = Vec::new();
            for (take, digit) in (1..).zip(digits).take_while(|(take, _)| *take <= n) {
                let left = n - take;
                if (digit & 1 == 1 && left == 0) || (digit & 2 == 2 && left > 0) {
                    found.push(values[left]);
                }
                if digit & 4 == 4 {
                    found.extend((1..left).map(|part| values[part] ^ values[left - part]));
                }
            }
            values[n] = least_without(&found);
        }
        values
    };
    let dominoes = octal(&[0, 7], 128);
    for n in [1, 2, 15, 34, 77, 128] {
        assert_eq!(value(&board(&format!("cram(1, {n})")), &[]), dominoes[n], "{n}");
        assert_eq!(value(&board(&format!("cram({n}, 1)")), &[]), dominoes[n], "{n}");
    }
    let any = octal(&[7; 20], 20);
    for n in [2, 7, 13, 20] {
        let path: Vec<UBig> = (1..n).flat_map(|vertex| [vertex, vertex + 1]).map(UBig::from).collect();
        assert_eq!(value(&board("remove a connected set of vertices"), &path), any[n], "{n}");
    }
    let chess = octal(&[1, 3, 7], 60);
    for n in [2, 9, 34, 60] {
        let path: Vec<UBig> = (1..n).flat_map(|vertex| [vertex, vertex + 1]).map(UBig::from).collect();
        assert_eq!(value(&board("nodekayles"), &path), chess[n], "{n}");
        assert_eq!(value(&board("arckayles"), &path), dominoes[n], "{n}");
    }
}

#[test]
fn sizes_are_checked() {
    let refused = |rules: &str| parse_game(rules).unwrap_err().code().to_owned();
    assert_eq!(refused("cram(12, 11)"), "board-squares");
    assert_eq!(refused("cram(2^40, 2^40)"), "board-squares");
    assert_eq!(refused("cram(0, 5)"), "zero-amount");
    let outside = |rules: &str, position: &[u64]| {
        board(rules).ruleset().check(&super::super::wide(position)).unwrap_err().code().to_owned()
    };
    assert_eq!(outside("cram(3, 4)", &[4, 1]), "square-outside");
    assert_eq!(outside("cram(3, 4)", &[0, 1]), "square-outside");
    assert_eq!(outside("nodekayles", &(0..130).collect::<Vec<_>>()), "graph-vertices");
    assert_eq!(outside("arckayles", &[1]), "pairs-odd");
}
