//! The limits of a question and the state it may reuse.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use grundy_solver::Solver;
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation::Reading;
use grundy_solver::sequence::Run;

use crate::watch::{self, Watch};

/// The time limit of a quick answer; the runtime's threads have other clients to serve.
const QUICK_TIME: Duration = Duration::from_millis(1);
/// The memory limit of a quick answer.
const QUICK_MEMORY: u64 = 2 << 20;
/// A thread discards its tables after this many quick answers. Together they stay below this number times the
/// memory limit of one answer.
const QUICK_ANSWERS: u32 = 64;

/// The most bytes that a solver keeps for a game session between two requests.
const REMEMBERED: u64 = 64 << 20;

/// The total digits of computed numbers in a request; a body has room for as many written-out digits.
pub const MOST_COMPUTED: usize = 1 << 20;

/// How numbers outside the game's text are parsed.
pub fn reading() -> Reading {
    Reading { computed: Some(MOST_COMPUTED), ..Reading::default() }
}

thread_local! {
    /// This thread's solver for quick answers, and the number of answers it has given.
    static WARM: RefCell<(Solver, u32)> = RefCell::new((quick_solver(), 0));
    /// The game of this thread's latest session request, with the solver that searched its earlier moves.
    static IN_PLAY: RefCell<Option<(String, Solver)>> = const { RefCell::new(None) };
}

fn quick_limits() -> Limits {
    Limits { memory: QUICK_MEMORY, time: Some(QUICK_TIME), threads: 1 }
}

/// Quick answers use known results only. A search that misses its deadline would block an I/O thread, and a
/// few such questions all of them.
fn quick_solver() -> Solver {
    Solver::new(quick_limits()).only_known(true)
}

/// The limits and the state of one question.
pub struct Work {
    /// Time, memory and threads.
    pub limits: Limits,
    /// Set when the client has disconnected.
    pub cancel: Cancel,
    /// Whether games may be scripts.
    scripts: bool,
    watch: Option<Arc<Watch>>,
}

impl Work {
    /// For a thread of the pool.
    pub fn new(limits: Limits, cancel: Cancel, watch: Arc<Watch>) -> Self {
        Self { limits, cancel, scripts: true, watch: Some(watch) }
    }

    /// For a question without a progress report.
    pub fn without_progress(limits: Limits) -> Self {
        Self::new(limits, Cancel::default(), Arc::default())
    }

    /// For a quick answer.
    pub fn quick() -> Self {
        Self { limits: quick_limits(), cancel: Cancel::default(), scripts: true, watch: None }
    }

    /// Sets whether games may be scripts.
    #[must_use]
    pub fn allow_scripts(self, scripts: bool) -> Self {
        Self { scripts, ..self }
    }

    /// How a game is parsed: it comes from a client, so it must not name files.
    pub fn reading(&self) -> Reading {
        Reading { limits: self.limits, scripts: self.scripts, ..reading() }
    }

    /// A new solver with these limits. The thread's solver for game sessions is freed first, so that a thread holds the
    /// memory of one question.
    pub fn solver(&self) -> Solver {
        IN_PLAY.take();
        self.prepared(Solver::new(self.limits))
    }

    fn prepared(&self, solver: Solver) -> Solver {
        solver.cancelled_by(self.cancel.clone()).on_progress(watch::report)
    }

    /// Calls `ask` with a solver for a game session. It reuses the solver of the thread's latest question if that was
    /// about the same game: its search already covers the positions after a move.
    pub fn ask_in_play<T>(&self, game: String, ask: impl FnOnce(&Solver) -> T) -> T {
        // Taken out during the call, so that a panic leaves none.
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

    /// Calls `ask` with a solver set up by `set`. A quick answer reuses the tables of earlier ones.
    pub fn ask<T>(&self, set: impl FnOnce(Solver) -> Solver, ask: impl FnOnce(&Solver) -> T) -> T {
        if self.watch.is_some() {
            return ask(&set(self.solver()));
        }
        WARM.with_borrow_mut(|(solver, answers)| {
            *answers += 1;
            if *answers > QUICK_ANSWERS {
                (*solver, *answers) = (quick_solver(), 0);
            }
            // Replaced during the call, so that a panic leaves a new one.
            let asked = set(std::mem::replace(solver, quick_solver()));
            let answer = ask(&asked);
            *solver = asked;
            answer
        })
    }

    /// Reports the progress of a run.
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

    /// Whether the solver for a question about `game` has earlier search results.
    fn remembers(work: &Work, game: &str) -> bool {
        work.ask_in_play(game.to_owned(), |solver| solver.search_cost().is_some())
    }

    #[test]
    fn a_game_in_play_is_remembered_until_the_thread_is_asked_something_else() {
        let work = Work::without_progress(Limits::default());
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
