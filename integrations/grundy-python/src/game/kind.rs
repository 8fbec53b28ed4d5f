//! The source of a game's rules, and the positions of the game.

use std::sync::Arc;

use dashu_int::UBig;
use grundy_solver::Error;
use grundy_solver::game::Game as GameRules;
use grundy_solver::notation::{self, Reading};
use grundy_solver::position::Position as Inner;
use grundy_solver::values::List;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use super::given;
use super::reading::Read;
use crate::failure::{raised, refused};
use crate::means::{self, Means, language};
use crate::own::Own;
use crate::solvers::Key;

/// The most heaps of a position that is decided without a solver.
const FEW: usize = 8;

/// The source of the rules.
#[derive(Clone, Debug)]
pub enum Kind {
    /// The notation.
    Line(Arc<Read>),
    /// Python.
    Own { own: Own, name: String, misere: bool },
}

impl Kind {
    pub fn title(&self) -> String {
        match self {
            Self::Line(read) if read.line.misere => format!("misere {}", read.line.spelled),
            Self::Line(read) => read.line.spelled.to_string(),
            Self::Own { name, misere: true, .. } => format!("misere {name}"),
            Self::Own { name, .. } => name.clone(),
        }
    }

    /// The outcome, if the heaps are a few machine words and a formula decides the game. This is too fast to
    /// be worth a release of the interpreter.
    pub fn at_once(&self, heaps: &Bound<'_, PyTuple>) -> Option<&'static str> {
        let Self::Line(read) = self else { return None };
        let kernel = read.kernel.as_ref()?;
        let count = heaps.len();
        let mut words = [0; FEW];
        for (word, heap) in words.get_mut(..count)?.iter_mut().zip(heaps.iter_borrowed()) {
            *word = heap.cast::<PyInt>().ok()?.extract().ok()?;
        }
        Some(if kernel.is_p(&words[..count])? { "P" } else { "N" })
    }

    /// The position with the heaps of a call.
    pub fn at(&self, given: &Bound<'_, PyTuple>) -> PyResult<Inner> {
        let py = given.py();
        let read = match self {
            Self::Line(read) => read,
            Self::Own { own, misere, .. } => return Ok(own.at(given)?.with_misere(*misere)),
        };
        let line = &read.line;
        let reading = Reading { files: read.files.clone(), ..Reading::default() };
        let parse = |text: &str| notation::parse_position_with(text, &reading);
        let found = if let Some(inside) = given::text(given)? {
            if !matches!(*line.game, GameRules::Own(_)) && !inside.contains([';', '；', '(']) {
                notation::parse_heaps(&inside).and_then(|heaps| Inner::start(line, heaps))
            } else {
                let text = format!("{}[{inside}]", line.spelled);
                parse(&text).map(|position| position.with_misere(line.misere))
            }
        } else if given.is_empty() && (matches!(*line.game, GameRules::Own(_)) || line.game.goal().is_some())
        {
            parse(&line.spelled).map(|position| position.with_misere(line.misere))
        } else {
            Inner::start(line, given::heaps(given)?)
        };
        found.map_err(|error| raised(py, &error, language()))
    }

    /// The values of single heaps `from..=to`, computed by the solver with the tables of `key`.
    pub fn list(&self, py: Python<'_>, from: &UBig, to: &UBig, key: Key, means: &Means) -> PyResult<List> {
        match self {
            Self::Own { misere: true, .. } => {
                Err(raised(py, &Error::input("error.values-misere"), means.lang))
            }
            Self::Own { own, .. } => own_values(py, own, [from, to], key, means),
            Self::Line(read) => {
                means.ask(py, key, |s| s, |solver| solver.values(&read.line, from, to, &mut means::see))
            }
        }
    }
}

/// The values of rules in Python.
fn own_values(py: Python<'_>, own: &Own, [from, to]: [&UBig; 2], key: Key, means: &Means) -> PyResult<List> {
    let Own::Amounts(game) = own else { return Err(refused(py, "values-of-positions", &[])) };
    if from > to {
        return Ok(List::Words(Vec::new()));
    }
    let word = |n: &UBig| u64::try_from(n).map_err(|_| refused(py, "heap-too-large", &[]));
    let (from, to) = (word(from)?, word(to)?);
    let count = (to - from).saturating_add(1);
    let values = means.ask(
        py,
        key,
        |s| s,
        |solver| {
            let see = |heap: u64| means::note(heap.saturating_sub(from), Some(count));
            game.game().list(from, to, &solver.budget(), &see)
        },
    )?;
    Ok(List::Words(values))
}
