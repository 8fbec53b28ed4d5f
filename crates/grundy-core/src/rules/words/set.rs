//! Sets of amounts as ranges of machine words.
//!
//! Amounts that are the same in every position are listed once, up to the greatest that can ever be taken; those that
//! depend on the position are computed for each.

use dashu_int::UBig;

use super::expr::{TooLarge, WordEnv, WordExpr, digits};
use super::word;
use crate::error::Error;
use crate::limits::Budget;
use crate::rules::{Amounts, Members, Named, Var};

/// A range with both ends included.
pub type Range = (u64, u64);

/// Most ranges of a named set; larger sets are too large for words.
const MOST_RANGES: usize = 1 << 20;

/// A set of amounts, prepared for listing its members.
#[derive(Clone, Debug, Default)]
pub struct WordSet {
    /// What is the same everywhere: sorted, not touching.
    fixed: Vec<Range>,
    symbolic: Vec<(WordExpr, Option<WordExpr>)>,
    named: Vec<(Family, WordExpr)>,
    differences: Vec<(Self, Self)>,
    mentions_n: bool,
}

/// A named set whose parameter depends on the position.
#[derive(Clone, Copy, Debug)]
enum Family {
    Powers,
    Multiples,
    Divisors,
    Digits,
}

impl WordSet {
    /// The set, restricted to amounts up to `most`; `None` if it is too large for words.
    pub fn new(amounts: &Amounts, most: u64, budget: &Budget) -> Result<Option<Self>, Error> {
        let mut set = Self { mentions_n: amounts.mentions(Var::N), ..Self::default() };
        for span in amounts.spans() {
            let Some(lo) = word(&span.lo) else { continue };
            let hi = span.hi.as_ref().and_then(word).unwrap_or(u64::MAX);
            set.fixed.push((lo, hi.min(most)));
        }
        for named in amounts.families() {
            if named.is_fixed() {
                if !set.list(named, most, budget)? {
                    return Ok(None);
                }
                continue;
            }
            let family = match named {
                Named::Powers(_) => Family::Powers,
                Named::Multiples(_) => Family::Multiples,
                Named::Divisors(_) => Family::Divisors,
                _ => Family::Digits,
            };
            let Some(expr) = named.expr().and_then(WordExpr::new) else { return Ok(None) };
            set.named.push((family, expr));
        }
        for (lo, hi) in amounts.symbolic() {
            let Some(lo) = WordExpr::new(lo) else { return Ok(None) };
            let hi = match hi {
                Some(hi) => match WordExpr::new(hi) {
                    None => return Ok(None),
                    hi => hi,
                },
                None => None,
            };
            set.symbolic.push((lo, hi));
        }
        for (a, b) in amounts.differences() {
            let Some(a) = Self::new(a, most, budget)? else { return Ok(None) };
            // In a race `most` may be unbounded; excluded amounts matter only up to the greatest present.
            let greatest = a.fixed().map_or(most, |ranges| ranges.last().map_or(0, |(_, hi)| *hi));
            let Some(b) = Self::new(b, greatest, budget)? else { return Ok(None) };
            match (a.fixed(), b.fixed()) {
                (Some(a), Some(b)) => without(a, b, &mut set.fixed),
                _ => set.differences.push((a, b)),
            }
        }
        set.fixed.retain(|(lo, hi)| lo <= hi);
        tidy(&mut set.fixed);
        Ok(Some(set))
    }

    /// Lists the members of a set that is the same in every position, unless they are too many.
    fn list(&mut self, named: &Named, most: u64, budget: &Budget) -> Result<bool, Error> {
        let Some(members) = Members::fixed(&Amounts::named(named.clone())) else { return Ok(false) };
        let (mut from, most) = (UBig::ONE, UBig::from(most));
        for _ in 0..MOST_RANGES {
            let Some(k) = members.next(&from, &most, budget)? else { return Ok(true) };
            self.fixed.extend(word(&k).map(|k| (k, k)));
            from = k + UBig::ONE;
        }
        Ok(false)
    }

    /// Whether it depends on the touched heap.
    pub fn mentions_n(&self) -> bool {
        self.mentions_n
    }

    /// The members, if they are the same in every position: sorted, not touching.
    pub fn fixed(&self) -> Option<&[Range]> {
        let fixed = self.symbolic.is_empty() && self.named.is_empty() && self.differences.is_empty();
        fixed.then_some(&self.fixed)
    }

    /// Whether `k` is a member in every position.
    pub fn always_has(&self, k: u64) -> bool {
        holds(&self.fixed, k)
    }

    /// The members up to about `most`, sorted and not touching; the last range may exceed it. They are in the set
    /// itself or in `room`.
    ///
    /// # Errors
    /// A number is too large for words, or the members are too many.
    pub fn ranges<'a>(
        &'a self,
        env: &WordEnv,
        most: u64,
        room: &'a mut Vec<Range>,
    ) -> Result<&'a [Range], TooLarge> {
        if let Some(fixed) = self.fixed() {
            return Ok(fixed);
        }
        room.clear();
        room.extend(self.fixed.iter().take_while(|(lo, _)| *lo <= most));
        for (lo, hi) in &self.symbolic {
            let Some(lo) = lo.eval(env)? else { continue };
            let lo = u64::try_from(lo.max(1)).unwrap_or(u64::MAX);
            let hi = match hi {
                None => most,
                Some(hi) => match hi.natural(env)? {
                    Some(hi) => hi.min(most),
                    None => continue,
                },
            };
            if lo <= hi {
                room.push((lo, hi));
            }
        }
        for (family, expr) in &self.named {
            if let Some(value) = expr.eval(env)?.and_then(|value| u128::try_from(value).ok()) {
                family.list(value, most, room)?;
            }
        }
        for (a, b) in &self.differences {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            let left = a.ranges(env, most, &mut left)?;
            let greatest = left.last().map_or(0, |(_, hi)| *hi).min(most);
            without(left, b.ranges(env, greatest, &mut right)?, room);
        }
        tidy(room);
        Ok(room)
    }
}

impl Family {
    /// Adds the members up to `most` of the set with this parameter, which is at least 0.
    fn list(self, value: u128, most: u64, room: &mut Vec<Range>) -> Result<(), TooLarge> {
        let mut add = |k: u128| match u64::try_from(k) {
            Ok(k) if k <= most => room.push((k, k)),
            _ => {}
        };
        match (self, value) {
            (Self::Powers, 0 | 1) => add(1),
            (Self::Powers, base) => {
                let powers = std::iter::successors(Some(1), |power: &u128| power.checked_mul(base));
                powers.take_while(|power| *power <= most.into()).for_each(add);
            }
            (Self::Digits, _) => digits(value).filter(|digit| *digit > 0).for_each(|digit| add(digit.into())),
            (Self::Multiples | Self::Divisors, 0) => {}
            (Self::Multiples, 1) => room.push((1, most)),
            (Self::Multiples, step) => {
                let count = u128::from(most) / step;
                if count > MOST_RANGES as u128 {
                    return Err(TooLarge);
                }
                (1..=count).for_each(|times| add(times * step));
            }
            (Self::Divisors, of) => {
                let of = u64::try_from(of).map_err(|_| TooLarge)?;
                // Divisors above the root are cofactors of the smaller ones.
                let last = of.isqrt().min(most);
                if last > MOST_RANGES as u64 {
                    return Err(TooLarge);
                }
                for k in (1..=last).filter(|k| of.is_multiple_of(*k)) {
                    add(k.into());
                    add((of / k).into());
                }
            }
        }
        Ok(())
    }
}

/// Whether `k` is in one of the ranges.
pub fn holds(ranges: &[Range], k: u64) -> bool {
    let after = ranges.partition_point(|(lo, _)| *lo <= k);
    after > 0 && k <= ranges[after - 1].1
}

/// Sorts, and joins ranges that overlap or touch.
pub(super) fn tidy(ranges: &mut Vec<Range>) {
    if ranges.len() < 2 {
        return;
    }
    ranges.sort_unstable();
    ranges.dedup_by(|next, before| {
        let touches = next.0 <= before.1.saturating_add(1);
        if touches {
            before.1 = before.1.max(next.1);
        }
        touches
    });
}

/// Appends what is in `a` and not in `b`, both sorted and not touching, in time linear in both.
fn without(a: &[Range], b: &[Range], out: &mut Vec<Range>) {
    let mut rest = b;
    for &(lo, hi) in a {
        while rest.first().is_some_and(|(_, end)| *end < lo) {
            rest = &rest[1..];
        }
        let mut from = Some(lo);
        for &(cut, end) in rest.iter().take_while(|(cut, _)| *cut <= hi) {
            let Some(start) = from else { break };
            if cut > start {
                out.push((start, cut - 1));
            }
            from = end.checked_add(1).map(|next| next.max(start)).filter(|next| *next <= hi);
        }
        out.extend(from.map(|start| (start, hi)));
    }
}
