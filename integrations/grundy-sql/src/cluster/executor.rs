//! An executor: runs tasks and keeps their results until they are fetched.

use std::net::{IpAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_config_producer;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};

use super::codec::{LogicalCodec, PhysicalCodec};
use super::{HEARTBEAT, failed, session_config};
use crate::error::{Error, Refusal};
use crate::functions;
use crate::setting::Setting;

/// The addresses of an executor.
#[derive(Clone, Debug)]
pub struct Executor {
    /// The scheduler's host.
    pub scheduler_host: String,
    /// The scheduler's port.
    pub scheduler_port: u16,
    /// The address it listens at.
    pub listen: IpAddr,
    /// The host name by which the scheduler and others reach it, if different.
    pub host: Option<String>,
    /// The port; the port after it is used too. Two free ports if `None`.
    pub port: Option<u16>,
    /// The folder for task results; a temporary one if `None`.
    pub work: Option<PathBuf>,
}

/// Serves with `setting.limits.threads` tasks in parallel until it is interrupted or the scheduler ends it.
/// `ready` receives the port.
pub async fn executor(place: &Executor, setting: &Setting, ready: impl FnOnce(u16)) -> Result<(), Error> {
    let [port, second] = match place.port {
        Some(port) => [port, port.saturating_add(1)],
        None => free(place.listen)?,
    };
    let temporary = match place.work {
        Some(_) => None,
        None => Some(tempfile::Builder::new().prefix("grundy-executor-").tempdir().map_err(Error::Output)?),
    };
    let work = place.work.clone().or_else(|| temporary.as_ref().map(|folder| folder.path().to_owned()));
    let mut registry = BallistaFunctionRegistry::default();
    for function in functions::scalar(setting) {
        registry.scalar_functions.insert(function.name().to_owned(), function);
    }
    let shared = setting.clone();
    let config = ExecutorProcessConfig {
        bind_host: place.listen.to_string(),
        external_host: place.host.clone(),
        port,
        grpc_port: second,
        scheduler_host: place.scheduler_host.clone(),
        scheduler_port: place.scheduler_port,
        vcores: setting.threads(),
        work_dir: work.map(|folder| folder.display().to_string()),
        executor_heartbeat_interval_seconds: HEARTBEAT,
        memory_pool_size: Some(setting.limits.memory / 2),
        override_function_registry: Some(Arc::new(registry)),
        override_config_producer: Some(Arc::new(move || session_config(&shared, default_config_producer()))),
        override_logical_codec: Some(Arc::new(LogicalCodec::new(setting))),
        override_physical_codec: Some(Arc::new(PhysicalCodec::new(setting))),
        ..ExecutorProcessConfig::default()
    };
    ready(port);
    // It ends by itself at Ctrl-C, and unregisters from the scheduler.
    start_executor_process(Arc::new(config)).await.map_err(|error| failed(&error))
}

/// Two ports that are free at this moment.
fn free(address: IpAddr) -> Result<[u16; 2], Error> {
    let busy = |error: std::io::Error| Refusal::new("listen").with("address", address).with("error", error);
    // Both are held before either is released, so that they differ.
    let held =
        [TcpListener::bind((address, 0)).map_err(busy)?, TcpListener::bind((address, 0)).map_err(busy)?];
    let port = |listener: &TcpListener| listener.local_addr().map(|address| address.port()).map_err(busy);
    Ok([port(&held[0])?, port(&held[1])?])
}
