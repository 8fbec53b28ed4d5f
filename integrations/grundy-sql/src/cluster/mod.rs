//! The same functions on several machines: a scheduler, executors, and sessions that send them queries.
//!
//! Only names travel: a query names functions, and a table of generated rows goes as its description. All
//! programs of a cluster must therefore be built from the same source, which [`client`] cannot check. Files are
//! opened where they are read, so paths must mean the same on every machine.
//!
//! Nobody is asked who they are: whoever reaches a scheduler or an executor can run queries there, which read
//! and write files. Listen on loopback, or in a network where that is allowed to everybody.

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

/// The scheduler's port unless told otherwise.
pub const PORT: u16 = 50050;
/// Seconds between two signs of life of an executor.
const HEARTBEAT: u64 = 1;
/// Seconds without one, after which its work is given to others.
const SILENCE: u64 = 5;
/// Parts that a stage is cut into unless told otherwise: enough that the loss of one costs little.
pub const PARTS: usize = 16;

/// A session whose queries run on the cluster of the scheduler at `address`, `HOST:PORT`, in
/// `setting.limits.threads` parts.
pub async fn client(address: &str, setting: &Setting) -> Result<SessionContext, Error> {
    let refused = |error: &dyn ToString| {
        Refusal::new("no-scheduler").with("address", address).with("error", error.to_string())
    };
    // Said here, where the address is known; a query would say it much later.
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
    // Not before: the session is made anew on the way, and forgets functions it does not know.
    session::register(&context, setting);
    Ok(context)
}

/// A configuration that knows how tables of generated rows travel.
fn session_config(setting: &Setting, config: SessionConfig) -> SessionConfig {
    config
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::new(setting)))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::new(setting)))
}

/// What an error of the engine's is called here.
fn failed(error: &ballista_core::error::BallistaError) -> Error {
    Error::from(DataFusionError::Execution(error.to_string()))
}
