//! The law of a game.

use grundy_pattern::emit::Language;
use grundy_pattern::{Pattern as Found, Request};
use grundy_solver::notation::GameLine;
use grundy_solver::text::Lang;
use pyo3::prelude::*;
use serde_json::Value as Json;

use crate::failure::{raised, refused};
use crate::game::Game;
use crate::html;
use crate::json;
use crate::means::read_language;
use crate::pickled::{Reduced, reduced};

/// The law of outcomes and values of a game.
///
/// >>> import grundy
/// >>> found = grundy.Game("take 1, 3, 4").pattern()
/// >>> found.value
/// 'period 7: 0 1 0 1 2 3 2'
/// >>> program = found.emit("python")
/// >>> "def lost" in program
/// True
#[pyclass(frozen, module = "grundy")]
pub struct Pattern {
    found: Found,
    line: GameLine,
    request: Request,
    lang: Lang,
}

impl Pattern {
    pub fn new(found: Found, line: GameLine, request: Request, lang: Lang) -> Self {
        Self { found, line, request, lang }
    }

    fn field(&self, name: &str) -> Option<String> {
        match self.found.to_json()[name].take() {
            Json::String(text) => Some(text),
            _ => None,
        }
    }
}

#[pymethods]
impl Pattern {
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        let Request { heaps, to } = self.request;
        reduced(py, "pattern", (Game::of_line(self.line.clone()), heaps, to, self.lang.tag()))
    }

    /// The status of the law: `'theorem'`, `'proved'`, `'conjecture'`, or `'none'` if none was found.
    #[getter]
    fn status(&self) -> &'static str {
        self.found.status().word()
    }

    /// The positions that are lost for the player to move.
    #[getter]
    fn p_positions(&self) -> Option<String> {
        self.field("p_positions")
    }

    /// The law of the Grundy values.
    #[getter]
    fn value(&self) -> Option<String> {
        self.field("value")
    }

    /// The last heap up to which the law was checked.
    #[getter]
    fn checked_to(&self) -> usize {
        self.found.checked_to()
    }

    /// The law as a program in `language`: `'cpp'`, `'python'` or `'rust'`.
    #[pyo3(signature = (language="python", *, lang=None))]
    fn emit(&self, py: Python<'_>, language: &str, lang: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let lang = lang.map_or(Ok(self.lang), read_language)?;
        let Some((_, language)) = Language::ALL.into_iter().find(|(word, _)| *word == language) else {
            return Err(refused(py, "no-program", &[("value", language)]));
        };
        self.found.emit(language, None, lang).map_err(|error| raised(py, &error, lang))
    }

    /// The whole result as a dictionary, like the JSON of the command line.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.found.to_json())
    }

    fn __str__(&self) -> String {
        self.found.report(self.lang)
    }

    fn __repr__(&self) -> String {
        let rule = self.p_positions().unwrap_or_default();
        format!("<grundy.Pattern {} {}: {}>", self.found.line().spelled, self.status(), html::short(&rule))
    }

    fn _repr_html_(&self) -> String {
        let report = self.found.report(self.lang);
        let mut lines = report.lines();
        let mut sheet = html::Sheet::new(lines.next().unwrap_or_default());
        lines.for_each(|line| sheet.line(line));
        sheet.finish()
    }
}
