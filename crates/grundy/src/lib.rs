//! Grundy.
rust_i18n::i18n!("locales", fallback = "en");

pub mod answer;
pub mod batch;
pub mod catalogue;
pub mod error;
pub mod explain;
pub mod kernel;
pub mod limits;
pub mod notation;
pub mod number;
pub mod oracle;
mod plan;
pub mod position;
pub mod report;
mod results;
pub mod rules;
mod search;
pub mod sequence;
mod solver;
pub mod text;
pub mod theorem;

pub use answer::{Answer, Outcome};
pub use error::Error;
pub use solver::{DEFAULT_MOVES, Solver, WinningTurns};
