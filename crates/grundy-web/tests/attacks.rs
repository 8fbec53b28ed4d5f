//! Hostile clients: endless requests, bytes that are not a request, paths outside the root, answers that are not
//! fetched, the most expensive questions. Each is refused or cut off, and other clients are answered.

mod common;

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use common::{Answer, Served, small};
use grundy_web::Config;
use serde_json::json;

/// Short, for clients that never send the rest; other clients are faster even on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(1);

/// A server with short timeouts.
fn impatient() -> Served {
    Served::with(Config { head_time: PATIENCE, body_time: PATIENCE, ..small() })
}

/// Sends bytes until they are sent or the connection is closed, and reads to the end.
fn exchange(served: &Served, bytes: &[u8]) -> Answer {
    let mut stream = served.connect();
    let _ = stream.write_all(bytes);
    Answer::read(&mut stream)
}

/// Sends a piece `times` times. Also returns whether the server closed the connection early.
fn flooded(served: &Served, head: &str, piece: &str, times: usize) -> (Answer, bool) {
    let mut stream = served.connect();
    let _ = stream.write_all(head.as_bytes());
    let sent = (0..times).take_while(|_| stream.write_all(piece.as_bytes()).is_ok()).count();
    let _ = stream.shutdown(Shutdown::Write);
    (Answer::read(&mut stream), sent < times)
}

/// Whether the request was rejected with a client error, or the connection closed without a response.
fn is_refused(answer: &Answer) -> bool {
    answer.status == 0 || (400..500).contains(&answer.status)
}

const HEAD: &str = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

/// Sends the pieces with pauses until the server closes the connection; returns the response.
fn dripped(served: &Served, begin: &str, drop: &str) -> Option<String> {
    let mut stream = served.connect();
    stream.write_all(begin.as_bytes()).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    let mut said = Vec::new();
    for _ in 0..1200 {
        let mut bytes = [0; 4096];
        match stream.read(&mut bytes) {
            Ok(0) => return Some(String::from_utf8_lossy(&said).into_owned()),
            Ok(read) => said.extend(&bytes[..read]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                let _ = stream.write_all(drop.as_bytes());
            }
            Err(_) => return Some(String::from_utf8_lossy(&said).into_owned()),
        }
    }
    None
}

#[test]
fn a_byte_at_a_time_is_not_waited_for() {
    let served = impatient();
    let body = format!("{HEAD}Content-Length: 100000\r\n\r\n");
    let chunks = format!("{HEAD}Transfer-Encoding: chunked\r\n\r\n");
    let clients = [
        ("GET / HTTP/1.1\r\nHost: localhost\r\nX: ", "x", ""),
        ("GET / HTTP/1.1\r\nHost: localhost\r\n", "X: x\r\n", ""),
        (&body, " ", "body-slow"),
        (&chunks, "1\r\n \r\n", "body-slow"),
    ];
    thread::scope(|scope| {
        for (begin, drop, expected) in clients {
            let served = &served;
            scope.spawn(move || {
                let said = dripped(served, begin, drop).unwrap_or_else(|| panic!("{begin}: waited for"));
                assert!(said.contains(expected), "{begin}: {said}");
            });
        }
        assert!(served.is_well());
    });
    assert!(served.is_well());
}

#[test]
fn heads_without_end_are_refused() {
    let served = impatient();
    let many = (0..2000).map(|n| format!("X-{n}: {n}\r\n")).collect::<Vec<_>>().concat();
    for (head, piece) in [
        ("GET /", "a".repeat(4096)),
        ("GET /api/v1/solve?game=", "%41".repeat(2000)),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nX: ", "a".repeat(4096)),
        ("GET / HTTP/1.1\r\nHost: localhost\r\n", many),
        ("GET / HTTP/1.1\r\nHost: ", "a".repeat(4096)),
        ("", "A".repeat(4096)),
        ("", "\r\n".repeat(2048)),
    ] {
        let (answer, _) = flooded(&served, head, &piece, 500);
        assert!(is_refused(&answer), "{head}: {} {}", answer.status, answer.head);
        assert!(served.is_well(), "{head}");
    }
}

/// The whole head arrives at once, in a buffer that may exceed the limit.
#[test]
fn a_head_beyond_the_limit_is_refused_however_it_comes() {
    let served = Served::with(small());
    let with = |length: usize| {
        let head = format!(
            "GET /api/v1/solve?game=nim%5B3%5D HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n",
            "a".repeat(length)
        );
        exchange(&served, head.as_bytes()).status
    };
    assert_eq!(with(60_000), 200);
    assert!([0, 431].contains(&with(70_000)) && [0, 431].contains(&with(100_000)));
    assert!(served.is_well());
}

#[test]
fn bodies_without_end_or_of_two_lengths_are_refused() {
    let served = Served::with(Config { body: 1 << 16, head_time: PATIENCE, body_time: PATIENCE, ..small() });
    let chunked = "Transfer-Encoding: chunked\r\n\r\n";
    for (rest, piece) in [
        (chunked, "1\r\n \r\n"),
        (chunked, "10000000000000000000000\r\n"),
        (chunked, "1;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        ("Transfer-Encoding: chunked\r\n\r\n0\r\n", "X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n"),
        (chunked, "-1\r\n"),
        ("Content-Length: 99999999999999999999999999\r\n\r\n", " "),
        ("Content-Length: -1\r\n\r\n", " "),
        ("Content-Length: 18446744073709551615\r\n\r\n", " "),
        ("Content-Length: 2\r\nContent-Length: 3\r\n\r\n", "{}"),
        ("Transfer-Encoding: gzip\r\n\r\n", "{}"),
    ] {
        let (answer, _) = flooded(&served, &format!("{HEAD}{rest}"), piece, 20_000);
        assert!(is_refused(&answer), "{rest}{piece}: {answer:?}");
    }
    // Two requests in the body of one: the second must not be answered as a request.
    let smuggled = "GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let both = format!("{HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{smuggled}");
    let answer = exchange(&served, both.as_bytes());
    assert!(!answer.body.contains("kayles"), "{answer:?}");
    assert!(served.is_well());
}

#[test]
fn bytes_that_are_no_request_are_no_harm() {
    let served = impatient();
    let hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(40);
    let zeros = vec![0; 100_000];
    let noise: Vec<u8> = (0..50_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
    let cases: [&[u8]; 12] = [
        &hello,
        &zeros,
        &noise,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\nHost: localhost\n extra: folded\n\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX\0: 1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
        b"GET  /  HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"EHLO example.com\r\nMAIL FROM:<a@example.com>\r\n",
        b"\xff\xfe\xfd\r\n\r\n",
    ];
    for bytes in cases {
        let answer = exchange(&served, bytes);
        assert!(is_refused(&answer), "{:?}: {answer:?}", &bytes[..bytes.len().min(40)]);
    }
    assert!(served.is_well());
}

#[test]
fn only_get_and_post_and_old_clients_too() {
    let served = impatient();
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get"] {
        for path in ["/", "/api/v1/solve?game=nim[3]", "/page.js"] {
            let answer = served
                .send(&format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
            assert_eq!(answer.status, 405, "{method} {path} {answer:?}");
            assert!(!answer.head.contains("access-control-allow"), "{method} {path} {answer:?}");
        }
    }
    let tunnel = served.send("CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n");
    assert!(is_refused(&tunnel), "{tunnel:?}");
    let old =
        |host: &str| served.send(&format!("GET /api/v1/solve?game=nim[3] HTTP/1.0\r\n{host}\r\n")).status;
    assert_eq!((old("Host: localhost\r\n"), old("")), (200, 421));
    // An empty response to HEAD, and no delay for a client that expects `100 Continue`.
    let head = served.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    let expects = format!("{HEAD}Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n{{}}");
    let answer = exchange(&served, expects.as_bytes());
    assert!(answer.status == 100 && answer.body.starts_with("HTTP/1.1 400"), "{answer:?}");
}

#[test]
fn no_path_leads_out() {
    let served = impatient();
    for path in [
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..\\..\\..\\windows\\win.ini",
        "/page.js/../../../etc/passwd",
        "/page.js%00.png",
        "/page.js/",
        "//etc/passwd",
        "/./page.js",
        "/etc/passwd",
        "/C:/windows/win.ini",
        "/api/v1/../../etc/passwd",
        "/api/v1/solve/",
        "/api//v1/solve",
        "/api/v2/solve",
        "/index.html",
        "/.git/config",
        "/Cargo.toml",
    ] {
        let answer = served.get(path, "");
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
        assert_eq!(answer.code(), "not-found", "{path}");
    }
    // Absolute URLs and other forms of the target.
    for (target, status) in [
        (format!("http://{}/api/v1/solve?game=nim[3]", served.address), 200),
        ("http://example.com/api/v1/solve?game=nim[3]".to_owned(), 421),
        ("*".to_owned(), 404),
        ("file:///etc/passwd".to_owned(), 400),
    ] {
        let answer = served.get(&target, "");
        assert!(answer.status == status || status != 200 && is_refused(&answer), "{target}: {answer:?}");
    }
    assert!(served.is_well());
}

#[test]
fn requests_sent_ahead_are_answered_one_by_one_in_order() {
    let served = Served::with(small());
    let mut requests = Vec::new();
    for heap in 1..=200 {
        let close = if heap == 200 { "Connection: close\r\n" } else { "" };
        requests
            .push(format!("GET /api/v1/solve?game=nim[{heap}] HTTP/1.1\r\nHost: localhost\r\n{close}\r\n"));
    }
    let answer = exchange(&served, requests.concat().as_bytes());
    let text = format!("{}{}", answer.head, answer.body);
    let heaps: Vec<String> = (1..=200).map(|heap| format!("\"position\":[{heap}]")).collect();
    let mut at = 0;
    for heap in &heaps {
        let found = text[at..].find(heap).unwrap_or_else(|| panic!("{heap} is not answered in its turn"));
        at += found;
    }
}

#[test]
fn an_answer_that_is_not_fetched_is_given_up() {
    let served = Served::with(Config { answer_time: PATIENCE, time: Duration::from_secs(20), ..small() });
    let request = "GET /api/v1/values?game=nim&to=400000 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut whole = served.connect();
    whole.write_all(request.replacen("\r\n\r\n", "\r\nConnection: close\r\n\r\n", 1).as_bytes()).unwrap();
    let whole = Answer::read(&mut whole);
    assert_eq!((whole.status, whole.body.len() > 2_000_000), (200, true));
    // More than all buffers hold: the server waits for its client, up to its timeout.
    let mut stream = served.connect();
    stream.write_all(request.repeat(20).as_bytes()).unwrap();
    let closed = |_| {
        thread::sleep(Duration::from_millis(100));
        stream.write_all(b"G").is_err()
    };
    assert!((0..600).any(closed), "the answers are kept for ever");
    assert!(served.is_well());
}

#[test]
fn what_is_on_its_way_has_room_for_so_much_and_small_things_always_pass() {
    let served = Served::with(Config { bodies: 100_000, answers: 100_000, ..small() });
    let large = served.get("/api/v1/values?game=nim&to=100000", "");
    assert_eq!((large.status, large.code().as_str()), (503, "busy"), "{}", large.head);
    assert!(large.head.contains("retry-after"));
    assert_eq!(served.get("/api/v1/values?game=nim&to=1000", "").status, 200);
    let events = served.get("/api/v1/values?game=nim&to=100000", "Accept: text/event-stream\r\n");
    assert!(events.body.contains("event: failure") && events.body.contains("\"status\":503"), "{events:?}");
    let body = json!({"game": "nim[3]", "lang": "en"}).to_string();
    let padded = |blanks: usize| served.post("/api/v1/solve", &format!("{body}{}", " ".repeat(blanks)));
    let refused = padded(200_000);
    assert_eq!((refused.status, refused.code().as_str()), (503, "busy"), "{refused:?}");
    assert_eq!((padded(50_000).status, padded(90_000).status), (200, 200));
}

#[test]
fn the_heaviest_questions_cost_others_nothing() {
    let served = Served::with(Config { time: Duration::from_millis(800), ..small() });
    let row = (0..100).map(|n| (n * 7919 % 1013).to_string()).collect::<Vec<_>>().join(" ");
    let many = vec!["7^9999999"; 3000].join(", ");
    let played: Vec<String> = (1..900).rev().map(|left| format!("take 1 from {}", left + 1)).collect();
    let questions = [
        ("table", json!({"game": "wythoff", "size": [1024, 1024], "show": "value", "format": "svg"})),
        ("table", json!({"game": "take 1, 3 or take 2 from 2 heaps", "size": [1024, 1024], "format": "png"})),
        ("values", json!({"game": "octal(0.6)", "from": 9_000_000, "to": 9_999_999})),
        ("period", json!({"game": "octal(0.007)", "limit": "10^9"})),
        ("pattern", json!({"game": "take any except 2 or take 1, 2 from 2 heaps", "to": 1_000_000})),
        ("nash", json!({"matrix": vec![row; 100].join("; ")})),
        ("explain", json!({"game": "misere kayles[90, 91, 92]", "moves": 1000})),
        ("moves", json!({"game": "take any leaving 1..4 heaps[2000, 2000]", "moves": 100_000})),
        ("solve", json!({"game": "script(\"fn options(p) { loop { } }\")[1]"})),
        (
            "solve",
            json!({"game": "script(\"fn options(p) { let f = |x| x; for i in 0..100000 { let g = f; f = |x| g.call(x); } [] }\")[5]"}),
        ),
        ("solve", json!({"game": "script(\"fn options(p) { let a = [1]; loop { a = [a, a]; } }\")[5]"})),
        ("solve", json!({"game": "some(nim[20], graph(\"a: b; b: a\")[a])"})),
        ("solve", json!({"game": "tartan[(2^40, 2^41)]", "value": true})),
        ("solve", json!({"game": "script(\"fn options(p) { let a = []; loop { a.push(a); } }\")[1]"})),
        ("solve", json!({"game": "script(\"fn f(x) { f(x + 1) } fn options(p) { f(1) }\")[1]"})),
        ("solve", json!({"game": format!("nim[{many}]")})),
        ("solve", json!({"game": "nim", "heaps": vec!["7^9999999"; 60_000]})),
        ("solve", json!({"game": "take 1..1000000000 from 3 heaps within 1[1000000, 1000000, 1000000]"})),
        ("solve", json!({"game": format!("take 5 from 20 heaps[{}]", vec!["3"; 40].join(", "))})),
        ("solve", json!({"game": format!("discard 20 heaps then take 5[{}]", vec!["3"; 40].join(", "))})),
        ("solve", json!({"game": "take 1..1000000000 from 2 heaps within 1999990[1, 2000000]"})),
        ("solve", json!({"game": "nim[10\u{ff3e}9999999]"})),
        ("solve", json!({"game": "script(\"fn options(p) { sleep(100000); [] }\")[1]"})),
        (
            "solve",
            json!({"game": "script(\"fn options(p) { let a = ``; a.pad(100000, `x`); a.replace(`x`, a); [] }\")[1]"}),
        ),
        ("solve", json!({"game": "chomp[40, 40, 40, 40, 40, 40]", "value": true})),
        ("solve", json!({"game": format!("take {}1{}[3]", "(".repeat(50_000), ")".repeat(50_000))})),
        ("play/review", json!({"game": "misere kayles[1000]", "played": played})),
        (
            "play/puzzle",
            json!({"game": "take any except 3 or take any except 2 from 2 heaps[300, 301, 302]"}),
        ),
    ];
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let asked = scope.spawn(|| {
            let mut answered = 0;
            while !over.load(Ordering::Relaxed) {
                assert!(served.is_well());
                answered += 1;
                thread::sleep(Duration::from_millis(5));
            }
            answered
        });
        let waiting: Vec<_> = questions
            .iter()
            .map(|(name, body)| {
                let served = &served;
                scope.spawn(move || (*name, served.post(&format!("/api/v1/{name}"), &body.to_string())))
            })
            .collect();
        let statuses: Vec<_> = waiting.into_iter().map(|asked| asked.join().unwrap()).collect();
        over.store(true, Ordering::Relaxed);
        for (name, answer) in statuses {
            assert!(matches!(answer.status, 200 | 422 | 503 | 504 | 507), "{name}: {answer:?}");
        }
        assert!(asked.join().unwrap() > 0);
    });
    // No question continues: the threads are free.
    let free = |_| {
        thread::sleep(Duration::from_millis(100));
        served.post("/api/v1/period", r#"{"game": "kayles"}"#).status == 200
    };
    assert!((0..300).any(free));
}

#[test]
fn a_flood_of_connections_drowns_nobody() {
    let served = Served::with(Config { connections: 128, ..small() });
    let (served, over) = (&served, &AtomicBool::new(false));
    thread::scope(|scope| {
        let floods: Vec<_> = (0..4)
            .map(|thread| {
                scope.spawn(move || {
                    let mut held = Vec::new();
                    for number in 0..400 {
                        // A refused or reset connection is normal during a flood.
                        let Ok(mut stream) = TcpStream::connect(served.address) else { continue };
                        let sent = match (number + thread) % 5 {
                            0 => "",
                            1 => "GET /api/v1/solve?game=nim[3] HTTP/1.1\r\nHost: localhost\r\n\r\n",
                            2 => "\u{16}\u{3}\u{1}",
                            3 => "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Le",
                            _ => "GET /api/v1/period?game=octal(0.007) HTTP/1.1\r\nHost: localhost\r\n\r\n",
                        };
                        let _ = stream.write_all(sent.as_bytes());
                        held.push(stream);
                        if held.len() > 60 {
                            held.remove(0);
                        }
                    }
                })
            })
            .collect();
        scope.spawn(move || {
            while !over.load(Ordering::Relaxed) {
                // A new connection may be the idlest one before its request arrives.
                assert!((0..5).any(|_| served.is_well()));
            }
        });
        for flood in floods {
            flood.join().unwrap();
        }
        over.store(true, Ordering::Relaxed);
    });
    assert!(served.is_well());
}
