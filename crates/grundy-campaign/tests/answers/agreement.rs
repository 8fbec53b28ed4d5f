//! The solver against plain search: a short campaign, and positions of earlier bugs.

use std::time::Duration;

use grundy_campaign::case::{Scope, check};
use grundy_campaign::generator::Random;
use grundy_campaign::run::{Plan, Tally, run};
use grundy_campaign::solvers::Solvers;
use grundy_campaign::steps::Rechecked;
use grundy_solver::error::ErrorKind;
use grundy_solver::limits::Limits;
use grundy_solver::{Outcome, Solver};

fn walk(cases: u64, seed: u64) -> Tally {
    let tally = run(&Plan { cases, seed, state: None, time: None, only: None }, &|_| {}).unwrap();
    assert!(tally.failures.is_empty(), "disagreements:\n{}", tally.failures.join("\n"));
    tally
}

#[test]
fn solver_and_plain_search_agree() {
    let tally = walk(if std::env::var_os("GRUNDY_THOROUGH").is_some() { 200_000 } else { 15_000 }, 101);
    println!("{tally:?}");
    assert!(tally.games > tally.rounds / 4, "too few rounds are legal and small: {tally:?}");
    assert!(tally.methods.len() > 12, "too few methods are hit: {:?}", tally.methods);
    assert!(tally.steps.len() > 15, "too few steps are worked out again: {:?}", tally.steps);
    let whole = |what: &str| tally.whole.get(what).copied().unwrap_or(0);
    for what in ["cells of tables", "values of heaps", "rules"] {
        assert!(whole(what) > 2, "too few {what}: {:?}", tally.whole);
    }
    assert!(tally.methods.contains_key("own"), "no graph and no script: {:?}", tally.methods);
}

/// Few rounds of a short campaign are about a whole game with a period, so rules with one heap are added.
#[test]
fn periods_agree() {
    let (mut random, solvers) = (Random::new(1), Solvers::default());
    let mut periods = 0;
    for _ in 0..6 {
        let text = format!("take {}, {}[4]", 1 + random.below(4), 5 + random.below(4));
        let checked = check(&text, Scope::Game, &solvers, &mut Rechecked::default()).unwrap();
        let counts = checked.map(|compared| compared.whole.counts()).unwrap_or_default();
        periods += counts.iter().find(|(what, _)| *what == "proved periods").map_or(0, |(_, count)| *count);
    }
    assert!(periods > 2, "too few proved periods: {periods}");
}

/// Every form of a move that makes heaps into others, alone and together, under both conventions, and compared with the
/// second reading.
#[test]
fn moves_that_make_heaps_into_others_agree() {
    let rules = [
        "replace a heap by 0, 1, 2 heaps of 1..n-1",
        "replace a heap of even by 3 equal heaps of n/2",
        "replace a heap of 2..max by 1, 2 unequal heaps of n-1, min",
        "divide a heap of 3.. into 2.. nearly equal heaps",
        "divide a heap into odd nearly equal heaps or take 2",
        "divide all heaps by primes",
        "divide all heaps by 2.. or take 1",
        "merge 2 heaps",
        "take 1 or merge 2 heaps",
        "take 1..2*last or merge 3 heaps; first 1",
        "take any spreading the rest",
        "take 1..last spreading the rest; first 1..2",
        "take 1, 2 spreading the rest; win most",
        "take 2 spreading the rest or take 1",
        "take maxdigit(n), mindigit(n) or take digitsum(n) from 2 heaps",
        "move any to a lower heap at distance odd",
        "move any to a lower heap with sum multiples of 3 except even",
        "move 1, 3 to a lower heap at distance 1, 2 with sum 3..6",
        "move 1 to a lower heap at distance 2 or take 1",
        "move 1..last to a lower heap at distance 1; first 1",
    ];
    let solvers = Solvers::default();
    let mut read_twice = 0;
    for rules in rules {
        for heaps in ["3", "2, 1", "1, 0, 2", "4, 2", "1, 2, 2"] {
            for text in [
                format!("{rules}[{heaps}]"),
                format!("misere {rules}[{heaps}]"),
                format!("{rules}[{heaps}] + {rules}[1, 1]"),
            ] {
                // Long searches, and the long search for a quotient of independent heaps, are skipped.
                let heapwise =
                    text.starts_with("misere replace a heap") || text.starts_with("misere divide a heap");
                if heapwise {
                    continue;
                }
                if heaps.len() > 4 && (text.contains(" + ") || text.contains("replace a heap by 0")) {
                    continue;
                }
                let checked = check(&text, Scope::Position, &solvers, &mut Rechecked::default());
                let checked = checked.unwrap_or_else(|why| panic!("{text}: {why}"));
                read_twice += u64::from(checked.is_some_and(|checked| checked.read_twice));
            }
        }
    }
    assert!(read_twice > 150, "{read_twice}");
}

/// Checks a position of an earlier bug, given as text.
fn agrees(text: &str) {
    agrees_within(text, Scope::Game);
}

fn agrees_within(text: &str, scope: Scope) {
    let checked = check(text, scope, &Solvers::default(), &mut Rechecked::default());
    assert!(checked.unwrap_or_else(|why| panic!("{text}: {why}")).is_some());
}

#[test]
fn a_split_into_three_is_found_by_its_heaps() {
    // Tables of these games take minutes, and were not affected by the bug.
    for text in [
        "hex(0.80)[4]",
        "hex(0.b7)[9]",
        "take 2, 1 from max heap leaving 3 unequal heaps[9]",
        "take 1 from up to 2 heaps freely leaving 3 heaps[5, 4]",
        "discard 1 heap then split into 3 heaps[4, 5]",
    ] {
        agrees_within(text, Scope::Position);
    }
}

/// Two parts of one game: taking from either can leave the same heaps "in take any", so a step may mean any of those
/// moves. (From the campaign, where the first of them was taken for the one meant.)
#[test]
fn a_result_that_two_parts_can_have_is_told_of_either() {
    agrees("discard 1 heap then take 4[4, 4] + take multiples of 1[5, 0] + take multiples of 1[1, 4]");
    agrees("some(take any[1], take any[5] + take any; heaps in order[5]) + take any; heaps in order[14]");
}

/// The fast method for tables ends when the set turns out to have too many amounts; the method that continues
/// from its values must reserve memory for them.
#[test]
fn tables_go_on_where_there_are_too_many_amounts_for_the_faster_way() {
    let solver = Solver::default();
    for heap in [100u32, 600, 1500, 3000] {
        let text = format!("take 1..10^9 except 5[{heap}]");
        assert!(solver.solve_text(&text).unwrap().value.is_some(), "{text}");
    }
    // The same values by definition, from small to large.
    agrees("take 1..10^9 except 5[40]");
}

/// A position whose nesting is as deep as its number of heaps is rejected before the stack overflows.
#[test]
fn very_many_heaps_at_once_are_refused_or_answered() {
    let solver = || Solver::new(Limits { memory: 1 << 28, time: Some(Duration::from_secs(2)), threads: 0 });
    let fives = vec!["5"; 5000].join(", ");
    let nims = vec!["nim[3]"; 5000].join(", ");
    for text in [
        format!("take 1 from 1000 heaps[{fives}]"),
        format!("take 1 from 1000 heaps freely[{fives}]"),
        format!("take 1 from all heaps leaving 2 heaps[{fives}]"),
        format!("discard 1000 heaps then take 1[{fives}]"),
        format!("all({nims})"),
        "split into 1000000 heaps[2000000]".into(),
        "misere split into 100000 heaps[200000]".into(),
    ] {
        let error = solver().solve_text(&text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit, "{} in {text:.60}", error.code());
    }
    let few = vec!["1"; 5000].join(", ");
    let answer = solver().solve_text(&format!("take 1 from all heaps[{few}]")).unwrap();
    assert_eq!(answer.outcome, Outcome::N);
}

#[test]
fn sparse_amounts_are_listed_at_any_size() {
    let answer = Solver::default().list_moves(2000).solve_text("take powers of 2[10^1000]").unwrap();
    assert_eq!(answer.outcome, Outcome::N);
    // 10^1000 is 1 modulo 3, and so is 4^k: 4^0 to 4^1660 fit.
    assert!(answer.moves_complete);
    assert_eq!(answer.moves_total, Some(1661u32.into()));
}

#[test]
#[ignore = "minutes; `cargo xtask check-facts` runs it"]
fn solver_and_plain_search_agree_ten_million_times() {
    let tally = walk(std::env::var("GRUNDY_CASES").map_or(10_000_000, |n| n.parse().unwrap()), 2);
    println!("{tally:?}");
}
