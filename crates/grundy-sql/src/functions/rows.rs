//! Many rows of one batch: those with a NULL stay NULL, the rest are answered game by game.

use std::collections::HashMap;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, UInt32Array, new_null_array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::{interleave, take};
use datafusion::error::Result;

use super::columns;
use super::games::Games;
use super::position::Asks;

/// The answers of a batch: `game` for all rows, or a column of games.
pub fn answer_rows(
    games: &Games,
    game: Option<&str>,
    of_rows: Option<ArrayRef>,
    heaps: Vec<ArrayRef>,
    asks: Asks,
    lenient: bool,
) -> Result<ArrayRef> {
    let mut nulls = None;
    for array in heaps.iter().chain(&of_rows) {
        nulls = NullBuffer::union(nulls.as_ref(), array.logical_nulls().as_ref());
    }
    let nulls = nulls.filter(|nulls| nulls.null_count() > 0);
    if let (Some(game), None) = (game, &nulls) {
        return games.answer(game, asks, &columns::heaps(heaps)?, lenient);
    }
    let rows = heaps.first().map_or(0, |array| array.len());
    let groups = groups(game, of_rows.as_ref(), nulls.as_ref(), rows);
    let mut parts: Vec<ArrayRef> = vec![new_null_array(&asks.data_type(), 1)];
    let mut places = vec![(0, 0); rows];
    for (game, members) in groups {
        for (place, &row) in members.values().iter().enumerate() {
            places[row as usize] = (parts.len(), place);
        }
        let own: Vec<ArrayRef> =
            heaps.iter().map(|array| take(array, &members, None)).collect::<std::result::Result<_, _>>()?;
        parts.push(games.answer(game, asks, &columns::heaps(own)?, lenient)?);
    }
    let parts: Vec<&dyn Array> = parts.iter().map(Arc::as_ref).collect();
    Ok(interleave(&parts, &places)?)
}

/// The rows of each game in order, those with a NULL left out.
fn groups<'a>(
    game: Option<&'a str>,
    of_rows: Option<&'a ArrayRef>,
    nulls: Option<&NullBuffer>,
    rows: usize,
) -> Vec<(&'a str, UInt32Array)> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut groups: Vec<(&str, Vec<u32>)> = Vec::new();
    let column = of_rows.map(|column| column.as_string::<i32>());
    for (row, index) in (0..rows).zip(0u32..) {
        if nulls.is_some_and(|nulls| nulls.is_null(row)) {
            continue;
        }
        let Some(game) = game.or_else(|| column.map(|column| column.value(row))) else { continue };
        let number = *numbers.entry(game).or_insert_with(|| {
            groups.push((game, Vec::new()));
            groups.len() - 1
        });
        groups[number].1.push(index);
    }
    groups.into_iter().map(|(game, rows)| (game, UInt32Array::from(rows))).collect()
}
