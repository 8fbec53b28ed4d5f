//! Runs a script; every value, operation and level of nesting is counted.

mod operators;
mod places;
mod plain;

use std::collections::BTreeMap;
use std::rc::Rc;

use super::failure::{Failure, Fault};
use super::library::{self, unfit};
use super::meter::{Meter, Work};
use super::parser::Program;
use super::syntax::{Case, Code, Kind, Node, Operator};
use super::value::Value;
use crate::text::Message;

/// Maximum depth of function calls.
pub(super) const MAX_CALLS: usize = 48;
/// Maximum number of expressions, blocks and calls in progress; bounds the stack of the thread.
const MAX_OPEN: usize = 400;

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
}

/// Why control does not continue with the next statement.
enum Leave {
    Break(Value),
    Continue,
    Return(Value),
    Failed(Failure),
}

impl<E: Into<Failure>> From<E> for Leave {
    fn from(failure: E) -> Self {
        Self::Failed(failure.into())
    }
}

type Flow<T> = Result<T, Leave>;

impl<'r> Run<'r> {
    pub(super) fn new(program: &'r Program, work: Work<'r>, meter: Rc<Meter>) -> Self {
        Self { program, work, meter, variables: vec![], base: 0, calls: 0, open: 0 }
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

    /// Calls a function of the script.
    pub(super) fn call(&mut self, function: usize, args: Vec<Value>) -> Result<Value, Failure> {
        let code = &self.program.functions[function];
        self.enter(code, args, &[])
    }

    /// Calls a function value.
    pub(super) fn invoke(&mut self, function: &Value, args: &[Value]) -> Result<Value, Failure> {
        let Value::Function(function) = function else { return Err(unfit("Fn", function)) };
        let code = &self.program.functions[function.code];
        if code.parameters != args.len() {
            let count = Message::new("script.parameters").with("wanted", code.parameters);
            return Err(count.with("count", args.len()).into());
        }
        self.enter(code, args.to_vec(), &function.captured)
    }

    /// Calls a function value with a member of a list, and with its index if it takes two values.
    pub(super) fn member(&mut self, each: &Value, at: usize, item: &Value) -> Result<Value, Failure> {
        let Value::Function(function) = each else { return Err(unfit("Fn", each)) };
        if self.program.functions[function.code].parameters == 2 {
            let at = Value::Int(i64::try_from(at).unwrap_or(i64::MAX));
            return self.invoke(each, &[item.clone(), at]);
        }
        self.invoke(each, std::slice::from_ref(item))
    }

    fn enter(&mut self, code: &'r Code, args: Vec<Value>, captured: &[Value]) -> Result<Value, Failure> {
        if self.calls >= MAX_CALLS {
            return Err(Failure::from(Fault::Depth).at(code.at));
        }
        self.spend(1)?;
        let (base, length) = (self.base, self.variables.len());
        self.calls += 1;
        self.base = length;
        self.variables.extend(args);
        self.variables.resize(length + code.variables, Value::Unit);
        for (&slot, value) in code.captured.iter().zip(captured) {
            self.variables[length + slot] = value.clone();
        }
        let result = self.eval(&code.body);
        self.variables.truncate(length);
        self.calls -= 1;
        self.base = base;
        match result {
            Ok(value) | Err(Leave::Return(value) | Leave::Break(value)) => Ok(value),
            Err(Leave::Continue) => Ok(Value::Unit),
            Err(Leave::Failed(failure)) => Err(failure),
        }
    }

    fn eval(&mut self, node: &'r Node) -> Flow<Value> {
        // The most common nodes are handled first.
        match node.kind {
            Kind::Variable(slot) => {
                self.spend(1)?;
                return Ok(self.variables[self.base + slot].clone());
            }
            Kind::Int(number) => return Ok(Value::Int(number)),
            Kind::Binary(..)
            | Kind::Index(_)
            | Kind::Negative(_)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_) => {
                if let Some(value) = self.plain(node).map_err(|failure| failure.at(node.at))? {
                    return Ok(value);
                }
            }
            _ => {}
        }
        if self.open >= MAX_OPEN {
            return Err(Failure::from(Fault::Depth).at(node.at).into());
        }
        self.open += 1;
        let result = self.spend(1).map_err(Leave::Failed).and_then(|()| self.kind(node));
        self.open -= 1;
        match result {
            Err(Leave::Failed(failure)) => Err(Leave::Failed(failure.at(node.at))),
            other => other,
        }
    }

    fn kind(&mut self, node: &'r Node) -> Flow<Value> {
        match &node.kind {
            Kind::Unit => Ok(Value::Unit),
            Kind::Bool(value) => Ok(Value::Bool(*value)),
            Kind::Int(number) => Ok(Value::Int(*number)),
            Kind::Variable(slot) => Ok(self.variables[self.base + slot].clone()),
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
            Kind::Call(function, args) => {
                let args = self.all(args)?;
                Ok(self.call(*function, args)?)
            }
            Kind::Builtin(builtin, args) => self.builtin(*builtin, args),
            Kind::Invoke(function, args) => {
                let function = self.eval(function)?;
                let args = self.all(args)?;
                Ok(self.invoke(&function, &args)?)
            }
            Kind::Function(code, outer) => {
                let copies = outer.iter().map(|slot| self.variables[self.base + slot].clone()).collect();
                Ok(Value::function(*code, copies, &self.meter)?)
            }
            Kind::Block(list) => {
                let mut last = Value::Unit;
                for node in list {
                    last = self.eval(node)?;
                }
                Ok(last)
            }
            Kind::Dropped(inner) => self.eval(inner).map(|_| Value::Unit),
            Kind::Let(slot, value) => {
                let value = self.perhaps(value.as_deref())?;
                self.variables[self.base + slot] = value;
                Ok(Value::Unit)
            }
            Kind::Assign(parts, operator) => self.assign(parts, *operator),
            Kind::If(parts, otherwise) => {
                if self.truth(&parts[0])? {
                    self.eval(&parts[1])
                } else {
                    self.perhaps(otherwise.as_deref())
                }
            }
            Kind::Switch(value, cases) => self.switch(value, cases),
            Kind::While(_) | Kind::DoWhile(..) | Kind::Loop(_) => self.repeat(&node.kind),
            Kind::For(member, number, parts) => self.through(*member, *number, parts),
            Kind::Break(value) => Err(Leave::Break(self.perhaps(value.as_deref())?)),
            Kind::Continue => Err(Leave::Continue),
            Kind::Return(value) => Err(Leave::Return(self.perhaps(value.as_deref())?)),
            Kind::Throw(value) => Err(Fault::Thrown(self.perhaps(value.as_deref())?).into()),
            Kind::Try(parts, slot) => self.attempt(parts, *slot),
        }
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
        match self.eval(node)? {
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
        Ok(operators::values(operator, &left, &right, &self.meter)?)
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

    /// One iteration of a loop; returns its result if the loop ends.
    fn turn(&mut self, body: &'r Node) -> Flow<Option<Value>> {
        match self.eval(body) {
            Ok(_) | Err(Leave::Continue) => Ok(None),
            Err(Leave::Break(value)) => Ok(Some(value)),
            Err(leave) => Err(leave),
        }
    }

    fn repeat(&mut self, kind: &'r Kind) -> Flow<Value> {
        loop {
            self.spend(1)?;
            if let Kind::While(parts) = kind
                && !self.truth(&parts[0])?
            {
                return Ok(Value::Unit);
            }
            let body = match kind {
                Kind::While(parts) => &parts[1],
                Kind::DoWhile(parts, _) => &parts[0],
                Kind::Loop(body) => body,
                _ => return Ok(Value::Unit),
            };
            if let Some(value) = self.turn(body)? {
                return Ok(value);
            }
            if let Kind::DoWhile(parts, goes_on) = kind
                && self.truth(&parts[1])? != *goes_on
            {
                return Ok(Value::Unit);
            }
        }
    }

    fn through(&mut self, member: usize, number: Option<usize>, parts: &'r [Node; 2]) -> Flow<Value> {
        let whole = self.eval(&parts[0])?;
        let (first, count) = match &whole {
            Value::List(list) => (0, list.items().len() as u64),
            Value::Range(ends) => (ends.0, u64::try_from(ends.1.saturating_sub(ends.0)).unwrap_or(0)),
            Value::Text(text) => (0, text.as_str().chars().count() as u64),
            other => return Err(unfit("array", other).at(parts[0].at).into()),
        };
        let mut chars = if let Value::Text(text) = &whole { text.as_str() } else { "" }.chars();
        for turn in 0..count {
            self.spend(1)?;
            let turn = i64::try_from(turn).unwrap_or(i64::MAX);
            let value = match &whole {
                Value::List(list) => list.items()[usize::try_from(turn).unwrap_or(0)].clone(),
                Value::Text(_) => Value::text(chars.next().unwrap_or_default(), &self.meter)?,
                _ => Value::Int(first + turn),
            };
            self.variables[self.base + member] = value;
            if let Some(number) = number {
                self.variables[self.base + number] = Value::Int(turn);
            }
            if let Some(value) = self.turn(&parts[1])? {
                return Ok(value);
            }
        }
        Ok(Value::Unit)
    }

    fn attempt(&mut self, parts: &'r [Node; 2], slot: Option<usize>) -> Flow<Value> {
        let failure = match self.eval(&parts[0]) {
            Err(Leave::Failed(failure)) if failure.is_caught() => failure,
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
