//! `cargo xtask serve-test`: the server under attack, while honest clients send questions and are timed. It must
//! answer all of them, stay within its memory limit, and recover after the attack.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::repository;
use crate::step::{Step, Tally};

/// Honest clients, each with one pending question.
const HONEST: u64 = 4;
/// The time of a measurement without attack.
const BEFORE: Duration = Duration::from_secs(10);
/// The pause between the attack and the last measurement, in which memory is freed.
const AFTER: Duration = Duration::from_secs(15);
/// The limits of the server: time of a question, memory of all questions.
const TIME: &str = "2s";
const MEMORY: &str = "512MiB";
/// The most memory of the server: questions, answers and bodies in transit, and everything else.
const MOST_MEMORY: u64 = (512 + 256 + 64 + 128) << 20;
/// The most memory after the attack.
const MOST_KEPT: u64 = 256 << 20;

/// Memory is flat if the maximum in the last quarter of the attack exceeds that of the earlier quarters by at most this much.
const STRAY: u64 = 64 << 20;

/// The attacks.
const ATTACKS: [(&str, Attack); 10] = [
    ("connections that say nothing", |server| server.hold(400, "", "")),
    ("heads that never end", |server| server.hold(200, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ", "x")),
    ("bodies that never end", |server| {
        let head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                    Content-Length: 1000000\r\n\r\n";
        server.hold(200, &format!("{head}{}", " ".repeat(900_000)), " ");
    }),
    ("bodies without a length", |server| {
        let head = "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                    Transfer-Encoding: chunked\r\n\r\n";
        server.pour(head, &format!("10000\r\n{}\r\n", " ".repeat(1 << 16)));
    }),
    ("heads of megabytes", |server| server.pour("GET /?", &"a".repeat(1 << 16))),
    ("bytes that are no request", |server| server.pour("", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}")),
    ("answers that nobody fetches", |server| {
        let ask = "GET /api/v1/values?game=nim&to=900000 HTTP/1.1\r\nHost: localhost\r\n\r\n";
        server.hold(20, &ask.repeat(8), "");
    }),
    ("the heaviest questions", |server| {
        for game in [
            "solve?game=misere+kayles[90,91,92]",
            "table?game=take+1,3+or+take+2+from+2+heaps&size=1000x1000&format=svg",
            "period?game=octal(0.007)&limit=1e9",
            "solve?game=script(%22fn+options(p)+{+loop+{}+}%22)[1]",
        ] {
            server
                .ask(&format!("GET /api/v1/{game} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
        }
    }),
    // Short, so that they look like quick questions.
    ("small questions with large answers", |server| {
        let threes = ["3"; 40].join(",");
        for game in [
            "take+1..1000000000+from+3+heaps+within+1[1000000,1000000,1000000]".to_owned(),
            format!("take+5+from+20+heaps[{threes}]"),
            format!("discard+20+heaps+then+take+5[{threes}]"),
            "take+1..1000000000+from+2+heaps+within+1999990[1,2000000]".to_owned(),
            "nim[10^9999999,10^9999999]".to_owned(),
            "script(%22fn+options(p)+{+sleep(100000);+[]+}%22)[1]".to_owned(),
        ] {
            server.ask(&format!(
                "GET /api/v1/solve?game={game} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            ));
        }
    }),
    ("questions that are left alone", |server| {
        let question = "GET /api/v1/solve?game=misere+kayles[90,91,93] HTTP/1.1\r\nHost: localhost\r\n\r\n";
        for _ in 0..50 {
            let _ = server.connect().and_then(|mut stream| stream.write_all(question.as_bytes()));
        }
    }),
];

type Attack = fn(&Server);

/// The server, as its clients see it.
struct Server {
    address: SocketAddr,
    stop: AtomicBool,
    /// The number of rounds of each attack.
    made: [AtomicU64; ATTACKS.len()],
}

/// Runs the test; `grundy` is built unless a program is given.
pub fn run(arguments: &[&str]) -> Result<bool> {
    let (mut minutes, mut program) = (1, None);
    let mut rest = arguments.iter();
    while let Some(&name) = rest.next() {
        let value = *rest.next().with_context(|| format!("{name} needs a value"))?;
        match name {
            "--minutes" => minutes = value.parse().context("--minutes is a whole number")?,
            "--program" => program = Some(PathBuf::from(value)),
            _ => bail!("unknown option {name}; the options are --minutes M, --program FILE"),
        }
    }
    let program = if let Some(program) = program {
        program
    } else {
        let words = ["build", "--release", "--package", "grundy-cli", "--features", "grundy-cli/serve"];
        let build = Step::cargo("release build", &words);
        ensure!(build.run(&mut Tally::default())?, "failed: {}", build.command_line());
        repository::path("target/release/grundy")
    };
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let mut command = Command::new(&program);
    command.args([
        "serve",
        "-q",
        "--allow-scripts",
        "--port",
        &address.port().to_string(),
        "--time",
        TIME,
        "--memory",
        MEMORY,
    ]);
    let mut child = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn().context("the server")?;
    let tested = test(&mut child, address, Duration::from_secs(60 * minutes));
    let _ = child.kill();
    child.wait()?;
    tested
}

fn test(child: &mut Child, address: SocketAddr, time: Duration) -> Result<bool> {
    let server = Server { address, stop: AtomicBool::new(false), made: Default::default() };
    let begun = Instant::now();
    while server.connect().is_err() {
        ensure!(begun.elapsed() < Duration::from_secs(30), "the server does not answer");
        sleep(Duration::from_millis(50));
    }
    println!("| | questions a second | median | 99 of 100 within | longest | memory |");
    println!("| --- | --: | --: | --: | --: | --: |");
    let before = timed(&server, child, BEFORE, false)?;
    before.print("honest clients alone");
    let during = timed(&server, child, time, true)?;
    during.print("the same under attack");
    for ((name, _), made) in ATTACKS.iter().zip(&server.made) {
        println!("- {name}: {} rounds", made.load(Ordering::Relaxed));
    }
    sleep(AFTER);
    let after = timed(&server, child, BEFORE, false)?;
    after.print("afterwards");
    ensure!(child.try_wait()?.is_none(), "the server has ended");
    let [early @ .., late] = during.quarters;
    let flat = late <= early.into_iter().max().unwrap_or_default() + STRAY;
    let kept = resident(child)?;
    let good = during.memory <= MOST_MEMORY && kept <= MOST_KEPT && flat && during.refused == 0;
    let quarters = during.quarters.map(|bytes| (bytes >> 20).to_string()).join(", ");
    println!(
        "memory at most in each quarter of the attack: {quarters} MiB{}",
        if flat { "" } else { ": it GROWS" }
    );
    println!(
        "{} honest questions under attack, {} not answered, {} asked again on a new connection; memory at most {} MiB, \
         in the end {} MiB",
        during.took.len(),
        during.refused,
        during.again,
        during.memory >> 20,
        kept >> 20,
    );
    Ok(good)
}

/// The measurements of the honest clients.
#[derive(Default)]
struct Seen {
    /// The response times in microseconds, ascending.
    took: Vec<u64>,
    time: Duration,
    /// Responses that are not correct answers.
    refused: u64,
    /// Connections that were closed and reopened, which a full server may do to any client.
    again: u64,
    /// The maximum memory of the server during the measurement.
    memory: u64,
    /// The maximum memory in each quarter of it.
    quarters: [u64; 4],
}

impl Seen {
    fn print(&self, name: &str) {
        let part = |of: usize| self.took.get(self.took.len() * of / 100).copied().unwrap_or_default();
        let shown = |micros: u64| format!("{}.{:02} ms", micros / 1000, micros % 1000 / 10);
        let rate = self.took.len() as u128 * 1000 / self.time.as_millis().max(1);
        let longest = self.took.last().copied().unwrap_or_default();
        println!(
            "| {name} | {rate} | {} | {} | {} | {} MiB |",
            shown(part(50)),
            shown(part(99)),
            shown(longest),
            self.memory >> 20
        );
    }
}

/// Runs honest clients for `time`, with or without attackers.
fn timed(server: &Server, child: &Child, time: Duration, attacked: bool) -> Result<Seen> {
    server.stop.store(false, Ordering::Relaxed);
    let mut seen = Seen { time, ..Seen::default() };
    thread::scope(|scope| {
        let honest: Vec<_> = (0..HONEST).map(|client| scope.spawn(move || server.honest(client))).collect();
        for (number, (_, attack)) in ATTACKS.iter().enumerate().filter(|_| attacked) {
            scope.spawn(move || {
                while !server.stop.load(Ordering::Relaxed) {
                    attack(server);
                    server.made[number].fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let begun = Instant::now();
        let mut looked = Ok(());
        while begun.elapsed() < time && looked.is_ok() {
            let quarters = begun.elapsed().as_millis() * 4 / time.as_millis().max(1);
            let quarter = usize::try_from(quarters).map_or(3, |quarter| quarter.min(3));
            looked = resident(child).map(|memory| {
                seen.memory = seen.memory.max(memory);
                seen.quarters[quarter] = seen.quarters[quarter].max(memory);
            });
            sleep(Duration::from_millis(100));
        }
        server.stop.store(true, Ordering::Relaxed);
        for client in honest {
            if let Ok(other) = client.join() {
                seen.took.extend(other.took);
                seen.refused += other.refused;
                seen.again += other.again;
            }
        }
        looked
    })?;
    seen.took.sort_unstable();
    Ok(seen)
}

/// The resident memory of a process, in bytes.
fn resident(child: &Child) -> Result<u64> {
    let status =
        fs::read_to_string(format!("/proc/{}/status", child.id())).context("the server has ended")?;
    let line =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("memory is read on Linux")?;
    let kib: u64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kib << 10)
}

impl Server {
    fn connect(&self) -> io::Result<TcpStream> {
        let stream = TcpStream::connect_timeout(&self.address, Duration::from_secs(5))?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        stream.set_write_timeout(Some(Duration::from_secs(5)))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    /// Sends small questions in sequence on one connection.
    fn honest(&self, client: u64) -> Seen {
        let mut seen = Seen::default();
        let mut stream = None;
        for number in client.. {
            if !self.goes_on() {
                break;
            }
            let heaps = [number % 997 + 1, number % 613 + 2];
            let begun = Instant::now();
            let connected = stream.take().map_or_else(|| self.connect().map(BufReader::new), Ok);
            let answered = connected.and_then(|stream| answer(stream, heaps));
            match answered {
                Ok((true, left)) => {
                    seen.took.push(u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX));
                    stream = Some(left);
                }
                Ok((false, _)) => seen.refused += 1,
                Err(_) => seen.again += 1,
            }
        }
        seen
    }

    /// Holds `count` connections for a while, and sends a few more bytes on each at intervals.
    fn hold(&self, count: usize, begin: &str, more: &str) {
        let mut held: Vec<TcpStream> = Vec::new();
        for _ in 0..count {
            let Ok(mut stream) = self.connect() else { continue };
            let _ = stream.set_write_timeout(Some(Duration::from_millis(50)));
            let _ = stream.write_all(begin.as_bytes());
            held.push(stream);
            if !self.goes_on() {
                return;
            }
        }
        for _ in 0..30 {
            sleep(Duration::from_millis(200));
            held.retain_mut(|stream| stream.write_all(more.as_bytes()).is_ok());
            if held.is_empty() || !self.goes_on() {
                return;
            }
        }
    }

    /// Sends a piece repeatedly until the server closes the connection.
    fn pour(&self, begin: &str, piece: &str) {
        let Ok(mut stream) = self.connect() else { return };
        let mut ended = stream.write_all(begin.as_bytes()).is_err();
        while !ended && self.goes_on() {
            ended = stream.write_all(piece.as_bytes()).is_err();
        }
    }

    /// Sends a request and reads the response, whatever it is.
    fn ask(&self, request: &str) {
        let Ok(mut stream) = self.connect() else { return };
        if stream.write_all(request.as_bytes()).is_ok() {
            let _ = io::copy(&mut stream, &mut io::sink());
        }
    }
}

/// Sends a question about two heaps of Nim; `false` if the response is not the correct answer.
fn answer(mut stream: BufReader<TcpStream>, heaps: [u64; 2]) -> io::Result<(bool, BufReader<TcpStream>)> {
    let [a, b] = heaps;
    let request = format!("GET /api/v1/solve?game=nim[{a},{b}] HTTP/1.1\r\nHost: localhost\r\n\r\n");
    stream.get_mut().write_all(request.as_bytes())?;
    let (mut length, mut fine, mut line) = (0, false, String::new());
    for row in 0.. {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim_end().to_ascii_lowercase();
        fine |= row == 0 && line.contains(" 200 ");
        if let Some(value) = line.strip_prefix("content-length: ") {
            length = value.parse().unwrap_or(0);
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    let outcome = if a == b { "\"outcome\":\"P\"" } else { "\"outcome\":\"N\"" };
    Ok((fine && String::from_utf8_lossy(&body).contains(outcome), stream))
}
