//! The pages: one to ask on, and one to read about the API. They need no script and nothing from outside.

mod api;
mod html;
mod question;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, header};
use axum::routing::any;
use grundy::text::Lang;

use crate::api::page_language;
use crate::app::App;
use crate::failure::Failure;
use crate::words::text;
use html::{escape, page};

const STYLE: &str = include_str!("../assets/page.css");

/// The routes of the pages.
pub fn routes(app: &Arc<App>) -> Router {
    let app = Arc::clone(app);
    let asked = move |request: Request<Body>| {
        let app = Arc::clone(&app);
        async move {
            let lang = page_language(&request);
            if !reads(&request) {
                return Failure::plain(StatusCode::METHOD_NOT_ALLOWED, "method").response(lang);
            }
            question::page(&app, request, lang).await
        }
    };
    let api = |request: Request<Body>| async move {
        let lang = page_language(&request);
        html(lang, page(lang, &text(lang, "page.api"), "/api", &api::main(lang)))
    };
    let style = || async {
        let mut response = Response::new(Body::from(STYLE));
        let kind = HeaderValue::from_static("text/css; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    };
    Router::new().route("/", any(asked)).route("/api", any(api)).route("/page.css", any(style))
}

fn reads(request: &Request<Body>) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
}

fn html(lang: Lang, page: String) -> Response<Body> {
    let mut response = Response::new(Body::from(page));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(lang.tag()));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Language"));
    response
}
