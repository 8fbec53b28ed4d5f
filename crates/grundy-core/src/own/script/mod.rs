//! Scripts: a file with the function `options(position)`, and optionally `ends`, `parts` and `start`.
//!
//! The language is a subset of Rhai with its own parser and interpreter. A script may come from an untrusted source, so
//! the depth and size of every value are bounded and known at all times, and its memory is counted for one question. A
//! script sees its argument and nothing else: no files, no network, no clock, and it cannot wait.

mod failure;
mod lexer;
mod library;
mod meter;
mod nested;
mod packed;
mod parser;
mod run;
mod shown;
mod syntax;
mod value;

use std::fmt;

use dashu_int::UBig;
use serde_json::Value as Json;

use self::failure::{Failure, Fault};
use self::meter::{Meter, Work};
use self::nested::Nested;
use self::parser::Program;
use self::run::{MAX_CALLS, Run};
use self::value::{MAX_SIZE, Value};
use super::explored::{Ending, Source};
use crate::error::{Error, Result};
use crate::limits::{Budget, readable_bytes};
use crate::outcome::Outcome;
use crate::text::Message;

/// Maximum number of operations of one call.
const MAX_OPERATIONS: u64 = 20_000_000;
/// Maximum number of operations of all calls for one question.
const MAX_OPERATIONS_IN_ALL: u64 = 500_000_000;
/// Cost of a call in addition to its own operations.
const CALL: u64 = 20;
/// Minimum memory of a call, in bytes. In a long question most memory is taken by the cached positions.
const LEAST_MEMORY: u64 = 64 << 10;
/// Maximum length of a value shown in an error.
const SHOWN: usize = 60;

/// Whether this is a script, not the name of a file.
pub(super) fn is_text(quoted: &str) -> bool {
    quoted.contains("fn ") && quoted.contains('{')
}

/// A parsed script.
pub(super) struct Script {
    file: Option<String>,
    text: String,
    program: Program,
    options: usize,
    ends: Option<usize>,
    parts: Option<usize>,
    start: Option<usize>,
}

impl Script {
    /// Parses a script; nothing is run.
    pub(super) fn new(file: Option<&str>, text: &str) -> Result<Self> {
        let program = Program::read(text).map_err(|(at, reason)| {
            Error::input("error.script-syntax").with("place", place(file, text, at)).with("reason", reason)
        })?;
        let find = |name, parameters| program.find(name, parameters);
        let (ends, parts, start) = (find("ends", 1), find("parts", 1), find("start", 0));
        let Some(options) = find("options", 1) else {
            let place = place(file, text, 0);
            return Err(Error::input("error.script-no-options").with("place", place));
        };
        let file = file.map(str::to_owned);
        Ok(Self { file, text: text.to_owned(), program, options, ends, parts, start })
    }

    /// Calls a function with a position, and reads the result while its memory is still counted.
    fn call<T>(
        &self,
        function: usize,
        at: Option<&Nested>,
        budget: &Budget,
        read: impl FnOnce(&Value) -> std::result::Result<T, String>,
    ) -> Result<T> {
        budget.check_time()?;
        let meter = Meter::new(budget.limits().memory.saturating_sub(budget.reserved()).max(LEAST_MEMORY));
        let mut run = Run::new(&self.program, Work::new(budget, MAX_OPERATIONS), meter);
        let argument = at.map(|at| at.to_script(run.meter())).transpose();
        let result = argument.and_then(|at| run.call(function, at));
        budget.spend(CALL + run.operations());
        if budget.steps() > MAX_OPERATIONS_IN_ALL {
            return Err(Error::limit("error.script-work").with("limit", MAX_OPERATIONS_IN_ALL));
        }
        let value = result.map_err(|failure| self.failure(&failure, budget))?;
        read(&value).map_err(|found| self.wrong(function, found))
    }

    fn failure(&self, failure: &Failure, budget: &Budget) -> Error {
        let place = self.place(failure.place());
        let limit = |id, limit: usize| Error::limit(id).with("place", place.clone()).with("limit", limit);
        let failed = || Error::input("error.script-failed").with("place", place.clone());
        match failure.fault() {
            Fault::Mistake(reason) => failed().with("reason", reason.clone()),
            Fault::Thrown(thrown) => failed().with("reason", thrown.shown(4 * SHOWN)),
            Fault::Operations => {
                Error::limit("error.script-operations").with("place", place).with("limit", MAX_OPERATIONS)
            }
            Fault::Depth => limit("error.script-depth", MAX_CALLS),
            Fault::Size => limit("error.script-size", MAX_SIZE),
            Fault::Memory => {
                let limit = readable_bytes(budget.limits().memory);
                Error::limit("error.script-memory").with("place", place).with("limit", limit)
            }
            Fault::Stopped(error) => (**error).clone(),
        }
    }

    fn place(&self, at: u32) -> Message {
        place(self.file.as_deref(), &self.text, at)
    }

    /// The error that a function returned something other than a position, with the place of the function.
    fn wrong(&self, function: usize, found: String) -> Error {
        let code = &self.program.functions[function];
        Error::input("error.script-answer")
            .with("place", self.place(code.at))
            .with("function", code.name.as_str())
            .with("found", found)
    }
}

fn positions(value: &Value) -> std::result::Result<Vec<Nested>, String> {
    let Value::List(list) = value else { return Err(value.shown(SHOWN)) };
    let mut bytes = Vec::new();
    let position = |item: &Value| Nested::from_script(item, &mut bytes).ok_or_else(|| item.shown(SHOWN));
    list.items().iter().map(position).collect()
}

fn place(file: Option<&str>, text: &str, at: u32) -> Message {
    let before = text.get(..at as usize).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before[before.rfind('\n').map_or(0, |end| end + 1)..].chars().count() + 1;
    match file {
        Some(file) => Message::new("own.place").with("file", file).with("line", line).with("column", column),
        None => Message::new("own.place-script").with("line", line).with("column", column),
    }
}

impl Source for Script {
    type Position = Nested;

    const ALLOWS_THREADS: bool = true;

    fn options(&self, at: &Nested, budget: &Budget) -> Result<Vec<Nested>> {
        self.call(self.options, Some(at), budget, positions)
    }

    fn parts(&self, at: &Nested, budget: &Budget) -> Result<Option<Vec<Nested>>> {
        let Some(parts) = self.parts else { return Ok(None) };
        self.call(parts, Some(at), budget, |value| {
            if matches!(value, Value::Unit) { Ok(None) } else { positions(value).map(Some) }
        })
    }

    fn ending(&self, at: &Nested, budget: &Budget) -> Result<Ending> {
        let Some(ends) = self.ends else { return Ok(Ending::Open) };
        self.call(ends, Some(at), budget, |value| match value {
            Value::Unit | Value::Bool(false) => Ok(Ending::Open),
            Value::Bool(true) => Ok(Ending::Over),
            Value::Text(text) => match text.as_str() {
                "N" => Ok(Ending::Decreed(Outcome::N)),
                "P" => Ok(Ending::Decreed(Outcome::P)),
                "D" => Ok(Ending::Decreed(Outcome::D)),
                _ => Err(value.shown(SHOWN)),
            },
            other => Err(other.shown(SHOWN)),
        })
    }

    fn start(&self, budget: &Budget) -> Result<Option<Nested>> {
        let Some(start) = self.start else { return Ok(None) };
        let read = |value: &Value| Nested::from_script(value, &mut vec![]).ok_or_else(|| value.shown(SHOWN));
        self.call(start, None, budget, read).map(Some)
    }

    fn shown(&self, at: &Nested) -> String {
        at.inside()
    }

    fn json(&self, at: &Nested) -> Json {
        at.json()
    }

    fn read(&self, text: &str) -> Result<Nested> {
        Nested::read(text)
    }

    fn of_numbers(&self, numbers: &[UBig]) -> Result<Nested> {
        Nested::of_numbers(numbers)
    }

    fn bytes(&self, at: &Nested) -> u64 {
        at.bytes()
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Script({})", self.file.as_deref().unwrap_or(&self.text))
    }
}
