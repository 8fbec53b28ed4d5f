//! The law of a game as data: which positions are lost, and what they are worth, as formulas over whole numbers.
//!
//! A method states its law here; `grundy-pattern` finds laws in tables, puts them into words and writes
//! programs that play by them. [`Shape`] keeps the kind of law; [`Cond`] and [`Num`] are the few nodes that
//! evaluate it exactly.

// Numbers used as indices are below the length of a list in memory, and not negative.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]

mod automaton;
mod formula;
mod sequence;
mod shape;
mod surd;
mod table;

pub use automaton::Automaton;
pub use formula::{Cond, Digits, LastDigit, Num, classes};
pub use sequence::Sequence;
pub use shape::{Shape, lcm};
pub use surd::Surd;
pub use table::{LISTED, Table};

/// Which positions are lost and, if known, what they are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// The positions lost for the player to move.
    pub lost: Shape,
    /// The Grundy value; in scoring games the margin.
    pub value: Option<Num>,
}

impl Law {
    /// A law of values: the positions of value 0 are lost.
    pub fn of_values(lost: Shape, value: Num) -> Self {
        Self { lost, value: Some(value) }
    }

    /// A law of lost positions alone.
    pub fn lost(lost: Shape) -> Self {
        Self { lost, value: None }
    }
}
