//! Distributes pieces of work to threads and collects the results in order.
//!
//! At most three pieces per thread are in progress, which bounds memory whatever the number of pieces.

use std::collections::BTreeMap;
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Maximum number of pieces in progress per thread.
const UNDER_WAY: usize = 3;

/// Calls `next` until it returns no more pieces, passes each piece to a worker, and each result to `sink` in
/// the order of the pieces. Stops at the first error of `next` or `sink`, after the earlier results have been
/// passed on.
///
/// `sink` runs on the calling thread and does not wait for `next`, so that a program at both ends of a pipe
/// gets its answers. With one thread, no further thread is started.
pub(crate) fn in_order<I: Send, O: Send, E: Send, W: FnMut(I) -> O>(
    threads: usize,
    next: &mut (dyn FnMut() -> Result<Option<I>, E> + Send),
    worker: impl Fn() -> W + Sync,
    sink: &mut dyn FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    if threads <= 1 {
        let mut work = worker();
        while let Some(piece) = next()? {
            sink(work(piece))?;
        }
        return Ok(());
    }
    let (send, receive) = channel::<(u64, I)>();
    let pieces = &Mutex::new(receive);
    // A piece is only read if there is room for it.
    let (room, rooms) = channel::<()>();
    let (done, finished) = channel::<(u64, Result<O, E>)>();
    thread::scope(|scope| {
        // Dropped at the end of this scope, which stops the reader and then the workers.
        let room = room;
        for _ in 0..UNDER_WAY * threads {
            let _ = room.send(());
        }
        for _ in 0..threads {
            let (done, worker) = (done.clone(), &worker);
            scope.spawn(move || {
                let mut work = worker();
                loop {
                    let piece = pieces.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, piece)) = piece else { return };
                    if done.send((number, Ok(work(piece)))).is_err() {
                        return;
                    }
                }
            });
        }
        scope.spawn(move || {
            for number in 0_u64.. {
                if rooms.recv().is_err() {
                    return;
                }
                match next() {
                    Ok(Some(piece)) => {
                        let _ = send.send((number, piece));
                    }
                    Ok(None) => return,
                    Err(error) => {
                        let _ = done.send((number, Err(error)));
                        return;
                    }
                }
            }
        });
        let mut waiting = BTreeMap::new();
        let mut taken = 0_u64;
        for (number, result) in finished {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&taken) {
                taken += 1;
                sink(result?)?;
                let _ = room.send(());
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_come_in_order_and_stop_at_an_error() {
        for threads in [1, 2, 5] {
            let mut numbers = 0..1000_u32;
            let mut seen = Vec::new();
            let work = || {
                |n: u32| {
                    if n.is_multiple_of(7) {
                        std::thread::yield_now();
                    }
                    n
                }
            };
            let mut sink = |n| {
                if n == 900 {
                    return Err("enough");
                }
                seen.push(n);
                Ok(())
            };
            let ended = in_order(threads, &mut || Ok(numbers.next()), work, &mut sink);
            assert_eq!(ended, Err("enough"));
            assert!(seen.into_iter().eq(0..900));
        }
    }

    #[test]
    fn an_error_of_the_source_comes_after_what_was_before_it() {
        let mut numbers = 0..10_u32;
        let mut seen = Vec::new();
        let mut next = || numbers.next().map(Some).ok_or("end");
        let mut sink = |n| {
            seen.push(n);
            Ok(())
        };
        assert_eq!(in_order(3, &mut next, || |n| n, &mut sink), Err("end"));
        assert_eq!(seen.len(), 10);
    }
}
