//! What objects are for pickle: a function of `grundy._pickle`, and what it is called with.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A pair that pickle knows how to send.
pub type Reduced = (Py<PyAny>, Py<PyTuple>);

/// The call that makes an object again.
pub fn reduced<'py, A>(py: Python<'py>, function: &str, arguments: A) -> PyResult<Reduced>
where
    A: IntoPyObject<'py, Target = PyTuple>,
{
    let function = py.import("grundy._pickle")?.getattr(function)?.unbind();
    let arguments = arguments.into_bound_py_any(py)?;
    Ok((function, arguments.cast_into::<PyTuple>()?.unbind()))
}
