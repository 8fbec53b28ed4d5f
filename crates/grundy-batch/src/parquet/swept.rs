//! The rows of a sweep in a Parquet file.

use std::io::Write;
use std::sync::Arc;

use arrow_array::builder::{StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use grundy::sweep::Row;
use parquet::arrow::ArrowWriter;

use crate::error::Result;
use crate::parquet::output::failed;

/// Rows written together.
const GROUP: usize = 1 << 17;

/// Writes all rows.
pub(crate) fn rows(rows: impl Iterator<Item = Row>, output: &mut (dyn Write + Send)) -> Result<()> {
    let text = |name: &&str| matches!(*name, "rule" | "proof");
    let fields = Row::NAMES.iter().map(|name| {
        let kind = if text(name) { DataType::Utf8 } else { DataType::UInt64 };
        Field::new(*name, kind, *name != "rule")
    });
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let mut writer = ArrowWriter::try_new(output, schema.clone(), None).map_err(|error| failed(&error))?;
    let mut rows = rows.peekable();
    while rows.peek().is_some() {
        let group: Vec<Row> = rows.by_ref().take(GROUP).collect();
        let number = |of: fn(&Row) -> Option<u64>| -> ArrayRef {
            let mut builder = UInt64Builder::with_capacity(group.len());
            for row in &group {
                builder.append_option(of(row));
            }
            Arc::new(builder.finish())
        };
        let mut rules = StringBuilder::new();
        let mut proofs = StringBuilder::new();
        for row in &group {
            rules.append_value(&row.rule);
            proofs.append_option(row.proof.as_deref());
        }
        let columns: Vec<ArrayRef> = vec![
            Arc::new(rules.finish()),
            number(|row| row.period),
            number(|row| row.preperiod),
            number(|row| row.saltus),
            number(|row| row.max_value),
            Arc::new(proofs.finish()),
            number(|row| row.checked_to),
        ];
        let batch = RecordBatch::try_new(schema.clone(), columns).map_err(|error| failed(&error))?;
        writer.write(&batch).map_err(|error| failed(&error))?;
    }
    writer.close().map(drop).map_err(|error| failed(&error))
}
