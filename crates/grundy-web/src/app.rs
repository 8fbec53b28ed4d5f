//! What all requests share, and the way of a question through it.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use bytes::Bytes;
use grundy::limits::{Cancel, Limits};
use grundy_api::{Ask, Endpoint, Watch, Work, set_current};
use serde_json::Value as Json;
use tokio::sync::oneshot;
use tokio::time::{Sleep, sleep};

use crate::config::Config;
use crate::connection::Busy;
use crate::failure::Failure;
use crate::log::Log;
use crate::pool::Pool;
use crate::room::Room;

/// A question that is not done so long after its time is given up unanswered.
const OVERTIME: Duration = Duration::from_secs(2);

/// The server's state.
pub struct App {
    /// The limits.
    pub config: Config,
    /// The log.
    pub log: Log,
    /// For bodies that are being read.
    pub bodies: Room,
    /// For answers that are being sent.
    answers: Room,
    pool: Pool,
}

/// A question under way; dropping it gives it up.
pub struct Pending {
    answer: oneshot::Receiver<Result<Bytes, Failure>>,
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
        let (bodies, answers) = (Room::of(config.bodies), Room::of(config.answers));
        Ok(Self { config, log, bodies, answers, pool })
    }

    /// The answer on the spot, if it is a matter of a moment.
    pub fn quick(&self, endpoint: &Endpoint, ask: &Ask) -> Option<Result<Bytes, Failure>> {
        if !endpoint.quick || !ask.is_small() {
            return None;
        }
        match (endpoint.answer)(ask, &Work::quick()) {
            Err(failure) if failure.is_limit() => None,
            answer => Some(answer.map_err(Failure::from).and_then(|json| written(&json, &self.answers))),
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
        let (seen, asked, room) = (Arc::clone(&watch), Instant::now(), self.answers.clone());
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
            set_current(Some(seen));
            let answer =
                (endpoint.answer)(&ask, &work).map_err(Failure::from).and_then(|json| written(&json, &room));
            set_current(None);
            let _ = sender.send(answer);
        };
        if !self.pool.try_add(task) {
            return Err(Failure::busy());
        }
        let too_late = Box::pin(sleep(time.saturating_mul(2).saturating_add(OVERTIME)));
        Ok(Pending { answer, too_late, time, watch, cancel, _busy: busy })
    }
}

/// The answer as a line of JSON, which waits for its client as long as there is room for it.
fn written(json: &Json, room: &Room) -> Result<Bytes, Failure> {
    room.hold(format!("{json}\n")).ok_or_else(Failure::busy)
}

impl Pending {
    /// How far it is.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }
}

impl Future for Pending {
    type Output = Result<Bytes, Failure>;

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
