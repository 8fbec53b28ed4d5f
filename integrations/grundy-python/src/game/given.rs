//! The heaps in the arguments of a call.

use dashu_int::UBig;
use grundy_solver::notation;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::failure::raised;
use crate::means::language;
use crate::number::natural;

/// The arguments as notation between brackets, if one of them is text.
pub fn text(given: &Bound<'_, PyTuple>) -> PyResult<Option<String>> {
    if !given.iter().any(|heap| heap.is_instance_of::<PyString>()) {
        return Ok(None);
    }
    let texts: Vec<String> = given.iter().map(|heap| Ok(heap.str()?.to_string())).collect::<PyResult<_>>()?;
    Ok(Some(texts.join(", ")))
}

/// Heaps given as numbers, one list of them, or text.
pub fn heaps(given: &Bound<'_, PyTuple>) -> PyResult<Vec<UBig>> {
    if let Some(text) = text(given)? {
        return notation::parse_heaps(&text).map_err(|error| raised(given.py(), &error, language()));
    }
    if given.len() == 1 {
        let first = given.get_item(0)?;
        if first.hasattr("__len__")? {
            return first.try_iter()?.map(|heap| natural(&heap?)).collect();
        }
    }
    given.iter().map(|heap| natural(&heap)).collect()
}
