//! Answers and explanations.

use grundy_solver::answer::WinningMove;
use grundy_solver::explain;
use grundy_solver::position::Position as Question;
use grundy_solver::text::Lang;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::html;
use crate::json;
use crate::means::read_language;
use crate::number::{count, signed_to_python, to_python};
use crate::own::Own;
use crate::pickled::{Reduced, reduced};
use crate::position::{Position, Tables};

/// The answer to one position: who wins, the winning moves, and the method.
///
/// The attributes are those of the command line's JSON; `to_dict()` returns them all at once.
///
/// >>> import grundy
/// >>> answer = grundy.solve("wythoff 646 583")
/// >>> answer.outcome, answer.moves_total
/// ('N', 3)
/// >>> answer.moves[0]
/// {'to': [101, 164], 'take': [482, 482]}
/// >>> answer.method["reference"]
/// 'W. A. Wythoff 1907'
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub struct Answer {
    inner: grundy_solver::Answer,
    own: Vec<Own>,
    /// The language of the call; texts use it unless a method has another.
    lang: Lang,
}

impl Answer {
    pub fn new(inner: grundy_solver::Answer, own: Vec<Own>, lang: Lang) -> Self {
        Self { inner, own, lang }
    }

    /// The answer as HTML, for a notebook.
    pub fn html(&self) -> String {
        let mut sheet = html::Sheet::new(&self.inner.question.to_string());
        for line in grundy_solver::report::report(&self.inner, self.lang, 20).lines().skip(1) {
            sheet.line(line);
        }
        sheet.finish()
    }
}

/// Moves as dictionaries, with Python's own objects for rules in Python.
pub fn moves_to_python<'py>(
    py: Python<'py>,
    question: &Question,
    moves: &[WinningMove],
    own: &[Own],
) -> PyResult<Bound<'py, PyList>> {
    let with_component = question.single().is_none();
    let list = PyList::empty(py);
    for one in moves {
        let entry = json::of_question(py, question, &one.to_json(question, with_component))?;
        put_objects(py, question, one, own, &entry)?;
        list.append(entry)?;
    }
    Ok(list)
}

/// Replaces the results of moves by Python's objects, for rules in Python.
pub fn put_objects(
    py: Python<'_>,
    question: &Question,
    played: &WinningMove,
    own: &[Own],
    entry: &Bound<'_, PyAny>,
) -> PyResult<()> {
    for (at, part) in played.played.iter().enumerate() {
        let component = &question.components()[part.component];
        for game in own {
            if let Some(object) = game.object(py, component, &part.to)? {
                let place = match &played.played[..] {
                    [_] => entry.clone(),
                    _ => entry.get_item("parts")?.get_item(at)?,
                };
                place.set_item("to", object)?;
            }
        }
    }
    Ok(())
}

fn option_to_python<'py>(
    py: Python<'py>,
    value: Option<&dashu_int::UBig>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    value.map(|value| to_python(py, value)).transpose()
}

#[pymethods]
impl Answer {
    /// `'N'` if the player to move wins, `'P'` if the player who just moved wins, `'D'` for a draw.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.inner.outcome.letter()
    }

    /// The Grundy value; `None` if there is none or it is not cheap to compute (pass `value=True`).
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        option_to_python(py, self.inner.value.as_ref())
    }

    /// How many moves the game lasts under best play, if known.
    #[getter]
    fn remoteness<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        option_to_python(py, self.inner.remoteness.as_ref())
    }

    /// In scoring games: by how many stones the player to move is ahead at the end; else `None`.
    #[getter]
    fn margin<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.inner.margin.as_ref().map(|value| signed_to_python(py, value)).transpose()
    }

    /// The position of the question, its heaps in the order that moves refer to.
    #[getter]
    fn position(&self) -> Position {
        Position::new(self.inner.question.clone(), self.own.clone(), Tables::new())
    }

    /// The winning moves (in a draw, the moves that keep it) as dictionaries, sorted by their results. The list has at
    /// most as many as the question allowed, 1000 by default.
    ///
    /// If the order of heaps does not matter, `to` and `take` refer to the heaps in ascending order, whatever the
    /// order of the arguments.
    #[getter]
    pub fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves_to_python(py, &self.inner.question, &self.inner.moves, &self.own)
    }

    /// The total number of winning moves, if known.
    #[getter]
    fn moves_total<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        option_to_python(py, self.inner.moves_total.as_ref())
    }

    /// Whether `moves` is the full list.
    #[getter]
    fn moves_complete(&self) -> bool {
        self.inner.moves_complete
    }

    /// The method: its name, kind (`theorem`, `proof`, `computation`, `search`) and reference.
    #[getter]
    fn method<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.inner.to_json(self.lang)["method"])
    }

    /// The whole answer as a dictionary, like the JSON of the command line.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let json = self.inner.to_json(self.lang);
        let answer = json::of_question(py, &self.inner.question, &json)?.cast_into::<PyDict>()?;
        if !self.own.is_empty() {
            answer.set_item("moves", self.moves(py)?)?;
        }
        Ok(answer)
    }

    /// The whole answer as JSON text.
    fn to_json(&self) -> String {
        self.inner.to_json(self.lang).to_string()
    }

    /// The answer in a few lines, in `lang` (`'en'` or `'zh'`; by default that of the question), with up to `moves`
    /// winning moves.
    #[pyo3(signature = (lang=None, moves=20))]
    fn text(
        &self,
        lang: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = count)] moves: usize,
    ) -> PyResult<String> {
        let lang = lang.map_or(Ok(self.lang), read_language)?;
        Ok(grundy_solver::report::report(&self.inner, lang, moves))
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        let moves = if self.inner.moves_complete { usize::MAX } else { self.inner.moves.len() };
        reduced(py, "answer", (self.position(), self.inner.value.is_some(), moves, self.lang.tag()))
    }

    fn __str__(&self) -> String {
        grundy_solver::report::report(&self.inner, self.lang, 20)
    }

    fn __repr__(&self) -> String {
        let inner = &self.inner;
        let total = inner.moves_total.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
        let (outcome, question) = (inner.outcome.letter(), html::short(&inner.question.to_string()));
        format!("<grundy.Answer {outcome} {question}, moves_total={total}, method={}>", inner.method.name)
    }

    fn _repr_html_(&self) -> String {
        self.html()
    }
}

/// Why a position is won or lost, step by step.
///
/// >>> import grundy
/// >>> why = grundy.Game("bash(3)").explain(20)
/// >>> why.outcome
/// 'P'
/// >>> print(why.steps[0]["text"])  # doctest: +ELLIPSIS
/// The amounts 1..3 include every number from 1 to 3 and no multiple of 4....
#[pyclass(frozen, module = "grundy")]
pub struct Explanation {
    inner: explain::Explanation,
    own: Vec<Own>,
    /// The most replies that it shows.
    replies: usize,
    lang: Lang,
}

impl Explanation {
    pub fn new(inner: explain::Explanation, own: Vec<Own>, replies: usize, lang: Lang) -> Self {
        Self { inner, own, replies, lang }
    }
}

#[pymethods]
impl Explanation {
    /// Who wins, as in `Answer.outcome`.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.inner.answer.outcome.letter()
    }

    /// The answer that is explained.
    #[getter]
    fn answer(&self) -> Answer {
        Answer::new(self.inner.answer.clone(), self.own.clone(), self.lang)
    }

    /// The steps: dictionaries with `id`, the numbers in `values`, and the sentence in `text`.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        json::steps(py, &self.inner.steps, self.lang)
    }

    /// The whole explanation as a dictionary: the fields of the answer, and `steps`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = self.answer().to_dict(py)?;
        dict.set_item("steps", self.steps(py)?)?;
        Ok(dict)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Reduced> {
        reduced(py, "explanation", (self.answer().position(), self.replies, self.lang.tag()))
    }

    fn __str__(&self) -> String {
        self.inner.report(self.lang)
    }

    fn __repr__(&self) -> String {
        let question = html::short(&self.inner.answer.question.to_string());
        format!("<grundy.Explanation {} {question}>", self.outcome())
    }

    fn _repr_html_(&self) -> String {
        let mut sheet = html::Sheet::new(&self.inner.answer.question.to_string());
        for line in self.inner.report(self.lang).lines().skip(1) {
            sheet.line(line);
        }
        sheet.finish()
    }
}
