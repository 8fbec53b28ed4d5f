//! Places that can be changed: a variable, or a part of what is in one.

use super::{Flow, Run, operators};
use crate::own::script::failure::Failure;
use crate::own::script::library::{self, Builtin, MAX_ARGUMENTS, unfit};
use crate::own::script::syntax::{Kind, Node, Operator};
use crate::own::script::value::{List, Map, Value};
use std::rc::Rc;

/// A change to a value in place.
type Change<'c, 'r> = &'c mut dyn FnMut(&mut Run<'r>, &mut Value) -> Result<Value, Failure>;

impl<'r> Run<'r> {
    /// `place = value`, `place += value`
    pub(super) fn assign(&mut self, parts: &'r [Node; 2], operator: Option<Operator>) -> Flow<()> {
        let value = self.eval(&parts[1])?;
        match (&parts[0].kind, &value) {
            (Kind::Variable(slot), Value::Int(b)) => {
                let place = &mut self.variables[self.base + slot];
                match (operator, &*place) {
                    (None, _) => *place = value,
                    (Some(operator), Value::Int(a)) => *place = operators::numbers(operator, *a, *b)?,
                    _ => return self.assign_any(&parts[0], value, operator),
                }
                Ok(())
            }
            (Kind::Index(path), &Value::Int(b)) if matches!(path[0].kind, Kind::Variable(_)) => {
                self.assign_member(path, b, operator)
            }
            _ => self.assign_any(&parts[0], value, operator),
        }
    }

    /// `list[index] = number`, `list[index] += number`: in place, if the list has such a member.
    fn assign_member(&mut self, path: &'r [Node; 2], b: i64, operator: Option<Operator>) -> Flow<()> {
        let Kind::Variable(slot) = path[0].kind else { return Ok(()) };
        let step = self.eval(&path[1])?;
        if let (Value::List(shared), &Value::Int(index)) = (&mut self.variables[self.base + slot], &step)
            && let Some(at) = library::index_of(index, shared.items().len())
        {
            if Rc::get_mut(shared).is_none() {
                self.work.spend(shared.items().len() as u64 / 4)?;
            }
            let list = List::own(shared)?;
            let new = match (operator, &list.items()[at]) {
                (None, _) => Some(Value::Int(b)),
                (Some(operator), &Value::Int(a)) => Some(operators::numbers(operator, a, b)?),
                _ => None,
            };
            if let Some(new) = new {
                return Ok(list.put(at, new)?);
            }
        }
        let mut change = assignment(Value::Int(b), operator);
        self.change_at(slot, &[(path[1].at, step)], &mut change).map(drop)
    }

    fn assign_any(&mut self, place: &'r Node, value: Value, operator: Option<Operator>) -> Flow<()> {
        self.change(place, &mut assignment(value, operator)).map(drop)
    }

    /// Calls a built-in function; a function that changes its first argument works on it in place.
    pub(super) fn builtin(&mut self, builtin: Builtin, args: &'r [Node]) -> Flow<Value> {
        let Some((first, others)) = args.split_first() else { return Ok(Value::Unit) };
        if let (Builtin::Push, Kind::Variable(slot), [item]) = (builtin, &first.kind, others) {
            return self.push(*slot, item);
        }
        if builtin.changes() && is_place(first) {
            let mut args = self.arguments(others)?;
            let args = &mut args[..others.len()];
            return self.change(first, &mut |run, place| library::call(builtin, place, args, run));
        }
        let mut first = self.eval(first)?;
        let mut args = self.arguments(others)?;
        Ok(library::call(builtin, &mut first, &mut args[..others.len()], self)?)
    }

    /// Appends to the list in a variable.
    fn push(&mut self, slot: usize, item: &'r Node) -> Flow<Value> {
        let item = self.eval(item)?;
        if let Value::List(shared) = &mut self.variables[self.base + slot]
            && let Some(list) = Rc::get_mut(shared)
        {
            self.work.spend(1)?;
            list.push(item)?;
            return Ok(Value::Unit);
        }
        let args = &mut [item];
        self.change_at(slot, &[], &mut |run, place| library::call(Builtin::Push, place, args, run))
    }

    /// The arguments of a built-in function, besides the value that it is called on.
    fn arguments(&mut self, nodes: &'r [Node]) -> Flow<[Value; MAX_ARGUMENTS]> {
        let mut values = <[Value; MAX_ARGUMENTS]>::default();
        for (value, node) in values.iter_mut().zip(nodes) {
            *value = self.eval(node)?;
        }
        Ok(values)
    }

    /// Takes the variable out, changes a part of it, and puts it back.
    fn change(&mut self, place: &'r Node, change: Change<'_, 'r>) -> Flow<Value> {
        // Most places are a variable, or a member of what is in one.
        match &place.kind {
            Kind::Variable(slot) => return self.change_at(*slot, &[], change),
            Kind::Index(parts) => {
                if let Kind::Variable(slot) = parts[0].kind {
                    let step = (parts[1].at, self.eval(&parts[1])?);
                    return self.change_at(slot, &[step], change);
                }
            }
            _ => {}
        }
        let mut path = Vec::new();
        let slot = self.path(place, &mut path)?;
        self.change_at(slot, &path, change)
    }

    fn change_at(&mut self, slot: usize, path: &[(u32, Value)], change: Change<'_, 'r>) -> Flow<Value> {
        let slot = self.base + slot;
        let mut root = std::mem::take(&mut self.variables[slot]);
        let result = self.walk(&mut root, path, change);
        self.variables[slot] = root;
        Ok(result?)
    }

    /// The variable of a place, and the path from there to the part.
    fn path(&mut self, place: &'r Node, path: &mut Vec<(u32, Value)>) -> Flow<usize> {
        match &place.kind {
            Kind::Variable(slot) => Ok(*slot),
            Kind::Index(parts) => {
                let slot = self.path(&parts[0], path)?;
                path.push((parts[1].at, self.eval(&parts[1])?));
                Ok(slot)
            }
            Kind::Property(inner, name) => {
                let slot = self.path(inner, path)?;
                path.push((place.at, Value::text(&**name, &self.meter)?));
                Ok(slot)
            }
            // The parser rejects everything else.
            _ => Err(unfit("variable", &Value::Unit).into()),
        }
    }

    fn walk(
        &mut self,
        value: &mut Value,
        path: &[(u32, Value)],
        change: Change<'_, 'r>,
    ) -> Result<Value, Failure> {
        let Some(((at, step), rest)) = path.split_first() else { return change(self, value) };
        match (value, step) {
            (Value::List(shared), _) => {
                if Rc::strong_count(shared) > 1 {
                    self.spend(shared.items().len() as u64 / 4)?;
                }
                let at_index = library::index(step, shared.items().len()).map_err(|f| f.at(*at))?;
                let list = List::own(shared)?;
                let mut part = list.lift(at_index);
                let result = self.walk(&mut part, rest, change);
                list.exchange(at_index, part)?;
                result
            }
            (Value::Map(shared), Value::Text(key)) => {
                if Rc::strong_count(shared) > 1 {
                    self.spend(shared.entries().len() as u64)?;
                }
                let key: Rc<str> = key.as_str().into();
                let map = Map::own(shared)?;
                let mut part = map.lift(&key);
                let result = self.walk(&mut part, rest, change);
                map.insert(key, part)?;
                result
            }
            (Value::Map(_), other) => Err(unfit("string", other).at(*at)),
            (other, _) => Err(unfit("array", other).at(*at)),
        }
    }
}

/// The change that an assignment makes to its place.
fn assignment<'r>(
    mut value: Value,
    operator: Option<Operator>,
) -> impl FnMut(&mut Run<'r>, &mut Value) -> Result<Value, Failure> {
    move |run, place| {
        let new = std::mem::take(&mut value);
        let Some(operator) = operator else {
            *place = new;
            return Ok(Value::Unit);
        };
        if let (Value::Int(a), Value::Int(b)) = (&*place, &new) {
            *place = operators::numbers(operator, *a, *b)?;
            return Ok(Value::Unit);
        }
        let known = if matches!(place, Value::List(_)) { 0 } else { place.size() };
        run.spend((known + new.size()) as u64 / 4)?;
        match (&mut *place, &new) {
            (Value::List(_), Value::List(_)) if operator == Operator::Add => {
                return library::call(Builtin::Append, place, &mut [new], run);
            }
            (Value::List(_), _) if operator == Operator::Add => {
                return library::call(Builtin::Push, place, &mut [new], run);
            }
            _ => {}
        }
        *place = operators::values(operator, place, &new, run.meter())?;
        Ok(Value::Unit)
    }
}

fn is_place(node: &Node) -> bool {
    match &node.kind {
        Kind::Variable(_) => true,
        Kind::Index(parts) => is_place(&parts[0]),
        Kind::Property(inner, _) => is_place(inner),
        _ => false,
    }
}
