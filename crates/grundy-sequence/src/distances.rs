//! Races by remaining distance: the outcome or the value of each distance.
//!
//! Adding k reduces the distance by k; the race ends at 0. Where a move may pass the goal, an amount beyond
//! the distance leads to 0 as well. Beyond the largest amount the recursion is that of takes from a heap,
//! so a window of repeated values proves a period.

use dashu_int::UBig;

use super::engine::{Engine, Outcomes, Values};
use super::listed::Listed;
use super::proof::{Theorem, Window, largest_amount};
use super::repeating::Repeating;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Members};

/// Values of distances; under misère play 1 is won and 0 lost.
#[derive(Debug)]
pub struct Distances {
    amounts: Listed,
    /// The largest amount, if a move may pass the goal.
    passing: Option<usize>,
    misere: bool,
    values: Vec<u32>,
    stamps: Vec<usize>,
    effort: u64,
    /// Under misère play, where no move passes the goal, these are the outcomes of a heap.
    outcomes: Option<Outcomes>,
}

impl Distances {
    /// For a set that does not depend on the total. `None` for other sets, and for unbounded sets where a
    /// move may pass the goal.
    pub fn new(
        amounts: &Amounts,
        may_pass: bool,
        misere: bool,
        budget: &Budget,
    ) -> Result<Option<Repeating<Self>>> {
        let Some(mut listed) = Listed::of(amounts) else { return Ok(None) };
        let largest = largest_amount(amounts);
        let mut passing = None;
        if may_pass {
            let Some(bound) = largest else { return Ok(None) };
            let largest = if amounts.as_finite().is_some() {
                Some(bound)
            } else {
                // The bound need not be a member.
                listed.extend(bound, budget)?;
                listed.up_to(bound).last().copied()
            };
            passing = largest.and_then(|k| usize::try_from(k).ok());
        }
        let window = |largest| Theorem::Window(Window { largest, modulus: 1 });
        let theorems = largest.and_then(|k| usize::try_from(k).ok()).map(window);
        let distances = Self {
            amounts: listed,
            passing,
            misere,
            values: Vec::new(),
            stamps: vec![usize::MAX],
            effort: 0,
            outcomes: if misere && !may_pass { Outcomes::new(amounts, true) } else { None },
        };
        Ok(Some(Repeating::new(distances, theorems.into_iter().collect())))
    }

    fn value_at(&mut self, distance: usize) -> usize {
        if distance == 0 {
            return usize::from(self.misere);
        }
        let amounts = self.amounts.up_to(distance as u64);
        let passes = self.passing.is_some_and(|k| k > distance);
        let values = &self.values;
        // A listed amount is at most the distance.
        let options = amounts
            .iter()
            .filter(|k| **k > 0)
            .map(|&k| values[distance.saturating_sub(usize::try_from(k).unwrap_or(distance))])
            .chain(passes.then(|| values[0]));
        self.effort += 1 + amounts.len() as u64;
        if self.misere {
            let (mut any, mut lost) = (false, false);
            for value in options {
                any = true;
                lost |= value == 0;
            }
            return usize::from(!any || lost);
        }
        for value in options {
            self.stamps[value as usize] = distance;
        }
        self.stamps.iter().position(|&at| at != distance).unwrap_or(self.stamps.len())
    }
}

impl Engine for Distances {
    fn name(&self) -> &'static str {
        self.outcomes.as_ref().map_or("distances", Engine::name)
    }

    fn values(&self) -> Values<'_> {
        self.outcomes.as_ref().map_or(Values::Wide(&self.values), Engine::values)
    }

    fn bytes_for(&self, length: u64) -> Option<u64> {
        self.outcomes.as_ref().map_or(Some(length.saturating_mul(4)), |outcomes| outcomes.bytes_for(length))
    }

    fn least_bytes_for(&self, length: u64) -> Option<u64> {
        self.outcomes
            .as_ref()
            .map_or_else(|| self.bytes_for(length), |outcomes| outcomes.least_bytes_for(length))
    }

    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()> {
        if let Some(outcomes) = &mut self.outcomes {
            return outcomes.restore(values, budget);
        }
        budget.reserve(values.len() as u64 * 4)?;
        self.values.extend_from_slice(values);
        Ok(())
    }

    fn effort(&self) -> u64 {
        self.outcomes.as_ref().map_or(self.effort, Engine::effort)
    }

    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()> {
        if let Some(outcomes) = &mut self.outcomes {
            return outcomes.grow(length, budget);
        }
        if length <= self.values.len() {
            return Ok(());
        }
        budget.reserve_each(length - self.values.len(), 4)?;
        self.amounts.extend(length as u64 - 1, budget)?;
        for distance in self.values.len()..length {
            budget.step()?;
            let value = self.value_at(distance);
            // No value exceeds the number of stamps, so one more stamp is always enough.
            self.stamps.resize(self.stamps.len().max(value + 1), usize::MAX);
            self.values.push(u32::try_from(value).map_err(|_| Error::limit("error.heap-too-large"))?);
        }
        Ok(())
    }
}

impl Repeating<Distances> {
    /// The amounts that lead from `distance` to the value `target`, smallest first, at most `want` of them,
    /// and whether the list is complete.
    pub fn amounts_to(
        &self,
        members: &Members,
        distance: &UBig,
        target: &UBig,
        want: usize,
        budget: &Budget,
    ) -> Result<(Vec<UBig>, bool)> {
        let mut list = Vec::new();
        if *distance == UBig::ZERO {
            return Ok((list, true));
        }
        let most = match self.sequence().passing {
            Some(k) => UBig::from(k),
            None => distance.clone(),
        };
        let mut from = UBig::ONE;
        while let Some(k) = members.next(&from, &most, budget)? {
            let left = if k < *distance { distance - &k } else { UBig::ZERO };
            if self.value(&left) == *target {
                if list.len() >= want {
                    return Ok((list, false));
                }
                budget.reserve(64)?;
                list.push(k.clone());
            }
            from = k + UBig::ONE;
        }
        Ok((list, true))
    }
}
