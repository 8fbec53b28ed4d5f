//! Threads that share the work of a phase.
//!
//! The thread of the caller leads. It alone changes the state, and only between phases. During a phase the
//! state does not change: all threads read it and take jobs, one after the other, until none is left. Results
//! are in the order of the jobs, so they do not depend on the number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, RwLock};
use std::thread;

/// A state with jobs.
pub(super) trait Jobs: Send + Sync {
    /// The result of a job.
    type Done: Send;
    /// The number of jobs of the current phase.
    fn jobs(&self) -> usize;
    /// Does one of them.
    fn work(&self, job: usize) -> Self::Done;
}

/// The leader's handle.
#[derive(Debug)]
pub(super) struct Team<'a, S: Jobs> {
    state: RwLock<&'a mut S>,
    /// The next job to be taken. Changed back only while nobody reads the state.
    next: AtomicUsize,
    done: Mutex<Vec<(usize, S::Done)>>,
    /// Number of phases so far with work for more than one thread, or [`ENDED`].
    phase: AtomicUsize,
    gate: Mutex<()>,
    news: Condvar,
}

const ENDED: usize = usize::MAX;
/// No phase has this many jobs.
const NONE: usize = usize::MAX / 2;
/// How often a thread looks for the next phase before it sleeps: phases follow each other quickly, and waking
/// up takes longer than a short pause.
const LOOKS: usize = 1000;

/// Runs `leader` with `threads` threads, the caller's included, or with as many as can be started.
pub(super) fn lead<S: Jobs, R>(threads: usize, state: &mut S, leader: impl FnOnce(&Team<'_, S>) -> R) -> R {
    let team = Team {
        state: RwLock::new(state),
        next: AtomicUsize::new(NONE),
        done: Mutex::new(Vec::new()),
        phase: AtomicUsize::new(0),
        gate: Mutex::new(()),
        news: Condvar::new(),
    };
    thread::scope(|scope| {
        let _end = End(&team);
        #[cfg(test)]
        let portable = super::tests::PORTABLE.get();
        for _ in 1..threads {
            let team = &team;
            let follow = move || {
                #[cfg(test)]
                super::tests::PORTABLE.set(portable);
                team.follow();
            };
            if thread::Builder::new().spawn_scoped(scope, follow).is_err() {
                break;
            }
        }
        leader(&team)
    })
}

/// Ends the other threads, also when the leader panics.
struct End<'a, 'b, S: Jobs>(&'a Team<'b, S>);

impl<S: Jobs> Drop for End<'_, '_, S> {
    fn drop(&mut self) {
        self.0.announce(|phase| phase.store(ENDED, Ordering::Release));
    }
}

impl<S: Jobs> Team<'_, S> {
    /// One phase: `plan` decides on the jobs, and `settle` gets their results.
    pub(super) fn phase<R>(
        &self,
        plan: impl FnOnce(&mut S),
        settle: impl FnOnce(&mut S, Vec<S::Done>) -> R,
    ) -> R {
        let jobs = {
            let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
            plan(&mut state);
            self.next.store(0, Ordering::Relaxed);
            state.jobs()
        };
        if jobs > 1 {
            self.announce(|phase| {
                phase.fetch_add(1, Ordering::Release);
            });
        }
        self.take_jobs();
        // A thread holds the state as long as it has a job.
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        self.next.store(NONE, Ordering::Relaxed);
        let mut done = std::mem::take(&mut *self.done.lock().unwrap_or_else(PoisonError::into_inner));
        done.sort_unstable_by_key(|(job, _)| *job);
        assert_eq!(done.len(), jobs, "every job is done");
        settle(&mut state, done.into_iter().map(|(_, done)| done).collect())
    }

    fn announce(&self, change: impl FnOnce(&AtomicUsize)) {
        {
            let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
            change(&self.phase);
        }
        self.news.notify_all();
    }

    fn take_jobs(&self) {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let jobs = state.jobs();
        loop {
            let job = self.next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                return;
            }
            let done = state.work(job);
            self.done.lock().unwrap_or_else(PoisonError::into_inner).push((job, done));
        }
    }

    /// The part of the other threads.
    fn follow(&self) {
        let mut seen = 0;
        loop {
            seen = self.wait_for_news(seen);
            if seen == ENDED {
                return;
            }
            self.take_jobs();
        }
    }

    fn wait_for_news(&self, seen: usize) -> usize {
        for _ in 0..LOOKS {
            let phase = self.phase.load(Ordering::Acquire);
            if phase != seen {
                return phase;
            }
            std::hint::spin_loop();
        }
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let phase = self.phase.load(Ordering::Acquire);
            if phase != seen {
                return phase;
            }
            gate = self.news.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds up the numbers of its jobs, and counts phases.
    #[derive(Debug, Default)]
    struct Sum {
        jobs: usize,
        sum: usize,
    }

    impl Jobs for Sum {
        type Done = usize;
        fn jobs(&self) -> usize {
            self.jobs
        }
        fn work(&self, job: usize) -> usize {
            assert!(job < self.jobs && self.jobs != 1_000);
            self.sum + job
        }
    }

    #[test]
    fn every_job_is_done_once_and_in_order() {
        for threads in [1, 2, 5] {
            let mut sum = Sum::default();
            lead(threads, &mut sum, |team| {
                for phase in 0..2000 {
                    let jobs = phase % 7;
                    team.phase(
                        |sum| sum.jobs = jobs,
                        |sum, done| {
                            assert!(done.iter().copied().eq(sum.sum..sum.sum + jobs), "{threads} {phase}");
                            sum.sum += 1;
                        },
                    );
                }
            });
            assert_eq!(sum.sum, 2000);
        }
    }

    #[test]
    fn a_panic_in_a_job_ends_all_threads() {
        let ended = std::panic::catch_unwind(|| {
            let mut sum = Sum { jobs: 1_000, sum: 0 };
            lead(3, &mut sum, |team| team.phase(|_| (), |_, _| ()));
        });
        assert!(ended.is_err());
    }
}
