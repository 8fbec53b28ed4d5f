//! How many sums of several heaps are lost, from how often each value of one heap occurs.

use std::collections::BTreeMap;
use std::ops::{Add, Sub};

use dashu_int::{IBig, UBig};

use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;

/// Maximum number of bits of a power that is computed.
const MOST_BITS: u64 = 40_000_000;

/// The number of lists of `heaps` heaps whose values have the nim-sum 0, and the number of all lists. `frequencies` gives
/// the number of heaps with each value; the order in a list counts.
///
/// The nim-sum of independent choices is a convolution, which the Walsh-Hadamard transform makes a product: the transform
/// of the frequencies is raised to the power of the number of heaps, and its mean is the number wanted.
///
/// # Errors
/// If a number becomes too large, or a limit of `budget` is reached.
pub fn lost_sums(frequencies: &BTreeMap<u32, u64>, heaps: u64, budget: &Budget) -> Result<(UBig, UBig)> {
    let all: u64 = frequencies.values().sum();
    let bits = u64::from(u64::BITS - all.leading_zeros());
    let power = usize::try_from(heaps).ok().filter(|_| bits.saturating_mul(heaps) <= MOST_BITS);
    let Some(power) = power else { return Err(Error::limit("error.value-too-large")) };
    let greatest = frequencies.keys().next_back().copied().unwrap_or(0);
    let size = (greatest as usize + 1).next_power_of_two();
    budget.reserve_each(size, 32)?;
    let mut transform = vec![0i128; size];
    for (&value, &count) in frequencies {
        transform[value as usize] = count.into();
    }
    walsh_hadamard(&mut transform, budget)?;
    // Many of the sums are equal, or differ in their sign alone.
    let mut equal: BTreeMap<i128, u64> = BTreeMap::new();
    for sum in transform {
        *equal.entry(sum).or_default() += 1;
    }
    let mut total = IBig::ZERO;
    for (sum, times) in equal {
        budget.check_time()?;
        total += IBig::from(sum).pow(power) * IBig::from(times);
    }
    let lost = UBig::try_from(total / IBig::from(size)).unwrap_or_default();
    Ok((lost, UBig::from(all).pow(power)))
}

/// The Walsh-Hadamard transform of a list whose length is a power of two, in place. Twice, it multiplies by the length.
pub(crate) fn walsh_hadamard<N>(list: &mut [N], budget: &Budget) -> Result<()>
where
    N: Copy + Add<Output = N> + Sub<Output = N>,
{
    let mut half = 1;
    while half < list.len() {
        budget.check_time()?;
        for block in list.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_trying_every_list() {
        let budget = Budget::default();
        for values in [vec![], vec![0], vec![0, 1, 2, 3], vec![0, 1, 1, 2, 5, 5, 5], vec![3, 3, 6]] {
            let mut frequencies = BTreeMap::new();
            for &value in &values {
                *frequencies.entry(value).or_insert(0) += 1;
            }
            let mut sums = vec![0u32];
            for heaps in 0..5 {
                let lost = sums.iter().filter(|sum| **sum == 0).count();
                let found = lost_sums(&frequencies, heaps, &budget).unwrap();
                assert_eq!(found, (UBig::from(lost), UBig::from(sums.len())), "{values:?} {heaps}");
                sums = sums.iter().flat_map(|sum| values.iter().map(move |value| sum ^ value)).collect();
            }
        }
        assert!(lost_sums(&BTreeMap::from([(1, 5)]), u64::MAX, &budget).is_err());
    }
}
