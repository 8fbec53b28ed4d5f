//! Families of rules, one file each. Given the outcomes and values of a box, a family returns its rules that
//! fit.

mod beatty;
mod columns;
mod differences;
mod digits;
mod growing;
mod labels;
mod ratio;
mod remainders;
mod sums;

use super::rule::Rule;
use super::sample::Sample;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_solver::law::Num;
use grundy_solver::law::Shape;

pub use remainders::repetition;

/// Rules of one kind.
pub trait Family: Sync {
    /// The name in answers.
    fn name(&self) -> &'static str;

    /// Rules of this kind that fit the lost positions of the fit range, with their lengths. They may have been
    /// tested on a part of it only.
    fn lost(&self, sample: &Sample) -> Vec<(Shape, u32)> {
        let _ = sample;
        vec![]
    }

    /// Numbers of this kind that fit the values.
    fn value(&self, sample: &Sample, values: &[i128]) -> Vec<(Num, u32)> {
        let _ = (sample, values);
        vec![]
    }
}

/// All families.
#[rustfmt::skip] // one a line, so that adding one changes one line
pub static ALL: &[&dyn Family] = &[
    &remainders::Remainders,
    &growing::Growing,
    &digits::ByDigits,
    &labels::Labels,
    &columns::Columns,
    &sums::Sums,
    &differences::Differences,
    &beatty::Beatty,
    &ratio::Ratio,
];

/// Maximum number of exceptions among the smallest positions.
const EXCEPTIONS: usize = 6;
/// Exceptions are searched for among heaps below this.
const SMALL: usize = 3;
/// Minimum number of lost positions beyond the range a rule was fitted to.
const NEW: usize = 3;

/// The shortest rule for the lost positions that fits the fit range and survives the test range.
///
/// # Errors
/// The time limit.
pub fn rule_for(sample: &Sample, budget: &Budget) -> Result<Option<Rule>> {
    if let Some(rule) = shortest(sample, budget)? {
        return Ok(Some(rule));
    }
    if sample.heaps < 2 {
        return Ok(None);
    }
    let but = Sample { small: SMALL, ..sample.clone() };
    let Some(rule) = shortest(&but, budget)? else { return Ok(None) };
    let formula = rule.shape.formula();
    let (mut also, mut not) = (Vec::new(), Vec::new());
    sample.every(SMALL.min(sample.side), |heaps, index| {
        match (sample.lost[index], formula.holds(heaps) == Some(true)) {
            (true, false) => also.push(heaps.to_vec()),
            (false, true) => not.push(heaps.to_vec()),
            _ => {}
        }
        true
    });
    if also.len() + not.len() > EXCEPTIONS {
        return Ok(None);
    }
    let cost = rule.cost + u32::try_from(also.len() + not.len()).unwrap_or(u32::MAX);
    let shape = Shape::But { rule: Box::new(rule.shape), also, not };
    Ok(Some(Rule { shape, cost, family: rule.family }))
}

fn shortest(sample: &Sample, budget: &Budget) -> Result<Option<Rule>> {
    let mut found: Vec<Rule> = Vec::new();
    for family in ALL {
        budget.check_time()?;
        found.extend(family.lost(sample).into_iter().map(|(shape, cost)| Rule {
            shape,
            cost,
            family: family.name(),
        }));
    }
    found.sort_by_key(|rule| rule.cost);
    let (fitted, all) = (sample.members(sample.fit).len(), sample.members(sample.side).len());
    for rule in found {
        budget.check_time()?;
        // A rule as long as the list of its cases is not a rule, and one without new cases was not tested.
        if rule.cost as usize > fitted || all - fitted < NEW {
            continue;
        }
        if holds(&rule.shape, sample, sample.fit) && holds(&rule.shape, sample, sample.side) {
            return Ok(Some(rule));
        }
    }
    Ok(None)
}

/// Whether a rule describes exactly the lost positions below `side`.
pub fn holds(shape: &Shape, sample: &Sample, side: usize) -> bool {
    let formula = shape.formula();
    sample.every(side, |heaps, index| formula.holds(heaps) == Some(sample.lost[index]))
}

/// The shortest number that fits the values of the fit range and survives the test range.
///
/// # Errors
/// The time limit.
pub fn number_for(sample: &Sample, budget: &Budget) -> Result<Option<(Num, &'static str)>> {
    let Some(values) = &sample.values else { return Ok(None) };
    let mut found = Vec::new();
    for family in ALL {
        budget.check_time()?;
        found.extend(family.value(sample, values).into_iter().map(|(num, cost)| (cost, num, family.name())));
    }
    found.sort_by_key(|(cost, ..)| *cost);
    for (cost, num, name) in found {
        budget.check_time()?;
        let cells = Sample::cells(sample.heaps, sample.fit).unwrap_or(usize::MAX);
        if (cost as usize) < cells / 4 && agrees(&num, sample, sample.side) {
            return Ok(Some((num, name)));
        }
    }
    Ok(None)
}

/// Whether a number is the value of every position below `side`.
pub fn agrees(num: &Num, sample: &Sample, side: usize) -> bool {
    let Some(values) = &sample.values else { return false };
    sample.every(side, |heaps, index| num.at(heaps) == Some(values[index]))
}
