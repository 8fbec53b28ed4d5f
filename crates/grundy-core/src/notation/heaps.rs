//! The inside of square brackets: heaps, and the history that matters.

use std::ops::Range;

use dashu_int::{IBig, UBig};

use super::lexer::Token;
use super::parser::Parser;
use crate::error::{Error, Result};
use crate::number;
use crate::position::{Open, Past};
use crate::rules::Mark;
use crate::text::Message;

impl Parser<'_> {
    /// Parses heaps and history. With `pairs`, two numbers may be grouped in brackets.
    pub(super) fn heaps(&mut self, open: Range<usize>, pairs: bool) -> Result<(Vec<UBig>, Past)> {
        self.advance()?;
        let mut heaps = Vec::new();
        if !self.is_sign(']') && !self.is_sign(';') {
            self.heap_or_pair(pairs, &mut heaps)?;
            while self.is_sign(',') {
                self.advance()?;
                self.heap_or_pair(pairs, &mut heaps)?;
            }
        }
        let past = self.history()?.unwrap_or_default();
        self.close(']', '[', open)?;
        Ok((heaps, past))
    }

    /// The history behind a semicolon, if there is one.
    fn history(&mut self) -> Result<Option<Past>> {
        if !self.is_sign(';') {
            return Ok(None);
        }
        let mut past = Past::default();
        self.advance()?;
        self.past(&mut past)?;
        while self.is_sign(',') {
            self.advance()?;
            self.past(&mut past)?;
        }
        Ok(Some(past))
    }

    fn heap_or_pair(&mut self, pairs: bool, heaps: &mut Vec<UBig>) -> Result<()> {
        if !pairs || !self.is_sign('(') {
            heaps.push(self.heap()?);
            return Ok(());
        }
        let open = self.span.clone();
        self.advance()?;
        heaps.push(self.heap()?);
        if !self.is_sign(',') {
            return Err(self.unexpected(Message::new("expect.sign").with("sign", ",")));
        }
        self.advance()?;
        heaps.push(self.heap()?);
        self.close(')', '(', open)
    }

    fn heap(&mut self) -> Result<UBig> {
        if let Token::Number(value) = &mut self.token {
            // The common case, without building an expression.
            let value = std::mem::take(value);
            let span = self.span.clone();
            self.advance()?;
            if matches!(self.token, Token::Sign('*' | '/' | '^' | '+' | '-')) && !self.is_parted() {
                self.lexer.seek(span.start);
                self.advance()?;
            } else {
                return Ok(value);
            }
        }
        let start = self.span.start;
        let value = self.constant(Message::new("expect.heap"))?;
        number::natural(&value).ok_or_else(|| {
            Error::input("error.negative-heap").with("heap", value).at(start..self.previous_end)
        })
    }

    /// A number without variables.
    pub(super) fn constant(&mut self, expected: Message) -> Result<IBig> {
        let start = self.span.start;
        let value = self.expression(expected)?;
        value
            .and_then(|e| e.as_constant())
            .ok_or_else(|| Error::input("error.not-a-number").at(start..self.previous_end))
    }

    /// A non-negative whole number.
    pub(super) fn natural(&mut self, expected: Message) -> Result<UBig> {
        let start = self.span.start;
        let value = self.constant(expected)?;
        number::natural(&value).ok_or_else(|| {
            Error::input("error.negative-number").with("number", value).at(start..self.previous_end)
        })
    }

    fn past(&mut self, past: &mut Past) -> Result<()> {
        let at = self.span.clone();
        let twice = |known: bool| {
            if known { Err(Error::input("error.said-twice").at(at.clone())) } else { Ok(()) }
        };
        let number = || Message::new("expect.number");
        if self.eat_word("last")? {
            twice(past.last.is_some())?;
            past.last = Some(self.natural(number())?);
        } else if self.eat_word("open")? {
            let heap = self.index()?;
            if !self.eat_word("from")? {
                // A heap that was opened, not one that was begun.
                past.marked.insert(heap, Mark::Open);
                return Ok(());
            }
            twice(past.open.is_some())?;
            past.open = Some(Open { heap, from: self.natural(number())? });
        } else if self.eat_word("closed")? {
            twice(past.closed.is_some())?;
            past.closed = Some(self.natural(number())?);
        } else if self.eat_word("lead")? {
            twice(past.lead != IBig::ZERO)?;
            past.lead = self.constant(number())?;
        } else if self.eat_word("row")? {
            past.marked.insert(self.index()?, Mark::Row);
        } else if self.eat_word("touched")? {
            past.marked.insert(self.index()?, Mark::Touched);
        } else if self.eat_word("seat")? {
            twice(past.seat > 0)?;
            past.seat = self.index()?;
        } else if self.eat_word("passed")? {
            twice(past.passed != UBig::ZERO)?;
            past.passed = self.natural(number())?;
        } else if self.eat_word("put")? {
            twice(past.put != UBig::ZERO)?;
            past.put = self.natural(number())?;
        } else if self.eat_word("used")? {
            let amount = self.natural(number())?;
            let heap = if self.eat_word("from")? { Some(self.index()?) } else { None };
            past.used.insert((heap, amount));
        } else if self.eat_word("next")? {
            twice(past.next)?;
            past.next = true;
        } else {
            let words =
                ["last", "open", "closed", "lead", "row", "touched", "seat", "passed", "put", "used", "next"];
            let error = self.unexpected(Message::new("expect.past"));
            return Err(self.with_nearest(error, &words));
        }
        Ok(())
    }

    /// The number of a heap or a seat, counted from 0.
    fn index(&mut self) -> Result<usize> {
        let span = self.span.clone();
        let number = usize::try_from(&self.natural(Message::new("expect.number"))?).unwrap_or(usize::MAX);
        number.checked_sub(1).ok_or_else(|| Error::input("error.heap-index").at(span))
    }

    /// A single number.
    pub(super) fn lone_number(&mut self) -> Result<UBig> {
        let value = self.natural(Message::new("expect.number"))?;
        self.expect_end("expect.end")?;
        Ok(value)
    }

    /// A list of heaps; commas are optional.
    pub(super) fn lone_heaps(&mut self) -> Result<Vec<UBig>> {
        self.heaps_before(None)
    }

    /// A list of heaps, and the history behind it if there is one.
    pub(super) fn lone_state(&mut self) -> Result<(Vec<UBig>, Option<Past>)> {
        let heaps = self.heaps_before(Some(';'))?;
        self.blanks_part = false;
        let past = self.history()?;
        self.expect_end("expect.end")?;
        Ok((heaps, past))
    }

    fn heaps_before(&mut self, end: Option<char>) -> Result<Vec<UBig>> {
        let mut heaps = Vec::new();
        self.blanks_part = true;
        while self.token != Token::End && !end.is_some_and(|end| self.is_sign(end)) {
            heaps.push(self.heap()?);
            if self.is_sign(',') {
                self.advance()?;
                if self.token == Token::End {
                    return Err(self.unexpected(Message::new("expect.heap")));
                }
            }
        }
        Ok(heaps)
    }
}
