//! The argument `files`: whether games may name files.

use std::path::PathBuf;

use grundy_solver::notation::Files;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// No argument, `None` and `False` allow no files, `True` allows any, a path those below that
/// folder.
pub fn read(given: Option<&Bound<'_, PyAny>>) -> PyResult<Files> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(Files::Refused) };
    match given.cast::<PyBool>() {
        Ok(all) if all.is_true() => Ok(Files::Allowed),
        Ok(_) => Ok(Files::Refused),
        Err(_) => Ok(Files::Below(given.extract::<PathBuf>()?)),
    }
}

/// The value of the argument for `files`.
pub fn to_python<'py>(py: Python<'py>, files: &Files) -> PyResult<Bound<'py, PyAny>> {
    match files {
        Files::Refused => false.into_bound_py_any(py),
        Files::Allowed => true.into_bound_py_any(py),
        Files::Below(folder) => folder.into_bound_py_any(py),
    }
}
