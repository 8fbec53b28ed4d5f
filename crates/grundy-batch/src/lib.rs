//! Answers the positions in a file and writes the answers to another file.
//!
//! A [`Job`] states the query for every row and the formats of the files: text, CSV, JSON Lines, Parquet (a
//! cargo feature), in any combination. [`run`] processes it in pieces, so that memory is bounded whatever the
//! length of the input, and on several threads; rows keep their order. A [`shard`] of a job is a separate file
//! with a [`manifest`](shard::Manifest) beside it, and [`merge`] joins the shards.
//!
//! Line formats are processed piece by piece: whole records are cut off, answered and written as bytes by one
//! worker. If either side is Parquet, pieces are record batches instead.

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
