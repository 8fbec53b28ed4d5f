//! The server side of the protocol.

use std::sync::Arc;
use std::time::Duration;

use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, Implementation, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, interval_at};

use crate::call::Call;
use crate::tool::{self, NAMES, endpoint_of};
use crate::{Config, TEXTS};

/// Time between two progress reports.
const TICK: Duration = Duration::from_millis(500);

/// Handles the calls of one client.
#[derive(Debug)]
pub struct Server {
    config: Arc<Config>,
    /// One permit for each call that may be computed.
    threads: Arc<Semaphore>,
}

impl Server {
    /// A server with these limits.
    pub fn new(config: Config) -> Self {
        let threads = Arc::new(Semaphore::new(config.threads.max(1)));
        Self { config: Arc::new(config), threads }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let this = Implementation::new("grundy", env!("CARGO_PKG_VERSION")).with_title("Grundy");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(this)
            .with_instructions(TEXTS.text(self.config.lang, "server.instructions"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tool::all(self.config.lang)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(endpoint) = endpoint_of(&request.name) else {
            let values = [("name", request.name.to_string()), ("known", NAMES.join(", "))];
            let text = TEXTS.filled(self.config.lang, "error.no-such-tool", &values);
            return Err(ErrorData::invalid_params(text, None));
        };
        let internal = || ErrorData::internal_error(TEXTS.text(self.config.lang, "error.internal"), None);
        let call = Call::new(endpoint, request.arguments.unwrap_or_default(), Arc::clone(&self.config));
        let (cancel, watch) = (call.cancel.clone(), Arc::clone(&call.watch));
        let turn = tokio::select! {
            turn = Arc::clone(&self.threads).acquire_owned() => turn.map_err(|_| internal())?,
            () = context.ct.cancelled() => return Err(internal()),
        };
        let answer = spawn_blocking(move || {
            let answer = call.answer();
            drop(turn);
            answer
        });
        tokio::pin!(answer);
        let wants_progress = context.meta.get_progress_token();
        let mut tick = interval_at(Instant::now() + TICK, TICK);
        loop {
            tokio::select! {
                // A call that panics ends here and does not affect others.
                answer = &mut answer => return answer.map(Into::into).map_err(|_| internal()),
                () = context.ct.cancelled() => {
                    cancel.cancel();
                    return Err(internal());
                }
                _ = tick.tick() => {
                    if let (Some(token), Some(done)) = (wants_progress.clone(), watch.counted()) {
                        // The protocol uses floating point; the value is only displayed.
                        #[expect(clippy::cast_precision_loss, reason = "it is shown to a person")]
                        let progress = ProgressNotificationParam::new(token, done as f64);
                        let _ = context.peer.notify_progress(progress).await;
                    }
                }
            }
        }
    }
}
