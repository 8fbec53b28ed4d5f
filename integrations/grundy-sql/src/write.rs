//! Rows as text and files: a table for people, CSV, JSON Lines, one JSON object, Parquet.

mod columns;
mod numbers;

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::json::WriterBuilder;
use datafusion::arrow::json::writer::LineDelimited;
use datafusion::arrow::util::pretty::pretty_format_batches_with_schema;
use grundy_solver::text::Lang;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use serde_json::json;

use crate::error::{Error, Refusal};
use crate::words::filled;

/// The most rows of a table for people.
const SHOWN: usize = 1000;

/// The output format of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines and columns in a frame; only the first rows of a long answer.
    Table,
    /// A header line, then one line for each row; structures are spread into columns.
    Csv,
    /// One JSON object for each row; whole numbers beyond 2^53 - 1 are text.
    JsonLines,
    /// One JSON object for all results.
    Json,
    /// Snappy-compressed Parquet.
    Parquet,
}

impl Format {
    /// The format with this name.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "table" => Some(Self::Table),
            "csv" => Some(Self::Csv),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            "json" => Some(Self::Json),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }

    /// The format of a file: `asked` if given, else by the extension. A table for people is rejected, since it
    /// omits rows.
    pub fn of_file(path: &str, asked: Option<Self>) -> Result<Self, Refusal> {
        let ending = Path::new(path).extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let format = asked.or_else(|| Self::of(&ending)).filter(|format| *format != Self::Table);
        format.ok_or_else(|| Refusal::new("file-format").with("path", path))
    }

    /// The extension of its shards, and its name in `COPY`; `None` if shards do not support it.
    pub(crate) fn of_shards(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Csv => Some(("csv", "CSV")),
            Self::JsonLines => Some(("jsonl", "JSON")),
            Self::Parquet => Some(("parquet", "PARQUET")),
            Self::Table | Self::Json => None,
        }
    }

    /// Whether a file of this format holds the rows of one statement only.
    fn is_single(self) -> bool {
        matches!(self, Self::Csv | Self::Parquet)
    }
}

/// Writes results in order. Bytes are buffered until [`take`](Self::take) returns them.
pub struct Writer {
    format: Format,
    lang: Lang,
    bytes: Vec<u8>,
    /// Results started so far.
    results: usize,
    /// Rows of the current result.
    rows: usize,
    schema: SchemaRef,
    held: Vec<RecordBatch>,
    parquet: Option<(ArrowWriter<Shared>, Shared)>,
}

impl Writer {
    /// A writer of `format`; notes are in `lang`.
    pub fn new(format: Format, lang: Lang) -> Self {
        let schema = Arc::new(Schema::empty());
        Self { format, lang, bytes: Vec::new(), results: 0, rows: 0, schema, held: Vec::new(), parquet: None }
    }

    /// The bytes written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        if let Some((_, shared)) = &self.parquet {
            shared.drain(&mut self.bytes);
        }
        std::mem::take(&mut self.bytes)
    }

    /// Starts the rows of a statement.
    pub fn begin(&mut self, schema: &SchemaRef) -> Result<(), Error> {
        if self.results > 0 && self.format.is_single() {
            return Err(Refusal::new("one-result").into());
        }
        (self.schema, self.rows) = (Arc::clone(schema), 0);
        match self.format {
            Format::Json => {
                let columns: Vec<_> = schema
                    .fields()
                    .iter()
                    .map(|field| json!({"name": field.name(), "type": field.data_type().to_string()}))
                    .collect();
                let head = if self.results == 0 { r#"{"schema":1,"results":["# } else { "," };
                self.bytes.extend(head.bytes());
                self.bytes.extend(format!(r#"{{"columns":{},"rows":["#, json!(columns)).bytes());
            }
            Format::Parquet => {
                let shared = Shared::default();
                let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
                let writer = ArrowWriter::try_new(shared.clone(), Arc::clone(schema), Some(properties))
                    .map_err(of_parquet)?;
                self.parquet = Some((writer, shared));
            }
            Format::Csv => {
                // The header is written even without rows.
                let empty = columns::flat(&RecordBatch::new_empty(Arc::clone(schema))).map_err(of_arrow)?;
                self.write_csv(&empty, true)?;
            }
            Format::Table | Format::JsonLines => {}
        }
        self.results += 1;
        Ok(())
    }

    /// Writes rows. Returns `false` if no more are wanted.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<bool, Error> {
        let before = self.rows;
        self.rows += batch.num_rows();
        match self.format {
            Format::Table => {
                self.held.push(batch.slice(0, batch.num_rows().min(SHOWN - before.min(SHOWN))));
                return Ok(self.rows <= SHOWN);
            }
            Format::Csv => self.write_csv(&columns::flat(batch).map_err(of_arrow)?, false)?,
            Format::JsonLines => {
                let mut lines = json_lines(&mut self.bytes);
                lines.write(batch).and_then(|()| lines.finish()).map_err(of_arrow)?;
            }
            Format::Json => {
                let mut text = Vec::new();
                let mut lines = json_lines(&mut text);
                lines.write(batch).and_then(|()| lines.finish()).map_err(of_arrow)?;
                for (row, line) in
                    text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).enumerate()
                {
                    if before + row > 0 {
                        self.bytes.push(b',');
                    }
                    self.bytes.extend(line);
                }
            }
            Format::Parquet => {
                if let Some((writer, _)) = &mut self.parquet {
                    writer.write(batch).map_err(of_parquet)?;
                }
            }
        }
        Ok(true)
    }

    /// Ends the rows of a statement.
    pub fn end(&mut self) -> Result<(), Error> {
        match self.format {
            Format::Table => {
                let held = std::mem::take(&mut self.held);
                let table =
                    pretty_format_batches_with_schema(Arc::clone(&self.schema), &held).map_err(of_arrow)?;
                self.bytes.extend(format!("{table}\n").bytes());
                if self.rows > SHOWN {
                    let note = filled(self.lang, "note.cut", &[("rows", SHOWN.to_string())]);
                    self.bytes.extend(format!("{note}\n").bytes());
                }
            }
            Format::Json => self.bytes.extend(format!(r#"],"rows_total":{}}}"#, self.rows).bytes()),
            Format::Parquet => {
                if let Some((writer, shared)) = self.parquet.take() {
                    writer.close().map_err(of_parquet)?;
                    shared.drain(&mut self.bytes);
                }
            }
            Format::Csv | Format::JsonLines => {}
        }
        Ok(())
    }

    /// Ends the output after all statements.
    pub fn finish(&mut self) -> Result<(), Error> {
        if self.format == Format::Json {
            let head = if self.results == 0 { r#"{"schema":1,"results":["# } else { "" };
            self.bytes.extend(format!("{head}]}}\n").bytes());
        }
        if self.results == 0 && self.format == Format::Parquet {
            return Err(Refusal::new("no-result").into());
        }
        Ok(())
    }

    fn write_csv(&mut self, batch: &RecordBatch, header: bool) -> Result<(), Error> {
        let mut lines = csv::WriterBuilder::new().with_header(header).build(&mut self.bytes);
        lines.write(batch).map_err(of_arrow)
    }
}

fn json_lines(bytes: &mut Vec<u8>) -> LineDelimitedWriter<&mut Vec<u8>> {
    WriterBuilder::new()
        .with_explicit_nulls(true)
        .with_encoder_factory(Arc::new(numbers::Exact))
        .build::<_, LineDelimited>(bytes)
}

fn of_arrow(error: ArrowError) -> Error {
    datafusion::error::DataFusionError::from(error).into()
}

fn of_parquet(error: ParquetError) -> Error {
    datafusion::error::DataFusionError::from(error).into()
}

/// A buffer that one writer fills and another empties.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn drain(&self, out: &mut Vec<u8>) {
        out.append(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
