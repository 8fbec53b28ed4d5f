//! A script after it was read: names are numbers of variables, functions and built-in functions.

use std::sync::Arc;

use super::library::Builtin;

/// Part of a script, and where it stands: a byte of the text.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) at: u32,
    pub(super) kind: Kind,
}

/// A function of the script, with or without a name.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) name: String,
    pub(super) at: u32,
    /// How many values the caller gives: its first variables.
    pub(super) parameters: usize,
    /// The variables that hold copies of those outside.
    pub(super) captured: Vec<usize>,
    /// How many variables it has in all.
    pub(super) variables: usize,
    pub(super) body: Node,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
}

/// A case of `switch`: any of the values or ranges, and the condition if there is one.
#[derive(Debug)]
pub(super) struct Case {
    /// None for the case of everything else.
    pub(super) values: Vec<Node>,
    pub(super) condition: Option<Node>,
    pub(super) result: Node,
}

#[derive(Debug)]
pub(super) enum Kind {
    Unit,
    Bool(bool),
    Int(i64),
    Text(Arc<str>),
    /// A text with values in it.
    Interpolated(Vec<Node>),
    List(Vec<Node>),
    Map(Vec<(Arc<str>, Node)>),
    /// Two ends, and whether the last belongs to it.
    Range(Box<[Node; 2]>, bool),
    Variable(usize),
    Index(Box<[Node; 2]>),
    Property(Box<Node>, Arc<str>),
    Not(Box<Node>),
    Negative(Box<Node>),
    Binary(Operator, Box<[Node; 2]>),
    And(Box<[Node; 2]>),
    Or(Box<[Node; 2]>),
    /// The second where the first is nothing.
    Otherwise(Box<[Node; 2]>),
    /// A function of the script, and what it is given.
    Call(usize, Vec<Node>),
    /// A built-in function; the first node is what it works on.
    Builtin(Builtin, Vec<Node>),
    /// A function value, and what it is given.
    Invoke(Box<Node>, Vec<Node>),
    /// A function without a name, and the variables it copies.
    Function(usize, Vec<usize>),
    Block(Vec<Node>),
    /// A statement whose value nobody wants.
    Dropped(Box<Node>),
    Let(usize, Option<Box<Node>>),
    /// A place, an operator if there is one, a value.
    Assign(Box<[Node; 2]>, Option<Operator>),
    If(Box<[Node; 2]>, Option<Box<Node>>),
    Switch(Box<Node>, Vec<Case>),
    While(Box<[Node; 2]>),
    /// A body, a condition, and what the condition is while it goes on.
    DoWhile(Box<[Node; 2]>, bool),
    Loop(Box<Node>),
    /// The variable of the member, of its number, what is gone through, and the body.
    For(usize, Option<usize>, Box<[Node; 2]>),
    Break(Option<Box<Node>>),
    Continue,
    Return(Option<Box<Node>>),
    Throw(Option<Box<Node>>),
    /// A body, the variable of what went wrong, and what is done then.
    Try(Box<[Node; 2]>, Option<usize>),
}
