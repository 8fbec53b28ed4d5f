//! The definition itself: G(n) is the mex of its options' values.
//!
//! Works for every heapwise game: any amounts, bounds in `n`, splits into any number of heaps. The value of
//! each option is stamped with the heap, so nothing has to be cleared. Sets that are the same for every heap
//! are listed once.

use super::super::options::{HeapOptions, Kind};
use super::super::remakes::MAX_PARTS;
use super::{Engine, Kept, Values};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
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
        let computed = !remakes.is_empty() || self.options.kinds.iter().any(|kind| kind.fixed.is_none());
        for heap in self.values.len()..length {
            self.stamps.heap = heap;
            let mut options = 1;
            for kind in &self.options.kinds {
                options += kind.mark(heap, &self.values, &mut self.stamps, budget)?;
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
    fn mark(&self, heap: usize, values: &[u32], stamps: &mut Stamps, budget: &Budget) -> Result<u64> {
        let mut options = 0;
        match &self.fixed {
            // Subtraction games with very many amounts. An empty heap is worth 0.
            Some(fixed) if self.none && self.one && self.several.is_empty() => {
                let amounts = fixed.up_to(heap as u64);
                for &k in amounts {
                    let rest = heap - usize::try_from(k).unwrap_or(heap);
                    // Taking nothing is not a move.
                    if rest < heap {
                        stamps.mark(values[rest]);
                    }
                }
                options += amounts.len() as u64;
            }
            _ => self.each_amount(heap, budget, &mut |k| {
                let rest = heap.saturating_sub(k);
                if rest == 0 && self.none {
                    stamps.mark(0);
                }
                if rest > 0 && self.one && k > 0 {
                    stamps.mark(values[rest]);
                }
                options += 1;
                for &count in &self.several {
                    let count = count as usize;
                    if self.parts.likeness == Likeness::Equal || count > MAX_PARTS {
                        self.split_further(rest, 1, count, &mut Vec::new(), budget, &mut |parts| {
                            stamps.mark(parts.iter().fold(0, |sum, &part| sum ^ values[part]));
                            options += 1;
                            Ok(())
                        })?;
                    } else {
                        options += self.mark_splits(rest, 1, count, 0, values, stamps, budget)?;
                    }
                }
                Ok(())
            })?,
        }
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
