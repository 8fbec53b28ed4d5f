use crate::Solver;
use crate::theorem::testing::{Random, agrees_at, method_of};
use grundy_core::answer::{Doing, Outcome};
use grundy_core::error::ErrorKind;

const NAME: &str = "take-away";

const LIMITS: [&str; 16] = [
    "2*last",
    "last",
    "3*last",
    "last+1",
    "2*last-1",
    "last-1",
    "last/2",
    "last^2",
    "root(last)",
    "2^last",
    "3",
    "1",
    "10",
    "3*last/2",
    "root(last-3)",
    "4*(last/2)",
];

#[test]
fn every_limit_agrees_with_search_at_the_start() {
    let firsts =
        ["1..n-1", "any", "odd", "1..3", "2..n/2", "any except 1..4", "multiples of 4", "7, 9, primes"];
    let mut random = Random::new(5);
    for limit in LIMITS {
        for first in firsts {
            for _ in 0..5 {
                let n = random.below(34);
                agrees_at(&format!("take 1..{limit}; first {first}[{n}]"), NAME);
            }
        }
    }
}

#[test]
fn every_limit_agrees_with_search_in_the_middle() {
    let mut random = Random::new(6);
    for limit in LIMITS {
        for _ in 0..16 {
            let (n, last) = (random.below(45), random.below(20));
            agrees_at(&format!("take 1..{limit}; first any[{n}; last {last}]"), NAME);
        }
    }
}

#[test]
fn small_heaps_and_empty_ones_agree_with_search() {
    for text in [
        "fibonacci[0]",
        "fibonacci[1]",
        "fibonacci[2]",
        "fibonacci[]",
        "fibonacci[0, 12]",
        "take 1..2*last; first 1..min[0, 6]",
        "take 1..2*last; first 1..max/3[9, 0]",
        "fibonacci[12; last 4]",
    ] {
        agrees_at(text, NAME);
    }
}

#[test]
fn a_tail_that_frees_too_much_does_not_win() {
    // 12 = 8 + 3 + 1: taking 1 wins, taking 4 allows 8 at once.
    let answer = Solver::default().solve_text("fibonacci[12; last 6]").unwrap();
    assert_eq!(answer.moves.len(), 2, "1 and everything");
}

#[test]
fn huge_heaps_are_answered_at_once() {
    let answer = Solver::default().solve_text("fibonacci[10^1000]").unwrap();
    assert_eq!((answer.method.name, answer.outcome), (NAME, Outcome::N));
    // Each Zeckendorf part but the greatest ends a tail; some of the tails win.
    assert!(answer.moves_total.is_some_and(|total| total > dashu_int::UBig::from(500u16)));
    let smooth = "take 1..last; first 1..n-1[2^4000]";
    assert_eq!(Solver::default().solve_text(smooth).unwrap().outcome, Outcome::P);
    // A thousand million key numbers, in fewer runs of equal distance.
    let square = Solver::default().solve_text("take 1..last^2; first 1..n-1[10^18]").unwrap();
    assert_eq!(square.method.name, NAME);
}

#[test]
fn an_ended_sequence_counts_its_winning_takes_exactly() {
    // The key numbers end with 4, so 4i + 2 stones leave a multiple of 4.
    let answer = Solver::default().list_moves(3).solve_text("take 1..3; first any[10^1000+2]").unwrap();
    let total = answer.moves_total.unwrap();
    assert_eq!(total, dashu_int::UBig::from(10u8).pow(1000) / 4u8 + dashu_int::UBig::ONE);
    let left: Vec<String> = answer.moves.iter().map(|m| m.played[0].to[0].to_string()).collect();
    assert_eq!(left, ["0", "4", "8"]);
    assert!(matches!(&answer.moves[0].played[0].doing, Doing::Take(_)));
}

#[test]
fn what_cannot_fit_is_refused_before_it_is_begun() {
    for text in [
        "take 1..10^6*last; first 1..n-1[10^1000]",
        "take 1..last^2; first 1..n-1[10^1000]",
        "fibonacci[10^1000000]",
    ] {
        let error = Solver::default().solve_text(text).unwrap_err();
        assert_eq!((error.kind(), error.code()), (ErrorKind::Limit, "memory-limit"), "{text}");
    }
    // A constant limit has few runs however large it is.
    assert_eq!(method_of("take 1..10^900; first 1..10[10^1000]"), NAME);
}

#[test]
fn it_is_not_used_just_outside() {
    for text in [
        "misere fibonacci[9]",
        "fibonacci[4, 5]",
        "take 1..9-last; first any[9]",
        "take 1..9*0^(last-1); first any[9]",
        "take 1..2*last+n; first any[9]",
        "take 2..2*last; first any[9]",
        "take 1..2*last leaving 0, 1, 2 heaps; first any[5]",
        "take 1..2*last; first any; heaps in order[9]",
    ] {
        assert_ne!(method_of(text), NAME, "{text}");
    }
}
