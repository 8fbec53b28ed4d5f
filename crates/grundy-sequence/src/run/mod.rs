//! Long computations of one heap's values, as an object.
//!
//! A [`Run`] is an engine working under limits. It works in slices of a fraction of a second, so its driver
//! can show [`Progress`], write values as they are computed, or stop. It searches for a period on the way
//! and reports why it ended ([`StopReason`]). With a [`Store`] it saves its values at least every two
//! seconds, and a killed run resumes from them. Values in whole segments of the store are not held in memory where the
//! engine can do without them.
//!
//! ```
//! use grundy::limits::{Cancel, Limits};
//! use grundy::notation;
//! use grundy::period::{Run, StopReason};
//!
//! let kayles = notation::parse_game("kayles")?;
//! let mut run = Run::new(kayles.game.rules().unwrap(), 10_000, Limits::default(), Cancel::default());
//! assert_eq!(run.finish()?, StopReason::PeriodProved);
//! let period = run.period().unwrap();
//! assert_eq!((period.preperiod, period.period, run.statistics().largest().unwrap().value), (71, 12, 8));
//! # Ok::<(), grundy::Error>(())
//! ```

mod estimate;
mod past;
mod reading;
mod search;
mod statistics;

use std::time::{Duration, Instant};

use dashu_int::UBig;

pub use estimate::{Estimate, readable_time};
pub use statistics::{Largest, Statistics};

use super::engine::{Engine, Rares, engine_for};
use super::proof::Theorem;
use super::{Period, Proof, Store};
use estimate::Growth;
use grundy_core::error::{Condition, Error, Result};
use grundy_core::limits::{Budget, Cancel, Limits};
use grundy_core::rules::Rules;
use search::Search;

/// Target duration of a slice of work: short enough for stopping and progress, long enough for an engine to
/// run efficiently.
const SLICE: Duration = Duration::from_millis(150);
/// The first slice, in heaps.
const FIRST_SLICE: usize = 64;
/// The longest time between saves. Saves are more frequent in the beginning, when the values at risk are few
/// but a large part of the work.
const LONGEST_BETWEEN_SAVES: Duration = Duration::from_secs(2);
const FIRST_SAVE: Duration = Duration::from_millis(50);
/// Values at risk: after this many they are saved.
const MOST_UNSAVED: u64 = 1 << 20;
/// The first values, which the engine holds even if the store has them.
const HELD: usize = 1 << 22;
/// Number of values read from the engine at a time.
const PIECE: usize = 4096;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// All requested values are computed.
    Finished,
    /// The computed values prove a period, so all others are known as well.
    PeriodProved,
    /// The time limit is reached.
    TimeLimit,
    /// The run needs more memory than allowed.
    MemoryLimit,
    /// The run examined more options than allowed, see [`Run::limit_effort`].
    EffortLimit,
    /// The run was cancelled.
    Interrupted,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of computed values: those of heaps 0 to this, exclusive.
    pub length: usize,
    /// The number of requested values.
    pub wanted: usize,
    /// The rate of the latest slices, in values per second.
    pub rate: u64,
    /// The time since the run was started or resumed.
    pub elapsed: Duration,
    /// The remaining time at that rate. An estimate: heaps get slower.
    pub left: Option<Duration>,
    /// Bytes in use.
    pub memory: u64,
    /// The rare positions so far, if the engine uses a sparse space.
    pub rares: Option<Rares>,
}

/// A computation of one heap's values G(0), G(1), ...
///
/// After an error or a stop the values computed so far are valid and can be read.
#[derive(Debug)]
pub struct Run {
    rules: Rules,
    pub(crate) engine: Box<dyn Engine>,
    budget: Budget,
    wanted: usize,
    most_effort: Option<u64>,
    search: Search,
    proof: Option<Proof>,
    statistics: Statistics,
    growth: Growth,
    slice: usize,
    started: Instant,
    store: Option<Store>,
    /// See [`HELD`]; more if they turned out not to be enough.
    pub(crate) held: usize,
    saved: Instant,
    until_save: Duration,
    stopped: Option<StopReason>,
    limit: Option<Error>,
}

impl Run {
    /// A run over the values below `wanted` of a heapwise game, from the start. Starts the clock of
    /// `limits`.
    pub fn new(rules: &Rules, wanted: usize, limits: Limits, cancel: Cancel) -> Self {
        let now = Instant::now();
        Self {
            rules: rules.clone(),
            engine: engine_for(rules),
            budget: Budget::new(limits).with_cancel(cancel),
            wanted,
            most_effort: None,
            search: Search::new(Theorem::of(rules)),
            proof: None,
            statistics: Statistics::default(),
            growth: Growth::default(),
            slice: FIRST_SLICE,
            started: now,
            store: None,
            held: HELD,
            saved: now,
            until_save: FIRST_SAVE,
            stopped: None,
            limit: None,
        }
    }

    /// Resumes from the values in the store, and saves new values there.
    ///
    /// Errors: the stored values do not match their checksum, or do not fit the memory.
    pub fn with_store(mut self, store: Store) -> Result<Self> {
        (self.engine, self.statistics) = past::restored(&self.rules, &store, Some(self.held), &self.budget)?;
        self.search.skip_to(self.engine.values().len());
        self.saved = Instant::now();
        self.store = Some(store);
        Ok(self)
    }

    /// The engine holds only about this many of the first values if the store has them.
    #[must_use]
    pub fn hold(mut self, values: usize) -> Self {
        self.held = values;
        self
    }

    /// Stops after this many options, as counted by [`Engine::effort`].
    #[must_use]
    pub fn limit_effort(mut self, most: Option<u64>) -> Self {
        self.most_effort = most;
        self
    }

    /// Works for a fraction of a second. Returns `Some` with the reason once the run has ended.
    ///
    /// Returns errors of the store and of the rules (such as a heap that is too large for them). Limits are
    /// stop reasons.
    pub fn step(&mut self) -> Result<Option<StopReason>> {
        if self.stopped.is_none() {
            let result = self.work();
            let reason = self.as_stop_reason(result)?;
            if let Some(reason) = reason {
                self.stopped = Some(reason);
                self.save()?;
                if let Some(store) = &mut self.store {
                    store.seal_rest(self.engine.values(), self.engine.rares())?;
                }
            } else if self.saved.elapsed() >= self.until_save || self.unsaved() >= MOST_UNSAVED {
                self.until_save = (self.until_save * 2).min(LONGEST_BETWEEN_SAVES);
                self.save()?;
            }
        }
        Ok(self.stopped)
    }

    /// Works until the run ends.
    pub fn finish(&mut self) -> Result<StopReason> {
        loop {
            if let Some(reason) = self.step()? {
                return Ok(reason);
            }
        }
    }

    fn work(&mut self) -> Result<Option<StopReason>> {
        let length = self.engine.values().len();
        // Values from a store may prove a period already.
        if length >= self.search.next() || length >= self.wanted {
            let (search, budget) = (&mut self.search, &self.budget);
            let found =
                past::with_values(&*self.engine, self.store.as_ref(), |values| search.look(values, budget));
            self.check_store()?;
            self.proof = found?;
            if self.proof.is_some() {
                return Ok(Some(StopReason::PeriodProved));
            }
        }
        if length >= self.wanted {
            return Ok(Some(StopReason::Finished));
        }
        if self.most_effort.is_some_and(|most| self.engine.effort() > most) {
            return Ok(Some(StopReason::EffortLimit));
        }
        self.budget.check_time()?;
        let next = length.saturating_add(self.slice).min(self.wanted).min(self.search.next());
        let begun = Instant::now();
        let grown = self.engine.grow(next, &self.budget);
        let took = begun.elapsed();
        let made = self.engine.values().len();
        self.growth.note(made, made - length, took, self.engine.effort());
        if made - length >= self.slice && took < SLICE / 2 {
            self.slice = self.slice.saturating_mul(2);
        } else if took > SLICE * 2 {
            self.slice = (self.slice / 2).max(1);
        }
        self.count();
        match grown {
            // Values that are saved may not need to be held.
            Err(error) if error.is(Condition::MemoryLimit) && self.unsaved() > 0 => {
                self.save().map(|()| None)
            }
            // As many values as the memory allows.
            Err(error) if error.is(Condition::MemoryLimit) && next - length > FIRST_SLICE => {
                self.slice = (next - length) / 2;
                Ok(None)
            }
            Err(error) if error.is(Condition::ValuesForgotten) => self.recall().map(|()| None),
            grown => grown.map(|()| None),
        }
    }

    /// Takes all values into memory again, and will hold more of them.
    fn recall(&mut self) -> Result<()> {
        self.save()?;
        let Some(store) = &self.store else { return Err(Error::limit("error.values-forgotten")) };
        let reserved = self.budget.reserved();
        self.budget.release(reserved);
        let restored = past::restored(&self.rules, store, None, &self.budget);
        match restored {
            Ok((engine, _)) => {
                self.engine = engine;
                self.held = self.held.saturating_mul(4);
                Ok(())
            }
            Err(error) => {
                // The engine so far stays.
                self.budget.release(self.budget.reserved());
                self.budget.reserve(reserved)?;
                Err(error)
            }
        }
    }

    /// The number of values that are not saved, if there is a store.
    fn unsaved(&self) -> u64 {
        self.store.as_ref().map_or(0, |store| (self.length() as u64).saturating_sub(store.length()))
    }

    /// Adds the new values to the statistics.
    fn count(&mut self) {
        let values = self.engine.values();
        let mut piece = [0; PIECE];
        let mut from = usize::try_from(self.statistics.count()).unwrap_or(usize::MAX);
        while from < values.len() {
            let piece = &mut piece[..PIECE.min(values.len() - from)];
            values.copy_to(from, piece);
            self.statistics.absorb(piece);
            from += piece.len();
        }
    }

    fn as_stop_reason(&mut self, result: Result<Option<StopReason>>) -> Result<Option<StopReason>> {
        let Err(error) = result else { return result };
        let reason = match error.condition() {
            Some(Condition::TimeLimit) => StopReason::TimeLimit,
            Some(Condition::MemoryLimit) => StopReason::MemoryLimit,
            Some(Condition::Interrupted) => StopReason::Interrupted,
            _ => {
                // Any other error: the computed values are saved all the same.
                self.save()?;
                return Err(error);
            }
        };
        self.limit = Some(error);
        Ok(Some(reason))
    }

    fn save(&mut self) -> Result<()> {
        if let Some(store) = &mut self.store {
            store.save(self.engine.values(), self.statistics.checksum(), self.engine.rares())?;
            self.saved = Instant::now();
            past::forget(&mut *self.engine, store, self.held, &self.budget);
        }
        Ok(())
    }

    /// The number of computed values.
    pub fn length(&self) -> usize {
        self.engine.values().len()
    }

    /// The period, once it is proved.
    pub fn period(&self) -> Option<Period> {
        self.proof.as_ref().map(|proof| proof.period)
    }

    /// The period with its proof, once it is proved.
    pub fn proof(&self) -> Option<&Proof> {
        self.proof.as_ref()
    }

    /// The theorems that may prove periods of this game; empty if none is known.
    pub fn theorems(&self) -> &[Theorem] {
        self.search.theorems()
    }

    /// The last heap whose value the proof of the period uses, or else the last heap computed.
    pub fn checked_to(&self) -> Option<usize> {
        self.proof.as_ref().map_or(self.length(), |proof| proof.length).checked_sub(1)
    }

    /// Why the run ended; `None` while it has not.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The limit that stopped the run, as a sentence with its numbers.
    pub fn limit(&self) -> Option<&Error> {
        self.limit.as_ref()
    }

    /// Count, checksum, largest value and frequencies of the computed values.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The rare positions, if the engine uses a sparse space.
    pub fn rares(&self) -> Option<Rares> {
        self.engine.rares()
    }

    /// The engine's name.
    pub fn engine(&self) -> &'static str {
        self.engine.name()
    }

    /// The budget of the run, for loops over its results.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The store of the values, if there is one.
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// The progress so far.
    pub fn progress(&self) -> Progress {
        let length = self.length();
        let rate = self.growth.rate();
        let rest = self.wanted.saturating_sub(length) as u64;
        Progress {
            length,
            wanted: self.wanted,
            rate,
            elapsed: self.started.elapsed(),
            left: (rate > 0).then(|| Duration::from_secs(rest / rate)),
            memory: self.budget.reserved(),
            rares: self.engine.rares(),
        }
    }

    /// The resources needed for the values below `length`, estimated from the values computed so far.
    pub fn estimate(&self, length: &UBig) -> Estimate {
        self.growth.estimate(length, self.engine.bytes_for(u64::try_from(length).unwrap_or(u64::MAX)))
    }

    /// Returns an error at once if the values do not fit the memory.
    ///
    /// If the values below `length` need more than the limit, the run works for `trial` first. A period may
    /// be proved, which makes all values known. Otherwise the work done so far gives an estimate of the
    /// time. The error reports both memory and time.
    pub fn check_size(&mut self, length: &UBig, trial: Duration) -> Result<()> {
        let limit = self.budget.limits().memory;
        let too_large =
            |run: &Self| run.estimate(length).memory.is_some_and(|bytes| bytes > UBig::from(limit));
        if !too_large(self) {
            return Ok(());
        }
        let begun = Instant::now();
        while begun.elapsed() < trial && self.step()?.is_none() {}
        // A sparse space that was found needs little memory.
        if self.stopped == Some(StopReason::PeriodProved) || !too_large(self) {
            return Ok(());
        }
        if let (Some(StopReason::Interrupted), Some(error)) = (self.stopped, &self.limit) {
            return Err(error.clone());
        }
        Err(self.estimate(length).refusal(limit))
    }
}

#[cfg(test)]
mod tests;
