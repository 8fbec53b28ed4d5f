//! The page, bundled from the sources in `page/`, and a page about the API that needs no script.

mod api;
mod assets;
mod html;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, header};
use axum::routing::any;
use grundy_solver::text::Lang;

use crate::api::page_language;
use crate::words::text;
use html::page;

/// The routes of the pages.
pub fn routes() -> Router {
    let api = |request: Request<Body>| async move {
        let lang = page_language(&request);
        html(lang, page(lang, &text(lang, "page.api"), "/api", &api::main(lang)))
    };
    assets::routes(Router::new().route("/api", any(api)))
}

fn html(lang: Lang, page: String) -> Response<Body> {
    let mut response = Response::new(Body::from(page));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(lang.tag()));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Language"));
    response
}
