//! Coupled heaps: sieves of P-positions and tables of values.
//!
//! If a move may touch several heaps at once, a position is not the sum of its heaps, and values of
//! single heaps do not decide it. Instead, every position below is examined, options first:
//! [`sieve`](Lattice::sieve) finds the P-positions alone, [`values`](Lattice::values) and
//! [`remoteness`](Lattice::remoteness) a number for each position.
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
mod stages;
mod table;
#[cfg(test)]
mod tests;
mod window;
mod wythoff;

use grundy_core::rules::Rules;

pub use set::PositionSet;
pub use table::BoxTable;

pub(crate) use levels::in_levels;
pub(crate) use shared_limit::{SHARED_LIMIT, shared_limit};
pub(crate) use solved::{Fit, Lattices, SIEVE, TABLE, fit, solved};

/// A game under one convention whose positions can be examined together.
///
/// The recogniser makes it, so no other place decides which rules this module supports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    rules: Rules,
    misere: bool,
}

impl Lattice {
    /// The lattice of a game; `None` if this module does not support its rules.
    pub(crate) fn of(rules: &Rules, misere: bool) -> Option<Self> {
        coupled::is_supported(rules).then(|| Self { rules: rules.clone(), misere })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}
