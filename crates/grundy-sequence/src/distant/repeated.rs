//! Moves where the class of a heap only repeats: takes one by one, splits by residue class.
//!
//! The caller defines the class of a heap and how two classes combine: Grundy values combine by nim-sum,
//! elements of a misère quotient by its product.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::{HeapMove, HeapMoves, Kind};
use crate::period::Period;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::{Likeness, Rules};

/// Number of listed splits for which memory is reserved at a time.
const PORTION: usize = 1024;

/// Ways to split a heap.
#[derive(Default)]
struct Splits {
    /// The first splits, in order.
    list: Vec<Vec<UBig>>,
    /// The number of all splits; `None` if not counted.
    total: Option<UBig>,
}

/// Classes of heaps. Each class is a number, and the classes repeat for ever.
pub struct Classes<'a> {
    /// The period of the classes; the saltus is ignored.
    pub period: Period,
    /// The class of each heap below `preperiod + period`.
    pub at: &'a dyn Fn(usize) -> u32,
    /// The class of the sum of two heaps or sums; the class of the empty sum is 0.
    pub join: &'a dyn Fn(u32, u32) -> u32,
    /// Whether moves to a sum of this class are wanted.
    pub hits: &'a dyn Fn(u32) -> bool,
    /// Counts work and memory.
    pub budget: &'a Budget,
}

impl Classes<'_> {
    /// The moves of a heap larger than every amount to the wanted classes; `want` as in [`HeapMoves::list`].
    /// `None` where the amounts depend on the heap.
    ///
    /// # Errors
    /// The limits of the budget.
    pub fn moves(&self, rules: &Rules, n: &UBig, want: usize) -> Result<Option<HeapMoves>> {
        Kind::all_of(rules).map(|kinds| self.moves_of(&kinds, n, want)).transpose()
    }

    pub(super) fn moves_of(&self, kinds: &[Kind], n: &UBig, want: usize) -> Result<HeapMoves> {
        let mut takes = Vec::new();
        let mut splits: Vec<HeapMove> = Vec::new();
        let mut total = Some(UBig::ZERO);
        let mut complete = true;
        for kind in kinds {
            kind.members.for_each_up_to(n, self.budget, &mut |k| {
                let rest = n - k;
                if kind.one && *k > UBig::ZERO && (self.hits)(self.class(&rest)) {
                    takes.push(HeapMove { taken: k.clone(), left: vec![rest.clone()] });
                }
                for &count in &kind.several {
                    let found = match kind.likeness {
                        Likeness::Equal => self.equal(&rest, count),
                        Likeness::Unequal => self.pairs(0, &rest, &UBig::ONE, true, want)?,
                        Likeness::Free => self.several(0, &rest, &UBig::ONE, count, want)?,
                    };
                    complete &= found.total.as_ref().is_some_and(|t| UBig::from(found.list.len()) == *t);
                    total = total.take().zip(found.total).map(|(a, b)| a + b);
                    splits.extend(found.list.into_iter().map(|left| HeapMove { taken: k.clone(), left }));
                    // Only the first `want` splits are needed.
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
        // The order of takes among the splits depends on the other heaps, so all takes are listed.
        let total = total.map(|total| total + UBig::from(takes.len()));
        let mut list = takes;
        list.extend(splits);
        list.sort_by(|a, b| a.left.cmp(&b.left));
        Ok(HeapMoves { list, complete, total })
    }

    fn class(&self, n: &UBig) -> u32 {
        (self.at)(self.period.index(n))
    }

    /// Splits beside `others` into `count` heaps of at least `least`, smallest first.
    ///
    /// Tries each smallest part in turn. A smallest part that is p or more beyond the preperiod may give p to
    /// the largest part. So once p smallest parts in a row have no solutions, no further solutions exist.
    fn several(&self, others: u32, rest: &UBig, least: &UBig, count: u32, want: usize) -> Result<Splits> {
        if count == 2 {
            return self.pairs(others, rest, least, false, want);
        }
        let mut found = Splits { total: Some(UBig::ZERO), ..Splits::default() };
        let preperiod = UBig::from(self.period.preperiod);
        let mut fruitless = 0;
        let mut part = least.clone();
        while &part * UBig::from(count) <= *rest && fruitless < self.period.period {
            self.budget.step()?;
            let beside = (self.join)(others, self.class(&part));
            let room = want - found.list.len();
            let more = self.several(beside, &(rest - &part), &part, count - 1, room)?;
            if part >= preperiod {
                fruitless = if more.list.is_empty() { fruitless + 1 } else { 0 };
            }
            found.total = found.total.zip(more.total).map(|(a, b)| a + b);
            for mut left in more.list {
                left.insert(0, part.clone());
                found.list.push(left);
            }
            part += UBig::ONE;
            if found.list.len() >= want {
                // The remaining splits are not counted.
                found.total = None;
                break;
            }
        }
        Ok(found)
    }

    /// Splits beside `others` into two heaps of at least `least`, smallest first, and their number.
    fn pairs(&self, others: u32, rest: &UBig, least: &UBig, unequal: bool, want: usize) -> Result<Splits> {
        let hits = |a: u32, b: u32| (self.hits)((self.join)(others, (self.join)(a, b)));
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
        let start = UBig::from(self.period.preperiod).max(least.clone());
        let mut first = least.clone();
        while first < start && first <= half {
            self.budget.step()?;
            if hits(self.class(&first), self.class(&(rest - &first))) {
                count += UBig::ONE;
                if kept < want {
                    kept += 1;
                    keep(first.clone())?;
                }
            }
            first += UBig::ONE;
        }
        // Then by residue: both parts are in the periodic range.
        if start > half {
            return Ok(Splits { list, total: Some(count) });
        }
        let preperiod = self.period.preperiod;
        let p = self.period.period;
        let width = UBig::from(p);
        let last = (&half - &start) / &width;
        let last_beyond = (&half - &start) % &width;
        let first_index = self.period.index(&start) - preperiod;
        let other_index = self.period.index(&(rest - &start)) - preperiod;
        let at = |beyond: usize| (self.at)(preperiod + beyond % p);
        let mut good = Vec::new();
        for offset in 0..p {
            self.budget.step()?;
            if hits(at(first_index + offset), at(other_index + p - offset)) {
                good.push(offset);
                // One for every full period, and one in the last where it still fits.
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

    /// The split into `count` equal heaps, if its class is wanted.
    fn equal(&self, rest: &UBig, count: u32) -> Splits {
        let count_big = UBig::from(count);
        let part = rest / &count_big;
        let is_split = part > UBig::ZERO && &part * &count_big == *rest;
        let fits = is_split && {
            let class = self.class(&part);
            (self.hits)((0..count).fold(0, |sum, _| (self.join)(sum, class)))
        };
        let list = if fits { vec![vec![part; count as usize]] } else { vec![] };
        Splits { total: Some(UBig::from(list.len())), list }
    }
}
