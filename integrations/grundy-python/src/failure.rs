//! Errors of the library as exceptions of the package.

use std::cell::RefCell;

use grundy::error::ErrorKind;
use grundy::text::Lang;
use grundy_text::Catalogue;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

thread_local! {
    /// What Python raised in the middle of work on this thread: by a signal, a callback or rules of its own.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Keeps an exception until the work around it has ended.
pub fn keep(error: PyErr) {
    RAISED.with_borrow_mut(|raised| {
        raised.get_or_insert(error);
    });
}

/// Is there one that waits?
pub fn is_kept() -> bool {
    RAISED.with_borrow(Option::is_some)
}

/// The exception that was kept, if any.
pub fn take_kept() -> Option<PyErr> {
    RAISED.with_borrow_mut(Option::take)
}

fn class(py: Python<'_>, kind: ErrorKind) -> PyResult<&Bound<'_, PyAny>> {
    static INPUT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static LIMIT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let (cell, name) = match kind {
        ErrorKind::Input => (&INPUT, "InputError"),
        ErrorKind::Limit => (&LIMIT, "LimitError"),
    };
    let found =
        cell.get_or_try_init(py, || Ok::<_, PyErr>(py.import("grundy._errors")?.getattr(name)?.unbind()))?;
    Ok(found.bind(py))
}

/// The exception for an error of the library.
pub fn raised(py: Python<'_>, error: &grundy::Error, lang: Lang) -> PyErr {
    let json = error.to_json(lang);
    let made = class(py, error.kind()).and_then(|class| {
        let message = error.message().render(lang);
        let span = json["error"]["span"].as_array().map(|span| (span[0].as_u64(), span[1].as_u64()));
        class.call1((message, error.code(), span, error.suggestion(), error.report(lang)))
    });
    made.map_or_else(|failed| failed, PyErr::from_value)
}

/// The exception for a file that is no certificate, or a check that came to a limit.
pub fn of_certificate(py: Python<'_>, error: &grundy_verify::Error, lang: Lang) -> PyErr {
    let kind = if error.is_limit() { ErrorKind::Limit } else { ErrorKind::Input };
    plain(py, kind, error.code(), &error.text(lang))
}

/// The exception for a text of this package: `code` names a text `error.CODE`.
pub fn refused(py: Python<'_>, code: &str, blanks: &[(&str, &str)]) -> PyErr {
    plain(py, ErrorKind::Input, code, &filled(crate::means::language(), &format!("error.{code}"), blanks))
}

/// The same for what was looked for in vain within a limit.
pub fn exhausted(py: Python<'_>, code: &str, blanks: &[(&str, &str)]) -> PyErr {
    plain(py, ErrorKind::Limit, code, &filled(crate::means::language(), &format!("error.{code}"), blanks))
}

fn plain(py: Python<'_>, kind: ErrorKind, code: &str, message: &str) -> PyErr {
    let none: Option<u8> = None;
    let made = class(py, kind).and_then(|class| class.call1((message, code, none, none, message)));
    made.map_or_else(|failed| failed, PyErr::from_value)
}

/// A text of this package with its blanks filled.
pub fn filled(lang: Lang, id: &str, values: &[(&str, &str)]) -> String {
    static TEXTS: Catalogue = grundy_text::catalogue!("python");
    TEXTS.filled(lang, id, values)
}
