//! Whole numbers in JSON: up to 2^53 - 1 as numbers, beyond that as text, so that no reader rounds them.

use std::io::Write;

use datafusion::arrow::array::{Array, AsArray, PrimitiveArray};
use datafusion::arrow::datatypes::{ArrowPrimitiveType, DataType, FieldRef, Int64Type, UInt64Type};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::writer::NullableEncoder;
use datafusion::arrow::json::{Encoder, EncoderFactory, EncoderOptions};

/// The largest whole number that every JSON reader keeps exactly.
const LARGEST: u64 = (1 << 53) - 1;

/// Creates the encoders of 64-bit columns.
#[derive(Debug)]
pub struct Exact;

impl EncoderFactory for Exact {
    fn make_default_encoder<'a>(
        &self,
        _: &'a FieldRef,
        array: &'a dyn Array,
        _: &'a EncoderOptions,
    ) -> Result<Option<NullableEncoder<'a>>, ArrowError> {
        let encoder: Box<dyn Encoder + 'a> = match array.data_type() {
            DataType::UInt64 => {
                Box::new(Words(array.as_primitive::<UInt64Type>(), |number| *number <= LARGEST))
            }
            DataType::Int64 => {
                Box::new(Words(array.as_primitive::<Int64Type>(), |number| number.unsigned_abs() <= LARGEST))
            }
            _ => return Ok(None),
        };
        Ok(Some(NullableEncoder::new(encoder, array.nulls().cloned())))
    }
}

struct Words<'a, T: ArrowPrimitiveType>(&'a PrimitiveArray<T>, fn(&T::Native) -> bool);

impl<T: ArrowPrimitiveType> Encoder for Words<'_, T>
where
    T::Native: std::fmt::Display,
{
    fn encode(&mut self, row: usize, out: &mut Vec<u8>) {
        let number = self.0.value(row);
        let quote = if (self.1)(&number) { "" } else { "\"" };
        // Writing to memory does not fail.
        let _ = write!(out, "{quote}{number}{quote}");
    }
}
