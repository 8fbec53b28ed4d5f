//! Bash's game and similar games: a heap is worth its remainder modulo m + 1.
//!
//! Statement: if the amounts hold 1..m and no multiple of m + 1, then G(n) = n mod (m + 1). For the amounts
//! 1..m reach every smaller remainder, and no amount keeps the remainder. This covers `take 1..m`,
//! one-or-prime (m = 3), `odd` (m = 1), powers of 2 (m = 2) and many more.

use dashu_base::BitTest as _;
use dashu_int::UBig;

use super::{ClosedPeriod, HeapFunction, HeapMove, HeapMoves};
use grundy_core::answer::MethodKind;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::number;
use grundy_core::rules::{Amounts, Expr, Members, Named, Span};
use grundy_core::text::Message;

/// The modulus m + 1, if `amounts` hold 1..m for some m >= 1 and certainly no multiple of m + 1.
pub fn residue_modulus(amounts: &Amounts) -> Option<UBig> {
    let members = Members::fixed(amounts)?;
    // The first positive number that is not a member. Spans are skipped as a whole; beyond them gaps come
    // soon.
    let mut modulus = UBig::ONE;
    let mut steps = 0;
    loop {
        match amounts.spans().iter().find(|span| span.contains(&modulus)) {
            Some(Span { hi: Some(hi), .. }) => modulus = hi + UBig::ONE,
            Some(Span { hi: None, .. }) => return None,
            None if members.contains(&modulus) => modulus += UBig::ONE,
            None => break,
        }
        steps += 1;
        if steps > 1000 {
            return None;
        }
    }
    (modulus > UBig::ONE && avoids_multiples(amounts, &modulus)).then_some(modulus)
}

/// Whether the set certainly has no multiple of `m`. `m` itself is known not to be a member.
fn avoids_multiples(amounts: &Amounts, m: &UBig) -> bool {
    let spans = amounts.spans().iter().all(|span| {
        let first = (&span.lo + m - UBig::ONE) / m * m;
        let first = if first == UBig::ZERO { m.clone() } else { first };
        span.hi.as_ref().is_some_and(|hi| first > *hi)
    });
    spans
        && amounts.symbolic().next().is_none()
        && amounts.families().all(|named| match named {
            // A prime that is a multiple of m > 1 is m.
            Named::Primes => true,
            Named::Odd => (m % 2u8) == 0,
            Named::Powers(base) => base
                .as_constant()
                .and_then(|b| number::natural(&b))
                .is_some_and(|base| !divides_a_power(m, &base)),
            Named::Divisors(e) => is_constant(e, |n| n % m != UBig::ZERO),
            // m, its square, its factorial and some Fibonacci number are multiples of m.
            Named::Even
            | Named::Squares
            | Named::Fibonacci
            | Named::Factorials
            | Named::Multiples(_)
            | Named::Digits(_) => false,
        })
        && amounts.differences().all(|(from, taken)| avoids_multiples(from, m) || holds_multiples(taken, m))
}

/// Whether the set certainly has every multiple of `m`.
fn holds_multiples(amounts: &Amounts, m: &UBig) -> bool {
    amounts.families().any(|named| match named {
        Named::Multiples(e) => is_constant(e, |d| m % d == UBig::ZERO),
        Named::Even => m % 2u8 == 0,
        _ => false,
    })
}

fn is_constant(e: &Expr, test: impl Fn(&UBig) -> bool) -> bool {
    e.as_constant().and_then(|v| number::natural(&v)).is_some_and(|v| v > UBig::ZERO && test(&v))
}

/// Whether `m` divides some power of `base`: every prime factor of `m` divides `base`.
fn divides_a_power(m: &UBig, base: &UBig) -> bool {
    use dashu_base::Gcd;
    let mut rest = m.clone();
    loop {
        let common = (&rest).gcd(base);
        if common == UBig::ONE {
            return rest == UBig::ONE;
        }
        rest /= common;
    }
}

/// G(n) = n mod (m + 1).
#[derive(Debug)]
pub struct Residue {
    modulus: UBig,
    amounts: Amounts,
}

impl Residue {
    /// For amounts whose [`residue_modulus`] is `modulus`.
    pub fn new(modulus: UBig, amounts: Amounts) -> Self {
        Self { modulus, amounts }
    }

    /// m + 1.
    pub fn modulus(&self) -> &UBig {
        &self.modulus
    }
}

/// Maximum number of candidates examined after the requested amounts are listed; fewer where numbers are
/// long and each candidate takes longer.
const SCAN: u64 = 1_000_000;
/// Sets with at most this many members up to the heap are walked member by member.
const FEW_MEMBERS: usize = 20_000;

impl HeapFunction for Residue {
    fn name(&self) -> &'static str {
        "residues"
    }
    fn kind(&self) -> MethodKind {
        MethodKind::Theorem
    }
    fn reference(&self) -> Option<&'static str> {
        Some("C. G. Bachet 1612; Winning Ways, chapter 4")
    }
    fn value(&self, n: &UBig, _budget: &Budget) -> Result<UBig> {
        Ok(n % &self.modulus)
    }

    /// Amounts congruent to n - target modulo m + 1, greatest first: the results then ascend.
    fn moves_to(&self, n: &UBig, target: &UBig, want: usize, budget: &Budget) -> Result<HeapMoves> {
        let m = &self.modulus;
        let rest = n % m;
        if *target >= *m || *target == rest {
            return Ok(HeapMoves::all(vec![]));
        }
        let least = if rest > *target { &rest - target } else { m + &rest - target };
        if least > *n {
            return Ok(HeapMoves::all(vec![]));
        }
        let play = |k: &UBig| {
            let left = n - k;
            HeapMove { taken: k.clone(), left: if left == UBig::ZERO { vec![] } else { vec![left] } }
        };
        if self.amounts.as_up_to().is_some() {
            return Ok(HeapMoves::all(vec![play(&least)]));
        }
        let Some(members) = Members::fixed(&self.amounts) else {
            return Ok(HeapMoves::all(vec![play(&least)]));
        };
        let walkable = self.amounts.differences().next().is_none()
            && !self.amounts.families().any(|named| matches!(named, Named::Primes));
        if walkable && let Some(amounts) = few_members(&members, &least, n, budget)? {
            let fits = |k: &&UBig| *k % m == &least % m;
            return Ok(HeapMoves::all(amounts.iter().rev().filter(fits).map(play).collect()));
        }
        let scan = SCAN / (1 + n.bit_len() as u64 / 64);
        let candidates = (n - &least) / m + UBig::ONE;
        let top = match members.upper_bound() {
            Some(bound) if bound < *n && bound >= least => &least + (&bound - &least) / m * m,
            _ => &least + (&candidates - UBig::ONE) * m,
        };
        let mut list = Vec::new();
        let mut k = top;
        let mut scanned = 0u64;
        // Primes too large for a proved test are skipped; the list is then incomplete.
        let mut complete = true;
        loop {
            budget.step()?;
            match members.decides(&k) {
                Some(true) => list.push(play(&k)),
                Some(false) => {}
                None => complete = false,
            }
            scanned += 1;
            if k <= least {
                break;
            }
            if scanned > scan && list.len() >= want || scanned > 16 * scan || !complete {
                complete = false;
                break;
            }
            k -= m;
        }
        if !complete && list.is_empty() {
            // The least amount is one of 1..m, so it is always allowed.
            list.push(play(&least));
        }
        Ok(HeapMoves { list, complete, total: None })
    }

    fn rule(&self) -> Message {
        Message::new("residues.rule")
            .with("amounts", self.amounts.to_string())
            .with("m", &self.modulus - UBig::ONE)
            .with("modulus", &self.modulus)
    }

    fn closed(&self) -> Option<ClosedPeriod> {
        Some(ClosedPeriod {
            preperiod: UBig::ZERO,
            period: self.modulus.clone(),
            saltus: UBig::ZERO,
            max_value: Some(&self.modulus - UBig::ONE),
            reference: self.reference(),
        })
    }
}

/// The members from `least` to `most`, unless there are many. Powers and factorials are so far apart that
/// walking over the numbers between them would not end.
fn few_members(members: &Members, least: &UBig, most: &UBig, budget: &Budget) -> Result<Option<Vec<UBig>>> {
    let mut found = Vec::new();
    let mut from = least.clone();
    while let Some(k) = members.next(&from, most, budget)? {
        if found.len() == FEW_MEMBERS {
            return Ok(None);
        }
        from = &k + UBig::ONE;
        found.push(k);
    }
    Ok(Some(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::notation::parse_game;

    fn modulus(text: &str) -> Option<u64> {
        let game = parse_game(text).unwrap().game;
        residue_modulus(game.rules().unwrap().as_single_take()?).map(|m| u64::try_from(&m).unwrap())
    }

    #[test]
    fn sets_that_keep_no_rest_are_seen() {
        assert_eq!(modulus("take 1..7"), Some(8));
        assert_eq!(modulus("take 1, primes"), Some(4));
        assert_eq!(modulus("take odd"), Some(2));
        assert_eq!(modulus("take powers of 2"), Some(3));
        assert_eq!(modulus("take any except multiples of 4"), Some(4));
        assert_eq!(modulus("take 1, 2, 4, 5"), Some(3));
    }

    #[test]
    fn sets_just_outside_are_not() {
        assert_eq!(modulus("take 1, 3, 4"), None);
        assert_eq!(modulus("take 2, 3"), None);
        assert_eq!(modulus("take any"), None);
        assert_eq!(modulus("take 1..7, 16"), None);
        assert_eq!(modulus("take fibonacci"), None);
        assert_eq!(modulus("take powers of 6"), None);
        assert_eq!(modulus("take 1, squares"), None);
        assert_eq!(modulus("take 1..n/2"), None);
    }
}
