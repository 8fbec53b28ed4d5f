//! Rows generated on demand, in parallel parts.

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray, RecordBatch, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, UInt64Type};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{
    Boundedness, ChildrenPropertiesMode, EmissionType, ReplaceChildrenOptions,
};
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties, SendableRecordBatchStream,
};
use futures::StreamExt;
use tokio::sync::mpsc::Sender;
use tokio::task::spawn_blocking;

use super::Table;
use super::listing::Maker;
use crate::error::external;
use crate::setting::Setting;

/// Rows of a batch. A rule set may take long, so batches are small.
const BATCH: u64 = 1024;
/// Batches in the queue to the reader.
const WAITING: usize = 2;

/// The plan that generates the rows of a [`Table`].
///
/// Part p of k makes the batches p, p + k, p + 2k, ..., so that expensive rule sets, which are adjacent, are spread
/// over all parts. The values of one heap depend on those of smaller heaps and are made in one part. Each part reads
/// its p and k from a row of its input plan: a cluster can assign parts of a plan to tasks only if they come from a
/// data source that it knows.
#[derive(Debug)]
pub struct RowsPlan {
    table: Table,
    rows: u64,
    projection: Option<Vec<usize>>,
    setting: Setting,
    parts: Arc<dyn ExecutionPlan>,
    properties: Arc<PlanProperties>,
}

impl RowsPlan {
    /// The first `rows` rows of a table in at most `partitions` parts, with the columns of `projection`.
    pub fn new(
        table: Table,
        rows: u64,
        partitions: usize,
        projection: Option<Vec<usize>>,
        setting: Setting,
    ) -> Result<Self> {
        let batches = usize::try_from(rows.div_ceil(BATCH)).unwrap_or(usize::MAX);
        let partitions = if table.is_sequential() { 1 } else { partitions.min(batches) }.max(1) as u64;
        let fields = ["first", "step"].map(|name| Field::new(name, DataType::UInt64, false));
        let schema = Arc::new(Schema::new(fields.to_vec()));
        let mut parts = Vec::new();
        for first in 0..partitions {
            let columns: [ArrayRef; 2] =
                [first, partitions].map(|number| Arc::new(UInt64Array::from(vec![number])) as ArrayRef);
            parts.push(vec![RecordBatch::try_new(Arc::clone(&schema), columns.to_vec())?]);
        }
        let parts = MemorySourceConfig::try_new_exec(&parts, schema, None)?;
        Self::over(table, rows, projection, setting, parts)
    }

    /// The plan with one part for each partition of `parts`.
    pub fn over(
        table: Table,
        rows: u64,
        projection: Option<Vec<usize>>,
        setting: Setting,
        parts: Arc<dyn ExecutionPlan>,
    ) -> Result<Self> {
        let schema = match &projection {
            Some(columns) => Arc::new(table.schema().project(columns)?),
            None => table.schema(),
        };
        let properties = Arc::new(PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(parts.properties().partitioning.partition_count()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        ));
        Ok(Self { table, rows, projection, setting, parts, properties })
    }

    /// The plan without its parts: the table, the number of rows and the columns.
    pub fn about(&self) -> (&Table, u64, Option<&Vec<usize>>) {
        (&self.table, self.rows, self.projection.as_ref())
    }

    fn partitions(&self) -> usize {
        self.properties.partitioning.partition_count()
    }
}

impl DisplayAs for RowsPlan {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GrundyRows: {:?}, rows={}, partitions={}", self.table, self.rows, self.partitions())
    }
}

impl ExecutionPlan for RowsPlan {
    fn name(&self) -> &'static str {
        "GrundyRows"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.parts]
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(parts) = children.into_iter().next() else { return Ok(self) };
        let (table, projection, setting) =
            (self.table.clone(), self.projection.clone(), self.setting.clone());
        Ok(Arc::new(Self::over(table, self.rows, projection, setting, parts)?))
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let options = ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute);
        self.replace_children(children, options)
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let mut parts = self.parts.execute(partition, context)?;
        let mut stream = RecordBatchReceiverStreamBuilder::new(self.schema(), WAITING);
        let sender = stream.tx();
        let making = Making {
            table: self.table.clone(),
            rows: self.rows,
            projection: self.projection.clone(),
            setting: self.setting.clone(),
        };
        stream.spawn(async move {
            while let Some(part) = parts.next().await {
                let part = part?;
                let [first, step] = [0, 1].map(|at| part.column(at).as_primitive::<UInt64Type>().clone());
                for (first, step) in first.values().iter().copied().zip(step.values().iter().copied()) {
                    let (making, sender) = (making.clone(), sender.clone());
                    let made = spawn_blocking(move || making.make(first, step, &sender));
                    made.await.map_err(|error| DataFusionError::External(Box::new(error)))??;
                }
            }
            Ok(())
        });
        Ok(stream.build())
    }
}

/// The data that a thread needs to generate rows.
#[derive(Clone)]
struct Making {
    table: Table,
    rows: u64,
    projection: Option<Vec<usize>>,
    setting: Setting,
}

impl Making {
    /// Makes the batches `first`, `first + step`, ... until the reader stops.
    fn make(&self, first: u64, step: u64, sender: &Sender<Result<RecordBatch>>) -> Result<()> {
        let mut maker = Maker::new(&self.table, &self.setting)?;
        let mut batch = first;
        loop {
            let Some(from) = batch.checked_mul(BATCH).filter(|from| *from < self.rows) else { return Ok(()) };
            if self.setting.cancel.is_cancelled() {
                return Err(external(grundy_solver::Error::limit("error.interrupted")));
            }
            let made = maker.make(from..self.rows.min(from.saturating_add(BATCH)))?;
            let made = match &self.projection {
                Some(columns) => made.project(columns)?,
                None => made,
            };
            // The reader has stopped: it has all it needs.
            if sender.blocking_send(Ok(made)).is_err() {
                return Ok(());
            }
            batch = batch.saturating_add(step.max(1));
        }
    }
}
