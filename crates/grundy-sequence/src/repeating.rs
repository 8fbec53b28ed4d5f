//! A sequence that is looked over for a period while it grows.

use dashu_int::UBig;

use super::engine::Engine;
use super::period::{self, Period, Proof, Seen};
use super::proof::Theorem;
use grundy_core::error::{Error, ErrorKind, Result};
use grundy_core::limits::Budget;

/// A sequence that is looked over for a period while it grows.
#[derive(Debug)]
pub struct Repeating<S> {
    sequence: S,
    /// What would prove a period; empty where nothing is known that would.
    theorems: Vec<Theorem>,
    proof: Option<Proof>,
}

/// The length of the first table.
const FIRST_LENGTH: usize = 64;
/// So much is spent on a period even where the value asked for is in the table already, so that
/// what is said about small heaps does not hang on what was asked before.
const FIRST_EFFORT: u64 = 1 << 21;
/// The double of a table may cost a thousand times as much where heaps are split into many: it is left half
/// done when so much was spent on it, and nothing beyond the table was asked for.
const MOST_FIRST_EFFORT: u64 = FIRST_EFFORT << 4;
/// A table that may be left half done grows by this part of itself at a time.
const STEP: usize = 8;
/// Without a limit on time, a period is given up after so much, when the heap is still far.
const LAST_EFFORT: u64 = 1 << 32;
/// How far a heap must lie for that: so many times the table.
const FAR: usize = 16;

impl<S: Engine> Repeating<S> {
    /// A sequence, and the theorems that may prove a period of it.
    pub fn new(sequence: S, theorems: Vec<Theorem>) -> Self {
        Self { sequence, theorems, proof: None }
    }

    /// The proved period, if there is one so far.
    pub fn period(&self) -> Option<Period> {
        self.proof.as_ref().map(|proof| proof.period)
    }

    /// The same with what proves it.
    pub fn proof(&self) -> Option<&Proof> {
        self.proof.as_ref()
    }

    /// What repeats so far, proved or not.
    pub fn seen(&self, budget: &Budget) -> Result<Option<Seen>> {
        period::seen(self.sequence.values(), budget)
    }

    /// The sequence as far as it was made.
    pub fn sequence(&self) -> &S {
        &self.sequence
    }

    /// Makes the value of `n` known, by a period or by a table up to it.
    pub fn settle(&mut self, n: &UBig, budget: &Budget) -> Result<()> {
        let place = usize::try_from(n).ok().filter(|n| *n < usize::MAX);
        let hopeless = self.theorems.is_empty();
        while self.proof.is_none() {
            let length = self.sequence.values().len();
            let known = place.is_some_and(|n| n < length);
            let looked = hopeless || self.sequence.effort() >= FIRST_EFFORT;
            if known && looked {
                return Ok(());
            }
            if !known {
                self.check_reach(n, length, budget)?;
                self.check_room(place, budget)?;
            }
            let mut next = length.saturating_mul(2).max(FIRST_LENGTH);
            if let Some(n) = place
                && !known
                && looked
                && (hopeless || next > n)
            {
                next = n + 1;
            }
            let grown =
                if known { self.try_as_far_as_worth(next, budget) } else { self.try_length(next, budget) };
            match grown {
                Err(error) if known && error.kind() == ErrorKind::Limit => return Ok(()),
                result => result?,
            }
        }
        Ok(())
    }

    /// Looks for a period among the first `limit` values at most.
    pub fn prove(&mut self, limit: usize, budget: &Budget) -> Result<Option<Period>> {
        while self.proof.is_none() && self.sequence.values().len() < limit {
            let next = self.sequence.values().len().saturating_mul(2).max(FIRST_LENGTH);
            self.try_length(next.min(limit), budget)?;
        }
        Ok(self.period())
    }

    fn try_length(&mut self, length: usize, budget: &Budget) -> Result<()> {
        self.sequence.grow(length, budget)?;
        if !self.theorems.is_empty() {
            self.proof = period::find(self.sequence.values(), &self.theorems, budget)?;
        }
        Ok(())
    }

    fn try_as_far_as_worth(&mut self, length: usize, budget: &Budget) -> Result<()> {
        let mut next = self.sequence.values().len();
        while next < length && self.sequence.effort() < MOST_FIRST_EFFORT {
            next = (next + next / STEP + 1).min(length);
            self.sequence.grow(next, budget)?;
        }
        self.try_length(next, budget)
    }

    /// Refuses to go on towards a heap that is out of reach.
    fn check_reach(&self, n: &UBig, length: usize, budget: &Budget) -> Result<()> {
        let spent = self.sequence.effort() >= LAST_EFFORT && budget.limits().time.is_none();
        let far = n / UBig::from(FAR) >= UBig::from(length);
        if far && self.theorems.is_empty() && usize::try_from(n).is_err() {
            return Err(Error::limit("error.heap-too-large"));
        }
        if far && spent {
            return Err(Error::limit("error.no-period").with("checked", length).with("heap", n));
        }
        Ok(())
    }

    /// Refuses at once what would run out of memory after long work: a table that neither reaches the heap nor can
    /// prove anything before it is too large.
    fn check_room(&self, place: Option<usize>, budget: &Budget) -> Result<()> {
        let length = self.sequence.values().len();
        let proves = self.theorems.iter().map(Theorem::least).min().unwrap_or(usize::MAX);
        // Where a heap is nearer than any proof, the last table is made to its measure.
        let goal = match place {
            Some(n) if n < proves => n.saturating_add(1),
            _ => {
                let mut goal = length.max(FIRST_LENGTH);
                while goal < proves {
                    goal = goal.saturating_mul(2);
                }
                place.map_or(goal, |n| goal.min(n.saturating_add(1)))
            }
        };
        let bytes = |length: usize| self.sequence.least_bytes_for(length as u64);
        if let Some((more, now)) = bytes(goal).zip(bytes(length)) {
            let more = more.saturating_sub(now);
            budget.reserve(more)?;
            budget.release(more);
        }
        Ok(())
    }

    /// The value of `n`, which must have been [settled](Self::settle).
    pub fn value(&self, n: &UBig) -> UBig {
        let values = self.sequence.values();
        if let Some(period) = self.period() {
            return period.value(n, values);
        }
        let index = usize::try_from(n).unwrap_or(usize::MAX);
        UBig::from(values.get(index).unwrap_or(0))
    }
}
