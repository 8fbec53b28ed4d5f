//! The threads that compute, and the queue of questions.
//!
//! No client delays the others: clients take turns, however many questions each has. While all threads are busy, one more
//! thread tries each new question for a [moment](Turn::Moment). A short question is done within it, however many long
//! ones wait; the others wait for a whole turn.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{io, thread};

/// Searches recurse as deep as positions are long.
const STACK: usize = 16 << 20;

/// The client: the address of a machine; `None` without sockets.
pub type Who = Option<IpAddr>;

/// How long a question may be computed in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Too short for a person to notice.
    Moment,
    /// As long as the limits allow.
    Whole,
}

/// A question with all its data.
pub trait Question: Send {
    /// Computes and sends the answer; `false` if a moment was too short and the question needs a whole turn.
    fn compute(&mut self, turn: Turn) -> bool;
    /// Whether the client no longer waits for the answer.
    fn is_abandoned(&self) -> bool;
    /// Rejects the question because the queue is full.
    fn refuse(&mut self);
}

type Task = Box<dyn Question>;

/// A fixed number of threads with bounded queues. Dropping it ends the threads.
pub struct Pool(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    workers: usize,
    /// The most questions that wait for a whole turn, and the most that wait for their moment.
    most: usize,
}

#[derive(Default)]
struct State {
    /// Questions without a turn so far.
    fresh: Waiting,
    /// Questions for which a moment was too short.
    long: Waiting,
    /// Threads that compute a whole turn now.
    busy: usize,
    /// Questions that are computed now, for a whole turn or for a moment.
    running: usize,
    closed: bool,
}

/// Waiting questions, by client.
#[derive(Default)]
struct Waiting {
    of: HashMap<Who, VecDeque<Task>>,
    /// The clients with waiting questions, the next one first.
    turns: VecDeque<Who>,
    count: usize,
}

impl Waiting {
    /// Appends a question to those of its client.
    fn push(&mut self, who: Who, task: Task) {
        let tasks = self.of.entry(who).or_default();
        if tasks.is_empty() {
            self.turns.push_back(who);
        }
        tasks.push_back(task);
        self.count += 1;
    }

    /// Removes the first question of the next client.
    fn pop(&mut self) -> Option<(Who, Task)> {
        let who = self.turns.pop_front()?;
        let tasks = self.of.get_mut(&who)?;
        let task = tasks.pop_front()?;
        self.count -= 1;
        if tasks.is_empty() {
            self.of.remove(&who);
        } else {
            self.turns.push_back(who);
        }
        Some((who, task))
    }

    /// Makes room for a question of `who`: drops abandoned questions first, then the last question of the client with the
    /// most. `Err` if that client is `who`.
    fn make_room(&mut self, who: Who, most: usize) -> Result<Option<Task>, ()> {
        if self.count < most {
            return Ok(None);
        }
        self.of.retain(|_, tasks| {
            tasks.retain(|task| !task.is_abandoned());
            !tasks.is_empty()
        });
        self.turns.retain(|who| self.of.contains_key(who));
        self.count = self.of.values().map(VecDeque::len).sum();
        if self.count < most {
            return Ok(None);
        }
        let own = self.of.get(&who).map_or(0, VecDeque::len) + 1;
        let greediest = self.of.iter_mut().max_by_key(|(_, tasks)| tasks.len());
        let Some((&greedy, tasks)) = greediest.filter(|(_, tasks)| tasks.len() > own) else { return Err(()) };
        let task = tasks.pop_back();
        self.count -= usize::from(task.is_some());
        if tasks.is_empty() {
            self.of.remove(&greedy);
            self.turns.retain(|who| *who != greedy);
        }
        Ok(task)
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next question for a thread; `None` at the end. Blocks until there is one.
    fn next(&self, turn: Turn) -> Option<(Who, Task)> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            let next = match turn {
                Turn::Whole => state.long.pop().or_else(|| state.fresh.pop()),
                // An idle thread takes the question.
                Turn::Moment if state.busy < self.workers => None,
                Turn::Moment => state.fresh.pop(),
            };
            if let Some(next) = next {
                state.running += 1;
                state.busy += usize::from(turn == Turn::Whole);
                // The next question may be for another thread.
                self.changed.notify_all();
                return Some(next);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self, turn: Turn) {
        while let Some((who, mut task)) = self.next(turn) {
            // A question that panics is answered with an internal error; the thread continues.
            let done = catch_unwind(AssertUnwindSafe(|| task.compute(turn))).unwrap_or(true);
            let mut state = self.state();
            state.running -= 1;
            state.busy -= usize::from(turn == Turn::Whole);
            if !done {
                self.queue(state, |state| &mut state.long, who, task);
            }
        }
    }

    /// Queues a question and refuses one if there is no room: this one, or the last of a client with more waiting.
    fn queue(
        &self,
        mut state: MutexGuard<'_, State>,
        line: fn(&mut State) -> &mut Waiting,
        who: Who,
        task: Task,
    ) {
        // Each idle thread takes a question at once: those do not count as waiting.
        let most = self.most + (self.workers - state.busy);
        let waiting = line(&mut state);
        let refused = match waiting.make_room(who, most) {
            Ok(other) => {
                waiting.push(who, task);
                other
            }
            Err(()) => Some(task),
        };
        drop(state);
        self.changed.notify_all();
        if let Some(mut task) = refused {
            task.refuse();
        }
    }
}

impl Pool {
    /// Starts the threads.
    pub fn new(workers: usize, queue: usize) -> io::Result<Self> {
        let workers = workers.max(1);
        let shared =
            Arc::new(Shared { state: Mutex::default(), changed: Condvar::new(), workers, most: queue });
        // Dropped if a thread fails to start, which ends the others.
        let pool = Self(Arc::clone(&shared));
        let whole = (0..workers).map(|number| (format!("compute-{number}"), Turn::Whole));
        for (name, turn) in whole.chain([("moments".to_owned(), Turn::Moment)]) {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(name).stack_size(STACK).spawn(move || shared.work(turn))?;
        }
        Ok(pool)
    }

    /// Queues a question. If there is no room, this or another question is refused.
    pub fn add(&self, who: Who, question: impl Question + 'static) {
        self.0.queue(self.0.state(), |state| &mut state.fresh, who, Box::new(question));
    }

    /// The number of questions that are computed, and that wait.
    pub fn load(&self) -> (usize, usize) {
        let state = self.0.state();
        (state.running, state.fresh.count + state.long.count)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.0.state().closed = true;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// The event that a question reports.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Event {
        Whole(u8),
        Moment(u8),
        Refused(u8),
    }

    /// A question that takes a whole turn. It reports its start and ends on command.
    struct Long {
        name: u8,
        events: Sender<Event>,
        release: Arc<Mutex<Receiver<()>>>,
    }

    impl Question for Long {
        fn compute(&mut self, turn: Turn) -> bool {
            if turn == Turn::Moment {
                self.events.send(Event::Moment(self.name)).unwrap();
                return false;
            }
            self.events.send(Event::Whole(self.name)).unwrap();
            self.release.lock().unwrap().recv().unwrap();
            assert_ne!(self.name, 0, "of no consequence");
            true
        }

        fn is_abandoned(&self) -> bool {
            self.name == 99
        }

        fn refuse(&mut self) {
            self.events.send(Event::Refused(self.name)).unwrap();
        }
    }

    /// A question that takes a moment.
    struct Short(u8, Sender<Event>);

    impl Question for Short {
        fn compute(&mut self, turn: Turn) -> bool {
            let event = if turn == Turn::Moment { Event::Moment(self.0) } else { Event::Whole(self.0) };
            self.1.send(event).unwrap();
            true
        }

        fn is_abandoned(&self) -> bool {
            false
        }

        fn refuse(&mut self) {
            self.1.send(Event::Refused(self.0)).unwrap();
        }
    }

    /// A pool of one thread, and channels to its questions.
    struct Stage {
        pool: Pool,
        events: Receiver<Event>,
        sender: Sender<Event>,
        release: Sender<()>,
        released: Arc<Mutex<Receiver<()>>>,
    }

    impl Stage {
        fn new(queue: usize) -> Self {
            let (sender, events) = channel();
            let (release, released) = channel();
            let released = Arc::new(Mutex::new(released));
            Self { pool: Pool::new(1, queue).unwrap(), events, sender, release, released }
        }

        fn long(&self, client: u8, name: u8) {
            let (events, release) = (self.sender.clone(), self.released.clone());
            self.pool.add(who(client), Long { name, events, release });
        }

        fn short(&self, client: u8, name: u8) {
            self.pool.add(who(client), Short(name, self.sender.clone()));
        }

        fn next(&self) -> Event {
            self.events.recv().unwrap()
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "a client of the pool may be unknown")]
    fn who(client: u8) -> Who {
        Some(Ipv4Addr::new(10, 0, 0, client).into())
    }

    #[test]
    fn short_questions_pass_long_ones_whoever_asks() {
        let stage = Stage::new(4);
        stage.long(1, 1);
        assert_eq!(stage.next(), Event::Whole(1));
        for name in [2, 3] {
            stage.long(1, name);
            assert_eq!(stage.next(), Event::Moment(name));
        }
        stage.short(1, 4);
        assert_eq!(stage.next(), Event::Moment(4));
        for name in [2, 3] {
            stage.release.send(()).unwrap();
            assert_eq!(stage.next(), Event::Whole(name));
        }
        stage.release.send(()).unwrap();
    }

    #[test]
    fn clients_take_turns_and_the_greediest_makes_room() {
        let stage = Stage::new(3);
        stage.long(1, 1);
        assert_eq!(stage.next(), Event::Whole(1));
        for (client, name) in [(1, 2), (1, 3), (1, 4), (2, 5)] {
            stage.long(client, name);
            assert_eq!(stage.next(), Event::Moment(name));
        }
        // Three wait; the client with the most loses the last one.
        assert_eq!(stage.next(), Event::Refused(4));
        // The second client has one waiting, the first two: neither can displace the other.
        stage.long(2, 6);
        assert_eq!((stage.next(), stage.next()), (Event::Moment(6), Event::Refused(6)));
        for name in [2, 5, 3] {
            stage.release.send(()).unwrap();
            assert_eq!(stage.next(), Event::Whole(name));
        }
        stage.release.send(()).unwrap();
    }

    #[test]
    fn what_nobody_waits_for_makes_room_and_a_panic_costs_no_thread() {
        let stage = Stage::new(1);
        stage.long(1, 0);
        assert_eq!(stage.next(), Event::Whole(0));
        stage.long(1, 99);
        assert_eq!(stage.next(), Event::Moment(99));
        stage.long(1, 7);
        assert_eq!(stage.next(), Event::Moment(7));
        stage.release.send(()).unwrap();
        assert_eq!(stage.next(), Event::Whole(7));
        stage.release.send(()).unwrap();
        stage.short(1, 8);
        assert!(matches!(stage.next(), Event::Whole(8) | Event::Moment(8)));
    }
}
