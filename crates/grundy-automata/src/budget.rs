//! Limits on the size of automata and on the time of work.

use std::fmt;
use std::time::{Duration, Instant};

/// A kind of work, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Automata of linear relations.
    Relation,
    /// Product of two automata.
    Product,
    /// Dropping a track.
    Projection,
    /// Determinisation by the subset construction.
    Subsets,
    /// Minimisation.
    Minimise,
    /// Learning an automaton from a table.
    Learning,
}

impl Step {
    /// An identifier for scripts and message keys.
    pub fn word(self) -> &'static str {
        match self {
            Self::Relation => "relation",
            Self::Product => "product",
            Self::Projection => "projection",
            Self::Subsets => "subsets",
            Self::Minimise => "minimise",
            Self::Learning => "learning",
        }
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// An automaton exceeds the maximum number of states.
    States,
    /// The time limit is reached.
    Time,
}

/// The error for a used up budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// The kind of work that was stopped.
    pub step: Step,
    /// The limit that was reached.
    pub reason: Reason,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            Reason::States => "too large",
            Reason::Time => "out of time",
        };
        write!(f, "{reason} at step {}", self.step.word())
    }
}

impl std::error::Error for Error {}

/// The maximum number of transitions of one automaton, 4 bytes each.
const MOST_TRANSITIONS: usize = 1 << 26;

/// The limits for one piece of work.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The maximum number of states of one automaton.
    pub states: usize,
    /// The deadline.
    pub until: Option<Instant>,
    /// Called together with each clock check; `true` stops the work as if the deadline had passed.
    pub stop: Option<fn() -> bool>,
}

impl Default for Budget {
    /// 400 000 states, without a deadline.
    fn default() -> Self {
        Self { states: 400_000, until: None, stop: None }
    }
}

impl Budget {
    /// The same limits, with a deadline `time` from now.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        let until = Instant::now().checked_add(time);
        self.until = [self.until, until].into_iter().flatten().min();
        self
    }

    /// Returns an error for an automaton with too many states or transitions. Checks the clock regularly, as
    /// `at` increases.
    pub(crate) fn check(&self, step: Step, at: usize, states: usize, letters: usize) -> Result<(), Error> {
        if states > self.states || states.saturating_mul(letters) > MOST_TRANSITIONS {
            return Err(Error { step, reason: Reason::States });
        }
        if at.is_multiple_of(32) { self.check_time(step) } else { Ok(()) }
    }

    /// Checks the deadline.
    pub fn check_time(&self, step: Step) -> Result<(), Error> {
        let over = self.until.is_some_and(|until| Instant::now() >= until);
        if over || self.stop.is_some_and(|stop| stop()) {
            return Err(Error { step, reason: Reason::Time });
        }
        Ok(())
    }
}
