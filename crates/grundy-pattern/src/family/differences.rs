//! Sorted heaps by the differences between neighbours: every second difference, as heaps of Nim, or modulo a
//! constant; of two heaps also differences that depend on a remainder of the smaller one.

use std::collections::BTreeMap;

use super::super::sample::Sample;
use super::{Family, sums};
use grundy_solver::law::Shape;
use grundy_solver::law::{Cond, Num};

/// Rules by sorted differences.
pub struct Differences;

/// Moduli up to this are tried.
const MODULI: i128 = 16;
/// A difference that depends on a remainder is at most this.
const WIDEST: i128 = 16;

impl Family for Differences {
    fn name(&self) -> &'static str {
        "differences"
    }

    fn lost(&self, sample: &Sample) -> Vec<(Shape, u32)> {
        if sample.heaps < 2 || sample.ordered {
            return vec![];
        }
        let mut found = Vec::new();
        let differences = differences(sample.heaps);
        if let [one] = &differences[..] {
            for modulus in 2..=MODULI {
                let rest = one.clone().modulo(modulus);
                found.extend(sums::by_rest(sample, &rest, modulus).map(|(c, n)| (Shape::Formula(c), 2 + n)));
            }
            for difference in 0..4 {
                let cond = Cond::Eq(one.clone(), Num::Const(difference));
                found.push((Shape::Formula(cond), 2));
            }
            found.extend(by_remainder(sample, one));
        }
        // Two numbers have the nim-sum 0 if they are equal.
        if let [first, second] = &differences[..] {
            found.push((Shape::Formula(Cond::Eq(first.clone(), second.clone())), 2));
            for modulus in 2..=MODULI {
                let (first, second) = (first.clone().modulo(modulus), second.clone().modulo(modulus));
                found.push((Shape::Formula(Cond::Eq(first, second)), 3));
            }
        }
        found.retain(|(shape, _)| super::holds(shape, sample, sample.fit));
        found
    }
}

/// The differences that occur for each remainder of the smaller heap. The modulus counts in the length, because every
/// remainder has a list.
fn by_remainder(sample: &Sample, difference: &Num) -> Vec<(Shape, u32)> {
    let members = sample.members(sample.fit);
    let pairs: Vec<(i128, i128)> = members.iter().map(|heaps| (heaps[0], heaps[1] - heaps[0])).collect();
    if pairs.iter().any(|(_, difference)| *difference > WIDEST) {
        return vec![];
    }
    let of_modulus = |modulus: i128| {
        let mut remainders: BTreeMap<i128, Vec<i128>> = BTreeMap::new();
        for (smaller, difference) in &pairs {
            let list = remainders.entry(*difference).or_default();
            if let Err(place) = list.binary_search(&(smaller % modulus)) {
                list.insert(place, smaller % modulus);
            }
        }
        let count: usize = remainders.values().map(Vec::len).sum();
        let cases = remainders.into_iter().map(|(wanted, list)| {
            let fits = Cond::Eq(difference.clone(), Num::Const(wanted));
            if list.len() as i128 == modulus {
                fits
            } else {
                fits.and(Cond::In(Num::Heap(0).modulo(modulus), list))
            }
        });
        let cost = 2 + modulus as u32 + u32::try_from(count).unwrap_or(u32::MAX);
        cases.reduce(Cond::or).map(|cond| (Shape::Formula(cond), cost))
    };
    (2..=MODULI).filter_map(of_modulus).collect()
}

/// The greatest heap minus the next, the third minus the fourth, and so on. If their number is odd, the
/// smallest heap is kept as it is.
fn differences(heaps: usize) -> Vec<Num> {
    let mut all = Vec::new();
    let mut top = heaps;
    while top > 0 {
        let greater = Num::Heap(top - 1);
        all.push(if top == 1 { greater } else { greater.minus(Num::Heap(top - 2)) });
        top = top.saturating_sub(2);
    }
    all
}
