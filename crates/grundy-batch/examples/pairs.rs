//! Creates the input of the benchmarks: positions of Wythoff's game in Parquet, in two columns of unsigned
//! words.
//!
//! `cargo run --release -p grundy-batch --features parquet --example pairs -- 100000000 pairs.parquet`
//!
//! Heaps go up to 10^9. One pair in eight is a P-position, since two random heaps hardly ever are. The numbers
//! are the same on every machine.

use std::fs::File;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

/// Number of rows in a row group.
const GROUP: u64 = 1 << 20;
const LARGEST: u64 = 1_000_000_000;
const LARGEST_DIFFERENCE: u64 = 381_966_011;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [count, path] = &words[..] else { return Err("pairs COUNT FILE".into()) };
    let mut left: u64 = count.parse()?;
    let schema = Arc::new(Schema::new(vec![
        Field::new("a", DataType::UInt64, false),
        Field::new("b", DataType::UInt64, false),
    ]));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(false)
        .build();
    let mut writer = ArrowWriter::try_new(File::create(path)?, schema.clone(), Some(properties))?;
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut up_to = |last: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % (last + 1)
    };
    while left > 0 {
        let rows = left.min(GROUP);
        let (a, b): (Vec<u64>, Vec<u64>) = (0..rows)
            .map(|row| {
                if row % 8 != 7 {
                    return (up_to(LARGEST), up_to(LARGEST));
                }
                let difference = up_to(LARGEST_DIFFERENCE);
                let square = u128::from(difference) * u128::from(difference) * 5;
                let smaller = u64::try_from(square.isqrt()).unwrap_or(0).midpoint(difference);
                if up_to(1) == 0 { (smaller, smaller + difference) } else { (smaller + difference, smaller) }
            })
            .unzip();
        let columns: Vec<ArrayRef> = vec![Arc::new(UInt64Array::from(a)), Arc::new(UInt64Array::from(b))];
        writer.write(&RecordBatch::try_new(schema.clone(), columns)?)?;
        writer.flush()?;
        left -= rows;
    }
    writer.close()?;
    Ok(())
}
