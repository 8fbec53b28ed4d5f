//! Slow tasks run in a thread of their own, so that keys are answered meanwhile.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use grundy_play::{Choice, End, Engine, Hints, Seat, Session, Verdict, choices, read};
use grundy_solver::Solver;
use grundy_solver::error::Result;
use grundy_solver::limits::{Budget, Cancel, Limits};
use grundy_solver::text::Message;

/// The most moves that are listed.
const LISTED: usize = 500;

/// Positions solved so far by the running search.
static POSITIONS: AtomicU64 = AtomicU64::new(0);

/// A task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Find the moves of the position, and whether the game is over.
    Look,
    /// Judge the latest move.
    Judge,
    /// Choose the engine's move.
    Engine,
    /// Give the next hint.
    Hint,
    /// Explain the position.
    Why,
    /// Find who can win.
    Standing,
    /// Find the next mistake; after the last move, search again from the start.
    NextMistake,
    /// Find who was winning at each place.
    Line,
    /// Parse a typed move.
    Read,
}

/// A task with all its data. Nothing is shared, so a cancelled task leaves no trace.
#[derive(Debug)]
pub struct Job {
    pub task: Task,
    pub session: Session,
    pub hints: Option<Hints>,
    /// For [`Task::Engine`].
    pub engine: Option<Engine>,
    /// For [`Task::Read`].
    pub typed: String,
}

/// Who was winning at one place, and whether the move to it was a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// `None` in a draw.
    pub winner: Option<Seat>,
    pub mistake: bool,
}

/// The result of a task.
#[derive(Debug)]
pub enum News {
    Place {
        end: Option<End>,
        moves: Vec<Choice>,
        all: bool,
    },
    Verdict(Verdict),
    Moved {
        seat: Seat,
        choice: Choice,
        engine: Engine,
    },
    Hint(Vec<Message>),
    /// The number of the mistake; the session is at the position before it.
    Mistake(Option<(usize, Verdict)>),
    Line(Vec<Mark>),
    Read(Choice),
}

/// The session and hints of the job, with what the search added to them.
#[derive(Debug)]
pub struct Found {
    pub session: Session,
    pub hints: Option<Hints>,
    pub news: News,
}

/// Runs a job.
pub fn work(job: Job, solver: &Solver, cancel: &Cancel) -> Result<Found> {
    let Job { task, mut session, mut hints, engine, typed } = job;
    let budget = Budget::new(solver.limits()).with_cancel(cancel.clone());
    let news = match task {
        Task::Look => {
            let end = session.end(solver)?;
            let (moves, all) = match &end {
                Some(_) => (vec![], true),
                None => choices(session.position(), LISTED, &budget)?,
            };
            News::Place { end, moves, all }
        }
        Task::Judge => News::Verdict(session.verdict(session.at(), solver)?),
        Task::Engine => {
            let mut engine = engine.unwrap_or_else(Engine::perfect);
            let (seat, choice) = (session.to_move(), engine.choose(&session, solver)?);
            session.play(choice.clone())?;
            News::Moved { seat, choice, engine }
        }
        Task::Hint => News::Hint(hints_of(&session, &mut hints, solver)?.give()),
        Task::Standing => News::Hint(vec![hints_of(&session, &mut hints, solver)?.standing()]),
        Task::Why => {
            let hints = hints_of(&session, &mut hints, solver)?;
            let mut steps = vec![hints.standing()];
            steps.extend(hints.reasons());
            News::Hint(steps)
        }
        Task::NextMistake => News::Mistake(next_mistake(&mut session, solver)?),
        Task::Line => {
            let mut line = Vec::new();
            for at in 0..=session.moves().len() {
                let winner = session.standing(at, solver)?.winner(Seat::after(at));
                let mistake = at > 0 && session.verdict(at, solver)?.is_mistake();
                line.push(Mark { winner, mistake });
            }
            News::Line(line)
        }
        Task::Read => News::Read(read(session.position(), &typed, &budget)?),
    };
    Ok(Found { session, hints, news })
}

fn hints_of<'a>(session: &Session, hints: &'a mut Option<Hints>, solver: &Solver) -> Result<&'a mut Hints> {
    let known = hints.take().filter(|hints| hints.position() == session.position());
    let fresh = match known {
        Some(known) => known,
        None => Hints::new(session.position(), solver)?,
    };
    Ok(hints.insert(fresh))
}

fn next_mistake(session: &mut Session, solver: &Solver) -> Result<Option<(usize, Verdict)>> {
    let mut number = session.next_mistake(solver)?;
    if number.is_none() {
        let mut again = session.clone();
        again.goto(0)?;
        number = again.next_mistake(solver)?;
    }
    let Some(number) = number else { return Ok(None) };
    session.goto(number - 1)?;
    Ok(Some((number, session.verdict(number, solver)?)))
}

/// The worker thread and its channels.
pub struct Background {
    jobs: Sender<(Job, Cancel)>,
    found: Receiver<Result<Found>>,
    cancel: Cancel,
}

impl Background {
    /// Starts the thread. It ends with this value or with the program.
    pub fn start(limits: Limits) -> Self {
        let (jobs, inbox) = mpsc::channel::<(Job, Cancel)>();
        let (outbox, found) = mpsc::channel();
        thread::spawn(move || {
            let solver = Solver::new(limits);
            let mut solver = solver.on_progress(|positions| POSITIONS.store(positions, Ordering::Relaxed));
            for (job, cancel) in inbox {
                solver = solver.cancelled_by(cancel.clone());
                if outbox.send(work(job, &solver, &cancel)).is_err() {
                    break;
                }
            }
        });
        Self { jobs, found, cancel: Cancel::default() }
    }

    /// Starts a job.
    pub fn begin(&mut self, job: Job) {
        POSITIONS.store(0, Ordering::Relaxed);
        self.cancel = Cancel::default();
        // If the thread has ended, `poll` reports it.
        let _ = self.jobs.send((job, self.cancel.clone()));
    }

    /// Cancels the job.
    pub fn stop(&self) {
        self.cancel.cancel();
    }

    /// The result, if it arrives within `wait`. `Err` if the thread has ended.
    pub fn poll(&self, wait: Duration) -> std::result::Result<Option<Result<Found>>, ()> {
        match self.found.recv_timeout(wait) {
            Ok(found) => Ok(Some(found)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(()),
        }
    }

    /// Positions solved so far.
    pub fn positions() -> u64 {
        POSITIONS.load(Ordering::Relaxed)
    }
}
