//! The scheduler: accepts queries, splits them into tasks and assigns those to executors.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::utils::{default_config_producer, default_session_builder};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{SchedulerConfig, TaskDistributionPolicy};
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::execution::SessionStateBuilder;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use grundy_solver::limits::Limits;
use tokio::net::TcpListener;

use super::codec::{LogicalCodec, PhysicalCodec};
use super::{HEARTBEAT, SILENCE, failed, session_config};
use crate::error::{Error, Refusal};
use crate::functions;
use crate::setting::Setting;
use crate::watch::within;

/// Serves at `address` until the setting's flag is set. `ready` receives the address; if port 0 was
/// requested, its port is a free one.
pub async fn scheduler(
    address: SocketAddr,
    setting: &Setting,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), Error> {
    let busy = |error: std::io::Error| Refusal::new("listen").with("address", address).with("error", error);
    let listener = TcpListener::bind(address).await.map_err(busy)?;
    let bound = listener.local_addr().map_err(busy)?;
    let config = Arc::new(configuration(bound, setting));
    let cluster = BallistaCluster::new_from_config(&config).await.map_err(|error| failed(&error))?;
    let server = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, config).await;
    let server = server.map_err(|error| failed(&error))?;
    ready(bound);
    let served =
        async { start_grpc_service_with_listener(listener, server).await.map_err(|error| failed(&error)) };
    // The time limit is for a task, not for the service.
    let limits = Limits { time: None, ..setting.limits };
    within(&Setting { limits, ..setting.clone() }, served).await
}

fn configuration(address: SocketAddr, setting: &Setting) -> SchedulerConfig {
    let mut config =
        SchedulerConfig::default().with_hostname(address.ip().to_string()).with_port(address.port());
    config.bind_host = address.ip().to_string();
    // Tasks go to the executors in turn: with the other policy the first one takes all it has room for.
    config.task_distribution = TaskDistributionPolicy::RoundRobin;
    config.executor_timeout_seconds = SILENCE;
    config.expire_dead_executor_interval_seconds = HEARTBEAT;
    // A cluster that has lost its last executor waits this long for another.
    config.no_executors_grace_period_seconds = 4 * SILENCE;
    config.override_logical_codec = Some(Arc::new(LogicalCodec::new(setting)));
    config.override_physical_codec = Some(Arc::new(PhysicalCodec::new(setting)));
    let shared = setting.clone();
    config.override_config_producer =
        Some(Arc::new(move || session_config(&shared, default_config_producer())));
    let known = functions::scalar(setting);
    config.override_session_builder = Some(Arc::new(move |config| {
        let state = default_session_builder(config)?;
        let all = state.scalar_functions().values().chain(&known).cloned().collect();
        Ok(SessionStateBuilder::new_from_existing(state).with_scalar_functions(all).build())
    }));
    config
}
