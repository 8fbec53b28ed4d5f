//! Threads that keep their solvers between calls.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use grundy_solver::batch::{Answers, Prepared, RowError, Worker};

use crate::positions::Held;

/// The fewest and the most rows of a job.
const ROWS: (usize, usize) = (64, 8192);
/// The most games whose solvers a thread keeps.
const SOLVERS: usize = 64;

/// Some rows of one game.
struct Job {
    prepared: Arc<Prepared>,
    held: Held,
    number: usize,
    reply: Sender<Done>,
}

/// The piece's number and its result; the calling thread resumes a panic.
type Done = (usize, thread::Result<(Answers, Result<(), RowError>)>);

/// The worker threads, started at the first job and ended with the pool.
#[derive(Default)]
pub(crate) struct Pool {
    jobs: OnceLock<Sender<Job>>,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pool")
    }
}

impl Pool {
    /// Answers rows, in pieces; an error names the first bad row of all.
    pub fn answer(
        &self,
        prepared: &Arc<Prepared>,
        held: Held,
        rows: usize,
        threads: usize,
    ) -> Result<Vec<Answers>, RowError> {
        let jobs = self.jobs.get_or_init(|| start(threads));
        let size = (rows / (4 * threads)).clamp(ROWS.0, ROWS.1);
        let (reply, replies) = channel();
        let mut sent = 0;
        for from in (0..rows).step_by(size) {
            let held = held.slice(from, rows.min(from + size));
            let job = Job { prepared: prepared.clone(), held, number: sent, reply: reply.clone() };
            // The threads run as long as the sender exists.
            if jobs.send(job).is_ok() {
                sent += 1;
            }
        }
        drop((reply, held));
        let mut pieces: Vec<Answers> = Vec::new();
        pieces.resize_with(sent, Answers::default);
        let mut first: Option<RowError> = None;
        for (number, done) in replies {
            let (answers, result) = done.unwrap_or_else(|panic| resume_unwind(panic));
            pieces[number] = answers;
            if let Err(bad) = result {
                let bad = bad.after((number * size) as u64);
                if first.as_ref().is_none_or(|first| bad.row < first.row) {
                    first = Some(bad);
                }
            }
        }
        match first {
            Some(bad) => Err(bad),
            None => Ok(pieces),
        }
    }
}

fn start(threads: usize) -> Sender<Job> {
    let (send, receive) = channel();
    let jobs = Arc::new(Mutex::new(receive));
    for _ in 0..threads.max(1) {
        let jobs = jobs.clone();
        thread::spawn(move || work(&jobs));
    }
    send
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    let mut workers: Vec<Worker> = Vec::new();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { prepared, held, number, reply }) = job else { return };
        let place = workers.iter().position(|worker| Arc::ptr_eq(worker.prepared(), &prepared));
        let place = place.unwrap_or_else(|| {
            if workers.len() >= SOLVERS {
                workers.clear();
            }
            workers.push(prepared.worker());
            workers.len() - 1
        });
        let worker = &mut workers[place];
        let done = catch_unwind(AssertUnwindSafe(|| {
            let mut answers = Answers::default();
            let result = held.with(|positions| worker.answer(positions, &mut answers));
            (answers, result)
        }));
        if done.is_err() {
            // After a panic the state may be inconsistent.
            workers.remove(place);
        }
        // The caller may have stopped waiting.
        let _ = reply.send((number, done));
    }
}
