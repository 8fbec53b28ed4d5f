//! Errors of the library as exceptions of the package.

use std::cell::RefCell;

use grundy_solver::error::{Condition, ErrorKind};
use grundy_solver::text::Lang;
use grundy_text::Catalogue;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

thread_local! {
    /// The exception that Python raised during work on this thread: from a signal, a callback or rules in
    /// Python.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Keeps an exception until the surrounding work has ended.
pub fn keep(error: PyErr) {
    RAISED.with_borrow_mut(|raised| {
        raised.get_or_insert(error);
    });
}

/// Whether an exception is kept.
pub fn is_kept() -> bool {
    RAISED.with_borrow(Option::is_some)
}

/// Takes the kept exception, if any.
pub fn take_kept() -> Option<PyErr> {
    RAISED.with_borrow_mut(Option::take)
}

/// The class of an exception.
#[derive(Clone, Copy)]
enum Class {
    /// The value is wrong.
    Input,
    /// The type is wrong.
    Type,
    /// A limit was reached.
    Limit,
}

impl From<ErrorKind> for Class {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Input => Self::Input,
            ErrorKind::Limit => Self::Limit,
        }
    }
}

fn class(py: Python<'_>, kind: Class) -> PyResult<&Bound<'_, PyAny>> {
    static INPUT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static TYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static LIMIT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let (cell, name) = match kind {
        Class::Input => (&INPUT, "InputError"),
        Class::Type => (&TYPE, "InputTypeError"),
        Class::Limit => (&LIMIT, "LimitError"),
    };
    let found =
        cell.get_or_try_init(py, || Ok::<_, PyErr>(py.import("grundy._errors")?.getattr(name)?.unbind()))?;
    Ok(found.bind(py))
}

/// The exception for an error of the library.
pub fn raised(py: Python<'_>, error: &grundy_solver::Error, lang: Lang) -> PyErr {
    let json = error.to_json(lang);
    let made = class(py, error.kind().into()).and_then(|class| {
        let message = with_keyword(error.code(), error.message().render(lang), lang);
        let span = json["error"]["span"].as_array().map(|span| (span[0].as_u64(), span[1].as_u64()));
        let report = with_keyword(error.code(), error.report(lang), lang);
        class.call1((message, error.code(), span, error.suggestion(), report))
    });
    made.map_or_else(|failed| failed, PyErr::from_value)
}

/// Adds the keyword argument that helps: the library's messages name no option of any interface.
fn with_keyword(code: &str, text: String, lang: Lang) -> String {
    let name = match Condition::of(code) {
        Some(Condition::MemoryLimit | Condition::ValuesTooMany) => "memory",
        Some(Condition::TimeLimit) => "time",
        _ => return text,
    };
    filled(lang, "note.keyword", &[("text", &text), ("name", name)])
}

/// The exception for an invalid certificate, or for a check that reached a limit.
pub fn of_certificate(py: Python<'_>, error: &grundy_verify::Error, lang: Lang) -> PyErr {
    let kind = if error.is_limit() { Class::Limit } else { Class::Input };
    plain(py, kind, error.code(), &with_keyword(error.code(), error.text(lang), lang))
}

/// The exception for a text of this package: `code` names a text `error.CODE`.
pub fn refused(py: Python<'_>, code: &str, blanks: &[(&str, &str)]) -> PyErr {
    plain(py, Class::Input, code, &filled(crate::means::language(), &format!("error.{code}"), blanks))
}

/// Like [`refused`], but for a value of the wrong type.
pub fn mistyped(py: Python<'_>, code: &str, blanks: &[(&str, &str)]) -> PyErr {
    plain(py, Class::Type, code, &filled(crate::means::language(), &format!("error.{code}"), blanks))
}

/// Like [`refused`], but for a search that ended at a limit.
pub fn exhausted(py: Python<'_>, code: &str, blanks: &[(&str, &str)]) -> PyErr {
    plain(py, Class::Limit, code, &filled(crate::means::language(), &format!("error.{code}"), blanks))
}

fn plain(py: Python<'_>, kind: Class, code: &str, message: &str) -> PyErr {
    let none: Option<u8> = None;
    let made = class(py, kind).and_then(|class| class.call1((message, code, none, none, message)));
    made.map_or_else(|failed| failed, PyErr::from_value)
}

/// A text of this package with its blanks filled.
pub fn filled(lang: Lang, id: &str, values: &[(&str, &str)]) -> String {
    static TEXTS: Catalogue = grundy_text::catalogue!("python");
    TEXTS.filled(lang, id, values)
}
