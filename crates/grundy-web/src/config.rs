//! What a server allows.

use std::time::Duration;

/// The limits of a server; the default is for a person's own machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// Threads that compute, and so questions that are computed at once.
    pub workers: usize,
    /// Questions that may wait for a thread: so many for their first moment, so many for their whole turn. Beyond, the
    /// client who has most of them waiting is sent away with 503.
    pub queue: usize,
    /// Bytes of memory for each question.
    pub memory: u64,
    /// The longest a question may be computed, and the longest it may wait before that.
    pub time: Duration,
    /// The most bytes of a request's body.
    pub body: usize,
    /// The most connections; beyond, the longest idle one is closed for a new one.
    pub connections: usize,
    /// The longest a client may take to send the head of a request.
    pub head_time: Duration,
    /// The longest a client may take to send the body of a request.
    pub body_time: Duration,
    /// The longest a client may take to receive an answer.
    pub answer_time: Duration,
    /// Bytes of bodies that may be on their way here at once, those of up to 64 KiB not counted.
    pub bodies: usize,
    /// Bytes of answers that clients may be receiving at once, those of up to 64 KiB not counted.
    pub answers: usize,
    /// The longest that requests under way may go on once the server is told to stop.
    pub grace: Duration,
    /// Names, beside those of this machine, that requests may use for the server.
    pub hosts: Vec<String>,
    /// May requests come from other machines? Then any IP address is a good name of the server.
    pub open: bool,
    /// May games be scripts?
    pub scripts: bool,
    /// Do all requests come through one machine that writes in `X-Forwarded-For` who sent them? Then clients take turns by
    /// what it wrote last there; else by the address that they connect from.
    pub forwarded: bool,
}

impl Default for Config {
    /// As many threads as the machine has, 64 questions waiting, a GiB for all questions together, 10 s.
    fn default() -> Self {
        let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            workers,
            queue: 64,
            memory: (1 << 30) / workers as u64,
            time: Duration::from_secs(10),
            body: 1 << 20,
            connections: 512,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            answer_time: Duration::from_secs(30),
            bodies: 64 << 20,
            answers: 256 << 20,
            grace: Duration::from_secs(5),
            hosts: Vec::new(),
            open: false,
            scripts: false,
            forwarded: false,
        }
    }
}
