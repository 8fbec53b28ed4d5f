//! The lost bars of any number of rows: for given rows below the first, at most one first row makes a lost bar.
//!
//! As for three rows, see [`ThreeRows`](super::three_rows::ThreeRows), but every bite is examined. A bite into a lower
//! row leaves other lower rows, and their one lost first row is then won here. A bite into the first row that also
//! shortens lower rows leaves a bar that does not depend on the first row: if such a bar is lost, no first row is. The
//! least of the remaining first rows is the lost one. The table has one number for each list of lower rows, whatever
//! the first.

use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::prefixes::Prefixes;

/// Marks lower rows for which no first row is lost.
const NONE: u32 = 0;

/// The lost bars whose lower rows are bounded.
pub(super) struct ManyRows {
    numbers: Prefixes,
    first: Vec<u32>,
}

impl ManyRows {
    /// The table for all bars whose lower rows, the longest first, are nowhere longer than `lower`.
    pub(super) fn new(lower: &[u64], budget: &Budget) -> Result<Self> {
        let sizes: Option<Vec<usize>> = lower
            .iter()
            .map(|&row| u32::try_from(row).ok().and_then(|row| usize::try_from(row).ok()))
            .collect();
        let too_large = || Error::limit("error.chomp-too-large").with("rows", lower.len() + 1);
        let sizes = sizes.ok_or_else(too_large)?;
        let longest = sizes.first().copied().unwrap_or(0);
        // Numbering the lists takes one number for each row and length.
        budget.reserve_each(sizes.len().saturating_mul(16), longest as u64 + 2)?;
        let numbers = Prefixes::new(sizes.len(), longest + 1).ok_or_else(too_large)?;
        budget.reserve(4 * numbers.count() as u64)?;
        let mut rows = Self { first: vec![NONE; numbers.count()], numbers };
        let mut seen = Vec::new();
        let mut list = vec![0; sizes.len()];
        for stamp in 1u64.. {
            let at = rows.number(&list);
            rows.first[at] = rows.find(&list, &mut seen, stamp, budget)?;
            if !next(&mut list, &sizes) {
                break;
            }
        }
        Ok(rows)
    }

    fn number(&self, lower: &[usize]) -> usize {
        self.numbers.number_of(lower.iter().rev().copied())
    }

    /// The first row of the lost bar over these lower rows. All smaller entries must be known.
    fn find(&self, lower: &[usize], seen: &mut Vec<u64>, stamp: u64, budget: &Budget) -> Result<u32> {
        let longest = lower.first().copied().unwrap_or(0);
        for length in 1..longest {
            budget.step()?;
            let below = lower.iter().map(|&row| row.min(length)).rev();
            if self.first[self.numbers.number_of(below)] as usize == length {
                return Ok(NONE);
            }
        }
        for (bitten, &row) in lower.iter().enumerate() {
            for length in 0..row {
                budget.step()?;
                let left = lower.iter().enumerate();
                let left = left.map(|(i, &row)| if i < bitten { row } else { row.min(length) }).rev();
                let won = self.first[self.numbers.number_of(left)] as usize;
                if seen.len() <= won {
                    seen.resize(won + 64, 0);
                }
                seen[won] = stamp;
            }
        }
        let from = longest.max(1);
        let ruled_out = seen.iter().skip(from).take_while(|last| **last == stamp).count();
        Ok(u32::try_from(from + ruled_out).unwrap_or(NONE))
    }

    /// The first row that makes a lost bar of these lower rows, if any.
    fn first_of(&self, lower: &[u64]) -> Option<u64> {
        let number = self.numbers.number_of(lower.iter().rev().map(|&row| usize::try_from(row).unwrap_or(0)));
        self.first.get(number).map(|&first| u64::from(first)).filter(|&first| first > 0)
    }

    /// Whether a bar, given by all its rows, is lost.
    pub(super) fn is_lost(&self, rows: &[u64]) -> bool {
        rows.split_first().is_some_and(|(first, lower)| self.first_of(lower) == Some(*first))
    }

    /// The lost bars that one bite leaves.
    pub(super) fn bites(&self, rows: &[u64], budget: &Budget) -> Result<Vec<Vec<u64>>> {
        let mut found = Vec::new();
        let Some((&first, lower)) = rows.split_first() else { return Ok(found) };
        let longest = lower.first().copied().unwrap_or(0);
        if let Some(shorter) = self.first_of(lower).filter(|shorter| (longest..first).contains(shorter)) {
            found.push([&[shorter], lower].concat());
        }
        for (bitten, &row) in rows.iter().enumerate() {
            let lengths = if bitten == 0 { 1..longest } else { 0..row };
            for length in lengths {
                budget.step()?;
                let left = rows.iter().enumerate();
                let left: Vec<u64> =
                    left.map(|(i, &row)| if i < bitten { row } else { row.min(length) }).collect();
                if self.is_lost(&left) {
                    found.push(left);
                }
            }
        }
        Ok(found)
    }
}

/// Advances to the next non-increasing list within `sizes`, the last row first; `false` after the last list.
fn next(list: &mut [usize], sizes: &[usize]) -> bool {
    let grows = (0..list.len()).rev().find(|&i| list[i] < sizes[i] && (i == 0 || list[i] < list[i - 1]));
    let Some(place) = grows else { return false };
    list[place] += 1;
    list[place + 1..].fill(0);
    true
}

#[cfg(test)]
mod tests {
    use super::super::three_rows::ThreeRows;
    use super::*;

    #[test]
    fn three_rows_have_the_same_lost_bars_in_both_tables() {
        let budget = Budget::default();
        let many = ManyRows::new(&[30, 30], &budget).unwrap();
        let three = ThreeRows::new(30, 30, &budget).unwrap();
        for b in 1..=30 {
            for c in 1..=b {
                for a in b..=90 {
                    assert_eq!(many.is_lost(&[a, b, c]), three.is_lost(a, b, c), "{a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn memory_is_refused_before_it_is_taken() {
        for lower in [&[1 << 40, 5, 5, 5][..], &[100_000; 4], &[u64::MAX; 9], &[2000; 30]] {
            assert!(ManyRows::new(lower, &Budget::default()).is_err());
        }
    }
}
