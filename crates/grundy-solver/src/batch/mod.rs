//! Many positions at once: from a stream, one line in and one row out, or from columns in memory.

mod columns;
mod decider;
pub mod lines;
mod row;
mod run;
pub mod words;

pub use columns::{Answers, BadRow, Positions, Prepared, Texts, Worker};
pub use run::{BatchError, Column, Lines, Settings, heaps_of};
