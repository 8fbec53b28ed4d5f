//! The server as a whole.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Response, StatusCode};
use axum::middleware::{Next, from_fn};
use serde_json::json;
use tokio::sync::watch;

use crate::app::App;
use crate::caught::Caught;
use crate::client::Client;
use crate::config::Config;
use crate::connection;
use crate::failure::{Code, Failure};
use crate::log::Log;
use crate::{api, guard, page, status, words};

/// The I/O threads; they also compute quick answers.
const SPEAKERS: usize = 2;
/// Quick answers are computed on these threads too.
const STACK: usize = 16 << 20;

/// Stops a server, from any thread.
#[derive(Clone, Debug)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Default for Stop {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Stop {
    /// Accepts no new connections; pending requests may run for [`Config::grace`].
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// Serves until stopped. The listener may be bound to any address; [`Config::open`] allows requests with
/// other host names than those of this machine.
///
/// Errors: the threads could not be started, or the listener is unusable.
pub fn run(listener: TcpListener, config: Config, log: Log, stop: &Stop) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(SPEAKERS.max(config.workers))
        .thread_name("serve")
        .thread_stack_size(STACK)
        .enable_io()
        .enable_time()
        .build()?;
    let app = Arc::new(App::new(config, log)?);
    app.log.write("listening", json!({"address": address.to_string()}));
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        connection::serve(listener, routes(&app), Arc::clone(&app), stop.0.subscribe()).await;
        Ok::<_, io::Error>(())
    })?;
    app.log.write("stopped", json!({}));
    // A question that ignores its deadline is not awaited.
    runtime.shutdown_background();
    Ok(())
}

/// The complete service, without sockets.
///
/// Errors: the threads could not be started.
pub fn router(config: Config, log: Log) -> io::Result<Router> {
    Ok(routes(&Arc::new(App::new(config, log)?)))
}

fn routes(app: &Arc<App>) -> Router {
    let nothing = |request: Request| async move {
        Failure::plain(StatusCode::NOT_FOUND, "not-found").response(words::preferred(request.headers()))
    };
    around(
        app,
        Router::new()
            .merge(api::routes(app))
            .merge(status::routes(app))
            .merge(page::routes())
            .fallback(nothing),
    )
}

/// Wraps all routes in the checks that every request passes.
fn around(app: &Arc<App>, router: Router) -> Router {
    let app = Arc::clone(app);
    router.layer(from_fn(move |request: Request, next: Next| {
        let app = Arc::clone(&app);
        async move { guarded(&app, request, next).await }
    }))
}

/// Processes a request: checks, answers, protects and logs it.
async fn guarded(app: &App, request: Request, next: Next) -> Response<Body> {
    let begun = Instant::now();
    let about = app.log.is_on().then(|| {
        let peer = request.extensions().get::<Arc<Client>>().map(|client| client.peer.to_string());
        json!({"method": request.method().as_str(), "path": request.uri().path(), "peer": peer})
    });
    let embeds = request.uri().path() == guard::EMBED;
    let mut response = match guard::check(&request, &app.config) {
        Ok(()) => {
            let lang = words::preferred(request.headers());
            let internal = || Failure::plain(StatusCode::INTERNAL_SERVER_ERROR, "internal").response(lang);
            Caught::new(next.run(request)).await.unwrap_or_else(internal)
        }
        Err(failure) => failure.response(words::preferred(request.headers())),
    };
    if let Some(Code(code)) = response.extensions().get() {
        app.metrics.refused(response.status().as_u16(), code);
    }
    guard::protect(&mut response, embeds, &app.config);
    if let Some(mut about) = about {
        about["status"] = response.status().as_u16().into();
        about["micros"] = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX).into();
        app.log.write("request", about);
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::routing::any;
    use grundy_api::{Ask, Endpoint};
    use serde_json::Value as Json;
    use tower::ServiceExt;

    use super::*;

    static BROKEN: Endpoint = Endpoint {
        name: "broken",
        fields: &[],
        example: "{}",
        quick: true,
        answer: |_, work| work.ask(|solver| solver, |_| panic!("as the test wants it")),
    };

    fn nothing_asked() -> Ask {
        Ask::of_body(b"{}", BROKEN.fields, grundy_solver::text::Lang::En).ok().unwrap()
    }

    async fn got(router: &Router, path: &str) -> (u16, Json) {
        let request = Request::get(path).header("host", "localhost").body(Body::empty()).unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        assert!(response.headers().contains_key("content-security-policy"));
        let status = response.status().as_u16();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    /// Both without queueing and on the pool's only thread.
    #[test]
    fn a_panic_costs_one_answer_and_no_more() {
        let app = Arc::new(App::new(Config { workers: 1, ..Config::default() }, Log::none()).unwrap());
        let (here, there) = (Arc::clone(&app), Arc::clone(&app));
        let on_the_spot = move || async move {
            let answered = here.quick(&BROKEN, &nothing_asked());
            format!("{}", answered.is_some())
        };
        let queued = move || async move {
            let Ok(pending) = there.submit(&BROKEN, nothing_asked(), None, None) else {
                return Response::default();
            };
            pending.await.map_or_else(
                |failure| failure.response(grundy_solver::text::Lang::En),
                |_| Response::default(),
            )
        };
        let routes = api::routes(&app).route("/here", any(on_the_spot)).route("/there", any(queued));
        let router = around(&app, routes);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            for path in ["/here", "/there", "/here", "/there"] {
                let (status, json) = got(&router, path).await;
                assert_eq!((status, json["error"]["code"].as_str()), (500, Some("internal")), "{path}");
                // A quick question, and one for the thread that panicked.
                for game in ["/api/v1/solve?game=nim[3]", "/api/v1/period?game=kayles"] {
                    assert_eq!(got(&router, game).await.0, 200, "{path} {game}");
                }
            }
        });
    }
}
