//! When a sequence of values repeats for ever, and how that is known.
//!
//! A stretch that repeats proves nothing by itself. It does as soon as it covers all that later
//! values are made of ([`Bound`]):
//!
//! - Takes of at most k that leave one heap: a value is a function of the k values before it, so
//!   k + 1 repeated values in a row repeat for ever (one more than k, so that from there on every
//!   amount fits with a stone to spare).
//! - Takes of at most k that leave up to two heaps: G(n + p) = G(n) for s <= n < 2s + p + k is
//!   enough (Guy and Smith 1956), for one part of a split of n + p is then at least s + p and may be
//!   made smaller by p. That part must not vanish, so s counts as 1 when it is 0.
//!
//! All candidates are found at once: how far the end of the sequence agrees with itself at a
//! distance of p is, for every p, the Z-function of the sequence read backwards, in linear time.

use dashu_int::UBig;

use super::engine::{Engine, Values, with_reader};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Budget;

/// Values repeat: G(n + period) = G(n) for all n >= preperiod, both as small as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The heap from which on values repeat.
    pub preperiod: usize,
    /// After how many heaps.
    pub period: usize,
}

impl Period {
    /// Where in the first `preperiod + period` values that of `n` stands.
    pub fn index(&self, n: &UBig) -> usize {
        let s = UBig::from(self.preperiod);
        if *n < s {
            return usize::try_from(n).unwrap_or(0);
        }
        let beyond = (n - s) % UBig::from(self.period);
        self.preperiod + usize::try_from(&beyond).unwrap_or(0)
    }
}

/// What later values are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At most so many values before it.
    Window(usize),
    /// Pairs of heaps that at most so many stones fewer lie in.
    Pairs(usize),
}

impl Bound {
    /// Does it prove a period that values G(0..length) show from `preperiod` on?
    fn proves(self, length: usize, found: Period) -> bool {
        let Period { preperiod, period } = found;
        match self {
            Self::Window(k) => length - preperiod - period > k,
            Self::Pairs(_) => self.length(found) <= length,
        }
    }

    /// How many values prove a period.
    pub fn length(self, found: Period) -> usize {
        let Period { preperiod, period } = found;
        match self {
            Self::Window(k) => preperiod.saturating_add(period).saturating_add(k).saturating_add(1),
            Self::Pairs(k) => (preperiod.max(1).saturating_add(period)).saturating_mul(2).saturating_add(k),
        }
    }
}

/// The least period that the values prove, with its least preperiod.
pub fn find(values: Values<'_>, bound: Bound, budget: &Budget) -> Result<Option<Period>> {
    let length = values.len();
    let bytes = length as u64 * 8;
    budget.reserve(bytes)?;
    let agree = with_reader!(values, at => agreement_at_the_end(length, at));
    let found = agree.iter().enumerate().skip(1).find_map(|(period, &agree)| {
        let found = Period { preperiod: length - period - agree, period };
        (agree > 0 && bound.proves(length, found)).then_some(found)
    });
    drop(agree);
    budget.release(bytes);
    Ok(found)
}

/// For every distance p, how many values at the end equal those p before: the Z-function of the
/// sequence read backwards.
fn agreement_at_the_end(length: usize, value: impl Fn(usize) -> u32) -> Vec<usize> {
    let at = |i: usize| value(length - 1 - i);
    let mut agree = vec![0; length];
    // The stretch from..to is known to equal the beginning.
    let (mut from, mut to) = (0, 0);
    for i in 1..length {
        let mut z = if i < to { agree[i - from].min(to - i) } else { 0 };
        while i + z < length && at(z) == at(i + z) {
            z += 1;
        }
        if i + z > to {
            (from, to) = (i, i + z);
        }
        agree[i] = z;
    }
    agree
}

/// A sequence that is looked over for a period while it grows.
#[derive(Debug)]
pub(crate) struct Repeating<S> {
    sequence: S,
    /// `None` where nothing is known that would prove a period.
    bound: Option<Bound>,
    period: Option<Period>,
}

/// The length of the first table.
const FIRST_LENGTH: usize = 64;
/// So much is spent on a period even where the value asked for is in the table already, so that
/// what is said about small heaps does not hang on what was asked before.
const FIRST_EFFORT: u64 = 1 << 21;
/// Without a limit on time, a period is given up after so much, when the heap is still far.
const LAST_EFFORT: u64 = 1 << 32;
/// How far a heap must lie for that: so many times the table.
const FAR: usize = 16;

impl<S: Engine> Repeating<S> {
    pub(crate) fn new(sequence: S, bound: Option<Bound>) -> Self {
        Self { sequence, bound, period: None }
    }

    /// The proved period, if there is one so far.
    pub(crate) fn period(&self) -> Option<Period> {
        self.period
    }

    /// What proves periods here.
    pub(crate) fn bound(&self) -> Option<Bound> {
        self.bound
    }

    /// The sequence as far as it was made.
    pub(crate) fn sequence(&self) -> &S {
        &self.sequence
    }

    /// Makes the value of `n` known, by a period or by a table up to it.
    pub(crate) fn settle(&mut self, n: &UBig, budget: &Budget) -> Result<()> {
        let place = usize::try_from(n).ok().filter(|n| *n < usize::MAX);
        while self.period.is_none() {
            let length = self.sequence.values().len();
            let known = place.is_some_and(|n| n < length);
            if known && (self.bound.is_none() || self.sequence.effort() >= FIRST_EFFORT) {
                return Ok(());
            }
            if !known {
                self.check_reach(n, length, budget)?;
            }
            let mut next = length.saturating_mul(2).max(FIRST_LENGTH);
            let looked = self.bound.is_none() || self.sequence.effort() >= FIRST_EFFORT;
            if let Some(n) = place
                && !known
                && looked
                && (self.bound.is_none() || next > n)
            {
                next = n + 1;
            }
            match self.try_length(next, budget) {
                Err(error) if known && error.kind() == ErrorKind::Limit => return Ok(()),
                result => result?,
            }
        }
        Ok(())
    }

    /// Looks for a period among the first `limit` values at most.
    pub(crate) fn prove(&mut self, limit: usize, budget: &Budget) -> Result<Option<Period>> {
        while self.period.is_none() && self.sequence.values().len() < limit {
            let next = self.sequence.values().len().saturating_mul(2).max(FIRST_LENGTH);
            self.try_length(next.min(limit), budget)?;
        }
        Ok(self.period)
    }

    fn try_length(&mut self, length: usize, budget: &Budget) -> Result<()> {
        self.sequence.grow(length, budget)?;
        if let Some(bound) = self.bound {
            self.period = find(self.sequence.values(), bound, budget)?;
        }
        Ok(())
    }

    /// Refuses to go on towards a heap that is out of reach.
    fn check_reach(&self, n: &UBig, length: usize, budget: &Budget) -> Result<()> {
        let spent = self.sequence.effort() >= LAST_EFFORT && budget.limits().time.is_none();
        let far = n / UBig::from(FAR) >= UBig::from(length);
        if far && self.bound.is_none() && usize::try_from(n).is_err() {
            return Err(Error::limit("error.heap-too-large"));
        }
        if far && spent {
            return Err(Error::limit("error.no-period").with("checked", length).with("heap", n));
        }
        Ok(())
    }

    /// The value of `n`, which must have been [settled](Self::settle).
    pub(crate) fn value(&self, n: &UBig) -> u32 {
        let index = match self.period {
            Some(period) => period.index(n),
            None => usize::try_from(n).unwrap_or(usize::MAX),
        };
        self.sequence.values().get(index).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_in(values: &[u32], bound: Bound) -> Option<(usize, usize)> {
        find(Values::Wide(values), bound, &Budget::default()).unwrap().map(|p| (p.preperiod, p.period))
    }

    #[test]
    fn agreement_is_what_it_says() {
        let mut random = crate::theorem::testing::Random::new(5);
        for length in 0..40usize {
            let values: Vec<u32> = (0..length).map(|_| u32::from(random.below(2) == 1)).collect();
            let agree = agreement_at_the_end(values.len(), |n| values[n]);
            for p in 1..length {
                let plain = (p..length).rev().take_while(|&n| values[n] == values[n - p]).count();
                assert_eq!(agree[p], plain, "{values:?} {p}");
            }
        }
    }

    #[test]
    fn a_repetition_is_proved_only_when_it_is_long_enough() {
        // 9 then 0 1 2 for ever.
        let values: Vec<u32> = std::iter::once(9).chain((0..60).map(|i| i % 3)).collect();
        let window = Bound::Window(4);
        assert_eq!(window.length(Period { preperiod: 1, period: 3 }), 9);
        assert_eq!(find_in(&values[..8], window), None);
        assert_eq!(find_in(&values[..9], window), Some((1, 3)));
        assert_eq!(find_in(&values, window), Some((1, 3)));
        // 2 * 1 + 2 * 3 + 4 values, heaps 0 to 11.
        assert_eq!(find_in(&values[..11], Bound::Pairs(4)), None);
        assert_eq!(find_in(&values[..12], Bound::Pairs(4)), Some((1, 3)));
        assert_eq!(find_in(&[], window), None);
        assert_eq!(find_in(&[1; 30], window), Some((0, 1)));
    }

    #[test]
    fn far_numbers_fall_into_the_period() {
        let period = Period { preperiod: 5, period: 7 };
        assert_eq!(period.index(&UBig::from(4u8)), 4);
        assert_eq!(period.index(&UBig::from(5u8)), 5);
        assert_eq!(period.index(&UBig::from(12u8)), 5);
        assert_eq!(period.index(&(UBig::from(7u8) * (UBig::ONE << 3000) + UBig::from(6u8))), 6);
    }
}
