//! The sieve: P-positions are few, so each marks the N-positions that can move to it.
//!
//! Positions are processed row by row: all heaps but the greatest are fixed, the greatest runs. When a row is
//! processed, all options outside of it are in finished rows. Their P-positions are gathered into one row of
//! bits, small enough for the L1 cache: a position that can move to one is an N-position. Then the row is
//! scanned: its first unmarked place is a P-position, and marks the places in the row that can move to it.
//!
//! No move adds stones to the heaps without the greatest, and one that takes none of them stays in its row. So
//! the rows whose fixed heaps have the same number of stones are independent, and threads share them.
//!
//! Gathering looks up one earlier row for each choice of amounts from the fixed heaps. Three kinds of marks are
//! maintained instead, so that a row costs its own length in words: dead lines, where any number may be
//! taken; for two heaps, columns and diagonals that are counted while a window of earlier rows moves on; and
//! for two heaps the widened diagonals of Fraenkel's slack (`within d`).

use std::sync::{Mutex, PoisonError, RwLock};

use super::Lattice;
use super::bits;
use super::coupled::{Coupled, MAX_HEAPS, Take, Touched};
use super::dead_lines::DeadLines;
use super::gather::gather;
use super::levels::in_levels;
use super::moving::Moving;
use super::set::{PositionSet, Row, next_prefix};
use super::slack::Slack;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::prefixes::Prefixes;
use grundy_core::rules::Rules;

/// Below this number of rows one thread is done before others have started.
const WORTH_THREADS: usize = 1 << 8;

impl Lattice {
    /// The P-positions with heaps below `sides`, one side per heap.
    ///
    /// Heaps are interchangeable, so sides are in any order. For more than six heaps the result is an input error.
    ///
    /// If any number may be taken, from one heap or the same from each of several, it takes a word operation for
    /// about 64 positions, and memory for the P-positions found. The same is true of two heaps whose amounts are
    /// intervals. Otherwise an earlier row is looked up for each choice of amounts from all heaps but the
    /// greatest. Amounts that depend on `n` and are no intervals cost `b^2 / 4` bytes more, for the largest side b.
    /// Memory is reserved before it is allocated.
    pub fn sieve(&self, sides: &[usize], budget: &Budget) -> Result<PositionSet> {
        if sides.is_empty() || sides.len() > MAX_HEAPS || sides.contains(&0) {
            return Err(Error::input("error.lattice-heaps").with("most", MAX_HEAPS));
        }
        let mut sides = sides.to_vec();
        sides.sort_unstable();
        Sieve::new(&self.rules, self.misere, sides, budget)?.run(budget)
    }
}

/// The rules, and what is known so far.
struct Sieve {
    misere: bool,
    moves: Coupled,
    found: PositionSet,
    dead_lines: DeadLines,
}

/// What earlier rows of two heaps imply for later ones, kept up to date in their order.
struct Carried {
    slack: Option<Slack>,
    moving: Moving,
}

/// The memory of one thread: the marks of its row, the P-positions found there, and work not yet checked.
struct Scratch {
    marks: Vec<u64>,
    new: Vec<usize>,
    work: u64,
}

impl Sieve {
    fn new(rules: &Rules, misere: bool, sides: Vec<usize>, budget: &Budget) -> Result<Self> {
        let too_large = || Error::input("error.lattice-too-large");
        let heaps = sides.len();
        let width = sides[heaps - 1];
        if u32::try_from(width).is_err() {
            return Err(too_large());
        }
        let bound = heaps.checked_sub(2).map_or(1, |last| sides[last]);
        let prefixes = Prefixes::new(heaps - 1, bound).ok_or_else(too_large)?;
        let bytes = (prefixes.count() as u64).saturating_mul(size_of::<Row>() as u64);
        budget.reserve(bytes.saturating_add(width as u64))?;
        let moves = Coupled::new(rules, heaps, width, budget)?;
        let dead_lines = DeadLines::new(&moves, &sides, budget)?;
        let rows = vec![Row::Few(Vec::new()); prefixes.count()];
        let found = PositionSet { sides, prefixes, rows, len: 0, bytes };
        Ok(Self { misere, moves, found, dead_lines })
    }

    fn run(mut self, budget: &Budget) -> Result<PositionSet> {
        let rows = self.found.rows.len();
        let threads = budget.limits().thread_count();
        let gathers = self.moves.takes.iter().any(|take| !DeadLines::covers(take));
        if threads > 1 && gathers && self.found.sides.len() > 2 && rows >= WORTH_THREADS {
            return self.run_in_levels(threads, budget);
        }
        let mut carried = (self.found.sides.len() == 2)
            .then(|| Carried::new(&self.moves, self.found.sides[1], budget))
            .transpose()?;
        let mut scratch = Scratch::new(self.width());
        let fixed = self.found.sides.len() - 1;
        let mut prefix = Some(vec![0; fixed]);
        while let Some(current) = prefix {
            budget.check_time()?;
            let number = current.last().copied().unwrap_or(0);
            if let Some(carried) = &mut carried {
                carried.moving.advance(number, &self.moves, &self.found.rows);
            }
            self.row(&current, carried.as_ref(), &mut scratch, budget)?;
            self.add(&current, &scratch.new, budget)?;
            if let Some(slack) = carried.as_mut().and_then(|carried| carried.slack.as_mut()) {
                slack.finish(number, &self.found.rows[self.found.prefixes.number(&current)]);
            }
            prefix = next_prefix(&current, &self.found.sides[..fixed]);
        }
        Ok(self.found)
    }

    /// Rows of three heaps or more, by the number of stones of the fixed ones. Threads decide the rows of a
    /// level, then one of them adds what they found.
    fn run_in_levels(self, threads: usize, budget: &Budget) -> Result<PositionSet> {
        let short = self.found.sides[..self.found.sides.len() - 1].to_vec();
        let levels = short.iter().map(|side| side - 1).sum::<usize>() + 1;
        let width = self.width();
        let sieve = RwLock::new(self);
        let found: Mutex<Vec<(Vec<usize>, Vec<usize>)>> = Mutex::default();
        in_levels(
            threads,
            2 * levels,
            budget,
            || Scratch::new(width),
            |scratch, share, budget| {
                if share.level.is_multiple_of(2) {
                    let sieve = sieve.read().unwrap_or_else(PoisonError::into_inner);
                    return share.for_each_row(share.level / 2, &short, |prefix| {
                        budget.check_time()?;
                        sieve.row(prefix, None, scratch, budget)?;
                        if !scratch.new.is_empty() {
                            let row = (prefix.clone(), scratch.new.clone());
                            found.lock().unwrap_or_else(PoisonError::into_inner).push(row);
                        }
                        Ok(())
                    });
                }
                if share.is_first() {
                    let mut sieve = sieve.write().unwrap_or_else(PoisonError::into_inner);
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    // In an order that does not depend on the threads.
                    found.sort_unstable();
                    found.drain(..).try_for_each(|(prefix, new)| sieve.add(&prefix, &new, budget))?;
                }
                Ok(())
            },
        )?;
        Ok(sieve.into_inner().unwrap_or_else(PoisonError::into_inner).found)
    }

    fn width(&self) -> usize {
        self.found.sides[self.found.sides.len() - 1]
    }

    /// Finds the P-positions of one row.
    fn row(
        &self,
        prefix: &[usize],
        carried: Option<&Carried>,
        scratch: &mut Scratch,
        budget: &Budget,
    ) -> Result<()> {
        let Scratch { marks, new, work } = scratch;
        let (width, start) = (self.width(), prefix.last().copied().unwrap_or(0));
        let row = &self.found.rows[self.found.prefixes.number(prefix)];
        let emptied = prefix.iter().all(|heap| *heap == 0);
        let alone = || self.moves.takes.iter().filter(|take| take.runs_along(prefix.len(), emptied));
        // One P-position settles a row whose running heap may lose any number.
        let single = alone().any(|take| take.relation.is_always());
        new.clear();
        if single && !row.is_empty() {
            return Ok(());
        }
        marks.fill(0);
        self.dead_lines.mark(prefix, marks);
        if let Some(carried) = carried {
            carried.mark(start, marks);
        }
        for (kind, take) in self.moves.takes.iter().enumerate() {
            if !DeadLines::covers(take) && carried.is_none_or(|carried| !carried.covers(kind, take)) {
                gather(take, &self.found, prefix, marks, work, budget)?;
            }
        }
        for take in alone() {
            row.for_each(|below| take.relation.mark_above(below, marks));
        }
        let mut from = start;
        let mut position = prefix.to_vec();
        position.push(0);
        while let Some(place) = bits::first_zero(marks, from, width) {
            from = place + 1;
            if self.misere {
                position[prefix.len()] = place;
                if !self.moves.has_option(&position) {
                    // The end of the game, which is won here: it marks nothing.
                    bits::set(marks, place);
                    continue;
                }
            }
            new.push(place);
            for take in alone() {
                take.relation.mark_above(place, marks);
            }
            if single {
                break;
            }
        }
        Ok(())
    }

    /// Adds the P-positions of a row to each row that contains them.
    fn add(&mut self, row: &[usize], new: &[usize], budget: &Budget) -> Result<()> {
        let width = self.width();
        for &last in new {
            let mut heaps = row.to_vec();
            heaps.push(last);
            self.found.len += 1;
            for left_out in 0..heaps.len() {
                if left_out + 1 < heaps.len() && heaps[left_out] == heaps[left_out + 1] {
                    continue;
                }
                let mut prefix = heaps.clone();
                let number = prefix.remove(left_out);
                self.dead_lines.add(&prefix, number);
                if prefix.iter().zip(&self.found.sides).all(|(x, side)| x < side) {
                    let row = &mut self.found.rows[self.found.prefixes.number(&prefix)];
                    let grown = row.add(number, width);
                    self.found.bytes += grown;
                    if grown > 0 {
                        budget.reserve(grown)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Scratch {
    fn new(width: usize) -> Self {
        Self { marks: vec![0; bits::words(width)], new: vec![], work: 0 }
    }
}

impl Carried {
    fn new(moves: &Coupled, width: usize, budget: &Budget) -> Result<Self> {
        let slack = Slack::new(moves, width);
        let other =
            |take: &Take| !DeadLines::covers(take) && slack.as_ref().is_none_or(|slack| !slack.covers(take));
        let moving = Moving::new(moves, width, other, budget)?;
        Ok(Self { slack, moving })
    }

    fn covers(&self, kind: usize, take: &Take) -> bool {
        self.moving.covers(kind) || self.slack.as_ref().is_some_and(|slack| slack.covers(take))
    }

    fn mark(&self, number: usize, marks: &mut [u64]) {
        self.moving.mark(number, marks);
        if let Some(slack) = &self.slack {
            slack.mark(number, marks);
        }
    }
}

impl Take {
    /// Whether such a move can touch the greatest heap alone; `emptied` if all `fixed` others are empty.
    fn runs_along(&self, fixed: usize, emptied: bool) -> bool {
        match self.touched {
            Touched::Any(k) => k == 1,
            Touched::Max => true,
            // With more heaps the smallest is a fixed one.
            Touched::Min => fixed == 0,
            Touched::Nonempty => emptied,
        }
    }
}
