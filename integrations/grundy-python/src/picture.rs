//! Tables of two heaps, and pictures.

use std::sync::Arc;

use grundy_solver::Outcome;
use grundy_solver::limits::Budget;
use grundy_solver::notation::GameLine;
use grundy_solver::table::{Grid, Show};
use grundy_solver::text::Lang;
use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arrays::letter_of;
use crate::failure::raised;
use crate::game::Game;
use crate::json;
use crate::pickled::{Reduced, reduced};

/// All positions of two heaps below given sizes: an array, and a picture of it.
///
/// >>> import grundy
/// >>> table = grundy.Game("nim").table(2)
/// >>> table.array
/// array([['P', 'N'],
///        ['N', 'P']], dtype='<U1')
/// >>> table.shape
/// (2, 2)
#[pyclass(frozen, module = "grundy")]
pub struct Table {
    grid: Arc<Grid>,
    line: GameLine,
    lang: Lang,
}

impl Table {
    pub fn new(grid: Grid, line: GameLine, lang: Lang) -> Self {
        Self { grid: Arc::new(grid), line, lang }
    }
}

#[pymethods]
impl Table {
    /// The table as a NumPy array, one row for each size of the first heap: `'N'`, `'P'` and `'D'`
    /// for outcomes, numbers otherwise.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.grid.rows, self.grid.columns];
        if self.grid.show != Show::Outcome {
            return Ok(PyArray1::from_slice(py, &self.grid.numbers).reshape(shape)?.into_any());
        }
        let letter = |outcome: &Outcome| letter_of(outcome.letter().as_bytes()[0]);
        let letters: Vec<_> = self.grid.outcomes.iter().map(letter).collect();
        Ok(PyArray1::from_vec(py, letters).reshape(shape)?.into_any())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // Each call creates a new array, so it is already a copy.
        let _ = copy;
        let array = self.array(py)?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    /// The number of sizes of the first and of the second heap.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.grid.rows, self.grid.columns)
    }

    /// The content of the cells: `'outcome'`, `'value'` or `'remoteness'`.
    #[getter]
    fn show(&self) -> &'static str {
        self.grid.show.word()
    }

    /// The picture as SVG text.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let (grid, lang) = (self.grid.clone(), self.lang);
        py.detach(|| grundy_picture::Picture(&grid).to_svg(lang, &Budget::default()))
            .map_err(|error| raised(py, &error, lang))
    }

    /// The picture as a PNG file.
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let grid = self.grid.clone();
        let png = py
            .detach(|| grundy_picture::Picture(&grid).to_png(&Budget::default()))
            .map_err(|error| raised(py, &error, self.lang))?;
        Ok(PyBytes::new(py, &png))
    }

    /// The table as CSV text.
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        self.grid.to_csv(&Budget::default()).map_err(|error| raised(py, &error, self.lang))
    }

    /// The table as a dictionary, like the JSON of the command line.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let table = self.grid.to_json(&self.line.spelled, self.line.misere, &Budget::default());
        let dict = json::to_python(py, &table.map_err(|error| raised(py, &error, self.lang))?)?;
        Ok(dict.cast_into()?)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        let Grid { rows, columns, show, .. } = &*self.grid;
        let game = Game::of_line(self.line.clone());
        reduced(py, "table", (game, *rows, *columns, show.word(), self.lang.tag()))
    }

    fn __str__(&self) -> String {
        grundy_picture::Picture(&self.grid).to_text(self.lang, false)
    }

    fn __repr__(&self) -> String {
        let Grid { title, show, rows, columns, .. } = &*self.grid;
        format!("<grundy.Table {title} {rows}x{columns} {}>", show.word())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }
}

/// A picture for a notebook; `svg` is its text.
#[pyclass(frozen, module = "grundy")]
pub struct Picture {
    svg: String,
}

impl Picture {
    pub fn new(svg: String) -> Self {
        Self { svg }
    }
}

#[pymethods]
impl Picture {
    #[new]
    fn of_svg(svg: String) -> Self {
        Self::new(svg)
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String,)) {
        (py.get_type::<Self>().into_any().unbind(), (self.svg.clone(),))
    }

    /// The picture as SVG text.
    #[getter]
    fn svg(&self) -> &str {
        &self.svg
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Picture, {} bytes of SVG>", self.svg.len())
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }
}
