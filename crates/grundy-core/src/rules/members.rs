//! The members of a set of amounts in one position, where every expression has a value.
//!
//! A search needs the members in ascending order up to a heap's size; a check needs to know whether one amount is a
//! member. Both are exact. Work on sparse or irregular sets is charged to the budget.

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

use super::amounts::{Amounts, Named, Span};
use super::expr::{Env, Expr};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::number;

/// A set of amounts with every expression evaluated.
#[derive(Clone, Debug)]
pub struct Members {
    spans: Vec<Span>,
    families: Vec<Family>,
    differences: Vec<(Self, Self)>,
}

#[derive(Clone, Debug)]
enum Family {
    Odd,
    Even,
    Primes,
    Squares,
    Fibonacci,
    Factorials,
    /// Base at least 2.
    Powers(UBig),
    /// Step at least 2.
    Multiples(UBig),
    /// Of a positive number.
    Divisors(UBig),
}

impl Members {
    /// The members of `amounts` under `env`.
    pub fn resolve(amounts: &Amounts, env: &Env) -> Result<Self> {
        let mut spans = amounts.spans.clone();
        let mut families = Vec::new();
        for named in &amounts.named {
            Self::resolve_named(named, env, &mut spans, &mut families)?;
        }
        for (lo, hi) in &amounts.symbolic {
            let Some(lo) = lo.eval(env)? else { continue };
            let lo = number::natural(&lo).filter(|lo| *lo > UBig::ZERO).unwrap_or(UBig::ONE);
            let hi = match hi {
                None => None,
                Some(hi) => match hi.eval(env)?.as_ref().and_then(number::natural) {
                    Some(hi) if hi >= lo => Some(hi),
                    _ => continue,
                },
            };
            spans.push(Span { lo, hi });
        }
        let differences = amounts
            .differences
            .iter()
            .map(|(a, b)| Ok((Self::resolve(a, env)?, Self::resolve(b, env)?)))
            .collect::<Result<_>>()?;
        Ok(Self { spans, families, differences })
    }

    /// The members of a set that is the same in every position; `None` if it is not.
    pub fn fixed(amounts: &Amounts) -> Option<Self> {
        if !amounts.is_fixed() {
            return None;
        }
        Self::resolve(amounts, &Env::default()).ok()
    }

    fn resolve_named(
        named: &Named,
        env: &Env,
        spans: &mut Vec<Span>,
        families: &mut Vec<Family>,
    ) -> Result<()> {
        let value = |e: &Expr| -> Result<Option<UBig>> {
            // Not `is_positive`, which in dashu returns `true` for 0.
            Ok(e.eval(env)?.filter(|v| *v > IBig::ZERO).as_ref().and_then(number::natural))
        };
        let any = || Span { lo: UBig::ONE, hi: None };
        let one = || Span { lo: UBig::ONE, hi: Some(UBig::ONE) };
        match named {
            Named::Odd => families.push(Family::Odd),
            Named::Even => families.push(Family::Even),
            Named::Primes => families.push(Family::Primes),
            Named::Squares => families.push(Family::Squares),
            Named::Fibonacci => families.push(Family::Fibonacci),
            Named::Factorials => families.push(Family::Factorials),
            Named::Powers(e) => match e.eval(env)?.as_ref().and_then(number::natural) {
                Some(b) if b > UBig::ONE => families.push(Family::Powers(b)),
                Some(_) => spans.push(one()),
                None => {}
            },
            Named::Multiples(e) => match value(e)? {
                Some(m) if m == UBig::ONE => spans.push(any()),
                Some(m) => families.push(Family::Multiples(m)),
                None => {}
            },
            Named::Divisors(e) => families.extend(value(e)?.map(Family::Divisors)),
            Named::Digits(e) => {
                let text = value(e)?.map(|v| v.to_string()).unwrap_or_default();
                for digit in 1..=9u8 {
                    if text.bytes().any(|b| b == b'0' + digit) {
                        spans.push(Span { lo: digit.into(), hi: Some(digit.into()) });
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether `k` is a member. Primality of numbers above 3.3*10^24 is not decided and counts as no; see
    /// [`decides`](Self::decides).
    pub fn contains(&self, k: &UBig) -> bool {
        self.decides(k).unwrap_or(false)
    }

    /// Whether `k` is a member. `None` if that depends on a prime too large for a proved test.
    pub fn decides(&self, k: &UBig) -> Option<bool> {
        if self.spans.iter().any(|span| span.contains(k)) {
            return Some(true);
        }
        let mut sure = true;
        let mut look = |found: Option<bool>| {
            sure &= found.is_some();
            found == Some(true)
        };
        let found = self.families.iter().any(|family| look(family.contains(k)))
            || self.differences.iter().any(|(a, b)| {
                look(match (a.decides(k), b.decides(k)) {
                    (Some(false), _) | (_, Some(true)) => Some(false),
                    (Some(true), Some(false)) => Some(true),
                    _ => None,
                })
            });
        if found { Some(true) } else { sure.then_some(false) }
    }

    /// The least member from `from` to `to`, if any.
    pub fn next(&self, from: &UBig, to: &UBig, budget: &Budget) -> Result<Option<UBig>> {
        budget.step()?;
        let mut best: Option<UBig> = None;
        let mut offer = |k: UBig| {
            if k <= *to && best.as_ref().is_none_or(|b| k < *b) {
                best = Some(k);
            }
        };
        for span in &self.spans {
            if span.hi.as_ref().is_none_or(|hi| from <= hi) {
                offer(from.max(&span.lo).clone());
            }
        }
        for family in &self.families {
            family.next(from, to, budget)?.into_iter().for_each(&mut offer);
        }
        for (a, b) in &self.differences {
            let mut k = from.clone();
            while let Some(candidate) = a.next(&k, to, budget)? {
                match b.first_gap(&candidate, to, budget)? {
                    Some(gap) if gap == candidate => {
                        offer(candidate);
                        break;
                    }
                    Some(gap) => k = gap,
                    None => break,
                }
            }
        }
        Ok(best)
    }

    /// The least number from `from` to `to` that is not a member, if any.
    fn first_gap(&self, from: &UBig, to: &UBig, budget: &Budget) -> Result<Option<UBig>> {
        let mut k = from.clone();
        loop {
            budget.step()?;
            // Odd and even numbers together leave no gap.
            if k > *to {
                return Ok(None);
            }
            let covering = self.spans.iter().find(|span| span.contains(&k));
            match covering {
                Some(Span { hi: None, .. }) => return Ok(None),
                Some(Span { hi: Some(hi), .. }) => k = hi + UBig::ONE,
                None if self.contains(&k) => k += UBig::ONE,
                None => return Ok(Some(k)),
            }
        }
    }

    /// An upper bound on the members; `None` if they are unbounded. 0 for the empty set.
    pub fn upper_bound(&self) -> Option<UBig> {
        let mut most = UBig::ZERO;
        for span in &self.spans {
            match &span.hi {
                None => return None,
                Some(hi) => most = most.max(hi.clone()),
            }
        }
        for family in &self.families {
            match family {
                Family::Divisors(n) => most = most.max(n.clone()),
                _ => return None,
            }
        }
        for (a, b) in &self.differences {
            // `squares except 50..` is bounded by the start of an unbounded exception.
            match a.upper_bound().or_else(|| b.everything_from()) {
                None => return None,
                Some(hi) => most = most.max(hi),
            }
        }
        Some(most)
    }

    /// A number from which on everything is a member, small if that is easy to determine; `None` if no such number
    /// exists.
    pub fn everything_from(&self) -> Option<UBig> {
        let spans = self.spans.iter().filter(|span| span.hi.is_none()).map(|span| span.lo.clone());
        let differences = self.differences.iter().filter_map(|(a, b)| {
            let end = b.upper_bound()? + UBig::ONE;
            Some(a.everything_from()?.max(end))
        });
        spans.chain(differences).min()
    }

    /// A lower bound on the number of members from 1 to `to`, computed without enumerating them.
    pub fn count_at_least(&self, to: &UBig) -> UBig {
        let length = |span: &Span| {
            let lo = &span.lo.clone().max(UBig::ONE);
            let hi = span.hi.as_ref().map_or(to, |hi| hi.min(to));
            if lo <= hi { hi - lo + UBig::ONE } else { UBig::ZERO }
        };
        self.spans.iter().map(length).max().unwrap_or_default()
    }

    /// Calls `each` with every member from 0 to `to`, ascending.
    pub fn for_each_up_to(
        &self,
        to: &UBig,
        budget: &Budget,
        each: &mut dyn FnMut(&UBig) -> Result<()>,
    ) -> Result<()> {
        let mut from = UBig::ZERO;
        while let Some(k) = self.next(&from, to, budget)? {
            each(&k)?;
            from = k + UBig::ONE;
        }
        Ok(())
    }

    /// Calls `each` with ranges of members (both ends included) that together hold every member
    /// from 0 to `to`; they may overlap. Spans cost one call each, however long they are.
    pub(super) fn for_each_range(
        &self,
        to: usize,
        budget: &Budget,
        each: &mut dyn FnMut(usize, usize) -> Result<()>,
    ) -> Result<()> {
        for span in &self.spans {
            budget.step()?;
            let Ok(lo) = usize::try_from(&span.lo) else { continue };
            let hi = span.hi.as_ref().map_or(to, |hi| usize::try_from(hi).map_or(to, |hi| hi.min(to)));
            if lo <= hi {
                each(lo, hi)?;
            }
        }
        if self.families.is_empty() && self.differences.is_empty() {
            return Ok(());
        }
        let (families, differences) = (self.families.clone(), self.differences.clone());
        let sparse = Self { spans: vec![], families, differences };
        sparse.for_each_up_to(&UBig::from(to), budget, &mut |k| match usize::try_from(k) {
            Ok(k) => each(k, k),
            Err(_) => Ok(()),
        })
    }
}

impl Family {
    /// Whether `k` is a member; `None` if that cannot be decided.
    fn contains(&self, k: &UBig) -> Option<bool> {
        if *k == UBig::ZERO {
            return Some(false);
        }
        Some(match self {
            Self::Odd => k.bit(0),
            Self::Even => !k.bit(0),
            Self::Primes => return number::is_prime(k),
            Self::Squares => {
                let root = number::isqrt(k);
                &root * &root == *k
            }
            Self::Fibonacci => {
                // k is a Fibonacci number iff 5k^2 + 4 or 5k^2 - 4 is a square (Gessel 1972).
                let five = k * k * 5u8;
                let square = |v: &UBig| {
                    let root = number::isqrt(v);
                    &root * &root == *v
                };
                square(&(&five + 4u8)) || square(&(&five - 4u8))
            }
            Self::Factorials => {
                let mut rest = k.clone();
                let mut factor = UBig::from(2u8);
                while rest > UBig::ONE {
                    if &rest % &factor != UBig::ZERO {
                        return Some(false);
                    }
                    rest /= &factor;
                    factor += UBig::ONE;
                }
                true
            }
            Self::Powers(base) => {
                let mut power = UBig::ONE;
                while power < *k {
                    power *= base;
                }
                power == *k
            }
            Self::Multiples(m) => k % m == UBig::ZERO,
            Self::Divisors(n) => n % k == UBig::ZERO,
        })
    }

    fn next(&self, from: &UBig, to: &UBig, budget: &Budget) -> Result<Option<UBig>> {
        let one = UBig::ONE;
        let from = from.max(&one).clone();
        Ok(match self {
            Self::Odd => Some(if from.bit(0) { from } else { from + one }),
            Self::Even => Some(if from.bit(0) { from + one } else { from }),
            Self::Squares => {
                let root = number::isqrt(&from);
                if &root * &root == from {
                    Some(from)
                } else {
                    let up = root + one;
                    Some(&up * &up)
                }
            }
            Self::Fibonacci => {
                let (mut a, mut b) = (UBig::ONE, UBig::from(2u8));
                while a < from {
                    (a, b) = (b.clone(), a + b);
                }
                Some(a)
            }
            Self::Factorials => {
                let (mut value, mut factor) = (UBig::ONE, UBig::ONE);
                while value < from {
                    factor += &one;
                    value *= &factor;
                }
                Some(value)
            }
            Self::Powers(base) => {
                let mut power = UBig::ONE;
                while power < from {
                    power *= base;
                }
                Some(power)
            }
            Self::Multiples(m) => Some((from + m - &one) / m * m),
            Self::Divisors(n) => {
                if let (Ok(n), Ok(from)) = (u64::try_from(n), u64::try_from(&from)) {
                    return Ok(next_divisor(n, from, budget)?.map(UBig::from));
                }
                let mut k = from;
                while k <= *n && k <= *to && n % &k != UBig::ZERO {
                    budget.step()?;
                    k += &one;
                }
                (k <= *n).then_some(k)
            }
            Self::Primes => {
                let mut k = from;
                loop {
                    if k > *to {
                        return Ok(None);
                    }
                    budget.step()?;
                    match number::is_prime(&k) {
                        Some(true) => return Ok(Some(k)),
                        Some(false) => k += &one,
                        None => return Err(Error::limit("error.prime-too-large")),
                    }
                }
            }
        })
    }
}

/// The least divisor of `n` that is `from` or more. Divisors above the root are found as cofactors of the smaller ones,
/// so there are at most about twice as many steps as the root.
fn next_divisor(n: u64, from: u64, budget: &Budget) -> Result<Option<u64>> {
    let mut k = from.max(1);
    if k > n {
        return Ok(None);
    }
    while k <= n / k {
        budget.step()?;
        if n.is_multiple_of(k) {
            return Ok(Some(k));
        }
        k += 1;
    }
    let mut with = n / k;
    while !n.is_multiple_of(with) {
        budget.step()?;
        with -= 1;
    }
    Ok(Some(n / with))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(amounts: &Amounts, to: u32) -> Vec<u32> {
        let members = Members::fixed(amounts).unwrap();
        let mut out = Vec::new();
        members
            .for_each_up_to(&UBig::from(to), &Budget::default(), &mut |k| {
                out.push(u32::try_from(k).unwrap());
                Ok(())
            })
            .unwrap();
        for k in 0..=to {
            assert_eq!(members.contains(&UBig::from(k)), out.contains(&k), "{amounts} {k}");
        }
        out
    }

    #[test]
    fn families_list_their_members() {
        let named = |n| Amounts::named(n);
        assert_eq!(listed(&named(Named::Fibonacci), 40), [1, 2, 3, 5, 8, 13, 21, 34]);
        assert_eq!(listed(&named(Named::Factorials), 200), [1, 2, 6, 24, 120]);
        assert_eq!(listed(&named(Named::Primes), 30), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
        assert_eq!(listed(&named(Named::Squares), 30), [1, 4, 9, 16, 25]);
        assert_eq!(listed(&named(Named::Powers(Expr::constant(3))), 100), [1, 3, 9, 27, 81]);
        assert_eq!(listed(&named(Named::Multiples(Expr::constant(7))), 30), [7, 14, 21, 28]);
        for n in 1..200u64 {
            let divisors: Vec<u64> = (1..=n).filter(|k| n.is_multiple_of(*k)).collect();
            let constant = Expr::constant(n);
            let all: Vec<u64> =
                listed(&named(Named::Divisors(constant)), 999).into_iter().map(u64::from).collect();
            assert_eq!(all, divisors);
            for from in 0..=n + 1 {
                let next = divisors.iter().copied().find(|k| *k >= from);
                assert_eq!(next_divisor(n, from, &Budget::default()).unwrap(), next, "{n} {from}");
            }
        }
        // 2^31 - 1 is prime: its two divisors are found with about root steps, not by trying all numbers.
        let budget = Budget::default();
        assert_eq!(next_divisor(2_147_483_647, 2, &budget).unwrap(), Some(2_147_483_647));
        assert!(budget.steps() < 100_000, "{}", budget.steps());
        assert_eq!(listed(&named(Named::Divisors(Expr::constant(12))), 99), [1, 2, 3, 4, 6, 12]);
        assert_eq!(listed(&named(Named::Digits(Expr::constant(30_371))), 9), [1, 3, 7]);
    }

    #[test]
    fn differences_skip_their_holes() {
        let hole = Amounts::span(5u8.into(), Some(1_000_000_000u32.into()));
        let set = Amounts::any().except(hole.union(Amounts::named(Named::Squares)));
        assert_eq!(listed(&set, 20), [2, 3]);
        let odd = Amounts::any().except(Amounts::named(Named::Even));
        assert_eq!(odd, Amounts::named(Named::Odd));
    }

    #[test]
    fn equal_sets_have_one_form() {
        let one_and_primes = Amounts::single(UBig::ONE).union(Amounts::named(Named::Primes));
        let spelled = Amounts::span(UBig::ONE, Some(3u8.into())).union(Amounts::named(Named::Primes));
        assert_eq!(one_and_primes, spelled);
        assert_eq!(Amounts::named(Named::Odd).union(Amounts::named(Named::Even)), Amounts::any());
        assert_eq!(Amounts::any().union(Amounts::named(Named::Primes)), Amounts::any());
    }
}
