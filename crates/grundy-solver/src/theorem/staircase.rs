//! Staircase Nim: stones go down one step at a time, from the first step out of the game.
//!
//! Precondition: normal play, the only move is `move A 1 step down` where A is `any` or a fixed
//! set with 1..m and no multiple of m + 1. Statement (folklore, after Sprague and Grundy): the
//! position is worth the nim-sum of the 1st, 3rd, 5th, ... heap, each by its size or its rest
//! modulo m + 1. For a move changes just one of those heaps, by an amount of A, up or down; such
//! an amount never keeps the size or the rest, so no move keeps the value, and every smaller
//! value can be made by taking from one of those heaps, as in the game without steps.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use dashu_int::UBig;

use super::heapwise::{binary_columns, law_of_sum};
use crate::kernel::Kernel;
use crate::kernel::heaps::{NimSum, Size};
use crate::kernel::residue::BoundedNim;
use crate::law::{Law, Num};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved, Valued};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::rules::{Amounts, Members, MoveRule, Named, Rules, Settings};
use grundy_core::text::Message;
use grundy_sequence::residue_modulus;

/// The theorem.
pub struct Staircase {
    amounts: Amounts,
    /// `None` for `any`.
    modulus: Option<UBig>,
}

const NAME: &str = "staircase";

/// Most amounts examined one by one in all, beyond the requested ones.
const SCAN: u64 = 1 << 20;

/// Recognises stones that step down one heap, by any number or by amounts that Bash's theorem covers.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let Some(amounts) = stepped(asked.rules) else { return Fit::Unrelated };
    let modulus = residue_modulus(amounts);
    if modulus.is_none() && !amounts.is_any() {
        return Fit::Unrelated;
    }
    if asked.misere {
        return Fit::near(NAME, Message::new("staircase.misere"));
    }
    Fit::known(Staircase { amounts: amounts.clone(), modulus })
}

impl Method for Staircase {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("R. P. Sprague 1937"))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let Self { amounts, modulus } = self;
        let worth = |heap: &UBig| modulus.as_ref().map_or_else(|| heap.clone(), |m| heap % m);
        let values: Vec<UBig> = component.heaps().iter().step_by(2).map(worth).collect();
        let value = values.iter().fold(UBig::ZERO, |sum, v| sum ^ v);
        Ok(Applied::yes(Steps { heaps: component.heaps(), amounts, modulus, values, value, budget }))
    }

    fn kernel(&self, _: &Budget) -> Option<Arc<dyn Kernel>> {
        Some(match &self.modulus {
            None => Arc::new(NimSum { name: NAME, worth: Size, step: 2 }),
            Some(modulus) => {
                let worth = BoundedNim::new(u64::try_from(&(modulus - UBig::ONE)).ok()?);
                Arc::new(NimSum { name: NAME, worth, step: 2 })
            }
        })
    }

    fn law(&self, _: usize) -> Option<Law> {
        Some(law_of_sum(
            match &self.modulus {
                None => Num::size(),
                Some(modulus) => Num::remainder(i128::try_from(modulus).ok()?),
            },
            2,
        ))
    }
}

fn stepped(rules: &Rules) -> Option<&Amounts> {
    match rules.moves() {
        [MoveRule::Step { amounts, far: false }] if *rules.settings() == Settings::default() => Some(amounts),
        _ => None,
    }
}

struct Steps<'a> {
    heaps: &'a [UBig],
    amounts: &'a Amounts,
    /// `None` for `any`.
    modulus: &'a Option<UBig>,
    /// The values of the 1st, 3rd, ... heap.
    values: Vec<UBig>,
    value: UBig,
    budget: &'a Budget,
}

/// Amounts that may be moved from one step, ascending.
#[derive(Default)]
struct Found {
    list: Vec<UBig>,
    complete: bool,
}

impl Steps<'_> {
    /// The counting heap that a move from `step` changes: its own or the next lower.
    fn counting(step: usize) -> usize {
        step - step % 2
    }

    /// The amounts from `step` that make its counting heap worth `wanted`.
    fn amounts_to(&self, step: usize, wanted: &UBig, looked: &mut u64, most: u64) -> Result<Found> {
        let size = &self.heaps[step];
        let counting = Self::counting(step);
        let now = &self.values[counting / 2];
        let down = counting == step;
        let Some(modulus) = &self.modulus else {
            let amount = match (down, wanted < now) {
                (true, true) => now - wanted,
                (false, false) => wanted - now,
                _ => UBig::ZERO,
            };
            let fits = amount > UBig::ZERO && amount <= *size;
            return Ok(Found { list: if fits { vec![amount] } else { vec![] }, complete: true });
        };
        if wanted == now || wanted >= modulus {
            return Ok(Found { list: vec![], complete: true });
        }
        let (more, less) = if down { (now, wanted) } else { (wanted, now) };
        let least = if more > less { more - less } else { more + modulus - less };
        self.congruent(&least, modulus, size, looked, most)
    }

    /// The amounts up to `size` congruent to `least`, which is below the modulus and allowed.
    fn congruent(
        &self,
        least: &UBig,
        modulus: &UBig,
        size: &UBig,
        looked: &mut u64,
        most: u64,
    ) -> Result<Found> {
        let mut found = Found { list: vec![], complete: true };
        let Some(members) = Members::fixed(self.amounts) else { return Ok(found) };
        let end = members.upper_bound().map_or_else(|| size.clone(), |bound| bound.min(size.clone()));
        // Powers have long gaps, which are skipped; everything else is dense.
        let sparse = self.amounts.differences().next().is_none()
            && self.amounts.families().all(|family| matches!(family, Named::Powers(_)));
        let mut amount = least.clone();
        while amount <= end {
            self.budget.step()?;
            *looked += 1;
            match members.decides(&amount) {
                Some(true) => {
                    found.list.push(amount.clone());
                    amount += modulus;
                }
                Some(false) if sparse => {
                    // The next member, rounded up to the rest.
                    let Some(next) = members.next(&amount, &end, self.budget)? else { break };
                    let over = (&next - least) % modulus;
                    amount = if over == UBig::ZERO { next } else { next - over + modulus };
                }
                Some(false) => amount += modulus,
                None => {
                    found.complete = false;
                    amount += modulus;
                }
            }
            if *looked >= most {
                found.complete &= amount > end;
                break;
            }
        }
        Ok(found)
    }
}

impl Valued for Steps<'_> {
    fn grundy_value(&self) -> &UBig {
        &self.value
    }

    /// Results in order: stones leaving the first step, most first; then by a lower step that
    /// grows: the higher it is the smaller the result, and the fewer stones come.
    fn moves_to(&self, target: &UBig, want: usize) -> Result<Moves> {
        let change = &self.value ^ target;
        let mut moves = Moves { complete: true, ..Moves::default() };
        let mut total = UBig::ZERO;
        // Even when this is used up, each step's least amount is examined: some move wins.
        let (mut looked, most) = (0, SCAN.saturating_add(want as u64));
        if change == UBig::ZERO {
            return Ok(moves);
        }
        for step in (0..self.heaps.len().min(1)).chain((1..self.heaps.len()).rev()) {
            let wanted = &self.values[Self::counting(step) / 2] ^ &change;
            let mut found = self.amounts_to(step, &wanted, &mut looked, most)?;
            if step == 0 {
                found.list.reverse();
            }
            total += UBig::from(found.list.len());
            moves.complete &= found.complete;
            let room = want.saturating_sub(moves.list.len());
            moves.list.extend(found.list.into_iter().take(room).map(|stones| Move::Step {
                from: step,
                to: step.checked_sub(1),
                stones,
            }));
        }
        moves.total = moves.complete.then_some(total);
        moves.complete &= moves.total.as_ref().is_some_and(|total| *total == UBig::from(moves.list.len()));
        Ok(moves)
    }

    fn reasons(&self) -> Vec<Message> {
        let mut steps = vec![Message::new("staircase.rule")];
        if let Some(modulus) = &self.modulus {
            steps
                .push(Message::new("staircase.rest").with("m", modulus - UBig::ONE).with("modulus", modulus));
        }
        let heaps: Vec<UBig> = self.heaps.iter().step_by(2).cloned().collect();
        steps.push(Message::new("staircase.values").with("heaps", heaps).with("values", &self.values));
        steps.extend(binary_columns(&self.values, &self.value));
        steps.push(if self.wins() {
            match self.moves_to(&UBig::ZERO, 1).map(|moves| moves.total) {
                Ok(Some(count)) => {
                    Message::new("staircase.wins").with("count", count).with("value", &self.value)
                }
                _ => Message::new("staircase.wins-some").with("value", &self.value),
            }
        } else {
            Message::new("staircase.loses")
        });
        steps
    }
}
