//! The definition itself: G(n) is the mex of its options' values.
//!
//! Works for every heapwise game: any amounts, bounds in `n`, splits into any number of heaps. The value of
//! each option is stamped with the heap, so nothing has to be cleared. Sets that are the same for every heap
//! are listed once.

use super::super::options::{HeapOptions, Kind};
use super::{Engine, Kept, Values};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::position::{MAX_AT_ONCE, Split};
use grundy_core::rules::words::{Range, ranges_between};
use grundy_core::rules::{Likeness, Rules};

/// G(0), G(1), ... by recursion.
#[derive(Debug)]
pub struct Plain {
    options: HeapOptions,
    values: Vec<u32>,
    stamps: Stamps,
    effort: u64,
}

/// The values of the current heap's options.
#[derive(Debug)]
struct Stamps {
    /// For each value, the last heap that had an option with this value. The length is a power of two above
    /// every value of a heap, so nim-sums of values are below it too.
    last: Vec<usize>,
    heap: usize,
}

impl Stamps {
    #[inline]
    fn mark(&mut self, value: u32) {
        self.last[value as usize] = self.heap;
    }

    /// Makes room for a value. The length is a power of two above it, which keeps nim-sums in bounds.
    fn make_room(&mut self, value: usize) {
        if value >= self.last.len() {
            self.last.resize((value + 1).next_power_of_two(), usize::MAX);
        }
    }

    fn least_missing(&self) -> usize {
        self.last.iter().position(|&at| at != self.heap).unwrap_or(self.last.len())
    }
}

/// Number of options between two clock checks.
const OPTIONS_BETWEEN_CHECKS: u64 = 1 << 18;

impl Plain {
    /// For a heapwise game.
    pub fn new(rules: &Rules) -> Self {
        let stamps = Stamps { last: vec![usize::MAX], heap: 0 };
        Self { options: HeapOptions::new(rules), values: Vec::new(), stamps, effort: 0 }
    }
}

impl Engine for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn values(&self) -> Values<'_> {
        Values::Wide(&self.values)
    }

    fn into_kept(self: Box<Self>) -> Kept {
        Kept::Wide(self.values)
    }

    fn bytes_for(&self, length: u64) -> Option<u64> {
        Some(length.saturating_mul(4))
    }

    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()> {
        budget.reserve(values.len() as u64 * 4)?;
        self.values.extend_from_slice(values);
        Ok(())
    }

    fn effort(&self) -> u64 {
        self.effort
    }

    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()> {
        if length <= self.values.len() {
            return Ok(());
        }
        budget.reserve_each(length - self.values.len(), 4)?;
        self.options.extend(length, budget)?;
        self.values.reserve(length - self.values.len());
        // Values taken over from an earlier run.
        if let Some(&greatest) = self.values.iter().max() {
            self.stamps.make_room(greatest as usize);
        }
        let mut checked = self.effort;
        // Computing a bound from the heap may take long by itself.
        let remakes = &self.options.remakes;
        let computed = !remakes.is_empty() || self.options.kinds.iter().any(|kind| !kind.amounts.is_fixed());
        let mut room = Vec::new();
        for heap in self.values.len()..length {
            self.stamps.heap = heap;
            let mut options = 1;
            for kind in &self.options.kinds {
                options += kind.mark(heap, &self.values, &mut self.stamps, &mut room, budget)?;
            }
            if !remakes.is_empty() {
                let room = self.stamps.last.len();
                // Replacements by many heaps make values grow much faster than heaps.
                budget.reserve(room as u64 * 2)?;
                let stamps = &mut self.stamps;
                let marked = remakes.mark(heap, &self.values, room, budget, &mut |value| stamps.mark(value));
                budget.release(room as u64 * 2);
                options += marked?;
            }
            self.effort += options;
            if computed || self.effort - checked >= OPTIONS_BETWEEN_CHECKS {
                checked = self.effort;
                budget.check_time()?;
            }
            let value = self.stamps.least_missing();
            self.stamps.make_room(value);
            self.values.push(u32::try_from(value).map_err(|_| Error::limit("error.heap-too-large"))?);
        }
        Ok(())
    }
}

impl Kind {
    /// Stamps the value of every option of `heap` and returns the number of options.
    fn mark(
        &self,
        heap: usize,
        values: &[u32],
        stamps: &mut Stamps,
        room: &mut Vec<Range>,
        budget: &Budget,
    ) -> Result<u64> {
        let mut options = 0;
        if heap == 0 {
            return Ok(options);
        }
        let ranges = self.amounts.ranges(heap, heap, room, budget)?;
        for (lo, hi) in ranges_between(ranges, 0, heap) {
            options += (hi - lo + 1) as u64;
            if self.none && hi == heap {
                stamps.mark(0);
            }
            if self.one {
                // Taking nothing is not a move, and nothing is not a heap.
                let rests = (heap - hi).max(1)..(heap + 1 - lo).min(heap);
                values.get(rests).into_iter().flatten().for_each(|&value| stamps.mark(value));
            }
            if self.several.is_empty() {
                continue;
            }
            for rest in heap - hi..=heap - lo {
                for &count in &self.several {
                    options += self.mark_rest(rest, count, values, stamps, budget)?;
                }
            }
        }
        Ok(options)
    }

    /// Stamps the value of every split of `rest` into `count` heaps.
    fn mark_rest(
        &self,
        rest: usize,
        count: u32,
        values: &[u32],
        stamps: &mut Stamps,
        budget: &Budget,
    ) -> Result<u64> {
        let likeness = self.parts.likeness;
        if likeness != Likeness::Equal && u64::from(count) <= MAX_AT_ONCE {
            return self.mark_splits(rest, 1, count as usize, 0, values, stamps, budget);
        }
        let mut options = 0;
        let split = Split { count, likeness, budget, among: None };
        split.for_each(&rest, &mut Vec::new(), &mut |parts: &[usize]| {
            stamps.mark(parts.iter().fold(0, |sum, &part| sum ^ values[part]));
            options += 1;
            Ok(())
        })?;
        Ok(options)
    }

    /// Stamps the value of every split of `rest` into `count` heaps of at least `least`, nim-added to `sum`.
    #[allow(clippy::too_many_arguments, reason = "a recursion: where it is, and what it writes to")]
    fn mark_splits(
        &self,
        rest: usize,
        least: usize,
        count: usize,
        sum: u32,
        values: &[u32],
        stamps: &mut Stamps,
        budget: &Budget,
    ) -> Result<u64> {
        if count == 2 {
            return Ok(self.mark_pairs(rest, least, sum, values, stamps));
        }
        budget.step()?;
        let mut options = 0;
        for part in (least..).take_while(|part| part.saturating_mul(count) <= rest) {
            let (left, next) = (rest - part, part + self.step());
            options += self.mark_splits(left, next, count - 1, sum ^ values[part], values, stamps, budget)?;
        }
        Ok(options)
    }

    /// The least difference between a part and the next one.
    fn step(&self) -> usize {
        usize::from(self.parts.likeness == Likeness::Unequal)
    }

    /// Stamps the splits into two heaps: the inner loop of octal games and of games that split further.
    fn mark_pairs(&self, rest: usize, least: usize, sum: u32, values: &[u32], stamps: &mut Stamps) -> u64 {
        let last = rest.saturating_sub(self.step()) / 2;
        if last < least {
            return 0;
        }
        for (a, b) in values[least..=last].iter().zip(values[rest - last..=rest - least].iter().rev()) {
            stamps.mark(sum ^ a ^ b);
        }
        (last + 1 - least) as u64
    }
}
