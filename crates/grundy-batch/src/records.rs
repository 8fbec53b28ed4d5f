//! Records of a piece of input, whatever their format.

use std::borrow::Cow;

use grundy_solver::Error;

use crate::cells::Cell;

/// The heaps of a record.
#[derive(Debug)]
pub(crate) enum Heaps {
    /// Machine words, in the buffer that was given.
    Words,
    /// Heaps of any size, to be read as a line of text.
    Text(String),
    /// No heaps.
    Wrong(Wrong),
}

/// What makes a record no position.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// Column in characters, from 1.
    pub column: usize,
    pub error: Error,
}

impl Wrong {
    pub fn new(column: usize, error: Error) -> Self {
        Self { column, error }
    }
}

/// Records of a piece, counted from 0.
pub(crate) trait Records {
    /// How many there are.
    fn len(&self) -> usize;

    /// Where in the piece a record begins.
    fn start(&self, row: usize) -> usize;

    /// The record as it stands in the input, without its newline.
    fn raw(&self, row: usize) -> &str;

    /// Does it stand in the input as JSON?
    fn is_json(&self, _row: usize) -> bool {
        false
    }

    /// Its heaps.
    fn heaps(&self, row: usize, words: &mut Vec<u64>) -> Heaps;

    /// The column, in characters from 1, where its heaps begin.
    fn heaps_column(&self, row: usize) -> usize;

    /// Its game, where records name one.
    fn game(&self, row: usize) -> Result<Option<Cow<'_, str>>, Wrong>;

    /// One of the columns by the number that the layout gives it.
    fn cell(&self, row: usize, column: usize) -> Cell<'_>;
}

/// The columns of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Their names.
    pub names: Vec<String>,
    /// Which hold the heaps.
    pub heaps: Vec<usize>,
    /// Which names the game.
    pub game: Option<usize>,
    /// The names of the columns that come behind them.
    pub answers: Vec<&'static str>,
    /// Are these all columns that the output has room for?
    pub fixed: bool,
}

impl Layout {
    /// From names, and what the user says about them; `suggested` where nothing is said about heaps.
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

    /// The same with the columns of the answers behind those of the input; refuses names that both have.
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

/// A column by name, else by number from 1.
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
