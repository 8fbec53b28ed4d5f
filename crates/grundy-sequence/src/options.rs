//! The options of one heap under heapwise rules.

use dashu_int::UBig;

use super::remakes::Remakes;
use super::values::Values;
use super::{HeapMove, HeapMoves};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::Split;
use grundy_core::rules::words::{HeapAmounts, ranges_between};
use grundy_core::rules::{Amounts, MoveRule, Parts, Rules};

/// The moves of a heap in a heapwise game.
#[derive(Debug)]
pub struct HeapOptions {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) remakes: Remakes,
}

/// One kind of take from a heap.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) parts: Parts,
    pub(crate) amounts: HeapAmounts,
    /// Whether nothing may be left, and whether one heap may be left.
    pub(crate) none: bool,
    pub(crate) one: bool,
    /// Larger numbers of heaps that may be left.
    pub(crate) several: Vec<u32>,
}

impl HeapOptions {
    /// The options of a heapwise game.
    pub fn new(rules: &Rules) -> Self {
        let kinds = rules.moves().iter().filter_map(|rule| match rule {
            MoveRule::Take { parts, amounts, .. } => Some(Kind::new(parts, amounts)),
            _ => None,
        });
        Self { kinds: kinds.collect(), remakes: Remakes::new(rules) }
    }

    /// Lists the amounts that matter to heaps below `length`, which makes questions about these fast.
    pub fn extend(&mut self, length: usize, budget: &Budget) -> Result<()> {
        let most = (length as u64).saturating_sub(1);
        self.kinds.iter_mut().try_for_each(|kind| kind.amounts.extend(most, budget))?;
        self.remakes.extend(most, budget)
    }

    /// The moves that lead from a heap with known value to `target`, and whether these are all: of moves that make heaps
    /// into others, the first `want` are listed.
    pub(crate) fn some_moves_to(
        &self,
        values: Values<'_>,
        heap: usize,
        target: u32,
        want: usize,
        budget: &Budget,
    ) -> Result<HeapMoves> {
        let mut list = Vec::new();
        let mut complete = true;
        let at = |part: usize| values.at(part);
        self.remakes.options_to(heap, Some((target, &at)), budget, &mut |option| {
            budget.step()?;
            complete = list.len() < want;
            if complete {
                let parts = option();
                budget.reserve((size_of::<HeapMove>() + parts.len() * size_of::<UBig>()) as u64)?;
                let left = parts.into_iter().map(UBig::from).collect();
                list.push(HeapMove { taken: UBig::ZERO, left });
            }
            Ok(())
        })?;
        list.extend(self.moves_to(values, heap, target, budget)?);
        list.sort_by(|a, b| a.left.cmp(&b.left));
        Ok(HeapMoves { list, complete, total: None })
    }

    /// The takes that lead from a heap with known value to `target`.
    pub(crate) fn moves_to(
        &self,
        values: Values<'_>,
        heap: usize,
        target: u32,
        budget: &Budget,
    ) -> Result<Vec<HeapMove>> {
        let mut list = Vec::new();
        self.each_take(heap, budget, &mut |k, parts| {
            if parts.iter().fold(0, |sum, &part| sum ^ values.at(part)) == target {
                budget.reserve((size_of::<HeapMove>() + parts.len() * size_of::<UBig>()) as u64)?;
                let left = parts.iter().map(|&part| UBig::from(part)).collect();
                list.push(HeapMove { taken: UBig::from(k), left });
            }
            Ok(())
        })?;
        list.sort_by(|a, b| a.left.cmp(&b.left));
        Ok(list)
    }

    /// Calls `each` with the stones taken and the non-empty heaps left, smallest first, for every move in
    /// `heap`. A result that several rules reach is reported several times.
    pub fn each_option(
        &self,
        heap: usize,
        budget: &Budget,
        each: &mut dyn FnMut(usize, &[usize]) -> Result<()>,
    ) -> Result<()> {
        self.remakes.each_option(heap, budget, &mut |parts| each(0, parts))?;
        self.each_take(heap, budget, each)
    }

    /// The options of takes.
    fn each_take(
        &self,
        heap: usize,
        budget: &Budget,
        each: &mut dyn FnMut(usize, &[usize]) -> Result<()>,
    ) -> Result<()> {
        if heap == 0 {
            return Ok(());
        }
        let (mut room, mut parts) = (Vec::new(), Vec::new());
        for kind in &self.kinds {
            let ranges = kind.amounts.ranges(heap, heap, &mut room, budget)?;
            for k in ranges_between(ranges, 0, heap).flat_map(|(lo, hi)| lo..=hi) {
                budget.step()?;
                kind.each_split(heap - k, budget, &mut parts, &mut |parts| {
                    // Taking nothing is a move only where the heap is split.
                    if parts == [heap] { Ok(()) } else { each(k, parts) }
                })?;
            }
        }
        Ok(())
    }
}

impl Kind {
    fn new(parts: &Parts, amounts: &Amounts) -> Self {
        Self {
            none: parts.counts.contains(&0),
            one: parts.counts.contains(&1),
            several: parts.counts.iter().copied().filter(|&count| count > 1).collect(),
            parts: parts.clone(),
            amounts: HeapAmounts::new(amounts),
        }
    }

    /// Calls `each` with every way to split the rest.
    fn each_split(
        &self,
        rest: usize,
        budget: &Budget,
        parts: &mut Vec<usize>,
        each: &mut dyn FnMut(&[usize]) -> Result<()>,
    ) -> Result<()> {
        let likeness = self.parts.likeness;
        let mut split =
            |&count: &u32| Split { count, likeness, budget, among: None }.for_each(&rest, parts, each);
        self.parts.counts.iter().try_for_each(&mut split)
    }
}
