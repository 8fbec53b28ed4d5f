//! Questions about the values of one heap: lists, periods, certificates, pictures.

use std::sync::Arc;

use dashu_int::UBig;
use grundy_picture::Plot;
use grundy_solver::notation::GameLine;
use grundy_solver::periods::{PeriodQuestion, period_json};
use grundy_solver::sequence::Run;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Game;
use super::kind::Kind;
use crate::arrays;
use crate::certificate::of_run;
use crate::failure::{exhausted, refused};
use crate::means::{self, Means};
use crate::number::natural;
use crate::period::Period;
use crate::picture::Picture;

#[pymethods]
impl Game {
    /// The Grundy values of one heap of `start` to `to` stones, both included, as a NumPy array.
    ///
    /// The array shares the engine's memory: its type is `uint8`, `uint16` or `uint32` as the values need, `uint64`
    /// for closed forms that grow, and Python's `int` beyond. With a proved period large heaps are answered at once.
    /// The array is empty if `start` is above `to`.
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
        let means = Means::new(limits)?;
        let from = start.map_or(Ok(UBig::ZERO), natural)?;
        let list = self.kind.list(py, &from, &natural(to)?, self.key(), &means)?;
        arrays::of_list(py, list)
    }

    /// Whether the values of one heap repeat for ever: a `Period`, which is false if none is proved up to
    /// `limit` (by default a million heaps and a few seconds of work).
    ///
    /// >>> import grundy
    /// >>> found = grundy.Game("kayles").period()
    /// >>> found.period, found.preperiod, found.proof
    /// (12, 71, 'Guy and Smith 1956')
    #[pyo3(signature = (limit=None, **limits))]
    fn period(
        &self,
        py: Python<'_>,
        limit: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Period> {
        let means = Means::new(limits)?;
        let line = self.line(py)?;
        let (limit, allowed) = (limit.map(natural).transpose()?, means.limits);
        let (answer, _) = means
            .run(py, |cancel| period_json(line, limit.as_ref(), allowed, cancel.clone(), &mut means::see))?;
        Ok(Period::new(answer))
    }

    /// A certificate of the period as JSON text, for `grundy.verify` or an independent checker.
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
        let means = Means::new(limits)?;
        let limit = limit.map(natural).transpose()?;
        certificate(py, self.line(py)?, limit.as_ref(), &means)
    }

    /// The values of one heap of `start` to `to` stones as a picture; a proved period is marked.
    #[pyo3(signature = (to, *, start=None, **limits))]
    fn plot(
        &self,
        py: Python<'_>,
        to: &Bound<'_, PyAny>,
        start: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Picture> {
        let means = Means::new(limits)?;
        plot(py, self, start.map_or(Ok(UBig::ZERO), natural)?, &natural(to)?, &means)
    }
}

/// The certificate of the period of a game, as JSON text.
fn certificate(py: Python<'_>, line: &GameLine, limit: Option<&UBig>, means: &Means) -> PyResult<String> {
    let allowed = means.limits;
    let found = means.run(py, |cancel| {
        let (rules, wanted, effort) = match PeriodQuestion::new(line, limit, allowed, true)? {
            PeriodQuestion::Compute { rules, wanted, effort } => (rules, wanted, effort),
            PeriodQuestion::Closed(_) => {
                return Err(grundy_solver::certificate::closed(&line.spelled));
            }
        };
        let run = Run::new(&rules, wanted, allowed, cancel.clone()).limit_effort(effort);
        of_run(run, &rules)
    })?;
    found.ok_or_else(|| exhausted(py, "nothing-proved", &[("game", &line.spelled)]))
}

/// The values of heaps `start..=to` as a picture, with the period if one is proved by then.
fn plot(py: Python<'_>, game: &Game, start: UBig, to: &UBig, means: &Means) -> PyResult<Picture> {
    let list = game.kind.list(py, &start, to, game.key(), means)?;
    let period = match &game.kind {
        Kind::Line(read) if read.line.game.is_heapwise() => {
            let (read, allowed) = (Arc::clone(read), means.limits);
            let wanted = usize::try_from(to).unwrap_or(usize::MAX).saturating_add(1);
            means.run(py, |cancel| {
                let Some(rules) = read.line.game.rules() else { return Ok(None) };
                let mut run = Run::new(rules, wanted, allowed, cancel.clone());
                run.finish()?;
                Ok(run.period())
            })?
        }
        _ => None,
    };
    let mut plot = Plot::new(start, list.len() as u64);
    let values = arrays::words(list).ok_or_else(|| refused(py, "values-too-large", &[]))?;
    plot.add(&values);
    Ok(Picture::new(plot.svg(&game.kind.title(), period, means.lang)))
}
