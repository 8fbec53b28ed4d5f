//! The two solvers that answer a round: what they keep between questions is tried too.

use grundy_solver::Solver;

/// How long the list is that the insistent solver is asked for, so that lists are cut.
pub const CUT: usize = 2;

/// One solver that lists every move, and one that insists on values and cuts its lists.
#[derive(Debug)]
pub struct Solvers {
    /// Lists every winning move.
    pub plain: Solver,
    /// Insists on values, and lists [`CUT`] moves.
    pub insistent: Solver,
}

impl Default for Solvers {
    fn default() -> Self {
        Self {
            plain: Solver::default().list_moves(usize::MAX),
            insistent: Solver::default().insist_on_value(true).list_moves(CUT),
        }
    }
}
