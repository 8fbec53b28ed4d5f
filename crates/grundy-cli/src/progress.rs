//! The progress of a long search, in one line of a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy_solver::Solver;
use grundy_solver::limits::readable_bytes;
use grundy_solver::sequence::readable_time;
use grundy_solver::text::Lang;

use grundy_batch::Progress;

use crate::options::Options;
use crate::words::filled;

/// Returns to the start of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

/// The language of the line; set at its first use.
static LANG: OnceLock<Lang> = OnceLock::new();
static SHOWN: AtomicBool = AtomicBool::new(false);

/// The solver, with a progress line if stderr is a terminal.
pub fn watched(solver: Solver, lang: Lang, quiet: bool) -> Solver {
    if !is_watched(quiet) {
        return solver;
    }
    LANG.get_or_init(|| lang);
    solver.on_progress(show)
}

fn show(positions: u64) {
    if let Some(lang) = LANG.get() {
        let text = filled(*lang, "search.progress", &[("positions", &positions.to_string())]);
        line(&text);
    }
}

/// Whether progress is shown: stderr is a terminal and `quiet` is not set.
pub fn is_watched(quiet: bool) -> bool {
    !quiet && io::stderr().is_terminal()
}

/// Shows a line, replacing the one before.
pub fn line(text: &str) {
    let _ = write!(io::stderr(), "{CLEAR}{text}");
    SHOWN.store(true, Ordering::Relaxed);
}

/// Clears the line, before anything else is written.
pub fn clear() {
    if SHOWN.swap(false, Ordering::Relaxed) {
        let _ = write!(io::stderr(), "{CLEAR}");
    }
}

/// Time between two updates of the line.
const INTERVAL: Duration = Duration::from_millis(200);

/// The progress line of one task, updated at intervals and cleared when dropped.
pub struct Line {
    watched: bool,
    next: Instant,
}

impl Line {
    /// A task that ends sooner than `after` shows nothing.
    pub fn new(watched: bool, after: Duration) -> Self {
        Self { watched, next: Instant::now() + after }
    }

    /// Shows the text, unless the last update was just now.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.watched && now >= self.next {
            self.next = now + INTERVAL;
            line(&text());
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        clear();
    }
}

/// The progress of a job over a file: rows, rate, remaining time.
pub struct Watch {
    lang: Lang,
    line: Line,
    /// Whether progress is counted in rows, not in bytes.
    in_rows: bool,
    started: Instant,
}

impl Watch {
    /// A progress line for a job.
    pub fn new(options: &Options, quiet: bool, in_rows: bool) -> Self {
        let line = Line::new(is_watched(quiet), INTERVAL);
        Self { lang: options.lang, line, in_rows, started: Instant::now() }
    }

    /// Shows the progress, unless the last update was just now.
    pub fn show(&mut self, progress: &Progress) {
        let (lang, in_rows) = (self.lang, self.in_rows);
        let millis = self.started.elapsed().as_millis().max(1);
        self.line.show(|| {
            let rate = u128::from(progress.done) * 1000 / millis;
            let rows = u128::from(progress.rows) * 1000 / millis;
            let bytes = if in_rows { String::new() } else { format!(" ({}/s)", readable_bytes(rate)) };
            let left =
                progress.total.map(|total| u128::from(total.saturating_sub(progress.done)) / rate.max(1));
            let left = left.map_or_else(|| "?".to_owned(), |left| readable_time(&left.into()).render(lang));
            let (done, rows) = (progress.rows.to_string(), rows.to_string());
            let blanks = [("rows", &*done), ("rate", &*rows), ("bytes", &*bytes), ("left", &*left)];
            filled(lang, "batch.progress", &blanks)
        });
    }
}
