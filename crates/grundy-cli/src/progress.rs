//! How far a long search is, in one line of a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy::Solver;
use grundy::text::Lang;

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
