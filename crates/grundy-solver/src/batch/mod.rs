//! Many positions at once: lines of text, one row for each, or columns in memory.

mod columns;
mod decider;
mod error;
pub mod lines;
mod row;
mod run;
pub mod words;

pub use columns::{Answers, Positions, Prepared, Texts, Worker};
pub use error::RowError;
pub use run::{BatchSettings, Column, Lines, heaps_of};
