//! Sparse spaces: a split of (value, position) into rare and common ones.
//!
//! Fix a mask m. A value with an odd number of bits in common with m is *common*, one with an even
//! number *rare*. The nim-sum of two rare or of two common values is then rare, that of a rare and a common
//! one common. Where all amounts that split have the same parity, the parity of the position may be
//! included: the number of bits is counted as one more on every second position, and the same holds for
//! options.
//!
//! In many games nearly every position is common. An option of a common value then contains one of the few
//! rare positions, which makes the mex cheap: common values are excluded by pairs with a rare position. A
//! rare value below the mex only has to be *witnessed* by some pair of common positions, and such pairs are
//! plentiful.
//!
//! Within its class one bit of a value is redundant: the value without the lowest bit of the mask is its
//! *code*. Codes keep the order of values and form nim-sums as values do (M. Riley; J. P. Grossman), and one
//! byte holds values up to 511.

/// A mask, with or without the parity of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Space {
    pub(crate) mask: u16,
    /// The parity of all splitting amounts, if the parity of positions is included.
    pub(crate) parity: Option<usize>,
}

impl Space {
    /// The parity of the number of bits a rare value at `n` has in common with the mask.
    #[inline]
    fn twist(self, n: usize) -> u32 {
        self.parity.map_or(0, |p| u32::from((n ^ p) & 1 == 1))
    }

    /// Whether `value` is rare at position `n`.
    #[inline]
    pub(crate) fn is_rare(self, value: u16, n: usize) -> bool {
        (value & self.mask).count_ones() & 1 == self.twist(n)
    }

    /// The bits below the omitted bit.
    fn below(self) -> u16 {
        (self.mask & self.mask.wrapping_neg()).wrapping_sub(1)
    }

    /// The code of a value.
    #[inline]
    pub(crate) fn code(self, value: u16) -> u16 {
        let below = self.below();
        (value & below) | ((value >> 1) & !below)
    }

    /// The value of a code at `n`, rare or common.
    #[inline]
    pub(crate) fn value(self, code: u16, n: usize, rare: bool) -> u16 {
        let below = self.below();
        let open = (code & below) | ((code & !below) << 1);
        let odd = (open & self.mask).count_ones() & 1;
        let wanted = self.twist(n) ^ u32::from(!rare);
        if odd == wanted { open } else { open | (below + 1) }
    }

    /// The number of rare codes whose values are below that of a common code at `n`. These codes are 0, 1,
    /// ...
    pub(crate) fn rares_below(self, code: u16, n: usize) -> u16 {
        let value = self.value(code, n, false);
        let low = self.below() + 1;
        // Codes with the same upper bits differ from the value in the omitted bit only.
        let upper = code & !self.below();
        if value & low == 0 { upper } else { upper + low }
    }

    /// The split with the fewest rare positions, by the Walsh-Hadamard transform of how often each value
    /// occurs on even and on odd positions: entry m is the number of rare minus that of common positions for
    /// mask m, for all masks at once.
    pub(crate) fn best(histogram: &[Vec<u64>; 2], parity: Option<usize>) -> Option<(Self, u64)> {
        let size = histogram[0].len().max(histogram[1].len()).next_power_of_two();
        let total: u64 = histogram.iter().flatten().sum();
        let mut best: Option<(Self, u64)> = None;
        for twisted in [None, parity] {
            let mut sums = vec![0i64; size];
            for (side, counts) in histogram.iter().enumerate() {
                let sign = if twisted.is_some_and(|p| (side ^ p) & 1 == 1) { -1 } else { 1 };
                for (sum, &count) in sums.iter_mut().zip(counts) {
                    *sum += sign * i64::try_from(count).unwrap_or(i64::MAX);
                }
            }
            transform(&mut sums);
            for (mask, &difference) in sums.iter().enumerate().skip(1) {
                let rares = (total.cast_signed() + difference).cast_unsigned() / 2;
                let Ok(mask) = u16::try_from(mask) else { break };
                if best.is_none_or(|(_, least)| rares < least) {
                    best = Some((Self { mask, parity: twisted }, rares));
                }
            }
            if parity.is_none() {
                break;
            }
        }
        best
    }
}

/// The Walsh-Hadamard transform, in place; the length is a power of two.
fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for block in sums.chunks_exact_mut(2 * half) {
            let (first, second) = block.split_at_mut(half);
            for (a, b) in first.iter_mut().zip(second) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spaces() -> impl Iterator<Item = Space> {
        (1..64).flat_map(|mask| [None, Some(0), Some(1)].map(|parity| Space { mask, parity }))
    }

    #[test]
    fn codes_are_what_is_left_without_one_bit() {
        for space in spaces() {
            for n in [10, 11] {
                for rare in [false, true] {
                    let values: Vec<u16> = (0..128).filter(|&v| space.is_rare(v, n) == rare).collect();
                    let codes: Vec<u16> = values.iter().map(|&v| space.code(v)).collect();
                    assert_eq!(codes, (0..64).collect::<Vec<_>>(), "{space:?}");
                    let back: Vec<u16> = codes.iter().map(|&c| space.value(c, n, rare)).collect();
                    assert_eq!(back, values, "{space:?}");
                    if rare {
                        for code in 0..64 {
                            let common = space.value(code, n, false);
                            let below = values.iter().filter(|v| **v < common).count();
                            assert_eq!(usize::from(space.rares_below(code, n)), below, "{space:?} {code}");
                        }
                    }
                }
            }
            assert!((0..100).all(|a| (0..100).all(|b| space.code(a) ^ space.code(b) == space.code(a ^ b))));
        }
    }

    #[test]
    fn classes_add_up() {
        for space in spaces() {
            for (a, b, k) in [(3, 8, 2), (4, 8, 1), (5, 9, 3), (6, 7, 0)] {
                if space.parity.is_some_and(|p| p != k & 1) {
                    continue;
                }
                for (x, y) in (0..32).flat_map(|x| (0..32).map(move |y| (x, y))) {
                    let both = space.is_rare(x, a) == space.is_rare(y, b);
                    assert_eq!(space.is_rare(x ^ y, a + b + k), both, "{space:?} {x} {y}");
                }
            }
        }
    }

    #[test]
    fn the_best_mask_has_the_fewest_rares() {
        let mut random = fastrand::Rng::with_seed(11);
        for round in 0..20 {
            let values: Vec<u16> = (0..200).map(|_| u16::try_from(random.u64(..30)).unwrap()).collect();
            let parity = [None, Some(0), Some(1)][round % 3];
            let mut histogram = [vec![0; 32], vec![0; 32]];
            for (n, &value) in values.iter().enumerate() {
                histogram[n & 1][usize::from(value)] += 1;
            }
            let count = |space: Space| (0..200).filter(|&n| space.is_rare(values[n], n)).count() as u64;
            let (best, rares) = Space::best(&histogram, parity).unwrap();
            assert_eq!(count(best), rares);
            let all = (1..32).flat_map(|mask| [None, parity].map(|parity| Space { mask, parity }));
            assert_eq!(all.map(count).min(), Some(rares));
        }
    }
}
