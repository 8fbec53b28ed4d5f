//! Plain tables: every value from 0 up, from the definition.
//!
//! Quadratic and worse where heaps are split, so it is the last resort and the judge of faster
//! engines.

use std::cell::RefCell;

use dashu_int::UBig;

use super::period::Sequence;
use super::recursion::Recursion;
use super::{HeapFunction, HeapMoves};
use crate::answer::MethodKind;
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::rules::Rules;
use crate::text::Message;

/// G(0..n) by recursion, grown as needed.
#[derive(Debug)]
pub struct Table(RefCell<Recursion>);

impl Table {
    /// For a heapwise game.
    pub fn new(rules: &Rules) -> Self {
        Self(RefCell::new(Recursion::new(rules)))
    }

    /// Calls `use_values` with G(0..=n).
    pub fn with_values<T>(&self, n: u64, budget: &Budget, use_values: impl FnOnce(&[u32]) -> T) -> Result<T> {
        let length = length_for(n)?;
        let mut recursion = self.0.borrow_mut();
        recursion.grow(length, budget)?;
        Ok(use_values(&recursion.values()[..length]))
    }
}

/// How long a table must be that holds G(n).
fn length_for(n: u64) -> Result<usize> {
    let length = usize::try_from(n).ok().and_then(|n| n.checked_add(1));
    length.ok_or_else(|| Error::limit("error.heap-too-large"))
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
        self.with_values(word(n)?, budget, |values| UBig::from(values.last().copied().unwrap_or(0)))
    }

    fn moves_to(&self, n: &UBig, target: &UBig, _want: usize, budget: &Budget) -> Result<HeapMoves> {
        let length = length_for(word(n)?)?;
        self.0.borrow_mut().grow(length, budget)?;
        let Ok(target) = u32::try_from(target) else { return Ok(HeapMoves::all(vec![])) };
        Ok(HeapMoves::all(self.0.borrow().moves_to(length - 1, target, budget)?))
    }

    fn rule(&self) -> Message {
        Message::new("heap-values.rule")
    }
}

fn word(n: &UBig) -> Result<u64> {
    u64::try_from(n).map_err(|_| Error::limit("error.heap-too-large"))
}
