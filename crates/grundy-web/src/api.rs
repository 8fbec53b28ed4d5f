//! The endpoints over HTTP: parses a request and builds its response.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use axum::routing::any;
use bytes::Bytes;
use grundy_api::{Ask, ENDPOINTS, Endpoint};
use grundy_solver::text::Lang;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::app::App;
use crate::body;
use crate::client::Client;
use crate::failure::Failure;
use crate::openapi::PREFIX;
use crate::{openapi, pieces, status, stream, words};

/// Answers of fewer bytes are sent uncompressed.
const SMALL: u16 = 1024;

/// The routes of the API.
pub fn routes(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    for endpoint in &ENDPOINTS {
        let app = Arc::clone(app);
        let answer = move |request: Request<Body>| {
            let app = Arc::clone(&app);
            async move {
                let lang = words::preferred(request.headers());
                answer(&app, endpoint, request)
                    .await
                    .unwrap_or_else(|(failure, asked)| failure.response(asked.unwrap_or(lang)))
            }
        };
        router = router.route(&format!("{PREFIX}/{}", endpoint.name), any(answer));
    }
    let compressed = CompressionLayer::new().compress_when(SizeAbove::new(SMALL).and(NotForContentType::SSE));
    router
        .route(
            &format!("{PREFIX}/openapi.json"),
            any(|request: Request<Body>| async move {
                let lang = page_language(&request);
                json_response(format!("{}\n", openapi::document(lang)).into())
            }),
        )
        .layer(compressed)
}

/// The language of the query, else the one the client prefers.
pub fn page_language(request: &Request<Body>) -> Lang {
    let query = request.uri().query().unwrap_or("");
    let asked = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "lang");
    asked.map_or_else(|| words::preferred(request.headers()), |(_, lang)| Lang::from_locale(&lang))
}

/// A failure and, if the request could be parsed, the language of its message.
type Unanswered = (Failure, Option<Lang>);

async fn answer(
    app: &Arc<App>,
    endpoint: &'static Endpoint,
    request: Request<Body>,
) -> Result<Response<Body>, Unanswered> {
    let lang = words::preferred(request.headers());
    let unread = |failure: Failure| (failure, None);
    let unasked = |failure: grundy_api::Failure| unread(failure.into());
    let streams = wants_events(request.headers());
    let busy = request.extensions().get::<Arc<Client>>().cloned();
    let who = status::who(&request, &app.config);
    let ask = match *request.method() {
        Method::GET | Method::HEAD => {
            let query = request.uri().query().unwrap_or("");
            Ask::of_query(query, endpoint.fields, lang).map_err(unasked)?
        }
        Method::POST => {
            if !is_json(request.headers()) {
                return Err(unread(Failure::plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type")));
            }
            let bytes = body::read(app, request).await.map_err(unread)?;
            Ask::of_body(&bytes, endpoint.fields, lang).map_err(unasked)?
        }
        _ => return Err(unread(Failure::plain(StatusCode::METHOD_NOT_ALLOWED, "method"))),
    };
    let lang = ask.lang;
    let in_lang = |failure: Failure| (failure, Some(lang));
    if !streams && let Some(answer) = app.quick(endpoint, &ask) {
        return answer.map(json_response).map_err(in_lang);
    }
    let pending = app.submit(endpoint, ask, who, busy.map(|client| client.busy())).map_err(in_lang)?;
    if streams {
        return Ok(stream::response(pending, lang, Arc::clone(&app.metrics)));
    }
    pending.await.map(json_response).map_err(in_lang)
}

/// Whether the client accepts a stream of events.
fn wants_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn json_response(json: Bytes) -> Response<Body> {
    let mut response = Response::new(pieces::body(json));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

#[cfg(test)]
mod tests {
    use grundy_api::{EVERYWHERE, endpoint};

    use super::*;
    use crate::config::Config;
    use crate::log::Log;

    #[test]
    fn every_endpoint_and_every_field_is_described_in_both_languages() {
        for endpoint in &ENDPOINTS {
            for lang in [Lang::En, Lang::Zh] {
                let key = words::endpoint_key(endpoint);
                assert_ne!(words::text(lang, &key), key);
                for field in endpoint.fields.iter().chain(EVERYWHERE) {
                    assert_ne!(field.about(lang), format!("field.{}", field.name));
                }
            }
        }
    }

    #[test]
    fn an_answer_on_the_spot_is_the_same_as_one_in_full() {
        let games = [
            "wythoff[583, 646]",
            "nim[3, 4, 5]",
            "kayles[40]",
            "misere nim[1, 1, 1]",
            "bash(3)[7] + nim[2]",
            "take 1, 3, 4[100]",
            "fibonacci[20]",
            "lasker[5, 9]",
            "grundy[30]",
            "chomp[3, 4]",
            "euclid[30, 47]",
            "take 1..n/2[30, 40]",
            "moore(2)[3, 4, 5]",
            "take any or take 1, 2 from 2 heaps[9, 12]",
        ];
        let solve = endpoint("solve").unwrap();
        let app = App::new(Config { workers: 1, ..Config::default() }, Log::none()).unwrap();
        let mut quick = 0;
        for game in games {
            let body = serde_json::json!({"game": game}).to_string();
            let ask = Ask::of_body(body.as_bytes(), solve.fields, Lang::En).ok().unwrap();
            // The second time with the tables that the first filled.
            for _ in 0..2 {
                let Some(answer) = app.quick(solve, &ask) else { continue };
                quick += 1;
                let whole = grundy_solver::Solver::default().solve_text(game).unwrap().to_json(Lang::En);
                assert_eq!(answer.ok().unwrap(), format!("{whole}\n"), "{game}");
            }
        }
        assert!(quick > games.len() / 2, "only {quick} were quick");
    }

    #[test]
    fn what_looks_at_other_positions_is_never_answered_on_the_spot() {
        let solve = endpoint("solve").unwrap();
        let app = App::new(Config { workers: 1, ..Config::default() }, Log::none()).unwrap();
        for game in [
            "take any or take 1, 2 from 2 heaps[3, 4]",
            "take any or take 1 from 2 heaps; win most[3, 4]",
            "misere take any or take 3, 7 from 2 heaps[3, 4]",
            "all(take 1, 2 from 2 heaps[3, 4], nim[2])",
            "take 1 from 2 heaps[3, 4] + take 1 or take 2 from 2 heaps[2, 2]",
            "nim[10\u{ff3e}9999999]",
        ] {
            let body = serde_json::json!({"game": game}).to_string();
            let ask = Ask::of_body(body.as_bytes(), solve.fields, Lang::En).ok().unwrap();
            assert!(app.quick(solve, &ask).is_none(), "{game}");
        }
    }
}
