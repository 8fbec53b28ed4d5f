//! Rules whose moves leave at most two heaps: the amounts taken, the number of heaps left, and searches among
//! pairs of heaps.

use crate::listed::Listed;
use grundy_core::limits::Budget;
use grundy_core::rules::{Likeness, Members, MoveRule, Rules};

/// A finite game of takes that leave nothing, one heap or two, such as an octal code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    /// Amounts that may leave two heaps, ascending; never empty.
    pub(crate) splits: Vec<usize>,
    /// Whether the two heaps may be equal.
    pub(crate) equal: bool,
    /// Amounts that may leave one heap.
    pub(crate) takes: Vec<usize>,
    /// Amounts that may leave nothing.
    pub(crate) wholes: Vec<usize>,
    /// The greatest of all these amounts.
    pub(crate) largest: usize,
}

/// Number of pairs compared at once.
pub(crate) const STEP: usize = 64;
/// Codes with a greater amount are left to the plain engine.
const LARGEST_AMOUNT: usize = 4096;

impl Pairs {
    /// `None` unless the rules are of this kind and some move splits a heap.
    pub(crate) fn of(rules: &Rules) -> Option<Self> {
        if !rules.is_heapwise() {
            return None;
        }
        let mut pairs = Self { equal: true, ..Self::default() };
        for rule in rules.moves() {
            let MoveRule::Take { parts, amounts, .. } = rule else { return None };
            let members = Members::fixed(amounts)?;
            let largest = usize::try_from(&members.upper_bound()?).ok().filter(|k| *k <= LARGEST_AMOUNT)?;
            let mut listed = Listed::of(amounts)?;
            listed.extend(largest as u64, &Budget::default()).ok()?;
            let amounts = listed.up_to(largest as u64).iter().map(|k| usize::try_from(*k).unwrap_or(0));
            let list: Vec<usize> = amounts.collect();
            for &count in &parts.counts {
                match count {
                    0 => pairs.wholes.extend(list.iter().filter(|k| **k > 0)),
                    1 => pairs.takes.extend(list.iter().filter(|k| **k > 0)),
                    2 => {
                        let equal = match parts.likeness {
                            Likeness::Free => true,
                            Likeness::Unequal => false,
                            Likeness::Equal => return None,
                        };
                        if !pairs.splits.is_empty() && pairs.equal != equal {
                            return None;
                        }
                        pairs.equal = equal;
                        pairs.splits.extend(&list);
                    }
                    _ => return None,
                }
            }
        }
        for list in [&mut pairs.splits, &mut pairs.takes, &mut pairs.wholes] {
            list.sort_unstable();
            list.dedup();
            pairs.largest = pairs.largest.max(list.last().copied().unwrap_or(0));
        }
        (!pairs.splits.is_empty()).then_some(pairs)
    }

    /// The parity that all amounts leaving two heaps share.
    pub(crate) fn parity(&self) -> Option<usize> {
        let parity = self.splits.first()? & 1;
        self.splits.iter().all(|k| k & 1 == parity).then_some(parity)
    }

    /// The greatest first part of a split of `sum` stones.
    #[inline]
    pub(crate) fn half(&self, sum: usize) -> usize {
        if self.equal { sum / 2 } else { sum.saturating_sub(1) / 2 }
    }

    /// Calls `each` with the value of every option of `n` that leaves at most one heap and has a known value.
    #[inline]
    pub(crate) fn single_options(
        &self,
        n: usize,
        value: impl Fn(usize) -> Option<u16>,
        mut each: impl FnMut(u16),
    ) {
        if self.wholes.binary_search(&n).is_ok() {
            each(0);
        }
        for &k in self.takes.iter().take_while(|k| **k < n) {
            if let Some(value) = value(n - k) {
                each(value);
            }
        }
    }
}

/// Finds positions a and b with sum `sum`, nim-sum `target` and from <= a <= half. All of them are known.
#[allow(clippy::inline_always)]
#[inline(always)]
pub(crate) fn find_pair(values: &[u16], sum: usize, from: usize, half: usize, target: u16) -> Option<usize> {
    let mut a = from;
    while a <= half {
        if a + STEP > half + 1 {
            if from + STEP > half + 1 {
                return (a..=half).find(|&a| values[a] ^ values[sum - a] == target);
            }
            // The last pairs at once, some of them again.
            a = half + 1 - STEP;
        }
        let first: &[u16; STEP] = values[a..].first_chunk()?;
        let second: &[u16; STEP] = values[sum + 1 - a - STEP..].first_chunk()?;
        let mut hit = false;
        for i in 0..STEP {
            hit |= first[i] ^ second[STEP - 1 - i] == target;
        }
        if hit {
            return Some(a);
        }
        a += STEP;
    }
    None
}
