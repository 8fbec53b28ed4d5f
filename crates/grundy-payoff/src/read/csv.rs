//! CSV: a file with the row player's payoffs, and one with the column player's unless the game is zero-sum.
//!
//! Cells are separated by tabs, else by semicolons, else by commas, whichever the first line has. A first line
//! without a number has the names of the columns, and a first column without a number those of the rows.

use std::ops::Range;

use dashu_ratio::RBig;

use super::check_length;
use super::fraction::fraction;
use crate::game::{Game, Matrix, check_items, ragged};
use grundy_core::error::{Error, Result};
use grundy_core::text::without_mark;

/// Reads a game from the row player's table and, unless it is zero-sum, the column player's.
pub fn read_csv(row: &str, column: Option<&str>) -> Result<Game> {
    let first = Table::read(row)?;
    let names = first.names;
    let game = match column {
        Some(column) => Game::new(first.matrix, Table::read(column)?.matrix)?,
        None => Game::zero_sum(first.matrix),
    };
    match names {
        [None, None] => Ok(game),
        names => {
            let shape = game.payoffs(crate::Player::Row).shape();
            let [rows, columns] = names;
            // An empty name counts as no name.
            let numbered = |names: Option<Vec<String>>, count: usize| {
                names.unwrap_or_else(|| vec![String::new(); count])
            };
            game.with_strategies([numbered(rows, shape[0]), numbered(columns, shape[1])])
        }
    }
}

struct Table {
    matrix: Matrix,
    names: [Option<Vec<String>>; 2],
}

/// A cell's text without quotes and blanks, and its place.
type Field = (String, Range<usize>);

impl Table {
    fn read(text: &str) -> Result<Self> {
        check_length(text)?;
        let text = without_mark(text);
        Self::of(text).map_err(|error| error.within(text))
    }

    fn of(text: &str) -> Result<Self> {
        let first_line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let separator = ['\t', ';'].into_iter().find(|&c| first_line.contains(c)).unwrap_or(',');
        let mut lines = fields(text, separator)?;
        lines.retain(|line| line.iter().any(|(field, _)| !field.is_empty()));
        let is_number = |(field, _): &Field| fraction(field).is_ok();
        let looks_wrong = |(field, _): &Field| field.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let is_name = |field: &Field| !is_number(field) && !looks_wrong(field);
        let header = lines.len() > 1 && lines[0].iter().all(is_name);
        let side = lines.iter().all(|line| line.len() > 1)
            && lines.iter().skip(usize::from(header)).filter_map(|line| line.first()).all(is_name);
        let name = |(field, _): Field| field;
        let columns = header.then(|| {
            let head = lines.remove(0);
            head.into_iter().skip(usize::from(side)).map(name).collect::<Vec<String>>()
        });
        let rows = side.then(|| lines.iter_mut().map(|line| name(line.remove(0))).collect());
        let width = lines.first().map_or(0, Vec::len);
        if let Some(at) = lines.iter().position(|line| line.len() != width) {
            let span = lines[at]
                .first()
                .map_or(0..0, |first| first.1.start..lines[at].last().map_or(first.1.end, |last| last.1.end));
            return Err(ragged(at + 1, lines[at].len(), width).at(span));
        }
        let number =
            |(field, span): Field| -> Result<RBig> { fraction(&field).map_err(|error| error.at(span)) };
        let cells: Result<Vec<Vec<RBig>>> =
            lines.into_iter().map(|line| line.into_iter().map(number).collect()).collect();
        let matrix = Matrix::new(cells?)?;
        if let Some(found) = columns.as_ref().map(Vec::len).filter(|&found| found != width) {
            return Err(Error::input("error.payoff-names").with("found", found).with("expected", width));
        }
        Ok(Self { matrix, names: [rows, columns] })
    }
}

/// The fields of every line; within quotes the separator is an ordinary character, and two quotes are one.
fn fields(text: &str, separator: char) -> Result<Vec<Vec<Field>>> {
    let mut lines = vec![Vec::new()];
    let mut field = String::new();
    let (mut start, mut quoted, mut items) = (0, false, 0);
    let mut chars = text.char_indices().peekable();
    let finish = |field: &mut String, span: Range<usize>| (std::mem::take(field).trim().to_owned(), span);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' if quoted && chars.peek().is_some_and(|&(_, next)| next == '"') => {
                chars.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            c if !quoted && (c == separator || c == '\n') => {
                items += 1;
                check_items(items).map_err(|error| error.at(start..at))?;
                let done = finish(&mut field, start..at);
                if let Some(line) = lines.last_mut() {
                    line.push(done);
                }
                if c == '\n' {
                    lines.push(Vec::new());
                }
                start = at + 1;
            }
            c => field.push(c),
        }
    }
    let done = finish(&mut field, start..text.len());
    if let Some(line) = lines.last_mut() {
        line.push(done);
    }
    Ok(lines)
}
