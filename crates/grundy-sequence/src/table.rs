//! Plain tables: every value from 0 up, from the definition.
//!
//! Quadratic, and slower where heaps are split. So a table is the last resort, and the reference for
//! faster engines.

use std::cell::RefCell;

use dashu_int::UBig;

use super::engine::{Engine, Values, engine_for};
use super::options::HeapOptions;
use super::{HeapFunction, HeapMoves};
use grundy_core::answer::MethodKind;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::Rules;
use grundy_core::text::Message;

/// A method as named in answers.
pub struct Named {
    pub name: &'static str,
    pub kind: MethodKind,
    pub reference: &'static str,
}

/// Values from the definition, and their nim-sum.
pub const HEAP_VALUES: Named = Named {
    name: "heap-values",
    kind: MethodKind::Computation,
    reference: "R. P. Sprague 1935; P. M. Grundy 1939",
};

/// G(0..n) by recursion, extended as needed.
#[derive(Debug)]
pub struct Table {
    options: RefCell<HeapOptions>,
    engine: RefCell<Box<dyn Engine>>,
}

impl Table {
    /// For a heapwise game.
    pub fn new(rules: &Rules) -> Self {
        Self { options: RefCell::new(HeapOptions::new(rules)), engine: RefCell::new(engine_for(rules)) }
    }

    /// Whether the value of `n` is computed already.
    pub(crate) fn knows(&self, n: &UBig) -> bool {
        usize::try_from(n).is_ok_and(|n| n < self.engine.borrow().values().len())
    }

    /// Calls `use_values` with G(0..=n) and possibly more values.
    pub fn with_values<T>(
        &self,
        n: u64,
        budget: &Budget,
        use_values: impl FnOnce(Values<'_>) -> T,
    ) -> Result<T> {
        let mut engine = self.engine.borrow_mut();
        engine.grow(length_for(n)?, budget)?;
        Ok(use_values(engine.values()))
    }
}

/// The length of a table that holds G(n).
fn length_for(n: u64) -> Result<usize> {
    let length = usize::try_from(n).ok().and_then(|n| n.checked_add(1));
    length.ok_or_else(|| Error::limit("error.heap-too-large"))
}

impl HeapFunction for Table {
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
        let place = length_for(word(n)?)? - 1;
        self.with_values(word(n)?, budget, |values| UBig::from(values.at(place)))
    }

    fn moves_to(&self, n: &UBig, target: &UBig, want: usize, budget: &Budget) -> Result<HeapMoves> {
        let length = length_for(word(n)?)?;
        let mut engine = self.engine.borrow_mut();
        engine.grow(length, budget)?;
        let Ok(target) = u32::try_from(target) else { return Ok(HeapMoves::all(vec![])) };
        let mut options = self.options.borrow_mut();
        options.extend(length, budget)?;
        options.some_moves_to(engine.values(), length - 1, target, want, budget)
    }

    fn rule(&self) -> Message {
        Message::new("heap-values.rule")
    }
}

fn word(n: &UBig) -> Result<u64> {
    u64::try_from(n).map_err(|_| Error::limit("error.heap-too-large"))
}
