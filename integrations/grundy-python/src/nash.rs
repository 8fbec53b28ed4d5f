//! Two-player games in matrix form.

use dashu_ratio::RBig;
use grundy_payoff::{Equilibrium, Matrix, Report, SolutionMethod};
use grundy_solver::limits::Budget;
use grundy_solver::text::Lang;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::failure::{mistyped, raised, refused};
use crate::html;
use crate::json;
use crate::means::Means;
use crate::number::{fraction, fraction_to_python};
use crate::pickled::{Reduced, reduced};

/// All equilibria of a two-player game in matrix form, exactly.
///
/// `row` and `column` are the payoffs of the two players: lists of lists of `int`, `Fraction`, `Decimal` or text
/// such as `"1/3"`, NumPy arrays of whole numbers, or Polars or pandas frames, row by row. Without `column` the game
/// is zero-sum, unless the cells of `row` are pairs. `row` may also be text as on the command line, or the name of a
/// classic game.
///
/// >>> import grundy
/// >>> pennies = grundy.nash([[1, -1], [-1, 1]])
/// >>> pennies.value, pennies.equilibria[0]["row"]
/// (Fraction(0, 1), [Fraction(1, 2), Fraction(1, 2)])
/// >>> grundy.nash("prisoners").pure[0]["payoff"]
/// [Fraction(-6, 1), Fraction(-6, 1)]
///
/// `method` is `'all'`, `'pure'`, `'lemke-howson'` or `'zero-sum'`.
#[pyfunction]
#[pyo3(signature = (row, column=None, *, method="all", **limits))]
pub fn nash(
    py: Python<'_>,
    row: &Bound<'_, PyAny>,
    column: Option<&Bound<'_, PyAny>>,
    method: &str,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Equilibria> {
    let means = Means::new(limits)?;
    let Some(method) = SolutionMethod::ALL.into_iter().find(|known| known.word() == method) else {
        return Err(refused(py, "no-method", &[("value", method)]));
    };
    let game = game(py, row, column, means.lang)?;
    let allowed = means.limits;
    let report = means.run(py, |cancel| {
        let report = grundy_payoff::solve(&game, method, &Budget::new(allowed).with_cancel(cancel.clone()))?;
        // A result that a limit cut short does not answer the question for all equilibria.
        report.stopped.clone().map_or(Ok(report), Err)
    })?;
    Ok(Equilibria { report, lang: means.lang })
}

fn game(
    py: Python<'_>,
    row: &Bound<'_, PyAny>,
    column: Option<&Bound<'_, PyAny>>,
    lang: Lang,
) -> PyResult<grundy_payoff::Game> {
    let failed = |error: grundy_solver::Error| raised(py, &error, lang);
    if let Ok(text) = row.cast::<PyString>() {
        let text = text.to_string();
        let found = match grundy_payoff::classic(&text) {
            Some(classic) => classic.game(lang),
            None => grundy_payoff::read(&text)
                .map_err(|error| error.suggest(grundy_payoff::nearest_classic(&text))),
        };
        return found.map_err(failed);
    }
    let cells = rows(row)?;
    if let Some(column) = column {
        let column = matrix(&rows(column)?, lang)?;
        return grundy_payoff::Game::new(matrix(&cells, lang)?, column).map_err(failed);
    }
    let pairs = cells
        .iter()
        .flatten()
        .all(|cell| cell.is_instance_of::<PyTuple>() || cell.is_instance_of::<PyList>());
    if !pairs {
        return Ok(grundy_payoff::Game::zero_sum(matrix(&cells, lang)?));
    }
    let half = |at: usize| -> PyResult<Vec<Vec<Bound<'_, PyAny>>>> {
        cells.iter().map(|row| row.iter().map(|cell| cell.get_item(at)).collect()).collect()
    };
    grundy_payoff::Game::new(matrix(&half(0)?, lang)?, matrix(&half(1)?, lang)?).map_err(failed)
}

/// The cells of a nested list, an array or a frame, row by row.
fn rows<'py>(object: &Bound<'py, PyAny>) -> PyResult<Vec<Vec<Bound<'py, PyAny>>>> {
    let table = if object.hasattr("to_numpy")? { &object.call_method0("to_numpy")? } else { object };
    let nested = if table.hasattr("tolist")? { &table.call_method0("tolist")? } else { table };
    if nested.hasattr("__arrow_c_stream__")? || nested.hasattr("__arrow_c_array__")? {
        // A table that iterates over its columns instead of rows would be read transposed.
        return Err(refused(nested.py(), "table-of-columns", &[]));
    }
    let row = |row: Bound<'py, PyAny>| -> PyResult<Vec<Bound<'py, PyAny>>> {
        if row.is_instance_of::<PyString>() {
            return Err(mistyped(row.py(), "no-matrix", &[("value", &row.repr()?.to_string())]));
        }
        let cells = row.try_iter().map_err(|_| {
            let shown = row.repr().map(|text| text.to_string()).unwrap_or_default();
            mistyped(row.py(), "no-matrix", &[("value", &shown)])
        })?;
        cells.collect()
    };
    nested.try_iter()?.map(|item| row(item?)).collect()
}

fn matrix(cells: &[Vec<Bound<'_, PyAny>>], lang: Lang) -> PyResult<Matrix> {
    let rows: Vec<Vec<RBig>> =
        cells.iter().map(|row| row.iter().map(fraction).collect()).collect::<PyResult<_>>()?;
    match cells.first().and_then(|row| row.first()) {
        Some(cell) => Matrix::new(rows).map_err(|error| raised(cell.py(), &error, lang)),
        None => Python::attach(|py| Matrix::new(rows).map_err(|error| raised(py, &error, lang))),
    }
}

/// The equilibria of a game in matrix form; all numbers are `fractions.Fraction`.
#[pyclass(frozen, module = "grundy")]
pub struct Equilibria {
    report: Report,
    lang: Lang,
}

impl Equilibria {
    fn list<'py>(
        &self,
        py: Python<'py>,
        wanted: impl Fn(&Equilibrium) -> bool,
    ) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for equilibrium in self.report.equilibria.iter().filter(|e| wanted(e)) {
            let [row, column] = self.report.strategies(equilibrium);
            let dict = PyDict::new(py);
            dict.set_item("row", fractions(py, row)?)?;
            dict.set_item("column", fractions(py, column)?)?;
            dict.set_item("payoff", fractions(py, &equilibrium.payoff)?)?;
            dict.set_item("pure", equilibrium.pure)?;
            list.append(dict)?;
        }
        Ok(list)
    }
}

fn fractions<'py>(py: Python<'py>, list: &[RBig]) -> PyResult<Bound<'py, PyList>> {
    let items = list.iter().map(|value| fraction_to_python(py, value)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, items)
}

#[pymethods]
impl Equilibria {
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        let matrix = self.report.game.to_json().to_string();
        reduced(py, "equilibria", (matrix, self.report.method.word(), self.lang.tag()))
    }

    /// The extreme equilibria, pure ones first: dictionaries with `row`, `column`, `payoff` and `pure`.
    #[getter]
    fn equilibria<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, |_| true)
    }

    /// The equilibria in pure strategies.
    #[getter]
    fn pure<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, |equilibrium| equilibrium.pure)
    }

    /// The equilibria that are not pure.
    #[getter]
    fn mixed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py, |equilibrium| !equilibrium.pure)
    }

    /// The maximal Nash subsets, as lists of indices into `equilibria`: every mixture of one's row
    /// strategies with every mixture of its column strategies is an equilibrium.
    #[getter]
    fn components(&self) -> Vec<Vec<usize>> {
        self.report.components.clone()
    }

    /// The value of the game for the row player if the payoffs have a constant sum; else `None`.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.report.value.as_ref().map(|value| fraction_to_python(py, value)).transpose()
    }

    /// The dominated strategies in the order of elimination: `player`, `strategy`, `by`, `strict`, `round`.
    #[getter]
    fn dominated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for one in &self.report.dominated {
            let dict = PyDict::new(py);
            dict.set_item("player", one.player.word())?;
            dict.set_item("strategy", one.strategy)?;
            dict.set_item("by", fractions(py, &one.by)?)?;
            dict.set_item("strict", one.strict)?;
            dict.set_item("round", one.round)?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// Whether an equilibrium strategy has more best replies than strategies in its support; `None` if unknown.
    #[getter]
    fn degenerate(&self) -> Option<bool> {
        self.report.degenerate
    }

    /// Whether these are all extreme equilibria.
    #[getter]
    fn complete(&self) -> bool {
        self.report.complete
    }

    /// The whole report as a dictionary, like the JSON of the command line: fractions as text.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::with_texts(py, &self.report.to_json())
    }

    fn __len__(&self) -> usize {
        self.report.equilibria.len()
    }

    fn __str__(&self) -> String {
        self.report.report(self.lang)
    }

    fn __repr__(&self) -> String {
        let [rows, columns] = self.report.game.payoffs(grundy_payoff::Player::Row).shape();
        format!("<grundy.Equilibria {rows}x{columns}: {} found>", self.report.equilibria.len())
    }

    fn _repr_html_(&self) -> String {
        let mixture = |list: &[RBig]| list.iter().map(RBig::to_string).collect::<Vec<_>>().join(" ");
        let rows = self.report.equilibria.iter().map(|equilibrium| {
            let [row, column] = self.report.strategies(equilibrium);
            vec![mixture(row), mixture(column), mixture(&equilibrium.payoff)]
        });
        html::table(&["row", "column", "payoff"], rows)
    }
}
