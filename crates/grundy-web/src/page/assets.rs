//! The files of the page, compiled in: plain and compressed, each with an entity tag, so that a browser does
//! not fetch it again.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, header};
use axum::routing::any;
use bytes::Bytes;

use crate::failure::Failure;
use crate::guard;
use crate::pieces;
use crate::words;

/// One file.
struct Asset {
    name: &'static str,
    /// Its media type.
    kind: &'static str,
    /// The entity tag, in its quotes.
    tag: &'static str,
    content: &'static [u8],
    /// The content compressed by gzip.
    packed: &'static [u8],
}

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Adds a route for every file; `index.html` is served at the root and at the address for embedding.
pub fn routes(router: Router) -> Router {
    ASSETS.iter().fold(router, |router, asset| {
        let answer = any(move |request: Request<Body>| async move { asset.response(&request) });
        if asset.name == "index.html" {
            router.route("/", answer.clone()).route(guard::EMBED, answer)
        } else {
            router.route(&format!("/{}", asset.name), answer)
        }
    })
}

impl Asset {
    fn response(&self, request: &Request<Body>) -> Response<Body> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let lang = words::preferred(request.headers());
            return Failure::plain(StatusCode::METHOD_NOT_ALLOWED, "method").response(lang);
        }
        let set = |response: &mut Response<Body>, name: HeaderName, value: &'static str| {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        };
        let known = lists(request.headers(), &header::IF_NONE_MATCH, |tag| {
            tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == self.tag
        });
        let packs = lists(request.headers(), &header::ACCEPT_ENCODING, accepts_gzip);
        let content = if packs { self.packed } else { self.content };
        let mut response = Response::new(pieces::body(Bytes::from_static(content)));
        if known {
            response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            set(&mut response, header::CONTENT_TYPE, self.kind);
            if packs {
                set(&mut response, header::CONTENT_ENCODING, "gzip");
            }
        }
        set(&mut response, header::ETAG, self.tag);
        set(&mut response, header::VARY, "Accept-Encoding");
        // A new version of the program has a new page: the browser revalidates each time.
        set(&mut response, header::CACHE_CONTROL, "no-cache");
        response
    }
}

/// Whether an item of a list header fulfils `is_it`.
fn lists(headers: &HeaderMap, name: &HeaderName, is_it: impl Fn(&str) -> bool) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|list| list.split(',')).any(|item| is_it(item.trim()))
}

fn accepts_gzip(item: &str) -> bool {
    let mut parts = item.split(';').map(str::trim);
    let named = parts.next().is_some_and(|coding| coding.eq_ignore_ascii_case("gzip"));
    // A weight of 0 means "not this".
    let refused = |part: &str| part.strip_prefix("q=").is_some_and(|q| q.trim_matches(['0', '.']).is_empty());
    named && !parts.any(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_only_where_it_is_wanted() {
        assert!(accepts_gzip("gzip") && accepts_gzip("GZIP;q=0.5") && accepts_gzip("gzip; q=1"));
        assert!(!accepts_gzip("gzip;q=0") && !accepts_gzip("gzip; q=0.00") && !accepts_gzip("br"));
    }
}
