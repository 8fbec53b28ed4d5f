//! Pairs of heaps whose differences are evenly spaced: the smaller heap is a multiple of a quadratic irrational, rounded down.

use super::super::sample::Sample;
use super::Family;
use grundy_solver::law::Shape;
use grundy_solver::law::Surd;

/// Rules by Beatty pairs.
pub struct Beatty;

/// The smaller heaps of the pairs must rise by this much.
const LEAST_RISE: i128 = 8;

impl Family for Beatty {
    fn name(&self) -> &'static str {
        "beatty"
    }

    fn lost(&self, sample: &Sample) -> Vec<(Shape, u32)> {
        if sample.heaps != 2 || sample.ordered {
            return vec![];
        }
        let mut pairs = sample.members(sample.fit);
        // Near the edge a pair may be missing because its greater heap is outside the box.
        let edge = sample.fit as i128;
        pairs.sort_unstable_by_key(|pair| pair[1] - pair[0]);
        let whole = pairs.windows(2).map(|w| (w[1][1] - w[1][0]) - (w[0][1] - w[0][0])).collect::<Vec<_>>();
        let Some(&slope) = whole.first() else { return vec![] };
        let even = whole.iter().take_while(|step| **step == slope).count() + 1;
        let Some(last) = pairs[..even].last() else { return vec![] };
        // All pairs except those that would cross the edge.
        if slope < 1 || even < 8 || (even < pairs.len() && last[1] * 3 < edge * 2) {
            return vec![];
        }
        let pairs = &pairs[..even];
        let first = pairs[0][1] - pairs[0][0];
        // Small exceptions may have the first few differences.
        let (number, plus) = (first / slope, first % slope);
        let points: Vec<(i128, i128)> = (number..).zip(pairs.iter().map(|pair| pair[0])).collect();
        // Points that hardly rise do not determine the irrational: any small one passes through them.
        if points.last().is_none_or(|last| last.1 - points[0].1 < LEAST_RISE) {
            return vec![];
        }
        let surds = surds(&points);
        surds.into_iter().map(|(surd, cost)| (Shape::Pairs { surd, slope, plus }, cost)).collect()
    }
}

/// A few quadratic irrationals whose multiples, rounded down, pass through all points, the simplest first.
pub fn surds(points: &[(i128, i128)]) -> Vec<(Surd, u32)> {
    let mut found = Vec::new();
    let fits = |surd: &Surd| points.iter().rev().all(|(n, a)| surd.floor(*n) == Some(*a));
    for r in 1..=8 {
        for p in -12..=12 {
            for d in (2..=80).filter(|d: &i128| d.isqrt().pow(2) != *d) {
                let surd = Surd::new(p, d, r);
                if fits(&surd) {
                    found.push((surd, 4 + r.ilog2() + p.unsigned_abs().max(1).ilog2() + d.ilog2()));
                }
                for shift in [1, -1] {
                    let base = Surd { p: [p, p * shift], q: [1, shift], d, r };
                    let Some((n, a)) = points.last() else { continue };
                    let Some(whole) = base.floor(*n).map(|floor| a - floor) else { continue };
                    if whole.abs() > 2 {
                        continue;
                    }
                    let surd = Surd { p: [p, p * shift + whole * r], ..base };
                    if fits(&surd) {
                        found.push((surd, 16));
                    }
                }
            }
        }
    }
    found.sort_by_key(|(surd, cost)| (*cost, surd.r, surd.d));
    found.truncate(16);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_irrational_is_identified() {
        for surd in [Surd::of_slack(1), Surd::of_slack(2), Surd::of_slack(3), Surd::new(1, 3, 2)] {
            let points: Vec<(i128, i128)> = (0..60).map(|n| (n, surd.floor(n).unwrap())).collect();
            assert_eq!(surds(&points).first().map(|(found, _)| found), Some(&surd));
        }
    }
}
