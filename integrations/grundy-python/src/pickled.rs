//! The form of objects for pickle: a function of `grundy._pickle`, and its arguments.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A pair that pickle can serialize.
pub type Reduced = (Py<PyAny>, Py<PyTuple>);

/// The call that restores an object.
pub fn reduced<'py, A>(py: Python<'py>, function: &str, arguments: A) -> PyResult<Reduced>
where
    A: IntoPyObject<'py, Target = PyTuple>,
{
    let function = py.import("grundy._pickle")?.getattr(function)?.unbind();
    let arguments = arguments.into_bound_py_any(py)?;
    Ok((function, arguments.cast_into::<PyTuple>()?.unbind()))
}
