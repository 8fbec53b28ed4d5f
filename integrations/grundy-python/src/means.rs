//! Runs a call within its limits: detached from the interpreter, interruptible by Ctrl-C, with progress reports.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use grundy_solver::Solver;
use grundy_solver::error::Result;
use grundy_solver::limits::{Cancel, Limits, read_bytes, read_duration};
use grundy_solver::sequence::Run;
use grundy_solver::text::Lang;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::failure::{self, mistyped, raised, refused};
use crate::number::count;
use crate::solvers::{self, Key};

/// Time between two checks for signals.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);
/// Time between two progress reports.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);

/// The default language of texts; 0 until it is determined.
static LANGUAGE: AtomicU8 = AtomicU8::new(0);

thread_local! {
    /// The language of the call that runs on this thread.
    static SPOKEN: Cell<Option<Lang>> = const { Cell::new(None) };
}

/// The language of texts, above all of errors: that of the running call, else that of the package.
pub fn language() -> Lang {
    SPOKEN.get().unwrap_or_else(usual_language)
}

/// The default language of a call.
pub fn usual_language() -> Lang {
    match LANGUAGE.load(Ordering::Relaxed) {
        1 => Lang::En,
        2 => Lang::Zh,
        _ => {
            let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
            let locale = set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG"));
            let lang = locale.map_or(Lang::En, |locale| Lang::from_locale(&locale));
            set_language(lang);
            lang
        }
    }
}

/// Sets the default language of texts.
pub fn set_language(lang: Lang) {
    LANGUAGE.store(if lang == Lang::Zh { 2 } else { 1 }, Ordering::Relaxed);
}

/// A language by its tag.
pub fn read_language(value: &Bound<'_, PyAny>) -> PyResult<Lang> {
    let tag: String = value.extract()?;
    match tag.as_str() {
        "en" => Ok(Lang::En),
        "zh" => Ok(Lang::Zh),
        _ => Err(refused(value.py(), "no-such-language", &[("value", &tag)])),
    }
}

/// Sets the language of all texts on this thread until it is dropped.
#[derive(Debug)]
pub struct Speaking {
    before: Option<Lang>,
}

impl Speaking {
    pub fn new(lang: Lang) -> Self {
        Self { before: SPOKEN.replace(Some(lang)) }
    }
}

impl Drop for Speaking {
    fn drop(&mut self) {
        SPOKEN.set(self.before);
    }
}

/// The limits and settings of a call. Created before other arguments are read, so that errors are in the call's
/// language.
#[derive(Debug)]
pub struct Means {
    pub limits: Limits,
    pub lang: Lang,
    progress: Option<Py<PyAny>>,
    /// Restores the language at the end of the call; `None` if the work continues later.
    speaking: Option<Speaking>,
}

impl Means {
    /// Reads the keyword arguments that every question takes.
    pub fn new(given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let lang = given.map(|given| given.get_item("lang")).transpose()?.flatten();
        let lang = match lang.filter(|lang| !lang.is_none()) {
            Some(lang) => read_language(&lang)?,
            // A nested call, from rules or a callback, does not inherit the language of the outer call.
            None => usual_language(),
        };
        let speaking = Some(Speaking::new(lang));
        let mut means = Self { limits: Limits::default(), lang, progress: None, speaking };
        for (key, value) in given.iter().flat_map(|given| given.iter()) {
            let key: String = key.extract()?;
            if value.is_none() {
                continue;
            }
            match key.as_str() {
                "time" => means.limits.time = Some(time(&value)?),
                "memory" => means.limits.memory = memory(&value)?,
                "threads" => means.limits.threads = count(&value)?,
                "progress" => means.progress = Some(value.unbind()),
                "lang" => {}
                _ => {
                    let text = format!("unexpected keyword argument '{key}'");
                    return Err(pyo3::exceptions::PyTypeError::new_err(text));
                }
            }
        }
        Ok(means)
    }

    /// These settings for work that continues after the call, on any thread.
    pub fn for_later(mut self) -> Self {
        self.speaking = None;
        self
    }

    /// Runs work of the library without blocking other Python threads. It ends at the time limit, which is for all its
    /// questions together, and at Ctrl-C. It also ends at an exception in a callback or in rules in Python, which is
    /// then raised here.
    pub fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Cancel) -> Result<T> + Send,
    ) -> PyResult<T> {
        let around = WATCH.replace(Some(Watch::new(self.progress.as_ref().map(|call| call.clone_ref(py)))));
        let cancel = Cancel::asking(ask).within(self.limits.time);
        let result = py.detach(|| work(&cancel));
        WATCH.set(around);
        if let Some(error) = failure::take_kept() {
            return Err(error);
        }
        result.map_err(|error| raised(py, &error, self.lang))
    }

    /// Calls `ask` with the solver that holds the tables of a game, as [`run`](Self::run) does; `set` may configure it.
    pub fn ask<T: Send>(
        &self,
        py: Python<'_>,
        key: Key,
        set: impl FnOnce(Solver) -> Solver + Send,
        question: impl FnOnce(&Solver) -> Result<T> + Send,
    ) -> PyResult<T> {
        let limits = self.limits;
        let has_progress = self.progress.is_some();
        self.run(py, |cancel| {
            let set_up = |solver: Solver| {
                let solver = set(solver.within(limits).cancelled_by(cancel.clone()));
                if has_progress { solver.on_progress(searched) } else { solver }
            };
            solvers::ask(key, set_up, question)
        })
    }
}

fn time(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let read = if let Ok(text) = value.extract::<String>() {
        read_duration(&text)
    } else if let Ok(seconds) = value.call_method0("total_seconds").and_then(|s| s.extract::<f64>()) {
        Duration::try_from_secs_f64(seconds).ok()
    } else {
        value.extract::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    };
    read.ok_or_else(|| wrong(value, "no-time"))
}

fn memory(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let read = match value.extract::<String>() {
        Ok(text) => read_bytes(&text),
        Err(_) => value.extract::<u64>().ok(),
    };
    read.ok_or_else(|| wrong(value, "no-memory"))
}

/// The error for a text or a number that is not a valid limit, or for another type.
fn wrong(value: &Bound<'_, PyAny>, code: &str) -> PyErr {
    let is_read = value.is_instance_of::<PyString>() || value.extract::<f64>().is_ok();
    let make = if is_read || value.hasattr("total_seconds").unwrap_or(false) { refused } else { mistyped };
    make(value.py(), code, &[("value", &shown(value))])
}

fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map(|text| text.to_string()).unwrap_or_default()
}

/// The state of the running work on this thread.
struct Watch {
    progress: Option<Py<PyAny>>,
    /// The progress, and the total if known.
    done: Cell<(u64, Option<u64>)>,
    looked: Cell<Instant>,
    reported: Cell<Instant>,
}

thread_local! {
    /// The innermost call on this thread; `None` on threads that the library starts.
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

impl Watch {
    fn new(progress: Option<Py<PyAny>>) -> Self {
        let now = Instant::now();
        Self { progress, done: Cell::new((0, None)), looked: Cell::new(now), reported: Cell::new(now) }
    }
}

/// Whether the work on this thread should end. The library calls it whenever it checks the clock.
fn ask() -> bool {
    if failure::is_kept() {
        return true;
    }
    let now = Instant::now();
    let due = WATCH.with_borrow(|watch| {
        let Some(watch) = watch else { return None };
        if now.duration_since(watch.looked.get()) < BETWEEN_SIGNALS {
            return None;
        }
        watch.looked.set(now);
        let report = now.duration_since(watch.reported.get()) >= BETWEEN_REPORTS && watch.done.get().0 > 0;
        if report {
            watch.reported.set(now);
        }
        Some(report.then(|| watch.done.get()))
    });
    let Some(report) = due else { return false };
    let result = Python::attach(|py| {
        py.check_signals()?;
        let call =
            WATCH.with_borrow(|watch| watch.as_ref()?.progress.as_ref().map(|call| call.clone_ref(py)));
        if let (Some(call), Some((done, total))) = (call, report) {
            call.call1(py, (done, total))?;
        }
        Ok::<_, PyErr>(())
    });
    match result {
        Ok(()) => false,
        Err(error) => {
            failure::keep(error);
            true
        }
    }
}

/// Whether the work should end, for loops outside the library.
pub fn is_stopped(cancel: &Cancel) -> bool {
    cancel.is_cancelled() || ask()
}

/// Runs work on another thread while this one checks for signals, and cancels it if a signal requests that.
pub fn beside<T: Send>(cancel: &Cancel, work: impl FnOnce() -> T + Send) -> T {
    let (done, finished) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let result = work();
            // The waiting thread may already have seen the channel close.
            let _ = done.send(());
            result
        });
        while finished.recv_timeout(BETWEEN_SIGNALS) == Err(RecvTimeoutError::Timeout) {
            if is_stopped(cancel) {
                cancel.cancel();
            }
        }
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Sets the progress of the work on this thread.
pub fn note(done: u64, total: Option<u64>) {
    WATCH.with_borrow(|watch| {
        if let Some(watch) = watch {
            watch.done.set((done, total));
        }
    });
}

/// Sets the number of positions that a search has solved.
fn searched(positions: u64) {
    note(positions, None);
    ask();
}

/// Reports the progress of a run and checks for signals: rules and engines check the clock less often than a run does.
pub fn see(run: &Run) {
    let progress = run.progress();
    note(progress.length as u64, Some(progress.wanted as u64));
}
