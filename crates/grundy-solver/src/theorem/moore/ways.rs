//! All ways to one result of Moore's Nim.
//!
//! A result is given by the sizes that go and the sizes that come. Heaps may exchange roles with the same
//! result: 5 to 3 and 3 to 1 is 5 to 1. The sizes are processed from the greatest down. Touched heaps are
//! held until they get their new size, which may be one that comes, or that of a heap that is then touched
//! itself.

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::walk::{Change, next_subset};
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// Most ways found to one result: choosing 20 of 40 equal heaps has 10^11.
const MOST_WAYS: usize = 20_000;
/// With more heaps at once than this, ways are not searched.
const MOST_AT_ONCE: usize = 256;

/// The sizes that go and those that come, sorted, without what is in both.
pub(super) fn result(heaps: &[UBig], change: &Change) -> (Vec<UBig>, Vec<UBig>) {
    let mut balance: BTreeMap<&UBig, isize> = BTreeMap::new();
    for (heap, size) in change {
        *balance.entry(&heaps[*heap]).or_default() += 1;
        *balance.entry(size).or_default() -= 1;
    }
    let repeated = |sign: isize| {
        balance
            .iter()
            .flat_map(|(size, count)| {
                std::iter::repeat_n((*size).clone(), (count * sign).max(0).unsigned_abs())
            })
            .collect()
    };
    (repeated(1), repeated(-1))
}

/// Every way to the result by touching at most `most` heaps; empty if `most` is above [`MOST_AT_ONCE`].
pub(super) fn all(
    heaps: &[UBig],
    most: usize,
    gone: &[UBig],
    come: &[UBig],
    budget: &Budget,
) -> Result<Vec<Change>> {
    let Some(greatest) = gone.last().filter(|_| most <= MOST_AT_ONCE) else { return Ok(vec![]) };
    let mut sizes: BTreeMap<&UBig, Size> = BTreeMap::new();
    for (index, heap) in heaps.iter().enumerate() {
        if heap <= greatest {
            sizes.entry(heap).or_default().heaps.push(index);
        }
    }
    for size in gone {
        sizes.entry(size).or_default().gone += 1;
    }
    for size in come {
        sizes.entry(size).or_default().come += 1;
    }
    let sizes: Vec<(&UBig, Size)> = sizes.into_iter().rev().collect();
    let mut search =
        Search { sizes: &sizes, most, budget, hand: Vec::new(), done: Vec::new(), found: Vec::new() };
    search.go(0)?;
    Ok(search.found)
}

/// One size: the heaps that have it, and how many heaps of it go and come in total.
#[derive(Default)]
struct Size {
    heaps: Vec<usize>,
    gone: usize,
    come: usize,
}

struct Search<'a> {
    sizes: &'a [(&'a UBig, Size)],
    most: usize,
    budget: &'a Budget,
    /// Touched heaps without a new size yet.
    hand: Vec<usize>,
    done: Change,
    found: Vec<Change>,
}

impl Search<'_> {
    fn go(&mut self, from: usize) -> Result<()> {
        // Sizes without changes may be skipped; trying each of them in turn keeps the depth of the recursion
        // at the number of sizes with changes.
        for at in from..self.sizes.len() {
            self.budget.step()?;
            let size = &self.sizes[at].1;
            let must = size.gone + size.come > 0;
            let least = if must { size.come.saturating_sub(size.gone) } else { 1 };
            let room = self.most - self.done.len() - self.hand.len();
            for put in least..=self.hand.len() {
                let touch = size.gone + put - size.come;
                if touch > room || touch > size.heaps.len() || self.found.len() >= MOST_WAYS {
                    break;
                }
                self.put(at, put, touch)?;
            }
            if must {
                return Ok(());
            }
        }
        if self.hand.is_empty() && self.found.len() < MOST_WAYS {
            self.found.push(self.done.clone());
        }
        Ok(())
    }

    /// Gives `put` held heaps this size and touches `touch` of those that have it.
    fn put(&mut self, at: usize, put: usize, touch: usize) -> Result<()> {
        let (size, Size { heaps, .. }) = &self.sizes[at];
        let hand = self.hand.clone();
        let mut given: Vec<usize> = (0..put).collect();
        loop {
            let mut taken: Vec<usize> = (0..touch).collect();
            loop {
                self.hand = (0..hand.len()).filter(|i| !given.contains(i)).map(|i| hand[i]).collect();
                self.hand.extend(taken.iter().map(|&i| heaps[i]));
                self.done.extend(given.iter().map(|&i| (hand[i], (*size).clone())));
                self.go(at + 1)?;
                self.done.truncate(self.done.len() - put);
                if self.found.len() >= MOST_WAYS || !next_subset(&mut taken, heaps.len()) {
                    break;
                }
            }
            if self.found.len() >= MOST_WAYS || !next_subset(&mut given, hand.len()) {
                break;
            }
        }
        self.hand = hand;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(heaps: &[u32], most: usize, gone: &[u32], come: &[u32]) -> usize {
        let big = |list: &[u32]| list.iter().map(|&n| UBig::from(n)).collect::<Vec<_>>();
        let (heaps, gone, come) = (big(heaps), big(gone), big(come));
        let ways = all(&heaps, most, &gone, &come, &Budget::default()).unwrap();
        let distinct: std::collections::BTreeSet<Change> = ways
            .iter()
            .map(|way| {
                assert_eq!(result(&heaps, way), (gone.clone(), come.clone()));
                assert!(way.iter().all(|(heap, size)| *size < heaps[*heap]) && way.len() <= most);
                let mut way = way.clone();
                way.sort();
                way
            })
            .collect();
        assert_eq!(distinct.len(), ways.len());
        ways.len()
    }

    #[test]
    fn ways_are_counted_by_hand() {
        // 5 to 1, or 5 to 3 and 3 to 1.
        assert_eq!(count(&[3, 5], 2, &[5], &[1]), 2);
        assert_eq!(count(&[3, 5], 1, &[5], &[1]), 1);
        // Either of the equal heaps, and by way of either 2.
        assert_eq!(count(&[2, 2, 4, 4], 2, &[4], &[0]), 2 + 4);
        // Which of the two gets which size.
        assert_eq!(count(&[4, 4, 9], 2, &[4, 4], &[1, 2]), 2);
        assert_eq!(count(&[1, 1, 1, 1], 2, &[1, 1], &[0, 0]), 6);
    }
}
