//! Several threads on one question: all of them answer it, and share what they learn.
//!
//! They look at options in different orders, so that each finds much that the others need later. The first one answers
//! in its own order, and the question is answered when it is done. Values do not depend on who finds them.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::error::{Error, Result};
use crate::limits::Budget;

/// Below this number of positions one thread is done before others have started. Tests have small games.
const ALONE: u64 = if cfg!(test) { 32 } else { 512 };

/// The stack of a helper: what the first thread of a program usually has, since it calls the same functions.
const STACK: usize = 8 << 20;

/// One thread at work.
pub(crate) struct Hand<'a> {
    pub budget: &'a Budget,
    thread: usize,
    threads: usize,
    /// The number of positions to examine before it stops.
    left: Cell<u64>,
}

impl<'a> Hand<'a> {
    /// A thread without helpers.
    pub fn alone(budget: &'a Budget) -> Self {
        Self::new(budget, 0, 1)
    }

    fn new(budget: &'a Budget, thread: usize, threads: usize) -> Self {
        Self { budget, thread, threads, left: Cell::new(u64::MAX) }
    }

    /// Counts a position that is examined.
    pub fn begin(&self) -> Result<()> {
        self.budget.step()?;
        let left = self.left.get().saturating_sub(1);
        self.left.set(left);
        if left > 0 { Ok(()) } else { Err(Error::limit("error.interrupted")) }
    }

    /// Puts options in the order of this thread.
    pub fn shuffle<T>(&self, options: &mut [T]) {
        if !self.thread.is_multiple_of(2) {
            options.reverse();
        }
        options.rotate_left(options.len() * (self.thread / 2) / self.threads.div_ceil(2));
    }
}

/// Asks with one thread, and if that takes long, with as many as are allowed.
pub(crate) fn by_all<T>(budget: &Budget, ask: &(dyn Fn(&Hand<'_>) -> Result<T> + Sync)) -> Result<T> {
    let threads = budget.limits().thread_count();
    let alone = Hand::alone(budget);
    if threads == 1 {
        return ask(&alone);
    }
    alone.left.set(ALONE);
    let answer = ask(&alone);
    if answer.is_ok() || alone.left.get() > 0 {
        return answer;
    }
    // Helpers may fill half of what is free.
    let free = budget.limits().memory.saturating_sub(budget.reserved()) / 2;
    let memory = free / (threads as u64 - 1);
    let clock = budget.clock();
    let (done, reserved) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0));
    let answer = std::thread::scope(|scope| {
        for thread in 1..threads {
            let (clock, done, reserved) = (&clock, done.clone(), &reserved);
            let help = move || {
                let budget = clock.helper(memory, done);
                // What fails here fails in the first thread too, or is not needed.
                let _ = ask(&Hand::new(&budget, thread, threads));
                reserved.fetch_add(budget.reserved(), Ordering::Relaxed);
            };
            if std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let answer = ask(&Hand::new(budget, 0, threads));
        done.store(true, Ordering::Relaxed);
        answer
    })?;
    // An answer that one thread would find is given, even if more is known now than it would know.
    let room = budget.limits().memory.saturating_sub(budget.reserved());
    budget.reserve(reserved.into_inner().min(room))?;
    Ok(answer)
}
