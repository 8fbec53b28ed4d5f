//! Euclid's game on machine words: a multiple of the smaller heap is taken from the greater.
//!
//! With heaps `x <= y` the player to move loses iff `x = 0` or `x < y < phi x` (Cole and Davie 1969), and
//! `y < phi x` means `y (y - x) < x^2`: both sides fit 128 bits. When taking the last object loses, an empty
//! heap is won and equal heaps are lost, unless both are empty (Nivasch 2006).

/// Whether the player to move loses, if taking the last object wins. The heaps are in any order.
#[inline]
pub fn is_p(x: u64, y: u64) -> bool {
    x.min(y) == 0 || (x != y && is_below(x.min(y), x.max(y)))
}

/// Whether the player to move loses, if taking the last object loses.
#[inline]
pub fn is_p_misere(x: u64, y: u64) -> bool {
    x.min(y) != 0 && is_below(x.min(y), x.max(y))
}

/// Whether `y / x` is below the golden ratio. Requires `0 < x <= y`.
#[inline]
fn is_below(x: u64, y: u64) -> bool {
    u128::from(y) * u128::from(y - x) < u128::from(x) * u128::from(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Whether the position is lost, by trying every move.
    fn lost(x: u64, y: u64, misere: bool, known: &mut HashMap<(u64, u64), bool>) -> bool {
        let (x, y) = (x.min(y), x.max(y));
        if x == 0 {
            return !misere;
        }
        if let Some(&lost) = known.get(&(x, y)) {
            return lost;
        }
        let found = !(1..=y / x).any(|k| lost(x, y - k * x, misere, known));
        known.insert((x, y), found);
        found
    }

    #[test]
    fn small_positions_agree_with_looking_at_every_move() {
        let mut known = [HashMap::new(), HashMap::new()];
        for x in 0..40 {
            for y in 0..60 {
                assert_eq!(is_p(x, y), lost(x, y, false, &mut known[0]), "{x} {y}");
                assert_eq!(is_p_misere(x, y), lost(x, y, true, &mut known[1]), "{x} {y} misere");
            }
        }
    }

    #[test]
    fn the_largest_heaps_do_not_overflow() {
        // Consecutive Fibonacci numbers, the ratio above and below the golden one.
        assert!(is_p(4_660_046_610_375_530_309, 7_540_113_804_746_346_429));
        assert!(!is_p(7_540_113_804_746_346_429, 12_200_160_415_121_876_738));
        assert!(!is_p(u64::MAX, u64::MAX) && is_p_misere(u64::MAX, u64::MAX));
        assert!(is_p(u64::MAX - 1, u64::MAX) && !is_p(1, u64::MAX));
    }
}
