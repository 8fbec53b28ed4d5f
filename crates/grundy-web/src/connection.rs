//! Connections, up to a limit; beyond it, the one idle longest is closed for a new one.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::app::App;
use crate::client::Client;
use crate::patience::Patient;

/// The pause after a failed accept (no free descriptor, say).
const PAUSE: Duration = Duration::from_millis(20);
/// The largest head of a request. Questions may be in the query string.
const HEAD: usize = 64 << 10;

/// All connections by number; numbers increase.
#[derive(Default)]
struct Clients {
    open: Mutex<HashMap<u64, Arc<Client>>>,
}

impl Clients {
    fn add(&self, number: u64, client: &Arc<Client>, most: usize) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= most {
            // Connections without any request first, then those idle longest.
            let idle = open.iter().filter(|(_, client)| client.is_idle());
            let idlest = idle.min_by_key(|(number, c)| (c.served.load(Ordering::Relaxed), **number));
            if let Some((&number, client)) = idlest {
                client.close.notify_one();
                open.remove(&number);
            }
        }
        open.insert(number, Arc::clone(client));
    }

    fn remove(&self, number: u64) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
    }
}

/// The place of a connection in the table, freed on drop.
struct Place {
    clients: Arc<Clients>,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.clients.remove(self.number);
    }
}

/// Serves connections until `stop` is true, then pending requests for the grace period.
pub async fn serve(listener: TcpListener, router: Router, app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let clients = Arc::new(Clients::default());
    let mut tasks = JoinSet::new();
    // Requests are counted over all connections, so the count shows which connection was served last.
    let requests = Arc::new(AtomicU64::new(1));
    let mut number = 0;
    loop {
        let accepted = tokio::select! {
            _ = stop.wait_for(|stopped| *stopped) => break,
            accepted = listener.accept() => accepted,
            Some(_) = tasks.join_next() => continue,
        };
        let Ok((stream, peer)) = accepted else {
            sleep(PAUSE).await;
            continue;
        };
        number += 1;
        let client = Arc::new(Client::new(peer));
        clients.add(number, &client, app.config.connections);
        let (clients, router, stop) = (Arc::clone(&clients), router.clone(), stop.clone());
        let (requests, app) = (Arc::clone(&requests), Arc::clone(&app));
        let place = Place { clients, number };
        tasks.spawn(async move {
            converse(stream, router, &client, stop, requests, &app).await;
            drop(place);
        });
    }
    drop(listener);
    let done = async { while tasks.join_next().await.is_some() {} };
    // The remaining connections are dropped with their questions.
    let _ = timeout(app.config.grace, done).await;
}

/// The size of a request's head in bytes. The read buffer may exceed the limit when the head ends.
fn head_of(request: &Request<Incoming>) -> usize {
    let line = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    let headers = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4);
    line + headers.sum::<usize>()
}

/// Serves one connection from its first request to its last.
async fn converse(
    stream: TcpStream,
    router: Router,
    client: &Arc<Client>,
    mut stop: watch::Receiver<bool>,
    requests: Arc<AtomicU64>,
    app: &App,
) {
    let _ = stream.set_nodelay(true);
    let this = Arc::clone(client);
    let service = service_fn(move |request: Request<Incoming>| {
        this.served.store(requests.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        let long = head_of(&request) > HEAD;
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Arc::clone(&this));
        let router = router.clone();
        async move {
            if long {
                return Ok(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE.into_response());
            }
            Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|never| match never {}))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.head_time)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(Patient::new(stream, app.config.answer_time)), service);
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = client.close.notified() => return,
        _ = stop.wait_for(|stopped| *stopped) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
