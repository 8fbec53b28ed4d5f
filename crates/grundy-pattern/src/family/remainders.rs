//! Remainders: of one heap modulo a period, from the start or from some heap on, with values that may rise; of
//! several heaps, all lost lists of remainders.

use std::collections::BTreeMap;

use super::super::sample::Sample;
use super::Family;
use grundy_solver::law::Shape;
use grundy_solver::law::Table;
use grundy_solver::law::{Num, classes};

/// Rules by remainders.
pub struct Remainders;

/// Maximum period tried on several heaps, by their number.
const LONGEST: [usize; 7] = [0, 0, 24, 10, 6, 4, 3];
/// Maximum preperiod tried on several heaps.
const START: usize = 4;

impl Family for Remainders {
    fn name(&self) -> &'static str {
        "remainders"
    }

    fn lost(&self, sample: &Sample) -> Vec<(Shape, u32)> {
        if sample.heaps > 1 {
            return of_several(sample);
        }
        let yes: Vec<i128> = sample.lost[..sample.fit].iter().map(|lost| i128::from(*lost)).collect();
        let Some(table) = repetition(&yes) else { return vec![] };
        // Finitely many lost heaps are a list, not a rule, unless it is proved that there are no others.
        if table.saltus != 0 || !table.turn.contains(&1) {
            return vec![];
        }
        let ones = |list: &[i128]| list.iter().filter(|yes| **yes == 1).count();
        let period = table.turn.len();
        let cost = 1 + 2 * ones(&table.before) + ones(&table.turn).min(period - ones(&table.turn) + 1);
        vec![(Shape::Heap(table), u32::try_from(cost).unwrap_or(u32::MAX))]
    }

    fn value(&self, sample: &Sample, values: &[i128]) -> Vec<(Num, u32)> {
        if sample.heaps > 1 {
            return vec![];
        }
        let Some(table) = repetition(&values[..sample.fit]) else { return vec![] };
        let simple = table.is_identity() || table.modulus().is_some();
        let cost = if simple { 1 } else { table.before.len() + table.turn.len() };
        vec![(Num::Look(table, Box::new(Num::This)), u32::try_from(cost).unwrap_or(u32::MAX))]
    }
}

/// The table that determines a list from the fewest numbers. At least two thirds of the list must follow from
/// the others.
pub fn repetition(values: &[i128]) -> Option<Table> {
    let length = values.len();
    let mut best: Option<(usize, usize)> = None;
    for period in 1..=length / 3 {
        if best.is_some_and(|(start, p)| start + p <= period) {
            break;
        }
        let saltus = values[length - 1] - values[length - 1 - period];
        if saltus < 0 {
            continue;
        }
        let differs = |n: &usize| values[n + period] - values[*n] != saltus;
        let start = (0..length - period).rev().find(differs).map_or(0, |n| n + 1);
        if start + 3 * period <= length
            && start <= length / 3
            && best.is_none_or(|(s, p)| start + period < s + p)
        {
            best = Some((start, period));
        }
    }
    let (start, period) = best?;
    let saltus = values[start + period] - values[start];
    let (before, turn) = (values[..start].to_vec(), values[start..start + period].to_vec());
    Some(Table { before, turn, saltus }.reduced())
}

fn of_several(sample: &Sample) -> Vec<(Shape, u32)> {
    let mut found = Vec::new();
    let longest = LONGEST.get(sample.heaps).copied().unwrap_or(2).min(sample.fit / 3);
    for period in 1..=longest {
        for from in sample.least..=START.min(sample.fit / 3) {
            let from = if from == sample.least { 0 } else { from };
            let Some(lists) = lists(sample, from as i128, period as i128) else { continue };
            let cost = 2 + from + lists.len() * sample.heaps;
            let (from, period) = (from as i128, period as i128);
            let shape = Shape::Classes { from, period, lists, ordered: sample.ordered };
            found.push((shape, u32::try_from(cost).unwrap_or(u32::MAX)));
            break;
        }
        if found.len() > 1 {
            break;
        }
    }
    found
}

/// The lost lists of remainders, if remainders determine the outcome.
fn lists(sample: &Sample, from: i128, period: i128) -> Option<Vec<Vec<i128>>> {
    let mut known: BTreeMap<Vec<i128>, bool> = BTreeMap::new();
    let decided = sample.every(sample.fit, |heaps, index| {
        let class = classes(heaps, from, period, sample.ordered);
        *known.entry(class).or_insert(sample.lost[index]) == sample.lost[index]
    });
    decided.then(|| known.into_iter().filter(|(_, lost)| *lost).map(|(class, _)| class).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_explanation_is_found() {
        let mut values = vec![5, 0, 7];
        while values.len() < 60 {
            values.push([1, 4, 2][values.len() % 3] + values.len() as i128 / 3);
        }
        let table = repetition(&values).unwrap();
        assert_eq!((table.before.len(), table.turn.len(), table.saltus), (3, 3, 1));
        let squares: Vec<i128> = (0..60).map(|n: i128| i128::from(n.isqrt().pow(2) == n)).collect();
        assert_eq!(repetition(&squares), None);
    }
}
