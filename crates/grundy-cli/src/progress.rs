//! How far a long search is, in one line of a terminal.

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

/// Back to the start of the line, and the line wiped.
const CLEAR: &str = "\r\x1b[K";

/// The language of the line; set once it is wanted.
static LANG: OnceLock<Lang> = OnceLock::new();
static SHOWN: AtomicBool = AtomicBool::new(false);

/// The solver, telling how far it is where somebody looks on.
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

/// Does somebody look on?
pub fn is_watched(quiet: bool) -> bool {
    !quiet && io::stderr().is_terminal()
}

/// Shows a line in the place of the one before.
pub fn line(text: &str) {
    let _ = write!(io::stderr(), "{CLEAR}{text}");
    SHOWN.store(true, Ordering::Relaxed);
}

/// Wipes the line, before anything else is written.
pub fn clear() {
    if SHOWN.swap(false, Ordering::Relaxed) {
        let _ = write!(io::stderr(), "{CLEAR}");
    }
}

/// How often the line is written anew.
const INTERVAL: Duration = Duration::from_millis(200);

/// The line of one piece of work, written anew now and then for whoever looks on, and wiped when the work is left.
pub struct Line {
    watched: bool,
    next: Instant,
}

impl Line {
    /// Work that is done sooner than `after` shows nothing.
    pub fn new(watched: bool, after: Duration) -> Self {
        Self { watched, next: Instant::now() + after }
    }

    /// Shows the text, if none was shown just now.
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

/// The line of a job over a file: rows, rate, time left.
pub struct Watch {
    lang: Lang,
    line: Line,
    /// Is progress counted in rows, not in bytes?
    in_rows: bool,
    started: Instant,
}

impl Watch {
    /// A line for whoever looks on.
    pub fn new(options: &Options, quiet: bool, in_rows: bool) -> Self {
        let line = Line::new(is_watched(quiet), INTERVAL);
        Self { lang: options.lang, line, in_rows, started: Instant::now() }
    }

    /// Says how far the job is, if it has not been said just now.
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
