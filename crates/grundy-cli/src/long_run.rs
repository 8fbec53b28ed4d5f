//! Driving a long run: Ctrl-C, the state on disk, progress on the terminal.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{process, thread};

use clap::ArgMatches;
use dashu_int::UBig;
use grundy_solver::limits::{Cancel, readable_bytes};
use grundy_solver::rules::Rules;
use grundy_solver::sequence::{Run, StopReason, Store, readable_time};

use crate::failure::Failure;
use crate::options::{Options, flag};
use crate::progress::{Line, is_watched};
use crate::words::filled;

/// Short runs do not show how far they are.
const QUIET: Duration = Duration::from_secs(1);

/// What is told to stop has so long to see it; who asks politely need not ask twice.
const GRACE: Duration = Duration::from_secs(10);

/// A flag that Ctrl-C sets, or a polite request from outside. Pressed again, it ends the program at once, and so does work
/// that does not look at the flag; what looks may take its time to save and to say what it has.
pub fn cancel_on_interrupt() -> Cancel {
    let cancel = Cancel::default();
    let [asked, seen] = [cancel.clone(), cancel.clone()];
    on_interrupt(GRACE, move || asked.cancel(), move || seen.is_seen());
    cancel
}

/// Calls `stop` when the program is asked to end, and ends it if it is asked again, or if it is not `ending` after
/// `grace`.
pub fn on_interrupt(
    grace: Duration,
    stop: impl Fn() + Send + 'static,
    ending: impl Fn() -> bool + Clone + Send + 'static,
) {
    let asked = AtomicBool::new(false);
    // Without a handler Ctrl-C ends the program, as it does elsewhere; a state on disk stays good.
    let _ = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
        stop();
        let ending = ending.clone();
        thread::spawn(move || {
            thread::sleep(grace);
            if !ending() {
                process::exit(130);
            }
        });
    });
}

/// A run of these rules, on the state of `--state` where that is given.
pub fn begin(
    rules: &Rules,
    wanted: usize,
    cancel: Cancel,
    matches: &ArgMatches,
    options: &Options,
) -> Result<Run, Failure> {
    let run = Run::new(rules, wanted, options.limits, cancel);
    match matches.get_one::<String>("state") {
        None => Ok(run),
        Some(folder) => Ok(run.with_store(Store::open(Path::new(folder), rules)?)?),
    }
}

/// Why the answer is not complete, with the way to go on; nothing where the run has come to its end.
pub fn failure(run: &Run, reason: StopReason, options: &Options) -> Option<Failure> {
    if matches!(reason, StopReason::Finished | StopReason::PeriodProved) {
        return None;
    }
    let error = run.limit()?.clone();
    let last = run.length().saturating_sub(1).to_string();
    let hint = match run.store() {
        Some(store) => {
            let path = store.path().display().to_string();
            filled(options.lang, "run.kept", &[("last", &last), ("path", &path)])
        }
        None => filled(options.lang, "run.not-kept", &[("last", &last)]),
    };
    Some(Failure::Stopped { error, hint: Some(hint) })
}

/// Shows how far a run is; `busy` says that the terminal is being written to already.
pub fn progress<'a>(matches: &ArgMatches, options: &'a Options, busy: bool) -> impl FnMut(&Run) + 'a {
    let mut shown = Line::new(is_watched(flag(matches, "quiet")) && !busy, QUIET);
    move |run| shown.show(|| line(run, options))
}

fn line(run: &Run, options: &Options) -> String {
    let lang = options.lang;
    let progress = run.progress();
    let mut text = filled(
        lang,
        "run.progress",
        &[
            ("heap", &progress.length.to_string()),
            ("wanted", &progress.wanted.to_string()),
            ("rate", &progress.rate.to_string()),
            ("memory", &readable_bytes(progress.memory)),
        ],
    );
    if let Some(rares) = progress.rares {
        let (count, last) = (rares.count.to_string(), rares.last.to_string());
        text.push_str(&filled(lang, "run.rares", &[("count", &count), ("last", &last)]));
    }
    if let Some(left) = progress.left {
        let time = readable_time(&UBig::from(left.as_secs())).render(lang);
        text.push_str(&filled(lang, "run.left", &[("time", &time)]));
    }
    text
}
