//! The grammar, from the loosest binding down to components; moves and amounts have rooms of
//! their own. One token of look-ahead and no backtracking: time is linear in the text.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use dashu_int::UBig;

use super::lexer::{Lexer, Token};
use super::{GameLine, MAX_NESTING, MAX_TEXT, Parsed, codes};
use crate::catalogue::{self, Entry, ParameterKind};
use crate::error::{Error, Result};
use crate::own::{self, Own, Reading};
use crate::position::{Component, Game, How, Past, Position, State, Tree};
use crate::rules::{Amounts, Board, Goal, Order, Rules, Settings};
use crate::text::Message;

/// What a name was called with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// A whole number.
    Number(UBig),
    /// A set of amounts.
    Amounts(Amounts),
}

/// The parameters in view inside a catalogue entry's rules.
pub(crate) type Parameters = HashMap<String, Argument>;

/// Words that begin a compound.
const COMPOUNDS: [(&str, How); 4] =
    [("all", How::All), ("short", How::Short), ("some", How::Some), ("seq", How::Sequence)];
/// Words that begin a move.
pub(super) const MOVES: [&str; 9] =
    ["take", "multiply", "split", "discard", "move", "turn", "bite", "slide", "cut"];
/// Words that begin a setting.
const SETTINGS: [&str; 5] = ["first", "win", "heaps", "to", "ring"];
/// Reads one text.
pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) token: Token,
    pub(super) span: Range<usize>,
    /// Where the token before the present one ended.
    pub(super) previous_end: usize,
    depth: usize,
    outside_heaps: usize,
    pub(super) parameters: Parameters,
    reading: Reading,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self> {
        Self::with_parameters(text, Parameters::new())
    }

    /// A parser that may read files, as far as `reading` allows it.
    pub(super) fn reading(text: &'a str, reading: &Reading) -> Result<Self> {
        let mut parser = Self::new(text)?;
        parser.reading = reading.clone();
        Ok(parser)
    }

    pub(super) fn with_parameters(text: &'a str, parameters: Parameters) -> Result<Self> {
        let mut parser = Self {
            lexer: Lexer::new(text),
            token: Token::End,
            span: 0..0,
            previous_end: 0,
            depth: 0,
            outside_heaps: 0,
            parameters,
            reading: Reading::default(),
        };
        parser.advance()?;
        Ok(parser)
    }

    // ---- tokens ----

    /// Moves on to the next token.
    pub(super) fn advance(&mut self) -> Result<()> {
        self.previous_end = self.span.end;
        let (token, span) = self.lexer.next()?;
        self.token = token;
        self.span = span;
        Ok(())
    }

    /// Moves on, counting the text against the limit that holds outside of heaps.
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

    /// An error at the present token: something else was expected.
    pub(super) fn unexpected(&self, expected: Message) -> Error {
        let text = &self.lexer.text()[self.span.clone()];
        let id = if self.token == Token::End { "error.unexpected-end" } else { "error.unexpected" };
        Error::input(id)
            .with("found", self.token.shown(text))
            .with("expected", expected)
            .at(self.span.clone())
    }

    /// Adds the nearest of `words` to an error, if the present token is a word close to one.
    pub(super) fn with_nearest(&self, error: Error, words: &[&str]) -> Error {
        match &self.token {
            Token::Word(word) => error.suggest(catalogue::nearest(word, words.iter().copied())),
            _ => error,
        }
    }

    /// Runs `inner` one level deeper.
    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_NESTING {
            return Err(Error::input("error.nesting").with("levels", MAX_NESTING).at(self.span.clone()));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    pub(super) fn expect_end(&self) -> Result<()> {
        match self.token {
            Token::End => Ok(()),
            Token::Sign(sign @ (')' | ']')) => {
                Err(Error::input("error.unopened").with("close", sign.to_string()).at(self.span.clone()))
            }
            _ => Err(self.unexpected(Message::new("expect.end"))),
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
            Part::Game(game) => {
                self.expect_end()?;
                return Ok(Parsed::Game(GameLine { misere, game }));
            }
        };
        let tree = self.rest_of_sum(tree, &mut components)?;
        self.expect_end()?;
        let position = Position::new(misere, components, tree)?;
        Ok(Parsed::Position(position))
    }

    /// A sum, as a part of a compound.
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
            Part::Game(_) => Err(Error::input("error.heaps-missing").at(start..self.previous_end)),
        }
    }

    /// A compound, a component with its heaps, or rules where none follow.
    fn part(&mut self, components: &mut Vec<Component>) -> Result<Part> {
        if self.is_word("misere") || self.is_word("misère") {
            return Err(Error::input("error.misere-not-in-front").at(self.span.clone()));
        }
        if let Token::Word(word) = &self.token
            && let Some((_, how)) = COMPOUNDS.iter().find(|(name, _)| name == word)
            && self.lexer.peek_sign() == Some('(')
        {
            return self.nested(|p| p.compound(*how, components)).map(Part::Tree);
        }
        let start = self.span.start;
        let game = self.nested(Self::rules)?;
        if !self.is_sign('[') {
            return Ok(Part::Game(game));
        }
        let open = self.span.clone();
        if let Some(own) = game.rules.own() {
            let (inside, at) = self.lexer.raw_inside(&open)?;
            let heaps = own.read(inside).map_err(|error| {
                let span = error.span().unwrap_or(0..inside.len());
                error.at(at.start + span.start..at.start + span.end)
            })?;
            self.advance()?;
            self.close(']', '[', open)?;
            let state = State { heaps, past: Past::default() };
            components.push(Component { game, state });
            return Ok(Part::Tree(Tree::Leaf(components.len() - 1)));
        }
        let pairs = game.rules.board().is_some_and(Board::is_of_pairs);
        let (heaps, past) = self.heaps(open, pairs)?;
        let state = State::new(&game.rules, heaps, past).map_err(|e| e.at_least(start..self.previous_end))?;
        components.push(Component { game, state });
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
        Ok(Tree::Join(how, parts))
    }

    /// Eats a closing bracket, or says which one was never closed.
    pub(super) fn close(&mut self, close: char, open: char, at: Range<usize>) -> Result<()> {
        if self.token == Token::End {
            return Err(Error::input("error.unclosed").with("open", open.to_string()).at(at));
        }
        self.expect_sign(close)
    }

    // ---- rules ----

    /// Rules and settings, or the same in brackets.
    fn rules(&mut self) -> Result<Arc<Game>> {
        if self.is_sign('(') {
            let open = self.span.clone();
            self.next()?;
            let game = self.nested(Self::rules)?;
            self.close(')', '(', open)?;
            return Ok(game);
        }
        let start = self.span.start;
        if let Token::Word(word) = &self.token
            && let Some(word) = own::WORDS.iter().find(|known| *known == word)
            && self.lexer.peek_sign() == Some('(')
        {
            return self.own_game(word);
        }
        let (moves, mut settings, spelled) = match &self.token {
            Token::Word(word) if MOVES.contains(&word.as_str()) => {
                let mut moves = vec![self.move_rule()?];
                while self.eat_word("or")? {
                    moves.push(self.nested(Self::move_rule)?);
                }
                (moves, Settings::default(), None)
            }
            Token::Word(word) => {
                let word = word.clone();
                let (rules, spelled) = self.named(&word)?;
                (rules.moves().to_vec(), rules.settings().clone(), Some(spelled))
            }
            _ => return Err(self.unexpected(Message::new("expect.game"))),
        };
        let named_settings = settings.clone();
        let mut added = Settings::default();
        while self.eat_sign(';')? {
            self.setting(&mut settings, &mut added)?;
        }
        let rules = Rules::new(moves, settings).map_err(|e| e.at_least(start..self.previous_end))?;
        let spelled = match spelled {
            None => rules.to_string(),
            Some(name) if *rules.settings() == named_settings => name,
            Some(name) => format!("{name}{added}"),
        };
        Ok(Arc::new(Game { rules, spelled }))
    }

    /// `graph("...")`, `script("...")`.
    fn own_game(&mut self, word: &str) -> Result<Arc<Game>> {
        let start = self.span.start;
        self.next()?;
        let open = self.span.clone();
        self.expect_sign('(')?;
        let Token::Quoted(quoted) = self.token.clone() else {
            return Err(self.unexpected(Message::new("expect.quoted").with("name", word)));
        };
        self.next()?;
        self.close(')', '(', open)?;
        let own =
            Own::from_notation(word, &quoted, &self.reading).map_err(|e| e.at(start..self.previous_end))?;
        let spelled = own.to_string();
        Ok(Arc::new(Game { rules: own.rules(), spelled }))
    }

    fn setting(&mut self, settings: &mut Settings, added: &mut Settings) -> Result<()> {
        let at = self.span.clone();
        let twice = || Error::input("error.said-twice").at(at.clone());
        if self.eat_word("first")? {
            if added.first.is_some() {
                return Err(twice());
            }
            let amounts = self.amounts()?;
            settings.first = Some(amounts.clone());
            added.first = Some(amounts);
        } else if self.eat_word("win")? {
            self.expect_word(&["most"])?;
            if added.most {
                return Err(twice());
            }
            (settings.most, added.most) = (true, true);
        } else if self.eat_word("heaps")? {
            if added.order.is_some() {
                return Err(twice());
            }
            let order = if self.eat_word("descending")? {
                Order::Descending
            } else {
                self.expect_word(&["in", "descending"])?;
                self.expect_word(&["order"])?;
                Order::Finish
            };
            (settings.order, added.order) = (Some(order), Some(order));
        } else if self.eat_word("to")? {
            if added.goal.is_some() {
                return Err(twice());
            }
            let may_pass = self.eat_word("at")?;
            if may_pass {
                self.expect_word(&["least"])?;
            }
            let target = self.natural(Message::new("expect.number"))?;
            let goal = Some(Goal { target, may_pass });
            (settings.goal, added.goal) = (goal.clone(), goal);
        } else if self.eat_word("ring")? {
            if added.ring {
                return Err(twice());
            }
            (settings.ring, added.ring) = (true, true);
        } else {
            let error = self.unexpected(Message::new("expect.setting"));
            return Err(self.with_nearest(error, &SETTINGS));
        }
        Ok(())
    }

    /// A name with its arguments: its rules and its canonical spelling.
    fn named(&mut self, word: &str) -> Result<(Rules, String)> {
        let span = self.span.clone();
        let has_arguments = self.lexer.peek_sign() == Some('(');
        if let Some(kind) = codes::Kind::of(word) {
            self.next()?;
            let open = self.span.clone();
            if !self.is_sign('(') {
                return Err(self.unexpected(Message::new("expect.code").with("name", word)));
            }
            let (digits, at) = self.lexer.raw_until_bracket();
            self.outside_heaps += digits.len();
            let (rules, spelled) = codes::rules_of(kind, digits, at)?;
            self.next()?;
            self.close(')', '(', open)?;
            return Ok((rules, spelled));
        }
        let entries: Vec<&'static Entry> = catalogue::all().iter().filter(|e| e.is_called(word)).collect();
        if entries.is_empty() {
            let known = catalogue::names().chain(["octal", "hex"]).chain(own::WORDS).chain(MOVES);
            return Err(Error::input("error.unknown-game")
                .with("name", word)
                .suggest(catalogue::nearest(word, known))
                .at(span));
        }
        self.next()?;
        let Some(entry) = entries.iter().find(|e| e.parameters.is_empty() != has_arguments) else {
            let entry = entries[0];
            return Err(if has_arguments {
                Error::input("error.no-arguments-wanted").with("name", word).at(span)
            } else {
                let signature = Some(entry.signature());
                Error::input("error.arguments-missing").with("name", word).suggest(signature).at(span)
            });
        };
        let arguments = if has_arguments { self.arguments(entry)? } else { Vec::new() };
        let call = span.start..self.previous_end;
        // Whatever is wrong inside the entry's own text is shown at the call.
        let rules = catalogue::expand(entry, &arguments).map_err(|e| e.at(call))?;
        Ok((rules, catalogue::spell(entry, &arguments)))
    }

    fn arguments(&mut self, entry: &Entry) -> Result<Vec<Argument>> {
        let open = self.span.clone();
        self.expect_sign('(')?;
        let mut arguments = Vec::new();
        for (index, parameter) in entry.parameters.iter().enumerate() {
            if index > 0 {
                self.expect_sign(',')?;
            }
            arguments.push(match parameter.kind {
                ParameterKind::Number => Argument::Number(self.natural(Message::new("expect.number"))?),
                ParameterKind::Amounts => Argument::Amounts(self.amounts()?),
            });
        }
        if self.is_sign(',') {
            return Err(Error::input("error.too-many-arguments")
                .with("name", entry.name.as_str())
                .suggest(Some(entry.signature()))
                .at(self.span.clone()));
        }
        self.close(')', '(', open)?;
        Ok(arguments)
    }

    /// The rules of a catalogue entry: nothing may follow them.
    pub(super) fn entry_rules(&mut self) -> Result<Rules> {
        let game = self.rules()?;
        self.expect_end()?;
        Ok(game.rules.clone())
    }
}

/// What stands between two plus signs.
enum Part {
    Tree(Tree),
    Game(Arc<Game>),
}
