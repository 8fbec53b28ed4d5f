//! Games: rules that are parsed once and queried many times.

pub mod files;
pub mod given;
mod kind;
mod questions;
mod reading;
mod tables;
mod values;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use grundy_solver::notation;
use grundy_solver::notation::{Files, GameLine};
use grundy_solver::own::Typed;
use grundy_solver::position::Position as Inner;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use self::kind::Kind;
use crate::failure::{raised, refused};
use crate::html;
use crate::means::language;
use crate::own::{ByAmounts, ByOptions, Own, callable};
use crate::pickled::{Reduced, reduced};
use crate::position::Tables;
use crate::solvers::Key;

/// Rules that are parsed once and queried many times.
///
/// >>> from grundy import Game
/// >>> wythoff = Game("wythoff")
/// >>> wythoff.outcome(8, 15), wythoff.outcome(8, 13)
/// ('N', 'P')
/// >>> wythoff.rules
/// 'take any or take any from 2 heaps'
///
/// The text is Grundy's notation: a name of the catalogue, or the rules themselves such as `"take 1, 3, 4"`. Tables
/// computed for one question are reused for the next, on any thread.
///
/// A graph or a script is part of the text. With `files=True` the text may name a file instead, and with a folder one
/// below it: `Game('graph("roads.dot")', files="data")`.
///
/// If the order of heaps does not matter, moves refer to the heaps in ascending order, whatever the order of the
/// arguments.
///
/// Every question takes the limits `time` (seconds, or `"30s"`), `memory` (bytes, or `"4GiB"`) and `threads`, a callback
/// `progress(done, total)`, and `lang` for texts.
#[pyclass(frozen, module = "grundy")]
pub struct Game {
    kind: Kind,
    tables: Arc<Tables>,
}

impl Game {
    fn new(kind: Kind) -> Self {
        Self { kind, tables: Tables::new() }
    }

    /// Parses a game.
    pub fn of(text: &str, misere: bool, files: Files) -> grundy_solver::error::Result<Self> {
        reading::read(text, misere, files).map(|read| Self::new(Kind::Line(read)))
    }

    /// The game of parsed rules.
    pub fn of_line(line: GameLine) -> Self {
        Self::new(Kind::Line(reading::Read::of(line, Files::Refused)))
    }

    /// The rules, if they are in the notation.
    pub fn line(&self, py: Python<'_>) -> PyResult<&GameLine> {
        match &self.kind {
            Kind::Line(read) => Ok(&read.line),
            Kind::Own { .. } => Err(refused(py, "rules-in-python", &[])),
        }
    }

    /// The key of the tables that its questions use.
    pub fn key(&self) -> Key {
        self.tables.key()
    }

    /// The position with the heaps of a call.
    pub fn at(&self, given: &Bound<'_, PyTuple>) -> PyResult<Inner> {
        self.kind.at(given)
    }

    /// The rules in Python, if any.
    pub fn own(&self) -> Vec<Own> {
        match &self.kind {
            Kind::Line(_) => Vec::new(),
            Kind::Own { own, .. } => vec![own.clone()],
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (text, *, misere=false, files=None))]
    fn parse(py: Python<'_>, text: &str, misere: bool, files: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let files = files::read(files)?;
        Self::of(text, misere, files).map_err(|error| raised(py, &error, language()))
    }

    /// A game by its options: `options(position)` returns the positions one move away.
    ///
    /// Positions are any hashable objects. A position without options (an empty list) is lost for the player to move
    /// (won, with `misere=True`); `None` is an error. Play may be loopy: then there are draws. `parts(position)`, if
    /// given, returns the positions of which this one is the sum, or `None`; `ends(position)` returns `'N'`, `'P'` or
    /// `'D'` if the game is over by its rules, or `None`.
    ///
    /// >>> from grundy import Game
    /// >>> strip = Game.from_options(7, lambda square: [square - 1] if square else [])
    /// >>> strip.outcome(), strip.outcome(4)
    /// ('N', 'P')
    #[staticmethod]
    #[pyo3(signature = (start, options, *, parts=None, ends=None, name="own", misere=false))]
    fn from_options(
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        options: &Bound<'_, PyAny>,
        parts: Option<&Bound<'_, PyAny>>,
        ends: Option<&Bound<'_, PyAny>>,
        name: &str,
        misere: bool,
    ) -> PyResult<Self> {
        let (parts, ends) = (parts.map(callable).transpose()?, ends.map(callable).transpose()?);
        let rules = ByOptions::new(py, start, callable(options)?, parts, ends)?;
        let own = Own::Options(Arc::new(Typed::new(name, rules)));
        Ok(Self::new(Kind::Own { own, name: name.to_owned(), misere }))
    }

    /// A game of heaps: `moves(n)` returns the numbers of stones that may be taken from a heap of `n`, each from 1 to
    /// `n`.
    ///
    /// >>> from grundy import Game
    /// >>> powers = Game.from_moves(lambda n: [k for k in (1, 2, 4) if k <= n])
    /// >>> powers.outcome(1, 4)
    /// 'P'
    /// >>> powers.values(9).tolist()
    /// [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
    #[staticmethod]
    #[pyo3(signature = (moves, *, name="own", misere=false))]
    fn from_moves(moves: &Bound<'_, PyAny>, name: &str, misere: bool) -> PyResult<Self> {
        let own = Own::Amounts(Arc::new(Typed::new(name, ByAmounts::new(callable(moves)?))));
        Ok(Self::new(Kind::Own { own, name: name.to_owned(), misere }))
    }

    /// A game from an object with `start` and `options(position)`, and optionally `parts` and `ends`, as in
    /// `from_options`. `start` is a position or a method that returns one.
    ///
    /// >>> from grundy import Game
    /// >>> class Halving:
    /// ...     start = 10
    /// ...     def options(self, n):
    /// ...         return [] if n == 0 else [n - 1, n // 2]
    /// >>> Game.from_rules(Halving()).outcome()
    /// 'N'
    #[staticmethod]
    #[pyo3(signature = (rules, *, name=None, misere=false))]
    fn from_rules(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        name: Option<&str>,
        misere: bool,
    ) -> PyResult<Self> {
        let start = rules.getattr("start")?;
        let start = if start.is_callable() { start.call0()? } else { start };
        let optional = |name| -> PyResult<Option<Bound<'_, PyAny>>> {
            if rules.hasattr(name)? { rules.getattr(name).map(Some) } else { Ok(None) }
        };
        let class = rules.get_type().name()?.to_string();
        let (parts, ends) = (optional("parts")?, optional("ends")?);
        let name = name.unwrap_or(&class);
        Self::from_options(
            py,
            &start,
            &rules.getattr("options")?,
            parts.as_ref(),
            ends.as_ref(),
            name,
            misere,
        )
    }

    /// The name of these rules in the catalogue, or `None`.
    #[getter]
    fn name(&self) -> Option<String> {
        match &self.kind {
            Kind::Line(read) => notation::name_of(&read.line.game),
            Kind::Own { name, .. } => Some(name.clone()),
        }
    }

    /// The rules in full, in the notation; `None` if they are in Python.
    #[getter]
    fn rules(&self) -> Option<String> {
        match &self.kind {
            Kind::Line(read) => Some(read.line.game.to_string()),
            Kind::Own { .. } => None,
        }
    }

    /// Whether the game is under misère play.
    #[getter]
    fn misere(&self) -> bool {
        match &self.kind {
            Kind::Line(read) => read.line.misere,
            Kind::Own { misere, .. } => *misere,
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::Line(a), Kind::Line(b)) => a.line.misere == b.line.misere && a.line.game == b.line.game,
            _ => Arc::ptr_eq(&self.tables, &other.tables),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match &self.kind {
            Kind::Line(read) => (read.line.misere, &read.line.game).hash(&mut hasher),
            Kind::Own { name, misere, .. } => (misere, name).hash(&mut hasher),
        }
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.kind.title()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match &self.kind {
            Kind::Line(_) => Ok(format!("Game({})", PyString::new(py, &self.kind.title()).repr()?)),
            Kind::Own { .. } => Ok(format!("<grundy.Game {}>", self.kind.title())),
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        match &self.kind {
            Kind::Line(read) => {
                let files = files::to_python(py, &read.files)?;
                reduced(py, "game", (&*read.line.spelled, read.line.misere, files))
            }
            Kind::Own { own, name, misere } => own.reduced(py, name, *misere),
        }
    }

    fn _repr_html_(&self) -> String {
        let mut sheet = html::Sheet::new(&self.kind.title());
        if let Some(rules) = self.rules() {
            sheet.line(&rules);
        }
        if let Kind::Line(read) = &self.kind
            && let Some((entry, _)) = notation::entry_of(&read.line.game)
        {
            sheet.line(entry.about.get(language()));
            for reference in &entry.references {
                sheet.line(&format!("- {reference}"));
            }
        }
        sheet.finish()
    }
}
