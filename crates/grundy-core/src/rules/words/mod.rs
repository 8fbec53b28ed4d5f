//! Expressions and sets of amounts on machine words.
//!
//! They mean what [`Expr`](super::Expr) and [`Members`](super::Members) mean, without big integers in inner loops.
//! Where a number does not fit, they say so instead of answering: [`TooLarge`]. [`HeapAmounts`] then uses big integers.

mod expr;
mod heap;
mod set;

pub use expr::{TooLarge, WordEnv, WordExpr};
pub use heap::{HeapAmounts, ranges_between};
pub use set::{Range, WordSet, holds};

use dashu_int::UBig;

/// A whole number as a machine word, if it fits.
fn word(value: &UBig) -> Option<u64> {
    u64::try_from(value).ok()
}
