//! Positions: a game with heaps, or several at once.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashu_int::UBig;
use grundy::explain;
use grundy::limits::Budget;
use grundy::notation;
use grundy::play;
use grundy::position::{Position as Inner, turns_to};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::answer::{Answer, Explanation, put_objects};
use crate::failure::{raised, refused};
use crate::html;
use crate::json;
use crate::means::{Means, language};
use crate::number::natural;
use crate::own::Own;
use crate::solvers::{self, Key};

// Signatures say their defaults as numbers, so that `help` shows them.
const _: () = assert!(grundy::DEFAULT_MOVES == 1000 && explain::DEFAULT_REPLIES == 5);

/// The tables of a game: what is learned for one of its positions serves the others. Forgotten with the last.
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

/// Heaps of a game, or a sum of games: something to play and to ask about.
///
/// >>> from grundy import Position
/// >>> start = Position("nim[3, 4]") + Position("wythoff[1, 2]")
/// >>> start.outcome
/// 'N'
/// >>> after = start.play("take 1 from 4")
/// >>> after, after.outcome
/// (Position('nim[3, 3] + wythoff[1, 2]'), 'P')
#[pyclass(frozen, module = "grundy")]
pub struct Position {
    inner: Inner,
    own: Vec<Own>,
    tables: Arc<Tables>,
}

impl Position {
    pub fn new(inner: Inner, own: Vec<Own>, tables: Arc<Tables>) -> Self {
        Self { inner, own, tables }
    }

    fn beside(&self, inner: Inner) -> Self {
        Self { inner, own: self.own.clone(), tables: self.tables.clone() }
    }

    /// The position after a move given as heaps that are left in a component.
    fn after(
        &self,
        py: Python<'_>,
        component: usize,
        to: &[UBig],
        state: Option<&Bound<'_, PyAny>>,
        means: &Means,
    ) -> PyResult<Self> {
        let inner = &self.inner;
        let limits = means.limits;
        let turns = means.run(py, |cancel| {
            let budget = Budget::new(limits).with_cancel(cancel.clone());
            turns_to(inner, component, to, &budget)
        })?;
        let wanted = state.map(|state| state.str().map(|text| text.to_string())).transpose()?;
        for turn in turns {
            let next = inner.after(&turn);
            let past = json::to_python(py, &next.components()[component].state.past.to_json())?;
            if wanted.is_none() || wanted == Some(past.str()?.to_string()) {
                return Ok(self.beside(next));
            }
        }
        let error = grundy::Error::input("error.no-such-move").with("to", to).with("way", "");
        Err(raised(py, &error, means.lang))
    }

    /// The heaps that a list of numbers, or of a graph's vertices, stands for.
    fn heaps_of(&self, component: usize, to: &Bound<'_, PyAny>) -> PyResult<Vec<UBig>> {
        let own = self.inner.components().get(component).filter(|part| part.rules().own().is_some());
        match own {
            None => to.try_iter()?.map(|heap| natural(&heap?)).collect(),
            Some(part) => {
                let names: Vec<String> =
                    to.try_iter()?.map(|name| Ok(name?.str()?.to_string())).collect::<PyResult<_>>()?;
                notation::parse_heaps_of(part, &names.join(", "))
                    .map_err(|error| raised(to.py(), &error, language()))
            }
        }
    }

    /// A move to an object of rules in Python.
    fn to_object(&self, py: Python<'_>, object: &Bound<'_, PyAny>, means: &Means) -> PyResult<Option<Self>> {
        if self.own.is_empty() {
            return Ok(None);
        }
        for choice in self.choices(py, usize::MAX, means)? {
            for part in &choice.shown().played {
                let component = &self.inner.components()[part.component];
                for game in &self.own {
                    if let Some(found) = game.object(py, component, &part.to)?
                        && found.eq(object)?
                    {
                        return Ok(Some(self.beside(choice.result())));
                    }
                }
            }
        }
        Ok(None)
    }

    fn choices(&self, py: Python<'_>, most: usize, means: &Means) -> PyResult<Vec<play::Choice>> {
        let (inner, limits) = (&self.inner, means.limits);
        means.run(py, |cancel| {
            let budget = Budget::new(limits).with_cancel(cancel.clone());
            Ok(play::choices(inner, most, &budget)?.0)
        })
    }
}

/// The question of `solve`, for a game or a position.
pub fn solve(
    py: Python<'_>,
    inner: &Inner,
    own: Vec<Own>,
    key: Key,
    value: bool,
    moves: usize,
    means: &Means,
) -> PyResult<Answer> {
    let set = |solver: grundy::Solver| solver.insist_on_value(value).list_moves(moves);
    let answer = means.ask(py, key, set, |solver| solver.solve(inner))?;
    Ok(Answer::new(answer, own))
}

/// The Grundy value, computed where it is not cheap; `None` where none exists.
pub fn value(py: Python<'_>, inner: &Inner, key: Key, means: &Means) -> PyResult<Option<UBig>> {
    let set = |solver: grundy::Solver| solver.insist_on_value(true).list_moves(1);
    Ok(means.ask(py, key, set, |solver| solver.solve(inner))?.value)
}

/// The question of `explain`.
pub fn explained(
    py: Python<'_>,
    inner: &Inner,
    own: Vec<Own>,
    key: Key,
    replies: usize,
    means: &Means,
) -> PyResult<Explanation> {
    let set = |solver: grundy::Solver| solver.insist_on_value(false).list_moves(grundy::DEFAULT_MOVES);
    let found = means.ask(py, key, set, |solver| explain::explain(solver, inner, replies))?;
    Ok(Explanation::new(found, own, means.lang))
}

#[pymethods]
impl Position {
    #[new]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        let inner = notation::parse_position(text).map_err(|error| raised(py, &error, language()))?;
        Ok(Self::new(inner, Vec::new(), Tables::new()))
    }

    /// Who wins: `'N'` the player to move, `'P'` the other, `'D'` nobody.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        let inner = &self.inner;
        let found = Means::new(None)?.ask(py, self.tables.key(), |s| s, |solver| solver.outcome(inner))?;
        Ok(found.letter())
    }

    /// The Grundy value, however long that takes; `None` where there is none.
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
                if component.rules().own().is_some() {
                    let text = component.to_string();
                    let inside = text.rsplit_once('[').map_or("", |(_, inside)| inside.trim_end_matches(']'));
                    return Ok(PyList::new(py, inside.split(", "))?.into_any());
                }
                let heaps = component.heaps().iter().map(|heap| crate::number::to_python(py, heap));
                Ok(PyList::new(py, heaps.collect::<PyResult<Vec<_>>>()?)?.into_any())
            })
            .collect::<PyResult<Vec<_>>>()?;
        match self.inner.single() {
            Some(_) => Ok(lists.into_iter().next().unwrap_or_else(|| PyList::empty(py).into_any())),
            None => Ok(PyList::new(py, lists)?.into_any()),
        }
    }

    /// What the past has left, such as `{'last': 3}`: a dictionary, or a list of them for several games.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = |component: &grundy::position::Component| component.state.past.to_json();
        let json = match self.inner.single() {
            Some(component) => state(component),
            None => self.inner.components().iter().map(state).collect(),
        };
        json::to_python(py, &json)
    }

    /// Does whoever cannot move win?
    #[getter]
    fn misere(&self) -> bool {
        self.inner.is_misere()
    }

    /// Is there no move?
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        let inner = &self.inner;
        let means = Means::new(None)?;
        let limits = means.limits;
        means.run(py, |cancel| Ok(!inner.has_turn(&Budget::new(limits).with_cancel(cancel.clone()))?))
    }

    /// Who wins, the winning moves, and why; `value=True` insists on the Grundy value.
    #[pyo3(signature = (*, value=false, moves=1000, **limits))]
    fn solve(
        &self,
        py: Python<'_>,
        value: bool,
        moves: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        solve(py, &self.inner, self.own.clone(), self.tables.key(), value, moves, &Means::new(limits)?)
    }

    /// The reasons in sentences; for a lost position the reply to each of up to `replies` moves.
    #[pyo3(signature = (*, replies=5, **limits))]
    fn explain(
        &self,
        py: Python<'_>,
        replies: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explanation> {
        explained(py, &self.inner, self.own.clone(), self.tables.key(), replies, &Means::new(limits)?)
    }

    /// Every move, each result once, with the `position` it leaves and the `outcome` of that; at most `most`.
    ///
    /// >>> import grundy
    /// >>> grundy.Position("bash(2)[3]").moves()
    /// [{'to': [1], 'take': [2], 'position': 'bash(2)[1]', 'outcome': 'N'}, {'to': [2], 'take': [1], 'position': 'bash(2)[2]', 'outcome': 'N'}]
    #[pyo3(signature = (most=1000, **limits))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        most: usize,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let inner = &self.inner;
        let found =
            Means::new(limits)?.ask(py, self.tables.key(), |s| s, |solver| solver.moves(inner, most))?;
        let list = json::to_python(py, &found.to_json()["moves"])?;
        for (at, one) in found.moves.iter().enumerate() {
            put_objects(py, inner, &one.played, &self.own, &list.get_item(at)?)?;
        }
        Ok(list)
    }

    /// The positions one move away, at most `most`.
    #[pyo3(signature = (most=1000, **limits))]
    fn options(
        &self,
        py: Python<'_>,
        most: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Self>> {
        let choices = self.choices(py, most, &Means::new(limits)?)?;
        Ok(choices.into_iter().map(|choice| self.beside(choice.result())).collect())
    }

    /// The position after a move: an entry of `moves`, the heaps that are left, or words such as
    /// `"take 2 from 7"`. An illegal move is an `InputError`.
    ///
    /// >>> import grundy
    /// >>> game = grundy.Position("fibonacci[20]")
    /// >>> game.play([17])
    /// Position('fibonacci[17; last 3]')
    /// >>> game.play(game.solve().moves[0]).outcome
    /// 'P'
    #[pyo3(name = "play", signature = (r#move, **limits))]
    fn play(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let means = Means::new(limits)?;
        if let Ok(entry) = r#move.cast::<PyDict>() {
            return self.play_entry(py, entry, &means);
        }
        if let Some(next) = self.to_object(py, r#move, &means)? {
            return Ok(next);
        }
        if let Ok(text) = r#move.cast::<PyString>() {
            let (inner, limits, text) = (&self.inner, means.limits, text.to_string());
            let choice = means.run(py, |cancel| {
                play::read(inner, &text, &Budget::new(limits).with_cancel(cancel.clone()))
            })?;
            return Ok(self.beside(choice.result()));
        }
        let to = self.heaps_of(0, r#move)?;
        self.after(py, 0, &to, None, &means)
    }

    fn __add__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let inner = self.inner.plus(&other.inner).map_err(|error| raised(py, &error, language()))?;
        let own = self.own.iter().chain(&other.own).cloned().collect();
        Ok(Self::new(inner, own, Tables::new()))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Position({})", PyString::new(py, &self.inner.to_string()).repr()?))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let means = Means::new(None)?;
        let answer = solve(py, &self.inner, self.own.clone(), self.tables.key(), false, 20, &means);
        // A picture of what is there, not a question: where the answer takes long there is the position alone.
        Ok(match answer {
            Ok(answer) => answer.html(),
            Err(_) => html::Sheet::new(&self.inner.to_string()).finish(),
        })
    }
}

impl Position {
    fn play_entry(&self, py: Python<'_>, entry: &Bound<'_, PyDict>, means: &Means) -> PyResult<Self> {
        let state = entry.get_item("state")?;
        if let Some(to) = entry.get_item("to")? {
            if let Some(next) = self.to_object(py, &to, means)? {
                return Ok(next);
            }
            let component = entry.get_item("component")?.map_or(Ok(0), |at| at.extract::<usize>())?;
            let to = self.heaps_of(component, &to)?;
            return self.after(py, component, &to, state.as_ref(), means);
        }
        let Some(parts) = entry.get_item("parts")? else {
            return Err(refused(py, "no-move", &[("value", &entry.repr()?.to_string())]));
        };
        // Several moves at once: the one of all turns that shows the same.
        for choice in self.choices(py, usize::MAX, means)? {
            let shown = json::to_python(py, &choice.shown().to_json(&self.inner, true))?;
            if shown.get_item("parts").is_ok_and(|found| found.eq(&parts).unwrap_or(false)) {
                return Ok(self.beside(choice.result()));
            }
        }
        let error = grundy::Error::input("error.no-such-move").with("to", parts.repr()?.to_string());
        let error = error.with("way", "");
        Err(raised(py, &error, means.lang))
    }
}
