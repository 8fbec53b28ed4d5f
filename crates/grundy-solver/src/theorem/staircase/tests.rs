use dashu_int::UBig;

use crate::Solver;
use crate::theorem::testing::{agrees, agrees_at, method_of, sample};
use grundy_core::answer::Outcome;

const NAME: &str = "staircase";

#[test]
fn any_amount_agrees_with_search() {
    sample(60, 1, 4, 4, |heaps| agrees("staircase", heaps, NAME));
    agrees_at("staircase[]", NAME);
}

#[test]
fn bounded_amounts_agree_with_search() {
    for amounts in ["1..2", "1", "odd", "1, primes", "1, 2, 4, 5", "powers of 2"] {
        let rules = format!("move {amounts} 1 step down");
        sample(14, 1, 4, 5, |heaps| agrees(&rules, heaps, NAME));
        sample(6, 1, 2, 12, |heaps| agrees(&rules, heaps, NAME));
    }
}

#[test]
fn sums_reach_every_value() {
    for text in [
        "staircase[3, 4, 1] + nim[4]",
        "move 1..3 1 step down[5, 6] + nim[2]",
        "staircase[2, 2] + staircase[1, 5]",
        "move odd 1 step down[4, 5] + nim[1]",
    ] {
        agrees_at(text, "nim-sum");
    }
}

#[test]
fn huge_heaps_are_answered_at_once() {
    let answer = Solver::default().solve_text("staircase[10^1000, 3^2000, 7, 10^1000+6]").unwrap();
    assert_eq!((answer.outcome, answer.moves_complete), (Outcome::N, true));
    let sparse = Solver::default().solve_text("move powers of 2 1 step down[10^300, 10^300]").unwrap();
    assert!(sparse.moves_complete);
    // Any odd amount wins, and there are more of them than can be listed.
    let odd = Solver::default().solve_text("move odd 1 step down[10^1000+1, 10^1000]").unwrap();
    assert_eq!((odd.outcome, odd.moves.len(), odd.moves_complete), (Outcome::N, 1000, false));
    let divisors = Solver::default().solve_text("move divisors of 10^100 1 step down[10^99, 10^99]").unwrap();
    assert_eq!((divisors.outcome, divisors.moves_complete), (Outcome::N, false));
}

#[test]
fn a_cut_list_holds_the_first_results() {
    for text in [
        "move odd 1 step down[6, 9, 9, 4]",
        "staircase[3, 9, 9, 9, 9, 9]",
        "move 1, primes 1 step down[0, 30, 30]",
    ] {
        let all = Solver::default().solve_text(text).unwrap();
        let cut = Solver::default().list_moves(2).solve_text(text).unwrap();
        assert_eq!(cut.moves, all.moves[..2], "{text}");
        assert_eq!(cut.moves_total, Some(UBig::from(all.moves.len())), "{text}");
    }
}

#[test]
fn it_is_not_used_just_outside() {
    for text in [
        "misere staircase[3, 4]",
        "move 1, 3, 4 1 step down[5, 3]",
        "move any any steps down[2, 3]",
        "move 1..n 1 step down[2, 3]",
        "move any 1 step down or take 1[2, 3]",
        "move any 1 step down; win most[2, 3]",
    ] {
        assert_ne!(method_of(text), NAME, "{text}");
    }
}
