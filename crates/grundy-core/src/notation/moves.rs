//! Moves: `take`, `split`, `discard`, `move`, `multiply`, with their sources and remainders.

use std::collections::BTreeSet;

use dashu_int::UBig;

use super::lexer::Token;
use super::parser::{MOVES, Parser};
use crate::board::{Board, Layout, Placing, Turning};
use crate::error::{Error, Result};
use crate::game::WrittenMove;
use crate::number;
use crate::rules::{Amounts, Expr, Likeness, MoveRule, Parts, Remake, Source, conflict};
use crate::text::Message;

impl Parser<'_> {
    /// One move, on heaps or on a board.
    pub(super) fn written_move(&mut self) -> Result<WrittenMove> {
        match self.board()? {
            Some(board) => Ok(WrittenMove::Board(board)),
            None => self.move_on_heaps(),
        }
    }

    fn move_on_heaps(&mut self) -> Result<WrittenMove> {
        if self.eat_word("take")? {
            let amounts = self.amounts_of_move()?;
            if self.eat_word("spreading")? {
                self.expect_words(&["the", "rest"])?;
                return Ok(WrittenMove::Heaps(MoveRule::Remake(Remake::Spread(amounts))));
            }
            let mut source = Source::One;
            if self.eat_word("from")? {
                let end = self.span.clone();
                if self.eat_word("end")? {
                    self.expect_word(&["heap", "heaps"])?;
                    if !amounts.is_any() {
                        return Err(Error::input("error.end-heap-any").at(end));
                    }
                    return Ok(WrittenMove::Board(Board::Ends));
                }
                source = self.source()?;
            }
            let parts = if self.eat_word("leaving")? { self.parts()? } else { Parts::together() };
            return Ok(WrittenMove::Heaps(MoveRule::Take { source, parts, amounts }));
        }
        if self.eat_word("multiply")? {
            return Ok(WrittenMove::Heaps(MoveRule::Multiply(self.amounts_of_move()?)));
        }
        if self.eat_word("split")? {
            self.expect_word(&["into"])?;
            let start = self.span.start;
            let parts = self.parts()?;
            if parts.counts.first().is_some_and(|&count| count < 2) {
                return Err(Error::input("error.split-parts").at(start..self.previous_end));
            }
            let amounts = Amounts::single(UBig::ZERO);
            return Ok(WrittenMove::Heaps(MoveRule::Take { source: Source::One, parts, amounts }));
        }
        if self.eat_word("discard")? {
            let heaps = self.count()?;
            self.expect_word(&["heap", "heaps"])?;
            self.expect_word(&["then"])?;
            let start = self.span.start;
            return match self.nested(Self::written_move)? {
                WrittenMove::Heaps(then) => {
                    Ok(WrittenMove::Heaps(MoveRule::Discard { heaps, then: Box::new(then) }))
                }
                WrittenMove::Board(board) => {
                    Err(conflict("discard", &board.to_string()).at(start..self.previous_end))
                }
            };
        }
        if self.eat_word("move")? {
            let amounts = self.amounts_of_move()?;
            if self.eat_word("to")? {
                return self.carry(amounts);
            }
            let far = self.eat_word("any")?;
            if far {
                self.expect_word(&["steps", "step"])?;
            } else {
                let start = self.span.clone();
                if self.count()? != 1 {
                    return Err(Error::input("error.steps").at(start));
                }
                self.expect_word(&["step", "steps"])?;
            }
            self.expect_word(&["down"])?;
            return Ok(WrittenMove::Heaps(MoveRule::Step { amounts, far }));
        }
        let start = self.span.start;
        if let Some(remake) = self.remake()? {
            remake.check().map_err(|error| error.at_least(start..self.previous_end))?;
            return Ok(WrittenMove::Heaps(MoveRule::Remake(remake)));
        }
        let error = self.unexpected(Message::new("expect.move"));
        Err(self.with_nearest(error, &MOVES))
    }

    /// What follows `move A to`.
    fn carry(&mut self, amounts: Amounts) -> Result<WrittenMove> {
        self.expect_words(&["a", "lower", "heap"])?;
        let mut distance = Amounts::any();
        if self.eat_word("at")? {
            self.expect_word(&["distance"])?;
            distance = self.amounts()?;
        }
        let mut sum = Amounts::any();
        if self.eat_word("with")? {
            self.expect_word(&["sum"])?;
            sum = self.amounts()?;
        }
        Ok(WrittenMove::Heaps(MoveRule::Carry { amounts, distance, sum }))
    }

    /// A move that makes heaps into other heaps.
    fn remake(&mut self) -> Result<Option<Remake>> {
        if self.eat_word("merge")? {
            let start = self.span.start;
            let heaps = self.count()?;
            self.expect_word(&["heaps", "heap"])?;
            if heaps < 2 {
                return Err(Error::input("error.merge-one").at(start..self.previous_end));
            }
            return Ok(Some(Remake::Merge(heaps)));
        }
        if self.eat_word("replace")? {
            self.expect_words(&["a", "heap"])?;
            let heap = self.size_of_heap()?;
            self.expect_word(&["by"])?;
            let parts = self.parts()?;
            self.expect_word(&["of"])?;
            let sizes = self.amounts_of_move()?;
            return Ok(Some(Remake::Replace { heap, parts, sizes }));
        }
        if self.eat_word("divide")? {
            if self.eat_word("all")? {
                self.expect_word(&["heaps"])?;
                self.expect_word(&["by"])?;
                return Ok(Some(Remake::Reduce(self.amounts_of_move()?)));
            }
            self.expect_word(&["a", "all"])?;
            self.expect_word(&["heap"])?;
            let heap = self.size_of_heap()?;
            self.expect_word(&["into"])?;
            let into = self.amounts_of_move()?;
            self.expect_words(&["nearly", "equal", "heaps"])?;
            return Ok(Some(Remake::Divide { heap, into }));
        }
        Ok(None)
    }

    /// The sizes of the heap that a move may change: all, unless `of A` follows.
    fn size_of_heap(&mut self) -> Result<Amounts> {
        if self.eat_word("of")? { self.amounts_of_move() } else { Ok(Amounts::any()) }
    }

    pub(super) fn expect_words(&mut self, words: &[&'static str]) -> Result<()> {
        words.iter().try_for_each(|&word| self.expect_word(&[word]))
    }

    /// Amounts; stores their place for errors that appear only in the rules as a whole.
    fn amounts_of_move(&mut self) -> Result<Amounts> {
        let start = self.span.start;
        let amounts = self.amounts()?;
        self.amounts_at = start..self.previous_end;
        Ok(amounts)
    }

    /// A move of a board.
    fn board(&mut self) -> Result<Option<Board>> {
        if self.eat_word("turn")? {
            if self.eat_word("a")? {
                self.expect_words(&["connected", "set", "of", "coins"])?;
                return Ok(Some(Board::Connected));
            }
            let rows = self.turning()?;
            return Ok(Some(if self.eat_word("by")? {
                Board::Grid(rows, self.turning()?)
            } else {
                Board::Coins(rows)
            }));
        }
        for (words, board) in [
            (["bite", "off", "a", "corner"], Board::Chomp),
            (["slide", "a", "coin", "down"], Board::Strip),
            (["walk", "to", "a", "new"], Board::Walk),
        ] {
            if self.eat_word(words[0])? {
                self.expect_words(&words[1..])?;
                if board == Board::Walk {
                    self.expect_word(&["vertex"])?;
                }
                return Ok(Some(board));
            }
        }
        if self.eat_word("place")? {
            return self.placing().map(Board::Squares).map(Some);
        }
        if self.eat_word("remove")? {
            let is_vertex = self.is_word("a");
            self.expect_word(&["a", "an"])?;
            if is_vertex && self.eat_word("connected")? {
                self.expect_words(&["set", "of", "vertices"])?;
                return Ok(Some(Board::Regions));
            }
            self.expect_word(&[if is_vertex { "vertex" } else { "edge" }])?;
            self.expect_word(&["and"])?;
            self.expect_word(&["its"])?;
            if is_vertex {
                self.expect_word(&["neighbours", "neighbors"])?;
                return Ok(Some(Board::Vertices));
            }
            self.expect_word(&["ends"])?;
            return Ok(Some(Board::Edges));
        }
        if !self.eat_word("cut")? {
            return Ok(None);
        }
        if self.eat_word("an")? {
            self.expect_word(&["edge"])?;
            return Ok(Some(Board::Hackenbush));
        }
        self.expect_word(&["a", "an"])?;
        if self.eat_word("path")? {
            self.expect_words(&["to", "the", "root"])?;
            return Ok(Some(Board::Forest));
        }
        self.expect_word(&["sheet", "path"])?;
        self.expect_words(&["in", "two"])?;
        let mut least = 1;
        if self.eat_word("with")? {
            self.expect_words(&["sides", "of", "at", "least"])?;
            least = self.count()?;
        }
        Ok(Some(Board::Sheets { least }))
    }

    /// The sides of a piece, and of the board.
    fn placing(&mut self) -> Result<Placing> {
        self.expect_word(&["a", "an"])?;
        let start = self.span.start;
        let piece = self.sides()?;
        self.expect_word(&["piece"])?;
        self.expect_word(&["on"])?;
        let board = self.sides()?;
        self.amounts_at = start..self.previous_end;
        self.expect_word(&["squares"])?;
        Ok(Placing { piece: (piece.0.min(piece.1), piece.0.max(piece.1)), board })
    }

    fn sides(&mut self) -> Result<(u64, u64)> {
        let first = self.count()?;
        self.expect_word(&["by"])?;
        Ok((first, self.count()?))
    }

    /// How many coins are turned, and whether they must be adjacent.
    fn turning(&mut self) -> Result<Turning> {
        let amounts = self.amounts_of_move()?;
        self.expect_word(&["coins", "coin"])?;
        let mut layout = Layout::Free;
        if self.eat_word("in")? {
            if self.eat_word("equal")? {
                self.expect_word(&["steps"])?;
                layout = Layout::Steps;
            } else {
                self.expect_word(&["a", "equal"])?;
                self.expect_word(&["row"])?;
                layout = Layout::Row;
            }
        }
        Ok(Turning { amounts, layout })
    }

    /// A number of heaps: a constant expression, which may be a parameter.
    fn count(&mut self) -> Result<u64> {
        self.count_or("expect.number")
    }

    /// A number of heaps, where something else may stand too.
    fn count_or(&mut self, expected: &'static str) -> Result<u64> {
        let start = self.span.start;
        let value = self.expression(Message::new(expected))?;
        let span = start..self.previous_end;
        let value = value.as_ref().and_then(Expr::as_constant);
        let value = value.and_then(|value| number::natural(&value));
        let value = value.ok_or_else(|| Error::input("error.not-a-number").at(span.clone()))?;
        u64::try_from(&value).map_err(|_| Error::input("error.too-many-heaps").at(span))
    }

    fn source(&mut self) -> Result<Source> {
        for (word, source) in [("max", Source::Max), ("min", Source::Min)] {
            if self.eat_word(word)? {
                self.expect_word(&["heap", "heaps"])?;
                return Ok(source);
            }
        }
        for (word, source) in [("all", Source::All), ("nonempty", Source::Nonempty)] {
            if self.eat_word(word)? {
                self.expect_word(&["heaps", "heap"])?;
                return Ok(source);
            }
        }
        let up_to = self.eat_word("up")?;
        if up_to {
            self.expect_word(&["to"])?;
        } else if !matches!(self.token, Token::Number(_) | Token::Word(_) | Token::Sign('(')) {
            return Err(self.unexpected(Message::new("expect.source")));
        }
        let heaps = match self.count_or(if up_to { "expect.number" } else { "expect.source" }) {
            Ok(heaps) => heaps,
            Err(error) if matches!(self.token, Token::Word(_)) => {
                return Err(self.with_nearest(error, &["max", "min", "end", "all", "nonempty", "up"]));
            }
            Err(error) => return Err(error),
        };
        self.expect_word(&["heaps", "heap"])?;
        if self.eat_word("freely")? {
            return Ok(if up_to { Source::FreeUpTo(heaps) } else { Source::Free(heaps) });
        }
        let within = self.span.clone();
        if self.eat_word("within")? {
            if up_to {
                return Err(Error::input("error.within-up-to").at(within));
            }
            let start = self.span.start;
            let bound = self.expression(Message::new("expect.number"))?;
            let bound =
                bound.ok_or_else(|| Error::input("error.not-a-number").at(start..self.previous_end))?;
            return Ok(Source::Within(heaps, bound));
        }
        Ok(if up_to { Source::SameUpTo(heaps) } else { Source::Same(heaps) })
    }

    fn parts(&mut self) -> Result<Parts> {
        let mut counts = BTreeSet::new();
        loop {
            let span = self.span.clone();
            let count = self.count()?;
            let count = u32::try_from(count).map_err(|_| Error::input("error.too-many-heaps").at(span))?;
            counts.insert(count);
            if !self.eat_sign(',')? {
                break;
            }
        }
        let likeness = if self.eat_word("unequal")? {
            Likeness::Unequal
        } else if self.eat_word("equal")? {
            Likeness::Equal
        } else {
            Likeness::Free
        };
        self.expect_word(&["heaps", "heap"])?;
        Ok(Parts { counts, likeness })
    }
}
