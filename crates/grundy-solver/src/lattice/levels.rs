//! Work in levels, shared by threads: the items of one level are independent.
//!
//! All threads work on one level and wait for each other before the next. The caller's thread is the first of
//! them and uses its budget; the others have their own budgets with the same clock.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};

use super::set::next_prefix;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;

/// One thread's share of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) level: usize,
    thread: usize,
    threads: usize,
}

impl Share {
    /// Whether this is the caller's thread.
    pub(super) fn is_first(self) -> bool {
        self.thread == 0
    }

    /// Calls `each` with the sorted lists below `sides` assigned to this thread, of those whose members add up
    /// to `sum`.
    pub(super) fn for_each_row(
        self,
        sum: usize,
        sides: &[usize],
        mut each: impl FnMut(&mut Vec<usize>) -> Result<()>,
    ) -> Result<()> {
        let Some((&side, smaller)) = sides.split_last() else { return each(&mut Vec::new()) };
        let mut turn = 0;
        let mut chosen = Some(vec![0; smaller.len()]);
        while let Some(mut prefix) = chosen {
            chosen = next_prefix(&prefix, smaller);
            let least = prefix.last().copied().unwrap_or(0);
            let greatest = sum.checked_sub(prefix.iter().sum());
            if let Some(greatest) = greatest.filter(|greatest| (least..side).contains(greatest)) {
                if turn == self.thread {
                    prefix.push(greatest);
                    each(&mut prefix)?;
                }
                turn = (turn + 1) % self.threads;
            }
        }
        Ok(())
    }

    /// The numbers below `count` assigned to this thread, in runs of `run`.
    pub(crate) fn of(self, count: usize, run: usize) -> impl Iterator<Item = usize> {
        let Self { thread, threads, .. } = self;
        let starts = (thread * run..count).step_by(threads * run);
        starts.flat_map(move |start| start..(start + run).min(count))
    }
}

/// Calls `work` for every level on each of `threads` threads, with the thread's state from `begin`. Stops at
/// the first error.
pub(crate) fn in_levels<S>(
    threads: usize,
    levels: usize,
    budget: &Budget,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Share, &Budget) -> Result<()> + Sync,
) -> Result<()> {
    let threads = threads.max(1);
    let barrier = Barrier::new(threads);
    let failed_at = AtomicUsize::new(usize::MAX);
    let failure: Mutex<Option<Error>> = Mutex::new(None);
    let run = |thread: usize, budget: &Budget| {
        let mut state = begin();
        for level in 0..levels {
            let done =
                budget.check_time().and_then(|()| work(&mut state, Share { level, thread, threads }, budget));
            if let Err(error) = done {
                failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                failed_at.fetch_min(level, Ordering::Relaxed);
            }
            // A thread that passes the barrier sees every failure up to this level, so none goes past one.
            barrier.wait();
            if failed_at.load(Ordering::Relaxed) <= level {
                return;
            }
        }
    };
    on_threads(threads, budget, &run);
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Calls `run` with the number of each thread, from 0, and a budget of its own that ends as `budget` does.
pub(super) fn on_threads(threads: usize, budget: &Budget, run: &(impl Fn(usize, &Budget) + Sync)) {
    let clock = budget.clock();
    std::thread::scope(|scope| {
        for thread in 1..threads {
            let clock = &clock;
            scope.spawn(move || run(thread, &clock.budget()));
        }
        run(0, budget);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::limits::{Cancel, Limits};

    #[test]
    fn every_number_falls_to_one_thread() {
        for (threads, count, run) in [(1, 10, 3), (2, 10, 3), (3, 100, 1), (4, 5, 8), (2, 0, 1)] {
            let share = |thread| Share { level: 0, thread, threads };
            let mut all: Vec<usize> = (0..threads).flat_map(|thread| share(thread).of(count, run)).collect();
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_list_of_a_sum_falls_to_one_thread() {
        for (threads, sides) in [(1, vec![4]), (2, vec![3, 5]), (3, vec![2, 4, 6])] {
            let mut all: Vec<Vec<usize>> = Vec::new();
            for sum in 0..=sides.iter().sum() {
                for thread in 0..threads {
                    let share = Share { level: 0, thread, threads };
                    share
                        .for_each_row(sum, &sides, |list| {
                            assert_eq!(list.iter().sum::<usize>(), sum);
                            all.push(list.clone());
                            Ok(())
                        })
                        .unwrap();
                }
            }
            all.sort();
            let mut next = Some(vec![0; sides.len()]);
            for list in all {
                assert_eq!(Some(&list), next.as_ref());
                next = next_prefix(&list, &sides);
            }
            assert_eq!(next, None);
        }
    }

    #[test]
    fn a_level_begins_when_the_one_before_has_ended() {
        let done: Vec<AtomicUsize> = (0..50).map(|_| AtomicUsize::new(0)).collect();
        in_levels(
            4,
            50,
            &Budget::default(),
            || (),
            |(), share, _| {
                if share.level > 0 {
                    assert_eq!(done[share.level - 1].load(Ordering::Relaxed), 4);
                }
                done[share.level].fetch_add(1, Ordering::Relaxed);
                Ok(())
            },
        )
        .unwrap();
    }

    #[test]
    fn one_error_or_a_cancelled_budget_ends_all() {
        let budget = Budget::default();
        let error = in_levels(
            3,
            1000,
            &budget,
            || (),
            |(), share, _| {
                if share.level == 7 && share.thread == 2 {
                    Err(Error::limit("error.stopped"))
                } else {
                    Ok(())
                }
            },
        );
        assert_eq!(error.unwrap_err().code(), "stopped");
        let cancel = Cancel::default();
        let budget = Budget::new(Limits::default()).with_cancel(cancel.clone());
        let error = in_levels(
            2,
            usize::MAX,
            &budget,
            || (),
            |(), share, _| {
                if share.level == 3 {
                    cancel.cancel();
                }
                Ok(())
            },
        );
        assert_eq!(error.unwrap_err().code(), "interrupted");
    }
}
