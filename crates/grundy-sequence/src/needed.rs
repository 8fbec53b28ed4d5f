//! Values of one heap by the cheapest computation: intervals, the heaps that are reached, or a table of all.
//!
//! Small heaps come from the [`Table`]. A large heap first tries whether values are constant on long intervals, then
//! whether few heaps are reached from it; both give up early, and the table remains.

use std::cell::RefCell;

use dashu_int::UBig;

use super::intervals::{Convention, Intervals};
use super::reached::Reached;
use super::table::HEAP_VALUES;
use super::{HeapFunction, HeapMoves, Table};
use grundy_core::answer::MethodKind;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::Rules;
use grundy_core::text::Message;

/// Heaps below this come from the table, which has them in a moment.
const SMALL: u32 = 1 << 16;

/// Values of one heap, computed as needed.
#[derive(Debug)]
pub struct Needed {
    table: Table,
    intervals: Option<RefCell<Intervals>>,
    reached: Option<RefCell<Reached>>,
}

impl Needed {
    /// For a heapwise game.
    pub fn new(rules: &Rules) -> Self {
        Self {
            table: Table::new(rules),
            intervals: Intervals::of(rules, Convention::Value).map(RefCell::new),
            reached: Reached::of(rules).map(RefCell::new),
        }
    }

    /// Whether the table is to be used at once.
    fn is_small(&self, n: &UBig) -> bool {
        *n < UBig::from(SMALL) || self.table.knows(n)
    }

    /// The value without the table, if few numbers decide it.
    fn sparse(&self, n: &UBig, budget: &Budget) -> Result<Option<u32>> {
        if let Some(intervals) = &self.intervals {
            let mut intervals = intervals.borrow_mut();
            if intervals.reach(n, budget)? {
                return Ok(Some(intervals.at(n)));
            }
        }
        match &self.reached {
            Some(reached) => reached.borrow_mut().value(n, budget),
            None => Ok(None),
        }
    }
}

impl HeapFunction for Needed {
    fn name(&self) -> &'static str {
        HEAP_VALUES.name
    }
    fn kind(&self) -> MethodKind {
        HEAP_VALUES.kind
    }
    fn reference(&self) -> Option<&'static str> {
        Some(HEAP_VALUES.reference)
    }

    fn value(&self, n: &UBig, budget: &Budget) -> Result<UBig> {
        if !self.is_small(n)
            && let Some(value) = self.sparse(n, budget)?
        {
            return Ok(UBig::from(value));
        }
        self.table.value(n, budget)
    }

    fn moves_to(&self, n: &UBig, target: &UBig, want: usize, budget: &Budget) -> Result<HeapMoves> {
        if !self.is_small(n) {
            if let Some(intervals) = &self.intervals {
                let mut intervals = intervals.borrow_mut();
                if intervals.reach(n, budget)? {
                    return match u32::try_from(target) {
                        Ok(target) => intervals.moves_to(n, target, want, budget),
                        Err(_) => Ok(HeapMoves::all(vec![])),
                    };
                }
            }
            if let Some(reached) = &self.reached
                && let Some(moves) = reached.borrow_mut().moves_to(n, target, budget)?
            {
                return Ok(moves);
            }
        }
        self.table.moves_to(n, target, want, budget)
    }

    fn rule(&self) -> Message {
        self.table.rule()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::notation::parse_game;

    #[test]
    fn large_heaps_have_the_values_and_moves_of_the_table() {
        let budget = Budget::default();
        for text in ["take n/3..n/2", "take n/2, n/3", "take root(n)..", "take squares", "take n/2 or take 1"]
        {
            let rules = parse_game(text).unwrap().game.rules().unwrap().clone();
            let (needed, table) = (Needed::new(&rules), Table::new(&rules));
            for n in [65_535_u32, 65_536, 70_001, 100_000].map(UBig::from) {
                let value = table.value(&n, &budget).unwrap();
                assert_eq!(needed.value(&n, &budget).unwrap(), value, "{text} {n}");
                for target in (0..4_u8).map(UBig::from) {
                    let mut found = needed.moves_to(&n, &target, usize::MAX, &budget).unwrap().list;
                    let mut known = table.moves_to(&n, &target, usize::MAX, &budget).unwrap().list;
                    found.dedup();
                    known.dedup();
                    assert_eq!(found, known, "{text} {n} {target}");
                }
            }
        }
    }

    #[test]
    fn heaps_far_beyond_any_table_have_values() {
        let budget = Budget::default();
        let far = UBig::from(10_u8).pow(18);
        for text in ["take n/3..n/2", "take n/2, n/3", "take n/2.."] {
            let rules = parse_game(text).unwrap().game.rules().unwrap().clone();
            let needed = Needed::new(&rules);
            let value = needed.value(&far, &budget).unwrap();
            // A heap has moves to every smaller value, and none to its own.
            for target in (0..=u32::try_from(&value).unwrap()).map(UBig::from) {
                let found = needed.moves_to(&far, &target, 3, &budget).unwrap();
                assert_eq!(found.list.is_empty(), target == value, "{text} {target}");
                for played in &found.list {
                    let left = played.left.first().cloned().unwrap_or_default();
                    assert_eq!(needed.value(&left, &budget).unwrap(), target, "{text}");
                }
            }
        }
    }
}
