//! The interface of value functions of a heap, and the store of known functions.

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::capped::Capped;
use super::{
    ClosedPeriod, Identity, Lasker, Needed, Period, Periodic, Residue, Restricted, is_lasker, residue_modulus,
};
use grundy_core::answer::MethodKind;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::Rules;
use grundy_core::text::Message;

/// A move in one heap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HeapMove {
    /// Stones taken.
    pub taken: UBig,
    /// The non-empty heaps left, smallest first.
    pub left: Vec<UBig>,
}

/// Moves of one heap to options of a given value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapMoves {
    /// Some of the moves, smallest result first: at least as many as requested, if there are that many.
    pub list: Vec<HeapMove>,
    /// Whether `list` holds all moves.
    pub complete: bool,
    /// The number of all moves, if it is known without listing them.
    pub total: Option<UBig>,
}

impl HeapMoves {
    /// A complete list.
    pub fn all(list: Vec<HeapMove>) -> Self {
        Self { list, complete: true, total: None }
    }
}

/// The Grundy value of one heap of a heapwise game.
pub trait HeapFunction: Debug {
    /// The name of the method in answers.
    fn name(&self) -> &'static str;
    /// How the value is known.
    fn kind(&self) -> MethodKind;
    /// Author and year.
    fn reference(&self) -> Option<&'static str>;
    /// Determines how the value of `n` is known. Name, kind and reference do not change after that.
    fn settle(&self, n: &UBig, budget: &Budget) -> Result<()> {
        let _ = (n, budget);
        Ok(())
    }
    /// G(n).
    fn value(&self, n: &UBig, budget: &Budget) -> Result<UBig>;
    /// The moves of a heap of `n` to value `target`; `want` as in [`HeapMoves::list`]. An implementation that
    /// lists more reserves the memory for it.
    fn moves_to(&self, n: &UBig, target: &UBig, want: usize, budget: &Budget) -> Result<HeapMoves>;
    /// The rule as a sentence with its numbers.
    fn rule(&self) -> Message;

    /// The period, if a theorem states it without any computation.
    fn closed(&self) -> Option<ClosedPeriod> {
        None
    }

    /// The period, if it was proved by computing values.
    fn proved(&self) -> Option<Period> {
        None
    }
}

/// Value functions by rules. Tables computed for one question are reused for the next.
#[derive(Debug, Default)]
pub struct HeapFunctions {
    known: RefCell<FxHashMap<Rules, Rc<dyn HeapFunction>>>,
}

impl HeapFunctions {
    /// The function of a heapwise game, by the strongest method that applies.
    pub fn of(&self, rules: &Rules) -> Rc<dyn HeapFunction> {
        if let Some(function) = self.known.borrow().get(rules) {
            return function.clone();
        }
        let function = strongest(rules);
        self.known.borrow_mut().insert(rules.clone(), function.clone());
        function
    }
}

fn strongest(rules: &Rules) -> Rc<dyn HeapFunction> {
    if let Some(closed) = closed_form(rules) {
        return closed;
    }
    if let Some(restricted) = Restricted::of(rules) {
        return Rc::new(restricted);
    }
    let periodic = |rules: &Rules| Periodic::new(rules).map(|known| Rc::new(known) as Rc<dyn HeapFunction>);
    let own = periodic(rules).unwrap_or_else(|| Rc::new(Needed::new(rules)));
    match Capped::new(rules, &own, |open| closed_form(open).or_else(|| periodic(open))) {
        Some(capped) => Rc::new(capped),
        None => own,
    }
}

/// The value function that a theorem states.
pub(crate) fn closed_form(rules: &Rules) -> Option<Rc<dyn HeapFunction>> {
    if is_lasker(rules) {
        return Some(Rc::new(Lasker));
    }
    let amounts = rules.as_subtraction_set()?;
    if amounts.is_any() {
        return Some(Rc::new(Identity));
    }
    Some(Rc::new(Residue::new(residue_modulus(amounts)?, amounts.clone())))
}
