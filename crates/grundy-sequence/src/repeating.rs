//! A sequence that is searched for a period while it grows.

use dashu_int::UBig;

use super::engine::Engine;
use super::period::{self, Period, Proof, Seen};
use super::proof::Theorem;
use grundy_core::error::{Error, ErrorKind, Result};
use grundy_core::limits::Budget;

/// A sequence that is searched for a period while it grows.
#[derive(Debug)]
pub struct Repeating<S> {
    sequence: S,
    /// The theorems that may prove a period; empty if none applies.
    theorems: Vec<Theorem>,
    proof: Option<Proof>,
}

/// The length of the first table.
const FIRST_LENGTH: usize = 64;
/// Effort spent on a period even if the requested value is in the table already, so that the answer about a
/// small heap does not depend on earlier queries.
const FIRST_EFFORT: u64 = 1 << 21;
/// Doubling a table may cost a thousand times as much where heaps are split into many. It stops early once this
/// effort is spent, if no heap beyond the table was requested.
const MOST_FIRST_EFFORT: u64 = FIRST_EFFORT << 4;
/// A table whose growth may stop early grows by this fraction of its length at a time.
const STEP: usize = 8;
/// Without a time limit, the search for a period ends after this effort, if the requested heap is still far
/// away.
const LAST_EFFORT: u64 = 1 << 32;
/// A heap counts as far if it is at least this many times the table length.
const FAR: usize = 16;

impl<S: Engine> Repeating<S> {
    /// A sequence, and the theorems that may prove a period of it.
    pub fn new(sequence: S, theorems: Vec<Theorem>) -> Self {
        Self { sequence, theorems, proof: None }
    }

    /// The period, if it is proved already.
    pub fn period(&self) -> Option<Period> {
        self.proof.as_ref().map(|proof| proof.period)
    }

    /// The period with its proof, if it is proved already.
    pub fn proof(&self) -> Option<&Proof> {
        self.proof.as_ref()
    }

    /// The repetition so far, proved or not.
    pub fn seen(&self, budget: &Budget) -> Result<Option<Seen>> {
        period::seen(self.sequence.values(), budget)
    }

    /// The sequence as computed so far.
    pub fn sequence(&self) -> &S {
        &self.sequence
    }

    /// Makes the value of `n` available, from a period or a table up to it.
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

    /// Searches for a period among at most the first `limit` values.
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

    /// Returns an error if the heap is out of reach.
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

    /// Returns an error before long work that would run out of memory: if the table becomes too large before it
    /// reaches the heap or can prove a period.
    fn check_room(&self, place: Option<usize>, budget: &Budget) -> Result<()> {
        let length = self.sequence.values().len();
        let proves = self.theorems.iter().map(Theorem::least).min().unwrap_or(usize::MAX);
        // If a heap is nearer than any proof, the last table ends at it.
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
