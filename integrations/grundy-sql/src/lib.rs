//! Stone-taking games in SQL: scalar and table functions for `DataFusion`, on one machine or on a cluster.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! use grundy_sql::{Setting, session};
//!
//! let context = session::local(&Setting::default())?;
//! let table = context.sql("SELECT grundy_outcome('wythoff', 8, 15) AS outcome").await?.collect().await?;
//! assert_eq!(table[0].num_rows(), 1);
//! # Ok::<(), datafusion::error::DataFusionError>(())
//! # }).unwrap();
//! ```
//!
//! [`functions::scalar`] is every scalar function and [`tables::functions`] every table function, for a
//! session of your own; [`session`] creates one that has them all. [`script`] runs statements and
//! [`mod@write`] writes their results, batch by batch, so that memory does not grow with the number of rows.
//!
//! Games that name files are rejected: a query may come from anywhere, and its functions may run on machines
//! without the file. A script only reads: its caller writes the results.

mod bounded;
#[cfg(feature = "cluster")]
pub mod cluster;
mod error;
mod exact;
mod files;
pub mod functions;
mod nesting;
pub mod script;
pub mod session;
mod setting;
pub mod shards;
pub mod tables;
mod watch;
mod words;
pub mod write;

use std::io;

pub use error::{Error, Refusal};
pub use setting::Setting;

/// Enough for statements as deep as `nesting` allows, also in builds without optimization.
const STACK: usize = 64 << 20;

/// Runs `work` to its end on `threads` new threads. Tasks that still run then are abandoned.
pub fn block_on<T>(threads: usize, work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let built = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads.max(1))
        .thread_stack_size(STACK)
        .enable_all()
        .build();
    let runtime = built.map_err(|error: io::Error| Error::Output(error))?;
    let result = runtime.block_on(work);
    runtime.shutdown_background();
    result
}
