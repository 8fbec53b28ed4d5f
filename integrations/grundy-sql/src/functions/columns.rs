//! Converts arguments to the arrays of positions.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, StringBuilder};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::ScalarValue;
use datafusion::error::Result;
use datafusion::logical_expr::ColumnarValue;

use crate::error::Refusal;

/// The arrays of one batch; if all arguments are constant, arrays of one row.
pub fn arrays(arguments: &[ColumnarValue], rows: usize) -> Result<Vec<ArrayRef>> {
    let rows = if all_constant(arguments) { 1 } else { rows };
    arguments.iter().map(|argument| argument.to_array(rows)).collect()
}

/// Whether all arguments are constant, so that one answer holds for every row of a batch.
pub fn all_constant(arguments: &[ColumnarValue]) -> bool {
    arguments.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)))
}

/// An answer of one row for constants, else of as many rows as the batch has.
pub fn answer(array: &ArrayRef, constant: bool) -> Result<ColumnarValue> {
    if constant {
        return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(array, 0)?));
    }
    Ok(ColumnarValue::Array(Arc::clone(array)))
}

/// Rejects types that cannot hold a position, when the query is planned.
pub fn check_heaps(function: &str, types: &[&DataType]) -> Result<()> {
    if types.is_empty() {
        return Err(Refusal::new("no-heaps").with("function", function).into());
    }
    let is_single = types.len() == 1;
    for kind in types {
        let fits = match kind {
            DataType::List(inner) | DataType::LargeList(inner) | DataType::FixedSizeList(inner, _) => {
                is_single && inner.data_type().is_integer()
            }
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => is_single,
            DataType::Decimal128(_, 0) | DataType::Decimal256(_, 0) | DataType::Null => true,
            kind => kind.is_integer(),
        };
        if !fits {
            return Err(Refusal::new("heaps-type").with("function", function).with("type", kind).into());
        }
    }
    Ok(())
}

/// The columns in the forms that positions are read from: words, one list, or one text. Heaps beyond a
/// machine word, which are decimals in SQL, become text.
pub fn heaps(columns: &[ArrayRef]) -> Result<Vec<ArrayRef>> {
    let wide =
        |array: &ArrayRef| matches!(array.data_type(), DataType::Decimal128(..) | DataType::Decimal256(..));
    if !columns.iter().any(wide) {
        return Ok(columns.to_vec());
    }
    let texts: Vec<ArrayRef> = columns.iter().map(text).collect::<Result<_>>()?;
    let rows = texts.first().map_or(0, Array::len);
    let mut joined = StringBuilder::new();
    for row in 0..rows {
        let words =
            texts.iter().map(|array| array.is_valid(row).then(|| array.as_string::<i32>().value(row)));
        joined.append_option(words.collect::<Option<Vec<&str>>>().map(|words| words.join(" ")));
    }
    Ok(vec![Arc::new(joined.finish())])
}

/// A column as plain text.
pub fn text(column: &ArrayRef) -> Result<ArrayRef> {
    Ok(cast(column, &DataType::Utf8)?)
}

/// Whether a game can be written in this type.
pub fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => true,
        DataType::Dictionary(_, value) => is_text(value),
        _ => false,
    }
}
