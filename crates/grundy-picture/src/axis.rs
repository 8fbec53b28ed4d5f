//! Positions of the ticks of an axis.

/// Ticks from 0 to below `end`, at most about `most` of them, at distances of 1, 2 or 5 times a
/// power of 10.
pub fn ticks(end: u64, most: u64) -> Vec<u64> {
    let step = step(end, most);
    (0..end).step_by(usize::try_from(step).unwrap_or(usize::MAX)).collect()
}

/// The distance between ticks, see [`ticks`].
pub fn step(end: u64, most: u64) -> u64 {
    let least = end.div_ceil(most.max(1)).max(1);
    let mut power = 1u64;
    loop {
        for factor in [1, 2, 5] {
            match power.checked_mul(factor) {
                Some(step) if step >= least => return step,
                Some(_) => {}
                None => return u64::MAX,
            }
        }
        power = match power.checked_mul(10) {
            Some(power) => power,
            None => return u64::MAX,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_few() {
        assert_eq!(ticks(64, 8), [0, 10, 20, 30, 40, 50, 60]);
        assert_eq!(ticks(5, 8), [0, 1, 2, 3, 4]);
        assert_eq!(step(1024, 8), 200);
        assert_eq!(step(u64::MAX, 1), u64::MAX);
        for end in 1..500 {
            assert!(ticks(end, 8).len() <= 8, "{end}");
        }
    }
}
