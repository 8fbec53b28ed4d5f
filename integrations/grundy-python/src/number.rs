//! Whole numbers and fractions between Python and the library, exactly.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyString};

use crate::failure::{mistyped, refused};

/// A Python `int` from a number.
pub fn to_python<'py>(py: Python<'py>, value: &UBig) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(word) = u64::try_from(value) {
        return Ok(word.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &value.to_le_bytes());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// A Python `int` from a number that may be negative.
pub fn signed_to_python<'py>(py: Python<'py>, value: &IBig) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(word) = i64::try_from(value) {
        return Ok(word.into_pyobject(py)?.into_any());
    }
    let (sign, size) = value.clone().into_parts();
    let size = to_python(py, &size)?;
    if sign == dashu_int::Sign::Negative { size.neg() } else { Ok(size) }
}

/// A Python `int` from its decimal digits.
pub fn from_digits<'py>(py: Python<'py>, digits: &str) -> PyResult<Bound<'py, PyAny>> {
    match digits.parse::<IBig>() {
        Ok(value) => signed_to_python(py, &value),
        Err(_) => Ok(digits.into_pyobject(py)?.into_any()),
    }
}

/// A number from any object that Python accepts as a whole number.
pub fn signed(value: &Bound<'_, PyAny>) -> PyResult<IBig> {
    if let Ok(word) = value.extract::<i64>() {
        return Ok(IBig::from(word));
    }
    let index = value.call_method0("__index__").map_err(|_| not_whole(value))?;
    let bits: usize = index.call_method0("bit_length")?.extract()?;
    let bytes = index.call_method0("__abs__")?.call_method1("to_bytes", (bits / 8 + 1, "little"))?;
    let size = IBig::from(UBig::from_le_bytes(bytes.cast::<PyBytes>()?.as_bytes()));
    Ok(if index.lt(0)? { -size } else { size })
}

/// A heap: a whole number that is not negative.
pub fn natural(value: &Bound<'_, PyAny>) -> PyResult<UBig> {
    if let Ok(word) = value.extract::<u64>() {
        return Ok(UBig::from(word));
    }
    let number = signed(value)?;
    UBig::try_from(number).map_err(|_| {
        let shown = value.str().map(|text| text.to_string()).unwrap_or_default();
        let error = grundy_solver::Error::input("error.negative-heap").with("heap", shown);
        crate::failure::raised(value.py(), &error, crate::means::language())
    })
}

/// A count: whole and not negative. A number too large for `usize` becomes its maximum.
pub fn count(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    if let Ok(number) = value.extract::<usize>() {
        return Ok(number);
    }
    match UBig::try_from(signed(value)?) {
        Ok(_) => Ok(usize::MAX),
        Err(_) => Err(refused(value.py(), "negative-count", &[("value", &value.str()?.to_string())])),
    }
}

/// Like [`count`], but optional.
pub fn count_if_any(value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if value.is_none() { Ok(None) } else { count(value).map(Some) }
}

fn not_whole(value: &Bound<'_, PyAny>) -> PyErr {
    let shown = value.repr().map(|text| text.to_string()).unwrap_or_default();
    mistyped(value.py(), "not-a-whole-number", &[("value", &shown)])
}

fn fraction_class(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let load = || Ok::<_, PyErr>(py.import("fractions")?.getattr("Fraction")?.unbind());
    Ok(CLASS.get_or_try_init(py, load)?.bind(py))
}

/// A `fractions.Fraction`.
pub fn fraction_to_python<'py>(py: Python<'py>, value: &RBig) -> PyResult<Bound<'py, PyAny>> {
    let top = signed_to_python(py, value.numerator())?;
    let bottom = to_python(py, value.denominator())?;
    fraction_class(py)?.call1((top, bottom))
}

/// A fraction from an `int`, a `Fraction`, a `Decimal` or text such as `"1/3"`; floats are rejected, since
/// they are seldom the number that was written.
pub fn fraction(value: &Bound<'_, PyAny>) -> PyResult<RBig> {
    let py = value.py();
    if let Ok(word) = value.extract::<i64>() {
        return Ok(RBig::from(IBig::from(word)));
    }
    let is_float = value.hasattr("is_integer")? && value.hasattr("hex")?;
    let exact = if is_float { None } else { fraction_class(py)?.call1((value,)).ok() };
    let Some(exact) = exact else {
        let shown = value.repr()?.to_string();
        let code = if is_float { "float-payoff" } else { "not-a-fraction" };
        let text = value.is_instance_of::<PyString>();
        let make = if text { refused } else { mistyped };
        return Err(make(py, code, &[("value", &shown)]));
    };
    let bottom = natural(&exact.getattr("denominator")?)?;
    Ok(RBig::from_parts(signed(&exact.getattr("numerator")?)?, bottom))
}
