//! Many positions from a stream: one line in, one row out.

mod fast;
pub mod lines;
mod parallel;
mod run;
pub mod words;

pub use fast::Fast;
pub use run::{BatchError, Column, Settings, run};
