//! Many positions at once: from a stream, one line in and one row out, or from columns in memory.

mod columns;
mod fast;
mod kernel;
pub mod lines;
mod quick;
mod row;
mod run;
pub mod words;

pub use columns::{Answers, BadRow, Positions, Prepared, Texts, Worker};
pub use fast::Fast;
pub use kernel::Kernel;
pub use run::{BatchError, Column, Lines, Settings, heaps_of};
