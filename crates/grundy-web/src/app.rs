//! The state that all requests share, and the processing of a question.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use bytes::Bytes;
use grundy_api::{Ask, Endpoint, Watch, Work, set_current};
use grundy_solver::limits::{Cancel, Limits};
use serde_json::Value as Json;
use tokio::sync::oneshot;
use tokio::time::{Sleep, sleep};

use crate::client::Busy;
use crate::config::Config;
use crate::failure::Failure;
use crate::log::Log;
use crate::metrics::Metrics;
use crate::pool::{Pool, Question, Turn, Who};
use crate::room::Room;

/// While all threads are busy, questions that take at most this long bypass the queue.
const MOMENT: Duration = Duration::from_millis(30);
/// A question that is not done this long after its deadline is abandoned.
const OVERTIME: Duration = Duration::from_secs(2);

/// The server's state.
pub struct App {
    /// The limits.
    pub config: Config,
    /// The log.
    pub log: Log,
    /// The budget for bodies that are being read.
    pub bodies: Room,
    /// The budget for answers that are being sent.
    answers: Room,
    /// The counters of questions and their results.
    pub metrics: Arc<Metrics>,
    pool: Pool,
}

/// A pending question; dropping it cancels it.
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
        let metrics = Arc::new(Metrics::new(config.memory));
        Ok(Self { config, log, bodies, answers, metrics, pool })
    }

    /// The number of questions that are computed, and that wait.
    pub fn load(&self) -> (usize, usize) {
        self.pool.load()
    }

    /// The answer without queueing, if it takes about a millisecond.
    pub fn quick(&self, endpoint: &Endpoint, ask: &Ask) -> Option<Result<Bytes, Failure>> {
        if !endpoint.quick || !ask.is_small() {
            return None;
        }
        let begun = Instant::now();
        match (endpoint.answer)(ask, &Work::quick().allow_scripts(self.config.scripts)) {
            Err(failure) if failure.is_limit() => None,
            Err(failure) => Some(Err(failure.into())),
            Ok(json) => {
                self.metrics.answered(endpoint.name, &json, begun.elapsed());
                Some(written(&json, &self.answers))
            }
        }
    }

    /// Queues a question of the client `who`.
    pub fn submit(
        &self,
        endpoint: &'static Endpoint,
        ask: Ask,
        who: Who,
        busy: Option<Busy>,
    ) -> Result<Pending, Failure> {
        let time = ask.time()?.map_or(self.config.time, |time| time.min(self.config.time));
        let (sender, answer) = oneshot::channel();
        let (cancel, watch) = (Cancel::default(), Arc::new(Watch::default()));
        let waiting = Waiting {
            endpoint,
            ask,
            limits: Limits { memory: self.config.memory, time: Some(time), threads: 1 },
            time,
            scripts: self.config.scripts,
            cancel: cancel.clone(),
            watch: Arc::clone(&watch),
            asked: Instant::now(),
            sender: Some(sender),
            room: self.answers.clone(),
            metrics: Arc::clone(&self.metrics),
        };
        self.pool.add(who, waiting);
        let too_late = Box::pin(sleep(time.saturating_mul(2).saturating_add(OVERTIME)));
        Ok(Pending { answer, too_late, time, watch, cancel, _busy: busy })
    }
}

/// A question in the queue.
struct Waiting {
    endpoint: &'static Endpoint,
    ask: Ask,
    limits: Limits,
    time: Duration,
    scripts: bool,
    cancel: Cancel,
    watch: Arc<Watch>,
    asked: Instant,
    sender: Option<oneshot::Sender<Result<Bytes, Failure>>>,
    room: Room,
    metrics: Arc<Metrics>,
}

impl Waiting {
    fn give(&mut self, answer: Result<Bytes, Failure>) {
        if let Some(sender) = self.sender.take() {
            let _ = sender.send(answer);
        }
    }
}

impl Question for Waiting {
    fn compute(&mut self, turn: Turn) -> bool {
        // The client has left, or the question waited too long.
        if self.is_abandoned() {
            return true;
        }
        if self.asked.elapsed() > self.time {
            self.refuse();
            return true;
        }
        let is_whole = turn == Turn::Whole || self.time <= MOMENT;
        let time = if is_whole { self.time } else { MOMENT };
        let limits = Limits { time: Some(time), ..self.limits };
        let work =
            Work::new(limits, self.cancel.clone(), Arc::clone(&self.watch)).allow_scripts(self.scripts);
        let begun = Instant::now();
        self.watch.start();
        set_current(Some(Arc::clone(&self.watch)));
        let answer = (self.endpoint.answer)(&self.ask, &work);
        set_current(None);
        // A shorter computation did not reach the limit; the answer of a longer one may be partial.
        if !is_whole && begun.elapsed() >= MOMENT {
            self.watch.pause();
            return false;
        }
        let answer = answer.map_err(Failure::from).and_then(|json| {
            self.metrics.answered(self.endpoint.name, &json, self.asked.elapsed());
            written(&json, &self.room)
        });
        self.give(answer);
        true
    }

    fn is_abandoned(&self) -> bool {
        self.cancel.is_cancelled()
    }

    fn refuse(&mut self) {
        self.give(Err(Failure::busy()));
    }
}

/// The answer as a line of JSON, charged to `room` until the client has received it.
fn written(json: &Json, room: &Room) -> Result<Bytes, Failure> {
    room.hold(format!("{json}\n")).ok_or_else(Failure::busy)
}

impl Pending {
    /// The progress of the question.
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
            Err(grundy_solver::Error::limit("error.time-limit").with("time", time).into())
        })
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
