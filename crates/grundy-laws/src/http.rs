//! Requests to the server, without sockets.

use std::sync::OnceLock;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, StatusCode, header};
use grundy_web::{Config, Log};
use serde_json::Value as Json;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::sound;

/// The longest an answer may be.
const LONGEST: usize = 64 << 20;

/// One server for all requests, as in production.
fn server() -> &'static (Runtime, Router) {
    static SERVER: OnceLock<(Runtime, Router)> = OnceLock::new();
    SERVER.get_or_init(|| {
        let config = Config {
            workers: 1,
            queue: 4,
            scripts: true,
            memory: sound::LIMITS.memory,
            time: sound::LIMITS.time.unwrap_or_default(),
            body: 1 << 16,
            body_time: Duration::from_secs(1),
            ..Config::default()
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        match (runtime, grundy_web::router(config, Log::none())) {
            (Ok(runtime), Ok(router)) => (runtime, router),
            failed => panic!("no server: {failed:?}"),
        }
    })
}

/// A request as text, `METHOD PATH`, headers, an empty line and a body, gets a response with a status. A body
/// declared as JSON is JSON, an error has a code and a sentence, and no internal error occurs.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let Some(request) = request(data) else { return };
    let (runtime, router) = server();
    let head = request.method() == "HEAD";
    let (status, kind, body) = runtime.block_on(async {
        let Ok(response) = router.clone().oneshot(request).await;
        taken(response).await
    });
    assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{}", String::from_utf8_lossy(&body));
    if !kind.starts_with("application/json") || head {
        return;
    }
    let json: Json = match serde_json::from_slice(&body) {
        Ok(json) => json,
        Err(error) => panic!("{status}, {error}: {}", String::from_utf8_lossy(&body)),
    };
    if status.is_success() {
        assert!(json.get("error").is_none(), "{status}: {json}");
    } else {
        let error = &json["error"];
        sound::filled(error["message"].as_str().unwrap_or(""), error["code"].as_str().unwrap_or(""));
    }
}

async fn taken(response: Response<Body>) -> (StatusCode, String, Vec<u8>) {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let (status, kind) = (response.status(), kind.unwrap_or("").to_owned());
    match to_bytes(response.into_body(), LONGEST).await {
        Ok(body) => (status, kind, body.to_vec()),
        Err(error) => panic!("{status}: {error}"),
    }
}

/// Missing headers are those that a local program would send.
fn request(data: &[u8]) -> Option<Request<Body>> {
    let head = data.windows(2).position(|pair| pair == b"\n\n").unwrap_or(data.len());
    let body = data.get(head + 2..).unwrap_or_default().to_vec();
    let text = sound::text(&data[..head]);
    let mut lines = text.lines();
    let (method, path) = lines.next()?.split_once(' ')?;
    let mut request = Request::builder().method(method).uri(path);
    for line in lines {
        let (name, value) = line.split_once(':')?;
        request = request.header(name, value.trim());
    }
    let mut request = request.body(Body::from(body)).ok()?;
    let standard = [(header::HOST, "localhost"), (header::CONTENT_TYPE, "application/json")];
    for (name, value) in standard {
        request.headers_mut().entry(name).or_insert(header::HeaderValue::from_static(value));
    }
    Some(request)
}
