//! Moves: `take`, `split`, `discard`, `move`, `multiply`, and where they take from and leave.

use std::collections::BTreeSet;

use dashu_int::UBig;

use super::lexer::Token;
use super::parser::{Argument, MOVES, Parser};
use crate::error::{Error, Result};
use crate::rules::{Amounts, Likeness, MoveRule, Parts, Source};
use crate::text::Message;

impl Parser<'_> {
    /// One move.
    pub(super) fn move_rule(&mut self) -> Result<MoveRule> {
        if self.eat_word("take")? {
            let amounts = self.amounts()?;
            let mut source = Source::One;
            if self.eat_word("from")? {
                source = self.source()?;
            }
            let parts = if self.eat_word("leaving")? { self.parts()? } else { Parts::together() };
            return Ok(MoveRule::Take { source, parts, amounts });
        }
        if self.eat_word("multiply")? {
            return Ok(MoveRule::Multiply(self.amounts()?));
        }
        if self.eat_word("split")? {
            self.expect_word(&["into"])?;
            let parts = self.parts()?;
            return Ok(MoveRule::Take { source: Source::One, parts, amounts: Amounts::single(UBig::ZERO) });
        }
        if self.eat_word("discard")? {
            let heaps = self.count()?;
            self.expect_word(&["heap", "heaps"])?;
            self.expect_word(&["then"])?;
            let then = Box::new(self.nested(Self::move_rule)?);
            return Ok(MoveRule::Discard { heaps, then });
        }
        if self.eat_word("move")? {
            let amounts = self.amounts()?;
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
            return Ok(MoveRule::Step { amounts, far });
        }
        let error = self.unexpected(Message::new("expect.move"));
        Err(self.with_nearest(error, &MOVES))
    }

    /// A number of heaps: a literal or a parameter.
    fn count(&mut self) -> Result<u64> {
        let span = self.span.clone();
        let value = match &self.token {
            Token::Number(value) => value.clone(),
            Token::Word(word) => match self.parameters.get(word) {
                Some(Argument::Number(value)) => value.clone(),
                _ => return Err(self.unexpected(Message::new("expect.number"))),
            },
            _ => return Err(self.unexpected(Message::new("expect.number"))),
        };
        self.next()?;
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
        } else if !matches!(self.token, Token::Number(_) | Token::Word(_)) {
            return Err(self.unexpected(Message::new("expect.source")));
        }
        let heaps = match self.count() {
            Ok(heaps) => heaps,
            Err(error) if matches!(self.token, Token::Word(_)) => {
                return Err(self.with_nearest(error, &["max", "min", "all", "nonempty", "up"]));
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
