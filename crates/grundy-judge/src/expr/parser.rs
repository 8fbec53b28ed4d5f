//! The parser of expressions: precedence by one method a level, from `if` down to names and numbers.

use std::sync::Arc;

use dashu_int::IBig;

use super::{DEEPEST, Expr, Kind, LoopPart, MOST_OPERATORS};
use crate::error::nearest;
use crate::facts::{Part, Word};
use crate::filters::{self, Function};
use crate::lexer::{Fault, Lexer, Token};
use crate::number::Num;
use crate::value::{Arithmetic, Relation, Val};

/// The operator of a comparison: a relation, or (not) `in`.
enum Compared {
    By(Relation),
    In(bool),
}

/// Parses one expression.
pub(super) struct Parser<'p, 't> {
    pub(super) lexer: &'p mut Lexer<'t>,
    pub(super) resolve: &'p mut dyn FnMut(&str, usize) -> Result<Kind, Fault>,
    /// The number of operators so far, including those in brackets.
    pub(super) operators: usize,
    /// In templates `/` is an error, because other template languages return a fraction for it.
    pub(super) is_template: bool,
}

impl Parser<'_, '_> {
    /// `a if b else c`
    pub(super) fn whole(&mut self, depth: usize) -> Result<Expr, Fault> {
        let then = self.either(depth)?;
        let at = then.at;
        if self.lexer.peek() != Token::Name("if") {
            return Ok(then);
        }
        self.operator()?;
        let condition = self.either(depth)?;
        let other = if self.lexer.eat_word("else")? {
            self.whole(depth + 1)?
        } else {
            Expr::new(at, Kind::Const(Val::Undefined))
        };
        Ok(Expr::new(at, Kind::If(Box::new([condition, then, other]))))
    }

    pub(super) fn either(&mut self, depth: usize) -> Result<Expr, Fault> {
        let mut left = self.all(depth)?;
        while self.lexer.peek() == Token::Name("or") {
            self.operator()?;
            left = Expr::new(left.at, Kind::Or(Box::new([left, self.all(depth)?])));
        }
        Ok(left)
    }

    fn all(&mut self, depth: usize) -> Result<Expr, Fault> {
        let mut left = self.denied(depth)?;
        while self.lexer.peek() == Token::Name("and") {
            self.operator()?;
            left = Expr::new(left.at, Kind::And(Box::new([left, self.denied(depth)?])));
        }
        Ok(left)
    }

    fn denied(&mut self, depth: usize) -> Result<Expr, Fault> {
        let at = self.lexer.offset();
        self.deeper(depth)?;
        if self.lexer.peek() != Token::Name("not") {
            return self.comparison(depth);
        }
        self.operator()?;
        Ok(Expr::new(at, Kind::Not(Box::new(self.denied(depth + 1)?))))
    }

    /// One comparison. `a < b < c` is an error, since its meaning differs between languages.
    fn comparison(&mut self, depth: usize) -> Result<Expr, Fault> {
        let left = self.texts(depth)?;
        let at = left.at;
        let Some(relation) = self.relation()? else { return Ok(left) };
        let two = Box::new([left, self.texts(depth)?]);
        let next = self.lexer.offset();
        if self.relation()?.is_some() {
            return Err(Fault::new("chained-comparison", next));
        }
        Ok(match relation {
            Compared::By(relation) => Expr::new(at, Kind::Compare(relation, two)),
            Compared::In(true) => Expr::new(at, Kind::Within(two)),
            Compared::In(false) => Expr::new(at, Kind::Not(Box::new(Expr::new(at, Kind::Within(two))))),
        })
    }

    /// Consumes a comparison operator, if there is one.
    fn relation(&mut self) -> Result<Option<Compared>, Fault> {
        let next = self.lexer.peek();
        if let Some((_, relation)) = Relation::ALL.iter().find(|(mark, _)| next == Token::Mark(mark)) {
            self.lexer.bump()?;
            return Ok(Some(Compared::By(*relation)));
        }
        let denied = next == Token::Name("not");
        if denied {
            self.lexer.bump()?;
        } else if next != Token::Name("in") {
            return Ok(None);
        }
        if self.lexer.eat_word("in")? {
            Ok(Some(Compared::In(!denied)))
        } else {
            Err(self.lexer.unexpected("in"))
        }
    }

    fn texts(&mut self, depth: usize) -> Result<Expr, Fault> {
        let mut left = self.arithmetic(depth)?;
        while self.lexer.peek() == Token::Mark("~") {
            self.operator()?;
            left = Expr::new(left.at, Kind::Texts(Box::new([left, self.arithmetic(depth)?])));
        }
        Ok(left)
    }

    pub(super) fn arithmetic(&mut self, depth: usize) -> Result<Expr, Fault> {
        let mut left = self.product(depth)?;
        loop {
            let op = match self.lexer.peek() {
                Token::Mark("+") => Arithmetic::Add,
                Token::Mark("-") => Arithmetic::Sub,
                _ => return Ok(left),
            };
            self.operator()?;
            left = operation(op, left, self.product(depth)?);
        }
    }

    fn product(&mut self, depth: usize) -> Result<Expr, Fault> {
        let mut left = self.filtered(depth)?;
        loop {
            let op = match self.lexer.peek() {
                Token::Mark("*") => Arithmetic::Mul,
                Token::Mark("/") if self.is_template => {
                    return Err(Fault::new("fraction-in-template", self.lexer.offset()));
                }
                Token::Mark("/" | "//") => Arithmetic::Div,
                Token::Mark("%") => Arithmetic::Rem,
                _ => return Ok(left),
            };
            self.operator()?;
            left = operation(op, left, self.filtered(depth)?);
        }
    }

    /// An operand with its filters and tests.
    fn filtered(&mut self, depth: usize) -> Result<Expr, Fault> {
        let mut operand = self.signed(depth)?;
        loop {
            let at = self.lexer.offset();
            if self.lexer.peek() == Token::Mark("|") {
                self.operator()?;
                operand = self.filter(operand, depth)?;
            } else if self.lexer.peek() == Token::Name("is") {
                self.operator()?;
                let denied = self.lexer.eat_word("not")?;
                let test = self.test(operand, depth)?;
                operand = if denied { Expr::new(at, Kind::Not(Box::new(test))) } else { test };
            } else {
                return Ok(operand);
            }
        }
    }

    fn filter(&mut self, of: Expr, depth: usize) -> Result<Expr, Fault> {
        let at = self.lexer.offset();
        let name = self.lexer.name()?;
        let function = filters::find(&filters::FILTERS, name)
            .map_err(|near| Fault { at, ..filters::unknown("unknown-filter", name, near) })?;
        let mut given = vec![None; function.parameters.len()];
        if self.lexer.eat("(")? {
            self.arguments(function, &mut given, depth)?;
        }
        if let ("join", [Some(Kind::Const(Val::Text(between)))]) =
            (name, &given.iter().map(|e| e.as_ref().map(|e: &Expr| &e.kind)).collect::<Vec<_>>()[..])
        {
            return Ok(Expr::new(at, Kind::Join(Box::new(of), between.clone())));
        }
        Ok(applied(at, function, of, given))
    }

    fn test(&mut self, of: Expr, depth: usize) -> Result<Expr, Fault> {
        let at = self.lexer.offset();
        let name = match self.lexer.peek() {
            Token::Mark(mark) if Relation::ALL.iter().any(|(known, _)| *known == mark) => {
                self.lexer.bump()?;
                mark
            }
            _ => self.lexer.name()?,
        };
        let function = filters::find(&filters::TESTS, name)
            .map_err(|near| Fault { at, ..filters::unknown("unknown-test", name, near) })?;
        let mut given = vec![None; function.parameters.len()];
        if let [place] = &mut given[..] {
            // `n is divisibleby 3` needs no brackets.
            *place = Some(self.signed(depth)?);
        }
        Ok(applied(at, function, of, given))
    }

    /// `a, b, name = c)`
    fn arguments(
        &mut self,
        function: &Function,
        given: &mut [Option<Expr>],
        depth: usize,
    ) -> Result<(), Fault> {
        let mut next = 0;
        while !self.lexer.eat(")")? {
            let at = self.lexer.offset();
            let mut ahead = self.lexer.clone();
            let place = match ahead.bump()? {
                Token::Name(name) if ahead.peek() == Token::Mark("=") => {
                    ahead.bump()?;
                    *self.lexer = ahead;
                    function.parameters.iter().position(|parameter| *parameter == name)
                }
                _ => Some(next),
            };
            let argument = self.whole(depth + 1)?;
            let Some(place) = place.and_then(|place| given.get_mut(place)) else {
                let fault = Fault::new("bad-argument", at).with("name", function.name);
                return Err(fault.with("expected", function.parameters.join(", ")));
            };
            *place = Some(argument);
            next += 1;
            if !self.lexer.eat(",")? {
                self.lexer.expect(")")?;
                break;
            }
        }
        Ok(())
    }

    /// `-a`, which binds weaker than a power: `-10^9` is negative.
    fn signed(&mut self, depth: usize) -> Result<Expr, Fault> {
        let at = self.lexer.offset();
        self.deeper(depth)?;
        if self.lexer.peek() != Token::Mark("-") {
            return self.power(depth);
        }
        self.operator()?;
        let inner = self.signed(depth + 1)?;
        Ok(match inner.kind {
            Kind::Const(Val::Int(n)) => Expr::new(at, Kind::Const(Val::Int((-n.to_ibig()).into()))),
            _ => Expr::new(at, Kind::Negative(Box::new(inner))),
        })
    }

    /// `10^9`, right-associative.
    fn power(&mut self, depth: usize) -> Result<Expr, Fault> {
        let base = self.behind(depth)?;
        if !matches!(self.lexer.peek(), Token::Mark("^" | "**")) {
            return Ok(base);
        }
        self.operator()?;
        Ok(operation(Arithmetic::Pow, base, self.signed(depth + 1)?))
    }

    /// An atom followed by `.name`, `[i]` and `[a:b]`. Patterns have none of these, since they write `s*k [a b]*n`.
    fn behind(&mut self, depth: usize) -> Result<Expr, Fault> {
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

    fn deeper(&self, depth: usize) -> Result<(), Fault> {
        if depth <= DEEPEST {
            return Ok(());
        }
        Err(Fault::new("nested-too-deep", self.lexer.offset()).with("limit", DEEPEST.to_string()))
    }

    pub(super) fn atom(&mut self, depth: usize) -> Result<Expr, Fault> {
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

    /// Consumes the next operator and counts it.
    fn operator(&mut self) -> Result<(), Fault> {
        self.operators += 1;
        if self.operators > MOST_OPERATORS {
            let fault = Fault::new("too-many-operators", self.lexer.offset());
            return Err(fault.with("limit", MOST_OPERATORS.to_string()));
        }
        self.lexer.bump()?;
        Ok(())
    }
}

/// An operation, computed at once if both operands are constant numbers.
fn operation(op: Arithmetic, a: Expr, b: Expr) -> Expr {
    if let (Kind::Const(x), Kind::Const(y)) = (&a.kind, &b.kind)
        && let (Some(x), Some(y)) = (x.small(), y.small())
        && let Some(n) = op.on_words(x, y)
    {
        return Expr::new(a.at, Kind::Const(Val::Int(Num::Small(n))));
    }
    Expr::new(a.at, Kind::Arithmetic(op, Box::new([a, b])))
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

/// A call of a function; missing arguments are undefined.
fn applied(at: usize, function: &'static Function, of: Expr, given: Vec<Option<Expr>>) -> Expr {
    let missing = || Expr::new(at, Kind::Const(Val::Undefined));
    let given = given.into_iter().map(|e| e.unwrap_or_else(missing)).collect();
    Expr::new(at, Kind::Apply(function, Box::new(of), given))
}
