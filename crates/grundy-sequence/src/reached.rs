//! Values of the heaps that can be reached, and of no others.
//!
//! Precondition: every take leaves nothing, one heap, or equal heaps, and so does every replacement. From a heap of 10^12 under `take n/2, n/3` a few
//! hundred heaps can be reached; they are valued from the smallest up, and kept. Where too many are reached, a table is
//! better, and the search is given up.

use dashu_int::UBig;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{HeapMove, HeapMoves};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Env, Likeness, Members, MoveRule, Parts, Remake, Rules};

/// One kind of move.
#[derive(Debug)]
struct Kind {
    /// The stones taken, or the sizes of the heaps that replace one of a size in the set.
    amounts: Amounts,
    replaced: Option<Amounts>,
    none: bool,
    one: bool,
    /// Larger numbers of equal heaps that may be left.
    equal: Vec<u32>,
}

/// Values by need.
#[derive(Debug)]
pub(crate) struct Reached {
    kinds: Vec<Kind>,
    known: FxHashMap<UBig, u32>,
}

/// What a move leaves: some heaps of one size.
struct Left {
    count: u32,
    part: UBig,
    /// Whether they replace the heap, so that nothing is taken.
    replaced: bool,
}

/// A heap whose options are being valued.
struct Open {
    heap: UBig,
    options: Vec<Left>,
    next: usize,
}

/// The most heaps that are kept, and the most options that one heap may have.
const MOST_HEAPS: u64 = 1 << 22;
const MOST_OPTIONS: usize = 1 << 16;
/// A search reaches at most one of this many heaps before a table is better.
const SHARE: u8 = 32;
/// Bytes for a heap, and for one of its options.
const BYTES: u64 = 96;

impl Reached {
    /// For heapwise rules of this kind.
    pub(crate) fn of(rules: &Rules) -> Option<Self> {
        if !rules.is_heapwise() {
            return None;
        }
        let kind = |rule: &MoveRule| {
            let (parts, amounts, replaced): (&Parts, _, _) = match rule {
                MoveRule::Take { parts, amounts, .. } => (parts, amounts, None),
                MoveRule::Remake(Remake::Replace { heap, parts, sizes }) => {
                    (parts, sizes, Some(heap.clone()))
                }
                _ => return None,
            };
            if parts.splits() && parts.likeness != Likeness::Equal {
                return None;
            }
            Some(Kind {
                amounts: amounts.clone(),
                replaced,
                none: parts.counts.contains(&0),
                one: parts.counts.contains(&1),
                equal: parts.counts.iter().copied().filter(|&count| count > 1).collect(),
            })
        };
        let kinds = rules.moves().iter().map(kind).collect::<Option<_>>()?;
        Some(Self { kinds, known: FxHashMap::default() })
    }

    /// The value of a heap of `n`; `None` if too many heaps are reached from it.
    pub(crate) fn value(&mut self, n: &UBig, budget: &Budget) -> Result<Option<u32>> {
        if let Some(value) = self.known.get(n) {
            return Ok(Some(*value));
        }
        let most = u64::try_from(&(n / UBig::from(SHARE))).unwrap_or(u64::MAX).min(MOST_HEAPS);
        let mut work = 0_u64;
        let mut taken = 0_u64;
        let Some(first) = self.opened(n, budget)? else { return Ok(None) };
        let mut stack = vec![first];
        while let Some(top) = stack.last_mut() {
            budget.step()?;
            let mut deeper = None;
            while let Some(Left { part, .. }) = top.options.get(top.next) {
                if !self.known.contains_key(part) {
                    deeper = Some(part.clone());
                    break;
                }
                top.next += 1;
            }
            if let Some(rest) = deeper {
                let opened = self.opened(&rest, budget)?;
                let Some(opened) = opened.filter(|_| work <= most) else {
                    budget.release(taken);
                    return Ok(None);
                };
                let bytes = BYTES * (1 + opened.options.len() as u64);
                budget.reserve(bytes)?;
                taken += bytes;
                work += 1 + opened.options.len() as u64 / 16;
                stack.push(opened);
                continue;
            }
            let Some(done) = stack.pop() else { break };
            let value = self.mex(&done);
            // What the options took is free again; the value stays.
            let bytes = (BYTES * done.options.len() as u64).min(taken);
            budget.release(bytes);
            taken -= bytes;
            self.known.insert(done.heap, value);
        }
        Ok(self.known.get(n).copied())
    }

    /// The moves of a heap to heaps of value `target`; `None` if too many heaps are reached from it.
    pub(crate) fn moves_to(&mut self, n: &UBig, target: &UBig, budget: &Budget) -> Result<Option<HeapMoves>> {
        if self.value(n, budget)?.is_none() {
            return Ok(None);
        }
        let Some(Open { options, .. }) = self.opened(n, budget)? else { return Ok(None) };
        let mut list = Vec::new();
        for Left { count, part, replaced } in &options {
            if UBig::from(self.worth(*count, part)) == *target {
                let taken = if *replaced { UBig::ZERO } else { n - part * UBig::from(*count) };
                budget.reserve(BYTES * (1 + u64::from(*count)))?;
                list.push(HeapMove { taken, left: vec![part.clone(); *count as usize] });
            }
        }
        list.sort_by(|a, b| a.left.cmp(&b.left));
        Ok(Some(HeapMoves::all(list)))
    }

    /// The value of `count` heaps of `rest` together.
    fn worth(&self, count: u32, rest: &UBig) -> u32 {
        if count.is_multiple_of(2) { 0 } else { self.known.get(rest).copied().unwrap_or(0) }
    }

    fn mex(&self, heap: &Open) -> u32 {
        let met: FxHashSet<u32> =
            heap.options.iter().map(|left| self.worth(left.count, &left.part)).collect();
        let most = u32::try_from(met.len()).unwrap_or(u32::MAX);
        (0..most).find(|value| !met.contains(value)).unwrap_or(most)
    }

    /// A heap with its options; `None` if there are too many.
    fn opened(&self, n: &UBig, budget: &Budget) -> Result<Option<Open>> {
        let mut options = Vec::new();
        for kind in &self.kinds {
            let env = Env { n: n.clone(), ..Env::default() };
            let members = Members::resolve(&kind.amounts, &env)?;
            if members.count_at_least(n) > UBig::from(MOST_OPTIONS) {
                return Ok(None);
            }
            if let Some(heap) = &kind.replaced {
                if *n == UBig::ZERO || !Members::resolve(heap, &env)?.contains(n) {
                    continue;
                }
                let mut add = |count, part| options.push(Left { count, part, replaced: true });
                if kind.none {
                    add(0, UBig::ZERO);
                }
                let (mut from, most) = (UBig::ONE, n - UBig::ONE);
                let mut counts = kind.equal.clone();
                counts.extend(kind.one.then_some(1));
                while let Some(part) = members.next(&from, &most, budget)? {
                    for &count in &counts {
                        add(count, part.clone());
                    }
                    from = part + UBig::ONE;
                }
                if options.len() > MOST_OPTIONS {
                    return Ok(None);
                }
                continue;
            }
            let mut from = UBig::ZERO;
            while let Some(k) = members.next(&from, n, budget)? {
                if options.len() > MOST_OPTIONS {
                    return Ok(None);
                }
                let rest = n - &k;
                if rest == UBig::ZERO {
                    options.extend(kind.none.then_some(Left { count: 0, part: UBig::ZERO, replaced: false }));
                } else {
                    if kind.one && k > UBig::ZERO {
                        options.push(Left { count: 1, part: rest.clone(), replaced: false });
                    }
                    for &count in &kind.equal {
                        let part = &rest / UBig::from(count);
                        if &part * UBig::from(count) == rest {
                            options.push(Left { count, part, replaced: false });
                        }
                    }
                }
                from = k + UBig::ONE;
            }
        }
        Ok(Some(Open { heap: n.clone(), options, next: 0 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HeapFunction, Table};
    use grundy_core::notation::parse_game;

    fn rules(text: &str) -> Rules {
        parse_game(text).unwrap().game.rules().unwrap().clone()
    }

    #[test]
    fn values_and_moves_are_those_of_the_table() {
        let budget = Budget::default();
        for (text, few) in [
            ("take n/2, n/3", true),
            ("take root(n)", false),
            ("take 1, n/2", false),
            ("take 0, 1 leaving 2 equal heaps or take n/3", true),
            ("split into 3 equal heaps or take n/2", true),
            ("take 2*n/3, n leaving 0 heaps or take n/4", true),
            ("take digits of n", false),
            ("replace a heap of even by 3 equal heaps of n/2", true),
            ("replace a heap by 0, 1 heaps of n/2, n/3 or take n/4", true),
            ("replace a heap by 0, 2, 3 equal heaps of divisors of n", true),
        ] {
            let rules = rules(text);
            let (mut reached, table) = (Reached::of(&rules).expect(text), Table::new(&rules));
            for n in (3000..3080_u32).map(UBig::from) {
                let Some(value) = reached.value(&n, &budget).unwrap() else { continue };
                assert_eq!(UBig::from(value), table.value(&n, &budget).unwrap(), "{text} {n}");
                for target in (0..6_u8).map(UBig::from) {
                    let found = reached.moves_to(&n, &target, &budget).unwrap().unwrap();
                    assert_eq!(
                        found,
                        table.moves_to(&n, &target, usize::MAX, &budget).unwrap(),
                        "{text} {n} {target}"
                    );
                }
            }
            assert!(!few || reached.value(&UBig::from(3000_u32), &budget).unwrap().is_some(), "{text}");
        }
    }

    #[test]
    fn few_heaps_are_reached_from_far_and_many_are_given_up() {
        let budget = Budget::default();
        let far = UBig::from(10_u8).pow(30);
        let mut reached = Reached::of(&rules("take n/2, n/3")).unwrap();
        assert!(reached.value(&far, &budget).unwrap().is_some());
        assert!(reached.known.len() < 30_000, "{}", reached.known.len());
        for text in ["take 1, n/2", "take n/2..n", "take digits of n"] {
            let n = UBig::from(10_000_u32);
            assert_eq!(Reached::of(&rules(text)).unwrap().value(&n, &budget).unwrap(), None, "{text}");
        }
        assert!(Reached::of(&rules("take n/2 leaving 2 heaps")).is_none());
    }
}
