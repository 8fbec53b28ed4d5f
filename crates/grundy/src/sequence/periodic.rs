//! Games whose values repeat for ever, which is proved while they are computed.
//!
//! Precondition: takes of a fixed, finite set of amounts from one heap, which leave at most two
//! heaps, in any way. The values are those of a table until the period is proved (see
//! [`Bound`]); from then on a heap of any size is answered by its place in the period, and the
//! splits of a huge heap are counted by residue classes.

use std::cell::RefCell;

use dashu_base::BitTest;
use dashu_int::UBig;

use super::engine::{Engine, Values, engine_for};
use super::options::HeapOptions;
use super::period::{Bound, Period, Repeating};
use super::{HeapFunction, HeapMove, HeapMoves};
use crate::answer::MethodKind;
use crate::error::Result;
use crate::limits::Budget;
use crate::rules::{Amounts, Likeness, Members, MoveRule, Rules};
use crate::text::Message;

/// The name in answers once a period is proved.
pub const PROVED: &str = "proved-period";
/// For takes that never split.
pub const WINDOW_REFERENCE: &str = "S. W. Golomb 1966";
/// For takes that do.
pub const PAIRS_REFERENCE: &str = "R. K. Guy and C. A. B. Smith 1956";

/// Sets with a greater amount are left to plain tables: no window that long is ever filled.
const LARGEST_AMOUNT: u64 = 1 << 32;
/// Memory for listed splits is asked for in portions of so many.
const PORTION: usize = 1024;

/// One kind of take.
#[derive(Debug)]
struct Kind {
    members: Members,
    /// May one heap be left, may two?
    one: bool,
    two: bool,
}

/// Values with a period to be proved.
#[derive(Debug)]
pub struct Periodic {
    kinds: Vec<Kind>,
    options: RefCell<HeapOptions>,
    values: RefCell<Repeating<Box<dyn Engine>>>,
}

/// The greatest amount of a fixed and finite set.
pub(crate) fn largest_amount(amounts: &Amounts) -> Option<u64> {
    let largest = Members::fixed(amounts)?.upper_bound()?;
    u64::try_from(&largest).ok().filter(|k| *k <= LARGEST_AMOUNT)
}

impl Periodic {
    /// If the rules are of the kind whose periods can be proved.
    pub fn new(rules: &Rules) -> Option<Self> {
        if !rules.is_heapwise() {
            return None;
        }
        let mut largest = 0;
        let mut kinds = Vec::new();
        for rule in rules.moves() {
            let MoveRule::Take { parts, amounts, .. } = rule else { return None };
            let two = parts.splits();
            if parts.counts.last().is_some_and(|&count| count > 2) || two && parts.likeness != Likeness::Free
            {
                return None;
            }
            largest = largest.max(usize::try_from(largest_amount(amounts)?).ok()?);
            kinds.push(Kind { members: Members::fixed(amounts)?, one: parts.counts.contains(&1), two });
        }
        let bound =
            if kinds.iter().any(|kind| kind.two) { Bound::Pairs(largest) } else { Bound::Window(largest) };
        Some(Self {
            kinds,
            options: RefCell::new(HeapOptions::new(rules)),
            values: RefCell::new(Repeating::new(engine_for(rules), Some(bound))),
        })
    }

    /// The period, as far as it is proved by now.
    pub fn period(&self) -> Option<Period> {
        self.values.borrow().period()
    }

    /// What proves a period of these values.
    pub fn bound(&self) -> Option<Bound> {
        self.values.borrow().bound()
    }

    /// Looks for a period that the first `limit` values prove.
    pub fn prove(&self, limit: usize, budget: &Budget) -> Result<Option<Period>> {
        self.values.borrow_mut().prove(limit, budget)
    }

    /// The moves of a heap beyond the table: takes one by one, splits by residue classes.
    fn far_moves(
        &self,
        n: &UBig,
        target: u32,
        want: usize,
        period: Period,
        budget: &Budget,
    ) -> Result<HeapMoves> {
        let values = self.values.borrow();
        let far = Far { values: values.sequence().values(), period, target };
        let mut takes = Vec::new();
        let mut splits: Vec<HeapMove> = Vec::new();
        let mut total = UBig::ZERO;
        let mut complete = true;
        for kind in &self.kinds {
            kind.members.for_each_up_to(n, budget, &mut |k| {
                let rest = n - k;
                if kind.one && *k > UBig::ZERO && far.value(&rest) == target {
                    takes.push(HeapMove { taken: k.clone(), left: vec![rest.clone()] });
                }
                if kind.two {
                    let (firsts, count) = far.splits(&rest, want, budget)?;
                    complete &= UBig::from(firsts.len()) == count;
                    total += count;
                    splits.extend(firsts.into_iter().map(|a| {
                        let b = &rest - &a;
                        HeapMove { taken: k.clone(), left: vec![a, b] }
                    }));
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
        total += UBig::from(takes.len());
        let mut list = takes;
        list.extend(splits);
        list.sort_by(|a, b| a.left.cmp(&b.left));
        Ok(HeapMoves { list, complete, total: Some(total) })
    }
}

/// Values far beyond the table.
struct Far<'a> {
    values: Values<'a>,
    period: Period,
    target: u32,
}

impl Far<'_> {
    fn value(&self, n: &UBig) -> u32 {
        self.values.at(self.period.index(n))
    }

    /// The first `want` first parts of splits of `rest` to the target, ascending, and how many
    /// there are. `rest` is so large that of two parts the greater lies in the periodic range.
    fn splits(&self, rest: &UBig, want: usize, budget: &Budget) -> Result<(Vec<UBig>, UBig)> {
        let half = rest.clone() >> 1;
        let bytes = 160 + rest.bit_len() as u64 / 2;
        let mut list = Vec::new();
        let mut keep = |first: UBig| {
            if list.len() % PORTION == 0 {
                budget.reserve(bytes * PORTION.min(want) as u64)?;
            }
            list.push(first);
            Ok(())
        };
        let mut count = UBig::ZERO;
        let mut kept = 0;
        // Parts before the periodic range, one by one.
        let start = self.period.preperiod.max(1);
        for a in 1..start {
            let first = UBig::from(a);
            if first > half {
                break;
            }
            budget.step()?;
            if self.values.at(a) ^ self.value(&(rest - &first)) == self.target {
                count += UBig::ONE;
                if kept < want {
                    kept += 1;
                    keep(first)?;
                }
            }
        }
        // Then by residue: both parts lie in the periodic range.
        let start = UBig::from(start);
        if start > half {
            return Ok((list, count));
        }
        let p = self.period.period;
        let width = UBig::from(p);
        let last = (&half - &start) / &width;
        let last_beyond = (&half - &start) % &width;
        let first_index = self.period.index(&start) - self.period.preperiod;
        let other_index = self.period.index(&(rest - &start)) - self.period.preperiod;
        let at = |beyond: usize| self.values.at(self.period.preperiod + beyond % p);
        let mut good = Vec::new();
        for offset in 0..p {
            budget.step()?;
            if at(first_index + offset) ^ at(other_index + p - offset) == self.target {
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
                budget.step()?;
                kept += 1;
                keep(first)?;
            }
            base += &width;
        }
        Ok((list, count))
    }
}

impl HeapFunction for Periodic {
    fn name(&self) -> &'static str {
        if self.period().is_some() { PROVED } else { "heap-values" }
    }
    fn kind(&self) -> MethodKind {
        if self.period().is_some() { MethodKind::Proof } else { MethodKind::Computation }
    }
    fn reference(&self) -> Option<&'static str> {
        Some(match (self.period(), self.values.borrow().bound()) {
            (None, _) => "R. P. Sprague 1935; P. M. Grundy 1939",
            (_, Some(Bound::Pairs(_))) => PAIRS_REFERENCE,
            _ => WINDOW_REFERENCE,
        })
    }

    fn settle(&self, n: &UBig, budget: &Budget) -> Result<()> {
        self.values.borrow_mut().settle(n, budget)
    }

    fn value(&self, n: &UBig, budget: &Budget) -> Result<UBig> {
        self.settle(n, budget)?;
        Ok(UBig::from(self.values.borrow().value(n)))
    }

    fn moves_to(&self, n: &UBig, target: &UBig, want: usize, budget: &Budget) -> Result<HeapMoves> {
        self.settle(n, budget)?;
        let Ok(target) = u32::try_from(target) else { return Ok(HeapMoves::all(vec![])) };
        let values = self.values.borrow();
        let known = values.sequence().values();
        let place = usize::try_from(n).ok().filter(|n| *n < known.len());
        match (place, values.period()) {
            (None, Some(period)) => {
                drop(values);
                self.far_moves(n, target, want, period, budget)
            }
            (place, _) => {
                let heap = place.unwrap_or(0);
                let mut options = self.options.borrow_mut();
                options.extend(heap + 1, budget)?;
                Ok(HeapMoves::all(options.moves_to(known, heap, target, budget)?))
            }
        }
    }

    fn rule(&self) -> Message {
        let values = self.values.borrow();
        let (Some(period), Some(bound)) = (values.period(), values.bound()) else {
            return Message::new("heap-values.rule");
        };
        let (id, largest) = match bound {
            Bound::Window(k) => ("period.window", k),
            Bound::Pairs(k) => ("period.pairs", k),
        };
        Message::new(id)
            .with("preperiod", period.preperiod)
            .with("period", period.period)
            .with("largest", largest)
            .with("window", largest.saturating_add(1))
            .with("values", bound.length(period))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;
    use crate::sequence::Table;

    fn rules(text: &str) -> Rules {
        parse_game(text).unwrap().game.rules.clone()
    }

    fn period(text: &str) -> Option<(usize, usize)> {
        let found = Periodic::new(&rules(text))?.prove(5000, &Budget::default()).unwrap()?;
        Some((found.preperiod, found.period))
    }

    #[test]
    fn published_periods_come_out() {
        assert_eq!(period("kayles"), Some((71, 12)));
        assert_eq!(period("octal(0.07)"), Some((53, 34)));
        assert_eq!(period("octal(4.4)"), Some((72, 12)));
        assert_eq!(period("take 1, 3, 4"), Some((0, 7)));
        assert_eq!(period("take 2, 5, 7"), Some((0, 22)));
        assert_eq!(period("split into 2 heaps"), Some((1, 2)));
        assert_eq!(period("octal(0.45)"), Some((498, 20)));
        assert_eq!(period("take 6 leaving 0 heaps"), Some((7, 1)));
    }

    #[test]
    fn only_finite_takes_into_at_most_two_heaps() {
        for text in [
            "grundy",
            "hex(0.8)",
            "take fibonacci",
            "take 1..n/2",
            "take any except 4",
            "lasker",
            "take 1, 2 leaving 2 equal heaps",
            "take 1, 2^40",
        ] {
            assert!(Periodic::new(&rules(text)).is_none(), "{text}");
        }
        assert!(Periodic::new(&rules("take 1..30 except squares")).is_some());
    }

    /// Values and moves far out against a table that knows nothing of periods.
    #[test]
    fn heaps_beyond_the_table_are_those_of_the_recursion() {
        let budget = Budget::default();
        for text in [
            "take 1, 3, 4",
            "take 2, 5 leaving 1 heap or take 3 leaving 0, 1 heaps",
            "kayles",
            "dawson",
            "octal(4.12)",
            "octal(0.26)",
            "split into 2 heaps",
            "take 3 leaving 2 heaps or take 1",
        ] {
            let rules = rules(text);
            let table = Table::new(&rules);
            let periodic = Periodic::new(&rules).unwrap();
            let known = periodic.prove(4000, &budget).unwrap().unwrap();
            for n in [known.preperiod + known.period + 3, 601, 602, 1000] {
                let n = UBig::from(n);
                for target in 0..6u32 {
                    let expected = table.moves_to(&n, &target.into(), usize::MAX, &budget).unwrap();
                    let all = periodic.far_moves(&n, target, usize::MAX, known, &budget).unwrap();
                    assert_eq!(
                        (all.list, all.complete),
                        (expected.list.clone(), true),
                        "{text} {n} {target}"
                    );
                    let splits = |list: &[HeapMove]| -> Vec<HeapMove> {
                        list.iter().filter(|m| m.left.len() == 2).cloned().collect()
                    };
                    let few = periodic.far_moves(&n, target, 3, known, &budget).unwrap();
                    assert_eq!(few.total, Some(UBig::from(expected.list.len())));
                    let first = splits(&expected.list);
                    assert_eq!(splits(&few.list)[..], first[..first.len().min(3)], "{text} {n} {target}");
                    assert_eq!(few.complete, first.len() <= 3);
                }
                assert_eq!(periodic.value(&n, &budget).unwrap(), table.value(&n, &budget).unwrap());
            }
        }
    }

    #[test]
    fn no_work_without_end() {
        use crate::limits::Limits;
        // No period is known for 0.36; the table for 10^30 would never end.
        let limits = Limits { memory: 1 << 40, time: Some(std::time::Duration::from_millis(300)) };
        let game = Periodic::new(&rules("octal(0.36)")).unwrap();
        let error = game.value(&UBig::from(10u8).pow(30), &Budget::new(limits)).unwrap_err();
        assert_eq!(error.code(), "time-limit");
        // What is near is still answered, by the table, and said to be so.
        assert_eq!(game.value(&UBig::from(8u8), &Budget::default()).unwrap(), UBig::from(3u8));
        assert_eq!(game.kind(), MethodKind::Computation);
        let limits = Limits { memory: 100_000, time: None };
        let game = Periodic::new(&rules("take 999_999, 1_000_000")).unwrap();
        let error = game.value(&UBig::from(10u8).pow(9), &Budget::new(limits)).unwrap_err();
        assert_eq!(error.code(), "memory-limit");
        assert_eq!(game.value(&UBig::from(50u8), &Budget::new(limits)).unwrap(), UBig::ZERO);
    }
}
