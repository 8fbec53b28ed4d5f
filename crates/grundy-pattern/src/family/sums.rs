//! Several heaps together: their sum modulo a constant, or the same condition on each of them.

use super::super::sample::Sample;
use super::Family;
use grundy_solver::law::Shape;
use grundy_solver::law::{Cond, Num};

/// Rules by sums, or by a condition on each heap.
pub struct Sums;

/// Moduli up to this are tried.
const MODULI: i128 = 16;

impl Family for Sums {
    fn name(&self) -> &'static str {
        "sums"
    }

    fn lost(&self, sample: &Sample) -> Vec<(Shape, u32)> {
        if sample.heaps < 2 {
            return vec![];
        }
        let mut found = Vec::new();
        for modulus in 2..=MODULI {
            let sum = Num::Sum(Box::new(Num::This)).modulo(modulus);
            found.extend(by_rest(sample, &sum, modulus).map(|(c, n)| (Shape::Formula(c), 2 + n)));
            let each = Num::This.modulo(modulus);
            found.extend(each_heap(sample, &each, modulus).map(|(c, n)| (Shape::Formula(c), 2 + n)));
        }
        found
    }
}

/// The condition that the number has one of certain remainders, if the remainder determines the outcome.
pub fn by_rest(sample: &Sample, number: &Num, modulus: i128) -> Option<(Cond, u32)> {
    let mut known: Vec<Option<bool>> = vec![None; modulus as usize];
    let decided = sample.every(sample.fit, |heaps, index| {
        let Some(slot) = number.at(heaps).and_then(|rest| known.get_mut(rest as usize)) else { return false };
        *slot.get_or_insert(sample.lost[index]) == sample.lost[index]
    });
    let rests: Vec<i128> = (0..modulus).filter(|rest| known[*rest as usize] == Some(true)).collect();
    if !decided || rests.is_empty() {
        return None;
    }
    let cost = u32::try_from(rests.len()).unwrap_or(u32::MAX);
    Some((Cond::In(number.clone(), rests), cost))
}

/// The condition that every heap has one of certain remainders.
fn each_heap(sample: &Sample, rest: &Num, modulus: i128) -> Option<(Cond, u32)> {
    let mut in_lost = vec![false; modulus as usize];
    for heaps in sample.members(sample.fit) {
        for heap in heaps {
            in_lost[(heap % modulus) as usize] = true;
        }
    }
    let rests: Vec<i128> = (0..modulus).filter(|rest| in_lost[*rest as usize]).collect();
    if rests.is_empty() || rests.len() == in_lost.len() {
        return None;
    }
    let cost = u32::try_from(rests.len()).unwrap_or(u32::MAX);
    let cond = Cond::Every(Box::new(Cond::In(rest.clone(), rests)));
    let fits = super::holds(&Shape::Formula(cond.clone()), sample, sample.fit);
    fits.then_some((cond, cost))
}
