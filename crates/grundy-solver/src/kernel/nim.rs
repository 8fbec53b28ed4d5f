//! Nim on machine words.
//!
//! The player to move loses exactly when the nim-sum (exclusive or) of the heaps is zero. When taking the
//! last object loses, the same rule holds as long as some heap has two objects or more; once all heaps are
//! 0 or 1 there is no choice left, and the player to move loses exactly when an odd number of ones remains.

/// The nim-sum of the heaps.
#[inline]
pub fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, &heap| sum ^ heap)
}

/// Whether the player to move loses Nim, if taking the last object wins.
#[inline]
pub fn is_p(heaps: &[u64]) -> bool {
    nim_sum(heaps) == 0
}

/// Whether the player to move loses Nim, if taking the last object loses.
#[inline]
pub fn is_p_misere(heaps: &[u64]) -> bool {
    misere_rule(heaps.iter().copied())
}

/// Misère Nim on any stream of heaps: one pass keeps the nim-sum and whether a heap above 1 was seen.
#[inline]
pub(super) fn misere_rule(heaps: impl Iterator<Item = u64>) -> bool {
    let (sum, any) = heaps.fold((0, 0), |(sum, any), heap| (sum ^ heap, any | heap));
    sum == u64::from(any <= 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    /// Outcomes of three heaps below `side`, by trying every move.
    fn brute_force(side: usize, misere: bool) -> Vec<bool> {
        let mut p = vec![false; side * side * side];
        for a in 0..side {
            for b in 0..side {
                for c in 0..side {
                    let at = |x: usize, y: usize, z: usize| (x * side + y) * side + z;
                    let winning = (0..a).any(|x| p[at(x, b, c)])
                        || (0..b).any(|y| p[at(a, y, c)])
                        || (0..c).any(|z| p[at(a, b, z)]);
                    p[at(a, b, c)] = if a + b + c == 0 { !misere } else { !winning };
                }
            }
        }
        p
    }

    #[test]
    fn small_positions_agree_with_looking_at_every_move() {
        let side = 8;
        let (normal, misere) = (brute_force(side, false), brute_force(side, true));
        for (index, (&p, &q)) in normal.iter().zip(&misere).enumerate() {
            let heaps = [index / 64, index / 8 % 8, index % 8].map(|heap| heap as u64);
            assert_eq!(super::is_p(&heaps), p, "{heaps:?}");
            assert_eq!(super::is_p_misere(&heaps), q, "misère {heaps:?}");
        }
    }

    #[test]
    fn no_heaps_at_all() {
        assert!(super::is_p(&[]));
        assert!(!super::is_p_misere(&[]));
    }

    proptest! {
        #[test]
        fn one_more_heap_equal_to_the_sum_makes_zero(mut heaps: Vec<u64>) {
            heaps.push(super::nim_sum(&heaps));
            prop_assert!(super::is_p(&heaps));
            let large = heaps.iter().any(|&heap| heap > 1);
            prop_assert_eq!(super::is_p_misere(&heaps), large);
        }
    }
}
