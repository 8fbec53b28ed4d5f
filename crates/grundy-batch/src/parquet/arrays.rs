//! A piece of input as arrays: positions, games, and the columns copied to the output.

use std::sync::Arc;

use arrow_array::builder::{StringBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use grundy_solver::Error;
use grundy_solver::batch::RowError;

use crate::cells::{Cell, word};
use crate::job::Job;
use crate::lines;
use crate::parquet::output::failed;
use crate::piece::{Piece, newlines};
use crate::records::{Heaps, Layout, Records};
use crate::rows::error_text;

/// A piece split into arrays.
#[derive(Debug)]
pub(crate) struct Taken {
    pub positions: Vec<ArrayRef>,
    pub games: Option<ArrayRef>,
    pub carried: RecordBatch,
    /// The size of the piece, in bytes of the input (in Parquet rows).
    pub read: u64,
    /// Rows that are not valid positions, ascending.
    wrongs: Vec<RowError>,
    origin: Origin,
    keep_going: bool,
}

/// The origin of rows, for error messages.
#[derive(Debug)]
enum Origin {
    /// Rows of a file; the number of the first one, from 0.
    Rows(u64),
    /// Lines: the number of lines before the piece, and the line of each row within it.
    Lines(u64, Vec<u64>),
}

impl Taken {
    /// Converts the columns of a file.
    pub fn of_batch(batch: &RecordBatch, layout: &Layout, job: &Job, first: u64) -> Self {
        let column = |place: &usize| batch.column(*place).clone();
        let carried = if job.only { empty(batch.num_rows()) } else { batch.clone() };
        Self {
            positions: layout.heaps.iter().map(column).collect(),
            games: layout.game.as_ref().map(column),
            carried,
            read: batch.num_rows() as u64,
            wrongs: Vec::new(),
            origin: Origin::Rows(first),
            keep_going: job.keep_going,
        }
    }

    /// Converts lines; `words` says which columns are numbers.
    pub fn of_lines(piece: &Piece, layout: &Layout, words: &[bool], job: &Job, schema: &SchemaRef) -> Self {
        let mut taken = Self {
            positions: Vec::new(),
            games: None,
            carried: empty(0),
            read: piece.bytes.len() as u64,
            wrongs: Vec::new(),
            origin: Origin::Lines(piece.line, vec![0]),
            keep_going: job.keep_going,
        };
        let text = match lines::text(piece, job.keep_going) {
            Ok(text) => text,
            Err(wrong) => {
                // The piece cannot be decoded, so the work stops there.
                taken.origin = Origin::Lines(wrong.row, vec![0]);
                taken.wrongs.push(RowError { row: 0, ..wrong });
                taken.keep_going = false;
                taken.carried = RecordBatch::new_empty(schema.clone());
                return taken;
            }
        };
        let records = lines::records(job.from, &text, layout);
        taken.read_records(records.as_ref(), layout, words);
        taken.origin = Origin::Lines(piece.line, line_numbers(records.as_ref(), &piece.bytes));
        taken.carried = if job.only {
            empty(records.len())
        } else {
            carry(records.as_ref(), words, schema).unwrap_or_else(|_| empty(records.len()))
        };
        taken
    }

    fn read_records(&mut self, records: &dyn Records, layout: &Layout, words: &[bool]) {
        let mut games = layout.game.map(|_| StringBuilder::new());
        let mut heaps = Vec::new();
        let mut texts = StringBuilder::new();
        let mut columns: Vec<Vec<u64>> = Vec::new();
        // As long as all rows have the same number of words, columns are enough.
        let mut plain = true;
        for row in 0..records.len() {
            let mut wrong = None;
            let found = records.heaps(row, &mut heaps);
            let game = match records.game(row) {
                Ok(game) => game,
                Err(bad) => {
                    wrong = Some(bad);
                    None
                }
            };
            if let Some(games) = &mut games {
                games.append_option(game);
            }
            if row == 0 {
                columns.resize_with(heaps.len(), Vec::new);
            }
            match found {
                Heaps::Words if plain && heaps.len() == columns.len() && !heaps.is_empty() => {
                    columns.iter_mut().zip(&heaps).for_each(|(column, heap)| column.push(*heap));
                    if wrong.is_none() {
                        continue;
                    }
                }
                _ if plain => {
                    plain = false;
                    for row in 0..row {
                        texts.append_value(joined(columns.iter().map(|column| column[row])));
                    }
                }
                _ => {}
            }
            if !plain {
                match &found {
                    Heaps::Words => texts.append_value(joined(heaps.iter().copied())),
                    Heaps::Text(text) => texts.append_value(text),
                    Heaps::Wrong(_) => texts.append_null(),
                }
            }
            if let Heaps::Wrong(bad) = found {
                wrong = wrong.or(Some(bad));
            } else if wrong.is_none() && !fits(records, row, words) {
                let error = Error::input("error.heap-above-word");
                wrong = Some(RowError::new(row, error).at_column(records.heaps_column(row)));
            }
            self.wrongs.extend(wrong);
        }
        self.positions = if plain && !columns.is_empty() {
            columns
                .into_iter()
                .map(|column| Arc::new(arrow_array::UInt64Array::from(column)) as ArrayRef)
                .collect()
        } else {
            vec![Arc::new(texts.finish())]
        };
        self.games = games.map(|mut games| Arc::new(games.finish()) as ArrayRef);
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.carried.num_rows()
    }

    /// The first row that stops the work because it is invalid.
    pub fn stop_row(&self) -> Option<&RowError> {
        self.wrongs.first().filter(|_| !self.keep_going)
    }

    /// The first `rows` rows.
    pub fn slice(&self, rows: usize) -> Self {
        let rows = rows.min(self.rows());
        let cut = |array: &ArrayRef| array.slice(0, rows.min(array.len()));
        Self {
            positions: self.positions.iter().map(cut).collect(),
            games: self.games.as_ref().map(cut),
            carried: self.carried.slice(0, rows),
            read: self.read,
            wrongs: Vec::new(),
            origin: match &self.origin {
                Origin::Rows(first) => Origin::Rows(*first),
                Origin::Lines(before, lines) => Origin::Lines(*before, lines.clone()),
            },
            keep_going: self.keep_going,
        }
    }

    /// The error of one of these rows, with its row or line in the whole input.
    pub fn in_input(&self, wrong: RowError) -> RowError {
        match &self.origin {
            Origin::Rows(first) => wrong.after(*first),
            Origin::Lines(before, lines) => {
                let row = lines.get(wrong.index()).copied().unwrap_or(0);
                RowError { row, ..wrong }.after(*before)
            }
        }
    }

    /// The answers, with the reader's errors in place of the answers for invalid rows.
    pub fn with_own_errors(&self, job: &Job, mut answers: Vec<ArrayRef>) -> Vec<ArrayRef> {
        if self.wrongs.is_empty() || !job.keep_going {
            return answers;
        }
        let Some(last) = answers.pop() else { return answers };
        let mut wrongs = self.wrongs.iter().peekable();
        let errors: StringArray = last
            .as_string::<i32>()
            .iter()
            .enumerate()
            .map(|(row, error)| match wrongs.next_if(|wrong| wrong.index() == row) {
                Some(wrong) => Some(error_text(Some(&wrong.error), job.lang)),
                None => error.map(str::to_owned),
            })
            .collect();
        answers.push(Arc::new(errors));
        answers
    }
}

fn joined(heaps: impl Iterator<Item = u64>) -> String {
    heaps.map(|heap| heap.to_string()).collect::<Vec<_>>().join(" ")
}

fn empty(rows: usize) -> RecordBatch {
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::new(Schema::empty()), Vec::new(), &options)
        .unwrap_or_else(|_| RecordBatch::new_empty(Arc::new(Schema::empty())))
}

/// The line of each record, counted from 0 at the start of the piece.
fn line_numbers(records: &dyn Records, bytes: &[u8]) -> Vec<u64> {
    let (mut at, mut line) = (0, 0);
    (0..records.len())
        .map(|row| {
            let start = records.start(row).min(bytes.len());
            line += bytes.get(at..start).map_or(0, newlines);
            at = start.max(at);
            line
        })
        .collect()
}

/// Whether the cells copied as numbers are numbers.
fn fits(records: &dyn Records, row: usize, words: &[bool]) -> bool {
    words
        .iter()
        .enumerate()
        .filter(|(_, word)| **word)
        .all(|(column, _)| number(&records.cell(row, column)).is_some())
}

fn number(cell: &Cell<'_>) -> Option<u64> {
    match cell {
        Cell::Null => None,
        Cell::Text(text) | Cell::Json(text) => word(text).or_else(|| text.trim().parse().ok()),
    }
}

/// Which columns are copied as numbers: the heaps that are words in the first record.
pub(crate) fn words(layout: &Layout, first: Option<&dyn Records>) -> Vec<bool> {
    let of = |column: usize| {
        let heap = layout.heaps.contains(&column);
        heap && first.is_some_and(|first| first.len() > 0 && number(&first.cell(0, column)).is_some())
    };
    (0..layout.names.len()).map(of).collect()
}

/// The columns of lines, as copied to the output.
pub(crate) fn schema(layout: &Layout, words: &[bool]) -> SchemaRef {
    let fields =
        layout.names.iter().zip(words).map(|(name, word)| {
            Field::new(name, if *word { DataType::UInt64 } else { DataType::Utf8 }, true)
        });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn carry(records: &dyn Records, words: &[bool], schema: &SchemaRef) -> crate::error::Result<RecordBatch> {
    let columns = words.iter().enumerate().map(|(column, is_word)| -> ArrayRef {
        if *is_word {
            let mut builder = UInt64Builder::with_capacity(records.len());
            for row in 0..records.len() {
                builder.append_option(number(&records.cell(row, column)));
            }
            return Arc::new(builder.finish());
        }
        let mut builder = StringBuilder::new();
        for row in 0..records.len() {
            match records.cell(row, column) {
                Cell::Null => builder.append_null(),
                Cell::Text(text) | Cell::Json(text) => builder.append_value(text),
            }
        }
        Arc::new(builder.finish())
    });
    RecordBatch::try_new(schema.clone(), columns.collect()).map_err(|error| failed(&error))
}
