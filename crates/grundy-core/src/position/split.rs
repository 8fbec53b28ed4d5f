//! Ways to split the rest of a heap into heaps.

use std::collections::BTreeSet;

use dashu_int::UBig;

use super::aim::Aim;
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::rules::Likeness;

/// Maximum number of heaps of the player's choice that a move may touch at once, or leave: choosing them
/// recurses as deep, and the stack is limited.
pub const MAX_AT_ONCE: u64 = 400;

/// The error for a move that touches or leaves more heaps than [`MAX_AT_ONCE`].
pub fn too_many_at_once() -> Error {
    Error::limit("error.too-many-at-once").with("limit", MAX_AT_ONCE)
}

/// Ways to write a number as a sum of a given number of positive parts, smallest first.
pub(super) struct Split<'a> {
    pub(super) count: u32,
    pub(super) likeness: Likeness,
    pub(super) budget: &'a Budget,
    pub(super) aim: Option<&'a Aim<'a>>,
}

impl Split<'_> {
    pub(super) fn for_each(
        &mut self,
        rest: &UBig,
        each: &mut dyn FnMut(&[UBig]) -> Result<()>,
    ) -> Result<()> {
        match (self.count, *rest == UBig::ZERO) {
            (0, true) => each(&[]),
            (0, false) | (_, true) => Ok(()),
            (1, false) => each(std::slice::from_ref(rest)),
            _ if *rest < UBig::from(self.count) => Ok(()),
            _ if self.likeness == Likeness::Equal => {
                if rest % self.count == 0 {
                    each(&vec![rest / self.count; self.count as usize])
                } else {
                    Ok(())
                }
            }
            _ if u64::from(self.count) > MAX_AT_ONCE => Err(too_many_at_once()),
            _ => self.parts(rest.clone(), &UBig::ONE, &mut Vec::new(), each),
        }
    }

    /// Appends parts of at least `least` that sum to `rest`.
    fn parts(
        &mut self,
        rest: UBig,
        least: &UBig,
        parts: &mut Vec<UBig>,
        each: &mut dyn FnMut(&[UBig]) -> Result<()>,
    ) -> Result<()> {
        self.budget.step()?;
        let missing = self.count as usize - parts.len();
        if missing == 1 {
            if rest >= *least {
                parts.push(rest);
                let result = each(parts);
                parts.pop();
                return result;
            }
            return Ok(());
        }
        if let Some(aim) = self.aim {
            let candidates: BTreeSet<&UBig> =
                aim.sizes.iter().copied().filter(|p| *p >= least && *p * missing <= rest).collect();
            for part in candidates {
                let next = if self.likeness == Likeness::Unequal { part + UBig::ONE } else { part.clone() };
                parts.push(part.clone());
                let result = self.parts(&rest - part, &next, parts, each);
                parts.pop();
                result?;
            }
            return Ok(());
        }
        let mut part = least.clone();
        while &part * missing <= rest {
            let next = if self.likeness == Likeness::Unequal { &part + UBig::ONE } else { part.clone() };
            parts.push(part.clone());
            let result = self.parts(&rest - &part, &next, parts, each);
            parts.pop();
            result?;
            part += UBig::ONE;
        }
        Ok(())
    }
}
