//! The two solvers of a round; sharing them between questions tests their caches too.

use grundy_solver::Solver;

/// The list limit of the insistent solver, small enough that lists are cut.
pub const CUT: usize = 2;

/// One solver that lists every move, and one that always computes values and cuts its
/// lists.
#[derive(Debug)]
pub struct Solvers {
    /// Lists every winning move.
    pub plain: Solver,
    /// Always computes values, and lists [`CUT`] moves.
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
