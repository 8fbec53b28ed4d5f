//! The API without sockets: answers, errors, statuses, access control.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use grundy_solver::text::Lang;
use grundy_web::{Config, Log, router};
use serde_json::{Value as Json, json};
use tower::ServiceExt;

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
}

async fn sent(request: Request<Body>) -> (StatusCode, HeaderMap, String) {
    sent_to(Config { workers: 1, scripts: true, ..Config::default() }, request).await
}

async fn sent_to(config: Config, request: Request<Body>) -> (StatusCode, HeaderMap, String) {
    let router = router(config, Log::none()).unwrap();
    let response = router.oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    (parts.status, parts.headers, String::from_utf8(bytes.to_vec()).unwrap())
}

fn ask(name: &str, body: &Json) -> (StatusCode, Json) {
    let request = Request::post(format!("/api/v1/{name}"))
        .header("host", "localhost:7878")
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap();
    let (status, _, text) = run(sent(request));
    (status, serde_json::from_str(&text).unwrap())
}

fn get(path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, String) {
    let mut request = Request::get(path);
    if headers.iter().all(|(name, _)| *name != "host") {
        request = request.header("host", "localhost");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    run(sent(request.body(Body::empty()).unwrap()))
}

fn code(json: &Json) -> &str {
    json["error"]["code"].as_str().unwrap_or("")
}

#[test]
fn solve_is_the_object_of_the_library() {
    for (body, text) in [
        (json!({"game": "wythoff", "heaps": [646, 583]}), "wythoff[583, 646]"),
        (
            json!({"game": "take any or take any from 2 heaps", "heaps": "583 646"}),
            "take any or take any from 2 heaps[583, 646]",
        ),
        (json!({"game": "nim[3, 4]", "misere": true}), "misere nim[3, 4]"),
        (json!({"game": "bash(7)", "heaps": ["10^1000"]}), "bash(7)[10^1000]"),
        (json!({"game": "race(100, 1..10)"}), "race(100, 1..10)[0]"),
        (
            json!({"game": "graph(\"a: b c; b: c; c:\")", "heaps": ["a", "b"]}),
            "graph(\"a: b c; b: c; c:\")[a, b]",
        ),
        (
            json!({"game": "wythoff[8, 15] + bash(7)[100] + nim[3, 4]"}),
            "wythoff[8, 15] + bash(7)[100] + nim[3, 4]",
        ),
    ] {
        let (status, json) = ask("solve", &body);
        let answer = grundy_solver::Solver::default().solve_text(text).unwrap();
        assert_eq!((status, &json), (StatusCode::OK, &answer.to_json(Lang::En)), "{text}");
    }
}

#[test]
fn every_other_endpoint_answers_as_the_command_line_does() {
    let (_, json) = ask("explain", &json!({"game": "nim[1, 2, 3]", "lang": "zh"}));
    assert!(json["steps"][0]["text"].as_str().unwrap().contains('堆'), "{json}");
    let (_, json) = ask("explain", &json!({"game": "wythoff[3, 5]", "move": "1 2"}));
    assert_eq!(code(&json), "no-such-move");
    let (_, json) = ask("moves", &json!({"game": "nim[2]"}));
    assert_eq!(json["moves"][0], json!({"to": [0], "take": [2], "position": "nim[0]", "outcome": "P"}));
    let (_, json) = ask("values", &json!({"game": "kayles", "to": 10}));
    assert_eq!(json["values"], json!([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]));
    let (_, json) = ask("period", &json!({"game": "kayles"}));
    let expected = json!({"schema": 1, "game": "kayles", "period": 12, "preperiod": 71, "saltus": 0, "max_value": 8, "checked_to": 167, "proof": "Guy and Smith 1956"});
    assert_eq!(json, expected);
    let (_, json) = ask("table", &json!({"game": "wythoff", "size": [3, 3], "show": "value"}));
    assert_eq!(json["rows"], json!([[0, 1, 2], [1, 2, 0], [2, 0, 1]]));
    let (_, json) = ask("table", &json!({"game": "wythoff", "size": "3x3", "format": "svg"}));
    assert!(json["svg"].as_str().unwrap().starts_with("<svg") && json.get("rows").is_none());
    let (_, json) = ask("pattern", &json!({"game": "take 1, 3, 4", "emit": "python"}));
    assert_eq!((json["status"].as_str(), json["program"].is_string()), (Some("proved"), true));
    let (_, json) = ask("games", &json!({"name": "尼姆"}));
    assert_eq!(
        (json["games"][0]["name"].as_str(), json["games"][0]["methods"].as_array().unwrap().len()),
        (Some("nim"), 2)
    );
    let (_, json) = ask("games", &json!({}));
    assert!(json["games"].as_array().unwrap().len() > 10);
}

#[test]
fn tables_come_packed_as_windows_and_as_files() {
    let table = |more: Json| {
        let mut body = json!({"game": "wythoff", "size": [3, 4], "show": "value"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask("table", &body).1
    };
    let packed = table(json!({"format": "packed"}));
    // 0 1 2 3, 1 2 0 4, 2 0 1 5 as bytes.
    assert_eq!(packed["packed"], "AAECAwECAAQCAAEF");
    assert_eq!((&packed["bits"], &packed["greatest"], packed.get("rows")), (&json!(8), &json!(5), None));
    let window = table(json!({"from": "1x2"}));
    assert_eq!((&window["from"], &window["size"]), (&json!([1, 2]), &json!([3, 4])));
    assert_eq!(window["rows"], json!([[0, 4, 5, 3], [1, 5, 3, 4], [5, 6, 2, 0]]));
    assert_eq!(
        table(json!({"format": "csv", "from": [0, 1]}))["csv"],
        ",1,2,3,4\n0,1,2,3,4\n1,2,0,4,5\n2,0,1,5,3\n"
    );
    assert!(table(json!({"format": "png"}))["png"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    let svg = table(json!({"format": "svg", "lang": "zh"}));
    assert!(svg["svg"].as_str().unwrap().contains("必败") && svg.get("rows").is_none());
}

#[test]
fn a_payoff_matrix_is_solved_as_the_command_line_does() {
    use grundy_payoff::{SolutionMethod, read_matrix, solve};
    use grundy_solver::limits::Budget;

    let text = "3,3 0,5; 5,0 1,1";
    let (status, json) = ask("nash", &json!({"matrix": text}));
    assert_eq!(status, 200);
    let expected =
        solve(&read_matrix(text).unwrap(), SolutionMethod::All, &Budget::default()).unwrap().to_json();
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&json[key], value, "{key}");
    }
    assert_eq!(json["best_replies"], json!({"row": [[1], [1]], "column": [[1], [1]]}));
    assert!(json["text"].as_str().unwrap().contains("equilibrium"), "{json}");
    let (_, pennies) = ask("nash", &json!({"matrix": "猜硬币", "method": "zero-sum", "lang": "zh"}));
    assert_eq!((&pennies["value"], &pennies["game"]["players"][0]), (&json!("0"), &json!("盖方")));
    let cells = json!({"row": [["1/2", "x"]], "column": [["0", "1"]]}).to_string();
    let (_, wrong) = ask("nash", &json!({"matrix": cells}));
    let at = |text: &str| cells.find(text).unwrap();
    assert_eq!(wrong["error"]["span"], json!([at("\"x\""), at("\"x\"") + 3]), "{wrong}");
    let (_, list) = ask("nash", &json!({}));
    let names: Vec<&str> =
        list["classics"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap()).collect();
    assert_eq!((names.len(), names[0]), (7, "prisoners"));
    let hard = format!("{} ", (0..100).map(|i| format!("{}", i * 7919 % 1013)).collect::<Vec<_>>().join(" "));
    let large = vec![hard; 101].join(";");
    assert_eq!(code(&ask("nash", &json!({"matrix": large})).1), "matrix-too-large");
}

#[test]
fn nim_arithmetic_is_that_of_the_command_line() {
    let (status, json) = ask("nim", &json!({"expression": "3 * 5 + 2^-1"}));
    assert_eq!((status.as_u16(), &json["value"]), (200, &json!(12)));
    let (_, large) = ask("nim", &json!({"expression": "2^127 * 2^127"}));
    assert!(large["value"].is_number() || large["value"].is_string(), "{large}");
    for (expression, expected) in [
        ("1 / 0".to_owned(), "nimber-zero"),
        ("3 *".to_owned(), "nimber-ends"),
        ("1+".repeat(6000) + "1", "expression-too-long"),
        ("(".repeat(9000), "nimber-nested"),
    ] {
        assert_eq!(code(&ask("nim", &json!({"expression": expression})).1), expected, "{expression:.20}");
    }
}

#[test]
fn errors_are_the_library_s_own_with_a_status() {
    let cases = [
        ("solve", json!({"game": "wythof[8, 15]"}), 422, "unknown-game"),
        ("solve", json!({"game": "nim"}), 422, "heaps-missing"),
        ("solve", json!({"game": "nim[1]", "heaps": [2]}), 400, "heaps-twice"),
        ("solve", json!({"heaps": [2]}), 400, "field-missing"),
        ("solve", json!({"gmae": "nim[1]"}), 400, "field-unknown"),
        ("solve", json!({"game": "nim", "heaps": [1.5]}), 400, "no-natural"),
        ("solve", json!({"game": "nim", "heaps": [-1]}), 400, "no-natural"),
        ("solve", json!({"game": 7, "lang": "fr"}), 400, "field-wrong"),
        ("solve", json!([1]), 400, "no-object"),
        ("solve", json!({"game": "graph(\"/etc/passwd\")[a]"}), 422, "files-refused"),
        ("solve", json!({"game": "script(\"a.rhai\")[1]"}), 422, "files-refused"),
        ("values", json!({"game": "graph(\"secret.json\")", "to": 3}), 422, "files-refused"),
        ("values", json!({"game": "misere nim", "to": 10}), 422, "values-misere"),
        ("values", json!({"game": "nim", "from": 7, "to": 3}), 422, "from-above-to"),
        // Numbers that take seconds to read and to write, whatever the time limit.
        ("solve", json!({"game": "wythoff[2, 12^1400000]"}), 422, "computed-too-much"),
        ("solve", json!({"game": "nim", "heaps": "12^1400000"}), 422, "computed-too-much"),
        ("solve", json!({"game": "nim", "heaps": ["10^700000", 1, "10^700000"]}), 422, "computed-too-much"),
        ("values", json!({"game": "nim", "from": 1, "to": "10^1400000"}), 422, "computed-too-much"),
        ("values", json!({"game": "nim", "to": "10^18"}), 422, "too-many-values"),
        ("period", json!({"game": "wythoff"}), 422, "period-of-one-heap"),
        ("table", json!({"game": "wythoff", "size": "1000000000x1000000000"}), 422, "table-too-large"),
        ("table", json!({"game": "wythoff", "size": [0, 5]}), 422, "table-too-large"),
        (
            "table",
            json!({"game": "wythoff", "size": [1024, 1025], "format": "packed"}),
            422,
            "table-too-large",
        ),
        ("table", json!({"game": "wythoff", "size": [8, 8], "from": ["10^9", "10^9"]}), 507, "memory-limit"),
        ("table", json!({"game": "wythoff", "size": [8, 8], "from": ["10^30", 0]}), 507, "memory-limit"),
        ("table", json!({"game": "wythoff", "size": [8, 8], "from": [1, 2, 3]}), 400, "field-wrong"),
        ("table", json!({"game": "wythoff"}), 400, "field-missing"),
        ("nash", json!({"matrix": "1 2; 3"}), 422, "payoff-ragged"),
        ("nash", json!({"matrix": "1,1 1/0,2; 0,0 0,0"}), 422, "payoff-zero"),
        ("nash", json!({"matrix": "prisonners"}), 422, "payoff-number"),
        ("nash", json!({"matrix": "1,2 3,4; 5,6 7,8", "method": "zero-sum"}), 422, "payoff-not-zero-sum"),
        ("nash", json!({"matrix": "1 2; 3 4", "method": "guess"}), 400, "field-wrong"),
        (
            "nash",
            json!({"matrix": "NFG 1 R \"\" { \"\" \"\" } { 1000000 1000000 }"}),
            422,
            "payoff-too-large",
        ),
        ("games", json!({"name": "nmi"}), 422, "unknown-game"),
    ];
    for (name, body, status, expected) in cases {
        let (got, json) = ask(name, &body);
        assert_eq!((got.as_u16(), code(&json)), (status, expected), "{name} {body}: {json}");
    }
    let (_, json) = ask("solve", &json!({"game": "wythof[8, 15]", "lang": "zh"}));
    assert_eq!(json["error"]["span"], json!([0, 6]));
    assert_eq!(json["error"]["suggestion"], "wythoff");
    assert!(!json["error"]["message"].as_str().unwrap().is_ascii());
}

#[test]
fn work_without_end_is_cut_off_by_time_or_memory() {
    let hard = json!({"game": "misere grundy[60, 61, 62, 63]", "time_ms": 150});
    let (status, json) = ask("solve", &hard);
    assert!(matches!((status.as_u16(), code(&json)), (504, "time-limit") | (507, "memory-limit")), "{json}");
    let script = "script(\"fn options(p) { loop { } }\")[1]";
    let (status, json) = ask("solve", &json!({"game": script, "time_ms": 200}));
    assert!(status == 504 || code(&json).starts_with("script-"), "{status} {json}");
    let text = json!({"game": format!("nim[{}]", vec!["7^9999999"; 3000].join(", "))});
    // Rejected as too large, or, on a busy machine, because reading it takes too long.
    let (status, json) = ask("solve", &text);
    assert!(matches!(status.as_u16(), 422 | 504), "{json}");
}

#[test]
fn scripts_are_refused_unless_they_are_allowed() {
    let asked = || {
        let body = json!({"game": "script(\"fn options(p) { [] }\")[1]"}).to_string();
        let request = Request::post("/api/v1/solve").header("host", "localhost");
        request.header("content-type", "application/json").body(Body::from(body)).unwrap()
    };
    let (status, _, body) = run(sent_to(Config { workers: 1, ..Config::default() }, asked()));
    assert_eq!((status.as_u16(), body.contains("scripts-refused")), (422, true), "{body}");
    let (status, _, body) = run(sent(asked()));
    assert_eq!((status.as_u16(), body.contains("\"outcome\":\"P\"")), (200, true), "{body}");
}

#[test]
fn a_monitor_sees_what_was_asked_and_how_it_ended() {
    let router = router(Config { workers: 1, ..Config::default() }, Log::none()).unwrap();
    let got = |path: &str| {
        let request = Request::get(path).header("host", "localhost").body(Body::empty()).unwrap();
        let router = router.clone();
        run(async {
            let response = router.oneshot(request).await.unwrap();
            let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            String::from_utf8(bytes.to_vec()).unwrap()
        })
    };
    got("/api/v1/solve?game=wythoff[1,2]");
    got("/api/v1/solve?game=wythof[1,2]");
    got("/api/v1/period?game=kayles");
    got("/nowhere");
    let metrics = got("/metrics");
    for line in [
        "grundy_questions_total{endpoint=\"solve\",method=\"wythoff\",outcome=\"P\"} 1",
        "grundy_question_seconds_count{endpoint=\"period\"} 1",
        "grundy_refusals_total{status=\"422\",code=\"unknown-game\"} 1",
        "grundy_refusals_total{status=\"404\",code=\"not-found\"} 1",
    ] {
        assert!(metrics.lines().any(|said| said == line), "{line}\n{metrics}");
    }
    let health: Json = serde_json::from_str(&got("/health")).unwrap();
    assert_eq!((&health["status"], &health["waiting"]), (&json!("ok"), &json!(0)));
}

#[test]
fn questions_may_stand_in_the_address() {
    let (status, _, body) = get("/api/v1/solve?game=nim&heaps=3+4+5&moves=1", &[]);
    assert_eq!(status, 200);
    assert_eq!(serde_json::from_str::<Json>(&body).unwrap()["position"], json!([3, 4, 5]));
    let (status, _, body) = get("/api/v1/solve?game=%E5%A8%81%E4%BD%90%E5%A4%AB[1,2]&game=nim", &[]);
    assert_eq!((status.as_u16(), body.contains("field-twice")), (400, true));
    let (_, _, body) = get("/api/v1/solve?game=nope[1]", &[("accept-language", "zh-CN,zh;q=0.9,en;q=0.8")]);
    assert!(!body.is_ascii());
}

#[test]
fn only_this_machine_s_own_pages_may_ask() {
    let solve = "/api/v1/solve?game=nim[1]";
    let status = |path: &str, headers: &[(&str, &str)]| get(path, headers).0.as_u16();
    for host in ["localhost", "LOCALHOST:80", "127.0.0.1:7878", "[::1]:7878", "127.8.9.1"] {
        assert_eq!(status(solve, &[("host", host)]), 200, "{host}");
    }
    for host in [
        "example.com",
        "example.com:7878",
        "localhost.example.com",
        "10.0.0.7",
        "[fe80::1]",
        "",
        "127.0.0.1.nip.io",
    ] {
        assert_eq!(status(solve, &[("host", host)]), 421, "{host}");
    }
    let from = |origin: &str| status(solve, &[("host", "localhost:7878"), ("origin", origin)]);
    assert_eq!((from("http://localhost:7878"), from("https://LOCALHOST:7878")), (200, 200));
    for origin in [
        "null",
        "http://localhost:3000",
        "http://localhost",
        "https://example.com",
        "file://",
        "http://localhost:7878.example.com",
    ] {
        assert_eq!(from(origin), 403, "{origin}");
    }
    assert_eq!(status(solve, &[("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(
        status(
            solve,
            &[
                ("sec-fetch-site", "same-site"),
                ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", "document")
            ]
        ),
        403
    );
    assert_eq!(status(solve, &[("sec-fetch-site", "same-origin")]), 200);
    let link =
        [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
    assert_eq!((status("/", &link), status(solve, &link)), (200, 403));
}

#[test]
fn a_form_of_another_site_cannot_send_a_question() {
    let request = |kind: &str| {
        let request = Request::post("/api/v1/solve").header("host", "localhost").header("content-type", kind);
        run(sent(request.body(Body::from(r#"{"game": "nim[1]"}"#)).unwrap())).0.as_u16()
    };
    assert_eq!((request("text/plain"), request("application/json; charset=utf-8")), (415, 200));
    let request = Request::put("/api/v1/solve").header("host", "localhost").body(Body::empty()).unwrap();
    let (status, headers, _) = run(sent(request));
    assert_eq!((status.as_u16(), headers["allow"].to_str().unwrap()), (405, "GET, POST"));
}

#[test]
fn only_the_page_for_it_may_be_embedded_and_only_by_pages_of_this_machine() {
    let frame =
        [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "iframe")];
    let (status, headers, page) = get("/embed", &frame);
    assert_eq!((status.as_u16(), page), (200, get("/", &[]).2));
    assert!(!headers.contains_key("x-frame-options"));
    let policy = headers["content-security-policy"].to_str().unwrap();
    let (_, whole, _) = get("/", &[]);
    let whole = whole["content-security-policy"].to_str().unwrap();
    let (rules, ancestors) = policy.split_once("frame-ancestors ").unwrap();
    // All other headers are those of the page itself.
    assert_eq!(format!("{rules}frame-ancestors 'none'"), whole);
    assert_eq!(ancestors, "'self' http://localhost:* http://127.0.0.1:* file:");
    for path in ["/", "/api", "/api/v1/solve?game=nim[1]", "/page.js"] {
        assert_eq!(get(path, &frame).0, 403, "{path}");
    }
    assert_eq!(get("/embed", &[("host", "example.com")]).0, 421);
    let open = router(Config { open: true, ..Config::default() }, Log::none()).unwrap();
    let request = Request::get("/embed").header("host", "10.0.0.7").body(Body::empty()).unwrap();
    let response = run(open.oneshot(request)).unwrap();
    assert!(response.headers()["content-security-policy"].to_str().unwrap().ends_with("frame-ancestors *"));
}

#[test]
fn every_response_is_protected() {
    for path in
        ["/", "/api", "/page.css", "/api/v1/games", "/api/v1/openapi.json", "/nothing", "/api/v1/solve"]
    {
        let (_, headers, _) = get(path, &[]);
        assert!(
            headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"),
            "{path}"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["x-frame-options"], "DENY");
        assert!(headers.contains_key("content-type"), "{path}");
        assert!(!headers.contains_key("access-control-allow-origin"));
    }
    assert_eq!(get("/nothing", &[]).0, 404);
    assert_eq!(get("/", &[("host", "example.com")]).1["x-frame-options"], "DENY");
}

#[test]
fn the_document_describes_every_endpoint() {
    let (_, _, body) = get("/api/v1/openapi.json?lang=zh", &[]);
    let document: Json = serde_json::from_str(&body).unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3."));
    for name in [
        "solve",
        "explain",
        "moves",
        "values",
        "period",
        "table",
        "pattern",
        "nash",
        "games",
        "play",
        "play/reply",
        "play/hint",
        "play/review",
        "play/puzzle",
    ] {
        let path = &document["paths"][format!("/api/v1/{name}")];
        assert!(path["get"]["parameters"].is_array(), "{name}");
        let content = &path["post"]["requestBody"]["content"]["application/json"];
        let (status, json) = ask(name, &content["example"]);
        assert_eq!((status.as_u16(), &json["schema"]), (200, &json!(1)), "{name}");
        assert!(!path["post"]["summary"].as_str().unwrap().is_ascii());
        assert!(path["post"]["responses"]["504"].is_object());
    }
}

#[test]
fn the_page_about_the_api_is_whole_in_both_languages() {
    for (lang, tag) in [("en", "lang=\"en\""), ("zh", "lang=\"zh-Hans\"")] {
        let (status, _, page) = get(&format!("/api?lang={lang}"), &[]);
        assert_eq!(status, 200);
        assert!(page.contains(tag) && page.ends_with("</html>\n"));
        for foreign in ["<script", "style=", "//cdn", "onclick", "page.title", "api.field", "web."] {
            assert!(!page.contains(foreign), "{foreign}");
        }
    }
}

#[test]
fn an_error_says_which_field_its_place_is_in() {
    for (body, field) in [
        (json!({"game": "wythof", "heaps": [3]}), "game"),
        (json!({"game": "nim[3, x]"}), "game"),
        (json!({"game": "nim", "heaps": "3 x"}), "heaps"),
        (json!({"game": "silverdollar", "heaps": "3 3"}), "heaps"),
    ] {
        assert_eq!(ask("solve", &body).1["error"]["field"], field, "{body}");
    }
    assert!(ask("solve", &json!({"gmae": 1})).1["error"].get("field").is_none());
}

#[test]
fn a_whole_game_is_played_through_the_api() {
    let mut played: Vec<String> = Vec::new();
    let asked = |played: &[String]| json!({"game": "nim", "heaps": [1, 2, 3], "played": played});
    loop {
        let (status, json) = ask("play", &asked(&played));
        assert_eq!(status, 200, "{json}");
        if !json["end"].is_null() {
            // 1, 2, 3 is lost for the first player.
            assert_eq!(json["end"], json!({"winner": 2, "by": null, "repeated": false}));
            break;
        }
        let (_, reply) = ask("play/reply", &asked(&played));
        played.push(reply["move"]["text"].as_str().unwrap().to_owned());
    }
    let (_, review) = ask("play/review", &asked(&played));
    assert_eq!(review["mistakes"], json!([]));
    assert_eq!(review["standings"].as_array().unwrap().len(), played.len() + 1);
    assert_eq!(code(&ask("play/reply", &asked(&played)).1), "play-over");
    played.push("take 1 from 1".to_owned());
    let (_, json) = ask("play", &asked(&played));
    assert_eq!((code(&json), &json["error"]["field"]), ("play-over", &json!("played")));
}

#[test]
fn hints_come_in_steps_and_tell_the_move_third() {
    let hint = |step: u8| ask("play/hint", &json!({"game": "nim[3, 4, 5]", "step": step})).1;
    assert_eq!((&hint(1)["steps"][0]["id"], &hint(1)["move"]), (&json!("play.hint-won-by"), &Json::Null));
    assert_eq!(hint(2)["steps"][0]["values"]["heap"], 3);
    assert_eq!((&hint(3)["move"]["text"], &hint(3)["more"]), (&json!("take 2 from 3"), &json!(true)));
    assert_eq!(hint(4)["more"], false);
    assert_eq!(ask("play/hint", &json!({"game": "nim[3]", "step": 9})).0, 400);
}

#[test]
fn a_line_of_play_is_checked_and_bounded() {
    let (status, json) = ask("play", &json!({"game": "nim[3, 4]", "played": ["take 9 from 4"]}));
    assert_eq!((status.as_u16(), code(&json)), (422, "play-illegal"));
    let (_, json) = ask("play", &json!({"game": "nim[9]", "played": "take 1 from 9|take 2 from 8", "at": 1}));
    assert_eq!(json["position"], "nim[8]");
    let many = vec!["take 1 from 9"; 2000];
    assert_eq!(code(&ask("play", &json!({"game": "nim[9]", "played": many})).1), "too-many-texts");
    assert_eq!(code(&ask("play", &json!({"game": "nim[9]", "played": [1]})).1), "field-wrong");
    assert_eq!(code(&ask("play", &json!({"game": "nim[9]", "at": 1})).1), "play-goto");
    let (_, json) = ask("play", &json!({"game": "nim[10^30, 5]"}));
    assert_eq!((json["moves_complete"].as_bool(), json["moves"].is_array()), (Some(false), true));
    let reply = ask("play/reply", &json!({"game": "nim[10^30, 5]", "seed": "10^40"})).1;
    assert_eq!(reply["move"]["to"], json!([5, 5]));
}
