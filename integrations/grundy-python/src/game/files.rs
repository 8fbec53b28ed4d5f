//! Whether games may name files, as a call says it.

use std::path::PathBuf;

use grundy_solver::notation::Files;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// Nothing and `False` for no files, `True` for any, a path for those below a folder.
pub fn read(given: Option<&Bound<'_, PyAny>>) -> PyResult<Files> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(Files::Refused) };
    match given.cast::<PyBool>() {
        Ok(all) if all.is_true() => Ok(Files::Allowed),
        Ok(_) => Ok(Files::Refused),
        Err(_) => Ok(Files::Below(given.extract::<PathBuf>()?)),
    }
}

/// The argument that says the same.
pub fn to_python<'py>(py: Python<'py>, files: &Files) -> PyResult<Bound<'py, PyAny>> {
    match files {
        Files::Refused => false.into_bound_py_any(py),
        Files::Allowed => true.into_bound_py_any(py),
        Files::Below(folder) => folder.into_bound_py_any(py),
    }
}
