//! Engines: ways to make G(0), G(1), ... one after the other.
//!
//! All engines make the same numbers; they differ in which rules they understand and how fast they
//! are. [`engine_for`] picks the fastest one for a rule; [`Plain`] understands every heapwise rule
//! and is the judge of the others.

mod plain;
mod sparse;
mod stored;
mod subtraction;
#[cfg(test)]
mod tests;
mod windows;

use std::fmt::Debug;

pub(crate) use crate::values::with_reader;
pub use crate::values::{Coded, Kept, Values};
pub use plain::Plain;
pub use subtraction::{Outcomes, Subtraction};
pub use windows::Windows;

use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::Rules;

/// Makes the values of one heap, in order.
pub trait Engine: Debug {
    /// Its name in statistics and progress.
    fn name(&self) -> &'static str;

    /// The values made so far, G(0) first.
    fn values(&self) -> Values<'_>;

    /// The same for good, without a copy where the engine keeps them as numbers.
    fn into_kept(self: Box<Self>) -> Kept {
        self.values().to_kept()
    }

    /// How many options were looked at for them, roughly: what the work so far has cost.
    fn effort(&self) -> u64;

    /// Makes the values up to `length`. Memory is reserved before it is taken, the clock is looked at
    /// now and then; after an error the values so far are still good, and the call may be repeated.
    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()>;

    /// Takes over G(len), G(len + 1), ... that the same rules gave in an earlier run, as if they had been made here.
    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()>;

    /// Bytes that values up to `length` need, on top of a small fixed part; `None` where unknown.
    fn bytes_for(&self, length: u64) -> Option<u64>;

    /// Bytes below which values up to `length` cannot be had, where [`bytes_for`](Self::bytes_for) must suppose more
    /// than may be needed: what is refused by it would have failed in any case.
    fn least_bytes_for(&self, length: u64) -> Option<u64> {
        self.bytes_for(length)
    }

    /// What is known about rare positions, where the engine knows such.
    fn rares(&self) -> Option<Rares> {
        None
    }
}

/// The sparse space of a sequence: nearly all positions are common, and an option of a common value
/// holds a rare position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rares {
    /// A position is rare if its value has an even number of bits in common with this mask ...
    pub mask: u32,
    /// ... or, where the position takes part (`Some`), if that number has the parity of the position plus this.
    pub parity: Option<u32>,
    /// How many positions are rare so far.
    pub count: usize,
    /// The last of them.
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
    fn rares(&self) -> Option<Rares> {
        (**self).rares()
    }
}
