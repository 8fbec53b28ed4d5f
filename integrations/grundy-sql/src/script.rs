//! Runs statements in order and streams their rows.

use std::time::{Duration, Instant};

use datafusion::execution::SendableRecordBatchStream;
use datafusion::execution::context::SQLOptions;
use datafusion::logical_expr::{DdlStatement, LogicalPlan};
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{DFParserBuilder, Statement};
use futures::StreamExt;

use crate::error::{Error, Refusal};
use crate::setting::Setting;
use crate::write::Writer;

/// Time between two checks of the stop conditions.
const LOOK: Duration = Duration::from_millis(50);

/// Runs every statement of `text` and writes its rows; `out` receives the bytes piece by piece.
///
/// Ends soon after the setting's time limit, which sets its flag permanently, or after its flag is set, whatever
/// the engine does. Statements that write files, or define tables from files, are rejected.
pub async fn run(
    context: &SessionContext,
    setting: &Setting,
    text: &str,
    writer: &mut Writer,
    out: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<(), Error> {
    within(setting, run_all(context, text, writer, out)).await
}

/// Runs `work` until it is done, the time is up, or the flag is set.
pub(crate) async fn within<T>(
    setting: &Setting,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    tokio::select! {
        result = work => result,
        error = stopped(setting) => Err(error.into()),
    }
}

/// Returns when the work should stop.
async fn stopped(setting: &Setting) -> grundy_solver::Error {
    let started = Instant::now();
    loop {
        tokio::time::sleep(LOOK).await;
        if setting.cancel.is_cancelled() {
            return grundy_solver::Error::limit("error.interrupted");
        }
        if let Some(time) = setting.limits.time
            && started.elapsed() >= time
        {
            // Solvers on other threads continue until they are cancelled.
            setting.cancel.cancel();
            return grundy_solver::Error::limit("error.time-limit").with("time", format!("{time:?}"));
        }
    }
}

/// Parses the statements of a text.
pub(crate) fn statements(context: &SessionContext, text: &str) -> Result<Vec<Statement>, Error> {
    let options = context.state().config_options().sql_parser.clone();
    let parser = DFParserBuilder::new(text).with_recursion_limit(options.recursion_limit.get()).build();
    let statements = parser.and_then(|mut parser| parser.parse_statements())?;
    if statements.is_empty() {
        return Err(Refusal::new("no-statement").into());
    }
    Ok(statements.into())
}

async fn run_all(
    context: &SessionContext,
    text: &str,
    writer: &mut Writer,
    out: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<(), Error> {
    for statement in statements(context, text)? {
        let stream = stream(context, statement).await?;
        // Definitions and settings have no columns.
        if !stream.schema().fields().is_empty() {
            write_result(stream, writer, out).await?;
        }
    }
    writer.finish()?;
    out(&writer.take()).map_err(Error::Output)
}

async fn stream(context: &SessionContext, statement: Statement) -> Result<SendableRecordBatchStream, Error> {
    let plan = context.state().statement_to_plan(statement).await?;
    // A script may come from anywhere: its definitions last as long as the session, and it writes nothing.
    let asked = match &plan {
        LogicalPlan::Ddl(DdlStatement::CreateView(view)) => &*view.input,
        LogicalPlan::Ddl(DdlStatement::CreateMemoryTable(table)) => &*table.input,
        other => other,
    };
    let only_reads = SQLOptions::new().with_allow_ddl(false).with_allow_dml(false);
    only_reads.verify_plan(asked).map_err(|_| Refusal::new("only-queries"))?;
    Ok(context.execute_logical_plan(plan).await?.execute_stream().await?)
}

async fn write_result(
    mut stream: SendableRecordBatchStream,
    writer: &mut Writer,
    out: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<(), Error> {
    writer.begin(&stream.schema())?;
    while let Some(batch) = stream.next().await {
        let wants_more = writer.write(&batch?)?;
        out(&writer.take()).map_err(Error::Output)?;
        if !wants_more {
            break;
        }
    }
    writer.end()?;
    out(&writer.take()).map_err(Error::Output)
}
