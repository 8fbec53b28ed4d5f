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
//! session of one's own; [`session`] makes one that has them all. [`script`] runs statements and [`mod@write`]
//! writes what they give, batch by batch, so that memory does not grow with the number of rows.
//!
//! Games that name files are refused here: a query may come from anywhere, and its functions may run on
//! machines that never saw the file. A script only reads: what it gives is written by whoever runs it.

#[cfg(feature = "cluster")]
pub mod cluster;
mod error;
mod files;
pub mod functions;
pub mod script;
pub mod session;
mod setting;
pub mod shards;
pub mod tables;
mod words;
pub mod write;

use std::io;

pub use error::{Error, Refusal};
pub use setting::Setting;

/// Queries nest deeper than the usual stack of a thread in builds that are not optimised.
const STACK: usize = 16 << 20;

/// Does `work` to its end on so many threads of its own. What is still under way then is left behind.
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
