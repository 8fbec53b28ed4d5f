//! Long computations of one heap's values, as an object.
//!
//! A [`Run`] is an engine at work under limits. It works in slices of a fraction of a second, so whoever
//! drives it can show [`Progress`], write values as they are made, or stop; it looks for a period on the
//! way; and it says why it ended ([`StopReason`]). With a [`Store`] its values are kept on disk every
//! other second, and a run that was killed goes on from there.
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
mod search;
mod statistics;

use std::time::{Duration, Instant};

use dashu_int::UBig;

pub use estimate::{Estimate, readable_time};
pub use statistics::{Largest, Statistics};

use super::engine::{Engine, Kept, Rares, Values, engine_for};
use super::proof::Theorem;
use super::{Period, Proof, Seen, Store};
use estimate::Growth;
use grundy_core::error::{Condition, Error, Result};
use grundy_core::limits::{Budget, Cancel, Limits};
use grundy_core::rules::Rules;
use search::Search;

/// A slice of work should take about so long: short enough to be stopped and shown, long enough for an
/// engine to get going.
const SLICE: Duration = Duration::from_millis(150);
/// The first slice, in heaps.
const FIRST_SLICE: usize = 64;
/// Values are saved as often as this at last, and more often in the beginning, when little is lost but
/// much in proportion.
const LONGEST_BETWEEN_SAVES: Duration = Duration::from_secs(2);
const FIRST_SAVE: Duration = Duration::from_millis(50);
/// Values are read from the engine in pieces of so many.
const PIECE: usize = 4096;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// All values asked for are there.
    Finished,
    /// The values that are there prove a period, so all others are known as well.
    PeriodProved,
    /// The time is used up.
    TimeLimit,
    /// More memory is needed than allowed.
    MemoryLimit,
    /// More options were looked at than allowed, see [`Run::limit_effort`].
    EffortLimit,
    /// It was cancelled.
    Interrupted,
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// How many values are there: heaps 0 to this, exclusive.
    pub length: usize,
    /// How many are asked for.
    pub wanted: usize,
    /// How many values a second were made in the last slices.
    pub rate: u64,
    /// Since the run was begun or taken up again.
    pub elapsed: Duration,
    /// How long it will take to the end at that rate. A guess: heaps get slower.
    pub left: Option<Duration>,
    /// Bytes in use.
    pub memory: u64,
    /// The rare positions so far, where the engine knows such.
    pub rares: Option<Rares>,
}

/// One heap's values G(0), G(1), ... being made.
///
/// After an error or a stop the values so far are still good and can be read.
#[derive(Debug)]
pub struct Run {
    engine: Box<dyn Engine>,
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
    saved: Instant,
    until_save: Duration,
    stopped: Option<StopReason>,
    limit: Option<Error>,
}

impl Run {
    /// The values below `wanted` of a heapwise game, from the start. The clock of `limits` starts.
    pub fn new(rules: &Rules, wanted: usize, limits: Limits, cancel: Cancel) -> Self {
        let now = Instant::now();
        Self {
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
            saved: now,
            until_save: FIRST_SAVE,
            stopped: None,
            limit: None,
        }
    }

    /// Goes on from what the store holds, and keeps new values there.
    ///
    /// Errors: the stored values do not fit their checksum, or do not fit the memory.
    pub fn with_store(mut self, store: Store) -> Result<Self> {
        let engine = &mut self.engine;
        let (statistics, budget) = (&mut self.statistics, &self.budget);
        store.read(&mut |values| {
            budget.check_time()?;
            engine.restore(values, budget)?;
            statistics.absorb(values);
            Ok(())
        })?;
        if self.statistics.checksum() != store.checksum() || self.statistics.count() != store.length() {
            return Err(store.damaged());
        }
        self.search.skip_to(self.engine.values().len());
        self.saved = Instant::now();
        self.store = Some(store);
        Ok(self)
    }

    /// Stops after so many options, as [`Engine::effort`] counts them.
    #[must_use]
    pub fn limit_effort(mut self, most: Option<u64>) -> Self {
        self.most_effort = most;
        self
    }

    /// Works for a fraction of a second; `Some` says that and why the run has ended.
    ///
    /// Errors are those of the store and of the rules (such as a heap that is too large for them); limits
    /// are stop reasons.
    pub fn step(&mut self) -> Result<Option<StopReason>> {
        if self.stopped.is_none() {
            let result = self.work();
            let reason = self.as_stop_reason(result)?;
            if let Some(reason) = reason {
                self.stopped = Some(reason);
                self.save()?;
            } else if self.saved.elapsed() >= self.until_save {
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
        // Values taken over from a store may prove a period already.
        if length >= self.search.next() || length >= self.wanted {
            self.proof = self.search.look(self.engine.values(), &self.budget)?;
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
            // As many as there is memory for.
            Err(error) if error.is(Condition::MemoryLimit) && next - length > FIRST_SLICE => {
                self.slice = (next - length) / 2;
                Ok(None)
            }
            grown => grown.map(|()| None),
        }
    }

    /// Adds the values that are new to the statistics.
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
                // Something else: what is there is kept all the same.
                self.save()?;
                return Err(error);
            }
        };
        self.limit = Some(error);
        Ok(Some(reason))
    }

    fn save(&mut self) -> Result<()> {
        if let Some(store) = &mut self.store {
            store.save(self.engine.values(), self.statistics.checksum())?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    /// How many values are there.
    pub fn length(&self) -> usize {
        self.engine.values().len()
    }

    /// The proved period, once there is one.
    pub fn period(&self) -> Option<Period> {
        self.proof.as_ref().map(|proof| proof.period)
    }

    /// The same with what proves it.
    pub fn proof(&self) -> Option<&Proof> {
        self.proof.as_ref()
    }

    /// What may prove periods of this game, if anything is known that does.
    pub fn theorems(&self) -> &[Theorem] {
        self.search.theorems()
    }

    /// The last heap whose value the proof of the period uses, or else the last heap computed.
    pub fn checked_to(&self) -> Option<usize> {
        self.proof.as_ref().map_or(self.length(), |proof| proof.length).checked_sub(1)
    }

    /// What repeats so far without being proved to go on: from `preperiod` to the last value that is there.
    pub fn seen(&self) -> Option<Seen> {
        if self.proof.is_some() { None } else { search::seen(self.engine.values()) }
    }

    /// How many values would prove what was seen, if it holds for all of them.
    pub fn enough_for(&self, seen: Seen) -> Option<usize> {
        self.search.enough_for(seen, self.engine.values(), &self.budget)
    }

    /// Why it ended, if it did.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The limit that stopped it, as a sentence with its numbers.
    pub fn limit(&self) -> Option<&Error> {
        self.limit.as_ref()
    }

    /// Count, checksum, largest value and frequencies of the values that are there.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The rare positions, where the engine knows such.
    pub fn rares(&self) -> Option<Rares> {
        self.engine.rares()
    }

    /// The engine's name.
    pub fn engine(&self) -> &'static str {
        self.engine.name()
    }

    /// The counter of the limits; for loops over what the run has found.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Where values are kept, if they are.
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// How far it is.
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

    /// Fills `out` with G(from), G(from + 1), ... as far as they are known, by the values that are there or
    /// by the period, and below 2^32; how many are?
    pub fn read(&self, from: &UBig, out: &mut [u32]) -> usize {
        let values = self.engine.values();
        let Some(period) = self.period() else {
            let Ok(from) = usize::try_from(from) else { return 0 };
            let known = values.len().saturating_sub(from).min(out.len());
            values.copy_to(from, &mut out[..known]);
            return known;
        };
        let end = period.preperiod + period.period;
        let (mut at, turns) = period.place(from);
        let Ok(mut rise) = u64::try_from(&(turns * UBig::from(period.saltus))) else { return 0 };
        let mut filled = 0;
        while filled < out.len() {
            let some = (end - at).min(out.len() - filled);
            let piece = &mut out[filled..filled + some];
            values.copy_to(at, piece);
            if rise > 0 {
                for (done, value) in piece.iter_mut().enumerate() {
                    match u32::try_from(u64::from(*value).saturating_add(rise)) {
                        Ok(risen) => *value = risen,
                        Err(_) => return filled + done,
                    }
                }
            }
            filled += some;
            at = period.preperiod;
            rise = rise.saturating_add(period.saltus);
        }
        filled
    }

    /// The values that are there, for good. Engines that keep them as numbers hand them over as they are; of
    /// others two bytes a value are made, for which memory is reserved first.
    pub fn into_kept(self) -> Result<Kept> {
        if let Values::Coded(_) | Values::Bits { .. } = self.engine.values() {
            self.budget.reserve(2 * self.length() as u64)?;
        }
        Ok(self.engine.into_kept())
    }

    /// What the values below `length` would need, judged by what was made so far.
    pub fn estimate(&self, length: &UBig) -> Estimate {
        self.growth.estimate(length, self.engine.bytes_for(u64::try_from(length).unwrap_or(u64::MAX)))
    }

    /// Refuses at once what the memory cannot hold.
    ///
    /// Where the values below `length` need more than the limit, the run works for `trial` first: a period
    /// may be proved, which makes them all known, and if not, the time they would take can be judged by what
    /// was made. The error names both.
    pub fn check_size(&mut self, length: &UBig, trial: Duration) -> Result<()> {
        let limit = self.budget.limits().memory;
        let too_large =
            |run: &Self| run.estimate(length).memory.is_some_and(|bytes| bytes > UBig::from(limit));
        if !too_large(self) {
            return Ok(());
        }
        let begun = Instant::now();
        while begun.elapsed() < trial && self.step()?.is_none() {}
        if self.stopped == Some(StopReason::PeriodProved) {
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
