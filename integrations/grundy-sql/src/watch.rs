//! Ends a query at its limits, whatever the engine does.
//!
//! The engine plans and computes where its futures are polled, for as long as it likes. So each of its steps runs on a
//! thread of its own, the clock is read by another, and the caller only waits for either.

use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};

use grundy_solver::limits::Budget;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::{JoinError, spawn_blocking};

use crate::error::Error;
use crate::setting::Setting;

/// Time between two checks of the stop conditions.
const LOOK: Duration = Duration::from_millis(50);

/// Runs `work` until it is done, the time is up, or the flag is set. `work` must not compute for long itself: see
/// [`apart`].
pub async fn within<T>(setting: &Setting, work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let (stop, stopped) = oneshot::channel();
    let watched = setting.clone();
    // The timers of the runtime need a free worker, which may be missing.
    let watch = thread::Builder::new().name("limits".to_owned()).spawn(move || {
        let started = Instant::now();
        let before = if watched.sole { memory() } else { None };
        while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(LOOK) {
            if let Some(reached) = reached(&watched, started, before) {
                // Nobody waits for it if the work has just ended. Sent before the work can end because of the flag.
                let _ = stop.send(reached);
                // Solvers on other threads continue until they are cancelled.
                watched.cancel.cancel();
                return;
            }
        }
    });
    watch.map_err(Error::Output)?;
    let result = tokio::select! {
        biased;
        Ok(reached) = stopped => {
            setting.cancel.cancel();
            Err(reached.into())
        }
        result = work => result,
    };
    drop(done);
    result
}

/// The limit that is reached now.
fn reached(setting: &Setting, started: Instant, before: Option<u64>) -> Option<grundy_solver::Error> {
    if setting.cancel.is_cancelled() {
        return Some(grundy_solver::Error::limit("error.interrupted"));
    }
    let time = setting.limits.time.filter(|time| started.elapsed() >= *time);
    let late =
        time.map(|time| grundy_solver::Error::limit("error.time-limit").with("time", format!("{time:?}")));
    late.or_else(|| {
        let grown = memory()?.saturating_sub(before?);
        Budget::new(setting.limits).holds(grown).err()
    })
}

/// Bytes of memory that the process occupies, where the system says.
fn memory() -> Option<u64> {
    Some(memory_stats::memory_stats()?.physical_mem as u64)
}

/// Runs a step of the engine on a thread that nothing else needs. If the caller stops waiting, the step runs on.
pub async fn apart<T: Send + 'static>(
    step: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    let here = Handle::current();
    spawn_blocking(move || here.block_on(step)).await.map_err(failed)?
}

/// A step that ended without a result.
pub fn failed(error: JoinError) -> Error {
    datafusion::error::DataFusionError::External(Box::new(error)).into()
}
