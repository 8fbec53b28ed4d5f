//! The endpoints as data: what each takes, an example, and the function of the library that answers.

mod games;
mod heap;
mod nash;
mod play;
mod positions;
mod table;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use axum::routing::any;
use bytes::Bytes;
use grundy::text::Lang;
use serde_json::Value as Json;

use crate::app::App;
use crate::ask::Ask;
use crate::body;
use crate::connection::Client;
use crate::failure::Failure;
use crate::work::Work;
use crate::{openapi, pieces, stream, words};

/// The version in every address.
pub const PREFIX: &str = "/api/v1";

/// What a field of a request holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A whole number of any size.
    Number,
    /// True or false.
    Flag,
    /// One of these words.
    Words(&'static [&'static str]),
    /// Heaps, or names of vertices.
    Heaps,
    /// Two sides.
    Size,
    /// Texts in order.
    Texts,
}

/// A field of a request; its description is the text `api.field-NAME`.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Must it be there?
    pub needed: bool,
}

impl Field {
    const fn of(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, needed: false }
    }

    /// A text that may be left out.
    pub const fn text(name: &'static str) -> Self {
        Self::of(name, Kind::Text)
    }

    const fn needed(mut self) -> Self {
        self.needed = true;
        self
    }
}

/// Fields that every endpoint takes.
pub const EVERYWHERE: &[Field] =
    &[Field::of("lang", Kind::Words(&["en", "zh"])), Field::of("time_ms", Kind::Number)];

const GAME: Field = Field::of("game", Kind::Text).needed();
const MISERE: Field = Field::of("misere", Kind::Flag);
const HEAPS: Field = Field::of("heaps", Kind::Heaps);
const MOVES: Field = Field::of("moves", Kind::Number);

const PLAYED: Field = Field::of("played", Kind::Texts);
const AT: Field = Field::of("at", Kind::Number);
const SEED: Field = Field::of("seed", Kind::Number);

/// One endpoint; what it does is the text `api.NAME`.
pub struct Endpoint {
    /// The last part of its address.
    pub name: &'static str,
    /// What it takes.
    pub fields: &'static [Field],
    /// An example of a body.
    pub example: &'static str,
    /// May the answer be tried on the spot?
    pub quick: bool,
    /// The answer.
    pub answer: fn(&Ask, &Work) -> Result<Json, Failure>,
}

/// All of them.
pub static ENDPOINTS: [Endpoint; 14] = [
    Endpoint {
        name: "solve",
        fields: &[GAME, HEAPS, MISERE, MOVES, Field::of("value", Kind::Flag)],
        example: r#"{"game": "wythoff", "heaps": [583, 646]}"#,
        quick: true,
        answer: positions::solve,
    },
    Endpoint {
        name: "explain",
        fields: &[GAME, HEAPS, MISERE, MOVES, Field::of("value", Kind::Flag), Field::text("move")],
        example: r#"{"game": "nim[3, 4, 7]", "moves": 2}"#,
        quick: false,
        answer: positions::explained,
    },
    Endpoint {
        name: "moves",
        fields: &[GAME, HEAPS, MISERE, MOVES],
        example: r#"{"game": "take 1, 3, 4", "heaps": [5]}"#,
        quick: false,
        answer: positions::moves,
    },
    Endpoint {
        name: "values",
        fields: &[GAME, Field::of("from", Kind::Number), Field::of("to", Kind::Number).needed()],
        example: r#"{"game": "kayles", "from": 0, "to": 10}"#,
        quick: false,
        answer: heap::values,
    },
    Endpoint {
        name: "period",
        fields: &[GAME, Field::of("limit", Kind::Number)],
        example: r#"{"game": "kayles"}"#,
        quick: false,
        answer: heap::period,
    },
    Endpoint {
        name: "table",
        fields: &[
            GAME,
            MISERE,
            Field::of("size", Kind::Size).needed(),
            Field::of("from", Kind::Size),
            Field::of("show", Kind::Words(&["outcome", "value", "remoteness"])),
            Field::of("format", Kind::Words(&["json", "packed", "csv", "svg", "png"])),
        ],
        example: r#"{"game": "wythoff", "size": [4, 4], "show": "value"}"#,
        quick: false,
        answer: table::table,
    },
    Endpoint {
        name: "pattern",
        fields: &[
            GAME,
            MISERE,
            Field::of("number_of_heaps", Kind::Number),
            Field::of("to", Kind::Number),
            Field::of("emit", Kind::Words(&["cpp", "python", "rust"])),
        ],
        example: r#"{"game": "take 1, 3, 4"}"#,
        quick: false,
        answer: table::pattern,
    },
    Endpoint {
        name: "nash",
        fields: &[
            Field::text("matrix"),
            Field::of("method", Kind::Words(&["all", "pure", "lemke-howson", "zero-sum"])),
        ],
        example: r#"{"matrix": "3,3 0,5; 5,0 1,1"}"#,
        quick: false,
        answer: nash::nash,
    },
    Endpoint {
        name: "games",
        fields: &[Field::text("name")],
        example: r#"{"name": "nim"}"#,
        quick: false,
        answer: games::games,
    },
    Endpoint {
        name: "play",
        fields: &[GAME, HEAPS, MISERE, PLAYED, AT, MOVES],
        example: r#"{"game": "nim[1, 2]", "played": ["take 1 from 2"]}"#,
        quick: false,
        answer: play::play,
    },
    Endpoint {
        name: "play/reply",
        fields: &[GAME, HEAPS, MISERE, PLAYED, AT, Field::of("mistakes", Kind::Number), SEED],
        example: r#"{"game": "nim", "heaps": [3, 4, 5], "played": ["take 1 from 5"], "mistakes": 20, "seed": 7}"#,
        quick: false,
        answer: play::reply,
    },
    Endpoint {
        name: "play/hint",
        fields: &[GAME, HEAPS, MISERE, PLAYED, AT, Field::of("step", Kind::Number)],
        example: r#"{"game": "nim[3, 4, 5]", "step": 3}"#,
        quick: false,
        answer: play::hint,
    },
    Endpoint {
        name: "play/review",
        fields: &[GAME, HEAPS, MISERE, PLAYED],
        example: r#"{"game": "nim[3, 4, 5]", "played": ["take 1 from 5"]}"#,
        quick: false,
        answer: play::review,
    },
    Endpoint {
        name: "play/puzzle",
        fields: &[GAME, HEAPS, MISERE, SEED],
        example: r#"{"game": "wythoff", "heaps": [8, 15], "seed": 7}"#,
        quick: false,
        answer: play::set_puzzle,
    },
];

/// The endpoint of this name.
#[cfg(test)]
pub fn endpoint(name: &str) -> Option<&'static Endpoint> {
    ENDPOINTS.iter().find(|endpoint| endpoint.name == name)
}

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
    router.route(
        &format!("{PREFIX}/openapi.json"),
        any(|request: Request<Body>| async move {
            let lang = page_language(&request);
            json_response(format!("{}\n", openapi::document(lang)).into())
        }),
    )
}

/// The language a query asks for, else the one the client prefers.
pub fn page_language(request: &Request<Body>) -> Lang {
    let query = request.uri().query().unwrap_or("");
    let asked = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "lang");
    asked.map_or_else(|| words::preferred(request.headers()), |(_, lang)| Lang::from_locale(&lang))
}

/// A failure and, where the request could be read, the language it is to be told in.
type Unanswered = (Failure, Option<Lang>);

async fn answer(
    app: &Arc<App>,
    endpoint: &'static Endpoint,
    request: Request<Body>,
) -> Result<Response<Body>, Unanswered> {
    let lang = words::preferred(request.headers());
    let unread = |failure: Failure| (failure, None);
    let streams = wants_events(request.headers());
    let busy = request.extensions().get::<Arc<Client>>().cloned();
    let ask = match *request.method() {
        Method::GET | Method::HEAD => {
            let query = request.uri().query().unwrap_or("");
            Ask::of_query(query, endpoint.fields, lang).map_err(unread)?
        }
        Method::POST => {
            if !is_json(request.headers()) {
                return Err(unread(Failure::plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type")));
            }
            let bytes = body::read(app, request).await.map_err(unread)?;
            Ask::of_body(&bytes, endpoint.fields, lang).map_err(unread)?
        }
        _ => return Err(unread(Failure::plain(StatusCode::METHOD_NOT_ALLOWED, "method"))),
    };
    let lang = ask.lang;
    let said = |failure: Failure| (failure, Some(lang));
    if !streams && let Some(answer) = app.quick(endpoint, &ask) {
        return answer.map(json_response).map_err(said);
    }
    let pending = app.submit(endpoint, ask, busy.map(|client| client.busy())).map_err(said)?;
    if streams {
        return Ok(stream::response(pending, lang));
    }
    pending.await.map(json_response).map_err(said)
}

/// Does the client ask for a stream of events?
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
    use super::*;
    use crate::config::Config;
    use crate::log::Log;
    use crate::work::Work;

    #[test]
    fn every_example_is_answered_and_every_field_described_in_both_languages() {
        for endpoint in &ENDPOINTS {
            for lang in [Lang::En, Lang::Zh] {
                let ask = Ask::of_body(endpoint.example.as_bytes(), endpoint.fields, lang).ok().unwrap();
                let work = Work::new(
                    grundy::limits::Limits::default(),
                    grundy::limits::Cancel::default(),
                    Arc::default(),
                );
                let json = (endpoint.answer)(&ask, &work).ok().unwrap();
                assert_eq!(json["schema"], 1, "{}", endpoint.name);
                let keys = endpoint.fields.iter().chain(EVERYWHERE).map(|f| format!("api.field-{}", f.name));
                for key in keys.chain([format!("api.{}", endpoint.name)]) {
                    assert_ne!(words::text(lang, &key), key);
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
            // A second time with the tables that the first left.
            for _ in 0..2 {
                let Some(answer) = app.quick(solve, &ask) else { continue };
                quick += 1;
                let whole = grundy::Solver::default().solve_text(game).unwrap().to_json(Lang::En);
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
            "misere kayles[3, 4]",
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
