//! Ends a command that exceeds its time limit, whatever it does.
//!
//! A computation checks the clock itself, and ends with all it knows. Some operations cannot: a blocking read, a sum of two numbers of a
//! million digits, a write to a reader that has stopped. So a watchdog thread waits `GRACE` longer than the time limit and then ends the
//! process: it removes incomplete files, writes the results so far, and exits with the exit code of a limit.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, process, thread};

use grundy_solver::Error;

use crate::failure::Failure;
use crate::options::Options;

/// The time that a computation has to report after the time limit.
const GRACE: Duration = Duration::from_millis(700);
/// The longest wait for a reader that has stopped.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// What the watchdog does at the end.
struct End {
    unfinished: Vec<PathBuf>,
    /// The result so far, as it would be written.
    found: String,
}

static END: Mutex<End> = Mutex::new(End { unfinished: Vec::new(), found: String::new() });

fn end() -> MutexGuard<'static, End> {
    END.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers a file to remove if the command is ended before [`finished`] is called for it.
pub fn unfinished(path: &Path) {
    end().unfinished.push(path.to_owned());
}

/// Unregisters a file: it has its final name, or is removed.
pub fn finished(path: &Path) {
    end().unfinished.retain(|known| known != path);
}

/// Sets the text to write if the command is ended before it can report more.
pub fn found(text: String) {
    end().found = text;
}

/// Starts the watchdog, if there is a time limit.
pub fn watch(options: &Options) {
    let Some(time) = options.limits.time else { return };
    let (lang, json) = (options.lang, options.json);
    let watch = move || {
        thread::sleep(time.saturating_add(GRACE));
        let end = end();
        for path in &end.unfinished {
            let _ = fs::remove_file(path);
        }
        let failure = Failure::from(Error::limit("error.time-limit").with("time", format!("{time:?}")));
        let found = end.found.clone();
        print_or_leave(move || {
            if !found.is_empty() {
                let mut out = io::stdout();
                let _ = out.write_all(found.as_bytes()).and_then(|()| out.flush());
            }
            // In JSON the result so far already contains the error: the output is one object.
            if found.is_empty() || !json {
                failure.report(lang, json);
            }
        });
        process::exit(3);
    };
    // If the thread cannot start, the computation still checks the clock itself.
    let _ = thread::Builder::new().name("watchdog".into()).spawn(watch);
}

/// Runs `say`, but does not wait for it if another thread blocks the output.
fn print_or_leave(say: impl FnOnce() + Send + 'static) {
    let (done, is_done): (_, Receiver<()>) = channel();
    let spoken = thread::Builder::new().spawn(move || {
        say();
        drop(done);
    });
    if spoken.is_ok() {
        let _ = is_done.recv_timeout(LAST_WORDS);
    }
}
