//! Periods of sequences of values, proved or merely observed.
//!
//! A stretch that repeats proves nothing by itself. It does if it covers everything that later values depend
//! on, as stated by a [`Theorem`] about the rules. Values may rise while they repeat: by the saltus, in each
//! period.

use dashu_int::UBig;

use super::engine::Values;
use super::proof::Theorem;
use super::stretch::{Stretch, find_stretch};
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// A proved period of the values: G(n + period) = G(n) + saltus for all n >= preperiod, with both period and
/// preperiod as small as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap of the periodic range.
    pub preperiod: usize,
    /// The period, in heaps.
    pub period: usize,
    /// The increase of the values after one period; 0 if they only repeat.
    pub saltus: u64,
}

impl Period {
    /// A period that the caller has proved.
    pub fn new(preperiod: usize, period: usize, saltus: u64) -> Self {
        Self { preperiod, period, saltus }
    }

    /// The index among the first `preperiod + period` values that corresponds to `n`, and the number of periods
    /// between that index and `n`.
    pub fn place(&self, n: &UBig) -> (usize, UBig) {
        let s = UBig::from(self.preperiod);
        if *n < s {
            return (usize::try_from(n).unwrap_or(0), UBig::ZERO);
        }
        let period = UBig::from(self.period);
        let beyond = n - s;
        let turns = &beyond / &period;
        let rest = beyond - &turns * &period;
        (self.preperiod + usize::try_from(&rest).unwrap_or(0), turns)
    }

    /// The index returned by [`place`](Self::place).
    pub fn index(&self, n: &UBig) -> usize {
        let s = UBig::from(self.preperiod);
        if *n < s {
            return usize::try_from(n).unwrap_or(0);
        }
        let rest = (n - s) % UBig::from(self.period);
        self.preperiod + usize::try_from(&rest).unwrap_or(0)
    }

    /// G(n), given the first `preperiod + period` values.
    ///
    /// # Panics
    /// If these values are not known.
    pub fn value(&self, n: &UBig, values: Values<'_>) -> UBig {
        if self.saltus == 0 {
            return UBig::from(values.at(self.index(n)));
        }
        let (index, turns) = self.place(n);
        turns * UBig::from(self.saltus) + UBig::from(values.at(index))
    }
}

/// A [`Period`] with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// What is proved.
    pub period: Period,
    /// The theorem used.
    pub theorem: Theorem,
    /// The number of values, G(0) included, that the theorem requires.
    pub length: usize,
}

/// A repetition of the known values. It is not proved, so later values may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Seen {
    /// The first heap of the repetition.
    pub preperiod: usize,
    /// The period, in heaps.
    pub period: usize,
    /// The increase of the values after one period.
    pub saltus: u64,
    /// The last heap whose value is known.
    pub checked_to: usize,
}

/// The least period that a theorem proves from these values, with its least preperiod.
pub fn find(values: Values<'_>, theorems: &[Theorem], budget: &Budget) -> Result<Option<Proof>> {
    let length = values.len();
    let rising = theorems.iter().any(Theorem::rises);
    let most = theorems.iter().map(|theorem| theorem.longest(length)).max().unwrap_or(0);
    find_stretch(values, rising, most, budget, &mut |stretch| {
        let Stretch { preperiod, period, saltus } = stretch;
        for theorem in theorems {
            if let Some(needed) = theorem.length(stretch, values, budget)?
                && needed <= length
            {
                let period = Period { preperiod, period, saltus: u64::from(saltus) };
                return Ok(Some(Proof { period, theorem: theorem.clone(), length: needed }));
            }
        }
        Ok(None)
    })
}

/// The best repetition that these values show, proved or not: the one that determines them from the fewest
/// values (preperiod and period together), the shorter period first. At least half of the values must follow
/// from the others, since any two equal values are a repetition of some sort.
///
/// # Errors
/// Limits on memory (4 bytes for every second value) and time.
pub fn seen(values: Values<'_>, budget: &Budget) -> Result<Option<Seen>> {
    let length = values.len();
    let mut best: Option<Stretch> = None;
    let none: Option<()> = find_stretch(values, true, length / 2, budget, &mut |stretch| {
        let needed = stretch.preperiod + stretch.period;
        let most = best.map_or(length / 2 + 1, |best| best.preperiod + best.period);
        if needed < most {
            best = Some(stretch);
        }
        Ok(None)
    })?;
    debug_assert!(none.is_none());
    Ok(best.map(|Stretch { preperiod, period, saltus }| Seen {
        preperiod,
        period,
        saltus: u64::from(saltus),
        checked_to: length - 1,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn small(random: &mut Rng, end: u64) -> usize {
        usize::try_from(random.u64(..end)).unwrap()
    }

    /// Least period, then least preperiod, of a sequence that is known to repeat from half its length on.
    fn by_trying_all(values: &[u32], longest: usize, start: usize) -> (usize, usize, u32) {
        for period in 1..=longest {
            let Some(saltus) = values[start + period].checked_sub(values[start]) else { continue };
            let agrees = |n: usize| values[n + period] == values[n] + saltus;
            if (start..values.len() - period).all(agrees) {
                let preperiod = (0..start).rev().take_while(|&n| agrees(n)).count();
                return (period, start - preperiod, saltus);
            }
        }
        panic!("no period");
    }

    #[test]
    fn the_least_period_and_preperiod_are_seen() {
        let mut random = Rng::with_seed(11);
        for _ in 0..2000 {
            let (preperiod, period) = (small(&mut random, 12), 1 + small(&mut random, 9));
            let saltus = u32::try_from(random.u64(..3)).unwrap();
            let mut values: Vec<u32> =
                (0..preperiod + period).map(|_| u32::try_from(random.u64(..3)).unwrap()).collect();
            while values.len() < 4 * (preperiod + period) + 8 {
                values.push(values[values.len() - period] + saltus);
            }
            let expected = by_trying_all(&values, period, preperiod);
            let found = seen(Values::Wide(&values), &Budget::default()).unwrap().unwrap();
            assert_eq!(
                (found.period, found.preperiod, found.saltus),
                (expected.0, expected.1, u64::from(expected.2)),
                "{values:?}"
            );
            assert_eq!(found.checked_to, values.len() - 1);
        }
    }

    #[test]
    fn chance_is_not_called_a_repetition() {
        let mut random = Rng::with_seed(3);
        let values: Vec<u32> = (0..300).map(|_| u32::try_from(random.u64(..9)).unwrap()).collect();
        assert_eq!(seen(Values::Wide(&values), &Budget::default()).unwrap(), None);
        assert_eq!(seen(Values::Wide(&[]), &Budget::default()).unwrap(), None);
    }

    #[test]
    fn far_numbers_fall_into_the_period() {
        let period = Period { preperiod: 5, period: 7, saltus: 3 };
        assert_eq!(period.index(&UBig::from(4u8)), 4);
        assert_eq!(period.index(&UBig::from(5u8)), 5);
        assert_eq!(period.index(&UBig::from(12u8)), 5);
        let far = UBig::from(7u8) * (UBig::ONE << 3000) + UBig::from(6u8);
        assert_eq!(period.place(&far), (6, UBig::ONE << 3000));
        let values: Vec<u32> = (0..12).collect();
        let value = period.value(&far, Values::Wide(&values));
        assert_eq!(value, UBig::from(3u8) * (UBig::ONE << 3000) + UBig::from(6u8));
    }
}
