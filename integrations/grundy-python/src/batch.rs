//! Tables and arrays of positions: Arrow data through its C interface, and NumPy arrays.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{Array as _, ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use grundy_arrow::{Ask, AskError};
use grundy_solver::batch::Column;
use grundy_solver::limits::Cancel;
use grundy_solver::notation::{self, GameLine};
use grundy_solver::text::Lang;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyString};
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyRecordBatch;

use crate::failure::{filled, mistyped, raised, refused};
use crate::game::Game;
use crate::means::{Means, Speaking, language};
use crate::pickled::{Reduced, reduced};

/// Answers every row of a table of positions.
///
/// `table` is any object with Arrow data: a PyArrow table, batch or reader, a Polars or pandas frame. The
/// heaps are the columns named by `columns`: one of numbers for each heap, one of lists, or one of text such
/// as `"8 15"`; by default all columns. `game` is a `Game` or its text; `game_column` names a column with the
/// game of each row.
///
/// `show` names the columns of the answer: `outcome`, `value`, `moves`, `first_move`, `method`. With `keep=True`
/// the other columns are kept too. An invalid row is an error, or with `keep_going=True` nulls and a reason in
/// the column `error`.
///
/// `time` is for all rows together, counted from this call.
///
/// The answer is a `Rows`: Arrow data again, computed batch by batch as it is read.
///
/// >>> import grundy, pyarrow
/// >>> table = pyarrow.table({"a": [8, 8], "b": [13, 15]})
/// >>> pyarrow.table(grundy.batch("wythoff", table, show=["outcome", "first_move"])).to_pylist()
/// [{'outcome': 'P', 'first_move': ''}, {'outcome': 'N', 'first_move': '8 13'}]
#[pyfunction]
#[pyo3(signature = (
    game, table, columns=None, *, show=None, game_column=None, keep=false, keep_going=false, misere=false, **limits
))]
#[allow(clippy::too_many_arguments)] // What Python calls by name.
pub fn batch(
    py: Python<'_>,
    game: Option<&Bound<'_, PyAny>>,
    table: &Bound<'_, PyAny>,
    columns: Option<&Bound<'_, PyAny>>,
    show: Option<&Bound<'_, PyAny>>,
    game_column: Option<String>,
    keep: bool,
    keep_going: bool,
    misere: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Rows> {
    let means = Means::new(limits)?;
    let line = game.map(line).transpose()?;
    let wanted = match show {
        None => vec![Column::Outcome],
        Some(show) => names(show)?.iter().map(|name| column(py, name)).collect::<PyResult<Vec<_>>>()?,
    };
    if line.is_none() && game_column.is_none() {
        return Err(refused(py, "no-game", &[]));
    }
    let ask = match line {
        Some(mut line) => {
            line.misere |= misere;
            Ask::new(line)
        }
        None => Ask::of_games().misere(misere),
    };
    let cancel = Cancel::default().within(means.limits.time);
    let threads = means.limits.threads;
    let mut ask =
        ask.columns(&wanted).keep_going(keep_going).limits(means.limits).cancelled_by(cancel.clone());
    ask = ask.language(means.lang);
    if threads > 0 {
        ask = ask.threads(threads);
    }
    let Ok(reader) = table.extract::<AnyRecordBatch>() else {
        return Err(mistyped(py, "no-table", &[("value", &table.repr()?.to_string())]));
    };
    let reader = reader.into_reader()?;
    let given = reader.schema();
    let find = |name: &str| given.index_of(name).map_err(|_| refused(py, "no-column", &[("name", name)]));
    let game_column = game_column.as_deref().map(find).transpose()?;
    let heaps = match columns {
        Some(columns) => names(columns)?.iter().map(|name| find(name)).collect::<PyResult<Vec<_>>>()?,
        None => (0..given.fields().len()).filter(|at| Some(*at) != game_column).collect(),
    };
    let kept: Vec<usize> = if keep { (0..given.fields().len()).collect() } else { Vec::new() };
    let answers = ask.fields();
    let fields = kept.iter().map(|at| given.fields()[*at].clone()).chain(answers.iter().cloned());
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let means = means.for_later();
    let stream =
        Stream { reader, ask, cancel, means, heaps, game_column, kept, schema: schema.clone(), done: 0 };
    Ok(Rows { stream: Mutex::new(Some(stream)), schema })
}

/// The rules of a game, or of its text.
pub fn line(game: &Bound<'_, PyAny>) -> PyResult<GameLine> {
    if let Ok(game) = game.cast::<Game>() {
        return game.get().line(game.py()).cloned();
    }
    let text: String = game.extract()?;
    notation::parse_game(&text).map_err(|error| raised(game.py(), &error, language()))
}

fn column(py: Python<'_>, name: &str) -> PyResult<Column> {
    let found = Column::ALL.into_iter().map(|(_, column)| column).find(|column| column.name() == name);
    found.ok_or_else(|| refused(py, "no-such-column", &[("name", name)]))
}

/// One name or several names.
fn names(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    match given.cast::<PyString>() {
        Ok(name) => Ok(vec![name.to_string()]),
        Err(_) => given.try_iter()?.map(|name| name?.extract()).collect(),
    }
}

/// Reads batches of positions and returns batches of answers.
struct Stream {
    reader: Box<dyn RecordBatchReader + Send>,
    ask: Ask,
    cancel: Cancel,
    means: Means,
    heaps: Vec<usize>,
    game_column: Option<usize>,
    kept: Vec<usize>,
    schema: SchemaRef,
    done: u64,
}

impl Stream {
    fn answer(&mut self, batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        let positions: Vec<ArrayRef> = self.heaps.iter().map(|at| batch.column(*at).clone()).collect();
        let games = self.game_column.map(|at| batch.column(at).clone());
        let (ask, cancel, done) = (&self.ask, &self.cancel, self.done);
        let answered = Python::attach(|py| {
            self.means.run(py, |_| {
                crate::means::note(done, None);
                // If a formula answers at once, nothing else checks the clock.
                cancel.check()?;
                Ok(crate::means::beside(cancel, || match &games {
                    Some(games) => ask.answer_games(games, &positions),
                    None => ask.answer(&positions),
                }))
            })
        });
        let answers = answered.map_err(|error| ArrowError::ExternalError(Box::new(error)))?;
        let lang = self.means.lang;
        let wrong = |error| ArrowError::ExternalError(Box::new(Wrong { error: self.in_stream(error), lang }));
        let answers = answers.map_err(wrong)?;
        self.done += batch.num_rows() as u64;
        let kept = self.kept.iter().map(|at| batch.column(*at).clone());
        RecordBatch::try_new(self.schema.clone(), kept.chain(answers).collect())
    }

    /// The row counted from the start of the stream.
    fn in_stream(&self, error: AskError) -> AskError {
        match error {
            AskError::Row(wrong) => AskError::Row(wrong.after(self.done)),
            AskError::Whole(error) => AskError::Whole(error),
        }
    }
}

/// An error of a stream; readers of Arrow data show it as text.
#[derive(Debug)]
struct Wrong {
    error: AskError,
    lang: Lang,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.error.error().message().render(self.lang);
        match &self.error {
            AskError::Whole(_) => f.write_str(&message),
            AskError::Row(wrong) => {
                let blanks = [("row", &*wrong.row.to_string()), ("message", &message)];
                f.write_str(&filled(self.lang, "note.failed", &blanks))
            }
        }
    }
}

impl std::error::Error for Wrong {}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.reader.next()?;
        Some(batch.and_then(|batch| self.answer(&batch)))
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// The answers to a table, batch by batch: Arrow data for PyArrow, Polars, pandas and any other reader of the
/// Arrow C stream interface. They can be read once.
///
/// >>> import grundy, polars
/// >>> frame = polars.DataFrame({"heaps": ["3 4 5", "1 2 3"]})
/// >>> polars.DataFrame(grundy.batch("nim", frame, show="outcome"))["outcome"].to_list()
/// ['N', 'P']
#[pyclass(frozen, module = "grundy")]
pub struct Rows {
    stream: Mutex<Option<Stream>>,
    schema: SchemaRef,
}

impl Rows {
    fn take(&self, py: Python<'_>) -> PyResult<Stream> {
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner).take();
        stream.ok_or_else(|| refused(py, "rows-are-read", &[]))
    }
}

#[pymethods]
impl Rows {
    /// The names of the columns.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.schema.fields().iter().map(|field| field.name()))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let stream = self.take(py)?;
        let fields = arrow_schema::Field::new_struct("", self.schema.fields().clone(), false);
        let arrays = stream
            .map(|batch| batch.map(|batch| Arc::new(arrow_array::StructArray::from(batch)) as ArrayRef));
        let reader = Box::new(ArrayIterator::new(
            arrays,
            Arc::new(fields.with_metadata(self.schema.metadata().clone())),
        ));
        Ok(to_stream_pycapsule(py, reader, requested_schema)?)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.schema.as_ref())?)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// The next batch of answers, as Arrow data.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        // Taken out during the work, so that no thread waits for the lock while it holds the interpreter.
        let Some(mut stream) = self.stream.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return Ok(None);
        };
        let _speaking = Speaking::new(stream.means.lang);
        let (next, stream) = py.detach(move || (stream.next(), stream));
        *self.stream.lock().unwrap_or_else(PoisonError::into_inner) = Some(stream);
        match next {
            None => Ok(None),
            Some(Ok(batch)) => Ok(Some(Batch(batch))),
            Some(Err(error)) => Err(unwrapped(py, error)),
        }
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.schema.fields().iter().map(|field| field.name().as_str()).collect();
        format!("<grundy.Rows {}>", names.join(", "))
    }
}

/// The original exception inside an error of a stream.
fn unwrapped(py: Python<'_>, error: ArrowError) -> PyErr {
    let ArrowError::ExternalError(inside) = error else {
        return refused(py, "arrow", &[("detail", &error.to_string())]);
    };
    match inside.downcast::<PyErr>() {
        Ok(error) => *error,
        Err(inside) => match inside.downcast::<Wrong>() {
            Ok(wrong) => of_ask(py, &wrong.error, wrong.lang),
            Err(inside) => refused(py, "arrow", &[("detail", &inside.to_string())]),
        },
    }
}

/// The exception for an error about arrays.
pub fn of_ask(py: Python<'_>, error: &AskError, lang: Lang) -> PyErr {
    let exception = raised(py, error.error(), lang);
    match error {
        AskError::Row(wrong) => in_row(py, exception, wrong.row, lang),
        AskError::Whole(_) => exception,
    }
}

/// Adds the row to an exception, as an attribute and as a note.
pub fn in_row(py: Python<'_>, exception: PyErr, row: u64, lang: Lang) -> PyErr {
    // Before Python 3.11 exceptions have no notes, only the message.
    let note = filled(lang, "note.row", &[("row", &row.to_string())]);
    let _ = exception.value(py).setattr("row", row);
    let _ = exception.value(py).call_method1("add_note", (note,));
    exception
}

/// Some rows of answers, as Arrow data.
#[pyclass(frozen, module = "grundy")]
pub struct Batch(RecordBatch);

#[pymethods]
impl Batch {
    /// Reads the rows from another library's table.
    #[new]
    fn of(table: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut reader = table.extract::<AnyRecordBatch>()?.into_reader()?;
        let schema = reader.schema();
        let first = reader.next().transpose().map_err(|error| unwrapped(table.py(), error))?;
        Ok(Self(first.unwrap_or_else(|| RecordBatch::new_empty(schema))))
    }

    /// Pickled as a batch of PyArrow, which must be installed.
    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<Reduced> {
        let py = slf.py();
        let batch = py.import("pyarrow")?.call_method1("record_batch", (slf,))?;
        reduced(py, "batch", (batch,))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let array = arrow_array::StructArray::from(self.0.clone());
        let field = Arc::new(arrow_schema::Field::new("", array.data_type().clone(), false));
        Ok(to_array_pycapsules(py, field, &array, requested_schema)?.into_any())
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Batch of {} rows>", self.0.num_rows())
    }
}
