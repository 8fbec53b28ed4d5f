//! Selects some of the rows.

use std::sync::Arc;

use arrow_array::StringArray;
use grundy_solver::batch::RowError;

use crate::positions::{Held, texts};

/// All rows except the bad ones.
pub(crate) fn all_but(rows: usize, bad: &[RowError]) -> Vec<u32> {
    let rows = u32::try_from(rows).unwrap_or(u32::MAX);
    without((0..rows).collect(), bad)
}

/// Ascending rows without the bad ones.
pub(crate) fn without(mut rows: Vec<u32>, bad: &[RowError]) -> Vec<u32> {
    let mut bad = bad.iter().map(RowError::index).peekable();
    rows.retain(|row| {
        let row = *row as usize;
        while bad.next_if(|bad| *bad < row).is_some() {}
        bad.peek() != Some(&row)
    });
    rows
}

/// These rows; if they are all rows, without a copy.
pub(crate) fn rows(held: &Held, rows: &[u32]) -> Held {
    match held {
        Held::Columns(columns) => Held::Columns(
            columns
                .iter()
                .map(|column| {
                    if rows.len() == column.len() {
                        return column.clone();
                    }
                    rows.iter().map(|row| column[*row as usize]).collect::<Vec<u64>>().into()
                })
                .collect(),
        ),
        Held::Lists { values, offsets } => {
            let mut kept: Vec<u64> = Vec::new();
            let mut ends = vec![0];
            for row in rows {
                let row = *row as usize;
                kept.extend(&values[offsets[row]..offsets[row + 1]]);
                ends.push(kept.len());
            }
            Held::Lists { values: kept.into(), offsets: ends }
        }
        Held::Texts(array) => {
            if rows.len() == array.len() {
                return held.clone();
            }
            let texts = texts(array);
            Held::Texts(Arc::new(StringArray::from_iter_values(rows.iter().map(|row| texts[*row as usize]))))
        }
    }
}
