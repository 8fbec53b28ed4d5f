//! The library's JSON as Python objects. Whole numbers beyond 2^53 - 1 are decimal strings there and plain
//! `int` here.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value as Json;

use crate::number::from_digits;

/// Fields whose strings are numbers.
const NUMBERS: [&str; 20] = [
    "add",
    "checked_to",
    "closed_at",
    "from",
    "last",
    "lead",
    "margin",
    "max_value",
    "moves_total",
    "multiply",
    "opened_at",
    "period",
    "position",
    "preperiod",
    "remoteness",
    "saltus",
    "take",
    "to",
    "value",
    "values",
];
/// Shorter strings of digits are names: numbers of this size are numbers already.
const SHORTEST: usize = 16;

/// The same object in Python.
pub fn to_python<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    convert(py, json, false)
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
                let inside = matches!(value, Json::Array(_) | Json::String(_));
                dict.set_item(key, convert(py, value, inside && NUMBERS.contains(&key.as_str()))?)?;
            }
            Ok(dict.into_any())
        }
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.len() >= SHORTEST && digits.bytes().all(|byte| byte.is_ascii_digit())
}
