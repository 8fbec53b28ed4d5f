//! Rows for formats that have only plain columns.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringBuilder};
use datafusion::arrow::compute::is_null;
use datafusion::arrow::compute::kernels::nullif::nullif;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::error::Result;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

/// Spreads each structure into its fields, `name.field`, and turns lists into text.
pub fn flat(batch: &RecordBatch) -> Result<RecordBatch> {
    let mut columns = Vec::new();
    for (field, array) in batch.schema().fields().iter().zip(batch.columns()) {
        spread(field.name(), array, &mut columns)?;
    }
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns.into_iter().unzip();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
}

fn spread(name: &str, array: &ArrayRef, out: &mut Vec<(Field, ArrayRef)>) -> Result<()> {
    match array.data_type() {
        DataType::Struct(fields) => {
            let outer = if array.null_count() > 0 { Some(is_null(array)?) } else { None };
            for (field, inner) in fields.iter().zip(array.as_struct().columns()) {
                let inner = match &outer {
                    Some(outer) => nullif(inner, outer)?,
                    None => Arc::clone(inner),
                };
                spread(&format!("{name}.{}", field.name()), &inner, out)?;
            }
        }
        kind if kind.is_nested() => out.push((Field::new(name, DataType::Utf8, true), shown(array)?)),
        kind => out.push((Field::new(name, kind.clone(), true), Arc::clone(array))),
    }
    Ok(())
}

fn shown(array: &ArrayRef) -> Result<ArrayRef> {
    let options = FormatOptions::default();
    let formatter = ArrayFormatter::try_new(array.as_ref(), &options)?;
    let mut text = StringBuilder::new();
    for row in 0..array.len() {
        if array.is_null(row) {
            text.append_null();
        } else {
            text.append_value(formatter.value(row).try_to_string()?);
        }
    }
    Ok(Arc::new(text.finish()))
}
