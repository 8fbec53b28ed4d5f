//! Games with rules in Python, solved by the library like any other.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dashu_int::UBig;
use grundy_solver::error::Result;
use grundy_solver::limits::Budget;
use grundy_solver::own::{OwnGame, Typed};
use grundy_solver::position::{Component, Position};
use grundy_solver::{Error, Outcome};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::{PyDict, PyList, PyTuple};
use rustc_hash::FxHashMap;

use crate::failure;
use crate::game::given;
use crate::number;
use crate::pickled::{Reduced, reduced};

/// Time between two checks of the clock while rules are called for one heap after the other.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Keeps the exception and returns an error that ends the surrounding work.
fn stop(error: PyErr) -> Error {
    failure::keep(error);
    Error::limit("error.interrupted")
}

/// A game with rules in Python.
#[derive(Clone, Debug)]
pub enum Own {
    /// Positions are any hashable objects.
    Options(Arc<Typed<ByOptions>>),
    /// Positions are heaps.
    Amounts(Arc<Typed<ByAmounts>>),
}

impl Own {
    /// The position from the arguments of a call: one object, or heaps.
    pub fn at(&self, given: &Bound<'_, PyTuple>) -> PyResult<Position> {
        let py = given.py();
        let found = match self {
            Self::Options(game) => match given.len() {
                0 => game.start(),
                1 => game.at(game.game().intern(py, &given.get_item(0)?)?),
                _ => game.at(game.game().intern(py, given.as_any())?),
            },
            Self::Amounts(game) => {
                let heaps = given::heaps(given)?;
                let words: Option<Vec<u64>> = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect();
                game.at(sorted(words.ok_or_else(|| failure::refused(py, "heap-too-large", &[]))?))
            }
        };
        found.map_err(|error| failure::raised(py, &error, crate::means::language()))
    }

    /// The rules in the form for pickle, with this name and convention.
    pub fn reduced(&self, py: Python<'_>, name: &str, misere: bool) -> PyResult<Reduced> {
        match self {
            Self::Options(game) => {
                let ByOptions { options, parts, ends, start, .. } = game.game();
                let start = game.game().object(py, *start)?;
                reduced(py, "game_of_options", (start, options, parts.as_ref(), ends.as_ref(), name, misere))
            }
            Self::Amounts(game) => reduced(py, "game_of_moves", (&game.game().amounts, name, misere)),
        }
    }

    /// Whether a component belongs to this game.
    pub fn has(&self, component: &Component) -> bool {
        match self {
            Self::Options(game) => game.read_back(&component.game, component.heaps()).is_some(),
            Self::Amounts(game) => game.read_back(&component.game, component.heaps()).is_some(),
        }
    }

    /// The heaps that represent a Python object in this game; `None` if it cannot be a position of it.
    pub fn heaps(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<dashu_int::UBig>>> {
        let py = object.py();
        let found = match self {
            Self::Options(_) if object.hash().is_err() => return Ok(None),
            Self::Options(game) => game.at(game.game().intern(py, object)?),
            Self::Amounts(game) => match object.extract::<Vec<u64>>() {
                Ok(heaps) => game.at(sorted(heaps)),
                Err(_) => return Ok(None),
            },
        };
        let position = found.map_err(|error| failure::raised(py, &error, crate::means::language()))?;
        Ok(position.single().map(|component| component.heaps().to_vec()))
    }

    /// The Python object of a component of this game; `None` for components of other games.
    pub fn object<'py>(
        &self,
        py: Python<'py>,
        component: &Component,
        heaps: &[dashu_int::UBig],
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self {
            Self::Options(game) => match game.read_back(&component.game, heaps) {
                Some(number) => game.game().object(py, number).map(Some),
                None => Ok(None),
            },
            Self::Amounts(game) => match game.read_back(&component.game, heaps) {
                Some(heaps) => Ok(Some(PyList::new(py, heaps)?.into_any())),
                None => Ok(None),
            },
        }
    }
}

/// Rules that return the options of a position. Positions are numbered when they first occur.
pub struct ByOptions {
    options: Py<PyAny>,
    parts: Option<Py<PyAny>>,
    ends: Option<Py<PyAny>>,
    start: u32,
    met: Mutex<Met>,
}

/// The known positions, and the results about them that the library does not keep.
struct Met {
    numbers: Py<PyDict>,
    objects: Py<PyList>,
    ends: FxHashMap<u32, Option<Outcome>>,
}

impl ByOptions {
    /// Creates the rules from callables; `start` must be hashable.
    pub fn new(
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        options: Py<PyAny>,
        parts: Option<Py<PyAny>>,
        ends: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let (numbers, objects) = (PyDict::new(py).unbind(), PyList::empty(py).unbind());
        let met = Mutex::new(Met { numbers, objects, ends: HashMap::default() });
        let mut game = Self { options, parts, ends, start: 0, met };
        game.start = game.intern(py, start)?;
        Ok(game)
    }

    /// The number of a position; a new position gets the next number.
    fn intern(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let met = self.met.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let (numbers, objects) = (met.numbers.bind(py), met.objects.bind(py));
        if let Some(number) = numbers.get_item(object)? {
            return number.extract();
        }
        let number =
            u32::try_from(objects.len()).map_err(|_| failure::refused(py, "too-many-positions", &[]))?;
        numbers.set_item(object, number)?;
        objects.append(object)?;
        Ok(number)
    }

    fn object<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        let met = self.met.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        met.objects.bind(py).get_item(number as usize)
    }

    /// The positions that `rules` returns for one position; `None` if it returns `None`.
    fn call(&self, py: Python<'_>, rules: &Py<PyAny>, position: u32) -> PyResult<Option<Vec<u32>>> {
        let found = rules.bind(py).call1((self.object(py, position)?,))?;
        if found.is_none() {
            return Ok(None);
        }
        found.try_iter()?.map(|option| self.intern(py, &option?)).collect::<PyResult<_>>().map(Some)
    }

    fn ends_as(&self, py: Python<'_>, position: u32) -> PyResult<Option<Outcome>> {
        let Some(ends) = &self.ends else { return Ok(None) };
        let known = self
            .met
            .lock_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner)
            .ends
            .get(&position)
            .copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let answer = ends.bind(py).call1((self.object(py, position)?,))?;
        let letter: Option<String> = answer.extract()?;
        let outcome = match letter.as_deref() {
            None => None,
            Some("N") => Some(Outcome::N),
            Some("P") => Some(Outcome::P),
            Some("D") => Some(Outcome::D),
            Some(other) => return Err(failure::refused(py, "no-outcome", &[("value", other)])),
        };
        self.met.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).ends.insert(position, outcome);
        Ok(outcome)
    }
}

impl OwnGame for ByOptions {
    type Position = u32;

    fn start(&self) -> u32 {
        self.start
    }

    fn options(&self, position: &u32) -> Vec<u32> {
        self.try_options(position).unwrap_or_default()
    }

    fn try_options(&self, position: &u32) -> Result<Vec<u32>> {
        if failure::is_kept() {
            return Err(Error::limit("error.interrupted"));
        }
        // A function that forgot to return something must not count as one without moves.
        let found = Python::attach(|py| {
            let options = self.call(py, &self.options, *position)?;
            options.ok_or_else(|| failure::refused(py, "no-options", &[]))
        });
        found.map_err(stop)
    }

    fn parts(&self, position: &u32) -> Option<Vec<u32>> {
        let parts = self.parts.as_ref()?;
        if failure::is_kept() {
            return None;
        }
        // After an exception the next request for options ends the work.
        Python::attach(|py| self.call(py, parts, *position)).map_err(stop).ok().flatten()
    }

    fn ends(&self, position: &u32) -> Option<Outcome> {
        if self.ends.is_none() || failure::is_kept() {
            return None;
        }
        Python::attach(|py| self.ends_as(py, *position)).map_err(stop).ok().flatten()
    }

    fn show(&self, position: &u32) -> String {
        let shown = Python::attach(|py| Ok::<_, PyErr>(self.object(py, *position)?.repr()?.to_string()));
        shown.unwrap_or_else(|_| position.to_string())
    }
}

impl fmt::Debug for ByOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByOptions")
    }
}

/// Rules that return the stones that may be taken from a heap; a position is any number of heaps.
pub struct ByAmounts {
    amounts: Py<PyAny>,
    known: Mutex<FxHashMap<u64, Arc<[u64]>>>,
    /// G(0), G(1), ... as far as they were computed in sequence.
    values: Mutex<Vec<u32>>,
}

fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.sort_unstable();
    heaps
}

/// Parses an amount that the rules return for a heap. Zero, a negative number and more than the heap are errors: rules
/// that return them are wrong.
fn amount(given: &Bound<'_, PyAny>, heap: u64) -> PyResult<u64> {
    let word = match given.extract::<u64>() {
        Ok(word) => Some(word),
        Err(_) => u64::try_from(&number::signed(given)?).ok(),
    };
    word.filter(|amount| (1..=heap).contains(amount)).ok_or_else(|| {
        let shown = given.str().map(|text| text.to_string()).unwrap_or_default();
        failure::refused(given.py(), "no-amount", &[("heap", &heap.to_string()), ("value", &shown)])
    })
}

impl ByAmounts {
    pub fn new(amounts: Py<PyAny>) -> Self {
        Self { amounts, known: Mutex::default(), values: Mutex::default() }
    }

    /// The amounts that may be taken from a heap; the rules are called once for each size.
    fn amounts(&self, heap: u64) -> PyResult<Arc<[u64]>> {
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&heap) {
            return Ok(known.clone());
        }
        let found: Arc<[u64]> = Python::attach(|py| {
            let list = self.amounts.bind(py).call1((heap,))?;
            list.try_iter()?.map(|given| amount(&given?, heap)).collect::<PyResult<_>>()
        })?;
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(heap, found.clone());
        Ok(found)
    }

    /// G(from) to G(to), computing all smaller heaps first; `see` receives the progress.
    pub fn list(&self, from: u64, to: u64, budget: &Budget, see: &dyn Fn(u64)) -> Result<Vec<u64>> {
        let length = usize::try_from(to).unwrap_or(usize::MAX).saturating_add(1);
        // The known values, the marks, and the answer.
        let bytes = size_of::<u32>() + size_of::<usize>() + size_of::<u64>();
        budget.reserve((length as u64).saturating_mul(bytes as u64))?;
        // Taken out meanwhile: the rules may ask questions about the same game.
        let mut values = std::mem::take(&mut *self.values());
        let grown = Python::attach(|py| self.grow(py, &mut values, length, budget, see));
        let answer = grown.map(|()| {
            let first = usize::try_from(from).unwrap_or(usize::MAX).min(length);
            values[first..length].iter().map(|&value| u64::from(value)).collect()
        });
        let mut kept = self.values();
        if kept.len() < values.len() {
            *kept = values;
        }
        answer
    }

    fn values(&self) -> MutexGuard<'_, Vec<u32>> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn grow(
        &self,
        py: Python<'_>,
        values: &mut Vec<u32>,
        length: usize,
        budget: &Budget,
        see: &dyn Fn(u64),
    ) -> Result<()> {
        let rules = self.amounts.bind(py);
        // The latest heap with an option of this value, counted from 1.
        let mut marks: Vec<usize> = Vec::new();
        let mut looked = Instant::now();
        while values.len() < length {
            let heap = values.len();
            if looked.elapsed() >= BETWEEN_LOOKS {
                see(heap as u64);
                budget.check_time()?;
                looked = Instant::now();
            }
            let mut mark = |given: &Bound<'_, PyAny>| -> PyResult<()> {
                let left = heap as u64 - amount(given, heap as u64)?;
                let value = values[usize::try_from(left).unwrap_or(0)] as usize;
                if value >= marks.len() {
                    marks.resize(value + 1, 0);
                }
                marks[value] = heap + 1;
                Ok(())
            };
            let marked = rules.call1((heap,)).and_then(|list| match list.cast::<PyList>() {
                Ok(list) => list.iter().try_for_each(|given| mark(&given)),
                Err(_) => list.try_iter()?.try_for_each(|given| mark(&given?)),
            });
            marked.map_err(stop)?;
            let mex = marks.iter().position(|mark| *mark != heap + 1).unwrap_or(marks.len());
            values.push(u32::try_from(mex).map_err(|_| Error::limit("error.heap-too-large"))?);
        }
        Ok(())
    }
}

impl OwnGame for ByAmounts {
    type Position = Vec<u64>;

    fn start(&self) -> Vec<u64> {
        Vec::new()
    }

    fn options(&self, position: &Vec<u64>) -> Vec<Vec<u64>> {
        self.try_options(position).unwrap_or_default()
    }

    fn try_options(&self, position: &Vec<u64>) -> Result<Vec<Vec<u64>>> {
        if failure::is_kept() {
            return Err(Error::limit("error.interrupted"));
        }
        let mut options = Vec::new();
        for (at, &heap) in position.iter().enumerate() {
            if at > 0 && position[at - 1] == heap {
                continue;
            }
            for &amount in &*self.amounts(heap).map_err(stop)? {
                let mut next = position.clone();
                next[at] = heap - amount;
                options.push(sorted(next));
            }
        }
        Ok(options)
    }

    fn value(&self, position: &Vec<u64>) -> Option<UBig> {
        let values = self.values();
        let mut sum = 0;
        for &heap in position {
            sum ^= *values.get(usize::try_from(heap).ok()?)?;
        }
        Some(sum.into())
    }

    fn parts(&self, position: &Vec<u64>) -> Option<Vec<Vec<u64>>> {
        (position.len() > 1).then(|| position.iter().map(|&heap| vec![heap]).collect())
    }

    fn show(&self, position: &Vec<u64>) -> String {
        position.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Debug for ByAmounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByAmounts")
    }
}

/// The object, if it is callable.
pub fn callable(object: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if object.is_callable() {
        return Ok(object.clone().unbind());
    }
    // The message that Python itself uses.
    Err(PyTypeError::new_err(format!("'{}' object is not callable", object.get_type().name()?)))
}
