//! Serialization of tables of generated rows: by their description. Everything else uses the engine's codecs.

use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::TableReference;
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Extension, LogicalPlan};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr_common::physical_expr::proto_decode::PhysicalExprDecodeCtx;
use datafusion::physical_expr_common::physical_expr::proto_encode::PhysicalExprEncodeCtx;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::setting::Setting;
use crate::tables::{RowsPlan, RowsTable, Table};

/// The prefix of a description; no message of the engine starts with it.
const MARK: &[u8] = b"grundy-rows:";

fn encode(value: &impl Serialize, out: &mut Vec<u8>) -> Result<()> {
    out.extend(MARK);
    serde_json::to_writer(out, value).map_err(external)
}

/// `None` if the bytes are something else.
fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<Result<T>> {
    Some(serde_json::from_slice(bytes.strip_prefix(MARK)?).map_err(external))
}

fn external(error: serde_json::Error) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// Tables in a query.
#[derive(Debug)]
pub struct LogicalCodec {
    setting: Setting,
    inner: BallistaLogicalExtensionCodec,
}

impl LogicalCodec {
    /// Decoded tables use `setting`.
    pub fn new(setting: &Setting) -> Self {
        Self { setting: setting.clone(), inner: BallistaLogicalExtensionCodec::default() }
    }
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_decode(&self, bytes: &[u8], inputs: &[LogicalPlan], context: &TaskContext) -> Result<Extension> {
        self.inner.try_decode(bytes, inputs, context)
    }

    fn try_encode(&self, node: &Extension, out: &mut Vec<u8>) -> Result<()> {
        self.inner.try_encode(node, out)
    }

    fn try_decode_table_provider(
        &self,
        bytes: &[u8],
        name: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        match decode::<Table>(bytes) {
            Some(table) => Ok(Arc::new(RowsTable::new(table?, self.setting.clone()))),
            None => self.inner.try_decode_table_provider(bytes, name, schema, context),
        }
    }

    fn try_encode_table_provider(
        &self,
        name: &TableReference,
        table: Arc<dyn TableProvider>,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        match table.downcast_ref::<RowsTable>() {
            Some(rows) => encode(rows.table(), out),
            None => self.inner.try_encode_table_provider(name, table, out),
        }
    }

    fn try_decode_file_format(
        &self,
        bytes: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        self.inner.try_decode_file_format(bytes, context)
    }

    fn try_encode_file_format(&self, out: &mut Vec<u8>, format: Arc<dyn FileFormatFactory>) -> Result<()> {
        self.inner.try_encode_file_format(out, format)
    }
}

/// Plans for executors.
#[derive(Debug)]
pub struct PhysicalCodec {
    setting: Setting,
    inner: BallistaPhysicalExtensionCodec,
}

impl PhysicalCodec {
    /// Decoded plans use `setting`.
    pub fn new(setting: &Setting) -> Self {
        Self { setting: setting.clone(), inner: BallistaPhysicalExtensionCodec::default() }
    }
}

/// The serialized form of a [`RowsPlan`], without its parts.
#[derive(Serialize, Deserialize)]
struct Parts {
    table: Table,
    rows: u64,
    projection: Option<Vec<usize>>,
}

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match (decode::<Parts>(bytes), inputs.first()) {
            (Some(parts), Some(input)) => {
                let Parts { table, rows, projection } = parts?;
                let (setting, input) = (self.setting.clone(), Arc::clone(input));
                Ok(Arc::new(RowsPlan::over(table, rows, projection, setting, input)?))
            }
            _ => self.inner.try_decode(bytes, inputs, context, converter),
        }
    }

    fn try_encode(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        out: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(rows) = plan.downcast_ref::<RowsPlan>() else {
            return self.inner.try_encode(plan, out, converter);
        };
        let (table, rows, projection) = rows.about();
        encode(&Parts { table: table.clone(), rows, projection: projection.cloned() }, out)
    }

    fn try_decode_expr(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn PhysicalExpr>],
        context: &PhysicalExprDecodeCtx<'_>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        self.inner.try_decode_expr(bytes, inputs, context)
    }

    fn try_encode_expr(
        &self,
        expression: &Arc<dyn PhysicalExpr>,
        out: &mut Vec<u8>,
        context: &PhysicalExprEncodeCtx<'_>,
    ) -> Result<()> {
        self.inner.try_encode_expr(expression, out, context)
    }
}
