//! Searches for a period while values are computed.
//!
//! A period repeats the end of the sequence, so each period is a distance at which that end occurs again. The
//! search looks for the end in the values before it. It needs no additional memory if the values are stored
//! as bytes, and time in proportion to their number.
//!
//! For a repetition that is too short, the number of values that would suffice is known. The next search
//! takes place there: values are computed no further than the proof needs.

use std::borrow::Cow;
use std::ops::Range;

use super::super::Period;
use super::super::engine::{Values, with_reader};
use super::super::period::{self, Proof, Seen, find};
use super::super::proof::Theorem;
use super::super::stretch::Stretch;
use grundy_core::error::{Condition, Result};
use grundy_core::limits::Budget;

/// The length at which the first search takes place.
const FIRST: usize = 64;
/// A shorter repetition is considered chance.
const LEAST: usize = 16;
/// Maximum number of values at the end that are searched for.
const NEEDLE: usize = 512;
/// The number of places searched at a time: few at first, since a short period occurs at every few of them.
const SEARCHED_FIRST: usize = 16;
const SEARCHED: usize = 1 << 16;
/// Maximum number of distances tried. A comparison ends at the first difference, and most end early.
const TRIED: usize = 512;
/// Up to this many values, all distances at once are examined as well, which takes 4 bytes per value.
const ALL_DISTANCES: usize = 1 << 22;
/// Minimum distance between two searches: one in this many values.
const APART: usize = 64;

/// When to search for a period, and the theorems that may prove it.
#[derive(Debug)]
pub(super) struct Search {
    theorems: Vec<Theorem>,
    next: usize,
}

impl Search {
    pub(super) fn new(theorems: Vec<Theorem>) -> Self {
        let next = if theorems.is_empty() { usize::MAX } else { FIRST };
        Self { theorems, next }
    }

    pub(super) fn theorems(&self) -> &[Theorem] {
        &self.theorems
    }

    /// The length at which the next search takes place.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// `length` values became known at once: search as soon as possible.
    pub(super) fn skip_to(&mut self, length: usize) {
        if !self.theorems.is_empty() {
            self.next = length.max(FIRST);
        }
    }

    /// The number of values that would prove the repetition `seen`.
    pub(super) fn enough_for(&self, seen: Seen, values: Values<'_>, budget: &Budget) -> Option<usize> {
        let saltus = u32::try_from(seen.saltus).ok()?;
        let stretch = Stretch { preperiod: seen.preperiod, period: seen.period, saltus };
        self.needed(stretch, values, budget).ok()?.map(|(length, _)| length)
    }

    /// The theorem that proves a stretch from the fewest values, and that number of values.
    fn needed(
        &self,
        stretch: Stretch,
        values: Values<'_>,
        budget: &Budget,
    ) -> Result<Option<(usize, &Theorem)>> {
        let mut best: Option<(usize, &Theorem)> = None;
        for theorem in &self.theorems {
            if let Some(length) = theorem.length(stretch, values, budget)?
                && best.is_none_or(|(least, _)| length < least)
            {
                best = Some((length, theorem));
            }
        }
        Ok(best)
    }

    /// The least period that the values prove, if any; otherwise sets the length of the next search.
    pub(super) fn look(&mut self, values: Values<'_>, budget: &Budget) -> Result<Option<Proof>> {
        if self.theorems.is_empty() {
            return Ok(None);
        }
        let length = values.len();
        let double = length.saturating_mul(2).max(FIRST);
        let rising = self.theorems.iter().any(Theorem::rises);
        let found = if rising { self.look_for_rises(values, budget) } else { self.look_back(values, budget) };
        let hint = match found {
            // The remaining memory may suffice for more values.
            Err(error) if error.is(Condition::MemoryLimit) => None,
            Err(error) => return Err(error),
            Ok(Found::Proved(proof)) => return Ok(Some(proof)),
            Ok(Found::Enough(hint)) => hint,
        };
        self.next = hint.map_or(double, |hint| hint.clamp(length + length / APART + 1, double));
        Ok(None)
    }

    /// Examines all distances at once, on the differences of values.
    fn look_for_rises(&self, values: Values<'_>, budget: &Budget) -> Result<Found> {
        if let Some(proof) = find(values, &self.theorems, budget)? {
            return Ok(Found::Proved(proof));
        }
        let seen = period::seen(values, budget)?;
        Ok(Found::Enough(seen.and_then(|seen| self.enough_for(seen, values, budget))))
    }

    /// Searches for the end of the sequence in the values before it.
    fn look_back(&self, values: Values<'_>, budget: &Budget) -> Result<Found> {
        let length = values.len();
        let bytes = Bytes::of(values, budget)?;
        // The number of repeated values that every proved period has.
        let enough = |theorem: &Theorem| match theorem {
            Theorem::Window(window) => (length / 2).min(window.largest.saturating_add(1)),
            _ => length / 2,
        };
        let enough = self.theorems.iter().map(enough).min().unwrap_or(length / 2);
        let mut hint = None;
        let mut needle = NEEDLE;
        'search: loop {
            // Where much repeats without being a period, only longer ends can tell a period apart.
            let mut compared = 0;
            for period in bytes.distances(enough.min(needle)).take(TRIED) {
                budget.check_time()?;
                let stretch = extend(values, period);
                let Some((needed, theorem)) = self.needed(stretch, values, budget)? else { continue };
                if needed <= length {
                    let period = Period { preperiod: stretch.preperiod, period, saltus: 0 };
                    return Ok(Found::Proved(Proof { period, theorem: theorem.clone(), length: needed }));
                }
                let repeated = length - stretch.preperiod - period;
                if hint.is_none() && repeated >= (length / 8).max(LEAST) {
                    hint = Some(needed);
                }
                compared += repeated;
                if compared > length && needle < enough {
                    needle = needle.saturating_mul(16);
                    continue 'search;
                }
            }
            break;
        }
        if length <= ALL_DISTANCES
            && let Some(proof) = find(values, &self.theorems, budget)?
        {
            return Ok(Found::Proved(proof));
        }
        Ok(Found::Enough(hint))
    }
}

/// The result of a search.
enum Found {
    Proved(Proof),
    /// The number of values that would prove the repetition so far, if there is one.
    Enough(Option<usize>),
}

/// The repetition so far, proved or not.
pub(super) fn seen(values: Values<'_>) -> Option<Seen> {
    let length = values.len();
    let bytes = Bytes::of(values, &Budget::default()).ok()?;
    let end = (length / 8).max(LEAST);
    let mut stretches = bytes.distances(end.min(NEEDLE)).take(TRIED).map(|period| extend(values, period));
    // At least one full period, over an eighth of the values.
    let found =
        stretches.find(|found| length - found.preperiod >= (2 * found.period).max(found.period + end));
    match found {
        Some(found) => {
            let Stretch { preperiod, period, .. } = found;
            Some(Seen { preperiod, period, saltus: 0, checked_to: length - 1 })
        }
        None if length <= ALL_DISTANCES => period::seen(values, &Budget::default()).ok()?,
        None => None,
    }
}

/// The low bytes of the values. Matches in them are compared in full afterwards.
enum Bytes<'a> {
    Here(Cow<'a, [u8]>),
    /// Values that are not all in memory.
    Elsewhere(Values<'a>),
}

impl<'a> Bytes<'a> {
    fn of(values: Values<'a>, budget: &Budget) -> Result<Self> {
        match values {
            Values::Bytes(all) => return Ok(Self::Here(Cow::Borrowed(all))),
            // Equal values have equal codes.
            Values::Coded(coded) => return Ok(Self::Here(Cow::Borrowed(coded.codes()))),
            Values::Elsewhere(_) => return Ok(Self::Elsewhere(values)),
            _ => {}
        }
        budget.reserve(values.len() as u64)?;
        let bytes = with_reader!(values, at => (0..values.len()).map(|n| at(n).to_le_bytes()[0]).collect());
        budget.release(values.len() as u64);
        Ok(Self::Here(Cow::Owned(bytes)))
    }

    fn len(&self) -> usize {
        match self {
            Self::Here(all) => all.len(),
            Self::Elsewhere(values) => values.len(),
        }
    }

    /// Some of the bytes.
    fn piece(&self, range: Range<usize>) -> Cow<'_, [u8]> {
        match self {
            Self::Here(all) => Cow::Borrowed(&all[range]),
            Self::Elsewhere(values) => range.map(|n| values.at(n).to_le_bytes()[0]).collect(),
        }
    }

    /// The distances at which the last `count` bytes occur again, ascending. Forward search is much faster
    /// than backward search, so pieces are taken from the end on and searched forwards.
    fn distances(&self, count: usize) -> impl Iterator<Item = usize> {
        let length = self.len();
        let count = count.min(length);
        let finder = memchr::memmem::Finder::new(&self.piece(length - count..length)).into_owned();
        // Places up to this one, exclusive, remain to be searched.
        let mut end = length - count;
        let mut searched = SEARCHED_FIRST;
        let mut found: Vec<usize> = Vec::new();
        std::iter::from_fn(move || {
            while found.is_empty() && end > 0 && count > 0 {
                let start = end.saturating_sub(searched);
                searched = SEARCHED.min(2 * searched);
                let piece = self.piece(start..end + count - 1);
                let mut from = 0;
                while let Some(at) = finder.find(&piece[from..]) {
                    found.push(length - count - (start + from + at));
                    from += at + 1;
                }
                end = start;
            }
            found.pop()
        })
    }
}

/// The stretch with this period at the end of the values.
fn extend(values: Values<'_>, period: usize) -> Stretch {
    let preperiod = with_reader!(values, at => {
        let differs = (0..values.len() - period).rev().find(|&n| at(n) != at(n + period));
        differs.map_or(0, |n| n + 1)
    });
    Stretch { preperiod, period, saltus: 0 }
}
