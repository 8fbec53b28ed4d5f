//! Periods of closed forms. They are known without computing values.

use dashu_int::UBig;

use super::function::closed_form;
use grundy_core::rules::Rules;

/// G(n + period) = G(n) + saltus for all n >= preperiod. All three numbers are the smallest possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedPeriod {
    /// The first heap of the periodic range.
    pub preperiod: UBig,
    /// The period, in heaps.
    pub period: UBig,
    /// The increase of the values after one period.
    pub saltus: UBig,
    /// The largest value; `None` if the values grow without bound.
    pub max_value: Option<UBig>,
    /// Who proved it.
    pub reference: Option<&'static str>,
}

impl ClosedPeriod {
    /// Whether a heap is worth its remainder modulo the period, or itself where values grow.
    pub fn is_remainder(&self) -> bool {
        self.preperiod == UBig::ZERO && (self.saltus == UBig::ZERO || self.period == UBig::ONE)
    }
}

/// The period of a game whose values have a closed form.
pub fn closed_period(rules: &Rules) -> Option<ClosedPeriod> {
    closed_form(rules)?.closed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine as _, engine_for};
    use grundy_core::limits::Budget;
    use grundy_core::notation::parse_game;

    #[test]
    fn closed_periods_are_those_of_the_recursion() {
        for text in ["nim", "lasker", "bash(6)", "take odd", "take 1, primes", "take powers of 2"] {
            let rules = parse_game(text).unwrap().game.rules().unwrap().clone();
            let closed = closed_period(&rules).unwrap();
            let mut engine = engine_for(&rules);
            engine.grow(200, &Budget::default()).unwrap();
            let values: Vec<u32> = engine.values().iter().collect();
            let word = |n: &UBig| usize::try_from(n).unwrap();
            let (s, p) = (word(&closed.preperiod), word(&closed.period));
            let holds = |n: usize, p: usize, d: &UBig| UBig::from(values[n + p]) == UBig::from(values[n]) + d;
            assert!((s..200 - p).all(|n| holds(n, p, &closed.saltus)), "{text}");
            assert!(s == 0 || !holds(s - 1, p, &closed.saltus), "{text}");
            for shorter in 1..p {
                let step = values[s + shorter].checked_sub(values[s]);
                assert!(
                    step.is_none_or(|d| !(s..100).all(|n| holds(n, shorter, &d.into()))),
                    "{text} {shorter}"
                );
            }
            if let Some(most) = closed.max_value {
                assert_eq!(values.iter().max(), Some(&u32::try_from(&most).unwrap()), "{text}");
            }
        }
        assert_eq!(closed_period(parse_game("kayles").unwrap().game.rules().unwrap()), None);
    }
}
