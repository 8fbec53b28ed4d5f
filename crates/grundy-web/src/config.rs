//! The configuration of a server.

use std::time::Duration;

/// The limits of a server; the default suits a personal machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// Threads that compute, and so the most questions that are computed at once.
    pub workers: usize,
    /// The most questions that wait for their first moment, and the most that wait for a whole turn. Beyond that, the
    /// client with the most waiting questions gets a 503.
    pub queue: usize,
    /// Bytes of memory for each question.
    pub memory: u64,
    /// The longest time that a question is computed, and the longest it waits before that.
    pub time: Duration,
    /// The most bytes of a request's body.
    pub body: usize,
    /// The most connections; beyond, the one idle longest is closed for a new one.
    pub connections: usize,
    /// The longest a client may take to send the head of a request.
    pub head_time: Duration,
    /// The longest a client may take to send the body of a request.
    pub body_time: Duration,
    /// The longest a client may take to receive an answer.
    pub answer_time: Duration,
    /// The most bytes of bodies that are received at once; bodies of up to 64 KiB are not counted.
    pub bodies: usize,
    /// The most bytes of answers that are sent at once; answers of up to 64 KiB are not counted.
    pub answers: usize,
    /// The longest time that pending requests may run after a stop.
    pub grace: Duration,
    /// Host names, besides those of this machine, that requests may use for the server.
    pub hosts: Vec<String>,
    /// Whether requests may come from other machines. Then any IP address is accepted as a host name.
    pub open: bool,
    /// Whether games may be scripts.
    pub scripts: bool,
    /// Whether all requests come through a proxy that appends the client to `X-Forwarded-For`. Then the last entry
    /// identifies the client; otherwise the address of the connection does.
    pub forwarded: bool,
}

impl Default for Config {
    /// One thread per core of the machine, 64 waiting questions, 1 GiB for all questions together, 10 s.
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
