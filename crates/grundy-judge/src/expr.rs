//! The small arithmetic of profiles: counts (`v*(m*n)`), ranges (`i = 1..n`) and stop conditions.
//!
//! Names stand for integers read before; everything is exact at any size. One lexer serves these and
//! the pattern language around them.

use std::cmp::Ordering;

use dashu_base::{BitTest as _, Sign};
use dashu_int::IBig;

use crate::number::Num;
use crate::reader::Val;

/// What is wrong with a piece of a profile, and where in that piece.
#[derive(Debug)]
pub struct Fault {
    pub code: &'static str,
    pub values: Vec<(&'static str, String)>,
    pub at: usize,
}

impl Fault {
    pub fn new(code: &'static str, at: usize) -> Self {
        Self { code, values: Vec::new(), at }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.values.push((name, value.into()));
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    Int(&'t str),
    Name(&'t str),
    Mark(&'t str),
    End,
}

impl Token<'_> {
    fn shown(self) -> String {
        match self {
            Self::Int(t) | Self::Name(t) | Self::Mark(t) => t.to_owned(),
            Self::End => String::new(),
        }
    }
}

/// Reads tokens off a text, one ahead.
pub struct Lexer<'t> {
    text: &'t str,
    next: (Token<'t>, usize),
    at: usize,
}

impl<'t> Lexer<'t> {
    /// Refuses a text that is too long: whatever is read passes here.
    pub fn new(text: &'t str) -> Result<Self, Fault> {
        if text.len() > LONGEST {
            return Err(Fault::new("text-too-long", 0).with("limit", LONGEST.to_string()));
        }
        let mut this = Self { text, next: (Token::End, 0), at: 0 };
        this.bump()?;
        Ok(this)
    }

    pub fn peek(&self) -> Token<'t> {
        self.next.0
    }

    pub fn offset(&self) -> usize {
        self.next.1
    }

    pub fn bump(&mut self) -> Result<Token<'t>, Fault> {
        let taken = self.next.0;
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start().len();
        let rest = &self.text[start..];
        let run = |f: fn(u8) -> bool| rest.bytes().position(|b| !f(b)).unwrap_or(rest.len());
        let (token, len) = match rest.bytes().next() {
            None => (Token::End, 0),
            Some(b'0'..=b'9') => {
                let len = run(|b| b.is_ascii_digit());
                (Token::Int(&rest[..len]), len)
            }
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                let len = run(|b| b.is_ascii_alphanumeric() || b == b'_');
                (Token::Name(&rest[..len]), len)
            }
            Some(_) if ["..", "<=", ">=", "!="].iter().any(|mark| rest.starts_with(mark)) => {
                (Token::Mark(&rest[..2]), 2)
            }
            Some(b) if b"()[]*:+-/^=<>,|".contains(&b) => (Token::Mark(&rest[..1]), 1),
            Some(_) => {
                let found: String = rest.chars().take(1).collect();
                return Err(Fault::new("unknown-character", start).with("found", found));
            }
        };
        self.next = (token, start);
        self.at = start + len;
        Ok(taken)
    }

    /// Whether a line of the text begins with the next token.
    pub fn begins_line(&self) -> bool {
        let before = &self.text[..self.offset()];
        before[before.trim_end().len()..].contains('\n')
    }

    pub fn eat(&mut self, mark: &str) -> Result<bool, Fault> {
        let is = self.peek() == Token::Mark(mark);
        if is {
            self.bump()?;
        }
        Ok(is)
    }

    pub fn expect(&mut self, mark: &'static str) -> Result<(), Fault> {
        if self.eat(mark)? { Ok(()) } else { Err(self.unexpected(mark)) }
    }

    pub fn unexpected(&self, expected: &str) -> Fault {
        let code = if self.peek() == Token::End { "ends-too-soon" } else { "unexpected" };
        Fault::new(code, self.offset()).with("expected", expected).with("found", self.peek().shown())
    }
}

/// Finds the slot of an integer by name; says so where the name is none.
pub type Resolve<'r> = &'r dyn Fn(&str, usize) -> Result<usize, Fault>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Const(Num),
    Name(usize),
    Op(u8, Box<Expr>, Box<Expr>),
}

/// The longest text that is read, in bytes.
const LONGEST: usize = 100_000;
const DEEPEST: usize = 64;
/// The most operators of one expression: a chain of them is a tree as deep as it is long, and whatever is done with
/// a tree goes down all of it.
const MOST_OPERATORS: usize = 1000;
/// The longest power or product that is computed, in bits.
const LONGEST_RESULT: usize = 1 << 20;

impl Expr {
    /// `a + b * (c - 1)`: the whole arithmetic.
    pub fn parse(lexer: &mut Lexer, resolve: Resolve) -> Result<Self, Fault> {
        Parser { lexer, resolve, operators: 0 }.sum(0)
    }

    /// A count after `*`: an integer, a name, or an expression in parentheses.
    pub fn parse_count(lexer: &mut Lexer, resolve: Resolve) -> Result<Self, Fault> {
        Parser { lexer, resolve, operators: 0 }.atom(0)
    }

    /// The value, or `None` on a division by zero and for a power that is none, and where a power or
    /// product is too large.
    pub fn value(&self, slots: &[Val]) -> Option<Num> {
        match self {
            Self::Const(n) => Some(n.clone()),
            Self::Name(slot) => slots[*slot].int().cloned(),
            Self::Op(op, a, b) => {
                let (a, b) = (a.value(slots)?.to_ibig(), b.value(slots)?.to_ibig());
                let result = match op {
                    b'+' => a + b,
                    b'-' => a - b,
                    b'*' => product(&a, &b)?,
                    b'^' => power(&a, &b)?,
                    _ => floor_div(&a, &b)?,
                };
                Some(result.into())
            }
        }
    }

    /// The value of a plain number or name on a machine word.
    #[inline]
    fn small(&self, slots: &[Val]) -> Option<i64> {
        match self {
            Self::Const(Num::Small(n)) => Some(*n),
            Self::Name(slot) => match slots[*slot] {
                Val::Int(Num::Small(n)) => Some(n),
                _ => None,
            },
            _ => None,
        }
    }

    /// The slots it mentions.
    pub fn names(&self, into: &mut Vec<usize>) {
        match self {
            Self::Const(_) => {}
            Self::Name(slot) => into.push(*slot),
            Self::Op(_, a, b) => {
                a.names(into);
                b.names(into);
            }
        }
    }
}

/// Reads one expression.
struct Parser<'p, 't> {
    lexer: &'p mut Lexer<'t>,
    resolve: Resolve<'p>,
    /// Operators so far, those in brackets included.
    operators: usize,
}

impl Parser<'_, '_> {
    fn sum(&mut self, depth: usize) -> Result<Expr, Fault> {
        let mut left = self.product(depth)?;
        loop {
            let op = match self.lexer.peek() {
                Token::Mark("+") => b'+',
                Token::Mark("-") => b'-',
                _ => return Ok(left),
            };
            self.operator()?;
            left = Expr::Op(op, Box::new(left), Box::new(self.product(depth)?));
        }
    }

    fn product(&mut self, depth: usize) -> Result<Expr, Fault> {
        let mut left = self.power(depth)?;
        loop {
            let op = match self.lexer.peek() {
                Token::Mark("*") => b'*',
                Token::Mark("/") => b'/',
                _ => return Ok(left),
            };
            self.operator()?;
            left = Expr::Op(op, Box::new(left), Box::new(self.power(depth)?));
        }
    }

    /// `10^9`, from the right.
    fn power(&mut self, depth: usize) -> Result<Expr, Fault> {
        let base = self.atom(depth)?;
        if self.lexer.peek() != Token::Mark("^") {
            return Ok(base);
        }
        self.operator()?;
        Ok(Expr::Op(b'^', Box::new(base), Box::new(self.power(depth + 1)?)))
    }

    fn atom(&mut self, depth: usize) -> Result<Expr, Fault> {
        let at = self.lexer.offset();
        if depth > DEEPEST {
            return Err(Fault::new("nested-too-deep", at).with("limit", DEEPEST.to_string()));
        }
        match self.lexer.peek() {
            Token::Int(digits) => {
                self.lexer.bump()?;
                let value = digits
                    .parse::<IBig>()
                    .map_err(|_| Fault::new("bad-integer", at).with("found", digits))?;
                Ok(Expr::Const(value.into()))
            }
            Token::Name(name) => {
                let slot = (self.resolve)(name, at)?;
                self.lexer.bump()?;
                Ok(Expr::Name(slot))
            }
            Token::Mark("-") => {
                self.operator()?;
                let zero = Box::new(Expr::Const(Num::Small(0)));
                Ok(Expr::Op(b'-', zero, Box::new(self.atom(depth + 1)?)))
            }
            Token::Mark("(") => {
                self.lexer.bump()?;
                let inner = self.sum(depth + 1)?;
                self.lexer.expect(")")?;
                Ok(inner)
            }
            _ => Err(self.lexer.unexpected("n")),
        }
    }

    /// Passes the operator that comes next, and counts it.
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

fn product(a: &IBig, b: &IBig) -> Option<IBig> {
    (a.bit_len() + b.bit_len() <= LONGEST_RESULT).then(|| a * b)
}

fn power(base: &IBig, exponent: &IBig) -> Option<IBig> {
    let exponent = usize::try_from(exponent).ok()?;
    let bits = base.bit_len().checked_mul(exponent)?;
    (bits <= LONGEST_RESULT).then(|| base.pow(exponent))
}

/// Division rounding down; `None` by zero.
pub fn floor_div(a: &IBig, b: &IBig) -> Option<IBig> {
    if *b == IBig::ZERO {
        return None;
    }
    let quotient = a / b;
    let exact = &quotient * b == *a;
    let negative = (a.sign() == Sign::Negative) != (b.sign() == Sign::Negative);
    Some(if !exact && negative { quotient - IBig::ONE } else { quotient })
}

/// How two values must compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Relation {
    const ALL: [(&'static str, Self); 6] = [
        ("=", Self::Equal),
        ("!=", Self::Unequal),
        ("<", Self::Less),
        ("<=", Self::AtMost),
        (">", Self::Greater),
        (">=", Self::AtLeast),
    ];

    #[inline]
    const fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

/// A condition: alternatives of conjunctions of comparisons.
#[derive(Clone, Debug)]
pub struct Cond(Vec<Vec<(Expr, Relation, Expr)>>);

impl Cond {
    pub fn parse(text: &str, resolve: Resolve) -> Result<Self, Fault> {
        let mut lexer = Lexer::new(text)?;
        let mut any = vec![Vec::new()];
        loop {
            let left = Expr::parse(&mut lexer, resolve)?;
            let found = Relation::ALL.iter().find(|(mark, _)| lexer.peek() == Token::Mark(mark));
            let Some(&(_, relation)) = found else { return Err(lexer.unexpected("= != < <= > >=")) };
            lexer.bump()?;
            let right = Expr::parse(&mut lexer, resolve)?;
            any.last_mut().into_iter().for_each(|all| all.push((left.clone(), relation, right.clone())));
            match lexer.peek() {
                Token::Name("and") => {}
                Token::Name("or") => any.push(Vec::new()),
                Token::End => return Ok(Self(any)),
                _ => return Err(lexer.unexpected("and, or")),
            }
            lexer.bump()?;
        }
    }

    pub fn names(&self) -> Vec<usize> {
        let mut names = Vec::new();
        for (a, _, b) in self.0.iter().flatten() {
            a.names(&mut names);
            b.names(&mut names);
        }
        names
    }

    /// Whether it holds. A comparison with no value (a division by zero) does not.
    #[inline]
    pub fn holds(&self, slots: &[Val]) -> bool {
        self.0.iter().any(|all| {
            all.iter().all(|(a, relation, b)| {
                if let (Some(a), Some(b)) = (a.small(slots), b.small(slots)) {
                    return relation.holds(a.cmp(&b));
                }
                compare(a, b, slots).is_some_and(|order| relation.holds(order))
            })
        })
    }
}

/// How two values compare, at any size.
#[cold]
fn compare(a: &Expr, b: &Expr, slots: &[Val]) -> Option<Ordering> {
    Some(a.value(slots)?.to_ibig().cmp(&b.value(slots)?.to_ibig()))
}

/// `i = 1..n`: one question for each value of a name.
#[derive(Clone, Debug)]
pub struct Over {
    pub name: String,
    pub from: Expr,
    pub to: Expr,
}

impl Over {
    pub fn parse(text: &str, resolve: Resolve) -> Result<Self, Fault> {
        let mut lexer = Lexer::new(text)?;
        let Token::Name(name) = lexer.peek() else { return Err(lexer.unexpected("i = 1..n")) };
        lexer.bump()?;
        lexer.expect("=")?;
        let from = Expr::parse(&mut lexer, resolve)?;
        lexer.expect("..")?;
        let to = Expr::parse(&mut lexer, resolve)?;
        if lexer.peek() != Token::End {
            return Err(lexer.unexpected("+ - * /"));
        }
        Ok(Self { name: name.to_owned(), from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Expr, Fault> {
        Expr::parse(&mut Lexer::new(text)?, &|_, _| Ok(0))
    }

    fn code(text: &str) -> &'static str {
        parse(text).unwrap_err().code
    }

    #[test]
    fn chains_of_operators_have_an_end() {
        for (first, more, value) in [
            ("1", "+1", 1001),
            ("1", "-1", -999),
            ("1", "*1", 1),
            ("7", "/1", 7),
            // Brackets begin no new count.
            ("(1", "+1", 1001),
        ] {
            let text = |times| {
                let end = if first.starts_with('(') { ")" } else { "" };
                format!("{first}{}{end}", more.repeat(times))
            };
            let longest = parse(&text(1000)).unwrap();
            assert_eq!(longest.value(&[]), Some(Num::Small(value)), "{more}");
            let fault = parse(&text(1001)).unwrap_err();
            assert_eq!(
                (fault.code, fault.at),
                ("too-many-operators", text(1000).trim_end_matches(')').len())
            );
            assert_eq!(fault.values, [("limit", "1000".to_owned())]);
        }
        assert_eq!(code(&["(1+1)"; 501].join("*")), "too-many-operators");
        assert_eq!(code(&["--1"; 400].join("+")), "too-many-operators");
        assert_eq!(code(&"(".repeat(100)), "nested-too-deep");
    }

    #[test]
    fn long_texts_are_refused_whatever_reads_them() {
        let blanks = " ".repeat(LONGEST);
        assert_eq!(code(&format!("1{blanks}")), "text-too-long");
        let cond = Cond::parse(&format!("a = 0{blanks}"), &|_, _| Ok(0)).unwrap_err();
        let over = Over::parse(&format!("i = 1..2{blanks}"), &|_, _| Ok(0)).unwrap_err();
        assert_eq!((cond.code, over.code), ("text-too-long", "text-too-long"));
        assert!(parse(&blanks.replacen(' ', "1", 1)).is_ok());
    }

    #[test]
    fn products_have_no_value_where_powers_have_none() {
        let has_value = |text: &str| parse(text).unwrap().value(&[]).is_some();
        assert!(has_value("2^500000 * 2^500000"));
        assert!(!has_value("2^500000 * 2^500000 * 2^500000"));
        assert!(!has_value("2^1000000"));
        // What is read may be longer still.
        let read = [Val::Int(Num::from(IBig::ONE << LONGEST_RESULT))];
        assert!(parse("a").unwrap().value(&read).is_some());
        assert!(parse("a * a").unwrap().value(&read).is_none());
    }
}
