//! The rules of one component: moves joined by `or`, a name with its arguments, or a user-defined game, followed by
//! settings.

use std::ops::Range;
use std::sync::Arc;

use dashu_int::UBig;

use super::codes;
use super::lexer::Token;
use super::naming::{expand, spell};
use super::parser::{Argument, MOVES, Parser};
use crate::catalogue::{self, Entry, ParameterKind};
use crate::error::{Condition, Error, Result, nearest};
use crate::game::{Game, WrittenMove};
use crate::own::{self, Own};
use crate::rules::{self, Amounts, Goal, Mark, Once, Order, PutBack, Settings};
use crate::text::Message;

/// The place of a move in the text, and of its amounts.
struct Place {
    rule: Range<usize>,
    amounts: Range<usize>,
}

/// Words that begin a setting.
const SETTINGS: [&str; 9] = ["first", "win", "heaps", "to", "ring", "seats", "pass", "put", "each"];
/// What follows `heaps`.
const HEAPS: [&str; 4] = ["in", "descending", "closed", "alternating"];

impl Parser<'_> {
    /// Rules and settings, optionally in brackets.
    pub(super) fn game(&mut self) -> Result<(Arc<Game>, Arc<str>)> {
        let (game, name) = self.game_and_name()?;
        let spelled = name.unwrap_or_else(|| game.to_string());
        Ok((Arc::new(game), spelled.into()))
    }

    /// The game and its name; `None` if it is spelled out. The rules of an entry are tried with many arguments and
    /// never shown, and printing may take seconds for numbers with millions of digits.
    fn game_and_name(&mut self) -> Result<(Game, Option<String>)> {
        if self.is_sign('(') {
            let open = self.span.clone();
            self.next()?;
            let found = self.nested(Self::game_and_name)?;
            self.close(')', '(', open)?;
            return Ok(found);
        }
        let start = self.span.start;
        if let Token::Word(word) = &self.token
            && let Some(word) = own::WORDS.iter().find(|known| *known == word)
            && self.lexer.peek_sign() == Some('(')
        {
            return self.own_game(word);
        }
        let (moves, places, mut settings, spelled) = match &self.token {
            Token::Word(word) if MOVES.contains(&word.as_str()) => {
                let (first, at) = self.placed_move()?;
                let (mut moves, mut places) = (vec![first], vec![at]);
                while self.eat_word("or")? {
                    let (next, at) = self.nested(Self::placed_move)?;
                    moves.push(next);
                    places.push(at);
                }
                (moves, places, Settings::default(), None)
            }
            Token::Word(word) => {
                let word = word.clone();
                let (game, spelled) = self.named(&word)?;
                let (moves, settings) = match game {
                    Game::Heaps(rules) => {
                        let moves = rules.moves().iter().cloned().map(WrittenMove::Heaps).collect();
                        (moves, rules.settings().clone())
                    }
                    Game::Board(board) => (vec![WrittenMove::Board(board)], Settings::default()),
                    own @ Game::Own(_) => return Ok((own, Some(spelled))),
                };
                (moves, Vec::new(), settings, Some(spelled))
            }
            _ => return Err(self.unexpected(Message::new("expect.game"))),
        };
        let named_settings = settings.clone();
        let mut added = Settings::default();
        while self.eat_sign(';')? {
            self.setting(&mut settings, &mut added)?;
        }
        let written = if places.is_empty() { Vec::new() } else { moves.clone() };
        let game = Game::new(moves, settings).map_err(|error| {
            let at = culprit(&error, &written, &places).unwrap_or(start..self.previous_end);
            error.at_least(at)
        })?;
        let as_named = game.rules().is_none_or(|rules| *rules.settings() == named_settings);
        let spelled = spelled.map(|name| if as_named { name } else { format!("{name}{added}") });
        Ok((game, spelled))
    }

    /// One move with its place.
    fn placed_move(&mut self) -> Result<(WrittenMove, Place)> {
        let start = self.span.start;
        let written = self.written_move()?;
        Ok((written, Place { rule: start..self.previous_end, amounts: self.amounts_at.clone() }))
    }

    /// `graph("...")`, `script("...")`.
    fn own_game(&mut self, word: &str) -> Result<(Game, Option<String>)> {
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
        Ok((Game::Own(own), Some(spelled)))
    }

    fn setting(&mut self, settings: &mut Settings, added: &mut Settings) -> Result<()> {
        let at = self.span.clone();
        let twice = || Error::input("error.said-twice").at(at.clone());
        if self.eat_word("first")? {
            if added.first.is_some() {
                return Err(twice());
            }
            let start = self.span.start;
            let amounts = self.amounts()?;
            rules::check_first(&amounts).map_err(|error| error.at(start..self.previous_end))?;
            settings.first = Some(amounts.clone());
            added.first = Some(amounts);
        } else if self.eat_word("win")? {
            self.expect_word(&["most"])?;
            if added.most {
                return Err(twice());
            }
            (settings.most, added.most) = (true, true);
        } else if self.eat_word("heaps")? {
            let mark = if self.eat_word("closed")? {
                Some(Mark::Open)
            } else if self.eat_word("alternating")? {
                Some(Mark::Touched)
            } else {
                None
            };
            if added.order.is_some() || added.marks.is_some() {
                return Err(twice());
            }
            if mark.is_some() {
                (settings.marks, added.marks) = (mark, mark);
                return Ok(());
            }
            let order = if self.eat_word("descending")? {
                Order::Descending
            } else {
                self.expect_word(&HEAPS)?;
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
            if added.marks.is_some() {
                return Err(twice());
            }
            (settings.marks, added.marks) = (Some(Mark::Row), Some(Mark::Row));
        } else if self.eat_word("seats")? {
            if !added.seats.is_empty() {
                return Err(twice());
            }
            loop {
                added.seats.push(self.natural(Message::new("expect.number"))?);
                if !self.eat_sign(',')? {
                    break;
                }
            }
            settings.seats.clone_from(&added.seats);
        } else if self.eat_word("pass")? {
            if added.passes != UBig::ZERO {
                return Err(twice());
            }
            let passes = self.natural(Message::new("expect.number"))?;
            self.expect_word(&["times", "time"])?;
            (settings.passes, added.passes) = (passes.clone(), passes);
        } else if self.eat_word("put")? {
            self.expect_word(&["back"])?;
            if added.put_back.is_some() {
                return Err(twice());
            }
            let amounts = self.amounts()?;
            self.expect_words(&["up", "to"])?;
            let times = self.natural(Message::new("expect.number"))?;
            self.expect_word(&["times", "time"])?;
            let put_back = Some(PutBack { amounts, times });
            (settings.put_back, added.put_back) = (put_back.clone(), put_back);
        } else if self.eat_word("each")? {
            self.expect_words(&["amount", "once"])?;
            let per_heap = self.eat_word("per")?;
            if per_heap {
                self.expect_word(&["heap"])?;
            }
            if added.once.is_some() {
                return Err(twice());
            }
            let once = Some(if per_heap { Once::Heap } else { Once::Game });
            (settings.once, added.once) = (once, once);
        } else {
            let error = self.unexpected(Message::new("expect.setting"));
            return Err(self.with_nearest(error, &SETTINGS));
        }
        Ok(())
    }

    /// A name with its arguments: its rules and its canonical spelling.
    fn named(&mut self, word: &str) -> Result<(Game, String)> {
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
            return Ok((Game::Heaps(rules), spelled));
        }
        let entries: Vec<&'static Entry> = catalogue::all().iter().filter(|e| e.is_called(word)).collect();
        if entries.is_empty() {
            let known = catalogue::names().chain(["octal", "hex"]).chain(own::WORDS).chain(MOVES);
            return Err(Error::input("error.unknown-game")
                .with("name", word)
                .suggest(nearest(word, known))
                .at(span));
        }
        self.next()?;
        let Some(entry) = entries.iter().find(|e| e.parameters.is_empty() != has_arguments) else {
            let entry = entries[0];
            return Err(if has_arguments {
                Error::input("error.no-arguments-wanted").with("name", word).at(span)
            } else {
                Error::input("error.arguments-missing")
                    .with("name", word)
                    .with("signature", entry.signature())
                    .suggest(Some(entry.example().to_owned()))
                    .at(span)
            });
        };
        let arguments = if has_arguments { self.arguments(entry)? } else { Vec::new() };
        let call = span.start..self.previous_end;
        // An error inside the entry's own text is reported at the call.
        let game = expand(entry, &arguments).map_err(|e| e.at(call))?;
        Ok((game, spell(entry, &arguments)))
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
                .with("signature", entry.signature())
                .suggest(Some(entry.example().to_owned()))
                .at(self.span.clone()));
        }
        self.close(')', '(', open)?;
        Ok(arguments)
    }

    /// The game of a catalogue entry; nothing may follow its rules.
    pub(super) fn entry_game(&mut self) -> Result<Game> {
        let (game, _) = self.game_and_name()?;
        self.expect_end("expect.end")?;
        Ok(game)
    }
}

/// The place of the move that alone causes the same error, or of its amounts if they are the cause.
fn culprit(error: &Error, moves: &[WrittenMove], places: &[Place]) -> Option<Range<usize>> {
    let settings = || Settings { first: Some(Amounts::any()), ..Settings::default() };
    let error_of = |written: &WrittenMove| Game::new(vec![written.clone()], settings()).err();
    let mut placed = moves.iter().zip(places);
    let (_, place) = placed.find(|(rule, _)| error_of(rule).is_some_and(|other| other.is_like(error)))?;
    let about_amounts = error.is(Condition::ZeroAmount) || error.is(Condition::EmptySet);
    Some(if about_amounts { place.amounts.clone() } else { place.rule.clone() })
}
