//! Runs a script; every value, operation and level of nesting is counted.

mod calls;
mod loops;
mod operators;
mod places;
mod plain;

use std::collections::BTreeMap;
use std::rc::Rc;

use self::operators::Word;
use self::plain::is_plain;
use super::failure::{Failure, Fault};
use super::library::{self, unfit};
use super::meter::{Meter, Work};
use super::parser::Program;
use super::syntax::{Case, Kind, Node, Operator};
use super::value::{List, Value};
use crate::text::Message;

/// Maximum depth of function calls.
pub(super) const MAX_CALLS: usize = 48;
/// Maximum number of expressions, blocks and calls in progress; bounds the stack of the thread.
const MAX_OPEN: usize = 400;

/// Number of variables for which there is room at the beginning.
const USUAL_VARIABLES: usize = 16;

/// One call of a script from the host.
pub(super) struct Run<'r> {
    program: &'r Program,
    work: Work<'r>,
    meter: Rc<Meter>,
    /// The variables of all active functions, the innermost last.
    variables: Vec<Value>,
    /// Index of the first variable of the innermost function.
    base: usize,
    calls: usize,
    open: usize,
    /// The value of the `break` or `return` that is on its way.
    taken: Value,
    /// The statement that is on its way, if there is no failure.
    way: Way,
}

/// A statement that does not continue with the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Break,
    Continue,
    Return,
}

/// Why control does not continue with the next statement: a failure, or the statement in [`Run::way`]. It is one machine
/// word, so that a value or the reason why there is none fits two, which a function returns in registers.
struct Leave(Option<Failure>);

const _: () = assert!(size_of::<Flow<Value>>() == 16);

impl<E: Into<Failure>> From<E> for Leave {
    fn from(failure: E) -> Self {
        Self(Some(failure.into()))
    }
}

type Flow<T> = Result<T, Leave>;

impl<'r> Run<'r> {
    pub(super) fn new(program: &'r Program, work: Work<'r>, meter: Rc<Meter>) -> Self {
        Self {
            program,
            work,
            meter,
            variables: Vec::with_capacity(USUAL_VARIABLES),
            base: 0,
            calls: 0,
            open: 0,
            taken: Value::Unit,
            way: Way::Continue,
        }
    }

    pub(super) fn meter(&self) -> &Rc<Meter> {
        &self.meter
    }

    /// Counts operations.
    pub(super) fn spend(&mut self, operations: u64) -> Result<(), Failure> {
        self.work.spend(operations)
    }

    pub(super) fn operations(&self) -> u64 {
        self.work.operations()
    }

    /// The value of a node: of a variable or a number at once.
    #[inline]
    fn eval(&mut self, node: &'r Node) -> Flow<Value> {
        match &node.kind {
            Kind::Variable(slot) => {
                self.count(node)?;
                Ok(self.variables[self.base + slot].clone())
            }
            Kind::Int(number) => Ok(Value::Int(*number)),
            _ => self.composed(node),
        }
    }

    /// The value of any other node. Nodes that are common in options of positions come first; what they need on the stack
    /// is kept small by leaving the others to [`Self::rare`].
    fn composed(&mut self, node: &'r Node) -> Flow<Value> {
        match &node.kind {
            kind if is_plain(kind) => match self.plain(node)? {
                Some(word) => Ok(Value::from(word)),
                None => self.within(node, |run| run.rare(node)),
            },
            Kind::Block(list) => self.within(node, |run| match list.split_last() {
                Some((last, others)) => {
                    others.iter().try_for_each(|node| run.statement(node))?;
                    run.eval(last)
                }
                None => Ok(Value::Unit),
            }),
            Kind::If(parts, otherwise) => self.within(node, |run| {
                if run.truth(&parts[0])? { run.eval(&parts[1]) } else { run.perhaps(otherwise.as_deref()) }
            }),
            Kind::Call(function, args) => self.within(node, |run| run.call_with(*function, args)),
            Kind::Dropped(_) | Kind::Let(..) | Kind::Assign(..) | Kind::Continue => {
                self.statement(node).map(|()| Value::Unit)
            }
            _ => self.within(node, |run| run.rare(node)),
        }
    }

    /// Runs a node whose value is not used.
    fn statement(&mut self, mut node: &'r Node) -> Flow<()> {
        while let Kind::Dropped(inner) = &node.kind {
            node = inner;
        }
        match &node.kind {
            Kind::Let(slot, value) => {
                self.count(node)?;
                let value = match value {
                    Some(value) => self.eval(value)?,
                    None => Value::Unit,
                };
                self.variables[self.base + slot] = value;
                Ok(())
            }
            Kind::If(parts, otherwise) => self.within(node, |run| {
                if run.truth(&parts[0])? {
                    run.body(&parts[1])
                } else {
                    otherwise.as_ref().map_or(Ok(()), |node| run.body(node))
                }
            }),
            Kind::Block(_) => self.within(node, |run| run.body(node)),
            Kind::Assign(parts, operator) => self.within(node, |run| run.assign(parts, *operator)),
            Kind::Continue => {
                self.count(node)?;
                Err(self.leaves(Way::Continue))
            }
            _ => self.eval(node).map(drop),
        }
    }

    /// Runs the body of a statement that is counted and in progress: a block there is part of it.
    fn body(&mut self, node: &'r Node) -> Flow<()> {
        match &node.kind {
            Kind::Block(list) => list.iter().try_for_each(|node| self.statement(node)),
            _ => self.statement(node),
        }
    }

    /// Counts a node that contains no others in progress.
    fn count(&mut self, node: &Node) -> Flow<()> {
        self.spend(1).map_err(|failure| failure.at(node.at).into())
    }

    /// Counts a node, and that it is in progress while its parts run. A failure without a place is here.
    #[inline]
    fn within<T>(&mut self, node: &Node, run: impl FnOnce(&mut Self) -> Flow<T>) -> Flow<T> {
        if self.open >= MAX_OPEN {
            return Err(Failure::from(Fault::Depth).at(node.at).into());
        }
        self.open += 1;
        let result = match self.spend(1) {
            Ok(()) => run(self),
            Err(failure) => Err(failure.into()),
        };
        self.open -= 1;
        match result {
            Err(Leave(Some(failure))) => Err(failure.at(node.at).into()),
            other => other,
        }
    }

    #[inline(never)]
    fn rare(&mut self, node: &'r Node) -> Flow<Value> {
        match &node.kind {
            Kind::Bool(value) => Ok(Value::Bool(*value)),
            Kind::Text(text) => Ok(Value::text(&**text, &self.meter)?),
            Kind::Interpolated(parts) => self.interpolated(parts),
            Kind::List(items) => {
                let items = self.all(items)?;
                Ok(Value::list(items, &self.meter)?)
            }
            Kind::Map(entries) => self.map(entries),
            Kind::Range(ends, closed) => self.range(ends, *closed),
            Kind::Index(parts) => self.index(parts),
            Kind::Property(inner, name) => self.property(inner, name),
            Kind::Not(inner) => Ok(Value::Bool(!self.truth(inner)?)),
            Kind::Negative(inner) => {
                let value = self.number(inner)?;
                Ok(Value::Int(value.checked_neg().ok_or_else(|| Message::new("script.overflow"))?))
            }
            Kind::Binary(operator, pair) => self.binary(*operator, pair),
            Kind::And(pair) => Ok(Value::Bool(self.truth(&pair[0])? && self.truth(&pair[1])?)),
            Kind::Or(pair) => Ok(Value::Bool(self.truth(&pair[0])? || self.truth(&pair[1])?)),
            Kind::Otherwise(pair) => match self.eval(&pair[0])? {
                Value::Unit => self.eval(&pair[1]),
                value => Ok(value),
            },
            Kind::Builtin(builtin, args) => self.builtin(*builtin, args),
            Kind::Invoke(function, args) => {
                let function = self.eval(function)?;
                let args = self.all(args)?;
                Ok(self.invoke(&function, args)?)
            }
            Kind::Function(code, outer) => {
                let copies = outer.iter().map(|slot| self.variables[self.base + slot].clone()).collect();
                Ok(Value::function(*code, copies, &self.meter)?)
            }
            Kind::Switch(value, cases) => self.switch(value, cases),
            Kind::While(_) | Kind::DoWhile(..) | Kind::Loop(_) => self.repeat(&node.kind),
            Kind::For(member, number, parts) => self.through(*member, *number, parts),
            Kind::Break(value) => self.leave(value.as_deref(), Way::Break),
            Kind::Return(value) => self.leave(value.as_deref(), Way::Return),
            Kind::Throw(value) => Err(Fault::Thrown(self.perhaps(value.as_deref())?).into()),
            Kind::Try(parts, slot) => self.attempt(parts, *slot),
            // All but the first are handled before.
            Kind::Unit
            | Kind::Int(_)
            | Kind::Variable(_)
            | Kind::Block(_)
            | Kind::If(..)
            | Kind::Call(..)
            | Kind::Dropped(_)
            | Kind::Let(..)
            | Kind::Assign(..)
            | Kind::Continue => Ok(Value::Unit),
        }
    }

    fn leave(&mut self, value: Option<&'r Node>, way: Way) -> Flow<Value> {
        self.taken = self.perhaps(value)?;
        Err(self.leaves(way))
    }

    fn leaves(&mut self, way: Way) -> Leave {
        self.way = way;
        Leave(None)
    }

    fn perhaps(&mut self, node: Option<&'r Node>) -> Flow<Value> {
        node.map_or(Ok(Value::Unit), |node| self.eval(node))
    }

    fn all(&mut self, nodes: &'r [Node]) -> Flow<Vec<Value>> {
        let mut all = Vec::with_capacity(nodes.len());
        for node in nodes {
            all.push(self.eval(node)?);
        }
        Ok(all)
    }

    fn truth(&mut self, node: &'r Node) -> Flow<bool> {
        let value = match &node.kind {
            kind if is_plain(kind) => match self.plain(node)? {
                Some(Word::Bool(value)) => return Ok(value),
                Some(word) => Value::from(word),
                None => self.within(node, |run| run.rare(node))?,
            },
            _ => self.eval(node)?,
        };
        match value {
            Value::Bool(value) => Ok(value),
            other => Err(unfit("bool", &other).at(node.at).into()),
        }
    }

    fn number(&mut self, node: &'r Node) -> Flow<i64> {
        let value = self.eval(node)?;
        library::number(&value).map_err(|failure| failure.at(node.at).into())
    }

    fn interpolated(&mut self, parts: &'r [Node]) -> Flow<Value> {
        let mut text = String::new();
        for part in parts {
            let value = self.eval(part)?;
            self.spend(value.size() as u64)?;
            text += &value.printed()?;
            if text.len() > super::value::MAX_SIZE {
                return Err(Fault::Size.into());
            }
        }
        Ok(Value::text(text, &self.meter)?)
    }

    fn map(&mut self, entries: &'r [(std::sync::Arc<str>, Node)]) -> Flow<Value> {
        let mut map = BTreeMap::new();
        for (key, node) in entries {
            map.insert(Rc::from(&**key), self.eval(node)?);
        }
        Ok(Value::map(map, &self.meter)?)
    }

    fn range(&mut self, ends: &'r [Node; 2], closed: bool) -> Flow<Value> {
        let (from, to) = (self.number(&ends[0])?, self.number(&ends[1])?);
        let to = if closed { to.checked_add(1) } else { Some(to) };
        Ok(Value::range(from, to.ok_or_else(|| Message::new("script.overflow"))?))
    }

    fn index(&mut self, parts: &'r [Node; 2]) -> Flow<Value> {
        let whole = self.eval(&parts[0])?;
        let index = self.eval(&parts[1])?;
        match &whole {
            Value::List(list) => {
                let at = library::index(&index, list.items().len()).map_err(|f| f.at(parts[1].at))?;
                Ok(list.items()[at].clone())
            }
            Value::Text(text) => {
                self.spend(text.as_str().len() as u64 / 16)?;
                let length = text.as_str().chars().count();
                let at = library::index(&index, length).map_err(|f| f.at(parts[1].at))?;
                let found: String = text.as_str().chars().skip(at).take(1).collect();
                Ok(Value::text(found, &self.meter)?)
            }
            Value::Map(map) => match &index {
                Value::Text(key) => Ok(map.entries().get(key.as_str()).cloned().unwrap_or_default()),
                other => Err(unfit("string", other).into()),
            },
            other => Err(unfit("array", other).into()),
        }
    }

    fn property(&mut self, inner: &'r Node, name: &str) -> Flow<Value> {
        match self.eval(inner)? {
            Value::Map(map) => Ok(map.entries().get(name).cloned().unwrap_or_default()),
            other => Err(unfit("map", &other).into()),
        }
    }

    fn binary(&mut self, operator: Operator, pair: &'r [Node; 2]) -> Flow<Value> {
        let (left, right) = (self.eval(&pair[0])?, self.eval(&pair[1])?);
        if let (Value::Int(a), Value::Int(b)) = (&left, &right) {
            return Ok(operators::numbers(operator, *a, *b)?);
        }
        self.spend((left.size() + right.size()) as u64 / 4)?;
        match (left, right) {
            (Value::List(left), Value::List(right)) if operator == Operator::Add => {
                Ok(Value::List(List::joined(left, &right)?))
            }
            (left, right) => Ok(operators::values(operator, &left, &right, &self.meter)?),
        }
    }

    fn switch(&mut self, value: &'r Node, cases: &'r [Case]) -> Flow<Value> {
        let value = self.eval(value)?;
        for case in cases {
            let mut fits = case.values.is_empty();
            for known in &case.values {
                let known = self.eval(known)?;
                fits |= match (&known, &value) {
                    (Value::Range(ends), Value::Int(value)) => (ends.0..ends.1).contains(value),
                    (known, value) => known == value,
                };
            }
            let fits = fits && case.condition.as_ref().map_or(Ok(true), |node| self.truth(node))?;
            if fits {
                return self.eval(&case.result);
            }
        }
        Ok(Value::Unit)
    }

    fn attempt(&mut self, parts: &'r [Node; 2], slot: Option<usize>) -> Flow<Value> {
        let failure = match self.eval(&parts[0]) {
            Err(Leave(Some(failure))) if failure.is_caught() => failure,
            other => return other,
        };
        if let Some(slot) = slot {
            let value = match failure.fault() {
                Fault::Thrown(value) => value.clone(),
                Fault::Mistake(message) => Value::text(message.render(crate::text::Lang::En), &self.meter)?,
                _ => Value::Unit,
            };
            self.variables[self.base + slot] = value;
        }
        self.eval(&parts[1])
    }
}
