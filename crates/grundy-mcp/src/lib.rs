//! Grundy for assistants, by the Model Context Protocol: questions about games as tools, so that an assistant asks for
//! the exact answer in place of guessing it.
//!
//! [`run`] speaks with one client over standard input and output until the client leaves. The tools are
//! [endpoints](grundy_api::ENDPOINTS) of the API, each with a schema of what it takes. Each call is computed on a thread of its
//! own, within limits of time, memory and length, and is given up when the client cancels it. No tool reads a file, writes one
//! or speaks with another machine.
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

/// Searches call themselves as deep as positions are long.
const STACK: usize = 16 << 20;

/// What a server allows.
#[derive(Clone, Debug)]
pub struct Config {
    /// The longest a call is computed.
    pub time: Duration,
    /// Bytes of memory for each call.
    pub memory: u64,
    /// Calls that are computed at once; more wait.
    pub threads: usize,
    /// Bytes of an answer. What an assistant cannot hold in mind is of no use to it.
    pub answer: usize,
    /// May games be scripts?
    pub scripts: bool,
    /// The language of descriptions, and of answers unless a call asks for another.
    pub lang: Lang,
}

impl Default for Config {
    /// 10 seconds, 512 MiB, two at once, 64 KiB, no scripts, English.
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

/// Serves one client over standard input and output until it leaves.
///
/// # Errors
///
/// The threads could not be started, or what came in was no beginning of this protocol.
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
            // A client that leaves before it has said anything has said all it had to say.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(io::Error::other(error.to_string())),
        };
        service.waiting().await.map(drop).map_err(io::Error::other)
    });
    // A call that does not look at the clock is not waited for, and neither is a line that nobody types.
    runtime.shutdown_background();
    ended
}
