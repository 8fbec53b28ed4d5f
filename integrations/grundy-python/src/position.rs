//! Positions: a game with heaps, or a sum of games.

mod moving;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dashu_int::UBig;
use grundy_solver::explain;
use grundy_solver::limits::Budget;
use grundy_solver::notation::{self, Files, Reading};
use grundy_solver::position::{Component, Position as Inner};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::answer::{Answer, Explanation};
use crate::failure::{raised, refused};
use crate::game::files;
use crate::html;
use crate::json;
use crate::means::{Means, language};
use crate::number::count;
use crate::own::Own;
use crate::pickled::{Reduced, reduced};
use crate::solvers::{self, Key};

// Signatures have these defaults as literals, so that `help` shows them.
const _: () = assert!(grundy_solver::DEFAULT_MOVES == 1000 && explain::DEFAULT_REPLIES == 10);

/// The time limit for showing a position in a notebook.
const AT_A_GLANCE: Duration = Duration::from_millis(500);

/// The tables of a game: results for one of its positions are reused for others. Freed with the last owner.
#[derive(Debug)]
pub struct Tables(u64);

impl Tables {
    pub fn new() -> Arc<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Arc::new(Self(NEXT.fetch_add(1, Ordering::Relaxed)))
    }

    pub fn key(&self) -> Key {
        Key::Game(self.0)
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        solvers::forget(self.key());
    }
}

/// Heaps of a game, or a sum of games, to play and to query.
///
/// >>> from grundy import Position
/// >>> start = Position("nim[3, 4]") + Position("wythoff[1, 2]")
/// >>> start.outcome
/// 'N'
/// >>> after = start.play("take 1 from 4")
/// >>> after, after.outcome
/// (Position('nim[3, 3] + wythoff[1, 2]'), 'P')
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub struct Position {
    inner: Inner,
    own: Vec<Own>,
    tables: Arc<Tables>,
    /// Whether its text may name files.
    files: Files,
}

impl Position {
    pub fn new(inner: Inner, own: Vec<Own>, tables: Arc<Tables>) -> Self {
        Self { inner, own, tables, files: Files::Refused }
    }

    fn beside(&self, inner: Inner) -> Self {
        Self { inner, ..self.clone() }
    }

    /// The position, its rules in Python, and the key of its tables.
    pub fn question(&self) -> (Inner, Vec<Own>, Key) {
        (self.inner.clone(), self.own.clone(), self.tables.key())
    }
}

/// Implements `solve` for a game or a position.
pub fn solve(
    py: Python<'_>,
    inner: &Inner,
    own: Vec<Own>,
    key: Key,
    value: bool,
    moves: usize,
    means: &Means,
) -> PyResult<Answer> {
    let set = |solver: grundy_solver::Solver| solver.insist_on_value(value).list_moves(moves);
    let answer = means.ask(py, key, set, |solver| solver.solve(inner))?;
    Ok(Answer::new(answer, own, means.lang))
}

/// The Grundy value, also if it is expensive; `None` if none exists.
pub fn value(py: Python<'_>, inner: &Inner, key: Key, means: &Means) -> PyResult<Option<UBig>> {
    let set = |solver: grundy_solver::Solver| solver.insist_on_value(true).list_moves(1);
    Ok(means.ask(py, key, set, |solver| solver.solve(inner))?.value)
}

/// Implements `explain` for a game or a position.
pub fn explained(
    py: Python<'_>,
    inner: &Inner,
    own: Vec<Own>,
    key: Key,
    replies: usize,
    means: &Means,
) -> PyResult<Explanation> {
    let set = |solver: grundy_solver::Solver| {
        solver.insist_on_value(false).list_moves(grundy_solver::DEFAULT_MOVES)
    };
    let found = means.ask(py, key, set, |solver| explain::explain(solver, inner, replies))?;
    Ok(Explanation::new(found, own, replies, means.lang))
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text, *, files=None))]
    fn parse(py: Python<'_>, text: &str, files: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let reading = Reading { files: files::read(files)?, ..Reading::default() };
        let inner = notation::parse_position_with(text, &reading);
        let inner = inner.map_err(|error| raised(py, &error, language()))?;
        Ok(Self { files: reading.files, ..Self::new(inner, Vec::new(), Tables::new()) })
    }

    /// Who wins: `'N'` the player to move, `'P'` the other, `'D'` for a draw.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        let inner = &self.inner;
        let found = Means::new(None)?.ask(py, self.tables.key(), |s| s, |solver| solver.outcome(inner))?;
        Ok(found.letter())
    }

    /// The Grundy value, however long the computation takes; `None` if there is none.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = value(py, &self.inner, self.tables.key(), &Means::new(None)?)?;
        found.map(|value| crate::number::to_python(py, &value)).transpose()
    }

    /// The heaps of each component: a list for a single game, else a list of lists.
    #[getter]
    fn heaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let lists = self
            .inner
            .components()
            .iter()
            .map(|component| {
                for game in &self.own {
                    if let Some(object) = game.object(py, component, component.heaps())? {
                        return Ok(object);
                    }
                }
                let heaps = component.game.json(component.heaps());
                json::of_question(py, &self.inner, &heaps)
            })
            .collect::<PyResult<Vec<_>>>()?;
        match self.inner.single() {
            Some(_) => Ok(lists.into_iter().next().unwrap_or_else(|| PyList::empty(py).into_any())),
            None => Ok(PyList::new(py, lists)?.into_any()),
        }
    }

    /// The history that the rules depend on, such as `{'last': 3}`: a dictionary, or a list of them for
    /// several games.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = |component: &Component| component.state.past.to_json();
        let json = match self.inner.single() {
            Some(component) => state(component),
            None => self.inner.components().iter().map(state).collect(),
        };
        json::to_python(py, &json)
    }

    /// Whether the position is under misère play.
    #[getter]
    fn misere(&self) -> bool {
        self.inner.is_misere()
    }

    /// Whether there is no move.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        let inner = &self.inner;
        let means = Means::new(None)?;
        let limits = means.limits;
        means.run(py, |cancel| Ok(!inner.has_turn(&Budget::new(limits).with_cancel(cancel.clone()))?))
    }

    /// Who wins, the winning moves, and why; `value=True` always computes the Grundy value.
    #[pyo3(signature = (*, value=false, moves=1000, **limits))]
    fn solve(
        &self,
        py: Python<'_>,
        value: bool,
        #[pyo3(from_py_with = count)] moves: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        solve(py, &self.inner, self.own.clone(), self.tables.key(), value, moves, &Means::new(limits)?)
    }

    /// The explanation in sentences; for a lost position, the reply to each of up to `replies` moves.
    #[pyo3(signature = (*, replies=10, **limits))]
    fn explain(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = count)] replies: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explanation> {
        explained(py, &self.inner, self.own.clone(), self.tables.key(), replies, &Means::new(limits)?)
    }

    fn __add__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let inner = self.inner.plus(&other.inner).map_err(|error| raised(py, &error, language()))?;
        let own = self.own.iter().chain(&other.own).cloned().collect();
        Ok(Self::new(inner, own, Tables::new()))
    }

    /// `sum` starts with the number 0, the empty sum.
    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if other.extract::<u64>().is_ok_and(|zero| zero == 0) {
            return Ok(Bound::new(py, self.clone())?.into_any());
        }
        Ok(py.NotImplemented().into_bound(py))
    }

    fn __eq__(&self, other: &Self) -> bool {
        let (ours, others) = (self.inner.components(), other.inner.components());
        let same =
            |(one, two): (&Component, &Component)| one.rules() == two.rules() && one.state == two.state;
        // Rules with the same meaning are equal, however they were written.
        self.inner.is_misere() == other.inner.is_misere()
            && self.inner.tree() == other.inner.tree()
            && ours.len() == others.len()
            && ours.iter().zip(others).all(same)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.is_misere().hash(&mut hasher);
        for part in self.inner.components() {
            (part.rules(), part.heaps()).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Position({})", PyString::new(py, &self.inner.to_string()).repr()?))
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        if self.own.is_empty() {
            return reduced(py, "position", (self.inner.to_string(), files::to_python(py, &self.files)?));
        }
        // A game with rules in Python is pickled with its rules; a sum of such games is not supported yet.
        let (Some(component), [own, ..]) = (self.inner.single(), &self.own[..]) else {
            return Err(refused(py, "sum-of-python", &[]));
        };
        let object = own.object(py, component, component.heaps())?;
        let (make, arguments) = own.reduced(py, &component.spelled, self.inner.is_misere())?;
        reduced(py, "position_of", (make.call1(py, arguments)?, object))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        // The display of an object, not a question: if the answer takes long, only the position is shown.
        let mut means = Means::new(None)?;
        means.limits.time = Some(AT_A_GLANCE);
        match solve(py, &self.inner, self.own.clone(), self.tables.key(), false, 20, &means) {
            Ok(answer) => Ok(answer.html()),
            // An interrupt is for the caller.
            Err(error) if !error.is_instance_of::<PyException>(py) => Err(error),
            Err(_) => Ok(html::Sheet::new(&self.inner.to_string()).finish()),
        }
    }
}
