//! A matrix as typed: rows end at `;` or at the end of a line, cells are separated by blanks.
//!
//! A cell `a,b` has the payoffs of both players, and a cell `a` that of the row player in a zero-sum game. A bar
//! separates the matrices of the two players if they are written one after the other.

use std::ops::Range;

use dashu_ratio::RBig;

use super::check_length;
use super::fraction::{fraction, plain};
use crate::game::{Game, Matrix, check_items, ragged};
use grundy_core::error::{Error, Result};

/// The numbers of one cell, and its place.
struct Cell {
    numbers: Vec<RBig>,
    span: Range<usize>,
}

type Rows = Vec<Vec<Cell>>;

/// Reads a matrix: `3,3 0,5; 5,0 1,1` with both payoffs in each cell, `3 0; 5 1 | 3 5; 0 1` one matrix after the
/// other, or `1 -1; -1 1` for a zero-sum game.
pub fn read_matrix(text: &str) -> Result<Game> {
    check_length(text)?;
    matrices(text).map_err(|error| error.within(text))
}

fn matrices(text: &str) -> Result<Game> {
    let mut parts: Vec<Rows> = Vec::new();
    let mut start = 0;
    let bars: Vec<Range<usize>> =
        text.char_indices().filter(|&(_, c)| plain(c) == '|').map(|(at, c)| at..at + c.len_utf8()).collect();
    if let Some(third) = bars.get(1) {
        return Err(Error::input("error.payoff-players").with("found", bars.len() + 1).at(third.clone()));
    }
    for bar in bars.iter().cloned().chain(std::iter::once(text.len()..text.len())) {
        parts.push(rows(text, start..bar.start, !bars.is_empty())?);
        start = bar.end;
    }
    match <[Rows; 2]>::try_from(parts) {
        Ok([row, column]) => Game::new(single(row)?, single(column)?),
        Err(mut parts) => one(parts.pop().unwrap_or_default()),
    }
}

/// The cells of a part of the text. In a matrix separated by a bar, a comma separates cells like a blank.
fn rows(text: &str, part: Range<usize>, commas_part: bool) -> Result<Rows> {
    let mut rows = vec![Vec::new()];
    let mut joined = false;
    let mut items = 0;
    let mut at = part.start;
    while at < part.end {
        let c = text[at..].chars().next().unwrap_or(' ');
        let next = at + c.len_utf8();
        match plain(c) {
            ';' | '\n' if !joined => {
                if rows.last().is_none_or(|row| !row.is_empty()) {
                    rows.push(Vec::new());
                }
            }
            ',' if !commas_part => {
                if joined || rows.last().is_none_or(Vec::is_empty) {
                    return Err(Error::input("error.payoff-number").with("found", ",").at(at..next));
                }
                joined = true;
            }
            ',' | '(' | ')' => {}
            c if c.is_whitespace() => {}
            _ => {
                let ends = |c: char| matches!(plain(c), ';' | ',' | '(' | ')' | '|') || c.is_whitespace();
                let end = text[at..part.end].find(ends).map_or(part.end, |length| at + length);
                items += 1;
                check_items(items).map_err(|error| error.at(at..end))?;
                let number = fraction(&text[at..end]).map_err(|error| error.at(at..end))?;
                let row: &mut Vec<Cell> = match rows.last_mut() {
                    Some(row) => row,
                    None => return Err(Error::input("error.payoff-empty")),
                };
                match row.last_mut().filter(|_| joined) {
                    Some(cell) => {
                        cell.numbers.push(number);
                        cell.span.end = end;
                    }
                    None => row.push(Cell { numbers: vec![number], span: at..end }),
                }
                joined = false;
                at = end;
                continue;
            }
        }
        at = next;
    }
    if joined {
        return Err(Error::input("error.payoff-number").with("found", ",").at(part.end..part.end));
    }
    rows.retain(|row| !row.is_empty());
    let Some(columns) = rows.first().map(Vec::len) else {
        return Err(Error::input("error.payoff-empty").at(part));
    };
    if let Some(row) = rows.iter().position(|row| row.len() != columns) {
        let span = rows[row][0].span.start..rows[row].last().map_or(0, |cell| cell.span.end);
        return Err(ragged(row + 1, rows[row].len(), columns).at(span));
    }
    Ok(rows)
}

/// A matrix with one payoff per cell.
fn single(rows: Rows) -> Result<Matrix> {
    let numbers = |row: Vec<Cell>| row.into_iter().flat_map(|cell| cell.numbers).collect();
    Matrix::new(rows.into_iter().map(numbers).collect())
}

/// A matrix alone: one payoff in each cell, or two.
fn one(rows: Rows) -> Result<Game> {
    let cells = || rows.iter().flatten();
    if let Some(cell) = cells().find(|cell| cell.numbers.len() > 2) {
        let found = cell.numbers.len();
        return Err(Error::input("error.payoff-cell").with("found", found).at(cell.span.clone()));
    }
    let first = cells().next().map_or(1, |cell| cell.numbers.len());
    if let Some(cell) = cells().find(|cell| cell.numbers.len() != first) {
        return Err(Error::input("error.payoff-mixed-cells").at(cell.span.clone()));
    }
    if first == 1 {
        return Ok(Game::zero_sum(single(rows)?));
    }
    // `1,-1; -1,1` is ambiguous: two columns of a zero-sum game, or one column of pairs.
    if rows.len() > 1 && rows.iter().all(|row| row.len() == 1) {
        let span = rows.first().map_or(0..0, |row| row[0].span.clone());
        return Err(Error::input("error.payoff-ambiguous").at(span));
    }
    let [row, column] = [0, 1].map(|player: usize| -> Vec<Vec<RBig>> {
        rows.iter().map(|row| row.iter().map(|cell| cell.numbers[player].clone()).collect()).collect()
    });
    Game::new(Matrix::new(row)?, Matrix::new(column)?)
}
