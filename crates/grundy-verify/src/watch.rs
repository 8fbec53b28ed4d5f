//! Limits on the cost of a check, and its progress reports.

use std::time::{Duration, Instant};

use crate::sentence::{Error, Reason};

/// Limits on the memory and time of a check.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum memory for the values and all other data, in bytes.
    pub memory: u64,
    /// Time limit, if any.
    pub time: Option<Duration>,
}

impl Default for Limits {
    /// 4 GiB and no time limit.
    fn default() -> Self {
        Self { memory: 4 << 30, time: None }
    }
}

/// Why a check ends early.
#[derive(Debug)]
pub enum Stop {
    /// The check could not be completed.
    Error(Error),
    /// The certificate does not hold.
    Refused(Reason),
    /// A value needs others that are too far from it.
    Unreached,
}

impl Stop {
    /// Why the certificate does not hold.
    ///
    /// # Errors
    ///
    /// The check could not be completed.
    pub fn reason(self) -> Result<Reason, Error> {
        match self {
            Self::Error(error) => Err(error),
            Self::Refused(reason) => Ok(reason),
            Self::Unreached => Ok(Reason::new("segment-reach")),
        }
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Self::Refused(reason)
    }
}

/// Units of work between two clock checks: some milliseconds.
const INTERVAL: u64 = 1 << 22;

/// Counts work against [`Limits`].
pub struct Watch<'a> {
    limits: Limits,
    deadline: Option<Instant>,
    work: u64,
    memory: u64,
    total: u64,
    /// Heaps that are not counted by the work.
    pub skipped: u64,
    progress: &'a mut dyn FnMut(u64, u64) -> bool,
}

impl<'a> Watch<'a> {
    /// Starts the clock. `progress` is called with the number of known values and `total`, and returns
    /// whether to continue.
    pub fn new(limits: Limits, total: u64, progress: &'a mut dyn FnMut(u64, u64) -> bool) -> Self {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Self { limits, deadline, work: 0, memory: 0, total, skipped: 0, progress }
    }

    /// Counts `units` of work on the value of `heap`; a unit is about one option examined.
    #[inline]
    pub fn work(&mut self, units: u64, heap: usize) -> Result<(), Error> {
        self.work += units;
        if self.work < INTERVAL { Ok(()) } else { self.look(heap as u64) }
    }

    #[cold]
    fn look(&mut self, heap: u64) -> Result<(), Error> {
        self.work = 0;
        let heap = heap + self.skipped;
        if !(self.progress)(heap, self.total) {
            return Err(Error::interrupted());
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => {
                Err(Error::time(self.limits.time.unwrap_or_default(), heap))
            }
            _ => Ok(()),
        }
    }

    /// Reserves `bytes` before they are allocated; fails if the limit would be exceeded.
    pub fn reserve(&mut self, bytes: u64) -> Result<(), Error> {
        let total = self.memory.saturating_add(bytes);
        if total > self.limits.memory {
            return Err(Error::memory(total, self.limits.memory));
        }
        self.memory = total;
        Ok(())
    }

    /// Fails if `bytes` for a temporary piece of work would exceed the limit.
    pub fn fits(&mut self, bytes: u64) -> Result<(), Error> {
        self.reserve(bytes)?;
        self.release(bytes);
        Ok(())
    }

    /// Releases `bytes`.
    pub fn release(&mut self, bytes: u64) {
        self.memory = self.memory.saturating_sub(bytes);
    }
}
