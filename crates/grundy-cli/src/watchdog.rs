//! Ends a command whose time is up, whatever it does.
//!
//! Work looks at the clock itself, and ends with all it knows. Some things cannot look: a read that waits, a sum of two numbers of
//! a million digits, a reader that takes nothing more. So a thread of its own waits `GRACE` longer than the time that
//! was given, and then ends the process: files that are not complete are removed, what was found is written, and the exit code is that of a
//! limit.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, process, thread};

use grundy_solver::Error;

use crate::failure::Failure;
use crate::options::Options;

/// Work that looks at the clock has this long to say what it has.
const GRACE: Duration = Duration::from_millis(800);
/// A reader that takes nothing is waited for no longer than this.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// What is done at the end.
struct End {
    unfinished: Vec<PathBuf>,
    /// What is known so far, as it would be written.
    found: String,
}

static END: Mutex<End> = Mutex::new(End { unfinished: Vec::new(), found: String::new() });

fn end() -> MutexGuard<'static, End> {
    END.lock().unwrap_or_else(PoisonError::into_inner)
}

/// This file is removed if the command is ended before [`finished`] is called for it.
pub fn unfinished(path: &Path) {
    end().unfinished.push(path.to_owned());
}

/// The file has its name, or is gone.
pub fn finished(path: &Path) {
    end().unfinished.retain(|known| known != path);
}

/// What is to be written if the command is ended before it can say more.
pub fn found(text: String) {
    end().found = text;
}

/// Watches the command until the process ends, where a time was given.
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
        said(move || {
            if !found.is_empty() {
                let mut out = io::stdout();
                let _ = out.write_all(found.as_bytes()).and_then(|()| out.flush());
            }
            // One object is the whole answer: what was found has the error in it.
            if found.is_empty() || !json {
                failure.report(lang, json);
            }
        });
        process::exit(3);
    };
    // Without threads the work itself still looks at the clock.
    let _ = thread::Builder::new().name("watchdog".into()).spawn(watch);
}

/// Says something, unless whoever holds the output keeps it: then it stays unsaid.
fn said(say: impl FnOnce() + Send + 'static) {
    let (done, is_done): (_, Receiver<()>) = channel();
    let spoken = thread::Builder::new().spawn(move || {
        say();
        drop(done);
    });
    if spoken.is_ok() {
        let _ = is_done.recv_timeout(LAST_WORDS);
    }
}
