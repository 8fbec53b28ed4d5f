//! Sessions that have all functions and read files by name.

use std::sync::Arc;

use datafusion::catalog::TableFunctionImpl;
use datafusion::error::Result;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::setting::Setting;
use crate::{exact, files, functions, nesting, tables};

pub use datafusion::prelude::SessionContext as Session;

/// A session on this machine, with the setting's threads and half of its memory for the query itself: sorts and
/// joins beyond that use temporary files.
pub fn local(setting: &Setting) -> Result<SessionContext> {
    let runtime = runtime(setting)?;
    let context = files::with_files(SessionContext::new_with_config_rt(config(setting), runtime));
    register(&context, setting)?;
    Ok(context)
}

/// Half of the memory for the query; the other half is for solvers.
pub(crate) fn runtime(setting: &Setting) -> Result<Arc<RuntimeEnv>> {
    let memory = usize::try_from(setting.limits.memory / 2).unwrap_or(usize::MAX);
    RuntimeEnvBuilder::new().with_memory_pool(Arc::new(FairSpillPool::new(memory))).build_arc()
}

/// As many partitions as there are threads, and exact numbers of any size.
pub(crate) fn config(setting: &Setting) -> SessionConfig {
    let mut config =
        SessionConfig::new().with_information_schema(true).with_target_partitions(setting.threads());
    // As a float, a heap of 20 digits would be rounded.
    config.options_mut().sql_parser.parse_float_as_decimal = true;
    nesting::counted(config)
}

/// Registers every function in a session, and makes its arithmetic on whole numbers exact.
pub fn register(context: &SessionContext, setting: &Setting) -> Result<()> {
    for function in functions::scalar(setting) {
        context.register_udf(function.as_ref().clone());
    }
    for (name, function) in tables::functions(setting) {
        context.register_udtf(name, function as Arc<dyn TableFunctionImpl>);
    }
    exact::register(context)
}

/// Names a file, or the files of a folder or of a pattern such as `in/*.parquet`, as a table.
///
/// The extension selects the format: csv, json or jsonl (one object a line), parquet or arrow.
pub async fn add_table(context: &SessionContext, name: &str, path: &str) -> Result<()> {
    let table = files::table(&context.state(), path).await?;
    context.register_table(name, table).map(drop)
}
