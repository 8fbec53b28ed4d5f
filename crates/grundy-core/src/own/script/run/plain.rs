//! Expressions of whole numbers, evaluated on machine words.
//!
//! Most of a script's work is arithmetic on variables and on members of lists. Such an expression changes
//! nothing, so it is tried without making values. If anything else turns up, or an operator fails, it is
//! evaluated again in the general way, which finds the same and reports it.

use super::operators::{self, Word};
use super::{MAX_OPEN, Run};
use crate::own::script::failure::Failure;
use crate::own::script::library::{self, Builtin};
use crate::own::script::syntax::{Kind, Node};
use crate::own::script::value::{List, Value};

/// One attempt: it reads variables and counts the operations.
struct Plain<'p> {
    variables: &'p [Value],
    operations: u64,
    /// Number of expressions that may still be nested.
    room: usize,
}

/// Whether a node may be such an expression.
#[inline]
pub(super) fn is_plain(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Binary(..)
            | Kind::Index(_)
            | Kind::Negative(_)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::Builtin(Builtin::Len, _)
    )
}

impl Run<'_> {
    /// The value of an expression of numbers; `None` if it is not one, or if it fails.
    #[inline]
    pub(super) fn plain(&mut self, node: &Node) -> Result<Option<Word>, Failure> {
        let variables = &self.variables[self.base..];
        let mut plain = Plain { variables, operations: 0, room: MAX_OPEN - self.open };
        let value = plain.value(node);
        let operations = plain.operations;
        match self.spend(operations) {
            Ok(()) => Ok(value),
            Err(failure) => Err(failure.at(node.at)),
        }
    }
}

impl<'p> Plain<'p> {
    fn value(&mut self, node: &Node) -> Option<Word> {
        if let Kind::Int(number) = node.kind {
            return Some(Word::Int(number));
        }
        self.operations += 1;
        self.room = self.room.checked_sub(1)?;
        let value = match &node.kind {
            Kind::Variable(slot) => word(&self.variables[*slot]),
            Kind::Index(parts) => word(self.member(parts)?),
            Kind::Binary(operator, pair) => {
                let (a, b) = (self.number(&pair[0])?, self.number(&pair[1])?);
                operators::on_words(*operator, a, b)
            }
            Kind::Builtin(Builtin::Len, target) => {
                let length = self.list(target.first()?)?.items().len();
                i64::try_from(length).ok().map(Word::Int)
            }
            Kind::Negative(inner) => self.number(inner)?.checked_neg().map(Word::Int),
            Kind::Bool(truth) => Some(Word::Bool(*truth)),
            Kind::Not(inner) => Some(Word::Bool(!self.truth(inner)?)),
            Kind::And(pair) => Some(Word::Bool(self.truth(&pair[0])? && self.truth(&pair[1])?)),
            Kind::Or(pair) => Some(Word::Bool(self.truth(&pair[0])? || self.truth(&pair[1])?)),
            _ => None,
        };
        self.room += 1;
        value
    }

    /// The number that an operand is; most operands are numbers or variables, which are read at once.
    #[inline]
    fn number(&mut self, node: &Node) -> Option<i64> {
        match node.kind {
            Kind::Int(number) => Some(number),
            Kind::Variable(slot) => {
                self.operations += 1;
                if self.room == 0 {
                    return None;
                }
                if let Value::Int(number) = self.variables[slot] { Some(number) } else { None }
            }
            Kind::Index(ref parts) => {
                self.operations += 1;
                self.room = self.room.checked_sub(1)?;
                let &Value::Int(number) = self.member(parts)? else { return None };
                self.room += 1;
                Some(number)
            }
            _ => {
                if let Word::Int(number) = self.value(node)? {
                    Some(number)
                } else {
                    None
                }
            }
        }
    }

    fn truth(&mut self, node: &Node) -> Option<bool> {
        if let Word::Bool(value) = self.value(node)? { Some(value) } else { None }
    }

    /// A member of a list in a variable, or of a list in such a list.
    fn member(&mut self, parts: &[Node; 2]) -> Option<&'p Value> {
        let index = self.number(&parts[1])?;
        let list = self.list(&parts[0])?;
        list.items().get(library::index_of(index, list.items().len())?)
    }

    #[inline]
    fn list(&mut self, node: &Node) -> Option<&'p List> {
        self.operations += 1;
        let value: &'p Value = match &node.kind {
            Kind::Variable(slot) => &self.variables[*slot],
            Kind::Index(parts) => {
                self.room = self.room.checked_sub(1)?;
                let value = self.member(parts)?;
                self.room += 1;
                value
            }
            _ => return None,
        };
        if let Value::List(list) = value { Some(&**list) } else { None }
    }
}

fn word(value: &Value) -> Option<Word> {
    match *value {
        Value::Int(number) => Some(Word::Int(number)),
        Value::Bool(truth) => Some(Word::Bool(truth)),
        _ => None,
    }
}
