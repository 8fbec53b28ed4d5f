//! Verdicts of positions in which the latest take decides only the largest amount of the next one.
//!
//! After a take of `last` stones the options are those of the amounts 1 to `f(last)`. So the verdict on a position
//! depends on the heaps and on that number alone. From one number to the next one more amount is an option, which
//! rarely changes the verdict: a Grundy value only grows, and is small. A row, all positions with the same heaps, is
//! kept as the numbers at which the verdict changes.

use grundy_core::limits::Budget;

use super::halt::Flow;
use super::verdicts::Verdict;

/// A verdict, from a number of stones on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    from: u32,
    remoteness: u32,
    value: u32,
}

impl Run {
    fn is_like(self, verdict: Verdict) -> bool {
        (self.remoteness, self.value) == (verdict.remoteness, verdict.value)
    }
}

/// The rows solved so far.
#[derive(Debug)]
pub(super) struct Runs {
    /// How many stones may be taken at most, by the latest take and one more; the first entry is not used.
    limits: Vec<u32>,
    /// Each row in order of the stones, from 0 on. The first of its runs is the position at the start.
    rows: Vec<Box<[Run]>>,
    bytes: u64,
}

impl Runs {
    /// No rows of a game with these limits, of which `bytes` are reserved.
    pub(super) fn new(limits: Vec<u32>, bytes: u64) -> Self {
        Self { limits, rows: Vec::new(), bytes }
    }

    /// Reserved memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Remoteness and value by number in the table, if known.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<(u32, u32)> {
        let (row, last) = (at / self.limits.len(), at % self.limits.len());
        let (start, runs) = self.rows.get(row)?.split_first()?;
        let run = if last == 0 {
            start
        } else {
            let limit = self.limits[last];
            &runs[runs.partition_point(|run| run.from <= limit).checked_sub(1)?]
        };
        Some((run.remoteness, run.value))
    }

    /// Adds the next row: the verdict at the start, and the runs.
    pub(super) fn push(&mut self, start: Verdict, runs: &[Run], budget: &Budget) -> Flow {
        // What the allocator adds to a row is as long as two runs.
        let bytes = ((runs.len() + 3) * size_of::<Run>() + 2 * size_of::<Box<[Run]>>()) as u64;
        budget.reserve(bytes)?;
        self.bytes += bytes;
        let start = Run { from: 0, remoteness: start.remoteness, value: start.value };
        self.rows.push([start].iter().chain(runs).copied().collect());
        Ok(())
    }
}

/// Appends a verdict, if it is another one than before.
pub(super) fn extend(runs: &mut Vec<Run>, from: u32, verdict: Verdict) {
    if runs.last().is_none_or(|last| !last.is_like(verdict)) {
        runs.push(Run { from, remoteness: verdict.remoteness, value: verdict.value });
    }
}

/// The verdict where at most `limit` stones may be taken.
pub(super) fn at(runs: &[Run], limit: u32, misere: bool) -> Option<Verdict> {
    let run = runs[..runs.partition_point(|run| run.from <= limit)].last()?;
    let wins = (run.remoteness % 2 == 1) != misere;
    Some(Verdict { wins, remoteness: run.remoteness, value: run.value, margin: 0 })
}
