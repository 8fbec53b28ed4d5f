//! Expressions: the counts, ranges and conditions of a profile, and the computations of its templates.
//!
//! One language, one parser and one evaluator. Names are resolved when an expression is parsed: those of the
//! input to their slots, and in templates also the words of an answer and the template's own variables. Plain
//! arithmetic is evaluated on machine words first; everything else, and every overflow, at any size.

mod column;
mod eval;
mod over;
mod parser;

use std::sync::Arc;

pub use self::column::{Column, Rows};
pub use self::eval::{Env, Items, Loop};
pub use self::over::Over;
use self::parser::Parser;
use crate::facts::{Part, Word};
use crate::filters::Function;
pub use crate::lexer::{Fault, Lexer, Token};
pub use crate::value::Relation;
use crate::value::{Arithmetic, Val};

/// Resolves a name to its slot; an unknown name is an error.
pub type Resolve<'r> = &'r dyn Fn(&str, usize) -> Result<usize, Fault>;

/// An expression, and its start in the text.
#[derive(Clone, Debug)]
pub struct Expr {
    pub at: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Const(Val),
    /// A name of the input.
    Slot(usize),
    /// A word of the answer.
    Word(Word),
    /// A part of a move: of the first one if `true`, else of the one that a template of moves is about.
    Part(bool, Part),
    /// A move by its index from 0, or one of its parts.
    Nth(Box<Expr>, Option<Part>),
    /// A variable of the template, and the meaning of its name if the variable is not set.
    Local(usize, Option<Box<Expr>>),
    /// A property of a loop, which is given by the number of loops around it.
    Loop(usize, LoopPart),
    Arithmetic(Arithmetic, Box<[Expr; 2]>),
    Negative(Box<Expr>),
    /// `~`
    Texts(Box<[Expr; 2]>),
    Compare(Relation, Box<[Expr; 2]>),
    Within(Box<[Expr; 2]>),
    Not(Box<Expr>),
    And(Box<[Expr; 2]>),
    Or(Box<[Expr; 2]>),
    /// Condition, then, else.
    If(Box<[Expr; 3]>),
    Attribute(Box<Expr>, Arc<str>),
    Item(Box<[Expr; 2]>),
    Slice(Box<[Expr; 4]>),
    List(Vec<Expr>),
    Map(Vec<(Expr, Expr)>),
    /// From, to, step.
    Range(Box<[Expr; 3]>),
    Space(Vec<(Arc<str>, Expr)>),
    /// A list's elements, joined by a text.
    Join(Box<Expr>, Arc<str>),
    /// A filter or test, with one entry for each of its parameters.
    Apply(&'static Function, Box<Expr>, Vec<Expr>),
}

/// A property of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopPart {
    Index,
    Index0,
    Left,
    Left0,
    First,
    Last,
    Length,
    Before,
    Behind,
    /// The whole object: `loop` in `loop.index`.
    Whole,
}

impl LoopPart {
    pub const ALL: [(&'static str, Self); 9] = [
        ("index", Self::Index),
        ("index0", Self::Index0),
        ("revindex", Self::Left),
        ("revindex0", Self::Left0),
        ("first", Self::First),
        ("last", Self::Last),
        ("length", Self::Length),
        ("previtem", Self::Before),
        ("nextitem", Self::Behind),
    ];
}

/// The most operators of one expression: a chain of operators is a tree as deep as it is long, and every traversal
/// recurses through all of it.
const MOST_OPERATORS: usize = 1000;
const DEEPEST: usize = 64;

impl From<Val> for Expr {
    fn from(val: Val) -> Self {
        Self::new(0, Kind::Const(val))
    }
}

impl Expr {
    pub fn new(at: usize, kind: Kind) -> Self {
        Self { at, kind }
    }

    /// `a + b * (c - 1)`: an expression over integers of the input.
    pub fn parse(lexer: &mut Lexer, resolve: Resolve) -> Result<Self, Fault> {
        let mut resolve = |name: &str, at| resolve(name, at).map(Kind::Slot);
        Parser { lexer, resolve: &mut resolve, operators: 0, is_template: false }.arithmetic(0)
    }

    /// A count after `*`: an integer, a name, or an expression in parentheses.
    pub fn parse_count(lexer: &mut Lexer, resolve: Resolve) -> Result<Self, Fault> {
        let mut resolve = |name: &str, at| resolve(name, at).map(Kind::Slot);
        Parser { lexer, resolve: &mut resolve, operators: 0, is_template: false }.atom(0)
    }

    /// A condition: comparisons with `and`, `or` and `not`.
    pub fn parse_condition(text: &str, resolve: Resolve) -> Result<Self, Fault> {
        let mut lexer = Lexer::new(text)?;
        let mut resolve = |name: &str, at| resolve(name, at).map(Kind::Slot);
        let parser = Parser { lexer: &mut lexer, resolve: &mut resolve, operators: 0, is_template: false };
        let condition = { parser }.either(0)?;
        if !condition.is_condition() {
            return Err(lexer.unexpected("= != < <= > >="));
        }
        if lexer.peek() == Token::End { Ok(condition) } else { Err(lexer.unexpected("and, or")) }
    }

    /// An expression of a template. An `if` after the items of a loop belongs to the loop.
    pub fn parse_in_template(
        lexer: &mut Lexer,
        resolve: &mut dyn FnMut(&str, usize) -> Result<Kind, Fault>,
        of_loop: bool,
    ) -> Result<Self, Fault> {
        let mut parser = Parser { lexer, resolve, operators: 0, is_template: true };
        if of_loop { parser.either(0) } else { parser.whole(0) }
    }

    fn is_condition(&self) -> bool {
        match &self.kind {
            Kind::Compare(..) | Kind::Within(..) => true,
            Kind::Not(inner) => inner.is_condition(),
            Kind::And(two) | Kind::Or(two) => two.iter().all(Self::is_condition),
            _ => false,
        }
    }

    /// The slots that occur in it.
    pub fn names(&self) -> Vec<usize> {
        let mut names = Vec::new();
        self.each(&mut |expr| {
            if let Kind::Slot(slot) = expr.kind {
                names.push(slot);
            }
        });
        names
    }

    /// Calls `look` for the expression and all its subexpressions.
    pub fn each(&self, look: &mut dyn FnMut(&Self)) {
        look(self);
        let inner: &[Self] = match &self.kind {
            Kind::Const(_) | Kind::Slot(_) | Kind::Word(_) | Kind::Part(..) | Kind::Loop(..) => &[],
            Kind::Local(_, other) => other.as_deref().map_or(&[], std::slice::from_ref),
            Kind::Negative(one)
            | Kind::Not(one)
            | Kind::Attribute(one, _)
            | Kind::Join(one, _)
            | Kind::Nth(one, _) => std::slice::from_ref(one),
            Kind::Arithmetic(_, two)
            | Kind::Texts(two)
            | Kind::Compare(_, two)
            | Kind::Within(two)
            | Kind::And(two)
            | Kind::Or(two)
            | Kind::Item(two) => &two[..],
            Kind::If(three) | Kind::Range(three) => &three[..],
            Kind::Slice(four) => &four[..],
            Kind::List(all) => all,
            Kind::Map(pairs) => {
                return pairs.iter().for_each(|(k, v)| [k, v].iter().for_each(|e| e.each(look)));
            }
            Kind::Space(named) => return named.iter().for_each(|(_, e)| e.each(look)),
            Kind::Apply(_, one, more) => {
                one.each(look);
                more
            }
        };
        for expr in inner {
            expr.each(look);
        }
    }
}

#[cfg(test)]
mod tests;
