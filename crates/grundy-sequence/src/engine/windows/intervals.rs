//! A set of amounts as disjoint intervals for each heap.

use dashu_int::UBig;

use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::number;
use grundy_core::rules::{Amounts, Env, Expr, WordExpr, WordValue};

/// The amounts from the first number to the second; `None` means unbounded.
pub(super) type Interval = (u64, Option<u64>);

/// A set of intervals whose ends may depend on the heap.
#[derive(Debug)]
pub(super) struct Intervals {
    set: Set,
    /// Whether the intervals are the same for every heap.
    fixed: bool,
    now: Vec<Interval>,
    scratch: Vec<Interval>,
}

/// A union of intervals and of differences of such unions.
#[derive(Debug)]
struct Set {
    constant: Vec<Interval>,
    bounds: Vec<(Bound, Option<Bound>)>,
    differences: Vec<(Self, Self)>,
}

/// An end of an interval.
#[derive(Debug)]
struct Bound {
    expr: Expr,
    /// The expression on machine words, where these are wide enough.
    words: Option<WordExpr>,
}

/// A member as a machine word. All amounts beyond any heap that fits into memory are equivalent.
fn word(k: &UBig) -> u64 {
    u64::try_from(k).unwrap_or(u64::MAX)
}

impl Intervals {
    /// `None` if the set is not made of intervals.
    pub(super) fn new(amounts: &Amounts) -> Option<Self> {
        let set = Set::new(amounts)?;
        let fixed = amounts.is_fixed();
        let (mut now, scratch) = (Vec::new(), Vec::new());
        if fixed {
            set.resolve(0, &mut now, &Budget::default()).ok()?;
            unite(&mut now);
        }
        Some(Self { set, fixed, now, scratch })
    }

    /// The number of intervals, and the number of amounts up to `most` in them; `None` if they depend on
    /// the heap.
    pub(super) fn fixed_size(&self, most: u64) -> Option<(u64, u64)> {
        let held = |(lo, hi): &Interval| {
            let hi = hi.map_or(most, |hi| hi.min(most));
            (hi + 1).saturating_sub((*lo).max(1))
        };
        self.fixed.then(|| (self.now.len() as u64, self.now.iter().map(held).fold(0, u64::saturating_add)))
    }

    /// The intervals for a heap of `n`, ascending and disjoint.
    pub(super) fn of(&mut self, n: u64, budget: &Budget) -> Result<&[Interval]> {
        if !self.fixed {
            self.scratch.clear();
            self.set.resolve(n, &mut self.scratch, budget)?;
            unite(&mut self.scratch);
            std::mem::swap(&mut self.now, &mut self.scratch);
        }
        Ok(&self.now)
    }
}

impl Set {
    fn new(amounts: &Amounts) -> Option<Self> {
        if amounts.families().next().is_some() {
            return None;
        }
        let constant = amounts.spans().iter().map(|s| (word(&s.lo), s.hi.as_ref().map(word))).collect();
        let bounds =
            amounts.symbolic().map(|(lo, hi)| (Bound::new(lo), hi.as_ref().map(Bound::new))).collect();
        let differences = amounts
            .differences()
            .map(|(a, b)| Some((Self::new(a)?, Self::new(b)?)))
            .collect::<Option<_>>()?;
        Some(Self { constant, bounds, differences })
    }

    /// Adds the intervals for a heap of `n`, in any order.
    fn resolve(&self, n: u64, out: &mut Vec<Interval>, budget: &Budget) -> Result<()> {
        out.extend(&self.constant);
        for (lo, hi) in &self.bounds {
            let Some(lo) = lo.at(n)? else { continue };
            // Amounts of 0 or less are left out.
            let lo = word_of(lo.max(1));
            let hi = match hi {
                None => None,
                Some(hi) => match hi.at(n)? {
                    Some(hi) if hi >= i128::from(lo) => Some(word_of(hi)),
                    _ => continue,
                },
            };
            out.push((lo, hi));
        }
        for (all, without) in &self.differences {
            budget.step()?;
            let (mut left, mut holes) = (Vec::new(), Vec::new());
            all.resolve(n, &mut left, budget)?;
            without.resolve(n, &mut holes, budget)?;
            unite(&mut left);
            unite(&mut holes);
            subtract(&left, &holes, out);
        }
        Ok(())
    }
}

impl Bound {
    fn new(expr: &Expr) -> Self {
        Self { expr: expr.clone(), words: WordExpr::new(expr) }
    }

    /// The end for a heap of `n`, if it has a value. All values beyond a machine word are equivalent.
    fn at(&self, n: u64) -> Result<Option<i128>> {
        match self.words.as_ref().map(|words| words.eval(n)) {
            Some(WordValue::Is(value)) => return Ok(Some(value)),
            Some(WordValue::Nothing) => return Ok(None),
            Some(WordValue::TooLarge) | None => {}
        }
        let value = self.expr.eval(&Env { n: UBig::from(n), ..Env::default() })?;
        Ok(value.map(|value| number::natural(&value).map_or(-1, |value| i128::from(word(&value)))))
    }
}

/// A non-negative number as a machine word. All numbers beyond any heap that fits into memory are
/// equivalent.
fn word_of(k: i128) -> u64 {
    u64::try_from(k).unwrap_or(u64::MAX)
}

/// Sorts intervals and joins those that overlap or touch.
fn unite(intervals: &mut Vec<Interval>) {
    intervals.sort_unstable();
    intervals.dedup_by(|next, before| {
        let touches = before.1.is_none_or(|hi| next.0 <= hi.saturating_add(1));
        if touches {
            before.1 = before.1.zip(next.1).map(|(a, b)| a.max(b));
        }
        touches
    });
}

/// Adds the parts of the intervals that are in no hole. Both lists are disjoint and ascending.
fn subtract(intervals: &[Interval], holes: &[Interval], out: &mut Vec<Interval>) {
    for &(lo, hi) in intervals {
        let mut from = Some(lo);
        for hole in holes {
            let Some(start) = from.filter(|start| hi.is_none_or(|hi| *start <= hi)) else { break };
            if hole.1.is_some_and(|end| end < start) {
                continue;
            }
            if hole.0 > start {
                let end = hi.map_or(hole.0 - 1, |hi| hi.min(hole.0 - 1));
                out.push((start, Some(end)));
            }
            from = hole.1.and_then(|end| end.checked_add(1));
        }
        if let Some(start) = from.filter(|start| hi.is_none_or(|hi| *start <= hi)) {
            out.push((start, hi));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::notation::parse_game;
    use grundy_core::rules::Members;

    #[test]
    fn intervals_hold_the_members() {
        for text in [
            "take any except 4",
            "take 1..n/2 except 1, 5, 6",
            "take 2..n-1, 3*n/4..n, 50..60",
            "take (2..n/2 except n/4..n/3), (1..9 except 4, 6..7)",
            "take 1..100/(n-5)",
            "take 1..10^40 except 10^20",
            "take n-5..",
            "take 3..5, 1",
        ] {
            let game = parse_game(text).unwrap().game;
            let amounts = game.rules().unwrap().as_subtraction_set().unwrap();
            let mut intervals = Intervals::new(amounts).unwrap();
            for n in 0..200 {
                let env = Env { n: UBig::from(n), ..Env::default() };
                let members = Members::resolve(amounts, &env).unwrap();
                let list = intervals.of(n, &Budget::default()).unwrap();
                for k in 1..=n {
                    let found =
                        list.iter().filter(|(lo, hi)| *lo <= k && hi.is_none_or(|hi| k <= hi)).count();
                    assert_eq!(
                        found,
                        usize::from(members.contains(&UBig::from(k))),
                        "{text} {n} {k} {list:?}"
                    );
                }
            }
        }
        assert!(
            Intervals::new(
                parse_game("take primes").unwrap().game.rules().unwrap().as_subtraction_set().unwrap()
            )
            .is_none()
        );
    }
}
