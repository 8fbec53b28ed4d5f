//! Numbers of the library as NumPy arrays, handed over and not copied.

use std::sync::Arc;

use grundy::batch::{Answers, BadRow, Column, Positions, Prepared, Settings};
use grundy::notation::GameLine;
use grundy::sequence::engine::Kept;
use grundy::values::List;
use grundy_arrow::AskError;
use numpy::{PyArray1, PyArrayMethods as _, PyFixedString, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::batch::of_ask;
use crate::failure::{raised, refused};
use crate::means::Means;
use crate::number::to_python;

/// Rows are answered in pieces of so many.
const PIECE: usize = 1 << 16;

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

/// The heaps of many positions: a column for each, all of one length, and the shape they had.
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
                return Err(refused(py, "array-kind", &[("kind", &dtype.str()?.to_string())]));
            }
            if kind == "i" && size > 0 && array.call_method0("min")?.lt(0)? {
                let heap = array.call_method0("min")?.str()?.to_string();
                let error = grundy::Error::input("error.negative-heap").with("heap", heap);
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

/// Answers rows in pieces, so that signals are seen and progress is told.
fn answers<T: Send>(
    py: Python<'_>,
    line: &GameLine,
    column: Column,
    columns: &[PyReadonlyArray1<'_, u64>],
    means: &Means,
    mut take: impl FnMut(&mut Vec<T>, &Answers) -> Result<(), BadRow> + Send,
) -> PyResult<Vec<T>> {
    let slices = columns.iter().map(|column| Ok(column.as_slice()?)).collect::<PyResult<Vec<&[u64]>>>()?;
    let limits = means.limits;
    let rows = slices.first().map_or(0, |slice| slice.len());
    let result = means.run(py, |cancel| {
        let settings = Settings {
            line: line.clone(),
            columns: vec![column],
            keep_going: false,
            limits,
            cancel: cancel.clone(),
        };
        let mut worker = Arc::new(Prepared::new(settings)).worker();
        let (mut out, mut answers) = (Vec::with_capacity(rows), Answers::default());
        for from in (0..rows).step_by(PIECE) {
            crate::means::note(from as u64, Some(rows as u64));
            if crate::means::is_stopped(cancel) {
                return Err(grundy::Error::limit("error.interrupted"));
            }
            let piece: Vec<&[u64]> =
                slices.iter().map(|slice| &slice[from..rows.min(from + PIECE)]).collect();
            answers.clear();
            let answered = worker
                .answer(Positions::Columns(&piece), &mut answers)
                .and_then(|()| take(&mut out, &answers));
            if let Err(bad) = answered {
                return Ok(Err(AskError { row: Some(from + bad.row), error: bad.error }));
            }
        }
        Ok(Ok(out))
    })?;
    result.map_err(|error| of_ask(py, &error))
}

/// Who wins, for arrays of heaps.
pub fn outcomes<'py>(
    line: &GameLine,
    heaps: &Bound<'py, PyTuple>,
    means: &Means,
) -> PyResult<Bound<'py, PyAny>> {
    let py = heaps.py();
    let (columns, shape) = columns(py, heaps)?;
    let found = answers(py, line, Column::Outcome, &columns, means, |out, answers| {
        out.extend(answers.outcomes.iter().map(|letter| PyFixedString([*letter])));
        Ok(())
    })?;
    PyArray1::<PyFixedString<1>>::from_vec(py, found).call_method1("reshape", (shape,))
}

/// Grundy values, for arrays of heaps.
pub fn values_of<'py>(
    line: &GameLine,
    heaps: &Bound<'py, PyTuple>,
    means: &Means,
) -> PyResult<Bound<'py, PyAny>> {
    let py = heaps.py();
    let (columns, shape) = columns(py, heaps)?;
    let found = answers(py, line, Column::Value, &columns, means, |out, answers| {
        if let Some(row) = answers.has_value.iter().position(|has| !has) {
            return Err(BadRow { row, error: no_value(line) });
        }
        out.extend_from_slice(&answers.values);
        Ok(())
    })?;
    PyArray1::from_vec(py, found).call_method1("reshape", (shape,))
}

/// Why there is no value.
fn no_value(line: &GameLine) -> grundy::Error {
    match grundy::Solver::check_values(line) {
        Err(error) => error,
        Ok(()) => grundy::Error::input("error.values-drawn").with("heap", line.game.spelled.as_str()),
    }
}
