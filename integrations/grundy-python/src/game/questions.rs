//! Questions about one position of a game.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::Game;
use crate::answer::{Answer, Explanation};
use crate::means::Means;
use crate::number::{count, to_python};
use crate::position::{self, Position};

#[pymethods]
impl Game {
    /// The position with these heaps: whole numbers, a list of them, or text as between the brackets.
    ///
    /// >>> import grundy
    /// >>> grundy.Game("nim").position(3, 4)
    /// Position('nim[3, 4]')
    #[pyo3(signature = (*heaps))]
    fn position(&self, heaps: &Bound<'_, PyTuple>) -> PyResult<Position> {
        Ok(Position::new(self.at(heaps)?, self.own(), self.tables.clone()))
    }

    /// Who wins: `'N'` the player to move, `'P'` the other, `'D'` for a draw.
    #[pyo3(signature = (*heaps, **limits))]
    fn outcome(
        &self,
        py: Python<'_>,
        heaps: &Bound<'_, PyTuple>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<&'static str> {
        if limits.is_none()
            && let Some(letter) = self.kind.at_once(heaps)
        {
            return Ok(letter);
        }
        let means = Means::new(limits)?;
        let inner = self.at(heaps)?;
        let found = means.ask(py, self.tables.key(), |s| s, |solver| solver.outcome(&inner))?;
        Ok(found.letter())
    }

    /// Who wins, the winning moves, and why, as an `Answer`; `value=True` always computes the Grundy value.
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
        #[pyo3(from_py_with = count)] moves: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        let means = Means::new(limits)?;
        position::solve(py, &self.at(heaps)?, self.own(), self.key(), value, moves, &means)
    }

    /// The Grundy value; `None` if there is none.
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
        let means = Means::new(limits)?;
        let found = position::value(py, &self.at(heaps)?, self.key(), &means)?;
        found.map(|value| to_python(py, &value)).transpose()
    }

    /// The winning moves: dictionaries with what is left (`to`) and what is taken (`take`), at most `most` of them.
    ///
    /// If the order of heaps does not matter, both refer to the heaps in ascending order, whatever the order of the
    /// arguments.
    ///
    /// >>> import grundy
    /// >>> grundy.Game("nim").moves(3, 4, 5)
    /// [{'to': [1, 4, 5], 'take': [2, 0, 0]}]
    #[pyo3(signature = (*heaps, most=1000, **limits))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        heaps: &Bound<'py, PyTuple>,
        #[pyo3(from_py_with = count)] most: usize,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.solve(py, heaps, false, most, limits)?;
        Ok(answer.moves(py)?.into_any())
    }

    /// The explanation in sentences, in `lang`; for a lost position, the reply to each of up to `replies` moves.
    ///
    /// >>> import grundy
    /// >>> print(grundy.Game("wythoff").explain(3, 5))  # doctest: +ELLIPSIS
    /// wythoff[3, 5]
    /// ...
    #[pyo3(signature = (*heaps, replies=10, **limits))]
    fn explain(
        &self,
        py: Python<'_>,
        heaps: &Bound<'_, PyTuple>,
        #[pyo3(from_py_with = count)] replies: usize,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explanation> {
        let means = Means::new(limits)?;
        position::explained(py, &self.at(heaps)?, self.own(), self.key(), replies, &means)
    }
}
