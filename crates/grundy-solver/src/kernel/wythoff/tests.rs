//! The kernels against two references that share nothing with them: integer square roots of any size, and
//! trying every move of small positions.

use super::*;
use dashu_base::SquareRoot;
use dashu_int::UBig;
use proptest::prelude::*;

/// `floor(n phi) = floor((n + floor(sqrt(5 n^2))) / 2)`.
fn lower_by_root(n: u64) -> u128 {
    let n = UBig::from(n);
    let root = (UBig::from(5_u8) * &n * &n).sqrt();
    u128::try_from((n + root) / UBig::from(2_u8)).unwrap()
}

fn is_p_by_root(x: u64, y: u64) -> bool {
    lower_by_root(x.abs_diff(y)) == u128::from(x.min(y))
}

/// Decides one pair in every way; all answers must agree.
fn every_kernel(x: u64, y: u64) -> bool {
    let answer = is_p(x, y);
    assert_eq!(is_p(y, x), answer, "order of ({x}, {y})");
    // 64 copies fill a block, so that the vector path is taken; three more go one by one.
    let mut out = [7_u8; 67];
    decide_pairs(&[[x, y]; 67], &mut out);
    assert_eq!(out, [u8::from(answer); 67], "bulk ({x}, {y})");
    let mut out = [7_u8; 67];
    decide_columns(&[x; 67], &[y; 67], &mut out);
    assert_eq!(out, [u8::from(answer); 67], "columns ({x}, {y})");
    answer
}

fn neighbours(x: u64) -> impl Iterator<Item = u64> {
    (-2..=2).filter_map(move |off| x.checked_add_signed(off))
}

fn check_around(x: u64, y: u64) {
    for x in neighbours(x) {
        for y in neighbours(y) {
            assert_eq!(every_kernel(x, y), is_p_by_root(x, y), "({x}, {y})");
        }
    }
}

#[test]
fn the_cut_of_the_ratio_is_what_the_argument_needs() {
    // (floor(sqrt(5) 2^160) - 2^160) / 2 is F with 160 bits, exact up to the last one or two.
    let one = UBig::from(1_u8) << 160;
    let f = ((UBig::from(5_u8) << 320).sqrt() - one) >> 1;
    assert_eq!(u128::try_from(&f >> 32).unwrap(), (u128::from(F1) << 64) | u128::from(F0));
    let left_out = u64::try_from(f % (UBig::from(1_u8) << 32)).unwrap();
    assert!(left_out + 2 < (1 << 32) * 65 / 1000, "{left_out}");
}

#[test]
fn fibonacci_neighbours_up_to_the_last_word() {
    let (mut x, mut y) = (1_u64, 2_u64);
    let mut cold = 0;
    loop {
        check_around(x, y);
        cold += u32::from(is_p(x, y));
        let Some(next) = x.checked_add(y) else { break };
        (x, y) = (y, next);
    }
    // Every second pair of successive Fibonacci numbers is cold: (1, 2), (3, 5), (8, 13), ..., 46 in words.
    assert_eq!(cold, 46);
}

#[test]
fn pairs_known_by_name() {
    assert!(every_kernel(165_580_140, 267_914_295));
    assert!(every_kernel(63_245_985, 102_334_154));
    assert!(!every_kernel(165_580_141, 267_914_296));
    assert!(every_kernel(7_540_113_804_746_346_429, 12_200_160_415_121_876_738));
}

#[test]
fn edges_of_the_word() {
    let edges = [0, 1, 2, 1 << 32, 1 << 63, F1, u64::MAX - F1, u64::MAX - 1, u64::MAX];
    for x in edges {
        for y in edges {
            check_around(x, y);
        }
    }
    // Differences for which `d + floor(d F)` leaves the word and the wrapped sum looks like a heap.
    for d in (0..500_u64).map(|k| (7 << 61) - (1 << 61) - k * 0x1234_5678_9ABC) {
        let wrapped = d.wrapping_add(scaled(d));
        assert!(wrapped < d && !every_kernel(wrapped, wrapped + d), "{d}");
    }
    for n in [u64::MAX, u64::MAX - 1, 1 << 63, F1, 12_200_160_415_121_876_738, 7_540_113_804_746_346_429] {
        assert_eq!(lower(n), lower_by_root(n), "{n}");
    }
}

fn cold_table(side: usize, misere: bool) -> Vec<bool> {
    let mut p = vec![false; side * side];
    for a in 0..side {
        for b in 0..side {
            let winning = (0..a).any(|x| p[x * side + b])
                || (0..b).any(|y| p[a * side + y])
                || (1..=a.min(b)).any(|k| p[(a - k) * side + b - k]);
            p[a * side + b] = if a + b == 0 { !misere } else { !winning };
        }
    }
    p
}

/// The results found by trying every move: in order, with their kinds.
fn winning_by_trying(p: &[bool], side: usize, a: usize, b: usize) -> Vec<WinningResult> {
    let mut all = std::collections::BTreeMap::<[u64; 2], (bool, bool)>::new();
    let mut look = |x: usize, y: usize, both: bool| {
        if p[x * side + y] {
            let kinds = all.entry([x.min(y) as u64, x.max(y) as u64]).or_default();
            if both { kinds.1 = true } else { kinds.0 = true }
        }
    };
    (0..a).for_each(|x| look(x, b, false));
    (0..b).for_each(|y| look(a, y, false));
    (1..=a.min(b)).for_each(|k| look(a - k, b - k, true));
    all.into_iter().map(|(to, (one_heap, both_heaps))| WinningResult { to, one_heap, both_heaps }).collect()
}

#[test]
fn small_positions_agree_with_looking_at_every_move() {
    let side = 90;
    let (normal, misere) = (cold_table(side, false), cold_table(side, true));
    for a in 0..side {
        for b in 0..side {
            let (x, y) = (a as u64, b as u64);
            assert_eq!(every_kernel(x, y), normal[a * side + b], "({a}, {b})");
            assert_eq!(is_p_misere(x, y), misere[a * side + b], "misère ({a}, {b})");
            let mut out = [7];
            decide_pairs_misere(&[[x, y]], &mut out);
            assert_eq!(out[0] == 1, misere[a * side + b], "misère bulk ({a}, {b})");
            let tried = winning_by_trying(&normal, side, a, b);
            assert_eq!(winning_results(x, y).as_slice(), tried, "({a}, {b})");
            let tried = winning_by_trying(&misere, side, a, b);
            assert_eq!(winning_results_misere(x, y).as_slice(), tried, "misère ({a}, {b})");
        }
    }
}

#[test]
fn partners_at_the_edges() {
    for heap in (0..300).chain(u64::MAX - 300..=u64::MAX) {
        let other = partner(heap);
        let n = u64::try_from(other.abs_diff(u128::from(heap))).unwrap();
        assert_eq!(lower_by_root(n), other.min(u128::from(heap)), "{heap}");
    }
}

proptest! {
    #[test]
    fn cold_pairs_and_their_neighbours(n: u64, shift in 0_u32..64) {
        let n = n >> shift;
        prop_assert_eq!(lower(n), lower_by_root(n));
        if let Ok(x) = u64::try_from(lower(n)) && let Some(y) = x.checked_add(n) {
            prop_assert!(every_kernel(x, y));
            check_around(x, y);
            prop_assert_eq!(is_p_misere(x, y), n > 1);
        }
    }

    #[test]
    fn any_two_words(x: u64, y: u64, shift in 0_u32..64) {
        check_around(x >> shift, y >> shift);
        check_around(x, y >> shift);
    }

    #[test]
    fn partners_make_cold_pairs(heap: u64, shift in 0_u32..64) {
        let heap = heap >> shift;
        let other = partner(heap);
        let n = u64::try_from(other.abs_diff(u128::from(heap))).unwrap();
        prop_assert_eq!(lower_by_root(n), other.min(u128::from(heap)));
        if heap > 2 {
            prop_assert_eq!(partner_misere(heap), other);
        }
    }

    #[test]
    fn winning_results_are_cold_sorted_and_reachable(x: u64, y: u64, shift in 0_u32..64) {
        let (x, y) = (x >> shift, y);
        let winning = winning_results(x, y);
        prop_assert_eq!(winning.as_slice().is_empty(), is_p_by_root(x, y));
        prop_assert!(winning.as_slice().is_sorted_by(|a, b| a.to < b.to));
        for result in winning.as_slice() {
            let [small, large] = result.to;
            prop_assert!(is_p_by_root(small, large));
            let keeps = |kept, reduced| (small == kept && large < reduced) || (large == kept && small < reduced);
            prop_assert_eq!(result.one_heap, keeps(x, y) || keeps(y, x));
            prop_assert_eq!(result.both_heaps, large - small == x.abs_diff(y) && small < x.min(y));
        }
    }

    #[test]
    fn blocks_of_unlike_pairs(seeds: Vec<(u64, u8, bool)>) {
        let pairs: Vec<[u64; 2]> = seeds.iter().map(|&(seed, shift, cold)| {
            let n = seed >> (2 + shift % 62);
            let x = if cold { u64::try_from(lower(n)).unwrap() } else { seed.rotate_left(17) >> 1 };
            [x + n, x]
        }).collect();
        let mut out = vec![7; pairs.len()];
        decide_pairs(&pairs, &mut out);
        for (pair, answer) in pairs.iter().zip(out) {
            prop_assert_eq!(answer == 1, is_p_by_root(pair[0], pair[1]), "{:?}", pair);
        }
    }
}
