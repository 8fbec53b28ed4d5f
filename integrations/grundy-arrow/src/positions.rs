//! From Arrow arrays to positions: machine words become plain columns, and invalid rows are listed.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, OffsetSizeTrait};
use arrow_buffer::ScalarBuffer;
use arrow_schema::DataType;
use grundy_solver::Error;
use grundy_solver::batch::{Positions, RowError};

use crate::error::Result;

/// Positions that own (a share of) their data.
#[derive(Clone, Debug)]
pub(crate) enum Held {
    Columns(Vec<ScalarBuffer<u64>>),
    Lists { values: ScalarBuffer<u64>, offsets: Vec<usize> },
    Texts(ArrayRef),
}

impl Held {
    /// Rows `from..to`.
    pub fn slice(&self, from: usize, to: usize) -> Self {
        match self {
            Self::Columns(columns) => {
                Self::Columns(columns.iter().map(|column| column.slice(from, to - from)).collect())
            }
            Self::Lists { values, offsets } => {
                Self::Lists { values: values.clone(), offsets: offsets[from..=to].to_vec() }
            }
            Self::Texts(array) => Self::Texts(array.slice(from, to - from)),
        }
    }

    /// Calls `look` with the positions.
    pub fn with<T>(&self, look: impl FnOnce(Positions<'_>) -> T) -> T {
        match self {
            Self::Columns(columns) => {
                let slices: Vec<&[u64]> = columns.iter().map(AsRef::as_ref).collect();
                look(Positions::Columns(&slices))
            }
            Self::Lists { values, offsets } => look(Positions::Lists { values, offsets }),
            Self::Texts(array) => look(Positions::Texts(&texts(array))),
        }
    }
}

fn null(row: usize) -> RowError {
    RowError::new(row, Error::input("error.null-heap"))
}

fn negative(row: usize, heap: i64) -> RowError {
    RowError::new(row, Error::input("error.negative-heap").with("heap", heap.to_string()))
}

/// Positions as parsed. Invalid rows are listed, ascending; their content in `held` is arbitrary.
#[derive(Debug)]
pub(crate) struct Read {
    pub held: Held,
    pub rows: usize,
    pub bad: Vec<RowError>,
}

impl Read {
    pub fn of(arrays: &[ArrayRef]) -> Result<Self> {
        let [first, others @ ..] = arrays else { return Err(Error::input("error.no-arrays").into()) };
        let rows = first.len();
        if u32::try_from(rows).is_err() {
            return Err(Error::input("error.arrays-too-long").with("rows", rows).into());
        }
        for other in others {
            if other.len() != rows {
                return Err(Error::input("error.arrays-differ")
                    .with("first", rows)
                    .with("other", other.len())
                    .into());
            }
        }
        let mut bad = Vec::new();
        let held = match (first.data_type(), others) {
            (DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View, []) => {
                bad.extend(nulls(first));
                Held::Texts(first.clone())
            }
            (DataType::List(_), []) => {
                let lists = first.as_list::<i32>();
                of_lists(first, lists.values(), |row| range(lists.value_offsets(), row), &mut bad)?
            }
            (DataType::LargeList(_), []) => {
                let lists = first.as_list::<i64>();
                of_lists(first, lists.values(), |row| range(lists.value_offsets(), row), &mut bad)?
            }
            (DataType::FixedSizeList(_, size), []) => {
                let size = usize::try_from(*size).unwrap_or(0);
                let lists = first.as_fixed_size_list();
                of_lists(first, lists.values(), |row| (row * size, (row + 1) * size), &mut bad)?
            }
            _ => {
                let columns = arrays.iter().map(|array| words(array, &mut bad)).collect::<Result<_>>()?;
                bad.sort_by_key(|bad: &RowError| bad.row);
                bad.dedup_by_key(|bad| bad.row);
                Held::Columns(columns)
            }
        };
        Ok(Self { held, rows, bad })
    }
}

fn nulls(array: &ArrayRef) -> impl Iterator<Item = RowError> {
    let nulls = array.logical_nulls();
    (0..array.len()).filter(move |row| nulls.as_ref().is_some_and(|nulls| nulls.is_null(*row))).map(null)
}

fn range<O: OffsetSizeTrait>(offsets: &[O], row: usize) -> (usize, usize) {
    (offsets[row].as_usize(), offsets[row + 1].as_usize())
}

/// Lists of integers; rows with a null in the list are null rows.
fn of_lists(
    lists: &ArrayRef,
    values: &ArrayRef,
    range: impl Fn(usize) -> (usize, usize),
    bad: &mut Vec<RowError>,
) -> Result<Held> {
    let mut heaps = Vec::new();
    let values_as_words = words(values, &mut heaps)?;
    let mut offsets = Vec::with_capacity(lists.len() + 1);
    if heaps.is_empty()
        && lists.null_count() == 0
        && (1..lists.len()).all(|row| range(row - 1).1 == range(row).0)
    {
        offsets.push(if lists.is_empty() { 0 } else { range(0).0 });
        offsets.extend((0..lists.len()).map(|row| range(row).1));
        return Ok(Held::Lists { values: values_as_words, offsets });
    }
    // Some row is invalid: such rows become empty.
    let mut wrong = heaps.into_iter().peekable();
    let mut kept: Vec<u64> = Vec::new();
    offsets.push(0);
    for row in 0..lists.len() {
        let (from, to) = range(row);
        let mut first: Option<RowError> = None;
        while wrong.peek().is_some_and(|heap| heap.index() < from) {
            wrong.next();
        }
        while let Some(heap) = wrong.next_if(|heap| heap.index() < to) {
            first.get_or_insert(RowError { row: row as u64, ..heap });
        }
        if lists.is_null(row) {
            first = Some(null(row));
        }
        match first {
            Some(first) => bad.push(first),
            None => kept.extend(&values_as_words[from..to]),
        }
        offsets.push(kept.len());
    }
    Ok(Held::Lists { values: kept.into(), offsets })
}

/// Integers of any width as words; an invalid heap becomes 0 and is listed.
fn words(array: &ArrayRef, bad: &mut Vec<RowError>) -> Result<ScalarBuffer<u64>> {
    Ok(match array.data_type() {
        DataType::UInt64 if array.null_count() == 0 => array.as_primitive::<UInt64Type>().values().clone(),
        DataType::UInt64 => converted::<UInt64Type>(array, bad, Ok),
        DataType::UInt32 => converted::<UInt32Type>(array, bad, |heap| Ok(heap.into())),
        DataType::UInt16 => converted::<UInt16Type>(array, bad, |heap| Ok(heap.into())),
        DataType::UInt8 => converted::<UInt8Type>(array, bad, |heap| Ok(heap.into())),
        DataType::Int64 => converted::<Int64Type>(array, bad, signed),
        DataType::Int32 => converted::<Int32Type>(array, bad, |heap| signed(heap.into())),
        DataType::Int16 => converted::<Int16Type>(array, bad, |heap| signed(heap.into())),
        DataType::Int8 => converted::<Int8Type>(array, bad, |heap| signed(heap.into())),
        other => return Err(Error::input("error.array-type").with("type", other.to_string()).into()),
    })
}

fn signed(heap: i64) -> std::result::Result<u64, i64> {
    u64::try_from(heap).map_err(|_| heap)
}

fn converted<T: ArrowPrimitiveType>(
    array: &ArrayRef,
    bad: &mut Vec<RowError>,
    word: impl Fn(T::Native) -> std::result::Result<u64, i64>,
) -> ScalarBuffer<u64> {
    let array = array.as_primitive::<T>();
    let mut out = Vec::with_capacity(array.len());
    for (row, heap) in array.values().iter().enumerate() {
        out.push(if array.is_null(row) {
            bad.push(null(row));
            0
        } else {
            word(*heap).unwrap_or_else(|heap| {
                bad.push(negative(row, heap));
                0
            })
        });
    }
    out.into()
}

/// The strings of an array of one of the three types; nulls are empty.
pub(crate) fn texts(array: &ArrayRef) -> Vec<&str> {
    match array.data_type() {
        DataType::LargeUtf8 => array.as_string::<i64>().iter().map(Option::unwrap_or_default).collect(),
        DataType::Utf8View => array.as_string_view().iter().map(Option::unwrap_or_default).collect(),
        _ => array.as_string::<i32>().iter().map(Option::unwrap_or_default).collect(),
    }
}
