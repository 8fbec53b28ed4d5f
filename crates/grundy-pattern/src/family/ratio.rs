//! Two heaps by their ratio: lost if it is below, or above, a quadratic irrational.

use super::super::sample::Sample;
use super::Family;
use grundy_solver::law::Cond;
use grundy_solver::law::Shape;

/// Rules by ratios.
pub struct Ratio;

impl Family for Ratio {
    fn name(&self) -> &'static str {
        "ratio"
    }

    fn lost(&self, sample: &Sample) -> Vec<(Shape, u32)> {
        if sample.heaps != 2 || sample.ordered {
            return vec![];
        }
        // The greatest heap that is lost with each heap, if all heaps between are.
        let mut ends = Vec::new();
        for a in sample.least.max(1)..sample.fit / 3 {
            let lost = |b: usize| sample.lost[sample.index(&[a, b])];
            let end = (a + 1..sample.fit).take_while(|&b| lost(b)).last().unwrap_or(a);
            if end + 1 >= sample.fit || (end + 1..sample.fit).any(lost) {
                return vec![];
            }
            ends.push((a as i128, end as i128));
        }
        if ends.len() < 8 || ends.iter().all(|(a, end)| a == end) {
            return vec![];
        }
        let surds = super::beatty::surds(&ends);
        let equal = sample.lost[sample.index(&[sample.fit - 1; 2])];
        let empty = sample.least == 0 && sample.lost[sample.index(&[0, sample.fit - 1])];
        surds
            .into_iter()
            .take(4)
            .map(|(surd, cost)| (Shape::Formula(Cond::within(&surd, equal, empty)), cost + 2))
            .collect()
    }
}
