//! The source of record batches: a Parquet file, or lines.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use grundy_solver::Error;
use grundy_solver::limits::Cancel;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::file::metadata::RowGroupMetaData;

use crate::error::{BatchFailure, Result};
use crate::format::Format;
use crate::input::Input;
use crate::job::Job;
use crate::lines;
use crate::parquet::arrays::{self, Taken};
use crate::parquet::file::{Pages, Watched};
use crate::parquet::output::failed;
use crate::part::Part;
use crate::piece::{Cutter, Piece, lines_before};
use crate::pump::Unwanted;
use crate::records::Layout;
use crate::rows;

/// Number of rows of a piece for Parquet output: a row group.
const GROUP: usize = 1 << 19;
/// Number of rows of a piece for line output.
const ROWS: usize = 1 << 16;
/// Number of bytes of lines that form a row group.
const BYTES: usize = 8 << 20;

/// The opened input.
pub(crate) struct Source {
    pub pieces: Pieces,
    pub reading: Reading,
    /// Set when no more input is wanted.
    pub unwanted: Unwanted,
}

/// A piece of the input before conversion.
pub(crate) enum Raw {
    Batch(RecordBatch, u64),
    Lines(Piece),
}

/// An iterator over the pieces.
pub(crate) enum Pieces {
    Batches { reader: Box<ParquetRecordBatchReader>, first: u64, total: u64, cancel: Cancel },
    Lines { cutter: Cutter, total: Option<u64> },
}

/// The conversion of pieces.
pub(crate) struct Reading {
    layout: Layout,
    words: Vec<bool>,
    schema: SchemaRef,
}

impl Source {
    pub fn open(job: &Job, input: Input, part: Option<Part>) -> Result<Self> {
        if job.from == Format::Parquet {
            return guarded(&job.cancel, || Self::of_parquet(job, input, part));
        }
        let opened = lines::open(job, input, part, BYTES)?;
        let lines::Opened { mut cutter, layout, total, .. } = opened;
        // Shards must agree on the columns, so these follow from the first record of the whole file.
        let first = match &opened.first {
            Some(first) => Some(first.clone()),
            None => cutter.first()?,
        };
        let first = first.map(|first| String::from_utf8_lossy(&first).into_owned());
        let records = first.as_deref().map(|first| lines::records(job.from, first, &layout));
        let words = arrays::words(&layout, records.as_deref());
        drop(records);
        let schema = arrays::schema(&layout, &words);
        if let Some((path, start)) = &opened.before {
            cutter.count_from(lines_before(path, *start)?);
        }
        let pieces = Pieces::Lines { cutter, total };
        Ok(Self { pieces, reading: Reading { layout, words, schema }, unwanted: opened.unwanted })
    }

    fn of_parquet(job: &Job, input: Input, part: Option<Part>) -> Result<Self> {
        let file = match input {
            Input::File(path) => match crate::input::open(&path)? {
                (file, Some(_)) => file,
                (mut file, None) => stored(&mut file)?,
            },
            // The metadata of a Parquet file is at its end.
            Input::Stream(_) if part.is_some() => return Err(Error::input("error.shard-needs-file").into()),
            input @ Input::Stream(_) => stored(&mut input.open(&job.cancel, &Unwanted::default())?.0)?,
        };
        let pages = Pages::within(job.limits.memory);
        let file = Watched::new(file, pages.clone(), job.cancel.clone()).map_err(BatchFailure::Input)?;
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| failed(&error))?;
        let columns = builder.metadata().row_groups().iter().flat_map(RowGroupMetaData::columns);
        let sizes = columns.map(|column| u64::try_from(column.uncompressed_size()).unwrap_or(0));
        pages.largest_column(sizes.max().unwrap_or(0));
        let schema = builder.schema().clone();
        let names: Vec<String> = schema.fields().iter().map(|field| field.name().clone()).collect();
        let all = |names: &[String]| (0..names.len()).collect();
        let mut layout = Layout::new(names, &job.columns, job.game_column.as_deref(), all)?;
        let rows = u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or(0);
        let mut range = 0..rows;
        if let Some(part) = part {
            range = share(rows, part.number, part.of)..share(rows, part.number + 1, part.of);
        }
        let size = if job.to == Format::Parquet { GROUP } else { ROWS };
        let mut builder = builder.with_batch_size(size);
        let mut kept: Vec<usize> = (0..layout.names.len()).collect();
        if job.only {
            kept.retain(|column| layout.heaps.contains(column) || layout.game == Some(*column));
            let mask = ProjectionMask::roots(builder.parquet_schema(), kept.iter().copied());
            builder = builder.with_projection(mask);
        } else {
            layout = layout.beside(rows::names(job), true)?;
        }
        let place = |column: &usize| kept.iter().position(|kept| kept == column).unwrap_or(0);
        layout = Layout {
            names: kept.iter().map(|column| layout.names[*column].clone()).collect(),
            heaps: layout.heaps.iter().map(place).collect(),
            game: layout.game.as_ref().map(place),
            ..layout
        };
        let builder = only_rows(builder, &range);
        let reader = builder.build().map_err(|error| failed(&error))?;
        let total = range.end - range.start;
        let cancel = job.cancel.clone();
        let pieces = Pieces::Batches { reader: Box::new(reader), first: range.start, total, cancel };
        let reading = Reading { layout, words: Vec::new(), schema };
        Ok(Self { pieces, reading, unwanted: Unwanted::default() })
    }
}

/// Restricts the reader to the rows of a part. Other row groups are not read.
fn only_rows(
    builder: ParquetRecordBatchReaderBuilder<Watched>,
    range: &Range<u64>,
) -> ParquetRecordBatchReaderBuilder<Watched> {
    let mut start = 0_u64;
    let mut groups = Vec::new();
    let mut before = None;
    for (number, group) in builder.metadata().row_groups().iter().enumerate() {
        let end = start + u64::try_from(group.num_rows()).unwrap_or(0);
        if start < range.end && range.start < end {
            before.get_or_insert(start);
            groups.push(number);
        }
        start = end;
    }
    let size = |rows: u64| usize::try_from(rows).unwrap_or(usize::MAX);
    builder
        .with_row_groups(groups)
        .with_offset(size(range.start - before.unwrap_or(range.start)))
        .with_limit(size(range.end - range.start))
}

fn share(rows: u64, number: u64, of: u64) -> u64 {
    u64::try_from(u128::from(rows) * u128::from(number) / u128::from(of)).unwrap_or(rows)
}

/// Stores a pipe in a temporary file without a name.
fn stored(stream: &mut dyn io::Read) -> Result<File> {
    let mut file = tempfile::tempfile().map_err(BatchFailure::Input)?;
    io::copy(stream, &mut file).map_err(BatchFailure::Input)?;
    Ok(file)
}

/// The Parquet reader trusts its file, and panics if a damaged file contradicts itself. If it was cancelled, it
/// returns an error of its own, which is replaced by the cancellation.
fn guarded<T>(cancel: &Cancel, read: impl FnOnce() -> Result<T>) -> Result<T> {
    // The reader is not used again after a panic.
    let read = catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(Error::input("error.parquet-damaged").into()));
    read.map_err(|failure| failure.or_stopped(cancel))
}

impl Pieces {
    /// The total amount to read, if known.
    pub fn total(&self) -> Option<u64> {
        match self {
            Self::Batches { total, .. } => Some(*total),
            Self::Lines { total, .. } => *total,
        }
    }

    /// The next piece.
    pub fn next(&mut self) -> Result<Option<Raw>> {
        match self {
            Self::Lines { cutter, .. } => Ok(cutter.next()?.map(Raw::Lines)),
            Self::Batches { reader, first, cancel, .. } => {
                let read = || reader.next().transpose().map_err(|error| failed(&error));
                Ok(guarded(cancel, read)?.map(|batch| {
                    let start = *first;
                    *first += batch.num_rows() as u64;
                    Raw::Batch(batch, start)
                }))
            }
        }
    }
}

impl Reading {
    /// The columns copied to the output.
    pub fn carried(&self, job: &Job) -> SchemaRef {
        if job.only { SchemaRef::new(arrow_schema::Schema::empty()) } else { self.schema.clone() }
    }

    /// Converts a piece to arrays.
    pub fn take(&self, job: &Job, raw: Raw) -> Taken {
        match raw {
            Raw::Batch(batch, first) => Taken::of_batch(&batch, &self.layout, job, first),
            Raw::Lines(piece) => Taken::of_lines(&piece, &self.layout, &self.words, job, &self.schema),
        }
    }
}
