//! The server on a real socket: slow, many, disconnected or greedy clients, while others are answered.

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use common::{Answer, Served, small};
use grundy_web::{Config, Log};
use serde_json::Value as Json;

/// A question that no machine answers within the limits of these tests; it needs little memory.
const ENDLESS: &str =
    r#"{"game": "script(\"fn options(p) { let n = 0; while n < 1000000 { n += 1; } [[p[0] + 1]] }\")[1]"}"#;

#[test]
fn a_thousand_slow_clients_keep_nobody_out() {
    let served = Served::with(Config { connections: 64, head_time: Duration::from_secs(30), ..small() });
    let mut slow = Vec::new();
    for number in 0..1000 {
        let mut stream = TcpStream::connect(served.address).unwrap();
        let part = if number % 2 == 0 { "POST /api/v1/solve HTTP/1.1\r\nHost: lo" } else { "" };
        let _ = stream.write_all(part.as_bytes());
        slow.push(stream);
        if slow.len() > 200 {
            slow.remove(0);
        }
        if number % 100 == 99 {
            assert!(served.is_well(), "after {number} slow clients");
        }
    }
    // The oldest of the open connections was closed for a newer one.
    slow[0].set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    assert!(matches!(slow[0].read(&mut [0; 16]), Ok(0) | Err(_)));
    assert!(served.is_well());
}

#[test]
fn a_head_or_a_body_that_does_not_come_is_not_waited_for() {
    let patience = Duration::from_millis(300);
    let served = Served::with(Config { head_time: patience, body_time: patience, ..small() });
    let mut head = served.connect();
    head.write_all(b"GET / HTTP/1.1\r\nHost: local").unwrap();
    let mut rest = Vec::new();
    let _ = head.read_to_end(&mut rest);
    let late = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
    let answer = served.send(late);
    assert_eq!((answer.status, answer.code().as_str()), (408, "body-slow"), "{answer:?}");
    assert!(served.is_well());
}

#[test]
fn a_body_of_100_mb_is_refused_unread() {
    let served = Served::with(small());
    let head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    let answer = served.send(&format!("{head}Content-Length: 100000000\r\n\r\n{{"));
    assert_eq!((answer.status, answer.code().as_str()), (413, "body-too-long"), "{answer:?}");
    // A body without a length is counted.
    let mut stream = served.connect();
    stream.write_all(format!("{head}Transfer-Encoding: chunked\r\n\r\n").as_bytes()).unwrap();
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let sent = (0..1600).take_while(|_| stream.write_all(chunk.as_bytes()).is_ok()).count();
    let answer = Answer::read(&mut stream);
    assert!(answer.status == 413 || sent < 1600, "{sent} {answer:?}");
    assert!(served.is_well());
}

#[test]
fn more_questions_than_there_is_room_for_are_sent_away_and_quick_ones_answered() {
    let served = Served::with(Config { time: Duration::from_secs(20), ..small() });
    // Two are computed and four wait.
    let mut waiting: Vec<TcpStream> = Vec::new();
    for _ in 0..6 {
        let mut stream = served.connect();
        stream.write_all(served.posted("/api/v1/solve", ENDLESS).as_bytes()).unwrap();
        waiting.push(stream);
        thread::sleep(Duration::from_millis(50));
    }
    let answer = served.post("/api/v1/solve", ENDLESS);
    assert_eq!((answer.status, answer.code().as_str()), (503, "busy"), "{answer:?}");
    assert!(answer.head.contains("retry-after: 1"), "{}", answer.head);
    assert!(served.is_well());
    // Clients that disconnect make room: their questions are cancelled.
    drop(waiting);
    let begun = Instant::now();
    while served.post("/api/v1/period", r#"{"game": "kayles"}"#).status != 200 {
        assert!(begun.elapsed() < Duration::from_secs(15), "the questions of clients that left go on");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_client_with_many_questions_makes_room_for_another() {
    let served = Served::with(Config { time: Duration::from_secs(20), forwarded: true, ..small() });
    let asks = |client: &str| {
        let mut stream = served.connect();
        let who = format!("X-Forwarded-For: 192.0.2.7, {client}\r\n\r\n");
        let request = served.posted("/api/v1/solve", ENDLESS).replacen("\r\n\r\n", &format!("\r\n{who}"), 1);
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let of = |address: &str| (0..6).map(|_| asks(address)).collect::<Vec<TcpStream>>();
    let mut greedy = of("192.0.2.1");
    let waits = || served.get("/health", "").json()["waiting"] == 4;
    let begun = Instant::now();
    while !waits() {
        assert!(begun.elapsed() < Duration::from_secs(15), "the questions do not wait");
        thread::sleep(Duration::from_millis(20));
    }
    // One question of the greedy client is dropped, that of the other stays: it is not answered before its timeout.
    let modest = asks("192.0.2.2");
    for stream in &greedy {
        stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    }
    let begun = Instant::now();
    let sent_away = loop {
        let one = greedy.iter_mut().find(|stream| stream.peek(&mut [0]).is_ok());
        if let Some(stream) = one {
            break Answer::read(stream);
        }
        assert!(begun.elapsed() < Duration::from_secs(15), "nobody makes room");
    };
    assert_eq!((sent_away.status, sent_away.code().as_str()), (503, "busy"), "{sent_away:?}");
    modest.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    assert!(modest.peek(&mut [0]).is_err());
}

#[test]
fn whether_a_server_is_well_is_asked_of_it() {
    let served = Served::with(small());
    assert!(grundy_web::is_well(served.address).unwrap().contains("\"status\":\"ok\""));
    let address = served.address;
    drop(served);
    assert!(grundy_web::is_well(address).is_err());
}

#[test]
fn a_question_without_end_is_cut_off_at_its_time() {
    let served = Served::with(Config { time: Duration::from_millis(400), ..small() });
    let answer = served.post("/api/v1/solve", ENDLESS);
    assert_eq!((answer.status, answer.code().as_str()), (504, "time-limit"), "{answer:?}");
    assert!(served.is_well());
}

#[test]
fn long_questions_tell_how_far_they_are() {
    let served = Served::with(small());
    let events = "Accept: text/event-stream\r\n";
    let answer = served.get("/api/v1/period?game=kayles", events);
    assert!(answer.head.contains("text/event-stream"), "{}", answer.head);
    assert!(
        answer.body.contains("event: result\ndata: {\"schema\":1,\"game\":\"kayles\",\"period\":12"),
        "{answer:?}"
    );
    let mut stream = served.connect();
    let head = served.posted("/api/v1/solve", ENDLESS).replacen("\r\n", &format!("\r\n{events}"), 1);
    stream.write_all(head.as_bytes()).unwrap();
    let answer = Answer::read(&mut stream);
    assert!(answer.body.matches("event: progress").count() >= 2, "{answer:?}");
    assert!(answer.body.contains("\"state\":\"running\""), "{answer:?}");
    let last = answer.body.split("event: failure\ndata: ").nth(1).and_then(|rest| rest.lines().next());
    let json: Json = serde_json::from_str(last.unwrap()).unwrap();
    assert_eq!((json["status"].as_u64(), json["error"]["code"].as_str()), (Some(504), Some("time-limit")));
}

#[test]
fn a_server_that_stops_finishes_what_it_has_begun() {
    let mut served = Served::with(Config { grace: Duration::from_secs(20), ..small() });
    let mut stream = served.connect();
    let body = r#"{"game": "octal(0.6)", "limit": 3000000, "time_ms": 600}"#;
    stream.write_all(served.posted("/api/v1/period", body).as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(200));
    served.stop.stop();
    let answer = Answer::read(&mut stream);
    assert_eq!((answer.status, answer.json()["schema"].as_u64()), (200, Some(1)), "{answer:?}");
    served.join();
    assert!(TcpStream::connect(served.address).is_err());
}

#[test]
fn a_question_that_takes_longer_than_the_grace_is_given_up() {
    let config = Config { grace: Duration::from_millis(200), time: Duration::from_secs(30), ..small() };
    let mut served = Served::with(config);
    let mut stream = served.connect();
    stream.write_all(served.posted("/api/v1/solve", ENDLESS).as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(200));
    let begun = Instant::now();
    served.stop.stop();
    served.join();
    assert!(begun.elapsed() < Duration::from_secs(15));
}

/// A log that can be read.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);
impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Page {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

#[test]
fn a_client_that_fetches_nothing_is_not_answered_ahead() {
    let page = Page::default();
    let config = Config { answer_time: Duration::from_mins(1), time: Duration::from_secs(20), ..small() };
    let served = Served::logging(config, Log::to(page.clone()).unwrap());
    let request = "GET /api/v1/values?game=nim&to=400000 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut stream = served.connect();
    stream.write_all(request.repeat(40).as_bytes()).unwrap();
    // Each answer has several megabytes: a few fit into the system's buffers, then the server waits.
    let answered = || page.text().matches("\"request\"").count();
    let (mut before, mut quiet) = (0, 0);
    while quiet < 20 {
        thread::sleep(Duration::from_millis(100));
        let now = answered();
        quiet = if now > 0 && now == before { quiet + 1 } else { 0 };
        before = now;
    }
    assert!(before < 20, "{before} answers are held for a client that fetches none");
    assert!(served.is_well());
}

#[test]
fn requests_are_logged_without_what_they_ask() {
    let page = Page::default();
    let mut served = Served::logging(small(), Log::to(page.clone()).unwrap());
    assert_eq!(served.get("/api/v1/solve?game=nim[3]", "").status, 200);
    assert_eq!(served.get("/nothing", "").status, 404);
    served.stop.stop();
    served.join();
    let text = page.text();
    let lines: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let events: Vec<&str> = lines.iter().map(|line| line["event"].as_str().unwrap()).collect();
    assert_eq!(events, ["listening", "request", "request", "stopped"]);
    assert_eq!((lines[1]["path"].as_str(), lines[1]["status"].as_u64()), (Some("/api/v1/solve"), Some(200)));
    assert!(lines[2]["status"] == 404 && !text.contains("nim") && lines[1]["micros"].is_u64());
}
