//! Calls of functions. Arguments are the first variables of the function that is called, so they are evaluated to their place.

use super::{Flow, Leave, MAX_CALLS, Run, Way};
use crate::own::script::failure::{Failure, Fault};
use crate::own::script::library::unfit;
use crate::own::script::syntax::{Code, Node};
use crate::own::script::value::Value;
use crate::text::Message;

impl<'r> Run<'r> {
    /// Calls a function of the script.
    pub(in super::super) fn call(
        &mut self,
        function: usize,
        args: impl IntoIterator<Item = Value>,
    ) -> Result<Value, Failure> {
        let first = self.variables.len();
        self.variables.extend(args);
        self.enter(&self.program.functions[function], first, &[])
    }

    /// Calls a function of the script with these arguments.
    pub(super) fn call_with(&mut self, function: usize, args: &'r [Node]) -> Flow<Value> {
        let first = self.variables.len();
        for node in args {
            match self.eval(node) {
                Ok(value) => self.variables.push(value),
                Err(leave) => {
                    self.variables.truncate(first);
                    return Err(leave);
                }
            }
        }
        Ok(self.enter(&self.program.functions[function], first, &[])?)
    }

    /// Calls a function value.
    pub(in super::super) fn invoke(
        &mut self,
        function: &Value,
        args: impl IntoIterator<Item = Value, IntoIter: ExactSizeIterator>,
    ) -> Result<Value, Failure> {
        let Value::Function(function) = function else { return Err(unfit("Fn", function)) };
        let code = &self.program.functions[function.code];
        let args = args.into_iter();
        if code.parameters != args.len() {
            let count = Message::new("script.parameters").with("wanted", code.parameters);
            return Err(count.with("count", args.len()).into());
        }
        let first = self.variables.len();
        self.variables.extend(args);
        self.enter(code, first, &function.captured)
    }

    /// Calls a function value with a member of a list, and with its index if it takes two values.
    pub(in super::super) fn member(
        &mut self,
        each: &Value,
        at: usize,
        item: &Value,
    ) -> Result<Value, Failure> {
        let Value::Function(function) = each else { return Err(unfit("Fn", each)) };
        if self.program.functions[function.code].parameters == 2 {
            let at = Value::Int(i64::try_from(at).unwrap_or(i64::MAX));
            return self.invoke(each, [item.clone(), at]);
        }
        self.invoke(each, [item.clone()])
    }

    /// Runs a function whose arguments are the variables from `first` on.
    fn enter(&mut self, code: &'r Code, first: usize, captured: &[Value]) -> Result<Value, Failure> {
        let result = if self.calls < MAX_CALLS {
            self.spend(1).map_err(Leave::from).and_then(|()| {
                self.variables.resize(first + code.variables, Value::Unit);
                if !captured.is_empty() {
                    for (&slot, value) in code.captured.iter().zip(captured) {
                        self.variables[first + slot] = value.clone();
                    }
                }
                let base = std::mem::replace(&mut self.base, first);
                self.calls += 1;
                let result = self.eval(&code.body);
                self.calls -= 1;
                self.base = base;
                result
            })
        } else {
            Err(Failure::from(Fault::Depth).at(code.at).into())
        };
        self.variables.truncate(first);
        match result {
            Ok(value) => Ok(value),
            Err(Leave(Some(failure))) => Err(failure),
            Err(Leave(None)) if self.way == Way::Continue => Ok(Value::Unit),
            Err(Leave(None)) => Ok(std::mem::take(&mut self.taken)),
        }
    }
}
