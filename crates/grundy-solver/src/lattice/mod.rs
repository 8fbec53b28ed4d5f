//! Coupled heaps: sieves of P-positions and tables of values.
//!
//! If a move may touch several heaps at once, a position is not the sum of its heaps, and values of
//! single heaps do not decide it. Instead, every position below is examined, options first:
//! [`sieve`] finds the P-positions alone, [`values`] and [`remoteness`] a number for each position.
//! All of them require rules that take stones, split no heap and depend only on the sizes of the
//! heaps they touch.

mod bits;
mod coupled;
mod dead_lines;
mod gather;
mod levels;
mod line_values;
mod moving;
mod relation;
mod set;
mod shared_limit;
mod sieve;
mod slack;
mod solved;
mod table;
#[cfg(test)]
mod tests;
mod window;
mod wythoff;

pub use set::PositionSet;
pub use sieve::sieve;
pub use table::{Table, remoteness, values};

pub(crate) use shared_limit::{SHARED_LIMIT, shared_limit};
pub(crate) use solved::{Fit, Lattices, SIEVE, TABLE, fit, solved};

/// Whether this module supports these rules.
pub fn is_coupled(rules: &grundy_core::rules::Rules) -> bool {
    coupled::why_not(rules).is_none()
}
