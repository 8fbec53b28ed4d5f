//! Grundy for assistants, over the Model Context Protocol: questions about games as tools, so that an assistant
//! computes the exact answer instead of guessing it.
//!
//! [`run`] serves one client over standard input and output until the client disconnects. The tools are
//! [endpoints](grundy_api::ENDPOINTS) of the API, each with a schema of its arguments. Each call is computed on its own thread,
//! within limits of time, memory and length, and is aborted when the client cancels it. No tool reads or writes a file or
//! contacts another machine.
mod call;
mod server;
mod tool;

use std::io;
use std::time::Duration;

use grundy_solver::text::Lang;
use grundy_text::Catalogue;
use rmcp::ServiceExt as _;
use rmcp::transport::stdio;

pub use server::Server;

static TEXTS: Catalogue = grundy_text::catalogue!("mcp");

/// Searches recurse as deep as positions are long.
const STACK: usize = 16 << 20;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The longest time that a call is computed.
    pub time: Duration,
    /// Bytes of memory for each call.
    pub memory: u64,
    /// Calls that are computed at once; further calls wait.
    pub threads: usize,
    /// The most bytes of an answer. A longer one would not fit into an assistant's context.
    pub answer: usize,
    /// Whether games may be scripts.
    pub scripts: bool,
    /// The language of descriptions, and of answers unless a call sets another.
    pub lang: Lang,
}

impl Default for Config {
    /// 10 seconds, 512 MiB, two calls at once, 64 KiB, no scripts, English.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            memory: 512 << 20,
            threads: 2,
            answer: 64 << 10,
            scripts: false,
            lang: Lang::En,
        }
    }
}

/// Serves one client over standard input and output until it disconnects.
///
/// # Errors
///
/// The threads could not be started, or the input did not start with this protocol's handshake.
pub fn run(config: Config) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_stack_size(STACK)
        .enable_io()
        .enable_time()
        .build()?;
    let ended = runtime.block_on(async {
        let service = match Server::new(config).serve(stdio()).await {
            Ok(service) => service,
            // A client that disconnects before its first message is not an error.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(io::Error::other(error.to_string())),
        };
        service.waiting().await.map(drop).map_err(io::Error::other)
    });
    // A call that ignores its deadline is not awaited, and neither is a blocking read of stdin.
    runtime.shutdown_background();
    ended
}
