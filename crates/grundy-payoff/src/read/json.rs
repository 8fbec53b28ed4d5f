//! JSON: `{"row": [[...], ...], "column": [[...], ...]}`, or the rows of a zero-sum game alone.
//!
//! Numbers are parsed digit by digit, so that 0.1 is exactly one tenth. Fractions are strings.

use dashu_ratio::RBig;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::check_length;
use super::fraction::fraction;
use crate::game::{Game, Matrix, check_size};
use grundy_core::error::{Error, Result};
use grundy_core::text::without_mark;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Object<'a> {
    title: Option<String>,
    players: Option<[String; 2]>,
    strategies: Option<[Vec<String>; 2]>,
    #[serde(borrow)]
    row: Vec<Vec<&'a RawValue>>,
    #[serde(borrow)]
    column: Option<Vec<Vec<&'a RawValue>>>,
}

/// Reads an object with the payoffs of the row player, `row`, and of the column player, `column`; without the
/// latter the game is zero-sum. `title`, `players` and `strategies` give names. A list of rows alone is a
/// zero-sum game.
pub fn read_json(text: &str) -> Result<Game> {
    check_length(text)?;
    let wrong = |error: &serde_json::Error| {
        let reason = error.to_string();
        let end = reason.rfind(" at line ").unwrap_or(reason.len());
        Error::input("error.payoff-json")
            .with("line", error.line())
            .with("column", error.column())
            .with("reason", &reason[..end])
    };
    let text = without_mark(text);
    if text.trim_start().starts_with('[') {
        let rows: Vec<Vec<&RawValue>> = serde_json::from_str(text).map_err(|error| wrong(&error))?;
        return Ok(Game::zero_sum(matrix(&rows, text)?));
    }
    let object: Object = serde_json::from_str(text).map_err(|error| wrong(&error))?;
    let row = matrix(&object.row, text)?;
    let mut game = match object.column {
        Some(column) => Game::new(row, matrix(&column, text)?)?,
        None => Game::zero_sum(row),
    };
    game.title = object.title;
    game.players = object.players;
    match object.strategies {
        Some(names) => game.with_strategies(names),
        None => Ok(game),
    }
}

fn matrix(rows: &[Vec<&RawValue>], text: &str) -> Result<Matrix> {
    let number = |raw: &&RawValue| -> Result<RBig> {
        let written = raw.get();
        let string: Option<String> = serde_json::from_str(written).ok();
        let read = fraction(string.as_deref().unwrap_or(written));
        // The raw text is a slice of the whole: its place is the distance between the two.
        let start = (written.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        read.map_err(|error| error.at(start..start + written.len()).within(text))
    };
    // Checked before the pieces of text become numbers.
    check_size(rows.len(), rows.iter().map(Vec::len).max().unwrap_or(0))?;
    let rows: Result<Vec<Vec<RBig>>> = rows.iter().map(|row| row.iter().map(number).collect()).collect();
    Matrix::new(rows?)
}
