//! Games of taking as data: what every other crate of Grundy stands on.
//!
//! A game is a line of text. [`notation`] reads it into [`rules`] in normal form, [`catalogue`] holds the games with
//! names, and [`position`] has heaps, sums, and the moves that lead from one position to another. [`answer`] is what a
//! question is answered with; [`text`] puts messages into words, in English and Chinese; [`limits`] count the work,
//! time and memory of one question, and [`error`] says what went wrong and where.
//!
//! Nothing here decides who wins. Programs that want answers use the crate `grundy`.

pub mod answer;
pub mod board;
pub mod catalogue;
pub mod error;
pub mod game;
pub mod limits;
pub mod method;
pub mod nimber;
pub mod notation;
pub mod number;
pub mod outcome;
pub mod own;
pub mod position;
pub mod prefixes;
pub mod rules;
pub mod text;
pub mod typed;

/// Whole numbers of any size, as positions, rules and answers have them.
pub use dashu_int::{IBig, UBig};

pub use answer::{Answer, DEFAULT_MOVES, Outcome};
pub use error::Error;
