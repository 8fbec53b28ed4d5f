//! A question as a stream of events: its progress twice a second, then its result.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{HeaderValue, Response, header};
use bytes::Bytes;
use grundy_solver::text::Lang;
use http_body::Frame;
use serde_json::json;
use tokio::time::{Interval, interval};

use crate::app::Pending;
use crate::failure::Failure;
use crate::metrics::Metrics;
use crate::pieces::pieces;
use crate::room::SMALL;

/// Time between two progress events.
const TICK: Duration = Duration::from_millis(500);

/// The body of the response. Dropping it with the connection cancels the question.
struct Events {
    pending: Option<Pending>,
    /// Bytes still to be sent.
    waiting: VecDeque<Bytes>,
    tick: Interval,
    begun: Instant,
    lang: Lang,
    metrics: Arc<Metrics>,
}

/// Streams the progress and the result of a question.
pub fn response(pending: Pending, lang: Lang, metrics: Arc<Metrics>) -> Response<Body> {
    let (tick, begun) = (interval(TICK), Instant::now());
    let events = Events { pending: Some(pending), waiting: VecDeque::new(), tick, begun, lang, metrics };
    let mut response = Response::new(Body::new(events));
    let content = HeaderValue::from_static("text/event-stream; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, content);
    response
}

/// The last event. The answer ends with a newline; an empty line ends the event.
fn last(answer: Result<Bytes, Failure>, lang: Lang) -> VecDeque<Bytes> {
    match answer {
        // A large answer is not copied.
        Ok(answer) if answer.len() <= SMALL => {
            [[&b"event: result\ndata: "[..], &answer, b"\n"].concat().into()].into()
        }
        Ok(answer) => {
            let (head, end) = (Bytes::from_static(b"event: result\ndata: "), Bytes::from_static(b"\n"));
            [head].into_iter().chain(pieces(answer)).chain([end]).collect()
        }
        Err(failure) => {
            let mut json = failure.to_json(lang);
            json["status"] = failure.status().as_u16().into();
            [format!("event: failure\ndata: {json}\n\n").into()].into()
        }
    }
}

impl http_body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = self.get_mut();
        if let Some(bytes) = this.waiting.pop_front() {
            return Poll::Ready(Some(Ok(Frame::data(bytes))));
        }
        let Some(pending) = &mut this.pending else { return Poll::Ready(None) };
        if let Poll::Ready(answer) = Pin::new(&mut *pending).poll(context) {
            this.pending = None;
            if let Err(failure) = &answer {
                this.metrics.refused(failure.status().as_u16(), failure.code());
            }
            this.waiting = last(answer, this.lang);
        } else if this.tick.poll_tick(context).is_ready() {
            let watch = pending.watch();
            let state = if watch.is_running() { "running" } else { "queued" };
            let elapsed = u64::try_from(this.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            let data = json!({"state": state, "elapsed_ms": elapsed, "counted": watch.counted()});
            this.waiting.push_back(format!("event: progress\ndata: {data}\n\n").into());
        }
        this.waiting.pop_front().map_or(Poll::Pending, |bytes| Poll::Ready(Some(Ok(Frame::data(bytes)))))
    }
}
