//! Moves where values only repeat: takes one by one, splits by residue classes.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::{Far, HeapMove, HeapMoves};
use grundy_core::error::Result;
use grundy_core::rules::Likeness;

/// Memory for listed splits is asked for in portions of so many.
const PORTION: usize = 1024;

/// Ways to split a heap.
#[derive(Default)]
struct Splits {
    /// The first of them, in order.
    list: Vec<Vec<UBig>>,
    /// How many there are in all; `None` where that was not counted.
    total: Option<UBig>,
}

impl Far<'_> {
    pub(super) fn repeated(&self, n: &UBig, target: u32, want: usize) -> Result<HeapMoves> {
        let mut takes = Vec::new();
        let mut splits: Vec<HeapMove> = Vec::new();
        let mut total = Some(UBig::ZERO);
        let mut complete = true;
        for kind in self.kinds {
            kind.members.for_each_up_to(n, self.budget, &mut |k| {
                let rest = n - k;
                if kind.one && *k > UBig::ZERO && self.small_value(&rest) == target {
                    takes.push(HeapMove { taken: k.clone(), left: vec![rest.clone()] });
                }
                for &count in &kind.several {
                    let found = match kind.likeness {
                        Likeness::Equal => equal(&rest, count, target),
                        Likeness::Unequal => self.pairs(&rest, &UBig::ONE, true, target, want)?,
                        Likeness::Free => self.several(&rest, &UBig::ONE, count, target, want)?,
                    };
                    complete &= found.total.as_ref().is_some_and(|t| UBig::from(found.list.len()) == *t);
                    total = total.take().zip(found.total).map(|(a, b)| a + b);
                    splits.extend(found.list.into_iter().map(|left| HeapMove { taken: k.clone(), left }));
                    // Only the first are ever needed.
                    if splits.len() / 2 > want {
                        splits.sort_unstable_by(|a, b| a.left.cmp(&b.left));
                        splits.truncate(want);
                        complete = false;
                    }
                }
                Ok(())
            })?;
        }
        splits.sort_unstable_by(|a, b| a.left.cmp(&b.left));
        if splits.len() > want {
            splits.truncate(want);
            complete = false;
        }
        // Where takes stand among the splits hangs on the other heaps: all of them are listed.
        let total = total.map(|total| total + UBig::from(takes.len()));
        let mut list = takes;
        list.extend(splits);
        list.sort_by(|a, b| a.left.cmp(&b.left));
        Ok(HeapMoves { list, complete, total })
    }

    fn small_value(&self, n: &UBig) -> u32 {
        self.values.at(self.period().index(n))
    }

    /// Splits into `count` heaps of at least `least`, smallest first.
    ///
    /// The smallest part may be tried one by one and soon given up: where it is p or more
    /// beyond the preperiod it may give p to the largest part, so no solutions for p smallest
    /// parts in a row mean no more at all.
    fn several(&self, rest: &UBig, least: &UBig, count: u32, target: u32, want: usize) -> Result<Splits> {
        if count == 2 {
            return self.pairs(rest, least, false, target, want);
        }
        let mut found = Splits { total: Some(UBig::ZERO), ..Splits::default() };
        let preperiod = UBig::from(self.period().preperiod);
        let mut fruitless = 0;
        let mut part = least.clone();
        while &part * UBig::from(count) <= *rest && fruitless < self.period().period {
            self.budget.step()?;
            let wanted = target ^ self.small_value(&part);
            let room = want - found.list.len();
            let others = self.several(&(rest - &part), &part, count - 1, wanted, room)?;
            if part >= preperiod {
                fruitless = if others.list.is_empty() { fruitless + 1 } else { 0 };
            }
            found.total = found.total.zip(others.total).map(|(a, b)| a + b);
            for mut left in others.list {
                left.insert(0, part.clone());
                found.list.push(left);
            }
            part += UBig::ONE;
            if found.list.len() >= want {
                // The rest is not counted.
                found.total = None;
                break;
            }
        }
        Ok(found)
    }

    /// Splits into two heaps of at least `least`, smallest first, with their number.
    fn pairs(&self, rest: &UBig, least: &UBig, unequal: bool, target: u32, want: usize) -> Result<Splits> {
        let half = if unequal && *rest > UBig::ZERO { (rest - UBig::ONE) >> 1 } else { rest.clone() >> 1 };
        let bytes = 160 + rest.bit_len() as u64 / 2;
        let mut list = Vec::new();
        let mut keep = |first: UBig| {
            if list.len() % PORTION == 0 {
                self.budget.reserve(bytes * PORTION.min(want) as u64)?;
            }
            let second = rest - &first;
            list.push(vec![first, second]);
            Ok(())
        };
        let mut count = UBig::ZERO;
        let mut kept = 0;
        // Parts before the periodic range, one by one.
        let start = UBig::from(self.period().preperiod).max(least.clone());
        let mut first = least.clone();
        while first < start && first <= half {
            self.budget.step()?;
            if self.small_value(&first) ^ self.small_value(&(rest - &first)) == target {
                count += UBig::ONE;
                if kept < want {
                    kept += 1;
                    keep(first.clone())?;
                }
            }
            first += UBig::ONE;
        }
        // Then by residue: both parts lie in the periodic range.
        if start > half {
            return Ok(Splits { list, total: Some(count) });
        }
        let preperiod = self.period().preperiod;
        let p = self.period().period;
        let width = UBig::from(p);
        let last = (&half - &start) / &width;
        let last_beyond = (&half - &start) % &width;
        let first_index = self.period().index(&start) - preperiod;
        let other_index = self.period().index(&(rest - &start)) - preperiod;
        let at = |beyond: usize| self.values.at(preperiod + beyond % p);
        let mut good = Vec::new();
        for offset in 0..p {
            self.budget.step()?;
            if at(first_index + offset) ^ at(other_index + p - offset) == target {
                good.push(offset);
                // One for every turn, and one in the last where it still fits.
                count += &last + UBig::from(u8::from(UBig::from(offset) <= last_beyond));
            }
        }
        let mut base = start;
        while kept < want && !good.is_empty() && base <= half {
            for offset in &good {
                let first = &base + UBig::from(*offset);
                if kept >= want || first > half {
                    break;
                }
                self.budget.step()?;
                kept += 1;
                keep(first)?;
            }
            base += &width;
        }
        Ok(Splits { list, total: Some(count) })
    }
}

/// An even number of equal heaps is worth 0.
fn equal(rest: &UBig, count: u32, target: u32) -> Splits {
    let count_big = UBig::from(count);
    let part = rest / &count_big;
    let fits = target == 0 && part > UBig::ZERO && &part * &count_big == *rest;
    let list = if fits { vec![vec![part; count as usize]] } else { vec![] };
    Splits { total: Some(UBig::from(list.len())), list }
}
