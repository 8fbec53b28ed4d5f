//! Plain tables: every value from 0 up, from the definition.
//!
//! Works for every heapwise game: any amounts, bounds in `n`, splits into any number of heaps.
//! Quadratic and worse, so it is the last resort and the judge of faster engines.

use std::cell::RefCell;

use dashu_int::UBig;

use super::{HeapFunction, HeapMove, HeapMoves};
use crate::answer::MethodKind;
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::rules::{Amounts, Env, Likeness, Members, MoveRule, Parts, Rules};
use crate::text::Message;

/// G(0..n) by recursion, grown as needed.
#[derive(Debug)]
pub struct Table {
    takes: Vec<Kind>,
    values: RefCell<Vec<u32>>,
}

/// One kind of take from a heap.
#[derive(Debug)]
struct Kind {
    parts: Parts,
    amounts: Amounts,
    /// The members, where they are the same for every heap.
    fixed: Option<Members>,
}

impl Table {
    /// For a heapwise game.
    pub fn new(rules: Rules) -> Self {
        let takes = rules
            .moves()
            .iter()
            .filter_map(|rule| match rule {
                MoveRule::Take { parts, amounts, .. } => Some(Kind {
                    parts: parts.clone(),
                    fixed: Members::fixed(amounts),
                    amounts: amounts.clone(),
                }),
                _ => None,
            })
            .collect();
        Self { takes, values: RefCell::default() }
    }

    /// Calls `use_values` with G(0..=n).
    pub fn with_values<T>(&self, n: u64, budget: &Budget, use_values: impl FnOnce(&[u32]) -> T) -> Result<T> {
        self.grow(n, budget)?;
        let values = self.values.borrow();
        let end = usize::try_from(n).unwrap_or(usize::MAX).saturating_add(1);
        Ok(use_values(&values[..end]))
    }

    fn grow(&self, n: u64, budget: &Budget) -> Result<()> {
        let mut values = self.values.borrow_mut();
        let length = values.len() as u64;
        if length > n {
            return Ok(());
        }
        budget.reserve((n + 1 - length).saturating_mul(4))?;
        let end = usize::try_from(n).map_err(|_| Error::limit("error.heap-too-large"))?;
        let mut seen: Vec<usize> = Vec::new();
        for heap in values.len()..=end {
            budget.check_time()?;
            let mut mark = |value: u32| {
                let index = value as usize;
                if seen.len() <= index {
                    seen.resize(index + 1, usize::MAX);
                }
                seen[index] = heap;
            };
            for kind in &self.takes {
                kind.each_value(heap, &values, budget, &mut mark)?;
            }
            let value = seen.iter().position(|&at| at != heap).unwrap_or(seen.len());
            values.push(u32::try_from(value).map_err(|_| Error::limit("error.heap-too-large"))?);
        }
        Ok(())
    }
}

impl Kind {
    fn members(&self, heap: usize) -> Result<Members> {
        match &self.fixed {
            Some(members) => Ok(members.clone()),
            None => Members::resolve(&self.amounts, &Env { n: UBig::from(heap), ..Env::default() }),
        }
    }

    /// Calls `mark` with the value of every option of `heap`.
    fn each_value(
        &self,
        heap: usize,
        values: &[u32],
        budget: &Budget,
        mark: &mut dyn FnMut(u32),
    ) -> Result<()> {
        let resolved;
        let members = match &self.fixed {
            Some(members) => members,
            None => {
                resolved = self.members(heap)?;
                &resolved
            }
        };
        members.for_each_up_to(&UBig::from(heap), budget, &mut |k| {
            let rest = heap - usize::try_from(k).unwrap_or(heap);
            self.each_split(rest, budget, &mut |parts| {
                mark(parts.iter().fold(0, |sum, &part| sum ^ values[part]));
            })
        })
    }

    /// Calls `each` with every way the rest may lie.
    fn each_split(&self, rest: usize, budget: &Budget, each: &mut dyn FnMut(&[usize])) -> Result<()> {
        for &count in &self.parts.counts {
            match count {
                0 if rest == 0 => each(&[]),
                1 if rest > 0 => each(&[rest]),
                2 if self.parts.likeness == Likeness::Free => {
                    (1..=rest / 2).for_each(|a| each(&[a, rest - a]))
                }
                0 | 1 => {}
                _ => self.split_further(rest, 1, count as usize, &mut Vec::new(), budget, each)?,
            }
        }
        Ok(())
    }

    fn split_further(
        &self,
        rest: usize,
        least: usize,
        count: usize,
        parts: &mut Vec<usize>,
        budget: &Budget,
        each: &mut dyn FnMut(&[usize]),
    ) -> Result<()> {
        budget.step()?;
        if rest < count {
            return Ok(());
        }
        if self.parts.likeness == Likeness::Equal {
            if rest % count == 0 {
                each(&vec![rest / count; count]);
            }
            return Ok(());
        }
        if count == 1 {
            if rest >= least {
                parts.push(rest);
                each(parts);
                parts.pop();
            }
            return Ok(());
        }
        let step = usize::from(self.parts.likeness == Likeness::Unequal);
        let mut part = least;
        while part.saturating_mul(count) <= rest {
            parts.push(part);
            self.split_further(rest - part, part + step, count - 1, parts, budget, each)?;
            parts.pop();
            part += 1;
        }
        Ok(())
    }
}

impl HeapFunction for Table {
    fn name(&self) -> &'static str {
        "heap-values"
    }
    fn kind(&self) -> MethodKind {
        MethodKind::Computation
    }
    fn reference(&self) -> Option<&'static str> {
        Some("R. P. Sprague 1935; P. M. Grundy 1939")
    }

    fn value(&self, n: &UBig, budget: &Budget) -> Result<UBig> {
        let n = word(n)?;
        self.with_values(n, budget, |values| UBig::from(values.last().copied().unwrap_or(0)))
    }

    fn moves_to(&self, n: &UBig, target: &UBig, _want: usize, budget: &Budget) -> Result<HeapMoves> {
        let heap = word(n)?;
        self.grow(heap, budget)?;
        let values = self.values.borrow();
        let Ok(target) = u32::try_from(target) else { return Ok(HeapMoves::all(vec![])) };
        let heap = usize::try_from(heap).map_err(|_| Error::limit("error.heap-too-large"))?;
        let mut list = Vec::new();
        for kind in &self.takes {
            kind.members(heap)?.for_each_up_to(n, budget, &mut |k| {
                let rest = heap - usize::try_from(k).unwrap_or(heap);
                kind.each_split(rest, budget, &mut |parts| {
                    if parts.iter().fold(0, |sum, &part| sum ^ values[part]) == target {
                        let left = parts.iter().map(|&part| UBig::from(part)).collect();
                        list.push(HeapMove { taken: k.clone(), left });
                    }
                })
            })?;
        }
        list.sort_by(|a, b| a.left.cmp(&b.left));
        Ok(HeapMoves::all(list))
    }

    fn rule(&self) -> Message {
        Message::new("heap-values.rule")
    }
}

fn word(n: &UBig) -> Result<u64> {
    u64::try_from(n).map_err(|_| Error::limit("error.heap-too-large"))
}
