//! Moves of positions: listing and playing them.

use dashu_int::UBig;
use grundy_solver::limits::Budget;
use grundy_solver::notation;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::Position;
use crate::answer::put_objects;
use crate::failure::{mistyped, raised};
use crate::json;
use crate::means::{Means, language};
use crate::number::{count, natural};

/// The result of a move in one component.
struct Part<'py> {
    component: usize,
    to: Vec<UBig>,
    /// The history after the move, if two moves differ in nothing else.
    state: Option<Bound<'py, PyAny>>,
}

/// The error for an object that does not describe a move.
fn no_move(given: &Bound<'_, PyAny>) -> PyErr {
    let shown = given.repr().map(|text| text.to_string()).unwrap_or_default();
    mistyped(given.py(), "no-move", &[("value", &shown)])
}

/// The error for a move that no option matches.
fn no_such_move(given: &Bound<'_, PyAny>) -> PyErr {
    let shown = given.repr().map(|text| text.to_string()).unwrap_or_default();
    let error = grundy_solver::Error::input("error.no-such-move").with("to", shown).with("way", "");
    raised(given.py(), &error, language())
}

#[pymethods]
impl Position {
    /// Every move, each result once, with the `position` after it and its `outcome`; at most `most`. Of very many
    /// moves only some are listed, since each outcome is a question of its own.
    ///
    /// >>> import grundy
    /// >>> grundy.Position("bash(2)[3]").moves()
    /// [{'to': [1], 'take': [2], 'position': 'bash(2)[1]', 'outcome': 'N'}, {'to': [2], 'take': [1], 'position': 'bash(2)[2]', 'outcome': 'N'}]
    #[pyo3(signature = (most=1000, **limits))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = count)] most: usize,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (inner, means) = (&self.inner, Means::new(limits)?);
        let found = means.ask(py, self.tables.key(), |s| s, |solver| solver.moves(inner, most))?;
        let list = json::of_question(py, inner, &found.to_json()["moves"])?;
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
        #[pyo3(from_py_with = count)] most: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Self>> {
        let (inner, means) = (&self.inner, Means::new(limits)?);
        let limits = means.limits;
        let (choices, _) = means.run(py, |cancel| {
            grundy_play::choices(inner, most, &Budget::new(limits).with_cancel(cancel.clone()))
        })?;
        Ok(choices.into_iter().map(|choice| self.beside(choice.result())).collect())
    }

    /// The position after a move: an entry of `moves`, the heaps after it, or words such as `"take 2 from
    /// 7"`. An illegal move is an `InputError`.
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
            return self.play_entry(entry, &means);
        }
        if let Some(next) = self.to_object(r#move, &means)? {
            return Ok(next);
        }
        if let Ok(text) = r#move.cast::<PyString>() {
            let (inner, limits, text) = (&self.inner, means.limits, text.to_string());
            let choice = means.run(py, |cancel| {
                grundy_play::read(inner, &text, &Budget::new(limits).with_cancel(cancel.clone()))
            })?;
            return Ok(self.beside(choice.result()));
        }
        let part = Part { component: 0, to: self.heaps_of(0, r#move)?, state: None };
        self.after(py, &[part], &means)?.ok_or_else(|| no_such_move(r#move))
    }
}

impl Position {
    /// The position after the move that results in exactly these parts, if there is one.
    fn after(&self, py: Python<'_>, parts: &[Part<'_>], means: &Means) -> PyResult<Option<Self>> {
        let (inner, limits) = (&self.inner, means.limits);
        let wanted: Vec<_> = parts.iter().map(|part| (part.component, part.to.clone())).collect();
        let found = means.run(py, |cancel| {
            let budget = Budget::new(limits).with_cancel(cancel.clone());
            grundy_play::Choice::leaving(inner, &wanted, &budget)
        })?;
        for choice in found {
            let next = choice.result();
            let mut fits = true;
            for part in parts {
                if let Some(state) = &part.state {
                    let past = next.components()[part.component].state.past.to_json();
                    fits &= json::to_python(py, &past)?.eq(state)?;
                }
            }
            if fits {
                return Ok(Some(self.beside(next)));
            }
        }
        Ok(None)
    }

    /// The heaps of a component, from an object of rules in Python, a list of numbers or a list of a graph's vertices.
    fn heaps_of(&self, component: usize, to: &Bound<'_, PyAny>) -> PyResult<Vec<UBig>> {
        let part = self.inner.components().get(component);
        if let Some(game) = part.and_then(|part| self.own.iter().find(|game| game.has(part))) {
            return game.heaps(to)?.ok_or_else(|| no_such_move(to));
        }
        let items = to.try_iter().map_err(|_| no_move(to))?;
        match part.filter(|part| part.game.own().is_some()) {
            None => items.map(|heap| natural(&heap?)).collect(),
            Some(part) => {
                let names: Vec<String> =
                    items.map(|name| Ok(name?.str()?.to_string())).collect::<PyResult<_>>()?;
                notation::parse_heaps_of(part, &names.join(", "))
                    .map_err(|error| raised(to.py(), &error, language()))
            }
        }
    }

    /// A move to an object of rules in Python, in the component that has it.
    fn to_object(&self, object: &Bound<'_, PyAny>, means: &Means) -> PyResult<Option<Self>> {
        for (component, part) in self.inner.components().iter().enumerate() {
            for game in self.own.iter().filter(|game| game.has(part)) {
                let Some(to) = game.heaps(object)? else { continue };
                let next = self.after(object.py(), &[Part { component, to, state: None }], means)?;
                if next.is_some() {
                    return Ok(next);
                }
            }
        }
        Ok(None)
    }

    fn play_entry<'py>(&self, entry: &Bound<'py, PyDict>, means: &Means) -> PyResult<Self> {
        let py = entry.py();
        if let Some(to) = entry.get_item("to")? {
            let part = self.part(entry, &to)?;
            return self.after(py, &[part], means)?.ok_or_else(|| no_such_move(&to));
        }
        // Moves in several components at once.
        let parts = entry.get_item("parts")?.ok_or_else(|| no_move(entry))?;
        let items = parts.try_iter().map_err(|_| no_move(entry))?;
        let read = |item: PyResult<Bound<'py, PyAny>>| -> PyResult<Part<'py>> {
            let item = item?;
            let part = item.cast::<PyDict>().map_err(|_| no_move(entry))?;
            let to = part.get_item("to")?.ok_or_else(|| no_move(entry))?;
            self.part(part, &to)
        };
        let parts = items.map(read).collect::<PyResult<Vec<_>>>()?;
        self.after(py, &parts, means)?.ok_or_else(|| no_such_move(entry))
    }

    /// One component of an entry.
    fn part<'py>(&self, entry: &Bound<'py, PyDict>, to: &Bound<'py, PyAny>) -> PyResult<Part<'py>> {
        let component = entry.get_item("component")?.map_or(Ok(0), |at| count(&at))?;
        Ok(Part { component, to: self.heaps_of(component, to)?, state: entry.get_item("state")? })
    }
}
