//! The period of a game.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value as Json;

use crate::json;

/// Whether the values of one heap repeat for ever, and the details.
///
/// >>> import grundy
/// >>> found = grundy.Game("kayles").period()
/// >>> found.proved, found.period, found.preperiod, found.proof
/// (True, 12, 71, 'Guy and Smith 1956')
///
/// If no period was proved, `proved` and the truth value of the object are False, the fields of the period
/// are None, `seen` states what repeats among the computed values, and `reason` why the computation ended.
///
/// >>> found = grundy.Game("octal(0.007)").period(2000)
/// >>> found.proved, bool(found), found.period, found.reason, found.checked_to
/// (False, False, None, 'limit', 2000)
///
/// `Period(text)` reads the JSON that `grundy period --json` prints.
#[pyclass(frozen, module = "grundy")]
pub struct Period {
    found: Json,
}

impl Period {
    pub fn new(found: Json) -> Self {
        Self { found }
    }

    fn field<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.to_dict(py)?.get_item(name)?.filter(|value| !value.is_none()))
    }

    fn text_of(&self, name: &str) -> String {
        match &self.found[name] {
            Json::String(text) => text.clone(),
            other => other.to_string(),
        }
    }
}

#[pymethods]
impl Period {
    #[new]
    fn read(text: &str) -> PyResult<Self> {
        match serde_json::from_str(text) {
            Ok(found @ Json::Object(_)) => Ok(Self { found }),
            Ok(other) => Err(PyValueError::new_err(other.to_string())),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
        }
    }

    /// Whether there is a proof.
    #[getter]
    fn proved(&self) -> bool {
        !self.found["period"].is_null()
    }

    /// The least period; None if none was proved.
    #[getter]
    fn period<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "period")
    }

    /// The heap from which on values repeat.
    #[getter]
    fn preperiod<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "preperiod")
    }

    /// By how much values rise from one period to the next; 0 if they repeat unchanged.
    #[getter]
    fn saltus<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "saltus")
    }

    /// The largest value (without a proof, among the computed values); None if they grow for ever.
    #[getter]
    fn max_value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "max_value")
    }

    /// The last heap that was computed; None if a formula needs none.
    #[getter]
    fn checked_to<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "checked_to")
    }

    /// The reference of the proof: author and year.
    #[getter]
    fn proof<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "proof")
    }

    /// Without a proof: a dictionary of what repeats among the computed values, or None.
    #[getter]
    fn seen<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "seen")
    }

    /// Without a proof: 'limit', 'effort-limit', 'time-limit', 'memory-limit', or 'no-theorem' if no theorem could
    /// prove a period for such rules.
    #[getter]
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "reason")
    }

    /// The whole result as a dictionary, like the JSON of the command line.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        Ok(json::to_python(py, &self.found)?.cast_into::<PyDict>()?)
    }

    /// The whole result as JSON text.
    fn to_json(&self) -> String {
        self.found.to_string()
    }

    fn __bool__(&self) -> bool {
        self.proved()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.found == other.found
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        self.to_json().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let names: &[&str] = if self.proved() {
            &["period", "preperiod", "saltus", "proof"]
        } else {
            &["period", "checked_to", "reason"]
        };
        let fields: Vec<String> = names.iter().map(|name| format!("{name}={}", self.text_of(name))).collect();
        format!("<grundy.Period {} {}>", self.text_of("game"), fields.join(", ")).replace("=null", "=None")
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (String,)) {
        (py.get_type::<Self>().into_any().unbind(), (self.to_json(),))
    }
}
