//! Engines: methods of computing G(0), G(1), ... in order.
//!
//! All engines compute the same numbers; they differ in the rules they support and in speed. [`engine_for`]
//! picks the fastest engine for a rule; [`Plain`] supports every heapwise rule and is the reference for the
//! others.

mod plain;
mod sparse;
mod stored;
mod subtraction;
#[cfg(test)]
mod tests;
mod windows;

use std::fmt::Debug;
use std::ops::Range;

pub(crate) use crate::values::with_reader;
pub use crate::values::{Coded, Elsewhere, Kept, Values};
pub use plain::Plain;
pub use subtraction::{Outcomes, Subtraction};
pub use windows::Windows;

use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::Rules;

/// Computes the values of one heap, in order.
pub trait Engine: Debug {
    /// The name in statistics and progress.
    fn name(&self) -> &'static str;

    /// The values computed so far, G(0) first.
    fn values(&self) -> Values<'_>;

    /// The values as owned data, without a copy where the engine stores them as numbers.
    fn into_kept(self: Box<Self>) -> Kept {
        self.values().to_kept()
    }

    /// The approximate number of options examined so far: the cost of the work done.
    fn effort(&self) -> u64;

    /// Computes the values up to `length`. Reserves memory before using it and checks the clock regularly.
    /// After an error the values computed so far are valid, and the call may be repeated.
    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()>;

    /// Takes over G(len), G(len + 1), ... computed by an earlier run of the same rules.
    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()>;

    /// Bytes needed for values up to `length`, in addition to a small fixed part; `None` if unknown.
    fn bytes_for(&self, length: u64) -> Option<u64>;

    /// A lower bound on the bytes needed for values up to `length`, where [`bytes_for`](Self::bytes_for) may
    /// overestimate. A request refused by this bound would fail in any case.
    fn least_bytes_for(&self, length: u64) -> Option<u64> {
        self.bytes_for(length)
    }

    /// Lets the engine drop values below `saved`, which the caller has elsewhere, except about the first `keep`. If a
    /// later value depends on dropped ones, [`grow`](Self::grow) fails with
    /// [`ValuesForgotten`](grundy_core::error::Condition::ValuesForgotten).
    fn forget(&mut self, _saved: usize, _keep: usize, _budget: &Budget) {}

    /// The heaps whose values were dropped. [`values`](Self::values) counts them, but they cannot be read there.
    fn forgotten(&self) -> Range<usize> {
        0..0
    }

    /// Statistics of rare positions, if the engine uses a sparse space.
    fn rares(&self) -> Option<Rares> {
        None
    }
}

/// The sparse space of a sequence: nearly all positions are common, and every option with a common value
/// contains a rare position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rares {
    /// A position is rare if its value and this mask have an even number of bits in common ...
    pub mask: u32,
    /// ... or, if the parity of the position counts (`Some`), if that number has the parity of the position
    /// plus this.
    pub parity: Option<u32>,
    /// The number of rare positions so far.
    pub count: usize,
    /// The last rare position.
    pub last: usize,
}

/// The fastest engine for a heapwise game.
pub fn engine_for(rules: &Rules) -> Box<dyn Engine> {
    if let Some(pairs) = sparse::Pairs::of(rules) {
        return Box::new(sparse::Sparse::new(pairs));
    }
    if let Some(amounts) = rules.as_subtraction_set() {
        if let Some(engine) = Windows::new(amounts).filter(Windows::pays) {
            return Box::new(engine);
        }
        if let Some(engine) = Subtraction::new(amounts) {
            return Box::new(engine);
        }
    }
    Box::new(Plain::new(rules))
}

impl Engine for Box<dyn Engine> {
    fn name(&self) -> &'static str {
        (**self).name()
    }
    fn values(&self) -> Values<'_> {
        (**self).values()
    }
    fn into_kept(self: Box<Self>) -> Kept {
        (*self).into_kept()
    }
    fn effort(&self) -> u64 {
        (**self).effort()
    }
    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()> {
        (**self).grow(length, budget)
    }
    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()> {
        (**self).restore(values, budget)
    }
    fn bytes_for(&self, length: u64) -> Option<u64> {
        (**self).bytes_for(length)
    }
    fn least_bytes_for(&self, length: u64) -> Option<u64> {
        (**self).least_bytes_for(length)
    }
    fn forget(&mut self, saved: usize, keep: usize, budget: &Budget) {
        (**self).forget(saved, keep, budget);
    }
    fn forgotten(&self) -> Range<usize> {
        (**self).forgotten()
    }
    fn rares(&self) -> Option<Rares> {
        (**self).rares()
    }
}
