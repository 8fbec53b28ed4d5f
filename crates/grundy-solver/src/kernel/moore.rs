//! Moore's Nim on machine words: any amounts from each of up to `k` heaps.
//!
//! The player to move loses iff in every binary place the number of heaps with a one there is a multiple of
//! `k + 1` (Moore 1910). When taking the last object loses, the same holds while some heap has two objects or
//! more; otherwise iff the number of ones is 1 modulo `k + 1`. All 64 places are counted at once by
//! bit-sliced counters: bit `j` of the counter of place `i` is bit `i` of word `j`. Adding a heap is an
//! addition with carries from word to word; then counters that have reached `k + 1` are reset to 0.

/// Number of words of the bit-sliced counters, which count up to 2^32.
const PLANES: usize = 32;

/// Moore's Nim with moves in up to a fixed number of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moore {
    /// `k + 1`, at most `2^32 - 1`: there are never that many heaps.
    modulus: u64,
    /// Number of bits of `modulus`.
    planes: usize,
}

impl Moore {
    /// The game with moves in up to `most` heaps.
    pub const fn new(most: u64) -> Self {
        let most = if most < 0xFFFF_FFFE { most } else { 0xFFFF_FFFE };
        let modulus = most + 1;
        Self { modulus, planes: (64 - modulus.leading_zeros()) as usize }
    }

    /// Whether the count is a multiple of `k + 1` in every place.
    #[inline]
    fn is_even(self, heaps: impl Iterator<Item = u64>) -> bool {
        let mut counters = [0_u64; PLANES];
        let counters = &mut counters[..self.planes];
        for heap in heaps {
            let mut carry = heap;
            // Places where the counter is `k + 1` now.
            let mut full = u64::MAX;
            for (place, plane) in counters.iter_mut().enumerate() {
                let sum = *plane ^ carry;
                carry &= *plane;
                *plane = sum;
                full &= if self.modulus >> place & 1 == 1 { sum } else { !sum };
            }
            for plane in &mut *counters {
                *plane &= !full;
            }
        }
        counters.iter().all(|plane| *plane == 0)
    }

    /// Whether the player to move loses, if taking the last object wins.
    #[inline]
    pub fn is_p(self, heaps: impl Iterator<Item = u64>) -> bool {
        self.is_even(heaps)
    }

    /// Whether the player to move loses, if taking the last object loses.
    #[inline]
    pub fn is_p_misere(self, heaps: impl Iterator<Item = u64> + Clone) -> bool {
        let (ones, any) = heaps.clone().fold((0_u64, 0), |(ones, any), heap| (ones + (heap & 1), any | heap));
        if any > 1 { self.is_even(heaps) } else { ones % self.modulus == 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::Moore;
    use proptest::prelude::*;

    fn plain(heaps: &[u64], modulus: usize) -> bool {
        (0..64).all(|place| heaps.iter().filter(|heap| **heap >> place & 1 == 1).count() % modulus == 0)
    }

    #[test]
    fn one_heap_at_once_is_nim() {
        let game = Moore::new(1);
        for heaps in [[3, 5, 6], [3, 5, 7], [1, 1, 1], [1, 1, 0], [0, 0, 0]] {
            assert_eq!(game.is_p(heaps.into_iter()), super::super::nim::is_p(&heaps));
            assert_eq!(game.is_p_misere(heaps.into_iter()), super::super::nim::is_p_misere(&heaps));
        }
    }

    #[test]
    fn more_heaps_at_once_than_there_are() {
        for most in [5, u64::MAX] {
            assert!(Moore::new(most).is_p([0, 0].into_iter()));
            assert!(!Moore::new(most).is_p([1, 1, 1].into_iter()));
            assert!(Moore::new(most).is_p_misere([0, 1, 0].into_iter()));
        }
    }

    proptest! {
        #[test]
        fn counts_are_those_of_counting(heaps in prop::collection::vec(any::<u64>(), 0..12), most in 1_u64..9) {
            let modulus = usize::try_from(most + 1).unwrap();
            prop_assert_eq!(Moore::new(most).is_p(heaps.iter().copied()), plain(&heaps, modulus));
            // Random heaps are hardly ever lost: repeat each of them `k + 1` times.
            let lost: Vec<u64> = heaps.iter().flat_map(|heap| vec![*heap; modulus]).collect();
            prop_assert!(Moore::new(most).is_p(lost.iter().copied()));
        }
    }
}
