//! The syntax tree of a script: names are resolved to numbers of variables, functions and
//! built-in functions.

use std::sync::Arc;

use super::library::Builtin;

/// A node and its place: a byte offset into the text.
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
    /// Number of values the caller passes: its first variables.
    pub(super) parameters: usize,
    /// The variables that hold copies of outer variables.
    pub(super) captured: Vec<usize>,
    /// Number of variables in all.
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

impl Operator {
    /// The operator as a script writes it.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::Power => "**",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::In => "in",
            Self::NotIn => "!in",
        }
    }
}

/// A case of `switch`: any of the values or ranges, and the condition if there is one.
#[derive(Debug)]
pub(super) struct Case {
    /// Empty for the default case.
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
    /// A text with interpolated values.
    Interpolated(Vec<Node>),
    List(Vec<Node>),
    Map(Vec<(Arc<str>, Node)>),
    /// Two ends, and whether the range includes the last.
    Range(Box<[Node; 2]>, bool),
    Variable(usize),
    Index(Box<[Node; 2]>),
    Property(Box<Node>, Arc<str>),
    Not(Box<Node>),
    Negative(Box<Node>),
    Binary(Operator, Box<[Node; 2]>),
    And(Box<[Node; 2]>),
    Or(Box<[Node; 2]>),
    /// The second value if the first is nothing.
    Otherwise(Box<[Node; 2]>),
    /// A function of the script, and its arguments.
    Call(usize, Vec<Node>),
    /// A built-in function and its arguments; the first is the value it is called on.
    Builtin(Builtin, Vec<Node>),
    /// A function value, and its arguments.
    Invoke(Box<Node>, Vec<Node>),
    /// A function without a name, and the variables it copies.
    Function(usize, Vec<usize>),
    Block(Vec<Node>),
    /// A statement whose value is not used.
    Dropped(Box<Node>),
    Let(usize, Option<Box<Node>>),
    /// A place and a value, with the operator of a compound assignment.
    Assign(Box<[Node; 2]>, Option<Operator>),
    If(Box<[Node; 2]>, Option<Box<Node>>),
    Switch(Box<Node>, Vec<Case>),
    While(Box<[Node; 2]>),
    /// A body, a condition, and the value of the condition for which the loop continues.
    DoWhile(Box<[Node; 2]>, bool),
    Loop(Box<Node>),
    /// The variables of the member and of its index, the collection, and the body.
    For(usize, Option<usize>, Box<[Node; 2]>),
    Break(Option<Box<Node>>),
    Continue,
    Return(Option<Box<Node>>),
    Throw(Option<Box<Node>>),
    /// A body, the variable of the error, and the handler.
    Try(Box<[Node; 2]>, Option<usize>),
}
