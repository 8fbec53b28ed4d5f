//! The threads that compute, and the questions that wait for them.
//!
//! No client's questions keep those of others waiting. Clients take turns, whoever asked more. And while all threads
//! are busy one thread more tries what comes in, each question for a [moment](Turn::Moment): a short one is done by then,
//! however many long ones wait, and the others wait for a whole turn.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{io, thread};

/// Searches call themselves as deep as positions are long.
const STACK: usize = 16 << 20;

/// Who asks: the address of a machine; `None` where there are no sockets.
pub type Who = Option<IpAddr>;

/// How long a question may be computed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// So long as a person does not notice.
    Moment,
    /// As long as the limits allow.
    Whole,
}

/// A question with everything it needs.
pub trait Question: Send {
    /// Computes it and gives the answer away; `false` where a moment was not enough, and it is asked again.
    fn compute(&mut self, turn: Turn) -> bool;
    /// Does nobody wait for the answer any more?
    fn is_abandoned(&self) -> bool;
    /// Sends the client away: there is no room.
    fn refuse(&mut self);
}

type Task = Box<dyn Question>;

/// A fixed number of threads with queues of fixed length. Dropping it lets the threads end.
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
    /// Questions that have had no turn yet.
    fresh: Waiting,
    /// Those for which a moment was not enough.
    long: Waiting,
    /// Threads that give a whole turn now.
    busy: usize,
    /// Questions that are computed, by them or for a moment.
    running: usize,
    closed: bool,
}

/// Questions that wait, client by client.
#[derive(Default)]
struct Waiting {
    of: HashMap<Who, VecDeque<Task>>,
    /// The clients with a question here, the next one first.
    turns: VecDeque<Who>,
    count: usize,
}

impl Waiting {
    /// Puts a question behind those of its client.
    fn push(&mut self, who: Who, task: Task) {
        let tasks = self.of.entry(who).or_default();
        if tasks.is_empty() {
            self.turns.push_back(who);
        }
        tasks.push_back(task);
        self.count += 1;
    }

    /// The first question of the client whose turn it is.
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

    /// Makes room for a question of `who`: what nobody waits for goes first, then the last question of the client who has
    /// most. `Err` where `who` has most.
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

    /// What a thread does next; `None` at the end. Waits until there is something.
    fn next(&self, turn: Turn) -> Option<(Who, Task)> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            let next = match turn {
                Turn::Whole => state.long.pop().or_else(|| state.fresh.pop()),
                // A thread that has time for it takes the question.
                Turn::Moment if state.busy < self.workers => None,
                Turn::Moment => state.fresh.pop(),
            };
            if let Some(next) = next {
                state.running += 1;
                state.busy += usize::from(turn == Turn::Whole);
                // The others may have left what is fresh to this thread.
                self.changed.notify_all();
                return Some(next);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self, turn: Turn) {
        while let Some((who, mut task)) = self.next(turn) {
            // A question that panics is answered as an internal error; the thread serves the next one.
            let done = catch_unwind(AssertUnwindSafe(|| task.compute(turn))).unwrap_or(true);
            let mut state = self.state();
            state.running -= 1;
            state.busy -= usize::from(turn == Turn::Whole);
            if !done {
                self.queue(state, |state| &mut state.long, who, task);
            }
        }
    }

    /// Puts a question where it waits, or refuses one: this, or the last of a client who has more of them waiting.
    fn queue(
        &self,
        mut state: MutexGuard<'_, State>,
        line: fn(&mut State) -> &mut Waiting,
        who: Who,
        task: Task,
    ) {
        // Threads without work take a question each: those do not wait, however many come at once.
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
        // Dropped where a thread does not start, which ends the others.
        let pool = Self(Arc::clone(&shared));
        let whole = (0..workers).map(|number| (format!("compute-{number}"), Turn::Whole));
        for (name, turn) in whole.chain([("moments".to_owned(), Turn::Moment)]) {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(name).stack_size(STACK).spawn(move || shared.work(turn))?;
        }
        Ok(pool)
    }

    /// Puts a question into the queue; the one that there is no room for, this or another, is refused.
    pub fn add(&self, who: Who, question: impl Question + 'static) {
        self.0.queue(self.0.state(), |state| &mut state.fresh, who, Box::new(question));
    }

    /// How many questions are computed, and how many wait.
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

    /// What became of a question.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Event {
        Whole(u8),
        Moment(u8),
        Refused(u8),
    }

    /// A question that takes a whole turn, which it says when it has begun it and ends when it is told to.
    struct Long {
        name: u8,
        said: Sender<Event>,
        release: Arc<Mutex<Receiver<()>>>,
    }

    impl Question for Long {
        fn compute(&mut self, turn: Turn) -> bool {
            if turn == Turn::Moment {
                self.said.send(Event::Moment(self.name)).unwrap();
                return false;
            }
            self.said.send(Event::Whole(self.name)).unwrap();
            self.release.lock().unwrap().recv().unwrap();
            assert_ne!(self.name, 0, "of no consequence");
            true
        }

        fn is_abandoned(&self) -> bool {
            self.name == 99
        }

        fn refuse(&mut self) {
            self.said.send(Event::Refused(self.name)).unwrap();
        }
    }

    /// A question that is done in a moment.
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

    /// A pool of one thread, and the ways to speak with what it computes.
    struct Stage {
        pool: Pool,
        said: Receiver<Event>,
        sender: Sender<Event>,
        release: Sender<()>,
        released: Arc<Mutex<Receiver<()>>>,
    }

    impl Stage {
        fn new(queue: usize) -> Self {
            let (sender, said) = channel();
            let (release, released) = channel();
            let released = Arc::new(Mutex::new(released));
            Self { pool: Pool::new(1, queue).unwrap(), said, sender, release, released }
        }

        fn long(&self, client: u8, name: u8) {
            let (said, release) = (self.sender.clone(), self.released.clone());
            self.pool.add(who(client), Long { name, said, release });
        }

        fn short(&self, client: u8, name: u8) {
            self.pool.add(who(client), Short(name, self.sender.clone()));
        }

        fn next(&self) -> Event {
            self.said.recv().unwrap()
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
        // Three wait, and the client with most of them gives up the last.
        assert_eq!(stage.next(), Event::Refused(4));
        // The second client has one waiting, the first two: neither can take from the other.
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
