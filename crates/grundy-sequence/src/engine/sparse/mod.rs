//! The engine for rules that leave up to two heaps: octal codes of any length, Grundy's game.
//!
//! | part | job |
//! | --- | --- |
//! | `pairs` | which rules these are |
//! | `space` | sparse spaces: rare and common values, codes, the best mask |
//! | `dense` | mex by witnesses; makes the beginning, and everything where no sparse space exists |
//! | `refute` | common values that are options, for 64 positions at once |
//! | `blocks` | the sparse space at work, with `narrow` and `wide` for few and for many codes |
//! | `witnesses`, `search` | rare values are options: for many positions at once, and one by one |
//! | `past` | codes taken over, and codes no longer held |
//! | `cover`, `strings` | which values 1024 positions have among their options, by bit strings |
//! | `machine` | from one to the other and back |
//! | `team` | threads that share the work |
//!
//! Every value is exact: fast methods only show that a value is *not* the mex, and the mex itself is
//! compared with every option that could have it. The methods come from the literature on octal games (A.
//! Gangolli and T. Plambeck 1989, A. Flammenkamp, J. P. Grossman 2019, M. Riley 2025 on sparse spaces and
//! codes). The bit strings, the comparison of a few open codes, terms chosen on a sample and learned
//! witnesses are our own.

// Codes fit a byte by construction, and so do lanes.
#![allow(clippy::cast_possible_truncation)]

mod blocks;
mod cover;
mod dense;
mod machine;
mod narrow;
mod pairs;
mod past;
mod refute;
mod search;
mod space;
mod strings;
mod team;
mod wide;
mod witnesses;

use std::ops::Range;

use machine::{Machine, State};
#[cfg(test)]
mod tests;

pub(crate) use pairs::Pairs;

use super::{Engine, Kept, Rares, Values};
use crate::values::{Coded, Gap};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;

/// Values of a game whose moves leave at most two heaps.
#[derive(Debug)]
pub(crate) struct Sparse {
    machine: Machine,
    /// The number of values requested by the caller. Blocks may have computed more.
    shown: usize,
    /// Reserved bytes: one for each value that is held, and others.
    reserved: usize,
    reserved_more: usize,
    /// The first values that are kept, if earlier values may be dropped.
    keep: Option<usize>,
}

/// The available vector unit. Loops are written once and compiled for each vector unit.
fn vector_unit() -> pulp::Arch {
    #[cfg(test)]
    if tests::PORTABLE.get() {
        return pulp::Arch::Scalar;
    }
    pulp::Arch::new()
}

/// Number of other bytes reserved at a time.
const PORTION: usize = 1 << 16;
/// Fewer values are not worth a second thread.
const FEW: usize = 512;

impl Sparse {
    /// For the rules in `pairs`.
    pub(crate) fn new(pairs: Pairs) -> Self {
        Self { machine: Machine::new(pairs), shown: 0, reserved: 0, reserved_more: 0, keep: None }
    }

    fn reserve(&mut self, length: usize, budget: &Budget) -> Result<()> {
        let length = length - self.machine.gap().dropped;
        if length > self.reserved {
            budget.reserve((length - self.reserved) as u64)?;
            self.reserved = length;
        }
        Ok(())
    }
}

/// Updates the reserved memory to the needs of the current state.
fn account(reserved: &mut usize, bytes: usize, budget: &Budget) -> Result<()> {
    let bytes = bytes.next_multiple_of(PORTION);
    if bytes > *reserved {
        budget.reserve((bytes - *reserved) as u64)?;
    } else {
        budget.release((*reserved - bytes) as u64);
    }
    *reserved = bytes;
    Ok(())
}

impl Engine for Sparse {
    fn name(&self) -> &'static str {
        match &self.machine.state {
            State::Dense(_) => "witnesses",
            State::Blocks(_) => "sparse-space",
        }
    }

    fn values(&self) -> Values<'_> {
        match &self.machine.state {
            State::Dense(dense) => Values::Narrow(&dense.values[..self.shown]),
            State::Blocks(blocks) => Values::Coded(Coded {
                codes: &blocks.codes()[..blocks.gap.place(self.shown)],
                head: &blocks.head[..blocks.head.len().min(self.shown)],
                tables: &blocks.tables,
                gap: blocks.gap,
            }),
        }
    }

    fn into_kept(self: Box<Self>) -> Kept {
        match self.machine.state {
            State::Dense(mut dense) => {
                dense.values.truncate(self.shown);
                Kept::Narrow(dense.values)
            }
            State::Blocks(_) => self.values().to_kept(),
        }
    }

    fn effort(&self) -> u64 {
        self.machine.effort()
    }

    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()> {
        if length <= self.shown {
            return Ok(());
        }
        // Blocks compute a few values beyond `length`.
        self.reserve(length.saturating_add(2 * cover::BLOCK), budget)?;
        let threads = if length - self.shown < FEW { 1 } else { budget.limits().thread_count() };
        let reserved = &mut self.reserved_more;
        // A phase computes up to a block: callers that ask for a few more values find most of them here.
        let mut known = self.machine.len();
        let result = team::lead(threads, &mut self.machine, |team| {
            while known < length {
                budget.check_time()?;
                let settled = team.phase(
                    |machine| machine.plan(length, threads),
                    |machine, done| machine.settle(done).map(|()| (machine.len(), machine.more_bytes())),
                );
                let (len, bytes) = settled?;
                account(reserved, bytes, budget)?;
                known = len;
            }
            Ok(())
        });
        self.shown = self.machine.len().min(length).max(self.shown);
        result
    }

    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()> {
        self.reserve(self.shown + values.len(), budget)?;
        let values: Option<Vec<u16>> = values.iter().map(|v| u16::try_from(*v).ok()).collect();
        let values = values.ok_or_else(|| Error::limit("error.heap-too-large"))?;
        self.machine.restore(self.shown, &values)?;
        self.shown += values.len();
        account(&mut self.reserved_more, self.machine.more_bytes(), budget)
    }

    fn bytes_for(&self, length: u64) -> Option<u64> {
        Some(match &self.machine.state {
            State::Dense(_) => length.saturating_mul(2),
            // The first values, as many before the end, and those that the caller has not saved yet.
            State::Blocks(_) => self.keep.map_or(length, |keep| length.min(4 * keep as u64)),
        })
    }

    fn least_bytes_for(&self, length: u64) -> Option<u64> {
        // The best case: values stored in blocks.
        Some(length)
    }

    fn forget(&mut self, saved: usize, keep: usize, budget: &Budget) {
        self.keep = Some(keep);
        let dropped = self.machine.forget(saved.min(self.shown), keep);
        self.reserved -= dropped;
        budget.release(dropped as u64);
    }

    fn forgotten(&self) -> Range<usize> {
        let Gap { kept, dropped } = self.machine.gap();
        kept..kept + dropped
    }

    fn rares(&self) -> Option<Rares> {
        let (space, rares) = self.machine.rares()?;
        let rares = &rares[..rares.partition_point(|r| (*r as usize) < self.shown)];
        Some(Rares {
            mask: space.mask.into(),
            parity: space.parity.map(|p| u32::from(p == 1)),
            count: rares.len(),
            last: rares.last().map_or(0, |r| *r as usize),
        })
    }
}
