//! The rows of a sweep in a Parquet file.

use std::io::Write;
use std::sync::Arc;

use arrow_array::builder::{StringBuilder, UInt64Builder};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use grundy_solver::sweep::{Cell, Row};
use parquet::arrow::ArrowWriter;

use crate::error::Result;
use crate::parquet::output::failed;

/// Number of rows written together.
const GROUP: usize = 1 << 17;

/// Writes all rows, with the columns of an empty row.
pub(crate) fn rows(
    rows: impl Iterator<Item = Row>,
    empty: &Row,
    output: &mut (dyn Write + Send),
) -> Result<()> {
    let fields = empty.cells().into_iter().map(|(name, cell)| {
        let kind = match cell {
            Cell::Text(_) => DataType::Utf8,
            Cell::Number(_) => DataType::UInt64,
        };
        Field::new(name, kind, name != "rule")
    });
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let mut writer = ArrowWriter::try_new(output, schema.clone(), None).map_err(|error| failed(&error))?;
    let mut rows = rows.peekable();
    while rows.peek().is_some() {
        let group: Vec<Row> = rows.by_ref().take(GROUP).collect();
        let columns: Vec<ArrayRef> = (0..schema.fields().len()).map(|index| column(&group, index)).collect();
        let batch = RecordBatch::try_new(schema.clone(), columns).map_err(|error| failed(&error))?;
        writer.write(&batch).map_err(|error| failed(&error))?;
    }
    writer.close().map(drop).map_err(|error| failed(&error))
}

/// One column of a group of rows.
fn column(group: &[Row], index: usize) -> ArrayRef {
    let (mut numbers, mut texts) = (UInt64Builder::new(), StringBuilder::new());
    for row in group {
        match row.cells()[index].1 {
            Cell::Number(number) => numbers.append_option(number),
            Cell::Text(text) => texts.append_option(text),
        }
    }
    let (numbers, texts) = (numbers.finish(), texts.finish());
    if texts.is_empty() { Arc::new(numbers) } else { Arc::new(texts) }
}
