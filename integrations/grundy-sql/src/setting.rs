//! What the functions of one session keep to.

use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::text::Lang;

/// What a session says and what it may cost.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// The language of titles and reasons.
    pub lang: Lang,
    /// Memory in bytes, half of it for the query and half for solvers; time for all statements of a script, or
    /// all shards of a job; threads.
    pub limits: Limits,
    /// Stops every solver of the session soon. It stays set, also when the time is up: sessions of this setting give
    /// nothing more, and the next script needs a setting with a flag of its own.
    pub cancel: Cancel,
}

impl Setting {
    /// How many threads the query may use, at least one.
    pub fn threads(&self) -> usize {
        match self.limits.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads => threads,
        }
    }

    /// What all solvers may cost together, each on one thread.
    pub fn limits_of_solvers(&self) -> Limits {
        Limits { memory: self.limits.memory / 2, threads: 1, ..self.limits }
    }

    /// What one solver may cost: as many as there are threads work side by side, each on one thread.
    pub fn solver_limits(&self) -> Limits {
        let all = self.limits_of_solvers();
        Limits { memory: all.memory / self.threads() as u64, ..all }
    }
}
