//! Takes given by few intervals of amounts, including intervals whose ends depend on the heap.
//!
//! The options of a heap are a few windows of smaller heaps, and from one heap to the next the windows
//! move a little. So the engine counts how often each value occurs in the windows. A step adds the heaps
//! that enter and removes those that leave, and the mex is the least number with count 0. The cost of a
//! heap is the number of windows, however wide they are; a set like `any except 4` is two of them.

mod free;
mod intervals;

use super::stored::Stored;
use super::{Engine, Kept, Values};
use free::Free;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::Amounts;
use intervals::{Interval, Intervals};

/// G(0), G(1), ... of `take A` where A is a union of intervals, with windows.
#[derive(Debug)]
pub struct Windows {
    intervals: Intervals,
    stored: Stored,
    /// The heaps `from..to` that each interval leads to, in the order of intervals.
    ends: Vec<(usize, usize)>,
    counts: Counts,
    effort: u64,
}

/// How often each value occurs in the windows.
#[derive(Debug)]
struct Counts {
    times: Vec<u32>,
    /// Values with count 0, including the one after the greatest value that has occurred.
    free: Free,
}

/// Number of heaps entering or leaving the windows between two clock checks.
const EFFORT_BETWEEN_CHECKS: u64 = 1 << 18;
/// Minimum average number of amounts per window for which this engine is faster, counted up to `FAR`.
const AMOUNTS_A_WINDOW: u64 = 8;
const FAR: u64 = 1 << 32;
/// Bytes for each value that occurs.
const BYTES_A_VALUE: usize = 8;

impl Counts {
    #[inline]
    fn come(&mut self, value: usize) {
        self.times[value] += 1;
        if self.times[value] == 1 {
            self.free.remove(value);
        }
    }

    #[inline]
    fn go(&mut self, value: usize) {
        self.times[value] -= 1;
        if self.times[value] == 0 {
            self.free.insert(value);
        }
    }

    /// Registers `value` and all smaller values, and reserves memory for them.
    fn know(&mut self, value: usize, budget: &Budget) -> Result<()> {
        while value >= self.times.len() {
            let known = self.times.len();
            if known.is_power_of_two() {
                budget.reserve((known * BYTES_A_VALUE) as u64)?;
            }
            self.times.push(0);
            // The value after the greatest one that occurred is always free.
            self.free.insert(known + 1);
        }
        Ok(())
    }
}

impl Windows {
    /// For unions of intervals and differences of such unions; `None` for other sets.
    pub fn new(amounts: &Amounts) -> Option<Self> {
        let mut free = Free::default();
        free.insert(0);
        Some(Self {
            intervals: Intervals::new(amounts)?,
            stored: Stored::new(),
            ends: Vec::new(),
            counts: Counts { times: Vec::new(), free },
            effort: 0,
        })
    }

    /// Whether this engine is faster than others that support the set. They pay a little for each amount;
    /// this one pays more for each window.
    pub(super) fn pays(&self) -> bool {
        self.intervals
            .fixed_size(FAR)
            .is_none_or(|(count, amounts)| amounts >= count.saturating_mul(AMOUNTS_A_WINDOW))
    }

    /// Moves the windows to those of `heap`; all smaller heaps are known.
    fn move_to(&mut self, heap: usize, budget: &Budget) -> Result<()> {
        let targets = self.intervals.of(heap as u64, budget)?;
        self.effort += 1 + targets.len() as u64;
        while self.ends.len() < targets.len() {
            self.ends.push((0, 0));
        }
        for (place, window) in self.ends.iter_mut().enumerate() {
            let target = targets.get(place).map_or((heap, heap), |interval| heaps_before(heap, *interval));
            let (old, values, counts) = (*window, self.stored.values(), &mut self.counts);
            let go = |counts: &mut Counts, from: usize, to: usize| {
                (from..to).for_each(|n| counts.go(values.at(n) as usize));
                to.saturating_sub(from) as u64
            };
            let come = |counts: &mut Counts, from: usize, to: usize| {
                (from..to).for_each(|n| counts.come(values.at(n) as usize));
                to.saturating_sub(from) as u64
            };
            if target.0 < old.1 && old.0 < target.1 {
                // The windows overlap: only the ends move.
                self.effort += come(counts, target.0, old.0)
                    + come(counts, old.1, target.1)
                    + go(counts, old.0, target.0)
                    + go(counts, target.1, old.1);
            } else {
                self.effort += come(counts, target.0, target.1) + go(counts, old.0, old.1);
            }
            *window = target;
        }
        Ok(())
    }
}

/// The heaps that amounts of an interval lead to: `from..to`.
fn heaps_before(heap: usize, interval: Interval) -> (usize, usize) {
    let (lo, hi) = interval;
    // An interval beyond the heap reaches down to the empty heap.
    let to = usize::try_from(lo).map_or(0, |lo| (heap + 1).saturating_sub(lo.max(1)));
    let from = hi.and_then(|hi| usize::try_from(hi).ok()).map_or(0, |hi| heap.saturating_sub(hi));
    (from.min(to), to)
}

impl Engine for Windows {
    fn name(&self) -> &'static str {
        "windows"
    }

    fn values(&self) -> Values<'_> {
        self.stored.values()
    }

    fn into_kept(self: Box<Self>) -> Kept {
        self.stored.into_kept()
    }

    fn effort(&self) -> u64 {
        self.effort
    }

    fn bytes_for(&self, length: u64) -> Option<u64> {
        // There may be as many values as heaps; they are wide then.
        Some(length.saturating_mul(self.stored.width() + BYTES_A_VALUE as u64))
    }

    fn least_bytes_for(&self, length: u64) -> Option<u64> {
        // At the current width, with no further values.
        Some(length.saturating_mul(self.stored.width()))
    }

    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()> {
        self.stored.make_room(self.stored.len() + values.len(), budget)?;
        for &value in values {
            self.counts.know(value as usize, budget)?;
            self.stored.push(value, budget)?;
        }
        Ok(())
    }

    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()> {
        self.stored.make_room(length, budget)?;
        let mut checked = self.effort;
        for heap in self.stored.len()..length {
            self.move_to(heap, budget)?;
            if self.effort - checked >= EFFORT_BETWEEN_CHECKS {
                checked = self.effort;
                budget.check_time()?;
            }
            let value = self.counts.free.first();
            self.counts.know(value, budget)?;
            self.stored
                .push(u32::try_from(value).map_err(|_| Error::limit("error.heap-too-large"))?, budget)?;
        }
        Ok(())
    }
}
