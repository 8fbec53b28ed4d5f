//! Games whose amounts end at a number so large that few heaps reach it.
//!
//! Statement: let c be the greatest amount of a set of amounts that ends with a run a..c, and let the other game allow
//! every amount from a on. Heaps of at most c stones have the same values in both games, and the same moves.
//!
//! Proof: an amount above c cannot be taken from such a heap, nor from what a move leaves of it.
//!
//! The other game often has a period that a few values prove, where this one would need a table up to c. Larger heaps
//! are left to the methods for the game itself.

use std::cell::Cell;
use std::rc::Rc;

use dashu_int::UBig;

use super::{HeapFunction, HeapMoves};
use grundy_core::answer::MethodKind;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, MoveRule, Rules};
use grundy_core::text::Message;

/// Smaller heaps are not worth it: a table up to here takes a moment.
const LEAST_CAP: u32 = 1 << 20;

/// A game and the one without its greatest amounts' end.
#[derive(Debug)]
pub struct Capped {
    /// The largest heap that cannot tell them apart.
    cap: UBig,
    /// The values of heaps up to the cap.
    open: Rc<dyn HeapFunction>,
    /// The values of all heaps.
    own: Rc<dyn HeapFunction>,
    /// Whether the heap that was settled last is above the cap.
    is_above: Cell<bool>,
}

impl Capped {
    /// `None` unless a run of amounts ends late, and `strong` knows more of the game in which it does not end.
    pub fn new(
        rules: &Rules,
        own: &Rc<dyn HeapFunction>,
        strong: impl FnOnce(&Rules) -> Option<Rc<dyn HeapFunction>>,
    ) -> Option<Self> {
        let (open, cap) = opened(rules)?;
        Some(Self { cap, open: strong(&open)?, own: own.clone(), is_above: Cell::new(false) })
    }

    fn of(&self, n: &UBig) -> &dyn HeapFunction {
        if *n > self.cap { &*self.own } else { &*self.open }
    }

    fn settled(&self) -> &dyn HeapFunction {
        if self.is_above.get() { &*self.own } else { &*self.open }
    }
}

/// The rules without the late ends of their amounts, and the first of these ends.
fn opened(rules: &Rules) -> Option<(Rules, UBig)> {
    let (mut cap, mut moves) = (None, Vec::new());
    for rule in rules.moves() {
        let MoveRule::Take { source, parts, amounts } = rule else { return None };
        let late = amounts.as_spans().and_then(<[_]>::last);
        let late = late
            .filter(|span| span.hi.as_ref().is_some_and(|hi| *hi >= UBig::from(LEAST_CAP) && span.lo < *hi));
        let mut amounts = amounts.clone();
        if let Some((lo, hi)) = late.and_then(|span| Some((span.lo.clone(), span.hi.clone()?))) {
            amounts = amounts.union(Amounts::span(lo, None));
            cap = Some(cap.map_or(hi.clone(), |cap: UBig| cap.min(hi)));
        }
        moves.push(MoveRule::Take { source: source.clone(), parts: parts.clone(), amounts });
    }
    Some((Rules::new(moves, rules.settings().clone()).ok()?, cap?))
}

impl HeapFunction for Capped {
    fn name(&self) -> &'static str {
        self.settled().name()
    }
    fn kind(&self) -> MethodKind {
        self.settled().kind()
    }
    fn reference(&self) -> Option<&'static str> {
        self.settled().reference()
    }

    fn settle(&self, n: &UBig, budget: &Budget) -> Result<()> {
        self.is_above.set(*n > self.cap);
        self.settled().settle(n, budget)
    }

    fn value(&self, n: &UBig, budget: &Budget) -> Result<UBig> {
        self.of(n).value(n, budget)
    }

    fn moves_to(&self, n: &UBig, target: &UBig, want: usize, budget: &Budget) -> Result<HeapMoves> {
        self.of(n).moves_to(n, target, want, budget)
    }

    fn rule(&self) -> Message {
        let rule = self.settled().rule();
        if self.is_above.get() {
            return rule;
        }
        Message::new("period.capped").with("cap", &self.cap).with("rule", rule)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::HeapFunctions;
    use grundy_core::limits::Limits;

    /// `take S, a..c`, with another end.
    fn game(small: &[u64], from: u64, to: u64) -> Rules {
        let small = small.iter().map(|k| Amounts::single((*k).into()));
        let run = Amounts::span(from.into(), Some(to.into()));
        Rules::subtraction(Amounts::union_of(small.chain([run]))).unwrap()
    }

    /// Values from the definition alone.
    fn plain(allowed: impl Fn(usize) -> bool, length: usize) -> Vec<usize> {
        let mut values: Vec<usize> = Vec::new();
        for n in 0..length {
            let options: Vec<usize> = (1..=n).filter(|k| allowed(*k)).map(|k| values[n - k]).collect();
            values.push((0..=options.len()).find(|v| !options.contains(v)).unwrap());
        }
        values
    }

    /// At most three small amounts, and the first amount of the run.
    fn amounts(random: &mut Rng) -> (Vec<u64>, u64) {
        ((0..random.u32(0..4)).map(|_| random.u64(1..12)).collect(), random.u64(2..14))
    }

    #[test]
    fn heaps_up_to_the_cap_are_those_of_plain_search() {
        let mut random = Rng::with_seed(28);
        for _ in 0..20 {
            let (small, from) = amounts(&mut random);
            let rules = game(&small, from, (1 << 20) + random.u64(0..1_000_000_000));
            let function = HeapFunctions::default().of(&rules);
            let budget = Budget::new(Limits::default());
            let allowed = |k: usize| k as u64 >= from || small.contains(&(k as u64));
            let values = plain(allowed, 100);
            for (n, value) in values.iter().enumerate() {
                let found = function.value(&n.into(), &budget).unwrap();
                assert_eq!(found, UBig::from(*value), "{rules} {n}");
                for target in 0..=*value {
                    let moves = function.moves_to(&n.into(), &target.into(), usize::MAX, &budget).unwrap();
                    let mut taken: Vec<usize> =
                        moves.list.iter().map(|m| usize::try_from(&m.taken).unwrap()).collect();
                    taken.sort_unstable();
                    let expected: Vec<usize> =
                        (1..=n).filter(|k| allowed(*k) && values[n - k] == target).collect();
                    assert_eq!(taken, expected, "{rules} {n}");
                }
            }
        }
    }

    /// The statement itself, with caps that plain search reaches.
    #[test]
    fn an_end_makes_no_difference_below_it() {
        let mut random = Rng::with_seed(29);
        let mut differ = 0;
        for _ in 0..200 {
            let (small, from) = amounts(&mut random);
            let cap = from + random.u64(1..60);
            let is_small = |k: usize| small.contains(&(k as u64));
            let ended = plain(|k| (from..=cap).contains(&(k as u64)) || is_small(k), 120);
            let open = plain(|k| k as u64 >= from || is_small(k), 120);
            let last = usize::try_from(cap).unwrap();
            assert_eq!(ended[..=last], open[..=last], "{small:?} {from}..{cap}");
            differ += u32::from(ended != open);
        }
        assert!(differ > 100);
    }

    #[test]
    fn the_end_counts_from_the_first_heap_above_it() {
        let budget = Budget::new(Limits::default());
        let cap = 1u64 << 20;
        let functions = HeapFunctions::default();
        let (ended, open) = (functions.of(&game(&[1], 5, cap)), functions.of(&game(&[1], 5, 1 << 40)));
        let mut differ = 0;
        for n in cap - 3..cap + 12 {
            let values = [&ended, &open].map(|function| function.value(&n.into(), &budget).unwrap());
            assert!(n > cap || values[0] == values[1], "{n}");
            differ += u32::from(values[0] != values[1]);
        }
        assert!(differ > 0);
        ended.settle(&(cap + 1).into(), &budget).unwrap();
        assert_ne!(ended.rule().id(), "period.capped");
        ended.settle(&cap.into(), &budget).unwrap();
        assert_eq!((ended.rule().id(), ended.name()), ("period.capped", crate::PROVED));
    }
}
