//! Looking for a period while values are made.
//!
//! The end of the sequence is searched for in what stands before it: a period repeats the end of the
//! sequence, so each period is a distance at which the end is found again. That needs no memory beside the
//! values where they are kept as bytes, and time in proportion to their number.
//!
//! A repetition that is not long enough yet says how many values would be enough, and the next search is
//! made just there: values are computed no further than the proof needs.

use std::borrow::Cow;

use super::super::engine::{Values, with_reader};
use super::super::period::{Bound, Period, find};
use crate::error::Result;
use crate::limits::Budget;

/// The length at which a period is first looked for.
const FIRST: usize = 64;
/// A repetition shorter than this is chance.
const LEAST: usize = 16;
/// So many distances are tried. Those before the right one are few: where three or more of them lie close
/// together, they are multiples of a shorter period.
const TRIED: usize = 64;
/// Up to so many values all distances at once are looked at as well, which takes 8 bytes a value.
const ALL_DISTANCES: usize = 1 << 22;
/// Searches are at least so far apart: one in so many values.
const APART: usize = 64;

/// When to look for a period, and what would prove it.
#[derive(Debug)]
pub(super) struct Search {
    bound: Option<Bound>,
    next: usize,
}

impl Search {
    pub(super) fn new(bound: Option<Bound>) -> Self {
        Self { bound, next: if bound.is_some() { FIRST } else { usize::MAX } }
    }

    pub(super) fn bound(&self) -> Option<Bound> {
        self.bound
    }

    /// The length at which to look next.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// So many values are there all at once: look as soon as possible.
    pub(super) fn skip_to(&mut self, length: usize) {
        if self.bound.is_some() {
            self.next = length.max(FIRST);
        }
    }

    /// The least period that the values prove, if they prove one; else chooses when to look again.
    pub(super) fn look(&mut self, values: Values<'_>, budget: &Budget) -> Result<Option<Period>> {
        let Some(bound) = self.bound else { return Ok(None) };
        let length = values.len();
        let double = length.saturating_mul(2).max(FIRST);
        let bytes = match Bytes::of(values, budget) {
            Err(error) if error.code() == "memory-limit" => {
                // Values may still be made in what memory is left.
                self.next = double;
                return Ok(None);
            }
            bytes => bytes?,
        };
        // What a proved period repeats at least: with all of it, a shorter distance at which it is found is
        // a period too, or is none and a longer one is tried.
        let enough = match bound {
            Bound::Pairs(_) => length / 2,
            Bound::Window(k) => (length / 2).min(k.saturating_add(1)),
        };
        for period in bytes.distances(enough).take(TRIED) {
            budget.check_time()?;
            let found = extend(values, period);
            if bound.length(found) <= length {
                return Ok(Some(found));
            }
        }
        if length <= ALL_DISTANCES {
            match find(values, bound, budget) {
                Err(error) if error.code() == "memory-limit" => {}
                found => {
                    if let Some(found) = found? {
                        return Ok(Some(found));
                    }
                }
            }
        }
        let hint = bytes
            .distances((length / 8).max(LEAST))
            .next()
            .map(|period| bound.length(extend(values, period)));
        self.next = hint.map_or(double, |hint| hint.clamp(length + length / APART + 1, double));
        Ok(None)
    }
}

/// The shortest distance at which the last eighth of the values is found again, as a period from the
/// heap on from which it has held so far.
pub(super) fn seen(values: Values<'_>) -> Option<Period> {
    let bytes = Bytes::of(values, &Budget::default()).ok()?;
    let length = values.len();
    let period = bytes.distances((length / 8).max(LEAST)).next()?;
    let found = extend(values, period);
    // At least once around.
    (length - found.preperiod >= 2 * period).then_some(found)
}

/// The values' low bytes: what is found in them is compared in full afterwards.
struct Bytes<'a>(Cow<'a, [u8]>);

impl<'a> Bytes<'a> {
    fn of(values: Values<'a>, budget: &Budget) -> Result<Self> {
        if let Values::Bytes(all) = values {
            return Ok(Self(Cow::Borrowed(all)));
        }
        budget.reserve(values.len() as u64)?;
        let bytes = with_reader!(values, at => (0..values.len()).map(|n| at(n).to_le_bytes()[0]).collect());
        budget.release(values.len() as u64);
        Ok(Self(Cow::Owned(bytes)))
    }

    /// The distances at which the last `count` bytes are found again, ascending.
    fn distances(&self, count: usize) -> impl Iterator<Item = usize> {
        let length = self.0.len();
        let count = count.min(length);
        let finder = memchr::memmem::FinderRev::new(&self.0[length - count..]);
        let mut end = length;
        std::iter::from_fn(move || {
            if count == 0 || end == 0 {
                return None;
            }
            // One byte less, so that the same place is not found again.
            end -= 1;
            let at = finder.rfind(&self.0[..end])?;
            end = at + count;
            Some(length - count - at)
        })
    }
}

/// From which heap on the values have this period so far.
fn extend(values: Values<'_>, period: usize) -> Period {
    let preperiod = with_reader!(values, at => {
        let differs = (0..values.len() - period).rev().find(|&n| at(n) != at(n + period));
        differs.map_or(0, |n| n + 1)
    });
    Period { preperiod, period }
}
