//! Rows made on demand, in several parts side by side.

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType, ReplaceChildrenOptions};
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties, SendableRecordBatchStream,
};

use super::Table;
use super::listing::Maker;
use crate::error::external;
use crate::setting::Setting;

/// Rows of one batch. What is asked about a rule set may take long, so a batch is not many.
const BATCH: u64 = 1024;
/// Batches that wait for whoever reads them.
const WAITING: usize = 2;

/// The plan that makes the rows of a [`Table`].
///
/// Part p of k makes the batches p, p + k, p + 2k, ..., so that the dear rule sets, which stand together, are
/// shared out. The values of one heap come from those of smaller heaps and are made in one part.
#[derive(Debug)]
pub struct RowsPlan {
    table: Table,
    rows: u64,
    projection: Option<Vec<usize>>,
    setting: Setting,
    properties: Arc<PlanProperties>,
}

impl RowsPlan {
    /// The first `rows` rows of a table in at most so many parts, and of its columns those of `projection`.
    pub fn new(
        table: Table,
        rows: u64,
        partitions: usize,
        projection: Option<Vec<usize>>,
        setting: Setting,
    ) -> Result<Self> {
        let schema = match &projection {
            Some(columns) => Arc::new(table.schema().project(columns)?),
            None => table.schema(),
        };
        let batches = usize::try_from(rows.div_ceil(BATCH)).unwrap_or(usize::MAX);
        let partitions = if table.is_sequential() { 1 } else { partitions.min(batches) }.max(1);
        let properties = Arc::new(PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(partitions),
            EmissionType::Incremental,
            Boundedness::Bounded,
        ));
        Ok(Self { table, rows, projection, setting, properties })
    }

    /// What the plan is made of: the table, its rows, its parts and its columns.
    pub fn parts(&self) -> (&Table, u64, usize, Option<&Vec<usize>>) {
        (&self.table, self.rows, self.partitions(), self.projection.as_ref())
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
        Vec::new()
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn with_new_children(self: Arc<Self>, _: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn execute(&self, partition: usize, _: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let schema: SchemaRef = self.schema();
        let mut stream = RecordBatchReceiverStreamBuilder::new(schema, WAITING);
        let (rows, step) = (self.rows, self.partitions() as u64);
        let (table, projection, setting) =
            (self.table.clone(), self.projection.clone(), self.setting.clone());
        let sender = stream.tx();
        stream.spawn_blocking(move || {
            let mut maker = Maker::new(&table, &setting)?;
            let mut batch = partition as u64;
            loop {
                let Some(from) = batch.checked_mul(BATCH).filter(|from| *from < rows) else { return Ok(()) };
                if setting.cancel.is_cancelled() {
                    return Err(external(grundy::Error::limit("error.interrupted")));
                }
                let made = maker.make(from..rows.min(from.saturating_add(BATCH)))?;
                let made = match &projection {
                    Some(columns) => made.project(columns)?,
                    None => made,
                };
                // Nobody reads on: what was asked for is there.
                if sender.blocking_send(Ok(made)).is_err() {
                    return Ok(());
                }
                batch += step;
            }
        });
        Ok(stream.build())
    }
}
