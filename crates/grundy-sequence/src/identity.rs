//! Nim: a heap is worth its size.

use dashu_int::UBig;

use super::{ClosedPeriod, HeapFunction, HeapMove, HeapMoves};
use grundy_core::answer::MethodKind;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::text::Message;

/// G(n) = n: any number may be taken, so every smaller value is an option and n is not (Bouton 1901).
#[derive(Debug)]
pub struct Identity;

impl HeapFunction for Identity {
    fn name(&self) -> &'static str {
        "nim"
    }
    fn kind(&self) -> MethodKind {
        MethodKind::Theorem
    }
    fn reference(&self) -> Option<&'static str> {
        Some("C. L. Bouton 1901")
    }
    fn value(&self, n: &UBig, _budget: &Budget) -> Result<UBig> {
        Ok(n.clone())
    }
    fn moves_to(&self, n: &UBig, target: &UBig, _want: usize, _budget: &Budget) -> Result<HeapMoves> {
        let mut list = Vec::new();
        if target < n {
            let left = if *target == UBig::ZERO { vec![] } else { vec![target.clone()] };
            list.push(HeapMove { taken: n - target, left });
        }
        Ok(HeapMoves::all(list))
    }
    fn rule(&self) -> Message {
        Message::new("nim.rule")
    }

    fn closed(&self) -> Option<ClosedPeriod> {
        Some(ClosedPeriod {
            preperiod: UBig::ZERO,
            period: UBig::ONE,
            saltus: UBig::ONE,
            max_value: None,
            reference: self.reference(),
        })
    }
}
