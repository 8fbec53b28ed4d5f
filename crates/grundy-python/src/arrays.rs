//! Numbers of the library as NumPy arrays, handed over and not copied.

use grundy::sequence::engine::Kept;
use grundy::values::List;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::number::to_python;

/// A list of values as an array of the same width.
pub fn of_list(py: Python<'_>, list: List) -> PyResult<Bound<'_, PyAny>> {
    Ok(match list {
        List::Kept(Kept::Bytes(all)) => PyArray1::from_vec(py, all).into_any(),
        List::Kept(Kept::Narrow(all)) => PyArray1::from_vec(py, all).into_any(),
        List::Kept(Kept::Wide(all)) => PyArray1::from_vec(py, all).into_any(),
        List::Words(all) => PyArray1::from_vec(py, all).into_any(),
        List::Naturals(all) => {
            let all =
                all.iter().map(|value| Ok(to_python(py, value)?.unbind())).collect::<PyResult<Vec<_>>>()?;
            PyArray1::from_vec(py, all).into_any()
        }
    })
}

/// The same as 32-bit words, where none is larger.
pub fn words(list: List) -> Option<Vec<u32>> {
    match list {
        List::Kept(kept) => Some(kept.values().iter().collect()),
        List::Words(all) => all.into_iter().map(|value| u32::try_from(value).ok()).collect(),
        List::Naturals(_) => None,
    }
}
