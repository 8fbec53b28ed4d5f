//! The library's JSON as Python objects. Whole numbers beyond 2^53 - 1 are decimal strings in the JSON and
//! `int` in Python.

use grundy_solver::position::Position as Question;
use grundy_solver::text::{Lang, Message, Value};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value as Json;

use crate::number::{from_digits, signed_to_python};

/// The largest number that the JSON has as a number.
const GREATEST: &str = "9007199254740991";

/// Converts JSON to Python. A string becomes a number exactly if the library writes that number as a string, whatever
/// its key: the library's own texts never consist of that many digits alone.
pub fn to_python<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    convert(py, json, true)
}

/// Like [`to_python`], but strings stay text: fractions, or names.
pub fn with_texts<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    convert(py, json, false)
}

/// Like [`to_python`], for data about a position: a graph's vertices have names, and a name may have only digits.
pub fn of_question<'py>(py: Python<'py>, question: &Question, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    let has_names = question.components().iter().all(|component| component.game.own().is_some());
    convert(py, json, !has_names)
}

/// The steps of an explanation as dictionaries. The values themselves distinguish numbers from text.
pub fn steps<'py>(py: Python<'py>, steps: &[Message], lang: Lang) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for step in steps {
        let values = PyDict::new(py);
        for (name, value) in step.values() {
            values.set_item(name, of_value(py, value, lang)?)?;
        }
        let dict = PyDict::new(py);
        dict.set_item("id", step.id())?;
        dict.set_item("values", values)?;
        dict.set_item("text", step.render(lang))?;
        list.append(dict)?;
    }
    Ok(list)
}

fn of_value<'py>(py: Python<'py>, value: &Value, lang: Lang) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Number(number) => signed_to_python(py, number),
        Value::Numbers(numbers) => {
            let items = numbers.iter().map(|number| signed_to_python(py, number));
            Ok(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any())
        }
        Value::Text(text) => text.into_bound_py_any(py),
        Value::Message(message) => message.render(lang).into_bound_py_any(py),
    }
}

fn convert<'py>(py: Python<'py>, json: &Json, numbers: bool) -> PyResult<Bound<'py, PyAny>> {
    match json {
        Json::Null => Ok(py.None().into_bound(py)),
        Json::Bool(value) => value.into_bound_py_any(py),
        Json::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(value), _) => value.into_bound_py_any(py),
            (None, Some(value)) => value.into_bound_py_any(py),
            _ => number.as_f64().into_bound_py_any(py),
        },
        Json::String(text) if numbers && is_number(text) => from_digits(py, text),
        Json::String(text) => text.into_bound_py_any(py),
        Json::Array(list) => {
            let items = list.iter().map(|item| convert(py, item, numbers)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
        Json::Object(map) => {
            let dict = PyDict::new(py);
            for (key, value) in map {
                dict.set_item(key, convert(py, value, numbers)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// Whether the text is a number too large for JSON, as the library writes it.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_large = digits.len() > GREATEST.len() || digits.len() == GREATEST.len() && digits > GREATEST;
    is_large && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}
