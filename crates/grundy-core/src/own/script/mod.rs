//! Scripts: a file in the language Rhai with `options(position)`, and `ends`, `parts` and `start`
//! where they help. A script sees its arguments and nothing else: no files, no network, no clock, and it cannot
//! wait. Its operations are counted, what it makes has a size, and what it makes of many such is watched.

mod memory;
mod nested;

use std::cell::Cell;
use std::fmt;
use std::time::Instant;

use dashu_int::UBig;
use rhai::{
    AST, CallFnOptions, Dynamic, Engine, EvalAltResult, FuncArgs, ImmutableString, Position as RhaiPosition,
    Scope,
};
use serde_json::Value as Json;

use self::memory::Growth;
use self::nested::Nested;
use super::explored::{Ending, Source};
use crate::answer::Outcome;
use crate::error::{Error, Result};
use crate::limits::{Budget, readable_bytes};
use crate::text::Message;

/// One call may take so many operations.
const MAX_OPERATIONS: u64 = 20_000_000;
/// All calls for one question together.
const MAX_OPERATIONS_IN_ALL: u64 = 500_000_000;
/// What a call costs beside its own operations.
const CALL: u64 = 20;
/// Functions may call each other so deep.
const MAX_CALLS: usize = 48;
/// The longest list and the longest text a script may make.
const MAX_LIST: usize = 100_000;
/// So many variables a function may have.
const MAX_VARIABLES: usize = 100;

/// What the call that runs on this thread may take and has taken.
#[derive(Clone, Copy)]
struct Running {
    deadline: Option<Instant>,
    operations: u64,
    growth: Option<Growth>,
}

thread_local! {
    static RUNNING: Cell<Running> =
        const { Cell::new(Running { deadline: None, operations: 0, growth: None }) };
}

/// Is this a script, not the name of a file?
pub(super) fn is_text(quoted: &str) -> bool {
    quoted.contains("fn ") && quoted.contains('{')
}

/// A script, compiled.
pub(super) struct Script {
    file: Option<String>,
    text: String,
    engine: Engine,
    code: AST,
    ends: bool,
    parts: bool,
    start: bool,
}

impl Script {
    /// Compiles a script; nothing of it runs yet.
    pub(super) fn new(file: Option<&str>, text: &str) -> Result<Self> {
        let engine = engine();
        let code = engine.compile(text).map_err(|error| {
            Error::input("error.script-syntax")
                .with("place", place(file, error.position()))
                .with("reason", error.err_type().to_string())
        })?;
        let has = |name: &str, arguments: usize| {
            code.iter_functions().any(|f| f.name == name && f.params.len() == arguments)
        };
        let (options, ends, parts, start) =
            (has("options", 1), has("ends", 1), has("parts", 1), has("start", 0));
        if !options {
            let place = place(file, RhaiPosition::START);
            return Err(Error::input("error.script-no-options").with("place", place));
        }
        let file = file.map(str::to_owned);
        Ok(Self { file, text: text.to_owned(), engine, code, ends, parts, start })
    }

    fn call(&self, name: &'static str, arguments: impl FuncArgs, budget: &Budget) -> Result<Dynamic> {
        budget.check_time()?;
        let options = CallFnOptions::new().eval_ast(false);
        let growth = Growth::up_to(budget.limits().memory.saturating_sub(budget.reserved()));
        RUNNING.set(Running { deadline: budget.deadline(), operations: 0, growth });
        let result =
            self.engine.call_fn_with_options(options, &mut Scope::new(), &self.code, name, arguments);
        budget.spend(CALL + RUNNING.get().operations);
        if budget.steps() > MAX_OPERATIONS_IN_ALL {
            return Err(Error::limit("error.script-work").with("limit", MAX_OPERATIONS_IN_ALL));
        }
        result.map_err(|error| self.failure(&error, budget))
    }

    fn failure(&self, error: &EvalAltResult, budget: &Budget) -> Error {
        let mut inner = error;
        while let EvalAltResult::ErrorInFunctionCall(_, _, deeper, _) = inner {
            inner = deeper;
        }
        let place = place(self.file.as_deref(), inner.position());
        match inner {
            EvalAltResult::ErrorTerminated(reason, _) if reason.is_bool() => {
                let limit = readable_bytes(budget.limits().memory);
                Error::limit("error.script-memory").with("place", place).with("limit", limit)
            }
            EvalAltResult::ErrorTerminated(..) => {
                budget.check_time().err().unwrap_or_else(|| Error::limit("error.stopped"))
            }
            EvalAltResult::ErrorTooManyOperations(_) => {
                Error::limit("error.script-operations").with("place", place).with("limit", MAX_OPERATIONS)
            }
            EvalAltResult::ErrorStackOverflow(_) => {
                Error::limit("error.script-depth").with("place", place).with("limit", MAX_CALLS)
            }
            EvalAltResult::ErrorDataTooLarge(..) => {
                Error::limit("error.script-size").with("place", place).with("limit", MAX_LIST)
            }
            EvalAltResult::ErrorRuntime(thrown, _) => {
                Error::input("error.script-failed").with("place", place).with("reason", thrown.to_string())
            }
            other => {
                let text = other.to_string();
                let reason = text.rfind(" (line ").map_or(text.as_str(), |end| &text[..end]);
                Error::input("error.script-failed").with("place", place).with("reason", reason)
            }
        }
    }

    /// An answer that is no position, shown at the function that gave it.
    fn wrong(&self, function: &'static str, found: &Dynamic) -> Error {
        let at = self.text.find(&format!("fn {function}")).unwrap_or(0);
        let line = self.text[..at].matches('\n').count() + 1;
        let column = at - self.text[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
        let position = RhaiPosition::new(
            u16::try_from(line).unwrap_or(u16::MAX),
            u16::try_from(column).unwrap_or(u16::MAX),
        );
        let shown: String = found.to_string().chars().take(60).collect();
        Error::input("error.script-answer")
            .with("place", place(self.file.as_deref(), position))
            .with("function", function)
            .with("found", shown)
    }

    fn positions(&self, function: &'static str, answer: Dynamic) -> Result<Vec<Nested>> {
        let list = answer.into_array().map_err(|kind| self.wrong(function, &Dynamic::from(kind)))?;
        let position = |item: Dynamic| Nested::from_script(&item).ok_or_else(|| self.wrong(function, &item));
        list.into_iter().map(position).collect()
    }
}

/// The language without its ways out.
fn engine() -> Engine {
    let mut engine = Engine::new();
    engine
        .set_max_operations(MAX_OPERATIONS)
        .set_max_call_levels(MAX_CALLS)
        .set_max_expr_depths(64, 64)
        .set_max_array_size(MAX_LIST)
        .set_max_map_size(MAX_LIST)
        .set_max_string_size(MAX_LIST)
        .set_max_variables(MAX_VARIABLES)
        .disable_symbol("eval")
        // Its own looks at the size only when the text is there, which may be a million times as long.
        .register_fn("replace", replaced)
        .register_fn("sleep", |_: rhai::INT| no_waiting())
        .on_print(|_| {})
        .on_debug(|_, _, _| {})
        .on_progress(|operations| {
            let mut running = RUNNING.get();
            running.operations = operations;
            let too_much = running.growth.as_mut().is_some_and(|growth| growth.is_too_much(operations));
            RUNNING.set(running);
            if too_much {
                return Some(Dynamic::TRUE);
            }
            let late =
                operations.is_multiple_of(1024) && running.deadline.is_some_and(|at| Instant::now() >= at);
            late.then_some(Dynamic::UNIT)
        });
    engine
}

type Called<T> = std::result::Result<T, Box<EvalAltResult>>;

/// `text` with every `from` as `to`, in place, if that is not too long.
fn replaced(text: &mut ImmutableString, from: &str, to: &str) -> Called<()> {
    let grown = text.matches(from).count().saturating_mul(to.len().saturating_sub(from.len()));
    if text.len().saturating_add(grown) > MAX_LIST {
        let what = "Length of string".to_owned();
        return Err(EvalAltResult::ErrorDataTooLarge(what, RhaiPosition::NONE).into());
    }
    *text = text.replace(from, to).into();
    Ok(())
}

/// Who waits takes no operations, and so has no end.
fn no_waiting() -> Called<()> {
    Err("a script cannot wait: there is no `sleep`".into())
}

fn place(file: Option<&str>, at: RhaiPosition) -> Message {
    let (line, column) = (at.line().unwrap_or(1), at.position().unwrap_or(1));
    match file {
        Some(file) => Message::new("own.place").with("file", file).with("line", line).with("column", column),
        None => Message::new("own.place-script").with("line", line).with("column", column),
    }
}

impl Source for Script {
    type Position = Nested;

    fn options(&self, at: &Nested, budget: &Budget) -> Result<Vec<Nested>> {
        let answer = self.call("options", (at.to_script(),), budget)?;
        self.positions("options", answer)
    }

    fn parts(&self, at: &Nested, budget: &Budget) -> Result<Option<Vec<Nested>>> {
        if !self.parts {
            return Ok(None);
        }
        let answer = self.call("parts", (at.to_script(),), budget)?;
        if answer.is_unit() { Ok(None) } else { self.positions("parts", answer).map(Some) }
    }

    fn ending(&self, at: &Nested, budget: &Budget) -> Result<Ending> {
        if !self.ends {
            return Ok(Ending::Open);
        }
        let answer = self.call("ends", (at.to_script(),), budget)?;
        if answer.is_unit() {
            return Ok(Ending::Open);
        }
        if let Ok(over) = answer.as_bool() {
            return Ok(if over { Ending::Over } else { Ending::Open });
        }
        match answer.to_string().as_str() {
            "N" => Ok(Ending::Decreed(Outcome::N)),
            "P" => Ok(Ending::Decreed(Outcome::P)),
            "D" => Ok(Ending::Decreed(Outcome::D)),
            _ => Err(self.wrong("ends", &answer)),
        }
    }

    fn start(&self, budget: &Budget) -> Result<Option<Nested>> {
        if !self.start {
            return Ok(None);
        }
        let answer = self.call("start", (), budget)?;
        Nested::from_script(&answer).map(Some).ok_or_else(|| self.wrong("start", &answer))
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
