//! Take-away games as data: the base of every other crate of Grundy.
//!
//! A game is a line of text. [`notation`] parses it into [`rules`] in normal form, [`catalogue`] has the named games,
//! and [`position`] has heaps, sums, and the moves between positions. [`answer`] is the answer to a question; [`text`]
//! renders messages in English and Chinese; [`limits`] count the work, time and memory of one question, and [`error`]
//! reports what went wrong and where.
//!
//! This crate does not decide who wins. Programs that need answers use the crate `grundy`.

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
mod team;
pub mod text;
pub mod typed;

/// Whole numbers of any size, used in positions, rules and answers.
pub use dashu_int::{IBig, UBig};

pub use answer::{Answer, DEFAULT_MOVES, Outcome};
pub use error::Error;
