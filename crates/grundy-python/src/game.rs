//! Games: rules read once and asked about often.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use dashu_int::UBig;
use grundy::batch::Fast;
use grundy::notation::{self, GameLine};
use grundy::own::Typed;
use grundy::pattern::Request;
use grundy::periods::{PeriodQuestion, period_json};
use grundy::picture::{Plot, Show};
use grundy::position::Position as Inner;
use grundy::sequence::Run;
use grundy::values::List;
use grundy::{Error, catalogue};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};

use crate::answer::{Answer, Explanation};
use crate::arrays;
use crate::certificate;
use crate::failure::{exhausted, raised, refused};
use crate::html;
use crate::json;
use crate::means::{self, Means, language};
use crate::number::{natural, to_python};
use crate::own::{ByAmounts, ByOptions, Own, callable};
use crate::pattern::Pattern;
use crate::picture::{Picture, Table};
use crate::position::{self, Position, Tables};

/// Where the rules come from.
#[derive(Clone, Debug)]
enum Kind {
    Line(GameLine),
    Own(Own, String, bool),
}

/// Rules, read once and asked about often.
///
/// >>> from grundy import Game
/// >>> wythoff = Game("wythoff")
/// >>> wythoff.outcome(8, 15), wythoff.outcome(8, 13)
/// ('N', 'P')
/// >>> wythoff.rules
/// 'take any or take any from 2 heaps'
///
/// The text is Grundy's notation: a name of the catalogue, or the rules themselves such as
/// `"take 1, 3, 4"`. Tables made for one question serve the next one on the same thread.
///
/// Every question takes the limits `time` (seconds, or `"30s"`), `memory` (bytes, or `"4GiB"`) and `threads`,
/// a callback `progress(done, total)`, and `lang` for texts.
#[pyclass(frozen, module = "grundy")]
pub struct Game {
    kind: Kind,
    /// What decides positions of small numbers, where it is that simple.
    fast: Option<Fast>,
    tables: Arc<Tables>,
}

/// Positions of more heaps take the long way.
const FEW: usize = 8;

/// The heaps that a call is given: numbers, or one list of them.
fn heaps(given: &Bound<'_, PyTuple>) -> PyResult<Vec<UBig>> {
    if given.len() == 1 {
        let first = given.get_item(0)?;
        if first.hasattr("__len__")? {
            return first.try_iter()?.map(|heap| natural(&heap?)).collect();
        }
    }
    given.iter().map(|heap| natural(&heap)).collect()
}

impl Game {
    pub fn of(line: GameLine) -> Self {
        Self { fast: Fast::of(&line), kind: Kind::Line(line), tables: Tables::new() }
    }

    /// The rules, where they are in the notation.
    pub fn line(&self, py: Python<'_>) -> PyResult<&GameLine> {
        match &self.kind {
            Kind::Line(line) => Ok(line),
            Kind::Own(..) => Err(refused(py, "rules-in-python", &[])),
        }
    }

    fn own(&self) -> Vec<Own> {
        match &self.kind {
            Kind::Line(_) => Vec::new(),
            Kind::Own(own, ..) => vec![own.clone()],
        }
    }

    /// Who wins, where the heaps are a few machine words and the game is decided by a formula on them: nothing
    /// is worth letting go of the interpreter for.
    fn at_once(&self, heaps: &Bound<'_, PyTuple>) -> Option<&'static str> {
        let fast = self.fast?;
        let count = heaps.len();
        let mut words = [0; FEW];
        for (word, heap) in words.get_mut(..count)?.iter_mut().zip(heaps.iter_borrowed()) {
            *word = heap.cast::<PyInt>().ok()?.extract().ok()?;
        }
        Some(if fast.is_p(&words[..count])? { "P" } else { "N" })
    }

    /// The position with the heaps of a call.
    pub fn at(&self, given: &Bound<'_, PyTuple>) -> PyResult<Inner> {
        let py = given.py();
        let line = match &self.kind {
            Kind::Line(line) => line,
            Kind::Own(own, _, misere) => return Ok(own.at(py, given)?.with_misere(*misere)),
        };
        let words = given.iter().any(|heap| heap.is_instance_of::<PyString>());
        let found = if words {
            let texts: Vec<String> =
                given.iter().map(|heap| Ok(heap.str()?.to_string())).collect::<PyResult<_>>()?;
            let inside = texts.join(", ");
            if line.game.rules.own().is_none() && !inside.contains([';', '；', '(']) {
                notation::parse_heaps(&inside).and_then(|heaps| Inner::start(line, heaps))
            } else {
                let text = format!("{}[{inside}]", line.game.spelled);
                notation::parse_position(&text).map(|position| position.with_misere(line.misere))
            }
        } else if given.is_empty() && (line.game.rules.own().is_some() || line.game.rules.goal().is_some()) {
            notation::parse_position(&line.game.spelled).map(|position| position.with_misere(line.misere))
        } else {
            Inner::start(line, heaps(given)?)
        };
        found.map_err(|error| raised(py, &error, language()))
    }

    /// The values of rules in Python, one by one.
    fn own_values(&self, py: Python<'_>, own: &Own, range: [u64; 2], means: &Means) -> PyResult<List> {
        let Own::Amounts(game) = own else { return Err(refused(py, "values-of-positions", &[])) };
        let set = |solver: grundy::Solver| solver.insist_on_value(true).list_moves(1);
        let values = means.ask(py, self.tables.key(), set, |solver| {
            (range[0]..=range[1])
                .map(|heap| {
                    means::note(heap - range[0], Some(range[1] - range[0] + 1));
                    let value = solver.solve(&game.at(vec![heap])?)?.value;
                    value
                        .and_then(|value| u64::try_from(&value).ok())
                        .ok_or_else(|| Error::limit("error.heap-too-large"))
                })
                .collect::<grundy::error::Result<Vec<u64>>>()
        })?;
        Ok(List::Words(values))
    }

    fn list(&self, py: Python<'_>, from: &UBig, to: &UBig, means: &Means) -> PyResult<List> {
        match &self.kind {
            Kind::Own(own, _, misere) => {
                if *misere {
                    return Err(raised(py, &Error::input("error.values-misere"), means.lang));
                }
                let word = |n: &UBig| u64::try_from(n).map_err(|_| refused(py, "heap-too-large", &[]));
                self.own_values(py, own, [word(from)?, word(to)?], means)
            }
            Kind::Line(line) => means.ask(
                py,
                self.tables.key(),
                |s| s,
                |solver| solver.values(line, from, to, &mut means::see),
            ),
        }
    }

    fn title(&self) -> String {
        match &self.kind {
            Kind::Line(line) if line.misere => format!("misere {}", line.game.spelled),
            Kind::Line(line) => line.game.spelled.clone(),
            Kind::Own(_, name, true) => format!("misere {name}"),
            Kind::Own(_, name, false) => name.clone(),
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (text, *, misere=false))]
    fn parse(py: Python<'_>, text: &str, misere: bool) -> PyResult<Self> {
        let mut line = notation::parse_game(text).map_err(|error| raised(py, &error, language()))?;
        line.misere |= misere;
        Ok(Self::of(line))
    }

    /// A game by its options: `options(position)` gives the positions one move away.
    ///
    /// Positions are any hashable objects. A position without options is lost for the player to move (won,
    /// with `misere=True`). Play may go round in circles: then there are draws. `parts(position)`, where given,
    /// says of which positions this one is the sum, or `None`; `ends(position)` gives `'N'`, `'P'` or `'D'`
    /// where the game is over by decree, or `None`.
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
        Ok(Self { kind: Kind::Own(own, name.to_owned(), misere), fast: None, tables: Tables::new() })
    }

    /// A game of heaps: `moves(n)` gives the numbers of stones that may be taken from a heap of `n`.
    ///
    /// >>> from grundy import Game
    /// >>> powers = Game.from_moves(lambda n: [1, 2, 4])
    /// >>> powers.outcome(1, 4)
    /// 'P'
    /// >>> powers.values(9).tolist()
    /// [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
    #[staticmethod]
    #[pyo3(signature = (moves, *, name="own", misere=false))]
    fn from_moves(moves: &Bound<'_, PyAny>, name: &str, misere: bool) -> PyResult<Self> {
        let own = Own::Amounts(Arc::new(Typed::new(name, ByAmounts::new(callable(moves)?))));
        Ok(Self { kind: Kind::Own(own, name.to_owned(), misere), fast: None, tables: Tables::new() })
    }

    /// A game from an object with `start` and `options(position)`, and where it likes `parts` and `ends`, as
    /// in `from_options`. `start` is a position or a method that gives one.
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

    /// The catalogue's name of these rules, or `None`.
    #[getter]
    fn name(&self) -> Option<String> {
        match &self.kind {
            Kind::Line(line) => catalogue::name_of(&line.game.rules),
            Kind::Own(_, name, _) => Some(name.clone()),
        }
    }

    /// The rules in full, in the notation; `None` where they are in Python.
    #[getter]
    fn rules(&self) -> Option<String> {
        match &self.kind {
            Kind::Line(line) => Some(line.game.rules.to_string()),
            Kind::Own(..) => None,
        }
    }

    /// Does whoever cannot move win?
    #[getter]
    fn misere(&self) -> bool {
        match &self.kind {
            Kind::Line(line) => line.misere,
            Kind::Own(_, _, misere) => *misere,
        }
    }

    /// The position with these heaps: whole numbers, a list of them, or text as between the brackets.
    ///
    /// >>> import grundy
    /// >>> grundy.Game("nim").position(3, 4)
    /// Position('nim[3, 4]')
    #[pyo3(signature = (*heaps))]
    fn position(&self, heaps: &Bound<'_, PyTuple>) -> PyResult<Position> {
        Ok(Position::new(self.at(heaps)?, self.own(), self.tables.clone()))
    }

    /// Who wins: `'N'` the player to move, `'P'` the other, `'D'` nobody.
    #[pyo3(signature = (*heaps, **limits))]
    fn outcome(
        &self,
        py: Python<'_>,
        heaps: &Bound<'_, PyTuple>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<&'static str> {
        if limits.is_none()
            && let Some(letter) = self.at_once(heaps)
        {
            return Ok(letter);
        }
        let inner = self.at(heaps)?;
        let found = Means::new(limits)?.ask(py, self.tables.key(), |s| s, |solver| solver.outcome(&inner))?;
        Ok(found.letter())
    }

    /// Who wins, the winning moves, and why, as an `Answer`; `value=True` insists on the Grundy value.
    ///
    /// >>> import grundy
    /// >>> grundy.Game("take 1, 3, 4").solve(100).method["name"]
    /// 'proved-period'
    #[pyo3(signature = (*heaps, value=false, moves=1000, **limits))]
    fn solve(
        &self,
        py: Python<'_>,
        heaps: &Bound<'_, PyTuple>,
        value: bool,
        moves: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        position::solve(
            py,
            &self.at(heaps)?,
            self.own(),
            self.tables.key(),
            value,
            moves,
            &Means::new(limits)?,
        )
    }

    /// The Grundy value; `None` where there is none.
    ///
    /// >>> import grundy
    /// >>> grundy.Game("kayles").value(10, 20)
    /// 3
    #[pyo3(signature = (*heaps, **limits))]
    fn value<'py>(
        &self,
        py: Python<'py>,
        heaps: &Bound<'py, PyTuple>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = position::value(py, &self.at(heaps)?, self.tables.key(), &Means::new(limits)?)?;
        found.map(|value| to_python(py, &value)).transpose()
    }

    /// The winning moves: dictionaries with what is left (`to`) and what is taken (`take`).
    ///
    /// >>> import grundy
    /// >>> grundy.Game("nim").moves(3, 4, 5)
    /// [{'to': [1, 4, 5], 'take': [2, 0, 0]}]
    #[pyo3(signature = (*heaps, most=1000, **limits))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        heaps: &Bound<'py, PyTuple>,
        most: usize,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.solve(py, heaps, false, most, limits)?;
        Ok(answer.moves(py)?.into_any())
    }

    /// The reasons in sentences, in `lang`; for a lost position the reply to each of up to `replies` moves.
    ///
    /// >>> import grundy
    /// >>> print(grundy.Game("wythoff").explain(3, 5))  # doctest: +ELLIPSIS
    /// wythoff[3, 5]
    /// ...
    #[pyo3(signature = (*heaps, replies=5, **limits))]
    fn explain(
        &self,
        py: Python<'_>,
        heaps: &Bound<'_, PyTuple>,
        replies: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explanation> {
        position::explained(
            py,
            &self.at(heaps)?,
            self.own(),
            self.tables.key(),
            replies,
            &Means::new(limits)?,
        )
    }

    /// The Grundy values of one heap of `start` to `to` stones, both included, as a NumPy array.
    ///
    /// The array is the engine's own memory: of type `uint8`, `uint16` or `uint32` as the values need, `uint64`
    /// for closed forms that grow, and Python's `int` beyond. On a proved period far heaps answer at once.
    ///
    /// >>> import grundy
    /// >>> grundy.Game("kayles").values(11)
    /// array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint16)
    #[pyo3(signature = (to, *, start=None, **limits))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        to: &Bound<'py, PyAny>,
        start: Option<&Bound<'py, PyAny>>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let from = start.map_or(Ok(UBig::ZERO), natural)?;
        let list = self.list(py, &from, &natural(to)?, &Means::new(limits)?)?;
        arrays::of_list(py, list)
    }

    /// Do the values of one heap repeat for ever? A dictionary with `period`, `preperiod`, `saltus`,
    /// `max_value`, `checked_to` and `proof`; where nothing is proved up to `limit`, `period` is `None`,
    /// `seen` says what repeats so far and `reason` why it ended.
    ///
    /// >>> import grundy
    /// >>> found = grundy.Game("kayles").period()
    /// >>> found["period"], found["preperiod"], found["proof"]
    /// (12, 71, 'Guy and Smith 1956')
    #[pyo3(signature = (limit=None, **limits))]
    fn period<'py>(
        &self,
        py: Python<'py>,
        limit: Option<&Bound<'py, PyAny>>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (line, means) = (self.line(py)?, Means::new(limits)?);
        let (limit, allowed) = (limit.map(natural).transpose()?, means.limits);
        let (answer, _) = means
            .run(py, |cancel| period_json(line, limit.as_ref(), allowed, cancel.clone(), &mut means::see))?;
        json::to_python(py, &answer)
    }

    /// A certificate of the period as JSON text, for `grundy.verify` or anybody else to check.
    ///
    /// >>> import grundy
    /// >>> grundy.verify(grundy.Game("kayles").certificate())["valid"]
    /// True
    #[pyo3(signature = (limit=None, **limits))]
    fn certificate(
        &self,
        py: Python<'_>,
        limit: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let (line, means) = (self.line(py)?, Means::new(limits)?);
        let (limit, allowed) = (limit.map(natural).transpose()?, means.limits);
        let found = means.run(py, |cancel| {
            let (wanted, effort) = match PeriodQuestion::new(line, limit.as_ref(), allowed, true)? {
                PeriodQuestion::Compute { wanted, effort } => (wanted, effort),
                PeriodQuestion::Closed(_) => {
                    return Err(grundy::certificate::closed(&line.game.spelled));
                }
            };
            let run = Run::new(&line.game.rules, wanted, allowed, cancel.clone()).limit_effort(effort);
            certificate::of_run(run, line)
        })?;
        found.ok_or_else(|| exhausted(py, "nothing-proved", &[("game", &line.game.spelled)]))
    }

    /// All positions of two heaps below `rows` and `columns` (`rows` again where it is left out), as a
    /// `Table`: `.array` is a NumPy array, and a notebook shows a picture.
    ///
    /// `show` is `'outcome'`, `'value'` or `'remoteness'` (moves under best play).
    ///
    /// >>> import grundy
    /// >>> grundy.Game("wythoff").table(3, 4, show="value").array
    /// array([[0, 1, 2, 3],
    ///        [1, 2, 0, 4],
    ///        [2, 0, 1, 5]], dtype=uint32)
    #[pyo3(signature = (rows, columns=None, show="outcome", **limits))]
    fn table(
        &self,
        py: Python<'_>,
        rows: usize,
        columns: Option<usize>,
        show: &str,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Table> {
        let (line, means) = (self.line(py)?, Means::new(limits)?);
        let Some((_, show)) = Show::ALL.into_iter().find(|(word, _)| *word == show) else {
            return Err(refused(py, "no-show", &[("value", show)]));
        };
        let columns = columns.unwrap_or(rows);
        let set = |solver: grundy::Solver| solver;
        let grid = means.ask(py, self.tables.key(), set, |solver| solver.table(line, rows, columns, show))?;
        Ok(Table::new(grid, line.clone(), means.lang))
    }

    /// The values of one heap of `start` to `to` stones as a picture, its period marked where one is proved.
    #[pyo3(signature = (to, *, start=0, **limits))]
    fn plot(
        &self,
        py: Python<'_>,
        to: u64,
        start: u64,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Picture> {
        let means = Means::new(limits)?;
        let list = self.list(py, &UBig::from(start), &UBig::from(to), &means)?;
        let period = match &self.kind {
            Kind::Line(line) if line.game.rules.is_heapwise() => {
                let (rules, allowed) = (&line.game.rules, means.limits);
                let wanted = usize::try_from(to).unwrap_or(usize::MAX).saturating_add(1);
                means.run(py, |cancel| {
                    let mut run = Run::new(rules, wanted, allowed, cancel.clone());
                    run.finish()?;
                    Ok(run.period())
                })?
            }
            _ => None,
        };
        let mut plot = Plot::new(UBig::from(start), list.len() as u64);
        let values = arrays::words(list).ok_or_else(|| refused(py, "values-too-large", &[]))?;
        plot.add(&values);
        Ok(Picture::new(plot.svg(&self.title(), period, means.lang)))
    }

    /// The rule behind outcomes and values: proved, or a conjecture that was checked up to some heap.
    ///
    /// >>> import grundy
    /// >>> found = grundy.Game("take 1, 3, 4").pattern()
    /// >>> found.status, found.p_positions
    /// ('proved', 'n mod 7 in {0, 2}')
    #[pyo3(signature = (heaps=None, *, to=None, **limits))]
    fn pattern(
        &self,
        py: Python<'_>,
        heaps: Option<usize>,
        to: Option<usize>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Pattern> {
        let (line, means) = (self.line(py)?, Means::new(limits)?);
        let found =
            means.ask(py, self.tables.key(), |s| s, |solver| solver.pattern(line, Request { heaps, to }))?;
        Ok(Pattern::new(found, means.lang))
    }

    /// Who wins, for whole arrays of positions: an array for each heap, or numbers where a heap is the same in
    /// all of them. The answer is an array of `b'N'`, `b'P'` and `b'D'`.
    ///
    /// >>> import grundy, numpy
    /// >>> grundy.Game("wythoff").outcomes(numpy.arange(4), 2)
    /// array([b'N', b'P', b'N', b'N'], dtype='|S1')
    #[pyo3(signature = (*heaps, **limits))]
    fn outcomes<'py>(
        &self,
        py: Python<'py>,
        heaps: &Bound<'py, PyTuple>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::outcomes(self.line(py)?, heaps, &Means::new(limits)?)
    }

    /// The Grundy values of whole arrays of positions, an array for each heap, as `uint64`. A position without a
    /// value is an error.
    ///
    /// >>> import grundy
    /// >>> grundy.Game("nim").values_of([1, 2, 3], [3, 3, 3])
    /// array([2, 1, 0], dtype=uint64)
    #[pyo3(signature = (*heaps, **limits))]
    fn values_of<'py>(
        &self,
        py: Python<'py>,
        heaps: &Bound<'py, PyTuple>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        arrays::values_of(self.line(py)?, heaps, &Means::new(limits)?)
    }

    fn __eq__(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::Line(a), Kind::Line(b)) => a.misere == b.misere && a.game.rules == b.game.rules,
            _ => Arc::ptr_eq(&self.tables, &other.tables),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match &self.kind {
            Kind::Line(line) => (line.misere, &line.game.rules).hash(&mut hasher),
            Kind::Own(_, name, misere) => (misere, name).hash(&mut hasher),
        }
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.title()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match &self.kind {
            Kind::Line(_) => Ok(format!("Game({})", PyString::new(py, &self.title()).repr()?)),
            Kind::Own(..) => Ok(format!("<grundy.Game {}>", self.title())),
        }
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        let line = self.line(py)?;
        let class = py.get_type::<Self>().into_any().unbind();
        let misere = if line.misere { "misere " } else { "" };
        Ok((class, (format!("{misere}{}", line.game.spelled),)))
    }

    fn _repr_html_(&self) -> String {
        let mut sheet = html::Sheet::new(&self.title());
        if let Some(rules) = self.rules() {
            sheet.line(&rules);
        }
        if let Kind::Line(line) = &self.kind
            && let Some((entry, _)) = catalogue::find(&line.game.rules)
        {
            sheet.line(entry.about.get(language()));
            for reference in &entry.references {
                sheet.line(&format!("- {reference}"));
            }
        }
        sheet.finish()
    }
}
