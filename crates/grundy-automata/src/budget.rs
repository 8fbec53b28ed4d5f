//! How large automata may become and how long work may take.

use std::fmt;
use std::time::{Duration, Instant};

/// A kind of work, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Automata of linear relations.
    Relation,
    /// Two automata read together.
    Product,
    /// A track is dropped.
    Projection,
    /// Sets of states become states.
    Subsets,
    /// Equivalent states are joined.
    Minimise,
    /// An automaton is learned from a table.
    Learning,
}

impl Step {
    /// A name for scripts and for the keys of texts.
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

/// What was used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// An automaton has more states than it may have.
    States,
    /// The time is up.
    Time,
}

/// A budget was used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// At which work.
    pub step: Step,
    /// What was used up.
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

/// The most transitions that one automaton may have: 4 bytes each.
const MOST_TRANSITIONS: usize = 1 << 26;

/// What one piece of work may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The most states of one automaton.
    pub states: usize,
    /// When work ends.
    pub until: Option<Instant>,
    /// Asked together with the clock: `true` ends the work as if the time were up.
    pub stop: Option<fn() -> bool>,
}

impl Default for Budget {
    /// 400 000 states, no end.
    fn default() -> Self {
        Self { states: 400_000, until: None, stop: None }
    }
}

impl Budget {
    /// The same states, and an end so long from now.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        let until = Instant::now().checked_add(time);
        self.until = [self.until, until].into_iter().flatten().min();
        self
    }

    /// Refuses an automaton with too many states or transitions, and looks at the clock now and then, as `at` goes up.
    pub(crate) fn check(&self, step: Step, at: usize, states: usize, letters: usize) -> Result<(), Error> {
        if states > self.states || states.saturating_mul(letters) > MOST_TRANSITIONS {
            return Err(Error { step, reason: Reason::States });
        }
        if at.is_multiple_of(32) { self.check_time(step) } else { Ok(()) }
    }

    /// Looks at the clock.
    pub fn check_time(&self, step: Step) -> Result<(), Error> {
        let over = self.until.is_some_and(|until| Instant::now() >= until);
        if over || self.stop.is_some_and(|stop| stop()) {
            return Err(Error { step, reason: Reason::Time });
        }
        Ok(())
    }
}
