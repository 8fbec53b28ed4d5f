//! Servers on a free local port, and clients with hand-written HTTP.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use grundy_web::{Config, Log, Stop};
use serde_json::Value as Json;

/// A server that stops when dropped.
pub struct Served {
    pub address: SocketAddr,
    pub stop: Stop,
    thread: Option<JoinHandle<()>>,
}

/// Small limits, so that tests reach them quickly.
pub fn small() -> Config {
    Config {
        workers: 2,
        queue: 4,
        scripts: true,
        memory: 64 << 20,
        time: Duration::from_secs(2),
        grace: Duration::from_secs(2),
        ..Config::default()
    }
}

impl Served {
    pub fn with(config: Config) -> Self {
        Self::logging(config, Log::none())
    }

    pub fn logging(config: Config, log: Log) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let stop = Stop::default();
        let stopping = stop.clone();
        let thread = thread::spawn(move || grundy_web::run(listener, config, log, &stopping).unwrap());
        Self { address, stop, thread: Some(thread) }
    }

    /// Waits until the server has ended.
    pub fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream
    }

    /// A POST with a JSON body on a connection of its own.
    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.send(&self.posted(path, body))
    }

    pub fn posted(&self, path: &str, body: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    pub fn get(&self, path: &str, more: &str) -> Answer {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n",
            self.address
        ))
    }

    pub fn send(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        // The server may close the connection early; its response is what counts.
        let _ = stream.write_all(request.as_bytes());
        Answer::read(&mut stream)
    }

    /// Whether a small question is answered.
    pub fn is_well(&self) -> bool {
        let answer = self.post("/api/v1/solve", r#"{"game": "wythoff[583, 646]"}"#);
        answer.status == 200 && answer.json()["outcome"] == "N"
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.stop();
        self.join();
    }
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// Reads until the connection ends.
    pub fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A connection that is reset after the response still counts.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    pub fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap_or(Json::Null)
    }

    /// The code of an error.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or("").to_owned()
    }
}
