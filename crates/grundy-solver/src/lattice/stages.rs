//! Work in stages, shared by threads: each item goes through all stages in order, and each stage takes the items
//! in order.
//!
//! A thread has every n-th item. Its item follows the one before it from stage to stage, so threads wait for
//! each other only where an item is faster than the one before it. The caller's thread is the first of them and
//! uses its budget; the others have their own budgets with the same clock.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;

use super::levels::on_threads;

/// The stages, each with the state that its items share.
pub(super) struct Stages<T> {
    stages: Vec<Stage<T>>,
    failure: Mutex<Option<Error>>,
}

struct Stage<T> {
    turn: Mutex<Turn<T>>,
    passed: Condvar,
}

struct Turn<T> {
    /// The item that is next.
    next: usize,
    is_awaited: bool,
    shared: T,
}

/// As the next item: there is none, because a thread has failed.
const STOPPED: usize = usize::MAX;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send> Stages<T> {
    pub(super) fn new(shared: impl Iterator<Item = T>) -> Self {
        let turn = |shared| Mutex::new(Turn { next: 0, is_awaited: false, shared });
        let stages = shared.map(|shared| Stage { turn: turn(shared), passed: Condvar::new() }).collect();
        Self { stages, failure: Mutex::new(None) }
    }

    /// Calls `work` for each of `items` on one of at most `threads` threads, with the thread's state from
    /// `begin`. `work` lets its item [`pass`](Self::pass). The clock is checked before each item. Stops at the
    /// first error.
    pub(super) fn run<S>(
        self,
        threads: usize,
        items: usize,
        budget: &Budget,
        begin: impl Fn() -> S + Sync,
        work: impl Fn(&Self, &mut S, usize, &Budget) -> Result<()> + Sync,
    ) -> Result<()> {
        let threads = threads.clamp(1, items.max(1));
        let run = |thread: usize, budget: &Budget| {
            let mut state = begin();
            for item in (thread..items).step_by(threads) {
                if let Err(error) = budget.check_time().and_then(|()| work(&self, &mut state, item, budget)) {
                    self.stop(error);
                }
                if locked(&self.failure).is_some() {
                    return;
                }
            }
        };
        on_threads(threads, budget, &run);
        self.failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Calls `work` for each stage, after the item before this one has passed it. Ends early, without an error
    /// of its own, if another thread has failed.
    pub(super) fn pass(&self, item: usize, mut work: impl FnMut(usize, &mut T) -> Result<()>) -> Result<()> {
        for (number, stage) in self.stages.iter().enumerate() {
            let mut turn = locked(&stage.turn);
            while turn.next != item {
                if turn.next == STOPPED {
                    return Ok(());
                }
                turn.is_awaited = true;
                turn = stage.passed.wait(turn).unwrap_or_else(PoisonError::into_inner);
            }
            work(number, &mut turn.shared)?;
            turn.next = item + 1;
            // Waking nobody costs a call of the system, too.
            if std::mem::take(&mut turn.is_awaited) {
                stage.passed.notify_all();
            }
        }
        Ok(())
    }

    fn stop(&self, error: Error) {
        locked(&self.failure).get_or_insert(error);
        for stage in &self.stages {
            locked(&stage.turn).next = STOPPED;
            stage.passed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::limits::{Cancel, Limits};

    #[test]
    fn items_pass_every_stage_in_order() {
        for threads in [1, 2, 5] {
            let seen = Mutex::new(Vec::new());
            let stages = Stages::new(std::iter::repeat_n(0, 7));
            let work = |stages: &Stages<usize>, (): &mut (), item: usize, _: &Budget| {
                let mut expected = 0;
                stages.pass(item, |stage, count| {
                    assert_eq!((stage, *count), (expected, item));
                    expected += 1;
                    *count += 1;
                    Ok(())
                })?;
                locked(&seen).push(item);
                Ok(())
            };
            stages.run(threads, 50, &Budget::default(), || (), work).unwrap();
            let mut seen = seen.into_inner().unwrap();
            seen.sort_unstable();
            assert_eq!(seen, (0..50).collect::<Vec<_>>());
        }
    }

    #[test]
    fn one_error_or_a_cancelled_budget_ends_all_threads() {
        let cancel = Cancel::default();
        let budget = Budget::new(Limits::default()).with_cancel(cancel.clone());
        for (at_stage, code) in [(true, "stopped"), (false, "interrupted")] {
            let stages = Stages::new(std::iter::repeat_n((), 3));
            let work = |stages: &Stages<()>, (): &mut (), item: usize, _: &Budget| {
                stages.pass(item, |stage, ()| match (item, stage) {
                    (5, 1) if at_stage => Err(Error::limit("error.stopped")),
                    (5, 1) => {
                        cancel.cancel();
                        Ok(())
                    }
                    _ => Ok(()),
                })
            };
            let error = stages.run(3, usize::MAX, &budget, || (), work).unwrap_err();
            assert_eq!(error.code(), code);
        }
    }
}
