//! Bounded Nim on machine words: at most `m` objects a move, so only heaps modulo `m + 1` matter.
//!
//! A division costs more than everything else together, and the divisor never changes. With
//! `r = floor(2^64 / q)`, the quotient guess `floor(n r / 2^64)` is right or one too small: the two exact
//! quotients `n / q` and `n r / 2^64` differ by less than `n / 2^64 < 1`. So the remainder guess lies in
//! `0..2q`, and one conditional subtraction, written as a minimum, makes it exact. The ends need no
//! branch either: for `q = 1` the reciprocal is cut to `2^64 - 1` and the guess is still at most one too
//! small; for `q = 2^64`, kept as 0, no multiple is taken off and a heap is its own residue.

use super::nim;

/// Nim in which a move takes at least one and at most a fixed number of objects from one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedNim {
    /// `m + 1` modulo 2^64.
    divisor: u64,
    /// `floor(2^64 / (m + 1))`, at most `u64::MAX`.
    reciprocal: u64,
}

impl BoundedNim {
    /// The game with moves of 1 to `most` objects.
    #[inline]
    pub const fn new(most: u64) -> Self {
        let divisor = most.wrapping_add(1);
        let reciprocal = match divisor {
            0 => 1,
            1 => u64::MAX,
            // The quotient is at most 2^63 here, so the cast keeps it whole.
            #[allow(clippy::cast_possible_truncation)]
            _ => ((1_u128 << 64) / divisor as u128) as u64,
        };
        Self { divisor, reciprocal }
    }

    /// The heap modulo `m + 1`, which is also its Grundy value.
    #[inline]
    pub const fn residue(self, heap: u64) -> u64 {
        // The high half of a 128-bit product always fits.
        #[allow(clippy::cast_possible_truncation)]
        let guess = ((heap as u128 * self.reciprocal as u128) >> 64) as u64;
        let rest = heap.wrapping_sub(guess.wrapping_mul(self.divisor));
        let less = rest.wrapping_sub(self.divisor);
        if less < rest { less } else { rest }
    }

    /// The nim-sum of the residues: the Grundy value of the position.
    #[inline]
    pub fn value(self, heaps: &[u64]) -> u64 {
        heaps.iter().fold(0, |sum, &heap| sum ^ self.residue(heap))
    }

    /// Whether the player to move loses, if taking the last object wins.
    #[inline]
    pub fn is_p(self, heaps: &[u64]) -> bool {
        self.value(heaps) == 0
    }

    /// Whether the player to move loses, if taking the last object loses: misère Nim on the residues.
    ///
    /// With `m = 0` there is no move, the game is over at once and the player to move has won.
    #[inline]
    pub fn is_p_misere(self, heaps: &[u64]) -> bool {
        nim::misere_rule(heaps.iter().map(|&heap| self.residue(heap)))
    }
}

#[cfg(test)]
mod tests {
    use super::BoundedNim;
    use proptest::prelude::*;

    const EDGES: [u64; 12] = [
        0,
        1,
        2,
        3,
        (1 << 32) - 1,
        1 << 32,
        (1 << 63) - 1,
        1 << 63,
        (1 << 63) + 1,
        u64::MAX - 2,
        u64::MAX - 1,
        u64::MAX,
    ];

    fn remainder(heap: u64, most: u64) -> u128 {
        u128::from(heap) % (u128::from(most) + 1)
    }

    #[test]
    fn residues_are_exact_at_the_edges() {
        for most in EDGES {
            for heap in EDGES {
                let got = BoundedNim::new(most).residue(heap);
                assert_eq!(u128::from(got), remainder(heap, most), "{heap} mod {most} + 1");
            }
        }
    }

    #[test]
    fn small_positions_agree_with_looking_at_every_move() {
        let side = 14_usize;
        for most in 0..6_usize {
            for misere in [false, true] {
                let mut p = vec![false; side * side];
                for a in 0..side {
                    for b in 0..side {
                        let winning = (1..=most.min(a)).any(|k| p[(a - k) * side + b])
                            || (1..=most.min(b)).any(|k| p[a * side + b - k]);
                        let over = most == 0 || a + b == 0;
                        p[a * side + b] = if over { !misere } else { !winning };
                        let game = BoundedNim::new(most as u64);
                        let heaps = [a as u64, b as u64];
                        let got = if misere { game.is_p_misere(&heaps) } else { game.is_p(&heaps) };
                        assert_eq!(got, p[a * side + b], "most {most}, misère {misere}, {heaps:?}");
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn residues_are_exact(heap: u64, most: u64, shift in 0_u32..64) {
            let most = most >> shift;
            let got = BoundedNim::new(most).residue(heap);
            prop_assert_eq!(u128::from(got), remainder(heap, most));
        }

        #[test]
        fn residues_are_exact_beside_multiples(factor: u64, most: u64, shift in 0_u32..64, off in -2_i64..=2) {
            let most = most >> shift;
            let q = most.saturating_add(1);
            let heap = (factor % (u64::MAX / q).saturating_add(1) * q).wrapping_add_signed(off);
            prop_assert_eq!(u128::from(BoundedNim::new(most).residue(heap)), remainder(heap, most));
        }
    }
}
