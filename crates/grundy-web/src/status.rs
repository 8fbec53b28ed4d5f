//! The health and metrics of the server, for its operator.

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, header};
use axum::routing::get;
use serde_json::json;

use crate::app::App;
use crate::client::Client;
use crate::config::Config;
use crate::metrics::MEDIA_TYPE;
use crate::pool::Who;

/// The address of the health check.
const HEALTH: &str = "/health";
/// A server that takes longer is unhealthy.
const PATIENCE: Duration = Duration::from_secs(3);

/// `/health` and `/metrics`.
pub fn routes(app: &Arc<App>) -> Router {
    let (health, metrics) = (Arc::clone(app), Arc::clone(app));
    let health = move || async move {
        let (running, waiting) = health.load();
        let version = env!("CARGO_PKG_VERSION");
        let json = json!({"status": "ok", "version": version, "running": running, "waiting": waiting});
        text("application/json", format!("{json}\n"))
    };
    let metrics = move || async move { text(MEDIA_TYPE, metrics.metrics.text(metrics.load())) };
    Router::new().route(HEALTH, get(health)).route("/metrics", get(metrics))
}

fn text(kind: &'static str, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// The client of a request: the machine that is connected, or the one behind a proxy.
pub fn who(request: &Request<Body>, config: &Config) -> Who {
    let peer = request.extensions().get::<Arc<Client>>().map(|client| client.peer.ip());
    if !config.forwarded {
        return peer;
    }
    // Only the entry of the nearest proxy is trusted: it is the last one.
    let last = request.headers().get_all("x-forwarded-for").iter().next_back();
    let named = last.and_then(|list| list.to_str().ok()?.rsplit(',').next()?.trim().parse::<IpAddr>().ok());
    named.or(peer)
}

/// Queries the health of the server at `address` and returns its response.
///
/// # Errors
///
/// Nothing answers at the address, or the response is not that of a healthy server.
pub fn is_well(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET {HEALTH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(1 << 16).read_to_string(&mut answer)?;
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 200 ") => Ok(body.to_owned()),
        _ => Err(io::Error::other(answer.lines().next().unwrap_or_default().to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_who_the_machine_before_this_one_says_and_only_where_it_is_asked() {
        let config = |forwarded| Config { forwarded, ..Config::default() };
        let request = |lines: &[&str]| {
            let with =
                |request: axum::http::request::Builder, line: &&str| request.header("X-Forwarded-For", *line);
            lines.iter().fold(Request::get("/"), with).body(Body::empty()).unwrap()
        };
        let named = request(&["10.0.0.1", "10.0.0.2, 10.0.0.3"]);
        assert_eq!(who(&named, &config(true)), Some(IpAddr::from([10, 0, 0, 3])));
        assert_eq!(who(&named, &config(false)), None);
        assert_eq!(who(&request(&["10.0.0.1, somebody"]), &config(true)), None);
    }
}
