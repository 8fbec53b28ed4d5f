//! Values of subtraction games, a block of heaps at a time.
//!
//! A heap's options are the values a fixed distance back, one for each amount. Amounts of at least
//! a block reach behind the block, so their values are known before it is begun: each is read as one
//! run of memory, not as a jump per heap. Only smaller amounts need the heaps one after the other.

use crate::error::{Error, Result};
use crate::limits::Budget;

/// Heaps in a block: with a few words each they stay in the nearest cache.
const BLOCK: usize = 512;
/// Above so many amounts, a row of bits for each heap of a block is no longer small.
const MOST_AMOUNTS: usize = 1023;

/// Which values the options of each heap of a block have: a row of bits for each heap.
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    #[inline]
    fn mark(&mut self, row: usize, value: u32) {
        self.bits[row * self.words + (value >> 6) as usize] |= 1 << (value & 63);
    }

    fn least_missing(&self, row: usize) -> u32 {
        let mut value = 0;
        for word in &self.bits[row * self.words..(row + 1) * self.words] {
            value += word.trailing_ones();
            if *word != u64::MAX {
                break;
            }
        }
        value
    }
}

/// Are there few enough amounts for this method?
pub(crate) fn suits(amounts: &[u64]) -> bool {
    amounts.len() <= MOST_AMOUNTS
}

/// Continues the values of `take` these amounts (ascending) up to `length`; how many options were
/// looked at? Memory for the values is the caller's to reserve.
pub(crate) fn extend(values: &mut Vec<u32>, amounts: &[u64], length: usize, budget: &Budget) -> Result<u64> {
    let amounts: Vec<usize> = amounts
        .iter()
        .filter(|k| **k > 0)
        .map(|&k| usize::try_from(k).map_err(|_| Error::limit("error.heap-too-large")))
        .collect::<Result<_>>()?;
    // A value is at most the number of amounts.
    let words = amounts.len() / 64 + 1;
    let bytes = (BLOCK * words * 8) as u64;
    budget.reserve(bytes)?;
    let mut rows = Rows { words, bits: vec![0; BLOCK * words] };
    let (near, far) = amounts.split_at(amounts.partition_point(|k| *k < BLOCK));
    let mut options = 0;
    while values.len() < length {
        budget.check_time()?;
        let start = values.len();
        let end = length.min(start + BLOCK);
        rows.bits.fill(0);
        for &k in far.iter().take_while(|k| **k < end) {
            let first = start.max(k);
            for (row, value) in (first - start..).zip(&values[first - k..end - k]) {
                rows.mark(row, *value);
            }
            options += (end - first) as u64;
        }
        for heap in start..end {
            let row = heap - start;
            let fitting = near.iter().take_while(|k| **k <= heap);
            for &k in fitting {
                rows.mark(row, values[heap - k]);
            }
            values.push(rows.least_missing(row));
        }
        options += ((end - start) * (near.len() + 1)) as u64;
    }
    drop(rows);
    budget.release(bytes);
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition.
    fn plain(amounts: &[u64], length: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..length {
            let options: Vec<u32> = amounts
                .iter()
                .filter(|k| **k > 0 && **k <= heap as u64)
                .map(|k| values[heap - usize::try_from(*k).unwrap()])
                .collect();
            let most = u32::try_from(amounts.len()).unwrap();
            values.push((0..=most).find(|v| !options.contains(v)).unwrap());
        }
        values
    }

    #[test]
    fn blocks_do_not_show() {
        let many: Vec<u64> = (1..140).collect();
        let sets: [&[u64]; 6] =
            [&[1, 3, 4], &[511, 512, 513], &[2, 1500, 3001], &[0, 7], &[], &[&many[..], &[700]].concat()];
        for amounts in sets {
            let expected = plain(amounts, 3200);
            // In one go, and continued from odd places.
            for steps in [vec![3200], vec![1, 513, 514, 3000, 3200]] {
                let mut values = Vec::new();
                for length in steps {
                    extend(&mut values, amounts, length, &Budget::default()).unwrap();
                    assert!(values == expected[..length], "{amounts:?} {length}");
                }
            }
        }
    }
}
