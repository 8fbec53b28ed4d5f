//! How many lists of heaps lie within bounds.

/// Approximate number of lists of heaps within non-decreasing bounds, however large. With `sorted` the order of the heaps
/// does not count.
pub(crate) fn about_lists(bounds: &[u64], sorted: bool) -> u128 {
    let all = || bounds.iter().fold(1u128, |lists, bound| lists.saturating_mul(u128::from(*bound) + 1));
    if !sorted {
        return all();
    }
    // A list stands for at most all its orders.
    let few = || (1..=bounds.len() as u128).fold(all(), |lists, k| lists / k).max(1);
    sorted_lists(bounds).unwrap_or_else(few)
}

/// Most steps for counting lists, and most sizes of the second largest heap: a box beyond it is far too large anyway.
const MOST_COUNTED: u64 = 1 << 22;

/// The number of non-decreasing lists within non-decreasing bounds, at most the greatest number; `None` if counting them
/// takes long.
pub(crate) fn sorted_lists(bounds: &[u64]) -> Option<u128> {
    let Some((&last, rest)) = bounds.split_last() else { return Some(1) };
    let work = rest.iter().try_fold(0u64, |sum, bound| sum.checked_add(*bound))?;
    if work > MOST_COUNTED {
        return None;
    }
    // counts[v]: lists of the heaps so far whose greatest is exactly v.
    let mut counts = vec![1u128];
    for &bound in rest {
        counts.resize(usize::try_from(bound + 1).ok()?, 0);
        let mut sum = 0u128;
        for count in &mut counts {
            sum = sum.saturating_add(*count);
            *count = sum;
        }
    }
    let above = counts.iter().zip(0u64..).map(|(count, v)| count.saturating_mul(u128::from(last - v) + 1));
    Some(above.fold(0, u128::saturating_add))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_counted() {
        // Catalan numbers.
        assert_eq!(about_lists(&[1, 2, 3], true), 14);
        assert_eq!(about_lists(&(1..=40).collect::<Vec<_>>(), true), 10_113_918_591_637_898_134_020);
        assert_eq!(about_lists(&[], true), 1);
        assert_eq!(about_lists(&[5], true), 6);
        assert_eq!(about_lists(&[2, u64::MAX], true), 3 * (1 << 64) - 3);
        assert_eq!(about_lists(&[2, 3], false), 12);
        // Too many to be counted: at least these.
        assert_eq!(about_lists(&[(1 << 40) - 1; 2], true), 1 << 79);
        assert_eq!(about_lists(&[u64::MAX; 3], true), u128::MAX / 6);
    }
}
