//! The parser of expressions: precedence by one method a level, from `if` down to powers. The [operands] follow.

mod operands;

use super::{DEEPEST, Expr, Kind, MOST_OPERATORS};
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

    fn deeper(&self, depth: usize) -> Result<(), Fault> {
        if depth <= DEEPEST {
            return Ok(());
        }
        Err(Fault::new("nested-too-deep", self.lexer.offset()).with("limit", DEEPEST.to_string()))
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

/// A call of a function; missing arguments are undefined.
fn applied(at: usize, function: &'static Function, of: Expr, given: Vec<Option<Expr>>) -> Expr {
    let missing = || Expr::new(at, Kind::Const(Val::Undefined));
    let given = given.into_iter().map(|e| e.unwrap_or_else(missing)).collect();
    Expr::new(at, Kind::Apply(function, Box::new(of), given))
}
