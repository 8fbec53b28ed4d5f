//! Access control: requests must name this server, and come from its own pages or from no page.
//!
//! A page of another site can make a browser send requests to this machine. It can neither forge their origin
//! nor send them with this machine's host name, so both are checked.

use std::net::IpAddr;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};

use crate::config::Config;
use crate::failure::Failure;

/// The one page that other pages may embed in a frame: the same page without its header and forms.
pub const EMBED: &str = "/embed";

/// Who may embed it: pages of this machine. With [`Config::open`] readers, and so their pages, are elsewhere.
const NEAR: &str = "frame-ancestors 'self' http://localhost:* http://127.0.0.1:* file:";
const ANYWHERE: &str = "frame-ancestors *";
/// Who may embed all other pages.
const NOWHERE: &str = "frame-ancestors 'none'";

/// Pages load only what this server sends: no outside resources, no inline scripts or styles, no frames.
/// Images may also come from the page's own script.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Rejects a request from another site.
pub fn check(request: &Request<Body>, config: &Config) -> Result<(), Failure> {
    let headers = request.headers();
    let misdirected = || Failure::plain(StatusCode::MISDIRECTED_REQUEST, "host");
    let host = only(headers, &header::HOST).ok_or_else(misdirected)?;
    // A request may name the host in its first line too.
    let named_otherwise =
        request.uri().authority().is_some_and(|named| !named.as_str().eq_ignore_ascii_case(host));
    if named_otherwise || !is_here(host, config) {
        return Err(misdirected());
    }
    let foreign = || Failure::plain(StatusCode::FORBIDDEN, "origin");
    if headers.contains_key(header::ORIGIN) {
        let origin = only(headers, &header::ORIGIN).ok_or_else(foreign)?;
        let site = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if !site.is_some_and(|site| site.eq_ignore_ascii_case(host)) {
            return Err(foreign());
        }
    }
    if is_foreign(headers) && !is_link(request) {
        return Err(foreign());
    }
    Ok(())
}

/// Whether the browser reports that another site sends the request.
fn is_foreign(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    site.is_some_and(|site| site != b"same-origin" && site != b"none")
}

/// Whether this is a link to a page, or an embedded page: both are allowed, since later requests come from that page itself.
fn is_link(request: &Request<Body>) -> bool {
    let mode = request.headers().get("sec-fetch-mode").map(HeaderValue::as_bytes);
    let target = request.headers().get("sec-fetch-dest").map(HeaderValue::as_bytes);
    let framed = request.uri().path() == EMBED && target == Some(b"iframe");
    *request.method() == Method::GET
        && !request.uri().path().starts_with("/api/")
        && mode == Some(b"navigate")
        && (framed || target == Some(b"document"))
}

/// The value of a header that occurs once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

/// Whether this is a name of the server. Addresses are safe: they cannot be rebound, as names can.
fn is_here(host: &str, config: &Config) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or("", |(address, _)| address),
        None => host.split_once(':').map_or(host, |(name, _)| name),
    };
    if name.eq_ignore_ascii_case("localhost") || config.hosts.iter().any(|h| h.eq_ignore_ascii_case(name)) {
        return true;
    }
    name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback() || config.open)
}

/// Adds the security headers of every response; `embeds` means the page that others may embed.
pub fn protect(response: &mut Response<Body>, embeds: bool, config: &Config) {
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if embeds {
        let policy = POLICY.replace(NOWHERE, if config.open { ANYWHERE } else { NEAR });
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            response.headers_mut().remove(header::X_FRAME_OPTIONS);
        }
    }
    // A response without a caching policy is an answer, which must not be stored.
    let keeping = response.headers_mut().entry(header::CACHE_CONTROL);
    keeping.or_insert(HeaderValue::from_static("no-store"));
}
