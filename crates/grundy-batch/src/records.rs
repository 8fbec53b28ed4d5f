//! Records of a piece of input, independent of the format.

use std::borrow::Cow;

use grundy_solver::Error;
use grundy_solver::batch::RowError;

use crate::cells::Cell;

/// The heaps of a record.
#[derive(Debug)]
pub(crate) enum Heaps {
    /// Machine words, written to the given buffer.
    Words,
    /// Heaps of any size, to be read as a line of text.
    Text(String),
    /// Invalid heaps.
    Wrong(RowError),
}

/// Records of a piece, counted from 0; so are the rows of its errors.
pub(crate) trait Records {
    /// The number of records.
    fn len(&self) -> usize;

    /// The offset of a record in the piece.
    fn start(&self, row: usize) -> usize;

    /// The record as written in the input, without its newline.
    fn raw(&self, row: usize) -> &str;

    /// Whether the record is written as JSON in the input.
    fn is_json(&self, _row: usize) -> bool {
        false
    }

    /// The heaps of a record.
    fn heaps(&self, row: usize, words: &mut Vec<u64>) -> Heaps;

    /// The column where the heaps begin, in characters from 1.
    fn heaps_column(&self, row: usize) -> usize;

    /// The game of a record, if records name one.
    fn game(&self, row: usize) -> Result<Option<Cow<'_, str>>, RowError>;

    /// A cell of a record; `column` is an index into the layout's names.
    fn cell(&self, row: usize, column: usize) -> Cell<'_>;
}

/// The columns of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The names of the columns.
    pub names: Vec<String>,
    /// The columns that hold the heaps.
    pub heaps: Vec<usize>,
    /// The column that names the game.
    pub game: Option<usize>,
    /// The names of the answer columns, which follow.
    pub answers: Vec<&'static str>,
    /// Whether the output has no room for further columns.
    pub fixed: bool,
}

impl Layout {
    /// A layout from column names and the user's choice of columns; `suggested` returns the default heap
    /// columns.
    pub fn new(
        names: Vec<String>,
        columns: &[String],
        game: Option<&str>,
        suggested: impl FnOnce(&[String]) -> Vec<usize>,
    ) -> Result<Self, Error> {
        let game = game.map(|name| place(&names, name)).transpose()?;
        let heaps = if columns.is_empty() {
            suggested(&names).into_iter().filter(|column| Some(*column) != game).collect()
        } else {
            columns.iter().map(|name| place(&names, name)).collect::<Result<Vec<_>, _>>()?
        };
        if heaps.is_empty() {
            return Err(Error::input("error.no-arrays"));
        }
        Ok(Self { names, heaps, game, ..Self::default() })
    }

    /// Adds the columns of the answers after those of the input. Returns an error if both have a name in
    /// common.
    pub fn beside(mut self, answers: Vec<&'static str>, fixed: bool) -> Result<Self, Error> {
        for name in &answers {
            if self.names.iter().any(|known| known == name) {
                return Err(Error::input("error.name-taken").with("name", *name));
            }
        }
        (self.answers, self.fixed) = (answers, fixed);
        Ok(self)
    }
}

/// The index of a column given by name or by number from 1.
fn place(names: &[String], name: &str) -> Result<usize, Error> {
    if let Some(place) = names.iter().position(|known| known == name) {
        return Ok(place);
    }
    let number = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    number.filter(|place| *place < names.len()).ok_or_else(|| {
        Error::input("error.no-such-column")
            .with("name", name)
            .with("known", names.join(", "))
            .suggest(grundy_solver::error::nearest(name, names.iter().map(String::as_str)))
    })
}
