//! A load test: the number of small questions that a server answers per second.
//!
//! `cargo run --release -p grundy-web --example load -- 1000000` starts a server in this process and sends it
//! 1000000 questions with different heaps over a few connections; `... 1000000 HOST:PORT` queries a running
//! server. Any response other than an answer ends the run.

use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Instant;

use grundy_web::{Config, Log, Stop};

/// Connections, each with one pending question.
const CONNECTIONS: u64 = 8;

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let wanted: u64 = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(100_000);
    let address = if let Some(address) = arguments.next() {
        address
    } else {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?.to_string();
        thread::spawn(move || grundy_web::run(listener, Config::default(), Log::none(), &Stop::default()));
        address
    };
    let begun = Instant::now();
    let clients: Vec<_> = (0..CONNECTIONS)
        .map(|client| {
            let address = address.clone();
            thread::spawn(move || ask(&address, client, wanted / CONNECTIONS))
        })
        .collect();
    for client in clients {
        client.join().map_err(|_| io::Error::other("a client panicked"))??;
    }
    let millis = begun.elapsed().as_millis().max(1);
    println!("{wanted} questions in {millis} ms: {} a second", u128::from(wanted) * 1000 / millis);
    Ok(())
}

/// Sends questions in sequence over one connection.
fn ask(address: &str, client: u64, wanted: u64) -> io::Result<()> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut writer = stream;
    let mut body = Vec::new();
    for number in 0..wanted {
        let heaps = (number % 997 + 1, number % 613 + 2, number % 389 + client);
        let game = if number % 2 == 0 { "nim" } else { "bash(7)" };
        let text = format!("{{\"game\": \"{game}\", \"heaps\": [{}, {}, {}]}}", heaps.0, heaps.1, heaps.2);
        let head = format!(
            "POST /api/v1/solve HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            text.len()
        );
        writer.write_all((head + text.as_str()).as_bytes())?;
        let mut length = 0;
        let mut line = String::new();
        for row in 0.. {
            line.clear();
            reader.read_line(&mut line)?;
            let line = line.trim_end().to_ascii_lowercase();
            if row == 0 && !line.contains(" 200 ") {
                return Err(io::Error::other(line));
            }
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().unwrap_or(0);
            }
            if line.is_empty() {
                break;
            }
        }
        body.resize(length, 0);
        reader.read_exact(&mut body)?;
    }
    Ok(())
}
