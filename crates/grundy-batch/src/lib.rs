//! Files of positions in, files of answers out.
//!
//! A [`Job`] says what is asked of every row and how files are read and written: text, CSV, JSON Lines, Parquet (a
//! cargo feature), in any combination. [`run`] does it: in pieces, so that memory stays the same whatever the
//! length of the input; on several threads; rows keep their order. A [`shard`] of a job is a file of its own
//! with a [`manifest`](shard::Manifest) beside it, and [`merge`] joins them.
//!
//! Input and output of lines go piece by piece: whole records are cut off, answered and written as bytes by one worker.
//! Where either side is Parquet, pieces are record batches instead.

mod answering;
mod cells;
mod csv;
mod error;
mod format;
mod identity;
mod input;
mod job;
mod json;
mod lines;
pub mod locked;
pub mod merge;
#[cfg(feature = "parquet")]
mod parquet;
mod part;
mod piece;
mod pipeline;
mod pump;
mod quotes;
mod records;
mod rows;
mod run;
pub mod shard;
pub mod sweep;

pub use error::{BatchFailure, Result};
pub use format::Format;
pub use identity::checksum;
pub use input::Input;
pub use job::{Job, Progress, Summary};
pub use run::run;
