//! Watching what a script takes in memory.
//!
//! The language counts operations, and one operation may copy a whole list. So what the process takes is looked at
//! whenever some operations have taken long, and now and then.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::limits::process_memory;

/// The time is looked at after so many operations ...
const OPERATIONS: u64 = 16;
/// ... and memory if these have taken so long, or after so many.
const LONG: Duration = Duration::from_micros(100);
const SELDOM: u64 = 1 << 16;

/// What the process took is known for so long: calls may be as short as a look.
const FRESH: Duration = Duration::from_millis(10);

thread_local! {
    static LOOKED: Cell<Option<(Instant, u64)>> = const { Cell::new(None) };
}

/// How much more the process may take than when the call began.
#[derive(Clone, Copy)]
pub(super) struct Growth {
    most: u64,
    looked: Instant,
}

impl Growth {
    /// `None` where what the process takes cannot be known.
    pub(super) fn up_to(bytes: u64) -> Option<Self> {
        let now = Instant::now();
        let known = LOOKED.get().filter(|(at, _)| now.duration_since(*at) < FRESH);
        let taken = match known {
            Some((_, taken)) => taken,
            None => process_memory()?,
        };
        LOOKED.set(known.or(Some((now, taken))));
        Some(Self { most: taken.saturating_add(bytes), looked: now })
    }

    /// Is it more, after so many operations?
    pub(super) fn is_too_much(&mut self, operations: u64) -> bool {
        if !operations.is_multiple_of(OPERATIONS) {
            return false;
        }
        let now = Instant::now();
        let long = now.duration_since(self.looked) >= LONG;
        self.looked = now;
        (long || operations.is_multiple_of(SELDOM)) && process_memory().is_some_and(|bytes| bytes > self.most)
    }
}
