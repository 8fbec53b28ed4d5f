//! What a call may use, and how it runs: detached from the interpreter, stopped by Ctrl-C, telling how far it is.

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

/// Signals are looked for as often as this.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);
/// Progress is reported as often as this.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);

/// The language of texts unless a call says another; 0 until it is known.
static LANGUAGE: AtomicU8 = AtomicU8::new(0);

thread_local! {
    /// The language of the call that is at work on this thread.
    static SPOKEN: Cell<Option<Lang>> = const { Cell::new(None) };
}

/// The language of texts, errors above all: that of the call at work here, or else of the package.
pub fn language() -> Lang {
    SPOKEN.get().unwrap_or_else(usual_language)
}

/// The language of a call that does not say another.
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

/// Sets the language of texts.
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

/// As long as it is there, texts on this thread are in a language, whoever makes them.
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

/// What a call may use. Made before anything else is read, so that errors are in the language that the call asks for.
#[derive(Debug)]
pub struct Means {
    pub limits: Limits,
    pub lang: Lang,
    progress: Option<Py<PyAny>>,
    /// The call ends with this, unless it goes on elsewhere.
    speaking: Option<Speaking>,
}

impl Means {
    /// From the keyword arguments that every question takes.
    pub fn new(given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let lang = given.map(|given| given.get_item("lang")).transpose()?.flatten();
        let lang = match lang.filter(|lang| !lang.is_none()) {
            Some(lang) => read_language(&lang)?,
            // A call out of another one, from rules or a callback, does not ask for the other's language.
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

    /// The same for work that goes on after the call, on whatever thread.
    pub fn for_later(mut self) -> Self {
        self.speaking = None;
        self
    }

    /// Runs work of the library without holding up other Python threads. It ends when the time is up, of however many
    /// questions it is made; Ctrl-C ends it, and so does an exception in a callback or in rules written in Python, which
    /// is then raised here.
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

    /// Asks the solver that knows the tables of a game, as [`run`](Self::run) does; `set` may tell it more.
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

/// A text or a number that is no such limit, or something else altogether.
fn wrong(value: &Bound<'_, PyAny>, code: &str) -> PyErr {
    let is_read = value.is_instance_of::<PyString>() || value.extract::<f64>().is_ok();
    let make = if is_read || value.hasattr("total_seconds").unwrap_or(false) { refused } else { mistyped };
    make(value.py(), code, &[("value", &shown(value))])
}

fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map(|text| text.to_string()).unwrap_or_default()
}

/// The work of a thread as its host sees it.
struct Watch {
    progress: Option<Py<PyAny>>,
    /// How far it is, and of how much where that is known.
    done: Cell<(u64, Option<u64>)>,
    looked: Cell<Instant>,
    reported: Cell<Instant>,
}

thread_local! {
    /// Of the innermost call on this thread; there is none on threads that the library makes.
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

impl Watch {
    fn new(progress: Option<Py<PyAny>>) -> Self {
        let now = Instant::now();
        Self { progress, done: Cell::new((0, None)), looked: Cell::new(now), reported: Cell::new(now) }
    }
}

/// Should the work on this thread end? Asked by the library whenever it looks at the clock.
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

/// Should the work end? For loops that are not the library's.
pub fn is_stopped(cancel: &Cancel) -> bool {
    cancel.is_cancelled() || ask()
}

/// Does work on another thread while this one looks for signals, and sets the flag where they want it.
pub fn beside<T: Send>(cancel: &Cancel, work: impl FnOnce() -> T + Send) -> T {
    let (done, finished) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let result = work();
            // Who waits may have been told by the end of the channel.
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

/// How far the work on this thread is.
pub fn note(done: u64, total: Option<u64>) {
    WATCH.with_borrow(|watch| {
        if let Some(watch) = watch {
            watch.done.set((done, total));
        }
    });
}

/// How many positions a search has solved.
fn searched(positions: u64) {
    note(positions, None);
    ask();
}

/// How far a run is, and whether to go on: rules and engines look at the clock less often than a run does.
pub fn see(run: &Run) {
    let progress = run.progress();
    note(progress.length as u64, Some(progress.wanted as u64));
}
