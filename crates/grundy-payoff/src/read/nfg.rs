//! Gambit's format for strategic games, `.nfg`: with a payoff for each cell, or with a list of outcomes.
//!
//! The cells are in order, and the row player's strategy changes first. The format is described in the
//! documentation of Gambit, section *Game representation formats*.

use std::ops::Range;

use dashu_ratio::RBig;

use super::check_length;
use super::fraction::fraction;
use crate::game::{Game, Matrix, check_size};
use grundy_core::error::{Error, Result};
use grundy_core::text::{Message, without_mark};

/// Reads a two-player game in the `.nfg` format, version 1.
pub fn read_nfg(text: &str) -> Result<Game> {
    check_length(text)?;
    Reader { text, at: text.len() - without_mark(text).len() }.game().map_err(|error| error.within(text))
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Open,
    Close,
    Text(String),
    Word(String),
    End,
}

/// Names of the strategies, if there are any.
type Names = Option<[Vec<String>; 2]>;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// The next token and its place. Commas between payoffs count as blanks.
    fn next(&mut self) -> (Token, Range<usize>) {
        let blank = |c: char| c.is_whitespace() || c == ',';
        let rest = self.text[self.at..].trim_start_matches(blank);
        let start = self.text.len() - rest.len();
        let (token, length) = match rest.chars().next() {
            None => (Token::End, 0),
            Some('{') => (Token::Open, 1),
            Some('}') => (Token::Close, 1),
            Some('"') => {
                let mut name = String::new();
                let mut escaped = false;
                let mut length = rest.len();
                for (at, c) in rest.char_indices().skip(1) {
                    match c {
                        '\\' if !escaped => escaped = true,
                        '"' if !escaped => {
                            length = at + 1;
                            break;
                        }
                        c => {
                            name.push(c);
                            escaped = false;
                        }
                    }
                }
                (Token::Text(name), length)
            }
            Some(_) => {
                let end = rest.find(|c: char| blank(c) || matches!(c, '{' | '}' | '"')).unwrap_or(rest.len());
                (Token::Word(rest[..end].to_owned()), end)
            }
        };
        self.at = start + length;
        (token, start..start + length)
    }

    fn peek(&mut self) -> Token {
        let at = self.at;
        let token = self.next().0;
        self.at = at;
        token
    }

    fn wrong(&self, expected: Message, found: &Token, span: Range<usize>) -> Error {
        if *found == Token::End {
            return Error::input("error.unexpected-end").with("expected", expected).at(span);
        }
        let shown: String = self.text[span.clone()].chars().take(40).collect();
        Error::input("error.unexpected").with("expected", expected).with("found", shown).at(span)
    }

    fn sign(&mut self, wanted: &Token, sign: &'static str) -> Result<()> {
        let (token, span) = self.next();
        if token == *wanted {
            return Ok(());
        }
        Err(self.wrong(Message::new("expect.sign").with("sign", sign), &token, span))
    }

    fn text(&mut self) -> Result<String> {
        match self.next() {
            (Token::Text(text), _) => Ok(text),
            (token, span) => Err(self.wrong(Message::new("expect.payoff-text"), &token, span)),
        }
    }

    fn texts(&mut self) -> Result<Vec<String>> {
        self.sign(&Token::Open, "{")?;
        let mut texts = Vec::new();
        while self.peek() != Token::Close {
            texts.push(self.text()?);
        }
        self.next();
        Ok(texts)
    }

    fn number(&mut self) -> Result<RBig> {
        match self.next() {
            (Token::Word(word), span) => fraction(&word).map_err(|error| error.at(span)),
            (token, span) => Err(self.wrong(Message::new("expect.payoff-number"), &token, span)),
        }
    }

    fn count(&mut self) -> Result<usize> {
        let (token, span) = self.next();
        let word = match &token {
            Token::Word(word) => word.parse().ok(),
            _ => None,
        };
        word.ok_or_else(|| self.wrong(Message::new("expect.payoff-count"), &token, span))
    }

    fn game(mut self) -> Result<Game> {
        for (expected, shown) in [("NFG", "NFG"), ("1", "1")] {
            let (token, span) = self.next();
            if token != Token::Word(expected.to_owned()) {
                return Err(self.wrong(Message::new("expect.sign").with("sign", shown), &token, span));
            }
        }
        match self.next() {
            (Token::Word(kind), _) if kind == "R" || kind == "D" => {}
            (token, span) => {
                return Err(self.wrong(Message::new("expect.sign").with("sign", "R"), &token, span));
            }
        }
        let title = self.text()?;
        let start = self.at;
        let players = self.texts()?;
        let found = players.len();
        let Ok(players) = <[String; 2]>::try_from(players) else {
            return Err(Error::input("error.payoff-players").with("found", found).at(start..self.at));
        };
        let (sizes, names) = self.strategies()?;
        if matches!(self.peek(), Token::Text(_)) {
            self.next();
        }
        let payoffs = if self.peek() == Token::Open { self.outcomes(sizes)? } else { self.payoffs(sizes)? };
        let (token, span) = self.next();
        if token != Token::End {
            return Err(self.wrong(Message::new("expect.payoff-end"), &token, span));
        }
        let [row, column] = payoffs.map(|cells| transposed(&cells, sizes));
        let mut game = Game::new(row, column)?;
        game.title = Some(title).filter(|title| !title.is_empty());
        game.players = Some(players);
        match names {
            Some(names) => game.with_strategies(names),
            None => Ok(game),
        }
    }

    /// `{ 3 2 }`, or the names of all strategies.
    fn strategies(&mut self) -> Result<([usize; 2], Names)> {
        let start = self.at;
        self.sign(&Token::Open, "{")?;
        if self.peek() == Token::Open {
            let names = [self.texts()?, self.texts()?];
            self.sign(&Token::Close, "}")?;
            let sizes = [names[0].len(), names[1].len()];
            check_size(sizes[0], sizes[1]).map_err(|error| error.at(start..self.at))?;
            return Ok((sizes, Some(names)));
        }
        let sizes = [self.count()?, self.count()?];
        self.sign(&Token::Close, "}")?;
        // Checked before memory is allocated.
        check_size(sizes[0], sizes[1]).map_err(|error| error.at(start..self.at))?;
        Ok((sizes, None))
    }

    fn payoffs(&mut self, [rows, columns]: [usize; 2]) -> Result<[Vec<RBig>; 2]> {
        let mut payoffs = [Vec::new(), Vec::new()];
        for _ in 0..rows * columns {
            for list in &mut payoffs {
                list.push(self.number()?);
            }
        }
        Ok(payoffs)
    }

    fn outcomes(&mut self, [rows, columns]: [usize; 2]) -> Result<[Vec<RBig>; 2]> {
        self.sign(&Token::Open, "{")?;
        // Outcome 0 means no outcome, and pays nothing.
        let mut outcomes = vec![[RBig::ZERO, RBig::ZERO]];
        while self.peek() == Token::Open {
            self.next();
            self.text()?;
            outcomes.push([self.number()?, self.number()?]);
            self.sign(&Token::Close, "}")?;
        }
        self.sign(&Token::Close, "}")?;
        let mut payoffs = [Vec::new(), Vec::new()];
        for _ in 0..rows * columns {
            let start = self.at;
            let at = self.count()?;
            let Some(outcome) = outcomes.get(at) else {
                let error = Error::input("error.payoff-outcome").with("found", at);
                return Err(error.with("count", outcomes.len() - 1).at(start..self.at));
            };
            payoffs.iter_mut().zip(outcome).for_each(|(list, payoff)| list.push(payoff.clone()));
        }
        Ok(payoffs)
    }
}

/// From cells column by column.
fn transposed(cells: &[RBig], [rows, columns]: [usize; 2]) -> Matrix {
    let order = (0..rows).flat_map(|i| (0..columns).map(move |j| j * rows + i));
    let cells = order.map(|at| cells[at].clone()).collect();
    Matrix::from_cells(rows, columns, cells)
}
