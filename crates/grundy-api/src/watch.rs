//! How far a question has come, seen from another thread.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Written by the thread that computes, read by the one that tells the client.
#[derive(Debug, Default)]
pub struct Watch {
    running: AtomicBool,
    counted: AtomicU64,
}

impl Watch {
    /// A thread has taken the question.
    pub fn start(&self) {
        self.running.store(true, Ordering::Relaxed);
    }

    /// It waits again.
    pub fn pause(&self) {
        self.running.store(false, Ordering::Relaxed);
    }

    /// So many positions or heaps are done.
    pub fn count(&self, done: u64) {
        self.counted.store(done, Ordering::Relaxed);
    }

    /// Has a thread taken the question?
    pub fn is_running(&self) -> bool {
        self.running.load(Ordering::Relaxed)
    }

    /// Positions or heaps that are done, where they are counted.
    pub fn counted(&self) -> Option<u64> {
        Some(self.counted.load(Ordering::Relaxed)).filter(|&done| done > 0)
    }
}

thread_local! {
    /// The question that this thread computes: a solver's report is a plain function.
    static CURRENT: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

/// What this thread computes from now on.
pub fn set_current(watch: Option<Arc<Watch>>) {
    CURRENT.set(watch);
}

/// A solver's report of progress.
pub fn report(done: u64) {
    CURRENT.with_borrow(|current| {
        if let Some(watch) = current {
            watch.count(done);
        }
    });
}
