//! Questions about many positions of a game: tables, the law of a game, arrays.

use grundy_pattern::Request;
use grundy_solver::table::Show;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::Game;
use crate::arrays;
use crate::failure::refused;
use crate::means::Means;
use crate::number::{count, count_if_any};
use crate::pattern::Pattern;
use crate::picture::Table;

#[pymethods]
impl Game {
    /// All positions of two heaps below `rows` and `columns` (`rows` if omitted), as a `Table`: `.array` is a
    /// NumPy array, and a notebook shows a picture.
    ///
    /// `show` is `'outcome'`, `'value'` or `'remoteness'` (moves under best play).
    ///
    /// >>> import grundy
    /// >>> grundy.Game("wythoff").table(3, 4, show="value").array
    /// array([[0, 1, 2, 3],
    ///        [1, 2, 0, 4],
    ///        [2, 0, 1, 5]], dtype=uint32)
    #[pyo3(signature = (rows, columns=None, show="outcome", **limits))]
    fn table(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = count)] rows: usize,
        #[pyo3(from_py_with = count_if_any)] columns: Option<usize>,
        show: &str,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Table> {
        let means = Means::new(limits)?;
        let line = self.line(py)?;
        let Some((_, show)) = Show::ALL.into_iter().find(|(word, _)| *word == show) else {
            return Err(refused(py, "no-show", &[("value", show)]));
        };
        let columns = columns.unwrap_or(rows);
        let set = |solver: grundy_solver::Solver| solver;
        let grid = means.ask(py, self.tables.key(), set, |solver| solver.table(line, rows, columns, show))?;
        Ok(Table::new(grid, line.clone(), means.lang))
    }

    /// The law of outcomes and values: proved, or a conjecture that was checked up to some heap.
    ///
    /// >>> import grundy
    /// >>> found = grundy.Game("take 1, 3, 4").pattern()
    /// >>> found.status, found.p_positions
    /// ('proved', 'n mod 7 in {0, 2}')
    #[pyo3(signature = (heaps=None, *, to=None, **limits))]
    fn pattern(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = count_if_any)] heaps: Option<usize>,
        #[pyo3(from_py_with = count_if_any)] to: Option<usize>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Pattern> {
        let means = Means::new(limits)?;
        let line = self.line(py)?;
        let request = Request { heaps, to };
        let find = |solver: &grundy_solver::Solver| grundy_pattern::find(solver, line, request);
        let found = means.ask(py, self.tables.key(), |s| s, find)?;
        Ok(Pattern::new(found, line.clone(), request, means.lang))
    }

    /// The outcomes of arrays of positions: an array for each heap, or a number if a heap is the same in all
    /// positions. The answer is an array of the texts `'N'`, `'P'` and `'D'`.
    ///
    /// >>> import grundy, numpy
    /// >>> grundy.Game("wythoff").outcomes(numpy.arange(4), 2)
    /// array(['N', 'P', 'N', 'N'], dtype='<U1')
    #[pyo3(signature = (*heaps, **limits))]
    fn outcomes<'py>(
        &self,
        py: Python<'py>,
        heaps: &Bound<'py, PyTuple>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let means = Means::new(limits)?;
        arrays::outcomes(self.line(py)?, heaps, &means)
    }

    /// The Grundy values of arrays of positions, an array for each heap, as `uint64`. A position without a value
    /// is an error.
    ///
    /// >>> import grundy
    /// >>> grundy.Game("nim").values_of([1, 2, 3], [3, 3, 3])
    /// array([2, 1, 0], dtype=uint64)
    #[pyo3(signature = (*heaps, **limits))]
    fn values_of<'py>(
        &self,
        py: Python<'py>,
        heaps: &Bound<'py, PyTuple>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let means = Means::new(limits)?;
        arrays::values_of(self.line(py)?, heaps, &means)
    }
}
