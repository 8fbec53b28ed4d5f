//! The functions on several machines: a scheduler, executors, and sessions that send them queries.
//!
//! Only names are sent: a query names functions, and a table of generated rows is sent as its description. All
//! programs of a cluster must therefore be built from the same source, which [`client`] cannot check. Files are
//! opened where they are read, so paths must mean the same on every machine.
//!
//! There is no authentication: whoever reaches a scheduler or an executor can run queries there, which read and
//! write files. Listen on loopback, or in a network where everybody may do that.

mod codec;
mod executor;
mod scheduler;

use std::sync::Arc;

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use datafusion::error::DataFusionError;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::error::{Error, Refusal};
use crate::setting::Setting;
use crate::{files, session};
use codec::{LogicalCodec, PhysicalCodec};

pub use executor::{Executor, executor};
pub use scheduler::scheduler;

/// The default port of the scheduler.
pub const PORT: u16 = 50050;
/// Seconds between two heartbeats of an executor.
const HEARTBEAT: u64 = 1;
/// Seconds without a heartbeat after which an executor's work is given to others.
const SILENCE: u64 = 5;
/// The default number of parts of a stage: enough that the loss of one costs little.
pub const PARTS: usize = 16;

/// A session whose queries run on the cluster of the scheduler at `address`, `HOST:PORT`, in
/// `setting.limits.threads` parts.
pub async fn client(address: &str, setting: &Setting) -> Result<SessionContext, Error> {
    let refused = |error: &dyn ToString| {
        Refusal::new("no-scheduler").with("address", address).with("error", error.to_string())
    };
    // Reported here, where the address is known; a query would report it much later.
    tokio::net::TcpStream::connect(address).await.map_err(|error| refused(&error))?;
    let config = session_config(setting, session::config(setting));
    let runtime = session::runtime(setting)?;
    let state = SessionStateBuilder::new()
        .with_config(config)
        .with_runtime_env(runtime)
        .with_default_features()
        .build();
    let url = format!("df://{address}");
    let context = SessionContext::remote_with_state(&url, state).await.map_err(|error| refused(&error))?;
    let context = files::with_files(context);
    // Not earlier: the session is rebuilt on the way and loses functions that it does not know.
    session::register(&context, setting)?;
    Ok(context)
}

/// A configuration with the codecs of generated tables.
fn session_config(setting: &Setting, config: SessionConfig) -> SessionConfig {
    config
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::new(setting)))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::new(setting)))
}

/// Converts an error of the engine.
fn failed(error: &ballista_core::error::BallistaError) -> Error {
    Error::from(DataFusionError::Execution(error.to_string()))
}
