//! Loops.

use std::rc::Rc;

use super::{Flow, Leave, Run, Way};
use crate::own::script::failure::Failure;
use crate::own::script::library::unfit;
use crate::own::script::syntax::{Kind, Node};
use crate::own::script::value::Value;

impl<'r> Run<'r> {
    /// One iteration of a loop; returns its result if the loop ends.
    fn turn(&mut self, body: &'r Node) -> Flow<Option<Value>> {
        match (self.body(body), self.way) {
            (Ok(()), _) | (Err(Leave(None)), Way::Continue) => Ok(None),
            (Err(Leave(None)), Way::Break) => Ok(Some(std::mem::take(&mut self.taken))),
            (Err(leave), _) => Err(leave),
        }
    }

    pub(super) fn repeat(&mut self, kind: &'r Kind) -> Flow<Value> {
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

    pub(super) fn through(
        &mut self,
        member: usize,
        number: Option<usize>,
        parts: &'r [Node; 2],
    ) -> Flow<Value> {
        let whole = self.eval(&parts[0])?;
        let names = (member, number);
        let body = &parts[1];
        match &whole {
            Value::Range(ends) => self.each((ends.0..ends.1).map(|n| Ok(Value::Int(n))), names, body),
            Value::List(list) => self.each(list.items().iter().map(|item| Ok(item.clone())), names, body),
            Value::Text(text) => {
                let meter = Rc::clone(&self.meter);
                self.each(text.as_str().chars().map(|sign| Value::text(sign, &meter)), names, body)
            }
            other => Err(unfit("array", other).at(parts[0].at).into()),
        }
    }

    fn each(
        &mut self,
        members: impl Iterator<Item = Result<Value, Failure>>,
        (member, number): (usize, Option<usize>),
        body: &'r Node,
    ) -> Flow<Value> {
        for (turn, value) in members.enumerate() {
            self.spend(1)?;
            self.variables[self.base + member] = value?;
            if let Some(number) = number {
                self.variables[self.base + number] = Value::Int(i64::try_from(turn).unwrap_or(i64::MAX));
            }
            if let Some(value) = self.turn(body)? {
                return Ok(value);
            }
        }
        Ok(Value::Unit)
    }
}
