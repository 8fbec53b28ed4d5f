//! Values that are constant on intervals of heaps.
//!
//! Precondition: takes that leave one heap or nothing, of amounts lo(n)..hi(n) whose ends rise by at most 1 with every
//! stone. Then the heaps that a take can leave, from n - hi(n) to n - lo(n), form a window whose ends never fall back as
//! n grows. The value of n depends only on which values occur in the windows, so it changes only when a window reaches
//! the next interval of equal values or leaves one behind. `take n/2..n` has about 40 intervals up to 10^12.
//!
//! Where every heap is an interval of its own this is slower than a table: [`Intervals::reach`] gives up then.

mod first;
mod window;

use dashu_int::UBig;

use self::first::first;
use self::window::{Window, windows_of};
use super::{HeapMove, HeapMoves};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::{MoveRule, Rules};

/// What the number of a heap means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Convention {
    /// Normal play: the Grundy value.
    Value,
    /// Misère play: 0 if the heap is lost, 1 if it is won.
    Misere,
}

/// How often each value occurs in the windows, counted by intervals.
#[derive(Debug, Default)]
struct Tally {
    counts: Vec<u32>,
    /// No value below this is missing.
    least_missing: usize,
    all: u64,
}

impl Tally {
    fn add(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.counts.len() {
            self.counts.resize(value + 1, 0);
        }
        self.counts[value] += 1;
        self.all += 1;
    }

    fn remove(&mut self, value: u32) {
        let value = value as usize;
        self.counts[value] -= 1;
        self.all -= 1;
        if self.counts[value] == 0 {
            self.least_missing = self.least_missing.min(value);
        }
    }

    fn mex(&mut self) -> usize {
        while self.counts.get(self.least_missing).is_some_and(|&count| count > 0) {
            self.least_missing += 1;
        }
        self.least_missing
    }
}

/// The numbers of heaps as a list of intervals, extended as needed.
#[derive(Debug)]
pub(crate) struct Intervals {
    windows: Vec<Window>,
    convention: Convention,
    /// The first heap of each interval, and the number of its heaps.
    starts: Vec<UBig>,
    values: Vec<u32>,
    /// The first heap whose number is not known.
    end: UBig,
    tally: Tally,
    /// The number of heaps between the latest two changes: a guess for the next.
    stride: UBig,
    turns: u64,
    useless: bool,
}

/// The number of changes after which the length of the intervals is judged, and the average length that pays.
const TRIAL: u64 = 1 << 14;
const PAYS: u64 = 8;
/// Bytes for an interval.
const BYTES: u64 = 48;

impl Intervals {
    /// For heapwise rules of this kind.
    pub(crate) fn of(rules: &Rules, convention: Convention) -> Option<Self> {
        if !rules.is_heapwise() {
            return None;
        }
        let mut windows = Vec::new();
        for rule in rules.moves() {
            let MoveRule::Take { parts, amounts, .. } = rule else { return None };
            if parts.splits() {
                return None;
            }
            windows.extend(windows_of(amounts, parts.counts.contains(&0), parts.counts.contains(&1))?);
        }
        Some(Self {
            windows,
            convention,
            starts: Vec::new(),
            values: Vec::new(),
            end: UBig::ZERO,
            tally: Tally::default(),
            stride: UBig::ONE,
            turns: 0,
            useless: false,
        })
    }

    /// Extends the list to a heap of `n`. `false` if the intervals are so short that a table is better.
    pub(crate) fn reach(&mut self, n: &UBig, budget: &Budget) -> Result<bool> {
        while self.end <= *n {
            if self.useless {
                return Ok(false);
            }
            budget.step()?;
            self.turns += 1;
            if self.turns.is_multiple_of(TRIAL) && self.end < UBig::from(self.turns * PAYS) {
                self.useless = true;
            }
            self.extend(n, budget)?;
        }
        Ok(true)
    }

    /// The number of a heap that was [reached](Self::reach).
    pub(crate) fn at(&self, n: &UBig) -> u32 {
        let place = self.starts.partition_point(|start| start <= n);
        place.checked_sub(1).map_or(0, |place| self.values[place])
    }

    /// The moves of a reached heap to heaps of number `target`, the smallest results first and at most `want` of them,
    /// with the number of all.
    pub(crate) fn moves_to(&self, n: &UBig, target: u32, want: usize, budget: &Budget) -> Result<HeapMoves> {
        let mut ranges = Vec::new();
        for window in &self.windows {
            let (start, end) = window.ends(n)?;
            if start < end {
                ranges.push((start, end));
            }
        }
        ranges.sort_unstable();
        let mut found = HeapMoves { list: Vec::new(), complete: true, total: None };
        let mut total = UBig::ZERO;
        let mut done = UBig::ZERO;
        for (start, end) in ranges {
            let mut next = start.max(done.clone());
            let mut place = self.starts.partition_point(|start| *start <= next).saturating_sub(1);
            while next < end {
                budget.step()?;
                let stop = self.starts.get(place + 1).filter(|stop| **stop < end).unwrap_or(&end).clone();
                if self.values.get(place) == Some(&target) {
                    total += &stop - &next;
                    while next < stop && found.list.len() < want {
                        budget.reserve(96)?;
                        let left = if next == UBig::ZERO { vec![] } else { vec![next.clone()] };
                        found.list.push(HeapMove { taken: n - &next, left });
                        next += UBig::ONE;
                    }
                    found.complete &= next == stop;
                }
                next = stop;
                place += 1;
            }
            done = done.max(end);
        }
        found.total = Some(total);
        Ok(found)
    }

    /// Determines the number of the next heap, and how far it is constant, not beyond `goal`.
    fn extend(&mut self, goal: &UBig, budget: &Budget) -> Result<()> {
        let n = self.end.clone();
        for index in 0..self.windows.len() {
            self.move_window(index, &n)?;
        }
        let number = match self.convention {
            Convention::Value => self.tally.mex(),
            Convention::Misere if self.tally.all == 0 => 1,
            Convention::Misere => usize::from(self.tally.counts.first().is_some_and(|&lost| lost > 0)),
        };
        let number = u32::try_from(number).map_err(|_| Error::limit("error.heap-too-large"))?;
        if self.values.last() != Some(&number) {
            budget.reserve(BYTES)?;
            let last = self.starts.len();
            for window in &mut self.windows {
                // What was the last interval now has an end, and an interval behind it.
                if window.from + 1 >= last {
                    window.leaves = None;
                }
                if window.to >= last {
                    window.reaches = None;
                }
            }
            self.starts.push(n.clone());
            self.values.push(number);
        }
        let beyond = goal + UBig::ONE;
        let mut next = beyond.clone();
        for index in 0..self.windows.len() {
            next = next.min(self.next_change(index, &n, &beyond, budget)?);
        }
        self.stride = &next - &n;
        self.end = next;
        Ok(())
    }

    /// The end of an interval; `None` for the last, which has none yet.
    fn end_of(&self, interval: usize) -> Option<&UBig> {
        self.starts.get(interval + 1)
    }

    /// Brings a window to where it is for a heap of `n`.
    fn move_window(&mut self, index: usize, n: &UBig) -> Result<()> {
        let (start, end) = self.windows[index].ends(n)?;
        let open = start < end;
        let (mut from, mut to) = (self.windows[index].from, self.windows[index].to);
        if self.windows[index].open && !open {
            for interval in from..to {
                self.tally.remove(self.values[interval]);
            }
        } else if !self.windows[index].open && open {
            from = self.starts.partition_point(|first| *first <= start).saturating_sub(1);
            to = from;
        }
        if open {
            while self.starts.get(to).is_some_and(|first| *first < end) {
                self.tally.add(self.values[to]);
                to += 1;
            }
            while from < to && self.end_of(from).is_some_and(|end| *end <= start) {
                self.tally.remove(self.values[from]);
                from += 1;
            }
        }
        let window = &mut self.windows[index];
        if open != window.open {
            (window.leaves, window.reaches, window.turns) = (None, None, None);
        }
        if from != window.from {
            window.leaves = None;
        }
        if to != window.to {
            window.reaches = None;
        }
        for change in [&mut window.leaves, &mut window.reaches, &mut window.turns] {
            change.take_if(|at| *at <= *n);
        }
        (window.from, window.to, window.open) = (from, to, open);
        Ok(())
    }

    /// The first heap after `n` at which the window may hold other intervals; `beyond` if that is not before it.
    fn next_change(&mut self, index: usize, n: &UBig, beyond: &UBig, budget: &Budget) -> Result<UBig> {
        let window = &self.windows[index];
        let search = |passes: &dyn Fn(&UBig) -> Result<bool>| first(n, beyond, &self.stride, passes, budget);
        let (mut leaves, mut reaches, mut turns) =
            (window.leaves.clone(), window.reaches.clone(), window.turns.clone());
        let (start, end) = window.ends(n)?;
        if window.open {
            if leaves.is_none() {
                leaves = Some(match self.end_of(window.from) {
                    Some(end) => search(&|x| Ok(window.start(x)? >= *end))?,
                    None => beyond.clone(),
                });
            }
            if reaches.is_none() {
                reaches = Some(match self.starts.get(window.to) {
                    Some(next) => search(&|x| Ok(window.end(x)? > *next))?,
                    None => beyond.clone(),
                });
            }
            if turns.is_none() && !window.stays_open() {
                turns = Some(search(&|x| Ok(window.start(x)? >= end))?);
            }
        } else if turns.is_none() {
            turns = Some(search(&|x| Ok(window.end(x)? > start))?);
        }
        let next = [&leaves, &reaches, &turns].into_iter().flatten().min().unwrap_or(beyond).clone();
        let window = &mut self.windows[index];
        (window.leaves, window.reaches, window.turns) = (leaves, reaches, turns);
        Ok(next.min(beyond.clone()))
    }
}

#[cfg(test)]
mod tests;
