//! The threads that compute, and the questions that wait for them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

/// Searches call themselves as deep as positions are long.
const STACK: usize = 16 << 20;

/// A question with everything it needs.
type Task = Box<dyn FnOnce() + Send>;

/// A fixed number of threads with a queue of fixed length. Dropping it lets the threads end.
pub struct Pool {
    sender: SyncSender<Task>,
}

impl Pool {
    /// Starts the threads.
    pub fn new(workers: usize, queue: usize) -> io::Result<Self> {
        let (sender, receiver) = sync_channel::<Task>(queue);
        let receiver = Arc::new(Mutex::new(receiver));
        for number in 0..workers.max(1) {
            let receiver = Arc::clone(&receiver);
            thread::Builder::new()
                .name(format!("compute-{number}"))
                .stack_size(STACK)
                .spawn(move || work(&receiver))?;
        }
        Ok(Self { sender })
    }

    /// Puts a question at the end of the queue; `false` where the queue is full.
    pub fn try_add(&self, task: impl FnOnce() + Send + 'static) -> bool {
        match self.sender.try_send(Box::new(task)) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        }
    }
}

fn work(receiver: &Mutex<Receiver<Task>>) {
    loop {
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = next else { return };
        // A question that panics is answered as an internal error; the thread serves the next one.
        let _ = catch_unwind(AssertUnwindSafe(task));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_full_queue_refuses_and_a_panic_costs_no_thread() {
        let pool = Pool::new(1, 1).unwrap();
        let (started, has_started) = channel();
        let (release, released) = channel::<()>();
        assert!(pool.try_add(move || {
            started.send(()).unwrap();
            released.recv().unwrap();
            panic!("of no consequence");
        }));
        has_started.recv().unwrap();
        let (done, is_done) = channel();
        assert!(pool.try_add(move || done.send(7).unwrap()));
        assert!(!pool.try_add(|| ()));
        release.send(()).unwrap();
        assert_eq!(is_done.recv(), Ok(7));
    }
}
