//! Runs statements in order and streams their rows.

use datafusion::execution::SendableRecordBatchStream;
use datafusion::execution::context::SQLOptions;
use datafusion::logical_expr::{DdlStatement, LogicalPlan};
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{DFParserBuilder, Statement};
use futures::StreamExt;
use tokio::sync::mpsc;

use crate::error::{Error, Refusal};
use crate::setting::Setting;
use crate::write::Writer;
use crate::{nesting, watch};

/// Batches of rows between the engine and the writer.
const WAITING: usize = 2;

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
    watch::within(setting, run_all(context, text, writer, out)).await
}

/// Parses the statements of a text. Those that nest too deep are refused.
pub(crate) fn statements(context: &SessionContext, text: &str) -> Result<Vec<Statement>, Error> {
    nesting::check(context, text)?;
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
    let (session, all) = (context.clone(), text.to_owned());
    for statement in watch::apart(async move { statements(&session, &all) }).await? {
        let session = context.clone();
        let stream = watch::apart(async move { stream(&session, statement).await }).await?;
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
    // A batch is computed where the stream is read: not here, so that the stop conditions are heard meanwhile.
    let (sender, mut batches) = mpsc::channel(WAITING);
    let reading = tokio::spawn(async move {
        while let Some(batch) = stream.next().await {
            if sender.send(batch).await.is_err() {
                break;
            }
        }
    });
    loop {
        let Some(batch) = batches.recv().await else {
            // The rows have ended, or the engine has panicked.
            reading.await.map_err(watch::failed)?;
            break;
        };
        let wants_more = writer.write(&batch?)?;
        out(&writer.take()).map_err(Error::Output)?;
        if !wants_more {
            reading.abort();
            break;
        }
    }
    writer.end()?;
    out(&writer.take()).map_err(Error::Output)
}
