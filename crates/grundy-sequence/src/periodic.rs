//! Games whose values repeat for ever, or rise by a constant in each period. The period is proved while the
//! values are computed.
//!
//! Precondition: some [`Theorem`] about periods fits the rules. Until the period is proved, values come from
//! a table. After that, a heap of any size is reduced to its index in the period, and so are its moves.

use std::cell::RefCell;

use dashu_int::UBig;

use super::distant::{Distant, Kind};
use super::engine::{Engine, engine_for};
use super::options::HeapOptions;
use super::period::{Period, Proof, Seen};
use super::proof::{Parts, Theorem};
use super::repeating::Repeating;
use super::table::HEAP_VALUES;
use super::{HeapFunction, HeapMoves};
use grundy_core::answer::MethodKind;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::Rules;
use grundy_core::text::Message;

/// The name in answers once a period is proved.
pub const PROVED: &str = "proved-period";

/// Values whose period is still to be proved.
#[derive(Debug)]
pub struct Periodic {
    kinds: Vec<Kind>,
    options: RefCell<HeapOptions>,
    values: RefCell<Repeating<Box<dyn Engine>>>,
}

impl Periodic {
    /// `None` unless the rules are of a kind whose periods can be proved.
    pub fn new(rules: &Rules) -> Option<Self> {
        let theorems = Theorem::of(rules);
        if theorems.is_empty() {
            return None;
        }
        Some(Self {
            kinds: Kind::all_of(rules)?,
            options: RefCell::new(HeapOptions::new(rules)),
            values: RefCell::new(Repeating::new(engine_for(rules), theorems)),
        })
    }

    /// The period, if it is proved already.
    pub fn period(&self) -> Option<Period> {
        self.values.borrow().period()
    }

    /// The period with its proof, if it is proved already.
    pub fn proof(&self) -> Option<Proof> {
        self.values.borrow().proof().cloned()
    }

    /// The repetition in the values computed so far, proved or not.
    pub fn seen(&self, budget: &Budget) -> Result<Option<Seen>> {
        self.values.borrow().seen(budget)
    }

    /// Searches for a period that the first `limit` values prove.
    pub fn prove(&self, limit: usize, budget: &Budget) -> Result<Option<Period>> {
        self.values.borrow_mut().prove(limit, budget)
    }

    fn distant_moves(
        &self,
        n: &UBig,
        target: &UBig,
        want: usize,
        proof: &Proof,
        budget: &Budget,
    ) -> Result<HeapMoves> {
        let values = self.values.borrow();
        let distant = Distant { kinds: &self.kinds, values: values.sequence().values(), proof, budget };
        distant.moves(&mut self.options.borrow_mut(), n, target, want)
    }
}

impl HeapFunction for Periodic {
    fn name(&self) -> &'static str {
        if self.period().is_some() { PROVED } else { HEAP_VALUES.name }
    }
    fn kind(&self) -> MethodKind {
        if self.period().is_some() { MethodKind::Proof } else { HEAP_VALUES.kind }
    }
    fn reference(&self) -> Option<&'static str> {
        Some(match self.values.borrow().proof() {
            None => HEAP_VALUES.reference,
            Some(proof) => proof.theorem.reference(),
        })
    }

    fn settle(&self, n: &UBig, budget: &Budget) -> Result<()> {
        self.values.borrow_mut().settle(n, budget)
    }

    fn value(&self, n: &UBig, budget: &Budget) -> Result<UBig> {
        self.settle(n, budget)?;
        Ok(self.values.borrow().value(n))
    }

    fn moves_to(&self, n: &UBig, target: &UBig, want: usize, budget: &Budget) -> Result<HeapMoves> {
        self.settle(n, budget)?;
        let values = self.values.borrow();
        let known = values.sequence().values();
        let place = usize::try_from(n).ok().filter(|n| *n < known.len());
        if let (None, Some(proof)) = (place, values.proof()) {
            return self.distant_moves(n, target, want, proof, budget);
        }
        let Ok(target) = u32::try_from(target) else { return Ok(HeapMoves::all(vec![])) };
        let heap = place.unwrap_or(0);
        let mut options = self.options.borrow_mut();
        options.extend(heap + 1, budget)?;
        Ok(HeapMoves::all(options.moves_to(known, heap, target, budget)?))
    }

    fn rule(&self) -> Message {
        let values = self.values.borrow();
        let Some(Proof { period, theorem, length }) = values.proof() else {
            return Message::new("heap-values.rule");
        };
        let largest = theorem.largest();
        let Period { preperiod, period, saltus } = *period;
        match theorem {
            Theorem::Window(window) if window.modulus == 1 => Message::new("period.window")
                .with("preperiod", preperiod)
                .with("period", period)
                .with("largest", largest)
                .with("window", largest.saturating_add(1)),
            Theorem::Window(_) => Message::new("period.equal")
                .with("preperiod", preperiod)
                .with("period", period)
                .with("largest", largest),
            Theorem::Parts(Parts { most: 2, unequal: false, modulus: 1, .. }) => Message::new("period.pairs")
                .with("preperiod", preperiod)
                .with("period", period)
                .with("values", *length),
            Theorem::Parts(parts) => Message::new("period.parts")
                .with("preperiod", preperiod)
                .with("period", period)
                .with("values", *length)
                .with("most", parts.most),
            Theorem::AllBut(_) => Message::new("period.all-but")
                .with("preperiod", preperiod)
                .with("period", period)
                .with("saltus", saltus)
                .with("largest", largest)
                .with("window", largest.saturating_mul(2).saturating_add(1)),
            Theorem::Rising(_) | Theorem::Excess(_) => Message::new(match theorem {
                Theorem::Excess(_) => "period.excess",
                _ => "period.rising",
            })
            .with("preperiod", preperiod)
            .with("period", period)
            .with("saltus", saltus)
            .with("values", *length),
        }
    }

    fn proved(&self) -> Option<Period> {
        self.period()
    }
}

#[cfg(test)]
mod tests;
