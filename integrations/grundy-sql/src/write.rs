//! Rows as text and files: a table for people, CSV, lines of JSON, one JSON object, Parquet.

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

/// A table for people shows so many rows.
const SHOWN: usize = 1000;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines and columns in a frame; of a long answer the first rows.
    Table,
    /// A line of names, then a line for each row; structures are spread into columns.
    Csv,
    /// A JSON object for each row; whole numbers beyond 2^53 - 1 are texts.
    JsonLines,
    /// One JSON object for all results.
    Json,
    /// Snappy-compressed Parquet.
    Parquet,
}

impl Format {
    /// By its name.
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

    /// The format of a file: the one that is `asked` for, else the one its name ends with. A table for people is
    /// refused, since it leaves rows out.
    pub fn of_file(path: &str, asked: Option<Self>) -> Result<Self, Refusal> {
        let ending = Path::new(path).extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let format = asked.or_else(|| Self::of(&ending)).filter(|format| *format != Self::Table);
        format.ok_or_else(|| Refusal::new("file-format").with("path", path))
    }

    /// What the names of its shards end with, and what `COPY` calls it; `None` where a shard cannot have it.
    pub(crate) fn of_shards(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Csv => Some(("csv", "CSV")),
            Self::JsonLines => Some(("jsonl", "JSON")),
            Self::Parquet => Some(("parquet", "PARQUET")),
            Self::Table | Self::Json => None,
        }
    }

    /// Files of this format hold the rows of one statement.
    fn is_single(self) -> bool {
        matches!(self, Self::Csv | Self::Parquet)
    }
}

/// Writes results one after the other. Bytes gather until [`take`](Self::take) takes them.
pub struct Writer {
    format: Format,
    lang: Lang,
    bytes: Vec<u8>,
    /// Results begun so far.
    results: usize,
    /// Rows of the present one.
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

    /// Begins the rows of a statement.
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
                // The names stand there even where no row follows.
                let empty = columns::flat(&RecordBatch::new_empty(Arc::clone(schema))).map_err(of_arrow)?;
                self.write_csv(&empty, true)?;
            }
            Format::Table | Format::JsonLines => {}
        }
        self.results += 1;
        Ok(())
    }

    /// Writes rows. False where no more are wanted.
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

    /// All statements are done.
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

/// Bytes that a writer of its own fills and another empties.
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
