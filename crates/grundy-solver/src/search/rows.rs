//! A table filled from its start, by one thread or several.
//!
//! A row is all positions with the same heaps. One thread goes through the rows in their order, in which options come
//! first. Several threads share the rows whose heaps have the same total: where every move takes stones, these are
//! independent of each other. What is found does not depend on the number of threads.

use std::ops::Range;
use std::sync::{Mutex, PoisonError, RwLock};

use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;

use super::halt::{Flow, Halt};
use super::lines::{LineRoom, Lines};
use super::moves::Program;
use super::summary::{Marks, Summary};
use super::table::Table;
use super::turns::Joined;
use super::verdicts::{Asked, Verdict, Verdicts};
use super::walk::Room;
use super::words::Words;
use crate::lattice::in_levels;

/// Below this number of positions one thread is done before others have started. Tests have small tables.
const WORTH_THREADS: usize = if cfg!(test) { 1 << 6 } else { 1 << 14 };
/// Threads wait for each other once for each total: with fewer rows than this for each, one is as fast.
const ROWS_A_LEVEL: usize = if cfg!(test) { 2 } else { 16 };

/// A table to be filled.
pub(super) struct Rows<'a> {
    pub(super) joined: &'a Joined,
    pub(super) table: &'a Table,
    /// How a row is solved at once; without, it has one position.
    pub(super) lines: Option<Lines<'a>>,
    pub(super) asked: Asked,
    pub(super) misere: bool,
    /// Number of positions of a row.
    pub(super) width: usize,
}

/// The memory of one thread.
#[derive(Default)]
struct Hand {
    now: Vec<Words>,
    next: Vec<Words>,
    room: Room,
    lines: LineRoom,
    seen: Marks,
    /// Rows solved and not yet stored, and their verdicts one after the other.
    rows: Vec<usize>,
    found: Vec<Verdict>,
}

impl Rows<'_> {
    /// Solves these rows; all before them are known. Reserves memory, and adds it to `reserved`.
    pub(super) fn fill(
        &self,
        rows: Range<usize>,
        verdicts: &mut Verdicts,
        reserved: &mut u64,
        budget: &Budget,
    ) -> Flow {
        if let (Some(lines), true) = (&self.lines, verdicts.are_rows()) {
            let mut hand = self.hand();
            for row in rows {
                self.watch(row, budget)?;
                self.table.load((row * self.width) as u64, &mut hand.now);
                lines.run(&hand.now[0], self.table, verdicts, &mut hand.lines, budget)?;
            }
            return Ok(());
        }
        let bytes = self.width.saturating_mul(size_of::<Verdict>()) as u64;
        budget.reserve(bytes)?;
        *reserved += bytes;
        let threads = budget.limits().thread_count();
        if threads > 1
            && rows.len().saturating_mul(self.width) >= WORTH_THREADS
            && self.joined.programs.iter().all(Program::always_takes)
            && let Some(levels) = self.levels(rows.clone(), reserved, budget)?
        {
            return self.fill_in_levels(threads, &levels, verdicts, budget);
        }
        let mut hand = self.hand();
        for row in rows {
            self.watch(row, budget)?;
            self.solve(row, verdicts, &mut hand, budget)?;
            self.store(&mut hand, verdicts);
        }
        Ok(())
    }

    /// Checks the clock after a few thousand positions.
    fn watch(&self, row: usize, budget: &Budget) -> Result<()> {
        let position = row * self.width;
        if position % 1024 < self.width {
            budget.check_time()?;
            budget.progress(position as u64);
        }
        Ok(())
    }

    fn hand(&self) -> Hand {
        Hand { now: vec![Words::default(); self.joined.programs.len()], ..Hand::default() }
    }

    /// The rows by the total of their heaps, if each total has many of them and there is memory for the lists.
    fn levels(&self, rows: Range<usize>, reserved: &mut u64, budget: &Budget) -> Flow<Option<Vec<Vec<u32>>>> {
        if u32::try_from(rows.end).is_err() {
            return Ok(None);
        }
        // The rows, and the verdicts of those that no thread has stored yet.
        let mut fits = |bytes: usize| {
            let fits = budget.reserve(bytes as u64).is_ok();
            *reserved += if fits { bytes as u64 } else { 0 };
            fits
        };
        if !fits(8 * rows.len()) {
            return Ok(None);
        }
        let mut levels: Vec<Vec<u32>> = Vec::new();
        let mut now = vec![Words::default(); self.joined.programs.len()];
        for row in rows.clone() {
            self.watch(row, budget)?;
            self.table.load((row * self.width) as u64, &mut now);
            let total = now.iter().flat_map(|words| &words.heaps).sum::<u64>();
            let total = usize::try_from(total).map_err(|_| Halt::Unfit)?;
            if total >= levels.len() {
                if total.saturating_mul(ROWS_A_LEVEL) > rows.len() {
                    return Ok(None);
                }
                levels.resize(total + 1, Vec::new());
            }
            levels[total].extend(u32::try_from(row));
        }
        let most = levels.iter().map(Vec::len).max().unwrap_or(0);
        let waiting = most.saturating_mul(self.width).saturating_mul(size_of::<Verdict>());
        Ok(fits(waiting).then_some(levels))
    }

    fn fill_in_levels(
        &self,
        threads: usize,
        levels: &[Vec<u32>],
        verdicts: &mut Verdicts,
        budget: &Budget,
    ) -> Flow {
        let verdicts = RwLock::new(verdicts);
        let halted: Mutex<Option<Halt>> = Mutex::new(None);
        let done = in_levels(
            threads,
            2 * levels.len(),
            budget,
            || self.hand(),
            |hand, share, budget| {
                let rows = &levels[share.level / 2];
                if share.level % 2 == 1 {
                    self.store(hand, &mut verdicts.write().unwrap_or_else(PoisonError::into_inner));
                    return Ok(());
                }
                let known = verdicts.read().unwrap_or_else(PoisonError::into_inner);
                let before: usize = levels[..share.level / 2].iter().map(Vec::len).sum();
                for at in share.of(rows.len(), 1) {
                    self.watch(before + at, budget)?;
                    match self.solve(rows[at] as usize, &known, hand, budget) {
                        Ok(()) => {}
                        Err(Halt::Failed(error)) => return Err(error),
                        Err(halt) => {
                            *halted.lock().unwrap_or_else(PoisonError::into_inner) = Some(halt);
                            return Err(Error::limit("error.interrupted"));
                        }
                    }
                }
                Ok(())
            },
        );
        match halted.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(halt) => Err(halt),
            None => Ok(done?),
        }
    }

    /// Appends the verdicts of one row to those found.
    fn solve(&self, row: usize, known: &Verdicts, hand: &mut Hand, budget: &Budget) -> Flow {
        let Hand { now, next, room, lines, seen, rows, found } = hand;
        self.table.load((row * self.width) as u64, now);
        rows.push(row);
        if let Some(of) = &self.lines {
            return of.row(&now[0], (self.table, known), lines, found, budget);
        }
        let mut sum = Summary::new(seen);
        self.joined.for_each(now, next, room, budget, &mut |option, stones| {
            let number = usize::try_from(self.table.number(option)).map_err(|_| Halt::Unfit)?;
            let verdict = known.get(number).ok_or(Halt::Unfit)?;
            sum.add(verdict, i32::try_from(stones).map_err(|_| Halt::Unfit)?, self.misere);
            Ok(())
        })?;
        found.push(sum.verdict(self.asked, self.misere));
        Ok(())
    }

    /// Stores the verdicts found.
    fn store(&self, hand: &mut Hand, verdicts: &mut Verdicts) {
        for (row, found) in hand.rows.drain(..).zip(hand.found.chunks(self.width)) {
            for (place, verdict) in found.iter().enumerate() {
                verdicts.set(row * self.width + place, *verdict);
            }
        }
        hand.found.clear();
    }
}
