//! Whether the problem's statement allows an input.

use dashu_int::IBig;

use super::record::{Record, blank, count, set_row};
use super::stop;
use crate::limits::{Limit, Limits};
use crate::number::Num;
use crate::pattern::{Pattern, Step};
use crate::profile::Profile;
use crate::value::Val;

/// Whether an input fits the pattern and the limits of a profile.
pub fn allowed(profile: &Profile, root: &Record) -> bool {
    let mut check =
        Check { pattern: &profile.pattern, limits: &profile.bounds, totals: Vec::new(), slots: Vec::new() };
    check.totals = vec![IBig::ZERO; check.pattern.names.len()];
    check.slots = blank(check.pattern);
    check.level(root, 0)
}

struct Check<'p> {
    pattern: &'p Pattern,
    limits: &'p Limits,
    totals: Vec<IBig>,
    slots: Vec<Val>,
}

impl Check<'_> {
    fn level(&mut self, record: &Record, level: usize) -> bool {
        let pattern = self.pattern;
        record.show(&mut self.slots);
        let steps_fit = pattern.levels[level].steps.iter().all(|step| match step {
            Step::Group => self.group(record, level + 1),
            _ => self.step(step, record),
        });
        // The inner records have overwritten their own slots; those of this level are still set.
        steps_fit
            && !(level > 0 && stop::ends(pattern, level, &self.slots))
            && self.limits.hold(pattern, level, &self.slots)
    }

    fn group(&mut self, record: &Record, level: usize) -> bool {
        let records = record.inner.len();
        let fits = match &self.pattern.levels[level].times {
            Some(times) => count(times, &self.slots) == Some(records),
            None => u64::try_from(records).is_ok_and(|n| n <= self.limits.cases.1 && n > 0),
        };
        fits && record.inner.iter().all(|inner| self.level(inner, level))
    }

    fn step(&mut self, step: &Step, record: &Record) -> bool {
        match step {
            Step::Int(slot) => record.get(*slot).is_some_and(|val| self.val(*slot, val)),
            Step::Word(slot) => record.get(*slot).is_some_and(|val| self.word(*slot, val)),
            Step::List(slot, times) => {
                let wanted = count(times, &self.slots);
                record.get(*slot).is_some_and(|val| self.list(*slot, val, wanted))
            }
            Step::Line { slot, .. } => record.get(*slot).is_some_and(|val| self.line(*slot, val)),
            Step::Records { steps, slots, times } => {
                let wanted = count(times, &self.slots);
                let columns: Option<Vec<&Vec<Val>>> = slots
                    .iter()
                    .map(|slot| match record.get(*slot) {
                        Some(Val::List(items)) if Some(items.len()) == wanted => Some(&**items),
                        _ => None,
                    })
                    .collect();
                let (Some(columns), Some(rows)) = (columns, wanted) else { return false };
                let fit = (0..rows).all(|row| {
                    let values =
                        slots.iter().zip(&columns).map(|(slot, c)| (*slot, c[row].clone())).collect();
                    let inner = Record { values, inner: Vec::new() };
                    inner.show(&mut self.slots);
                    set_row(&mut self.slots, row);
                    steps.iter().all(|step| self.step(step, &inner))
                        && slots.first().is_none_or(|first| self.limits.row_holds(*first, &self.slots))
                });
                record.show(&mut self.slots);
                fit && slots.iter().zip(&columns).all(|(slot, column)| self.shaped(*slot, column))
            }
            Step::Group | Step::Stop => true,
        }
    }

    fn val(&mut self, slot: usize, val: &Val) -> bool {
        let (Val::Int(n), Some((low, high))) = (val, self.limits.bounds(slot, &self.slots)) else {
            return false;
        };
        let n = n.to_ibig();
        if n < low || n > high {
            return false;
        }
        self.totals[slot] += n;
        let total = self.limits.names[slot].as_ref().and_then(|limit| limit.total.as_ref());
        total.is_none_or(|most| {
            most.value(&self.slots).is_some_and(|most| self.totals[slot] <= most.to_ibig())
        })
    }

    fn word(&self, slot: usize, val: &Val) -> bool {
        let (Val::Text(word), Some(limit)) = (val, &self.limits.names[slot]) else { return false };
        limit.words.iter().any(|known| **known == **word)
    }

    fn list(&mut self, slot: usize, val: &Val, wanted: Option<usize>) -> bool {
        let Val::List(items) = val else { return false };
        wanted == Some(items.len())
            && items.iter().all(|item| self.val(slot, item))
            && self.shaped(slot, items)
    }

    fn line(&mut self, slot: usize, val: &Val) -> bool {
        let Val::List(items) = val else { return false };
        let range = self.limits.names[slot].as_ref().and_then(|limit| limit.count.as_ref());
        let Some((low, high)) = range else { return false };
        let (low, high) = (count(low, &self.slots), count(high, &self.slots));
        low.is_some_and(|low| low <= items.len())
            && high.is_some_and(|high| items.len() <= high)
            && self.list(slot, val, Some(items.len()))
    }

    fn shaped(&self, slot: usize, items: &[Val]) -> bool {
        let Some(Limit { shape, sum, .. }) = &self.limits.names[slot] else { return false };
        if !shape.sorted && !shape.distinct && sum.is_none() {
            return true;
        }
        let numbers: Vec<IBig> = items.iter().filter_map(|item| item.int().map(Num::to_ibig)).collect();
        let mut in_order = numbers.clone();
        in_order.sort();
        let summed = sum.as_ref().is_none_or(|(low, high)| {
            let sum = numbers.iter().sum::<IBig>();
            low.value(&self.slots).is_some_and(|low| low.to_ibig() <= sum)
                && high.value(&self.slots).is_some_and(|high| sum <= high.to_ibig())
        });
        summed
            && (!shape.sorted || in_order == numbers)
            && (!shape.distinct || in_order.windows(2).all(|pair| pair[0] != pair[1]))
    }
}
