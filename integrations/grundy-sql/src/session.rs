//! Sessions that have all functions and read files by their names.

use std::sync::Arc;

use datafusion::catalog::TableFunctionImpl;
use datafusion::error::Result;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::setting::Setting;
use crate::{files, functions, tables};

pub use datafusion::prelude::SessionContext as Session;

/// A session on this machine, with its threads and half of its memory for the query itself: what sorts and joins
/// more than that goes to temporary files.
pub fn local(setting: &Setting) -> Result<SessionContext> {
    let runtime = runtime(setting)?;
    let context = files::with_files(SessionContext::new_with_config_rt(config(setting), runtime));
    register(&context, setting);
    Ok(context)
}

/// Half of the memory for the query; the other half is the solvers'.
pub(crate) fn runtime(setting: &Setting) -> Result<Arc<RuntimeEnv>> {
    let memory = usize::try_from(setting.limits.memory / 2).unwrap_or(usize::MAX);
    RuntimeEnvBuilder::new().with_memory_pool(Arc::new(FairSpillPool::new(memory))).build_arc()
}

/// As many parts side by side as there are threads, and whole numbers of any size as what they are.
pub(crate) fn config(setting: &Setting) -> SessionConfig {
    let mut config =
        SessionConfig::new().with_information_schema(true).with_target_partitions(setting.threads());
    // A heap of 20 digits would be rounded as a float.
    config.options_mut().sql_parser.parse_float_as_decimal = true;
    config
}

/// Makes every function known to a session.
pub fn register(context: &SessionContext, setting: &Setting) {
    for function in functions::scalar(setting) {
        context.register_udf(function.as_ref().clone());
    }
    for (name, function) in tables::functions(setting) {
        context.register_udtf(name, function as Arc<dyn TableFunctionImpl>);
    }
}

/// Gives a file, or the files of a folder or of a pattern such as `in/*.parquet`, the name of a table.
///
/// The format is the one the files' names end with: csv, json or jsonl (an object a line), parquet or arrow.
pub async fn add_table(context: &SessionContext, name: &str, path: &str) -> Result<()> {
    let table = files::table(&context.state(), path).await?;
    context.register_table(name, table).map(drop)
}
