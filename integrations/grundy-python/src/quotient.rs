//! Misère quotients: which sums of heaps are equivalent under misère play.

use grundy_misere::{Bounds, Element, GameQuotient, Halt, certificate, diagram, json as quotient_json};
use grundy_solver::error::Result;
use grundy_solver::limits::Budget;
use grundy_solver::notation::GameLine;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::Value as Json;

use crate::batch::line;
use crate::failure::{raised, refused};
use crate::json;
use crate::means::Means;
use crate::number::{count, count_if_any};
use crate::pickled::{Reduced, reduced};

/// The misère quotient of a game, or of several games together: a finite commutative monoid with an element for
/// every heap. The product of the elements of a sum's heaps determines the outcome.
///
/// >>> import grundy
/// >>> kayles = grundy.quotient("kayles")
/// >>> kayles.order, kayles.p_portion.size, kayles.full, kayles.period, kayles.first_wild
/// (40, 9, True, 12, 5)
///
/// `table` is the Cayley table as a NumPy array, `heaps` the element of each heap from the empty one on, `is_p` which
/// elements are lost for the player to move. Two rows of 1000 pins and one of 77:
///
/// >>> row = lambda n: kayles.element(n)
/// >>> bool(kayles.is_p[kayles.table[kayles.table[row(1000), row(1000)], row(77)]])
/// False
/// >>> grundy.verify(kayles.certificate())["valid"]
/// True
///
/// `to` is the last heap, if not all are needed. If a limit ends the computation, `full` is False and `exact_to` is
/// the last heap that is known.
#[pyfunction]
#[pyo3(signature = (game, *games, to=None, **limits))]
pub fn quotient(
    game: &Bound<'_, PyAny>,
    games: &Bound<'_, PyTuple>,
    #[pyo3(from_py_with = count_if_any)] to: Option<usize>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Quotient> {
    let py = game.py();
    let means = Means::new(limits)?;
    let mut lines = vec![line(game)?];
    for game in games {
        lines.push(line(&game)?);
    }
    if let Some(other) = lines.iter().find(|line| !line.game.is_heapwise()) {
        return Err(refused(py, "no-heapwise-game", &[("game", &other.spelled)]));
    }
    let allowed = means.limits;
    means.run(py, |cancel| {
        let budget = Budget::new(allowed).with_cancel(cancel.clone());
        Quotient::computed(&lines, to, &budget)
    })
}

/// A misère quotient, as returned by `grundy.quotient`.
#[pyclass(frozen, module = "grundy")]
pub struct Quotient {
    found: Json,
    products: Vec<Vec<Element>>,
    lost: Vec<bool>,
    certificate: Result<String>,
    svg: Option<String>,
    games: Vec<String>,
    to: Option<usize>,
}

impl Quotient {
    fn computed(lines: &[GameLine], to: Option<usize>, budget: &Budget) -> Result<Self> {
        let bounds = Bounds { heap: to.unwrap_or(Bounds::LONG.heap), ..Bounds::LONG };
        let mut quotient = GameQuotient::new(lines.iter().filter_map(|line| line.game.rules()));
        let halt = quotient.extend(bounds.heap, bounds, budget).err();
        if let (None, Some(Halt::Budget(error))) = (quotient.known_to(), &halt) {
            return Err(error.clone());
        }
        let games: Vec<String> = lines.iter().map(|line| line.spelled.to_string()).collect();
        let monoid = quotient.monoid();
        Ok(Self {
            found: quotient_json::of(&games.join(" + "), &quotient, halt.as_ref()),
            products: monoid.elements().map(|element| monoid.row(element).to_vec()).collect(),
            lost: monoid.elements().map(|element| monoid.is_lost(element)).collect(),
            certificate: certificate::of(&quotient, budget),
            svg: (monoid.order() <= diagram::MOST).then(|| diagram::svg(monoid, quotient.presentation())),
            games,
            to,
        })
    }

    fn field<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.found[name])
    }

    fn of_game<'py>(&self, py: Python<'py>, game: usize, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let games = self.found["games"].as_array().map_or(0, Vec::len);
        if game >= games {
            return Err(pyo3::exceptions::PyIndexError::new_err(format!("{game} >= {games}")));
        }
        json::to_python(py, &self.found["games"][game][name])
    }
}

#[pymethods]
impl Quotient {
    /// The number of elements.
    #[getter]
    fn order(&self) -> usize {
        self.products.len()
    }

    /// The Cayley table: `table[a, b]` is the product of two elements, and 0 is the identity.
    #[getter]
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<Element>>> {
        Ok(PyArray2::from_vec2(py, &self.products)?)
    }

    /// For each element, whether its sums are lost for the player to move.
    #[getter]
    fn is_p<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_slice(py, &self.lost)
    }

    /// The elements that are lost for the player to move.
    #[getter]
    fn p_portion<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<Element>> {
        let lost = (0..).zip(&self.lost).filter(|(_, lost)| **lost).map(|(element, _)| element);
        PyArray1::from_iter(py, lost)
    }

    /// Whether it is proved to be the quotient of all heaps.
    #[getter]
    fn full(&self) -> bool {
        self.found["full"] == true
    }

    /// The last heap that is known; None if all are.
    #[getter]
    fn exact_to<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.field(py, "exact_to")
    }

    /// Whether every position behaves like one of Nim.
    #[getter]
    fn tame(&self) -> bool {
        self.found["tame"] == true
    }

    /// The least heap that is not equivalent to a sum of Nim heaps; None if all known heaps are.
    #[getter]
    fn first_wild<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.field(py, "first_wild")
    }

    /// Names of the elements as products of generators, such as 'a b^2'.
    #[getter]
    fn elements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.field(py, "elements")
    }

    /// The generators: dictionaries of `name` and `element`.
    #[getter]
    fn generators<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.field(py, "generators")
    }

    /// The relations: pairs of equal products.
    #[getter]
    fn relations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.field(py, "relations")
    }

    /// The period of the heaps' elements; None if none is proved. For several games, that of the first.
    #[getter]
    fn period<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.of_game(py, 0, "period")
    }

    /// The heap from which on the elements repeat.
    #[getter]
    fn preperiod<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.of_game(py, 0, "preperiod")
    }

    /// The elements of heaps 0, 1, ... of a game, counted from 0: all that are known, or up to the end of the first period.
    #[pyo3(signature = (game=0))]
    fn heaps<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = count)] game: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.of_game(py, game, "classes")
    }

    /// The element of a heap of `n` stones of any size.
    #[pyo3(signature = (n, game=0))]
    fn element(
        &self,
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = count)] game: usize,
    ) -> PyResult<u64> {
        self.of_game(py, game, "classes")?;
        let of = &self.found["games"][game];
        let classes = of["classes"].as_array().map_or(&[][..], Vec::as_slice);
        let heap = crate::number::natural(n)?;
        let index = match (of["period"].as_u64(), of["preperiod"].as_u64()) {
            (Some(period), Some(preperiod)) if heap >= preperiod.into() => {
                Some(preperiod + (heap - preperiod) % period)
            }
            _ => u64::try_from(&heap).ok(),
        };
        let known = index.and_then(|index| classes.get(usize::try_from(index).ok()?));
        known.and_then(Json::as_u64).ok_or_else(|| {
            let known = classes.len().saturating_sub(1).to_string();
            refused(py, "no-element", &[("heap", &n.to_string()), ("known", &known)])
        })
    }

    /// A certificate as JSON text, for `grundy.verify` or an independent checker.
    fn certificate(&self, py: Python<'_>) -> PyResult<&str> {
        self.certificate.as_deref().map_err(|error| raised(py, error, crate::means::language()))
    }

    /// A picture of the monoid as SVG; None if it has too many elements to draw.
    fn svg(&self) -> Option<&str> {
        self.svg.as_deref()
    }

    /// The whole quotient as a dictionary, like the JSON of the command line.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.found)
    }

    /// The whole quotient as JSON text.
    fn to_json(&self) -> String {
        self.found.to_string()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        reduced(py, "quotient", (&self.games, self.to))
    }

    fn _repr_svg_(&self) -> Option<&str> {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let lost = self.lost.iter().filter(|lost| **lost).count();
        let name = self.found["game"].as_str().unwrap_or_default();
        format!("<grundy.Quotient {name} order={}, p_portion={lost}>", self.order())
    }
}
