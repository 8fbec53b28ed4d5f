//! Amounts and expressions: `1..7`, `any except 3, 5..7`, `2*last`, `root(n)`.
//!
//! A bracket may hold an expression or a set; which one is known only at its end. So the same functions
//! parse both, and an operator checks that its sides are expressions.

use std::ops::Range;

use dashu_base::{BitTest, Signed};
use dashu_int::UBig;

use super::lexer::Token;
use super::parser::{Argument, Parser};
use crate::error::{Error, Result, nearest};
use crate::rules::{Amounts, DigitsOf, Expr, Named, Var};
use crate::text::Message;

/// The words that may follow an open range such as `3..`.
const AFTER_RANGE: [&str; 16] = [
    "from",
    "leaving",
    "spreading",
    "except",
    "or",
    "to",
    "at",
    "with",
    "by",
    "of",
    "coins",
    "coin",
    "nearly",
    "any",
    "step",
    "steps",
];

/// The result of parsing an amount or an expression.
struct Operand {
    kind: Kind,
    span: Range<usize>,
}

enum Kind {
    /// An expression; `None` is the empty set, which has no value.
    Expr {
        value: Option<Expr>,
        written_zero: bool,
    },
    Set(Amounts),
}

impl Operand {
    fn expr(value: Option<Expr>, span: Range<usize>) -> Self {
        Self { kind: Kind::Expr { value, written_zero: false }, span }
    }

    fn into_expr(self) -> Result<Option<Expr>> {
        match self.kind {
            Kind::Expr { value, .. } => Ok(value),
            Kind::Set(_) => Err(Error::input("error.set-in-arithmetic").at(self.span)),
        }
    }

    fn into_amounts(self) -> Amounts {
        match self.kind {
            Kind::Set(set) => set,
            Kind::Expr { value: None, .. } => Amounts::empty(),
            Kind::Expr { written_zero: true, .. } => Amounts::single(UBig::ZERO),
            Kind::Expr { value: Some(value), .. } => Amounts::range(value.clone(), Some(value)),
        }
    }
}

impl Parser<'_> {
    /// `set ["except" set]`
    pub(super) fn amounts(&mut self) -> Result<Amounts> {
        Ok(self.nested(Self::amounts_or_expression)?.into_amounts())
    }

    /// An expression where a set is not allowed.
    pub(super) fn expression(&mut self, expected: Message) -> Result<Option<Expr>> {
        if !self.begins_operand() {
            return Err(self.unexpected(expected));
        }
        self.arithmetic()?.into_expr()
    }

    fn begins_operand(&self) -> bool {
        match &self.token {
            Token::Number(_) | Token::Sign('(' | '-') => true,
            Token::Word(word) => {
                word == "root"
                    || DigitsOf::ALL.iter().any(|(name, _)| name == word)
                    || Var::ALL.iter().any(|(name, _)| name == word)
                    || self.parameters.contains_key(word)
            }
            _ => false,
        }
    }

    /// A whole set; a single expression stays one, so that a bracket may hold either.
    fn amounts_or_expression(&mut self) -> Result<Operand> {
        let start = self.span.start;
        let first = self.item()?;
        if !self.is_sign(',') && !self.is_word("except") {
            return Ok(first);
        }
        let mut set = self.listed(first)?;
        if self.eat_word("except")? {
            let first = self.item()?;
            set = set.except(self.listed(first)?);
        }
        Ok(Operand { kind: Kind::Set(set), span: start..self.previous_end })
    }

    /// The comma-separated items from `first` on.
    fn listed(&mut self, first: Operand) -> Result<Amounts> {
        self.refuse_dash(&first)?;
        let mut items = vec![first.into_amounts()];
        while self.eat_sign(',')? {
            let item = self.item()?;
            self.refuse_dash(&item)?;
            items.push(item.into_amounts());
        }
        Ok(Amounts::union_of(items))
    }

    /// Refuses an item such as `3-5`: it is below 1, so it would be ignored, and a range was meant. Rules of the
    /// catalogue may compute such numbers from their parameters.
    fn refuse_dash(&self, item: &Operand) -> Result<()> {
        let Kind::Expr { value: Some(value), written_zero: false } = &item.kind else { return Ok(()) };
        let text = &self.lexer.text()[item.span.clone()];
        let is_difference = text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('-');
        if self.parameters.is_empty() && is_difference && value.as_constant().is_some_and(|n| n.is_negative())
        {
            return Err(Error::input("error.dash").with("text", text).at(item.span.clone()));
        }
        Ok(())
    }

    /// An expression, a range, a named set or a bracket.
    fn item(&mut self) -> Result<Operand> {
        let start = self.span.start;
        if let Some(set) = self.named_set()? {
            let span = start..self.previous_end;
            if matches!(self.token, Token::Sign('+' | '-' | '*' | '/' | '^')) {
                return Err(Error::input("error.set-in-arithmetic").at(span));
            }
            return Ok(Operand { kind: Kind::Set(set), span });
        }
        if !self.begins_operand() {
            return Err(self.not_an_amount());
        }
        let low = self.arithmetic()?;
        if self.token != Token::Dots {
            return Ok(low);
        }
        let from_zero = matches!(low.kind, Kind::Expr { written_zero: true, .. });
        let low = low.into_expr()?;
        self.next()?;
        // In `move 3.. 1 step down` the number belongs to the step.
        let ends = self.begins_operand() && !self.lexer.peek_word(&["step", "steps"]);
        if let Token::Word(word) = &self.token
            && !ends
            && nearest(word, AFTER_RANGE.into_iter()).is_none()
        {
            return Err(self.unknown_amount(word));
        }
        let high = if ends { Some(self.arithmetic()?.into_expr()?) } else { None };
        let set = match (low, high) {
            (None, _) | (_, Some(None)) => Amounts::empty(),
            (Some(low), high) => {
                let high = high.flatten();
                let below = high.as_ref().and_then(Expr::as_constant).is_some_and(|h| h.is_negative());
                let zero = if from_zero && !below { Amounts::single(UBig::ZERO) } else { Amounts::empty() };
                zero.union(Amounts::range(low, high))
            }
        };
        Ok(Operand { kind: Kind::Set(set), span: start..self.previous_end })
    }

    /// The error that a range ends at a word without a value.
    fn unknown_amount(&self, word: &str) -> Error {
        let functions = ["root"].into_iter().chain(DigitsOf::ALL.iter().map(|(name, _)| *name));
        let names = Var::ALL.iter().map(|(name, _)| format!("`{name}`"));
        let names: Vec<String> = names.chain(functions.map(|name| format!("`{name}(...)`"))).collect();
        Error::input("error.unknown-amount")
            .with("name", word)
            .with("names", names.join(", "))
            .at(self.span.clone())
    }

    fn not_an_amount(&self) -> Error {
        let error = self.unexpected(Message::new("expect.amounts"));
        let words: Vec<&str> = Named::PLAIN
            .iter()
            .map(|(word, _)| *word)
            .chain(Named::OF)
            .chain(Var::ALL.iter().map(|(word, _)| *word))
            .chain(["any", "root"])
            .chain(DigitsOf::ALL.iter().map(|(word, _)| *word))
            .collect();
        self.with_nearest(error, &words)
    }

    fn named_set(&mut self) -> Result<Option<Amounts>> {
        let Token::Word(word) = &self.token else { return Ok(None) };
        if let Some(Argument::Amounts(set)) = self.parameters.get(word) {
            let set = set.clone();
            self.next()?;
            return Ok(Some(set));
        }
        if word == "any" {
            self.next()?;
            return Ok(Some(Amounts::any()));
        }
        if let Some((_, named)) = Named::PLAIN.iter().find(|(name, _)| name == word) {
            let set = Amounts::named(named.clone());
            self.next()?;
            return Ok(Some(set));
        }
        if Named::OF.contains(&word.as_str()) {
            let word = word.clone();
            self.next()?;
            self.expect_word(&["of"])?;
            let value = self.expression(Message::new("expect.number"))?;
            let named = value.and_then(|e| Named::of(&word, e));
            return Ok(Some(named.map_or_else(Amounts::empty, Amounts::named)));
        }
        Ok(None)
    }

    // ---- arithmetic, lowest precedence first ----

    fn arithmetic(&mut self) -> Result<Operand> {
        let start = self.span.start;
        let mut left = self.product()?;
        loop {
            let minus = match self.token {
                _ if self.is_parted() => return Ok(left),
                Token::Sign('+') => false,
                Token::Sign('-') => true,
                _ => return Ok(left),
            };
            self.next()?;
            let right = self.product()?.into_expr()?;
            let value = match (left.into_expr()?, right) {
                (Some(a), Some(b)) => {
                    Some(self.placed(start, if minus { a.subtract(&b) } else { a.add(&b) })?)
                }
                _ => None,
            };
            self.count_value(value.as_ref())?;
            left = Operand::expr(value, start..self.previous_end);
        }
    }

    fn product(&mut self) -> Result<Operand> {
        let start = self.span.start;
        let mut left = self.signed()?;
        loop {
            let divide = match self.token {
                _ if self.is_parted() => return Ok(left),
                Token::Sign('*') => false,
                Token::Sign('/') => true,
                Token::Sign('%') => return Err(Error::input("error.no-remainder").at(self.span.clone())),
                _ if self.is_word("mod") => {
                    return Err(Error::input("error.no-remainder").at(self.span.clone()));
                }
                _ => return Ok(left),
            };
            self.next()?;
            let right = self.signed()?.into_expr()?;
            let value = match (left.into_expr()?, right) {
                (Some(a), Some(b)) if divide => self.placed(start, a.divide(&b))?,
                (Some(a), Some(b)) => Some(self.placed(start, a.multiply(&b))?),
                _ => None,
            };
            self.count_value(value.as_ref())?;
            left = Operand::expr(value, start..self.previous_end);
        }
    }

    fn signed(&mut self) -> Result<Operand> {
        let start = self.span.start;
        if self.eat_sign('-')? {
            let value = self.nested(Self::signed)?.into_expr()?.map(Expr::negate);
            return Ok(Operand::expr(value, start..self.previous_end));
        }
        let base = self.primary()?;
        if self.is_parted() || !self.eat_sign('^')? {
            return Ok(base);
        }
        let exponent = self.nested(Self::signed)?.into_expr()?;
        let value = match (base.into_expr()?, exponent) {
            (Some(base), Some(exponent)) => {
                if let Some(bits) = base.least_bits_of_power(&exponent) {
                    self.lexer.check_computed(bits, start..self.previous_end)?;
                }
                self.placed(start, base.power(&exponent))?
            }
            _ => None,
        };
        self.count_value(value.as_ref())?;
        Ok(Operand::expr(value, start..self.previous_end))
    }

    fn primary(&mut self) -> Result<Operand> {
        let span = self.span.clone();
        match &mut self.token {
            Token::Number(value) => {
                let value = std::mem::take(value);
                self.next()?;
                let written_zero = value == UBig::ZERO;
                let value = Some(Expr::constant(value));
                Ok(Operand { kind: Kind::Expr { value, written_zero }, span })
            }
            Token::Sign('(') => {
                self.next()?;
                let mut inner = self.nested(Self::amounts_or_expression)?;
                self.close(')', '(', span.clone())?;
                inner.span = span.start..self.previous_end;
                Ok(inner)
            }
            Token::Word(word) => {
                let word = word.clone();
                let digits = DigitsOf::ALL.iter().find(|(name, _)| *name == word).map(|(_, of)| *of);
                if word == "root" || digits.is_some() {
                    self.next()?;
                    let open = self.span.clone();
                    self.expect_sign('(')?;
                    let value = self.nested(|p| p.expression(Message::new("expect.number")))?;
                    self.close(')', '(', open)?;
                    let root = value.map_or(Ok(None), |e| match digits {
                        Some(of) => e.digits(of),
                        None => e.root(),
                    });
                    let root = self.placed(span.start, root)?;
                    return Ok(Operand::expr(root, span.start..self.previous_end));
                }
                if let Some(argument) = self.parameters.get(&word).cloned() {
                    self.next()?;
                    return Ok(match argument {
                        Argument::Number(value) => Operand::expr(Some(Expr::constant(value)), span),
                        Argument::Amounts(set) => Operand { kind: Kind::Set(set), span },
                    });
                }
                if let Some((_, var)) = Var::ALL.iter().find(|(name, _)| *name == word) {
                    self.next()?;
                    return Ok(Operand::expr(Some(Expr::var(*var)), span));
                }
                Err(self.not_an_amount())
            }
            _ => Err(self.not_an_amount()),
        }
    }

    /// Adds the place to an error from arithmetic.
    fn placed<T>(&self, start: usize, result: Result<T>) -> Result<T> {
        result.map_err(|e| e.at_least(start..self.previous_end))
    }

    fn count_value(&mut self, value: Option<&Expr>) -> Result<()> {
        match value.and_then(Expr::as_constant) {
            Some(constant) => self.lexer.count_computed(constant.bit_len(), self.span.clone()),
            None => Ok(()),
        }
    }
}
