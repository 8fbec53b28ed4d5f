//! The destination of record batches: row groups of a Parquet file, encoded by the workers, or lines.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{DataType, SchemaRef};
use grundy_solver::Error;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::Compression;
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use crate::cells::{Cell, push_json_number, push_json_text};
use crate::error::{BatchFailure, Result};
use crate::format::Format;
use crate::job::Job;
use crate::rows::ERROR;

/// Converts errors of the Parquet library.
pub(crate) fn failed(error: &dyn Display) -> BatchFailure {
    Error::input("error.parquet").with("error", error.to_string()).into()
}

/// A piece ready to be written.
pub(crate) enum Written {
    Nothing,
    Bytes(Vec<u8>),
    Group(Vec<ArrowColumnChunk>),
}

/// The output.
pub(crate) enum Sink<'a> {
    Lines { output: &'a mut (dyn Write + Send), head: u64 },
    Parquet { writer: Box<SerializedFileWriter<&'a mut (dyn Write + Send)>>, factory: Arc<Factory> },
}

/// Creates the writers of columns.
pub(crate) struct Factory {
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
}

/// Encodes pieces, on any thread.
pub(crate) enum Encoder {
    Lines,
    Parquet(Arc<Factory>),
}

fn properties(schema: &SchemaRef) -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned());
    // Outcomes and methods repeat, so dictionaries compress them; heaps and values mostly do not repeat.
    for field in schema.fields().iter().filter(|field| field.data_type().is_numeric()) {
        let path = ColumnPath::new(vec![field.name().clone()]);
        properties = properties.set_column_dictionary_enabled(path, false);
    }
    properties.build()
}

impl<'a> Sink<'a> {
    pub fn new(job: &Job, schema: SchemaRef, output: &'a mut (dyn Write + Send)) -> Result<Self> {
        if job.to == Format::Parquet {
            let writer = ArrowWriter::try_new(output, schema.clone(), Some(properties(&schema)));
            let parts = writer.and_then(ArrowWriter::into_serialized_writer);
            let (writer, factory) = parts.map_err(|error| failed(&error))?;
            return Ok(Self::Parquet {
                writer: Box::new(writer),
                factory: Arc::new(Factory { factory, schema }),
            });
        }
        let mut head = Vec::new();
        if let Format::Csv { separator } = job.to {
            for (index, field) in schema.fields().iter().enumerate() {
                if index > 0 {
                    head.push(separator);
                }
                crate::cells::push_csv(field.name(), separator, &mut head);
            }
            head.push(b'\n');
        }
        output.write_all(&head).map_err(BatchFailure::Output)?;
        Ok(Self::Lines { output, head: head.len() as u64 })
    }

    /// Bytes before the first row.
    pub fn head(&self) -> u64 {
        match self {
            Self::Lines { head, .. } => *head,
            Self::Parquet { .. } => 0,
        }
    }

    pub fn encoder(&self) -> Encoder {
        match self {
            Self::Lines { .. } => Encoder::Lines,
            Self::Parquet { factory, .. } => Encoder::Parquet(factory.clone()),
        }
    }

    pub fn write(&mut self, written: Written) -> Result<()> {
        match (self, written) {
            (Self::Lines { output, .. }, Written::Bytes(bytes)) => {
                output.write_all(&bytes).and_then(|()| output.flush()).map_err(BatchFailure::Output)
            }
            (Self::Parquet { writer, .. }, Written::Group(chunks)) => {
                let appended = writer.next_row_group().and_then(|mut group| {
                    for chunk in chunks {
                        chunk.append_to_row_group(&mut group)?;
                    }
                    group.close().map(drop)
                });
                appended.map_err(|error| failed(&error))
            }
            _ => Ok(()),
        }
    }

    pub fn finish(self) -> Result<()> {
        match self {
            Self::Lines { .. } => Ok(()),
            Self::Parquet { writer, .. } => writer.close().map(drop).map_err(|error| failed(&error)),
        }
    }
}

impl Encoder {
    pub fn encode(&self, job: &Job, batch: &RecordBatch) -> Result<Written> {
        if batch.num_rows() == 0 {
            return Ok(Written::Nothing);
        }
        match self {
            Self::Lines => lines(job, batch).map(Written::Bytes),
            Self::Parquet(factory) => {
                factory.group(batch).map(Written::Group).map_err(|error| failed(&error))
            }
        }
    }
}

impl Factory {
    fn group(&self, batch: &RecordBatch) -> parquet::errors::Result<Vec<ArrowColumnChunk>> {
        let mut writers = self.factory.create_column_writers(0)?.into_iter();
        let mut chunks = Vec::new();
        for (field, column) in self.schema.fields().iter().zip(batch.columns()) {
            for leaf in compute_leaves(field, column)? {
                if let Some(mut writer) = writers.next() {
                    writer.write(&leaf)?;
                    chunks.push(writer.close()?);
                }
            }
        }
        Ok(chunks)
    }
}

/// Encodes a batch as lines.
fn lines(job: &Job, batch: &RecordBatch) -> Result<Vec<u8>> {
    let options = FormatOptions::default();
    let schema = batch.schema();
    let columns: Vec<ArrowColumn<'_>> = schema
        .fields()
        .iter()
        .zip(batch.columns())
        .map(|(field, array)| {
            let formatter = ArrayFormatter::try_new(array, &options).map_err(|error| failed(&error))?;
            Ok(ArrowColumn { name: field.name(), array, formatter })
        })
        .collect::<Result<_>>()?;
    let answers = columns.len() - job.show.len() - usize::from(job.keep_going);
    let mut out = Vec::new();
    for row in 0..batch.num_rows() {
        match job.to {
            Format::Csv { separator } => {
                for (index, column) in columns.iter().enumerate() {
                    if index > 0 {
                        out.push(separator);
                    }
                    column.cell(row).push_csv(separator, &mut out);
                }
            }
            Format::JsonLines => {
                out.push(b'{');
                for (index, column) in columns.iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    push_json_text(column.name, &mut out);
                    out.push(b':');
                    column.push_json(row, &mut out);
                }
                out.push(b'}');
            }
            Format::Text | Format::Parquet => {
                let wrong = job.keep_going && columns.last().is_some_and(|errors| !errors.array.is_null(row));
                if wrong {
                    out.extend(ERROR.as_bytes());
                } else {
                    for (index, column) in columns[answers..][..job.show.len()].iter().enumerate() {
                        if index > 0 {
                            out.push(b'\t');
                        }
                        out.extend(column.text(row).as_bytes());
                    }
                }
            }
        }
        out.push(b'\n');
    }
    Ok(out)
}

struct ArrowColumn<'a> {
    name: &'a str,
    array: &'a ArrayRef,
    formatter: ArrayFormatter<'a>,
}

impl ArrowColumn<'_> {
    fn text(&self, row: usize) -> String {
        if self.array.is_null(row) { String::new() } else { self.formatter.value(row).to_string() }
    }

    fn cell(&self, row: usize) -> Cell<'_> {
        if self.array.is_null(row) { Cell::Null } else { Cell::Text(Cow::Owned(self.text(row))) }
    }

    /// Appends integers and booleans as such, other values as text.
    fn push_json(&self, row: usize, out: &mut Vec<u8>) {
        if self.array.is_null(row) {
            out.extend(b"null");
            return;
        }
        let text = self.text(row);
        match self.array.data_type() {
            DataType::Boolean => out.extend(text.as_bytes()),
            kind if kind.is_unsigned_integer() => push_json_number(&text, out),
            kind if kind.is_signed_integer() => match text.strip_prefix('-') {
                Some(digits) if crate::cells::word(digits).is_some_and(|number| number < 1 << 53) => {
                    out.extend(text.as_bytes());
                }
                _ => push_json_number(&text, out),
            },
            DataType::List(item) | DataType::LargeList(item) if item.data_type().is_integer() => {
                out.extend(text.as_bytes());
            }
            _ => push_json_text(&text, out),
        }
    }
}

/// Writes the row groups of several files one after the other, without decoding them.
pub(crate) fn join<'a>(parts: impl Iterator<Item = &'a Path>, output: &mut (dyn Write + Send)) -> Result<()> {
    let mut output = Some(output);
    let mut writer: Option<SerializedFileWriter<&mut (dyn Write + Send)>> = None;
    for path in parts {
        let file = File::open(path).map_err(BatchFailure::file(path))?;
        let metadata =
            ParquetMetaDataReader::new().parse_and_finish(&file).map_err(|error| failed(&error))?;
        if let Some(output) = output.take() {
            let about = metadata.file_metadata();
            let properties = WriterProperties::builder()
                .set_created_by(concat!("grundy ", env!("CARGO_PKG_VERSION")).to_owned())
                .set_key_value_metadata(about.key_value_metadata().cloned())
                .build();
            let schema = about.schema_descr().root_schema_ptr();
            let created = SerializedFileWriter::new(output, schema, Arc::new(properties));
            writer = Some(created.map_err(|error| failed(&error))?);
        }
        let Some(writer) = &mut writer else { continue };
        for group in metadata.row_groups() {
            let appended = writer.next_row_group().and_then(|mut out| {
                for column in group.columns() {
                    let bytes = u64::try_from(column.compressed_size()).unwrap_or(0);
                    let rows = u64::try_from(group.num_rows()).unwrap_or(0);
                    let result = ColumnCloseResult {
                        bytes_written: bytes,
                        rows_written: rows,
                        metadata: column.clone(),
                        bloom_filter: None,
                        column_index: None,
                        offset_index: None,
                    };
                    out.append_column(&file, result)?;
                }
                out.close().map(drop)
            });
            appended.map_err(|error| failed(&error))?;
        }
    }
    match writer {
        Some(writer) => writer.close().map(drop).map_err(|error| failed(&error)),
        None => Ok(()),
    }
}
