//! Take up to f(n) stones, where f rises by 0 or 1 with every stone: values by a short recursion.
//!
//! Precondition: the rules are `take 1..f`, and f(n + 1) - f(n) is 0 or 1 for every n; f counts as 0 where it is negative
//! and as n where it is greater.
//!
//! Statement (L. Levine 2006, maximum Nim): G(n) = f(n) if f(n) > f(n - 1), and G(n) = G(n - f(n) - 1) if f(n) = f(n - 1).
//!
//! Proof: the f(n) + 1 heaps from n - f(n) to n are worth 0, ..., f(n) in some order. That holds for n = 0. If f rises at
//! n, the options of n are all the heaps of this window for n - 1, so n is worth f(n), and the window gains n. If it
//! does not, the options are that window without its first heap, n - f(n) - 1, so n is worth what that one is worth, and
//! takes its place.
//!
//! So a heap has exactly one move to every other value up to f(n). A heap with value t is the first one, where f reaches
//! t, or comes from an earlier one: m is followed by the only x with f(x) = f(x - 1) and x - f(x) - 1 = m.

use dashu_int::{IBig, UBig};

use super::bound::Bound;
use super::{HeapFunction, HeapMove, HeapMoves};
use grundy_core::answer::MethodKind;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::Rules;
use grundy_core::text::Message;

/// The value function of `take 1..f`.
#[derive(Debug)]
pub struct Restricted {
    most: Bound,
}

impl Restricted {
    /// `None` unless the rules are `take 1..f` with an f of this kind that depends on the heap.
    pub fn of(rules: &Rules) -> Option<Self> {
        let most = rules.as_subtraction_set()?.as_up_to_expr()?;
        let (least, greatest) = most.slope()?;
        let fits = least >= IBig::ZERO && greatest <= IBig::ONE;
        fits.then(|| Self { most: Bound::new(most.clone()) })
    }

    /// f(n), the most stones that may be taken.
    fn most(&self, n: &UBig) -> Result<UBig> {
        Ok(self.most.at(n)?.min(n.clone()))
    }

    /// The least x from `from` on with x - f(x) >= `least`, which must be at most one more than what `from` leaves.
    fn first_leaving(&self, least: &UBig, budget: &Budget) -> Result<UBig> {
        // x - f(x) rises by 0 or 1, so the true x is never passed.
        let mut x = least.clone();
        loop {
            budget.step()?;
            let next = least + self.most(&x)?;
            if next == x {
                return Ok(x);
            }
            x = next;
        }
    }

    /// The least x up to `end` with f(x) >= `value`; f(`end`) must be that large.
    fn first_worth(&self, value: &UBig, end: &UBig, budget: &Budget) -> Result<UBig> {
        let (mut low, mut high) = (UBig::ZERO, end.clone());
        while low < high {
            budget.step()?;
            let middle = (&low + &high) / 2u8;
            if self.most(&middle)? >= *value {
                high = middle;
            } else {
                low = middle + UBig::ONE;
            }
        }
        Ok(low)
    }

    /// The heap of value `value` among the options of `n`: `value` is not that of `n`, and at most f(n).
    fn option_worth(&self, value: &UBig, n: &UBig, budget: &Budget) -> Result<UBig> {
        let first = self.first_worth(value, n, budget)?;
        let mut end = n.clone();
        let mut turns = 0_u64;
        loop {
            budget.step()?;
            let start = &end - self.most(&end)?;
            if start <= first {
                break;
            }
            end = start - UBig::ONE;
            turns += 1;
        }
        let mut heap = first;
        for _ in 0..turns {
            heap = self.first_leaving(&(heap + UBig::ONE), budget)?;
        }
        Ok(heap)
    }
}

impl HeapFunction for Restricted {
    fn name(&self) -> &'static str {
        "restricted-nim"
    }
    fn kind(&self) -> MethodKind {
        MethodKind::Theorem
    }
    fn reference(&self) -> Option<&'static str> {
        Some("L. Levine 2006")
    }

    fn value(&self, n: &UBig, budget: &Budget) -> Result<UBig> {
        let mut heap = n.clone();
        loop {
            budget.step()?;
            let most = self.most(&heap)?;
            if most == UBig::ZERO || self.most(&(&heap - UBig::ONE))? < most {
                return Ok(most);
            }
            heap -= most + UBig::ONE;
        }
    }

    fn moves_to(&self, n: &UBig, target: &UBig, _want: usize, budget: &Budget) -> Result<HeapMoves> {
        if *target > self.most(n)? || *target == self.value(n, budget)? {
            return Ok(HeapMoves::all(vec![]));
        }
        let rest = self.option_worth(target, n, budget)?;
        let taken = n - &rest;
        let left = if rest == UBig::ZERO { vec![] } else { vec![rest] };
        Ok(HeapMoves::all(vec![HeapMove { taken, left }]))
    }

    fn rule(&self) -> Message {
        Message::new("restricted-nim.rule").with("most", self.most.expr().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;
    use grundy_core::notation::parse_game;

    fn rules(text: &str) -> Rules {
        parse_game(text).unwrap().game.rules().unwrap().clone()
    }

    #[test]
    fn values_and_moves_are_those_of_the_table() {
        let budget = Budget::default();
        for text in [
            "take 1..n/2",
            "take 1..n-1",
            "take 1..(n+1)/2",
            "take 1..n/3",
            "take 1..(2*n+1)/3",
            "take 1..root(n)",
            "take 1..root(2*n+7)",
            "take 1..n - n/3",
            "take 1..(n - 5)/2",
            "take 1..n/2 + 3",
            "take 1..n - root(n)",
        ] {
            let rules = rules(text);
            let (fast, table) = (Restricted::of(&rules).expect(text), Table::new(&rules));
            for n in (0..150_u32).map(UBig::from) {
                let value = table.value(&n, &budget).unwrap();
                assert_eq!(fast.value(&n, &budget).unwrap(), value, "{text} {n}");
                for target in (0..60_u32).map(UBig::from) {
                    let list = |function: &dyn HeapFunction| {
                        let found = function.moves_to(&n, &target, usize::MAX, &budget).unwrap();
                        assert!(found.complete);
                        found.list
                    };
                    assert_eq!(list(&fast), list(&table), "{text} {n} {target}");
                }
            }
        }
    }

    #[test]
    fn bounds_just_outside_are_not_used() {
        for text in [
            "take 1..2*n/3 + n/2",
            "take 1..n/2 - n/3",
            "take 1..root(5*n)",
            "take 2..n/2",
            "take 1..7",
            "take 1..root(n - 5)",
            "take 1..n/2 leaving 1 heap",
            "take 1..n/2, 9",
        ] {
            assert!(Restricted::of(&rules(text)).is_none(), "{text}");
        }
    }
}
