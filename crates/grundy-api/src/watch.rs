//! The progress of a question, readable from another thread.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grundy_solver::limits::Cancel;

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

thread_local! {
    /// What cancels the work of this thread that asks a plain function.
    static CANCEL: RefCell<Option<Cancel>> = const { RefCell::new(None) };
}

/// Whether the work inside [`cancelled_by`] is to end.
pub fn is_cancelled() -> bool {
    CANCEL.with_borrow(|cancel| cancel.as_ref().is_some_and(Cancel::is_cancelled))
}

/// Calls `work`, during which [`is_cancelled`] asks `cancel`.
pub fn cancelled_by<T>(cancel: &Cancel, work: impl FnOnce() -> T) -> T {
    /// Forgets it, also after a panic.
    struct Forget;
    impl Drop for Forget {
        fn drop(&mut self) {
            CANCEL.set(None);
        }
    }
    CANCEL.set(Some(cancel.clone()));
    let _forget = Forget;
    work()
}
