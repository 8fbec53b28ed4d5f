//! Several heaps, each with a label: lost if the nim-sum of the labels is 0, or if the labels are equal.

use super::super::sample::Sample;
use super::{Family, remainders};
use grundy_solver::law::Num;
use grundy_solver::law::Shape;

/// Rules by a number computed from each heap.
pub struct Labels;

/// Moduli up to this are tried.
const MODULI: i128 = 24;

impl Family for Labels {
    fn name(&self) -> &'static str {
        "heap-labels"
    }

    fn lost(&self, sample: &Sample) -> Vec<(Shape, u32)> {
        if sample.heaps < 2 {
            return vec![];
        }
        let mut found = Vec::new();
        for (label, cost) in labels(sample) {
            let steps: &[usize] = if sample.ordered { &[1, 2] } else { &[1] };
            found.extend(steps.iter().map(|&step| (Shape::NimSum { of: label.clone(), step }, cost)));
            if sample.heaps > 2 {
                found.push((Shape::Same(label), cost));
            }
        }
        found.retain(|(shape, _)| super::holds(shape, sample, sample.fit));
        found
    }

    fn value(&self, sample: &Sample, values: &[i128]) -> Vec<(Num, u32)> {
        if sample.heaps < 2 {
            return vec![];
        }
        let mut tries: Vec<(Num, u32)> = Vec::new();
        for (label, cost) in labels(sample) {
            tries.push((Num::NimSum { from: 0, step: 1, of: Box::new(label.clone()) }, cost));
            tries.push((Num::Sum(Box::new(label)), cost));
        }
        for modulus in 2..=MODULI {
            tries.push((Num::Sum(Box::new(Num::This)).modulo(modulus), 2));
        }
        tries.push((Num::LowestZero, 2));
        // Most candidates fail on the first few positions.
        tries.retain(|(num, _)| sample.every(sample.fit, |h, index| num.at(h) == Some(values[index])));
        tries
    }
}

/// Numbers that may be computed from a heap.
fn labels(sample: &Sample) -> Vec<(Num, u32)> {
    let h = || Num::This;
    let mut all = vec![(h(), 1)];
    all.extend((2..=MODULI).map(|m| (h().modulo(m), 2)));
    for shift in [0, 1, -1] {
        let of = || if shift == 0 { h() } else { h().plus(Num::Const(shift)) };
        all.extend((2..=5).map(|base| (Num::Valuation(base, Box::new(of())), 3)));
        if shift != 0 {
            all.extend((2..=6).map(|d| (Num::Div(Box::new(of()), d), 4)));
        }
    }
    all.extend((2..=6).map(|d| (Num::Div(Box::new(h()), d), 3)));
    all.extend(read_off(sample));
    all
}

/// The label of a heap: the smallest heap that makes a lost position with it and empty heaps.
fn read_off(sample: &Sample) -> Option<(Num, u32)> {
    let label = |heap: usize| {
        (sample.least..sample.fit).find(|other| {
            let mut heaps = vec![sample.least; sample.heaps];
            (heaps[0], heaps[1]) = ((*other).min(heap), (*other).max(heap));
            heaps.sort_unstable();
            sample.lost[sample.index(&heaps)]
        })
    };
    let labels: Option<Vec<i128>> = (0..sample.fit).map(|heap| label(heap).map(|l| l as i128)).collect();
    let table = remainders::repetition(&labels?)?;
    let cost = u32::try_from(3 + table.before.len() + table.turn.len()).unwrap_or(u32::MAX);
    Some((Num::Look(table, Box::new(Num::This)), cost))
}
