//! The progress of a question, readable from another thread.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Written by the thread that computes, read by the thread that reports to the
/// client.
#[derive(Debug, Default)]
pub struct Watch {
    running: AtomicBool,
    counted: AtomicU64,
}

impl Watch {
    /// Marks the question as running.
    pub fn start(&self) {
        self.running.store(true, Ordering::Relaxed);
    }

    /// Marks the question as waiting again.
    pub fn pause(&self) {
        self.running.store(false, Ordering::Relaxed);
    }

    /// Sets the number of positions or heaps done.
    pub fn count(&self, done: u64) {
        self.counted.store(done, Ordering::Relaxed);
    }

    /// Whether a thread is computing the question.
    pub fn is_running(&self) -> bool {
        self.running.load(Ordering::Relaxed)
    }

    /// The number of positions or heaps done, if they are counted.
    pub fn counted(&self) -> Option<u64> {
        Some(self.counted.load(Ordering::Relaxed)).filter(|&done| done > 0)
    }
}

thread_local! {
    /// The question that this thread computes; a thread-local, since a solver's
    /// callback is a plain function.
    static CURRENT: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

/// Sets the question that this thread computes.
pub fn set_current(watch: Option<Arc<Watch>>) {
    CURRENT.set(watch);
}

/// The progress callback of a solver.
pub fn report(done: u64) {
    CURRENT.with_borrow(|current| {
        if let Some(watch) = current {
            watch.count(done);
        }
    });
}
