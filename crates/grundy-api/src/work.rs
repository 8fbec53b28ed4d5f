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

/// Numbers computed in a request have no more digits together than those that are written out can have in a body.
pub const MOST_COMPUTED: usize = 1 << 20;

/// How numbers are read that stand beside a game.
pub fn reading() -> Reading {
    Reading { computed: Some(MOST_COMPUTED), ..Reading::default() }
}

thread_local! {
    /// This thread's solver for quick answers, and how many it has given.
    static WARM: RefCell<(Solver, u32)> = RefCell::new((quick_solver(), 0));
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

    /// A new solver within these means.
    pub fn solver(&self) -> Solver {
        Solver::new(self.limits).cancelled_by(self.cancel.clone()).on_progress(watch::report)
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
