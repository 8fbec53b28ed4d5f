//! The options of one heap under heapwise rules.

use dashu_int::UBig;

use super::listed::Listed;
use super::remakes::{MAX_PARTS, Remakes};
use super::values::Values;
use super::{HeapMove, HeapMoves};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Env, Likeness, Members, MoveRule, Parts, Rules};

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
    amounts: Amounts,
    /// The members, where they are the same for every heap.
    pub(crate) fixed: Option<Listed>,
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

    /// Lists the amounts that matter to heaps below `length`. Must be called before any other query about them.
    pub fn extend(&mut self, length: usize, budget: &Budget) -> Result<()> {
        for fixed in self.kinds.iter_mut().filter_map(|kind| kind.fixed.as_mut()) {
            fixed.extend((length as u64).saturating_sub(1), budget)?;
        }
        Ok(())
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
        for kind in &self.kinds {
            kind.each_amount(heap, budget, &mut |k| {
                let rest = heap.saturating_sub(k);
                kind.each_split(rest, budget, &mut |parts| {
                    // Taking nothing is a move only where the heap is split.
                    if parts == [heap] { Ok(()) } else { each(k, parts) }
                })
            })?;
        }
        Ok(())
    }
}

impl Kind {
    fn new(parts: &Parts, amounts: &Amounts) -> Self {
        Self {
            fixed: Listed::of(amounts),
            none: parts.counts.contains(&0),
            one: parts.counts.contains(&1),
            several: parts.counts.iter().copied().filter(|&count| count > 1).collect(),
            parts: parts.clone(),
            amounts: amounts.clone(),
        }
    }

    /// Calls `each` with every amount that may be taken from `heap`.
    pub(crate) fn each_amount(
        &self,
        heap: usize,
        budget: &Budget,
        each: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<()> {
        if let Some(fixed) = &self.fixed {
            // An amount up to the heap's size fits a machine word, as the heap does.
            return fixed
                .up_to(heap as u64)
                .iter()
                .try_for_each(|&k| each(usize::try_from(k).unwrap_or(heap)));
        }
        let n = UBig::from(heap);
        let members = Members::resolve(&self.amounts, &Env { n: n.clone(), ..Env::default() })?;
        members.for_each_up_to(&n, budget, &mut |k| each(usize::try_from(k).unwrap_or(heap)))
    }

    /// Calls `each` with every way to split the rest.
    fn each_split(
        &self,
        rest: usize,
        budget: &Budget,
        each: &mut dyn FnMut(&[usize]) -> Result<()>,
    ) -> Result<()> {
        for &count in &self.parts.counts {
            match count {
                0 if rest == 0 => each(&[])?,
                1 if rest > 0 => each(&[rest])?,
                0 | 1 => {}
                _ => self.split_further(rest, 1, count as usize, &mut Vec::new(), budget, each)?,
            }
        }
        Ok(())
    }

    /// The least difference between a part and the next one.
    pub(super) fn step(&self) -> usize {
        usize::from(self.parts.likeness == Likeness::Unequal)
    }

    pub(crate) fn split_further(
        &self,
        rest: usize,
        least: usize,
        count: usize,
        parts: &mut Vec<usize>,
        budget: &Budget,
        each: &mut dyn FnMut(&[usize]) -> Result<()>,
    ) -> Result<()> {
        budget.step()?;
        if rest < count {
            return Ok(());
        }
        if count > MAX_PARTS && self.parts.likeness != Likeness::Equal {
            return Err(Error::limit("error.too-many-at-once").with("limit", MAX_PARTS));
        }
        if self.parts.likeness == Likeness::Equal {
            return if rest.is_multiple_of(count) { each(&vec![rest / count; count]) } else { Ok(()) };
        }
        if count == 1 {
            if rest < least {
                return Ok(());
            }
            parts.push(rest);
            let result = each(parts);
            parts.pop();
            return result;
        }
        let mut part = least;
        while part.saturating_mul(count) <= rest {
            parts.push(part);
            self.split_further(rest - part, part + self.step(), count - 1, parts, budget, each)?;
            parts.pop();
            part += 1;
        }
        Ok(())
    }
}
