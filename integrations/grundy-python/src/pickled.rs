//! What objects are for pickle: a function of `grundy._pickle`, and what it is called with.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A pair that pickle knows how to send.
pub type Reduced = (Py<PyAny>, Py<PyTuple>);

/// The call that makes an object again.
pub fn reduced<'py, A>(py: Python<'py>, function: &str, arguments: A) -> PyResult<Reduced>
where
    A: IntoPyObject<'py, Target = PyTuple>,
    A::Error: Into<PyErr>,
{
    let function = py.import("grundy._pickle")?.getattr(function)?.unbind();
    let arguments = arguments.into_pyobject(py).map_err(Into::into)?;
    Ok((function, arguments.into_any().cast_into::<PyTuple>()?.unbind()))
}
