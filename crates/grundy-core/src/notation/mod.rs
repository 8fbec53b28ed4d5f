//! Parses text to games and positions, and reports the places of errors.
//!
//! [`parse`] reads a game or a position; [`parse_game`] and [`parse_position`] accept only one of
//! them. The result is in normal form. Its canonical spelling parses back to the same value.

mod amounts;
mod codes;
mod games;
mod heaps;
mod lexer;
mod moves;
mod naming;
mod parser;
mod suggestion;
mod words;

use dashu_int::UBig;

use crate::error::{Error, ErrorKind, Result};
use crate::game::Game;
pub use crate::game::GameLine;
use crate::limits::Budget;
pub use crate::own::{Files, Reading};
use crate::position::{Component, Past, Position};

pub use lexer::MAX_COMPUTED;
pub use lexer::folded;
pub use naming::{entry_of, name_of};
pub use suggestion::suggested_rules;
pub use words::from_words;

/// Maximum number of characters outside the list of heaps.
pub const MAX_TEXT: usize = 1_000_000;
/// Maximum nesting of brackets.
pub const MAX_NESTING: usize = 64;

/// The result of [`parse`].
#[derive(Clone, Debug)]
pub enum Parsed {
    /// Rules only.
    Game(GameLine),
    /// Rules with heaps, sums and compounds included.
    Position(Position),
}

/// Reads a game or a position; games that name files are refused.
pub fn parse(text: &str) -> Result<Parsed> {
    parse_with(text, &Reading::default())
}

/// Reads a game or a position, and files named by games as far as `reading` allows.
pub fn parse_with(text: &str, reading: &Reading) -> Result<Parsed> {
    parser::Parser::reading(text, reading).and_then(|mut parser| parser.line()).map_err(|error| {
        let error = match error.kind() {
            ErrorKind::Input => error.suggest_rather(suggestion::suggested(text)),
            ErrorKind::Limit => error,
        };
        error.at_least(0..text.len()).within(text)
    })
}

/// Reads rules without heaps.
pub fn parse_game(text: &str) -> Result<GameLine> {
    parse_game_with(text, &Reading::default())
}

/// Reads rules without heaps, and files named by games as far as `reading` allows.
pub fn parse_game_with(text: &str, reading: &Reading) -> Result<GameLine> {
    match parse_with(text, reading)? {
        Parsed::Game(line) => Ok(line),
        Parsed::Position(_) => {
            let start = text.find(['[', '［', '【']).unwrap_or(0);
            Err(Error::input("error.heaps-not-wanted").at(start..text.len()).within(text))
        }
    }
}

/// Reads a position.
pub fn parse_position(text: &str) -> Result<Position> {
    parse_position_with(text, &Reading::default())
}

/// Reads a position, and files named by games as far as `reading` allows.
pub fn parse_position_with(text: &str, reading: &Reading) -> Result<Position> {
    match parse_with(text, reading)? {
        Parsed::Position(position) => Ok(position),
        Parsed::Game(line) => Position::at_start(&line, &Budget::new(reading.limits))
            .map_err(|error| error.at_least(text.len()..text.len()).within(text)),
    }
}

/// Reads one whole number in the notation: `1_000_000`, `2^64`, `3*10^100`.
pub fn parse_number(text: &str) -> Result<UBig> {
    parse_number_with(text, &Reading::default())
}

/// Reads one whole number; computed numbers are limited by `reading`.
pub fn parse_number_with(text: &str, reading: &Reading) -> Result<UBig> {
    parser::Parser::reading(text, reading)
        .and_then(|mut parser| parser.lone_number())
        .map_err(|error| error.at_least(0..text.len()).within(text))
}

/// Reads heaps separated by commas or blanks: the inside of the brackets, or a list of arguments.
pub fn parse_heaps(text: &str) -> Result<Vec<UBig>> {
    parse_heaps_with(text, &Reading::default())
}

/// Reads heaps; computed numbers are limited by `reading`.
pub fn parse_heaps_with(text: &str, reading: &Reading) -> Result<Vec<UBig>> {
    parser::Parser::reading(text, reading)
        .and_then(|mut parser| parser.lone_heaps())
        .map_err(|error| error.at_least(0..text.len()).within(text))
}

/// Reads the heaps of a component: names of vertices in a graph, a position in a script.
pub fn parse_heaps_of(component: &Component, text: &str) -> Result<Vec<UBig>> {
    match &*component.game {
        Game::Own(own) => own.read(text).map_err(|error| error.within(text)),
        Game::Heaps(_) | Game::Board(_) => parse_heaps(text),
    }
}

/// Reads the heaps of a component, and the history behind a semicolon if there is one, as in
/// `3 4 5; open 2`.
pub fn parse_state_of(component: &Component, text: &str) -> Result<(Vec<UBig>, Option<Past>)> {
    match &*component.game {
        Game::Own(_) => Ok((parse_heaps_of(component, text)?, None)),
        Game::Heaps(_) | Game::Board(_) => parser::Parser::reading(text, &Reading::default())
            .and_then(|mut parser| parser.lone_state())
            .map_err(|error| error.at_least(0..text.len()).within(text)),
    }
}
