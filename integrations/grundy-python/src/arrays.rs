//! Numbers of the library as NumPy arrays, without a copy.

use std::sync::Arc;

use grundy_solver::batch::{Answers, BatchSettings, Column, Positions, Prepared, RowError};
use grundy_solver::notation::GameLine;
use grundy_solver::sequence::engine::Kept;
use grundy_solver::values::List;
use numpy::{PyArray1, PyArrayMethods as _, PyFixedUnicode, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::batch::in_row;
use crate::failure::{mistyped, raised, refused};
use crate::means::Means;
use crate::number::to_python;

/// Rows of a piece if a formula decides each row.
const PIECE: usize = 1 << 16;
/// Rows of a piece if each row is a computation, since the clock is checked between pieces.
const FEW: usize = 1 << 8;

/// Why there is no array.
enum Failed {
    Row(RowError),
    /// The position in this row has no value.
    NoValue(usize),
}

/// A list of values as an array of the same element width.
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

/// The values as 32-bit words; `None` if one is larger.
pub fn words(list: List) -> Option<Vec<u32>> {
    match list {
        List::Kept(kept) => Some(kept.values().iter().collect()),
        List::Words(all) => all.into_iter().map(|value| u32::try_from(value).ok()).collect(),
        List::Naturals(_) => None,
    }
}

/// The heaps of many positions: one column for each heap, all of one length, and their shape.
fn columns<'py>(
    py: Python<'py>,
    heaps: &Bound<'py, PyTuple>,
) -> PyResult<(Vec<PyReadonlyArray1<'py, u64>>, Bound<'py, PyAny>)> {
    let numpy = py.import("numpy")?;
    let arrays = heaps
        .iter()
        .map(|heap| {
            let array = numpy.call_method1("asarray", (heap,))?;
            let dtype = array.getattr("dtype")?;
            let kind: String = dtype.getattr("kind")?.extract()?;
            let size: usize = array.getattr("size")?.extract()?;
            if kind != "u" && kind != "i" && size > 0 {
                return Err(mistyped(py, "array-kind", &[("kind", &dtype.str()?.to_string())]));
            }
            if kind == "i" && size > 0 && array.call_method0("min")?.lt(0)? {
                let heap = array.call_method0("min")?.str()?.to_string();
                let error = grundy_solver::Error::input("error.negative-heap").with("heap", heap);
                return Err(raised(py, &error, crate::means::language()));
            }
            let same = PyDict::new(py);
            same.set_item("copy", false)?;
            array.call_method("astype", ("uint64",), Some(&same))
        })
        .collect::<PyResult<Vec<_>>>()?;
    let together = numpy.call_method1("broadcast_arrays", PyTuple::new(py, arrays)?)?;
    let mut columns = Vec::new();
    let mut shape = PyTuple::empty(py).into_any();
    for array in together.try_iter()? {
        let array = array?;
        shape = array.getattr("shape")?;
        let flat = numpy.call_method1("ascontiguousarray", (array.call_method0("ravel")?,))?;
        columns.push(flat.cast_into::<PyArray1<u64>>()?.readonly());
    }
    Ok((columns, shape))
}

/// Answers rows in pieces, so that signals are handled and progress is reported.
fn answers<T: Send>(
    py: Python<'_>,
    line: &GameLine,
    column: Column,
    columns: &[PyReadonlyArray1<'_, u64>],
    means: &Means,
    mut take: impl FnMut(&mut Vec<T>, &Answers) -> Result<(), usize> + Send,
) -> PyResult<Vec<T>> {
    let slices = columns.iter().map(|column| Ok(column.as_slice()?)).collect::<PyResult<Vec<&[u64]>>>()?;
    let limits = means.limits;
    let rows = slices.first().map_or(0, |slice| slice.len());
    let result = means.run(py, |cancel| {
        let settings = BatchSettings {
            line: line.clone(),
            columns: vec![column],
            keep_going: false,
            limits,
            cancel: cancel.clone(),
        };
        let prepared = Arc::new(Prepared::new(settings));
        let piece = if prepared.is_immediate(slices.len()) { PIECE } else { FEW };
        let mut worker = prepared.worker();
        let (mut out, mut answers) = (Vec::with_capacity(rows), Answers::default());
        for from in (0..rows).step_by(piece) {
            crate::means::note(from as u64, Some(rows as u64));
            cancel.check()?;
            let some: Vec<&[u64]> = slices.iter().map(|slice| &slice[from..rows.min(from + piece)]).collect();
            answers.clear();
            if let Err(bad) = worker.answer(Positions::Columns(&some), &mut answers) {
                if cancel.has_caused(&bad.error) {
                    return Err(bad.error);
                }
                return Ok(Err(Failed::Row(bad.after(from as u64))));
            }
            if let Err(row) = take(&mut out, &answers) {
                return Ok(Err(Failed::NoValue(from + row)));
            }
        }
        Ok(Ok(out))
    })?;
    result.map_err(|failed| match failed {
        Failed::Row(wrong) => in_row(py, raised(py, &wrong.error, means.lang), wrong.row, means.lang),
        Failed::NoValue(row) => {
            let heaps: Vec<String> = slices.iter().map(|slice| slice[row].to_string()).collect();
            let position = format!("{}[{}]", line.spelled, heaps.join(", "));
            in_row(py, refused(py, "no-value", &[("position", &position)]), row as u64, means.lang)
        }
    })
}

/// An outcome as an element of a text array.
pub fn letter_of(letter: u8) -> PyFixedUnicode<1> {
    PyFixedUnicode([u32::from(letter)])
}

/// The outcomes of arrays of heaps.
pub fn outcomes<'py>(
    line: &GameLine,
    heaps: &Bound<'py, PyTuple>,
    means: &Means,
) -> PyResult<Bound<'py, PyAny>> {
    let py = heaps.py();
    let (columns, shape) = columns(py, heaps)?;
    let found = answers(py, line, Column::Outcome, &columns, means, |out, answers| {
        out.extend(answers.outcomes.iter().map(|letter| letter_of(*letter)));
        Ok(())
    })?;
    PyArray1::<PyFixedUnicode<1>>::from_vec(py, found).call_method1("reshape", (shape,))
}

/// The Grundy values of arrays of heaps.
pub fn values_of<'py>(
    line: &GameLine,
    heaps: &Bound<'py, PyTuple>,
    means: &Means,
) -> PyResult<Bound<'py, PyAny>> {
    let py = heaps.py();
    grundy_solver::Solver::check_values(line).map_err(|error| raised(py, &error, means.lang))?;
    let (columns, shape) = columns(py, heaps)?;
    let found = answers(py, line, Column::Value, &columns, means, |out, answers| {
        if let Some(row) = answers.has_value.iter().position(|has| !has) {
            return Err(row);
        }
        out.extend_from_slice(&answers.values);
        Ok(())
    })?;
    PyArray1::from_vec(py, found).call_method1("reshape", (shape,))
}
