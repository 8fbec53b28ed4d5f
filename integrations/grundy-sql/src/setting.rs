//! The settings of a session.

use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::text::Lang;

/// Language, limits and cancellation of a session.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// The language of titles and reasons.
    pub lang: Lang,
    /// Memory in bytes, half for the query and half for solvers; time for all statements of a script, or all
    /// shards of a job; threads.
    pub limits: Limits,
    /// Stops every solver of the session soon. It stays set, also after the time limit: sessions with this setting
    /// return nothing more, and the next script needs a setting with a new flag.
    pub cancel: Cancel,
    /// Whether the process does nothing else meanwhile. Then a script or a job ends when the process has grown by the
    /// memory of the limits, whoever took it: the engine does not count all that it keeps, such as the rows of a table.
    pub sole: bool,
}

impl Setting {
    /// How many threads the query may use, at least one.
    pub fn threads(&self) -> usize {
        match self.limits.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads => threads,
        }
    }

    /// The limits of all solvers together, each on one thread.
    pub fn limits_of_solvers(&self) -> Limits {
        Limits { memory: self.limits.memory / 2, threads: 1, ..self.limits }
    }

    /// The limits of one solver: one solver per thread runs in parallel, each on one thread.
    pub fn solver_limits(&self) -> Limits {
        let all = self.limits_of_solvers();
        Limits { memory: all.memory / self.threads() as u64, ..all }
    }
}
