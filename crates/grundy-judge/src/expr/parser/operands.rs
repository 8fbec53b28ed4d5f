//! Operands of expressions: names, numbers, texts, lists and brackets, and what may follow them.

use std::sync::Arc;

use dashu_int::IBig;

use super::Parser;
use crate::error::nearest;
use crate::expr::{Expr, Kind, LoopPart};
use crate::facts::{Part, Word};
use crate::lexer::{Fault, Token};
use crate::number::Num;
use crate::value::Val;

impl Parser<'_, '_> {
    /// An atom followed by `.name`, `[i]` and `[a:b]`. Patterns have none of these, since they write `s*k [a b]*n`.
    pub(super) fn behind(&mut self, depth: usize) -> Result<Expr, Fault> {
        let mut left = self.atom(depth)?;
        while self.is_template {
            let at = self.lexer.offset();
            if self.lexer.peek() == Token::Mark(".") {
                self.operator()?;
                if matches!((&left.kind, self.lexer.peek()), (Kind::Const(Val::Int(_)), Token::Int(_))) {
                    return Err(Fault::new("fraction-in-template", left.at));
                }
                left = attribute_of(left, at, self.lexer.name()?)?;
            } else if self.lexer.peek() == Token::Mark("[") {
                self.operator()?;
                left = self.subscript(left, at, depth)?;
            } else {
                break;
            }
        }
        Ok(left)
    }

    fn subscript(&mut self, of: Expr, at: usize, depth: usize) -> Result<Expr, Fault> {
        let mut bounds: Vec<Expr> = Vec::new();
        let missing = || Expr::new(at, Kind::Const(Val::Undefined));
        let mut given = None;
        loop {
            match self.lexer.peek() {
                Token::Mark(":") if bounds.len() < 2 => {
                    self.lexer.bump()?;
                    bounds.push(given.take().unwrap_or_else(missing));
                }
                Token::Mark("]") => break,
                _ if given.is_none() => given = Some(self.whole(depth + 1)?),
                _ => return Err(self.lexer.unexpected("]")),
            }
        }
        self.lexer.bump()?;
        if bounds.is_empty() {
            let Some(key) = given else {
                return Err(Fault::new("unexpected", at).with("expected", "[i]").with("found", "[]"));
            };
            return Ok(match of.kind {
                Kind::Word(Word::Moves) => Expr::new(of.at, Kind::Nth(Box::new(key), None)),
                _ => Expr::new(at, Kind::Item(Box::new([of, key]))),
            });
        }
        bounds.push(given.unwrap_or_else(missing));
        let mut bounds = bounds.into_iter();
        let mut next = || bounds.next().unwrap_or_else(missing);
        Ok(Expr::new(at, Kind::Slice(Box::new([of, next(), next(), next()]))))
    }

    pub(in crate::expr) fn atom(&mut self, depth: usize) -> Result<Expr, Fault> {
        let at = self.lexer.offset();
        self.deeper(depth)?;
        let kind = match self.lexer.peek() {
            Token::Int(digits) => {
                self.lexer.bump()?;
                let value = digits
                    .parse::<IBig>()
                    .map_err(|_| Fault::new("bad-integer", at).with("found", digits))?;
                Kind::Const(Val::Int(value.into()))
            }
            Token::Mark("(") => {
                self.lexer.bump()?;
                let inner = self.whole(depth + 1)?;
                self.lexer.expect(")")?;
                return Ok(inner);
            }
            Token::Name(name) if self.is_template => {
                self.lexer.bump()?;
                self.named(name, at, depth)?
            }
            Token::Name(name) => {
                let kind = (self.resolve)(name, at)?;
                self.lexer.bump()?;
                kind
            }
            Token::Text(raw) if self.is_template => {
                self.lexer.bump()?;
                Kind::Const(Val::from(&*unescaped(raw).ok_or_else(|| Fault::new("bad-escape", at))?))
            }
            Token::Mark("[") if self.is_template => {
                self.lexer.bump()?;
                Kind::List(self.listed("]", depth)?)
            }
            Token::Mark("{") if self.is_template => {
                self.lexer.bump()?;
                let mut pairs = Vec::new();
                while !self.lexer.eat("}")? {
                    let key = self.whole(depth + 1)?;
                    self.lexer.expect(":")?;
                    pairs.push((key, self.whole(depth + 1)?));
                    if !self.lexer.eat(",")? {
                        self.lexer.expect("}")?;
                        break;
                    }
                }
                Kind::Map(pairs)
            }
            _ => return Err(self.lexer.unexpected("n")),
        };
        Ok(Expr::new(at, kind))
    }

    /// Expressions up to a closing bracket.
    fn listed(&mut self, close: &'static str, depth: usize) -> Result<Vec<Expr>, Fault> {
        let mut all = Vec::new();
        while !self.lexer.eat(close)? {
            all.push(self.whole(depth + 1)?);
            if !self.lexer.eat(",")? {
                self.lexer.expect(close)?;
                break;
            }
        }
        Ok(all)
    }

    /// A name of a template, which has been consumed.
    fn named(&mut self, name: &str, at: usize, depth: usize) -> Result<Kind, Fault> {
        Ok(match name {
            "true" | "True" => Kind::Const(Val::Bool(true)),
            "false" | "False" => Kind::Const(Val::Bool(false)),
            "none" | "None" => Kind::Const(Val::None),
            "range" if self.lexer.eat("(")? => {
                let number = |n| Expr::new(at, Kind::Const(Val::Int(Num::Small(n))));
                let given: Result<[Expr; 3], _> = match <[Expr; 1]>::try_from(self.listed(")", depth)?) {
                    Ok([to]) => Ok([number(0), to, number(1)]),
                    Err(more) => match <[Expr; 2]>::try_from(more) {
                        Ok([from, to]) => Ok([from, to, number(1)]),
                        Err(more) => <[Expr; 3]>::try_from(more),
                    },
                };
                let expected = "from, to, step";
                let three = given.map_err(|_| {
                    Fault::new("bad-argument", at).with("name", name).with("expected", expected)
                })?;
                Kind::Range(Box::new(three))
            }
            "namespace" if self.lexer.eat("(")? => {
                let mut named = Vec::new();
                while !self.lexer.eat(")")? {
                    let name = self.lexer.name()?;
                    self.lexer.expect("=")?;
                    named.push((Arc::from(name), self.whole(depth + 1)?));
                    if !self.lexer.eat(",")? {
                        self.lexer.expect(")")?;
                        break;
                    }
                }
                Kind::Space(named)
            }
            _ => (self.resolve)(name, at)?,
        })
    }
}

/// `.name` after an expression: a part of a move or of a loop, if it names one.
fn attribute_of(of: Expr, at: usize, name: &str) -> Result<Expr, Fault> {
    let kind = match of.kind {
        Kind::Word(Word::First) if Part::named(name).is_some() => {
            Part::named(name).map_or(of.kind, |part| Kind::Part(true, part))
        }
        Kind::Nth(index, None) if Part::named(name).is_some() => Kind::Nth(index, Part::named(name)),
        Kind::Loop(depth, LoopPart::Whole) => {
            let Some((_, part)) = LoopPart::ALL.iter().find(|(known, _)| *known == name) else {
                let fault = Fault::new("unknown-name", at).with("name", name);
                return Err(match nearest(name, LoopPart::ALL.iter().map(|(known, _)| *known)) {
                    Some(near) => fault.with("suggestion", near),
                    None => fault,
                });
            };
            Kind::Loop(depth, *part)
        }
        _ => return Ok(Expr::new(at, Kind::Attribute(Box::new(of), name.into()))),
    };
    Ok(Expr::new(of.at, kind))
}

/// The text with its escapes replaced; `None` for an invalid escape.
fn unescaped(raw: &str) -> Option<String> {
    let mut text = String::with_capacity(raw.len());
    let mut letters = raw.chars();
    while let Some(c) = letters.next() {
        text.push(match c {
            '\\' => match letters.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'u' => {
                    let digits: String = letters.by_ref().take(4).collect();
                    u32::from_str_radix(&digits, 16)
                        .ok()
                        .and_then(char::from_u32)
                        .filter(|_| digits.len() == 4)?
                }
                c @ ('\\' | '\'' | '"' | '/') => c,
                _ => return None,
            },
            c => c,
        });
    }
    Some(text)
}
