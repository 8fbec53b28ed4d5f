//! From answers to Arrow arrays.

use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, StringArray, UInt64Array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use grundy_solver::Error;
use grundy_solver::batch::{Answers, Column, RowError};

use crate::error::Result;
use crate::{About, is_null};

/// The rows that answers belong to.
#[derive(Debug)]
pub(crate) enum Rows {
    /// All of them.
    All,
    /// These rows, ascending.
    Some(Vec<u32>),
}

/// Answers in pieces, in order, for some of the rows.
#[derive(Debug)]
pub(crate) struct Part {
    pub answers: Vec<Answers>,
    pub rows: Rows,
}

/// The field of a column.
pub(crate) fn field(column: Column) -> Field {
    let kind = if column == Column::Value { DataType::UInt64 } else { DataType::Utf8 };
    Field::new(column.name(), kind, true)
}

/// The field of the column `error`.
pub(crate) fn error_field() -> Field {
    Field::new("error", DataType::Utf8, true)
}

/// The requested columns, and the errors if they are kept.
pub(crate) fn arrays(about: &About, rows: usize, parts: &[Part], bad: &[RowError]) -> Result<Vec<ArrayRef>> {
    let whole = Whole::new(rows, parts, bad);
    let mut arrays: Vec<ArrayRef> = Vec::with_capacity(about.columns.len() + 1);
    for column in &about.columns {
        arrays.push(match column {
            Column::Outcome => whole.outcomes()?,
            Column::Value => whole.values(),
            Column::Moves => whole.strings(|answers, row| answers.moves.get(row))?,
            Column::FirstMove => whole.strings(|answers, row| answers.first_moves.get(row))?,
            Column::Method => whole.strings(|answers, row| answers.methods[row])?,
        });
    }
    if about.keep_going {
        arrays.push(whole.errors(about)?);
    }
    Ok(arrays)
}

/// All answers with the place of every row in them.
struct Whole<'a> {
    rows: usize,
    /// All pieces of all parts.
    pieces: Vec<&'a Answers>,
    /// The piece and the row in it of each row's answer; `None` if the answers are in the order of the rows.
    places: Option<Vec<(u32, u32)>>,
    /// Which rows have an answer; `None` where all do.
    valid: Option<NullBuffer>,
    /// The errors by row, ascending.
    errors: Vec<(usize, &'a Error)>,
}

/// The place of a row without an answer.
const NOWHERE: (u32, u32) = (u32::MAX, 0);

impl<'a> Whole<'a> {
    fn new(rows: usize, parts: &'a [Part], bad: &'a [RowError]) -> Self {
        let pieces: Vec<&Answers> = parts.iter().flat_map(|part| &part.answers).collect();
        let mut errors: Vec<(usize, &Error)> = Vec::new();
        let mut wrong = vec![];
        let mut places = match parts {
            [Part { rows: Rows::All, .. }] => None,
            _ => Some(vec![NOWHERE; rows]),
        };
        let mut piece: u32 = 0;
        for part in parts {
            let mut before = 0;
            for answers in &part.answers {
                let length = answers.rows();
                let name = |row: usize| match &part.rows {
                    Rows::All => row,
                    Rows::Some(rows) => rows[row] as usize,
                };
                if let Some(places) = &mut places {
                    for (row, place) in (0..length).zip(0u32..) {
                        places[name(before + row)] = (piece, place);
                    }
                }
                errors
                    .extend(answers.errors.iter().map(|wrong| (name(before + wrong.index()), &wrong.error)));
                before += length;
                piece += 1;
            }
        }
        wrong.extend(errors.iter().map(|(row, _)| *row));
        wrong.extend(bad.iter().map(RowError::index));
        errors.extend(bad.iter().map(|bad| (bad.index(), &bad.error)));
        errors.sort_by_key(|(row, _)| *row);
        let valid = (!wrong.is_empty()).then(|| {
            let mut valid = vec![true; rows];
            for row in wrong {
                valid[row] = false;
            }
            NullBuffer::from(BooleanBuffer::from(valid))
        });
        Self { rows, pieces, places, valid, errors }
    }

    /// Calls `look` for each row, in order, with its answers and its row in them.
    fn each(&self, mut look: impl FnMut(Option<(&'a Answers, usize)>)) {
        match &self.places {
            None => {
                for answers in &self.pieces {
                    for row in 0..answers.rows() {
                        look(Some((answers, row)));
                    }
                }
            }
            Some(places) => {
                for (piece, row) in places {
                    look(self.pieces.get(*piece as usize).map(|answers| (*answers, *row as usize)));
                }
            }
        }
    }

    /// One letter per row: the bytes of the answers are those of the array.
    fn outcomes(&self) -> Result<ArrayRef> {
        let mut letters: Vec<u8> = Vec::with_capacity(self.rows);
        if self.places.is_none() {
            for answers in &self.pieces {
                letters.extend(&answers.outcomes);
            }
        } else {
            self.each(|place| letters.push(place.map_or(0, |(answers, row)| answers.outcomes[row])));
        }
        let offsets: Vec<i32> = if self.valid.is_none() {
            let rows = i32::try_from(self.rows)
                .map_err(|_| Error::input("error.arrays-too-long").with("rows", self.rows))?;
            (0..=rows).collect()
        } else {
            let mut end = 0;
            let ends = letters.iter().map(|letter| {
                end += i32::from(*letter != 0);
                end
            });
            let offsets = std::iter::once(0).chain(ends).collect();
            letters.retain(|letter| *letter != 0);
            offsets
        };
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        Ok(Arc::new(StringArray::new(offsets, Buffer::from_vec(letters), self.valid.clone())))
    }

    fn values(&self) -> ArrayRef {
        let mut values: Vec<u64> = Vec::with_capacity(self.rows);
        let mut known: Vec<bool> = Vec::with_capacity(self.rows);
        if self.places.is_none() {
            for answers in &self.pieces {
                values.extend(&answers.values);
                known.extend(&answers.has_value);
            }
        } else {
            self.each(|place| {
                values.push(place.map_or(0, |(answers, row)| answers.values[row]));
                known.push(place.is_some_and(|(answers, row)| answers.has_value[row]));
            });
        }
        let nulls = (!known.iter().all(|known| *known)).then(|| NullBuffer::from(known));
        Arc::new(UInt64Array::new(values.into(), nulls))
    }

    fn strings(&self, text: impl Fn(&'a Answers, usize) -> &'a str) -> Result<ArrayRef> {
        let mut bytes = 0;
        self.each(|place| bytes += place.map_or(0, |(answers, row)| text(answers, row).len()));
        if i32::try_from(bytes).is_err() {
            return Err(Error::input("error.answers-too-long").with("bytes", bytes as u64).into());
        }
        let mut builder = StringBuilder::with_capacity(self.rows, bytes);
        let mut row = 0;
        self.each(|place| {
            let valid = self.valid.as_ref().is_none_or(|valid| valid.is_valid(row));
            match place {
                Some((answers, row)) if valid => builder.append_value(text(answers, row)),
                _ => builder.append_null(),
            }
            row += 1;
        });
        Ok(Arc::new(builder.finish()))
    }

    fn errors(&self, about: &About) -> Result<ArrayRef> {
        let mut texts: Vec<(usize, String)> = Vec::with_capacity(self.errors.len());
        for (row, error) in &self.errors {
            if !about.null_to_null || !is_null(error) {
                texts.push((*row, error.message().render(about.lang)));
            }
        }
        let bytes: usize = texts.iter().map(|(_, text)| text.len()).sum();
        if i32::try_from(bytes).is_err() {
            return Err(Error::input("error.answers-too-long").with("bytes", bytes as u64).into());
        }
        let mut builder = StringBuilder::with_capacity(self.rows, bytes);
        let mut texts = texts.into_iter().peekable();
        for row in 0..self.rows {
            builder.append_option(texts.next_if(|(wrong, _)| *wrong == row).map(|(_, text)| text));
        }
        Ok(Arc::new(builder.finish()))
    }
}
