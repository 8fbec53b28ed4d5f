//! A table of generated rows, as the query planner sees it.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;

use super::{RowsPlan, Table};
use crate::setting::Setting;

/// A table whose rows are generated where and when they are read.
#[derive(Debug)]
pub struct RowsTable {
    table: Table,
    setting: Setting,
}

impl RowsTable {
    /// The table `table`, whose solvers use `setting`.
    pub fn new(table: Table, setting: Setting) -> Self {
        Self { table, setting }
    }

    /// Its description.
    pub fn table(&self) -> &Table {
        &self.table
    }
}

#[async_trait]
impl TableProvider for RowsTable {
    fn schema(&self) -> SchemaRef {
        self.table.schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        _filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let partitions = state.config().target_partitions();
        let projection = projection.cloned();
        let rows = limit.map_or(u64::MAX, |limit| limit as u64).min(self.table.rows());
        Ok(Arc::new(RowsPlan::new(self.table.clone(), rows, partitions, projection, self.setting.clone())?))
    }
}
