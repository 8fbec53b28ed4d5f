//! The grammar, from the lowest precedence down to components; moves and amounts have their own modules. The
//! parser looks one token ahead, and one more word after an open range. It never backtracks: time is linear in
//! the text.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use dashu_int::UBig;

use super::lexer::{Lexer, Token};
use super::{MAX_NESTING, MAX_TEXT, Parsed};
use crate::board::Board;
use crate::error::{Error, Result, nearest};
use crate::game::{Game, GameLine};
use crate::own::Reading;
use crate::position::{Component, How, Past, Position, State, Tree};
use crate::rules::Amounts;
use crate::text::Message;

/// An argument of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A whole number.
    Number(UBig),
    /// A set of amounts.
    Amounts(Amounts),
}

/// The parameters visible inside the rules of a catalogue entry.
pub type Parameters = HashMap<String, Argument>;

/// Nesting levels of a text without brackets: its rules, and an amount in them.
const WITHOUT_BRACKETS: usize = 2;
/// Words that begin a move.
pub(super) const MOVES: [&str; 15] = [
    "take", "multiply", "split", "discard", "move", "replace", "divide", "merge", "turn", "bite", "slide",
    "cut", "walk", "place", "remove",
];
/// Parses one text.
pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) token: Token,
    pub(super) span: Range<usize>,
    /// The end of the previous token.
    pub(super) previous_end: usize,
    /// The place of the amounts of the last move.
    pub(super) amounts_at: Range<usize>,
    /// The place of each component.
    places: Vec<Range<usize>>,
    depth: usize,
    /// Whether blanks separate numbers, so that `5 -2` is two of them.
    pub(super) blanks_part: bool,
    /// Length of the text read so far outside of heaps.
    pub(super) outside_heaps: usize,
    pub(super) parameters: Parameters,
    pub(super) reading: Reading,
}

impl<'a> Parser<'a> {
    /// A parser that reads files and computes numbers as far as `reading` allows.
    pub(super) fn reading(text: &'a str, reading: &Reading) -> Result<Self> {
        Self::begin(text, Parameters::new(), reading.clone())
    }

    pub(super) fn with_parameters(text: &'a str, parameters: Parameters) -> Result<Self> {
        Self::begin(text, parameters, Reading::default())
    }

    fn begin(text: &'a str, parameters: Parameters, reading: Reading) -> Result<Self> {
        let mut parser = Self {
            lexer: Lexer::new(text, reading.computed),
            token: Token::End,
            span: 0..0,
            previous_end: 0,
            amounts_at: 0..0,
            places: Vec::new(),
            depth: 0,
            blanks_part: false,
            outside_heaps: 0,
            parameters,
            reading,
        };
        parser.advance()?;
        Ok(parser)
    }

    /// Whether a blank before the token separates it from the number before.
    pub(super) fn is_parted(&self) -> bool {
        self.blanks_part && self.depth == 0 && self.span.start > self.previous_end
    }

    // ---- tokens ----

    /// Advances to the next token.
    pub(super) fn advance(&mut self) -> Result<()> {
        self.previous_end = self.span.end;
        let (token, span) = self.lexer.next()?;
        self.token = token;
        self.span = span;
        Ok(())
    }

    /// Advances and counts the text against the limit outside of heaps.
    pub(super) fn next(&mut self) -> Result<()> {
        self.outside_heaps += self.span.len();
        if self.outside_heaps > MAX_TEXT {
            return Err(Error::input("error.text-too-long").with("limit", MAX_TEXT).at(self.span.clone()));
        }
        self.advance()
    }

    pub(super) fn is_sign(&self, sign: char) -> bool {
        self.token == Token::Sign(sign)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(&self.token, Token::Word(w) if w == word)
    }

    pub(super) fn eat_sign(&mut self, sign: char) -> Result<bool> {
        let found = self.is_sign(sign);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> Result<bool> {
        let found = self.is_word(word);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    pub(super) fn expect_sign(&mut self, sign: char) -> Result<()> {
        if self.eat_sign(sign)? {
            Ok(())
        } else {
            Err(self.unexpected(Message::new("expect.sign").with("sign", sign.to_string())))
        }
    }

    pub(super) fn expect_word(&mut self, words: &[&str]) -> Result<()> {
        for word in words {
            if self.eat_word(word)? {
                return Ok(());
            }
        }
        let wanted = words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(" / ");
        let error = self.unexpected(Message::new("expect.word").with("word", wanted));
        Err(self.with_nearest(error, words))
    }

    /// The error that the present token was not expected.
    pub(super) fn unexpected(&self, expected: Message) -> Error {
        let text = &self.lexer.text()[self.span.clone()];
        let id = if self.token == Token::End { "error.unexpected-end" } else { "error.unexpected" };
        Error::input(id)
            .with("found", self.token.shown(text))
            .with("expected", expected)
            .at(self.span.clone())
    }

    /// Adds the nearest of `words` to an error, if the present token is a similar word.
    pub(super) fn with_nearest(&self, error: Error, words: &[&str]) -> Error {
        match &self.token {
            Token::Word(word) => error.suggest(nearest(word, words.iter().copied())),
            _ => error,
        }
    }

    /// Runs `inner` one level deeper.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_NESTING + WITHOUT_BRACKETS {
            return Err(Error::input("error.nesting").with("levels", MAX_NESTING).at(self.span.clone()));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Fails unless the text ends here; `else_expected` describes what could follow.
    pub(super) fn expect_end(&self, else_expected: &'static str) -> Result<()> {
        match self.token {
            Token::End => Ok(()),
            Token::Sign(sign @ (')' | ']')) => {
                Err(Error::input("error.unopened").with("close", sign.to_string()).at(self.span.clone()))
            }
            _ => Err(self.unexpected(Message::new(else_expected))),
        }
    }

    // ---- lines, sums, components ----

    /// A whole line: a game or a position.
    pub(super) fn line(&mut self) -> Result<Parsed> {
        if self.token == Token::End {
            return Err(self.unexpected(Message::new("expect.game")));
        }
        let misere = self.eat_word("misere")? || self.eat_word("misère")?;
        let mut components = Vec::new();
        let tree = match self.part(&mut components)? {
            Part::Tree(tree) => tree,
            Part::Game(game, spelled) => {
                self.expect_end("expect.after-game")?;
                return Ok(Parsed::Game(GameLine { misere, game, spelled }));
            }
        };
        let tree = self.rest_of_sum(tree, &mut components)?;
        self.expect_end("expect.after-position")?;
        if let Some((leaf, wrong)) = Position::stray_turn(&components, &tree) {
            return Err(wrong.at(self.places[leaf].clone()));
        }
        let position = Position::new(misere, components, tree)?;
        Ok(Parsed::Position(position))
    }

    /// A sum that is part of a compound.
    fn sum(&mut self, components: &mut Vec<Component>) -> Result<Tree> {
        let first = self.tree(components)?;
        self.rest_of_sum(first, components)
    }

    fn rest_of_sum(&mut self, first: Tree, components: &mut Vec<Component>) -> Result<Tree> {
        let mut parts = vec![first];
        while self.eat_sign('+')? {
            parts.push(self.tree(components)?);
        }
        Ok(Tree::join(How::Sum, parts))
    }

    fn tree(&mut self, components: &mut Vec<Component>) -> Result<Tree> {
        let start = self.span.start;
        match self.part(components)? {
            Part::Tree(tree) => Ok(tree),
            Part::Game(..) => Err(Error::input("error.heaps-missing").at(start..self.previous_end)),
        }
    }

    /// A compound, a component with its heaps, or rules without heaps.
    fn part(&mut self, components: &mut Vec<Component>) -> Result<Part> {
        if self.is_word("misere") || self.is_word("misère") {
            return Err(Error::input("error.misere-not-in-front").at(self.span.clone()));
        }
        if let Token::Word(word) = &self.token
            && let Some((_, how)) = How::NAMED.iter().find(|(name, _)| name == word)
            && self.lexer.peek_sign() == Some('(')
        {
            return self.nested(|p| p.compound(*how, components)).map(Part::Tree);
        }
        let (game, spelled) = self.nested(Self::game)?;
        if !self.is_sign('[') {
            return Ok(Part::Game(game, spelled));
        }
        let open = self.span.clone();
        let heaps_start = open.start;
        if let Game::Own(own) = &*game {
            let (inside, at) = self.lexer.raw_inside(&open)?;
            let heaps = own.read(inside).map_err(|error| {
                let span = error.span().unwrap_or(0..inside.len());
                error.at(at.start + span.start..at.start + span.end)
            })?;
            self.advance()?;
            self.close(']', '[', open)?;
            let state = State { heaps, past: Past::default() };
            components.push(Component { game, spelled, state });
            self.places.push(heaps_start..self.previous_end);
            return Ok(Part::Tree(Tree::Leaf(components.len() - 1)));
        }
        let pairs = game.board().is_some_and(Board::is_of_pairs);
        let (heaps, past) = self.heaps(open, pairs)?;
        let state = State::new(&game, heaps, past).map_err(|e| e.at_least(heaps_start..self.previous_end))?;
        components.push(Component { game, spelled, state });
        self.places.push(heaps_start..self.previous_end);
        Ok(Part::Tree(Tree::Leaf(components.len() - 1)))
    }

    fn compound(&mut self, how: How, components: &mut Vec<Component>) -> Result<Tree> {
        let start = self.span.start;
        self.next()?;
        let open = self.span.clone();
        self.expect_sign('(')?;
        let mut parts = vec![self.sum(components)?];
        while self.eat_sign(',')? {
            parts.push(self.sum(components)?);
        }
        self.close(')', '(', open)?;
        if parts.len() < 2 {
            return Err(Error::input("error.compound-of-one").at(start..self.previous_end));
        }
        let tree = Tree::Join(how, parts);
        tree.check_rounds(components).map_err(|error| error.at(start..self.previous_end))?;
        Ok(tree)
    }

    /// Consumes a closing bracket, or reports the opening one as unclosed.
    pub(super) fn close(&mut self, close: char, open: char, at: Range<usize>) -> Result<()> {
        if self.token == Token::End {
            return Err(Error::input("error.unclosed").with("open", open.to_string()).at(at));
        }
        self.expect_sign(close)
    }
}

/// A summand.
enum Part {
    Tree(Tree),
    Game(Arc<Game>, Arc<str>),
}
