//! Coin-turning games: a move turns some coins, and the highest of them must turn from heads to tails.
//!
//! Statement (H. W. Lenstra 1979; Winning Ways, chapter 14): the Grundy value of a position is the nim-sum of the
//! values of its single heads. For coin n, counted from 1, it is: if a move turns one or two coins (Turning Turtles),
//! n; up to three (Mock Turtles), the n-th number with an odd count of binary ones; exactly two (Twins), n - 1; any
//! number in a row (Ruler), the greatest power of 2 that divides n.

use dashu_int::UBig;

use super::coin_values::{Values, each_set};
use super::{
    Each, Options, Ruleset, Source, Standing, check_distinct, check_small, in_one_of, small, sorted, toggled,
    wide,
};
use super::{Layout, Turning};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

/// A row of coins.
pub(super) struct Row<'a> {
    pub(super) turning: &'a Turning,
}

/// Bytes for one turned coin in the lists that move generation uses.
pub(super) const TURNED: u64 = 160;

/// Games in which the value of a single coin has a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    Turtles,
    MockTurtles,
    Twins,
    Ruler,
    /// One coin at a time: each head is a heap with one move.
    Single,
}

impl Known {
    pub(super) fn of(turning: &Turning) -> Option<Self> {
        let up_to = turning.amounts.as_up_to().and_then(|m| u8::try_from(m).ok());
        if turning.layout == Layout::Steps {
            return None;
        }
        if turning.layout == Layout::Row {
            return match up_to {
                Some(1) => Some(Self::Single),
                _ if turning.amounts.is_any() => Some(Self::Ruler),
                _ => None,
            };
        }
        match up_to {
            Some(1) => Some(Self::Single),
            Some(2) => Some(Self::Turtles),
            Some(3) => Some(Self::MockTurtles),
            Some(_) => None,
            None => match turning.amounts.as_spans() {
                Some([span]) if span.lo == UBig::from(2u8) && span.hi.as_ref() == Some(&span.lo) => {
                    Some(Self::Twins)
                }
                _ => None,
            },
        }
    }

    /// The Grundy value of coin `n` alone.
    pub(super) fn value(self, n: u64) -> u64 {
        match self {
            Self::Turtles => n,
            Self::MockTurtles => odious(n - 1),
            Self::Twins => n - 1,
            Self::Ruler => n & n.wrapping_neg(),
            Self::Single => 1,
        }
    }

    pub(super) fn rule(self) -> Message {
        Message::new(match self {
            Self::Turtles => "board.turtles",
            Self::MockTurtles => "board.mock-turtles",
            Self::Twins => "board.twins",
            Self::Ruler => "board.ruler",
            Self::Single => "board.single",
        })
    }
}

/// The m with m xor (m >> 1) = `code`.
fn of_gray_code(code: u64) -> u64 {
    [1, 2, 4, 8, 16, 32].into_iter().fold(code, |m, by| m ^ (m >> by))
}

/// The n-th number (from 0) with an odd count of binary ones.
fn odious(n: u64) -> u64 {
    2 * n + u64::from(n.count_ones().is_multiple_of(2))
}

/// Calls `each` with every set of coins whose highest is `n`, the highest first.
pub(super) fn for_each_set(
    turning: &Turning,
    n: u64,
    budget: &Budget,
    each: &mut dyn FnMut(&[u64]) -> Result<()>,
) -> Result<()> {
    let allowed = |count: u64| {
        let spans = turning.amounts.as_spans().unwrap_or_default();
        let count = UBig::from(count);
        spans.iter().any(|span| span.lo <= count && span.hi.as_ref().is_none_or(|hi| count <= *hi))
    };
    if turning.layout == Layout::Steps {
        for step in divisors(n) {
            budget.step()?;
            let count = n / step;
            if allowed(count) {
                budget.reserve_each(usize::try_from(count).unwrap_or(usize::MAX), 8)?;
                each(&(1..=count).rev().map(|k| k * step).collect::<Vec<_>>())?;
                budget.release(8 * count);
            }
        }
        return Ok(());
    }
    if turning.layout == Layout::Row {
        let mut set = Vec::new();
        let most = turning.amounts.as_finite().and_then(|most| u64::try_from(most).ok()).unwrap_or(n);
        for coin in (1..=n).rev().take(usize::try_from(most).unwrap_or(usize::MAX)) {
            budget.step()?;
            if set.len().is_multiple_of(4096) {
                budget.reserve(8 * 4096)?;
            }
            set.push(coin);
            if allowed(set.len() as u64) {
                each(&set)?;
            }
        }
        return Ok(());
    }
    let most = turning.amounts.as_finite().and_then(|most| usize::try_from(most).ok()).unwrap_or(1);
    // Sets in lexicographic order from the top: add the coin below the last one, or lower the last coin.
    let mut set = vec![n];
    loop {
        budget.step()?;
        if allowed(set.len() as u64) {
            each(&set)?;
        }
        let last = set[set.len() - 1];
        if set.len() < most && last > 1 {
            set.push(last - 1);
            continue;
        }
        // Move the last coin down; if it cannot move, remove it and move the one before it.
        loop {
            let Some(last) = set.pop() else { return Ok(()) };
            if set.is_empty() {
                return Ok(());
            }
            if last > 1 {
                set.push(last - 1);
                break;
            }
        }
    }
}

/// The divisors of a positive number.
pub(super) fn divisors(n: u64) -> impl Iterator<Item = u64> {
    let small = (1..).take_while(move |step| step * step <= n).filter(move |step| n.is_multiple_of(*step));
    small.flat_map(move |step| [step, n / step].into_iter().take(if step * step == n { 1 } else { 2 }))
}

pub(super) fn check_coins(coins: &[UBig]) -> Result<()> {
    check_small(coins)?;
    if coins.contains(&UBig::ZERO) {
        return Err(Error::input("error.coin-zero"));
    }
    Ok(())
}

impl Ruleset for Row<'_> {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_coins(position)?;
        check_distinct(position)
    }

    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig> {
        sorted(position)
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let heads = small(position);
        for &n in &heads {
            for_each_set(self.turning, n, budget, &mut |set| each(wide(&toggled(&heads, set))))?;
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        let (kind, name) = match Known::of(self.turning) {
            Some(_) => (MethodKind::Theorem, "coin-turning"),
            None => (MethodKind::Computation, "coin-values"),
        };
        Source { kind, name, reference: "H. W. Lenstra 1979; Winning Ways, chapter 14" }
    }

    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>> {
        let heads = small(position);
        let values = Values::of(self.turning, heads.iter().copied().max().unwrap_or(0), budget)?;
        let value = heads.iter().fold(0, |sum, &n| sum ^ values.value(n));
        Ok(Some(Standing::Value(UBig::from(value))))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        want: usize,
        budget: &Budget,
    ) -> Result<Options> {
        let Standing::Value(target) = target else { return Ok(Options::all(vec![])) };
        let heads = small(position);
        let values = Values::of(self.turning, heads.iter().copied().max().unwrap_or(0), budget)?;
        let value = heads.iter().fold(0, |sum, &n| sum ^ values.value(n));
        let Ok(target) = u64::try_from(target) else {
            return Ok(Options::all(vec![]));
        };
        let mut options = Options::all(vec![]);
        for &n in &heads {
            // The nim-sum that the coins turned below n must have.
            let rest = values.value(n) ^ value ^ target;
            let mut each = |set: &[u64]| {
                options.offer(want, budget, || wide(&toggled(&heads, set)))?;
                Ok(options.complete)
            };
            each_set_to(self.turning, &values, n, rest, budget, &mut each)?;
            if !options.complete {
                break;
            }
        }
        Ok(options)
    }

    fn rule(&self, _: &[UBig]) -> Message {
        rule_of(self.turning)
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        match in_one_of(&small(position), &small(next))[..] {
            [coin] => Message::new("board.turn-coin").with("coin", coin),
            [first, .., last] if self.turning.layout == Layout::Row && last - first > 1 => {
                Message::new("board.turn-row").with("from", first).with("to", last)
            }
            ref turned => Message::new("board.turn-coins").with("coins", wide(turned)),
        }
    }
}

/// The rule for the value of single coins, as a sentence.
pub(super) fn rule_of(turning: &Turning) -> Message {
    Known::of(turning).map_or_else(|| Message::new("board.coins-by-mex"), Known::rule)
}

/// Calls `each` with the sets with highest coin `n` and other coins of nim-sum `rest`, until it returns `false`.
pub(super) fn each_set_to(
    turning: &Turning,
    values: &Values,
    n: u64,
    rest: u64,
    budget: &Budget,
    each: &mut dyn FnMut(&[u64]) -> Result<bool>,
) -> Result<()> {
    match values {
        Values::Formula(known) => each_below(*known, n, rest, budget, each),
        Values::Table(_) => each_set(turning, values, n, rest, budget, each),
    }
}

/// [`each_set_to`] by the formula for single coins.
fn each_below(
    known: Known,
    n: u64,
    rest: u64,
    budget: &Budget,
    each: &mut dyn FnMut(&[u64]) -> Result<bool>,
) -> Result<()> {
    match known {
        Known::Single | Known::Turtles if rest == 0 => {
            each(&[n])?;
        }
        Known::Turtles if rest < n => {
            each(&[n, rest])?;
        }
        Known::Twins if rest + 1 < n => {
            each(&[n, rest + 1])?;
        }
        Known::Single | Known::Turtles | Known::Twins => {}
        Known::MockTurtles => {
            if rest == 0 && !each(&[n])? {
                return Ok(());
            }
            // Each coin value is an odious number, so `rest` determines a single second coin.
            let coin_of = |value: u64| (value.count_ones() % 2 == 1).then_some(value / 2 + 1);
            if let Some(one) = coin_of(rest).filter(|&one| one < n)
                && !each(&[n, one])?
            {
                return Ok(());
            }
            // The nim-sum of two coins has an even number of ones. The larger coin has the highest one bit of `rest`,
            // and each coin with that bit pairs with exactly one other.
            if rest != 0 && rest.count_ones().is_multiple_of(2) {
                let highest = 1 << (rest.ilog2() - 1);
                let mut under = highest;
                while under < n - 1 {
                    budget.step()?;
                    let (one, two) = (under + 1, (rest ^ known.value(under + 1)) / 2 + 1);
                    if !each(&[n, one, two])? {
                        return Ok(());
                    }
                    under = (under + 1) | highest;
                }
            }
        }
        Known::Ruler => {
            // The nim-sum of coins 1 to m is m xor (m >> 1), the m-th Gray code, different for every m. So at most one
            // number of coins below n may stay unturned.
            let left = of_gray_code((n - 1) ^ ((n - 1) >> 1) ^ rest);
            if left < n {
                budget.reserve_each(usize::try_from(n - left).unwrap_or(usize::MAX), TURNED)?;
                each(&(left + 1..=n).rev().collect::<Vec<_>>())?;
            }
        }
    }
    Ok(())
}
