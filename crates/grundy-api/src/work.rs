//! What a question may use while it is computed.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use grundy_solver::Solver;
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation::Reading;
use grundy_solver::sequence::Run;

use crate::watch::{self, Watch};

/// An answer on the spot may take so long; the runtime's threads have other clients to serve.
const QUICK_TIME: Duration = Duration::from_millis(1);
/// And so much memory.
const QUICK_MEMORY: u64 = 2 << 20;
/// The tables a thread keeps from one quick answer to the next are thrown away after so many: together
/// they stay below the memory of so many answers.
const QUICK_ANSWERS: u32 = 64;

/// What a solver remembers of a game in play between two requests takes no more bytes than this.
const REMEMBERED: u64 = 64 << 20;

/// Numbers computed in a request have no more digits together than those that are written out can have in a body.
pub const MOST_COMPUTED: usize = 1 << 20;

/// How numbers are read that stand beside a game.
pub fn reading() -> Reading {
    Reading { computed: Some(MOST_COMPUTED), ..Reading::default() }
}

thread_local! {
    /// This thread's solver for quick answers, and how many it has given.
    static WARM: RefCell<(Solver, u32)> = RefCell::new((quick_solver(), 0));
    /// The game that this thread was asked about last while it was played, with the solver that knows its earlier moves.
    static IN_PLAY: RefCell<Option<(String, Solver)>> = const { RefCell::new(None) };
}

fn quick_limits() -> Limits {
    Limits { memory: QUICK_MEMORY, time: Some(QUICK_TIME), threads: 1 }
}

/// On the spot only what is known is answered. A search that misses its end would take with it a thread that
/// speaks with clients, and a few such questions all of them.
fn quick_solver() -> Solver {
    Solver::new(quick_limits()).only_known(true)
}

/// The means of one question.
pub struct Work {
    /// Time, memory and threads.
    pub limits: Limits,
    /// Set when the client has left.
    pub cancel: Cancel,
    /// May games be scripts?
    scripts: bool,
    watch: Option<Arc<Watch>>,
}

impl Work {
    /// For a thread of the pool.
    pub fn new(limits: Limits, cancel: Cancel, watch: Arc<Watch>) -> Self {
        Self { limits, cancel, scripts: true, watch: Some(watch) }
    }

    /// For a question whose progress nobody looks at.
    pub fn alone(limits: Limits) -> Self {
        Self::new(limits, Cancel::default(), Arc::default())
    }

    /// For an answer on the spot.
    pub fn quick() -> Self {
        Self { limits: quick_limits(), cancel: Cancel::default(), scripts: true, watch: None }
    }

    /// The same, where games may be scripts or may not.
    #[must_use]
    pub fn allow_scripts(self, scripts: bool) -> Self {
        Self { scripts, ..self }
    }

    /// How a game is read: it came from elsewhere, so it names no files.
    pub fn reading(&self) -> Reading {
        Reading { limits: self.limits, scripts: self.scripts, ..reading() }
    }

    /// A new solver within these means. What the thread remembers of a game in play is freed first, so that a thread holds
    /// the memory of one question.
    pub fn solver(&self) -> Solver {
        IN_PLAY.take();
        self.prepared(Solver::new(self.limits))
    }

    fn prepared(&self, solver: Solver) -> Solver {
        solver.cancelled_by(self.cancel.clone()).on_progress(watch::report)
    }

    /// Asks about a game in play. The solver is the one of the thread's latest question, if that was about the same game:
    /// the positions after a move were searched with those before it.
    pub fn ask_in_play<T>(&self, game: String, ask: impl FnOnce(&Solver) -> T) -> T {
        // Taken out while it is asked: a panic leaves none.
        let solver = match IN_PLAY.take() {
            Some((known, solver)) if known == game => self.prepared(solver.within(self.limits)),
            _ => self.prepared(Solver::new(self.limits)),
        };
        let answer = ask(&solver);
        if solver.search_cost().is_none_or(|cost| cost.bytes <= REMEMBERED) {
            IN_PLAY.set(Some((game, solver)));
        }
        answer
    }

    /// Asks a solver set up by `set`. On the spot it is one that knows the tables of earlier answers.
    pub fn ask<T>(&self, set: impl FnOnce(Solver) -> Solver, ask: impl FnOnce(&Solver) -> T) -> T {
        if self.watch.is_some() {
            return ask(&set(self.solver()));
        }
        WARM.with_borrow_mut(|(solver, answers)| {
            *answers += 1;
            if *answers > QUICK_ANSWERS {
                (*solver, *answers) = (quick_solver(), 0);
            }
            // Away while it is asked: a panic leaves a new one.
            let asked = set(std::mem::replace(solver, quick_solver()));
            let answer = ask(&asked);
            *solver = asked;
            answer
        })
    }

    /// Tells how far a run is.
    pub fn see(&self, run: &Run) {
        if let Some(watch) = &self.watch {
            watch.count(run.length() as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy_solver::notation::parse_position;

    use super::*;

    /// Whether the solver for a question about `game` remembers a search.
    fn remembers(work: &Work, game: &str) -> bool {
        work.ask_in_play(game.to_owned(), |solver| solver.search_cost().is_some())
    }

    #[test]
    fn a_game_in_play_is_remembered_until_the_thread_is_asked_something_else() {
        let work = Work::alone(Limits::default());
        let game = "take any or take any from 2 heaps; win most[6, 7, 8]".to_owned();
        let position = parse_position(&game).unwrap();
        work.ask_in_play(game.clone(), |solver| solver.solve(&position).unwrap());
        assert!(remembers(&work, &game));
        assert!(!remembers(&work, "another game"));
        assert!(!remembers(&work, &game));
        work.ask_in_play(game.clone(), |solver| solver.solve(&position).unwrap());
        let _ = work.solver();
        assert!(!remembers(&work, &game));
    }
}
