use dashu_int::UBig;

use crate::Solver;
use crate::theorem::testing::{agrees, agrees_at, method_of, sample};
use grundy_core::answer::Outcome;

const TWO: &str = "delete-nim";
const THREE: &str = "equal-twos";

#[test]
fn words_leave_a_single_heap() {
    use super::{Kernel, Pair};

    assert_eq!([&[5][..], &[0, 5], &[1, 2, 3]].map(|heaps| Pair.value(heaps)), [None; 3]);
    assert_eq!([&[][..], &[0, 0], &[4, 0, 3]].map(|heaps| Pair.value(heaps)), [Some(0), Some(0), Some(2)]);
}

#[test]
fn two_heaps_agree_with_search() {
    // Empty heaps are dropped, and a single heap is refused: no move could ever apply to it.
    sample(60, 2, 2, 23, |heaps| agrees("matches", &[heaps[0] + 1, heaps[1] + 1], TWO));
    for text in ["matches[16, 16]", "matches[0, 0]", "matches[]", "matches[1, 1]"] {
        agrees_at(text, TWO);
    }
}

#[test]
fn three_heaps_agree_with_search() {
    let name = |heaps: &[u64]| if heaps.contains(&0) { TWO } else { THREE };
    sample(40, 3, 3, 14, |heaps| {
        let heaps = [heaps[0], heaps[1] + 1, heaps[2] + 1];
        agrees("matches", &heaps, name(&heaps));
    });
    for heaps in [[8, 8, 8], [4, 8, 12], [2, 8, 8], [4, 4, 16], [3, 6, 12]] {
        agrees("matches", &heaps, THREE);
    }
}

#[test]
fn sums_reach_every_value() {
    for text in [
        "matches[8, 8] + nim[2]",
        "matches[7, 12] + nim[1]",
        "matches[16, 11] + matches[5, 8]",
        "matches[8, 12] + nim[4]",
        "matches[3, 4, 6] + nim[2]",
        "matches[12, 12] + nim[10^100]",
    ] {
        if text.contains("10^") {
            assert_eq!(Solver::default().solve_text(text).unwrap().outcome, Outcome::N);
        } else {
            agrees_at(text, "nim-sum");
        }
    }
}

#[test]
fn an_ended_game_adds_nothing_to_a_sum() {
    let answer = Solver::default().solve_text("matches[] + nim[3]").unwrap();
    assert_eq!((answer.moves.len(), answer.moves_complete), (1, true));
    assert_eq!(answer.moves_total, Some(UBig::ONE));
}

#[test]
fn huge_heaps_are_answered_at_once_with_the_exact_total() {
    let answer = Solver::default().solve_text("matches[10^9, 10^9+1, 10^9+3]").unwrap();
    assert_eq!((answer.outcome, answer.moves.len()), (Outcome::N, 1000));
    // Either odd heap is kept and the even one falls into two odd parts: (10^9 + 2)/4 ways each.
    assert_eq!(answer.moves_total, Some(UBig::from(500_000_000u32)));
    assert!(!answer.moves_complete);
    let smallest: Vec<u64> =
        answer.moves.iter().take(3).map(|m| u64::try_from(&m.played[0].to[0]).unwrap()).collect();
    assert_eq!(smallest, [1, 1, 3]);
    for text in ["matches[10^1000, 3*10^1000]", "matches[10^1000, 10^1000+1, 3^2000]"] {
        let answer = Solver::default().solve_text(text).unwrap();
        assert_eq!(answer.outcome, Outcome::N, "{text}");
        assert!(answer.moves_total.is_some_and(|total| total > UBig::from(10u8).pow(900)), "{text}");
    }
}

#[test]
fn a_cut_list_holds_the_first_results() {
    for text in ["matches[24, 30]", "matches[9, 12, 20]", "matches[2, 4, 24]"] {
        let all = Solver::default().solve_text(text).unwrap();
        let cut = Solver::default().list_moves(4).solve_text(text).unwrap();
        assert_eq!(cut.moves, all.moves[..4], "{text}");
        assert_eq!(cut.moves_total, all.moves_total, "{text}");
    }
}

#[test]
fn they_are_not_used_just_outside() {
    for text in [
        "misere matches[4, 5]",
        "misere matches[3, 4, 5]",
        "matches[2, 3, 4, 4]",
        "discard 1 heap then split into 2 unequal heaps[5, 6]",
        "discard 1 heap then split into 3 heaps[5, 6]",
        "discard 2 heaps then split into 2 heaps[3, 4, 5]",
        "discard 1 heap then take any[5, 6]",
        "discard 1 heap then split into 2 heaps or take 1[4, 5]",
    ] {
        assert!(![TWO, THREE].contains(&method_of(text)), "{text}");
    }
}
