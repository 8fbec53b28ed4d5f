//! Runs a long computation: Ctrl-C, state on disk, progress on the terminal.

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

/// Shorter runs show no progress.
const QUIET: Duration = Duration::from_secs(1);

/// The time that a cancelled run has to notice it. After that the program exits without a second signal.
const GRACE: Duration = Duration::from_secs(10);

/// A flag that Ctrl-C or a termination signal sets. A second signal ends the program at once. Work that does not check the
/// flag is ended after a grace period; work that does may take its time to save and to report.
pub fn cancel_on_interrupt() -> Cancel {
    let cancel = Cancel::default();
    let [asked, seen] = [cancel.clone(), cancel.clone()];
    on_interrupt(GRACE, move || asked.cancel(), move || seen.is_seen());
    cancel
}

/// Calls `stop` on the first signal. Ends the program on the second one, or if `ending` is false after `grace`.
pub fn on_interrupt(
    grace: Duration,
    stop: impl Fn() + Send + 'static,
    ending: impl Fn() -> bool + Clone + Send + 'static,
) {
    let asked = AtomicBool::new(false);
    // Without a handler Ctrl-C ends the program as usual; a state on disk stays valid.
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

/// Starts a run of these rules, with the state of `--state` if given.
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

/// Why the answer is incomplete, and how to resume; `None` if the run is complete.
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

/// Shows the progress of a run; `busy` means that the terminal already receives other output.
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
