//! Takes given by few intervals of amounts, including intervals whose ends depend on the heap.
//!
//! The options of a heap are a few windows of smaller heaps, and from one heap to the next the windows
//! move a little. So the engine counts how often each value occurs in the windows. A step adds the heaps
//! that enter and removes those that leave, and the mex is the least number with count 0. The cost of a
//! heap is the number of windows, however wide they are; a set like `any except 4` is two of them.

mod free;

use super::stored::Stored;
use super::{Engine, Kept, Values};
use free::Free;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::Amounts;
use grundy_core::rules::words::{HeapAmounts, Range, ranges_between};

/// G(0), G(1), ... of `take A` where A is a union of intervals, with windows.
#[derive(Debug)]
pub struct Windows {
    amounts: HeapAmounts,
    room: Vec<Range>,
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
const AMOUNTS_A_WINDOW: usize = 8;
const FAR: usize = 1 << 30;
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
        if !is_of_intervals(amounts) {
            return None;
        }
        let mut amounts = HeapAmounts::new(amounts);
        amounts.extend(FAR as u64, &Budget::default()).ok()?;
        let mut free = Free::default();
        free.insert(0);
        Some(Self {
            amounts,
            room: Vec::new(),
            stored: Stored::new(),
            ends: Vec::new(),
            counts: Counts { times: Vec::new(), free },
            effort: 0,
        })
    }

    /// Whether this engine is faster than others that support the set. They pay a little for each amount;
    /// this one pays more for each window.
    pub(super) fn pays(&self) -> bool {
        if !self.amounts.is_fixed() {
            return true;
        }
        let (mut room, budget) = (Vec::new(), Budget::default());
        let Ok(ranges) = self.amounts.ranges(FAR, FAR, &mut room, &budget) else { return true };
        let (count, amounts) = ranges_between(ranges, 1, FAR)
            .fold((0, 0), |(count, amounts), (lo, hi)| (count + 1, amounts + (hi - lo + 1)));
        amounts >= count * AMOUNTS_A_WINDOW
    }

    /// Moves the windows to those of `heap`; all smaller heaps are known.
    fn move_to(&mut self, heap: usize, budget: &Budget) -> Result<()> {
        let ranges = self.amounts.ranges(heap, heap, &mut self.room, budget)?;
        let mut targets = ranges_between(ranges, 1, heap).map(|(lo, hi)| (heap - hi, heap + 1 - lo));
        self.effort += 1;
        for place in 0.. {
            let target = targets.next();
            if place == self.ends.len() {
                if target.is_none() {
                    break;
                }
                self.ends.push((0, 0));
            }
            self.effort += u64::from(target.is_some());
            let (window, target) = (&mut self.ends[place], target.unwrap_or((heap, heap)));
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

/// Whether the set consists of intervals and of differences of such sets.
fn is_of_intervals(amounts: &Amounts) -> bool {
    let mut differences = amounts.differences();
    amounts.families().next().is_none() && differences.all(|(a, b)| is_of_intervals(a) && is_of_intervals(b))
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
        self.amounts.extend(length as u64, budget)?;
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
