//! Loops.

use super::{Flow, Leave, Run, Way};
use crate::own::script::library::unfit;
use crate::own::script::syntax::{Kind, Node};
use crate::own::script::value::Value;

impl<'r> Run<'r> {
    /// One iteration of a loop; returns its result if the loop ends.
    fn turn(&mut self, body: &'r Node) -> Flow<Option<Value>> {
        match (self.statement(body), self.way) {
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
}
