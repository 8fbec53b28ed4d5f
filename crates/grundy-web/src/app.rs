//! What all requests share, and the way of a question through it.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use grundy::limits::{Cancel, Limits};
use tokio::sync::oneshot;
use tokio::time::{Sleep, sleep};

use crate::api::Endpoint;
use crate::ask::Ask;
use crate::config::Config;
use crate::connection::Busy;
use crate::failure::Failure;
use crate::log::Log;
use crate::pool::Pool;
use crate::watch::{self, Watch};
use crate::work::Work;

/// A question that is not done so long after its time is given up unanswered.
const OVERTIME: Duration = Duration::from_secs(2);

/// The server's state.
pub struct App {
    /// The limits.
    pub config: Config,
    /// The log.
    pub log: Log,
    pool: Pool,
}

/// A question under way; dropping it gives it up.
pub struct Pending {
    answer: oneshot::Receiver<Result<String, Failure>>,
    too_late: Pin<Box<Sleep>>,
    time: Duration,
    watch: Arc<Watch>,
    cancel: Cancel,
    _busy: Option<Busy>,
}

impl App {
    /// Starts the threads.
    pub fn new(config: Config, log: Log) -> io::Result<Self> {
        let pool = Pool::new(config.workers, config.queue)?;
        Ok(Self { config, log, pool })
    }

    /// The answer on the spot, if it is a matter of a moment.
    pub fn quick(endpoint: &Endpoint, ask: &Ask) -> Option<Result<String, Failure>> {
        if !endpoint.quick || !ask.is_small() {
            return None;
        }
        match (endpoint.answer)(ask, &Work::quick()) {
            Err(failure) if failure.is_limit() => None,
            answer => Some(answer.map(|json| json.to_string())),
        }
    }

    /// Puts a question into the queue.
    pub fn submit(
        &self,
        endpoint: &'static Endpoint,
        ask: Ask,
        busy: Option<Busy>,
    ) -> Result<Pending, Failure> {
        let time = ask.time()?.map_or(self.config.time, |time| time.min(self.config.time));
        let limits = Limits { memory: self.config.memory, time: Some(time), threads: 1 };
        let (sender, answer) = oneshot::channel();
        let (cancel, watch) = (Cancel::default(), Arc::new(Watch::default()));
        let work = Work::new(limits, cancel.clone(), Arc::clone(&watch));
        let (seen, asked) = (Arc::clone(&watch), Instant::now());
        let task = move || {
            // Nobody waits for it any more, or it has waited too long.
            if work.cancel.is_cancelled() {
                return;
            }
            if asked.elapsed() > time {
                let _ = sender.send(Err(Failure::busy()));
                return;
            }
            seen.start();
            watch::set_current(Some(seen));
            let answer = (endpoint.answer)(&ask, &work).map(|json| json.to_string());
            watch::set_current(None);
            let _ = sender.send(answer);
        };
        if !self.pool.try_add(task) {
            return Err(Failure::busy());
        }
        let too_late = Box::pin(sleep(time.saturating_mul(2).saturating_add(OVERTIME)));
        Ok(Pending { answer, too_late, time, watch, cancel, _busy: busy })
    }
}

impl Pending {
    /// How far it is.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }
}

impl Future for Pending {
    type Output = Result<String, Failure>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Poll::Ready(answer) = Pin::new(&mut self.answer).poll(context) {
            let internal = |_| Failure::plain(StatusCode::INTERNAL_SERVER_ERROR, "internal");
            return Poll::Ready(answer.map_err(internal).flatten());
        }
        self.too_late.as_mut().poll(context).map(|()| {
            let time = format!("{:?}", self.time);
            Err(grundy::Error::limit("error.time-limit").with("time", time).into())
        })
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
