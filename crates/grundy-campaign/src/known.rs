//! Results of plain search for positions of one game, cached.

use dashu_int::{IBig, UBig};
use grundy_solver::Outcome;
use grundy_solver::limits::Budget;
use grundy_solver::notation::GameLine;
use grundy_solver::oracle::{Oracle, Verdict};
use grundy_solver::position::Position;

use crate::truth::{margin_of, outcome_of, value_of};

/// Positions of one game and their results by plain search.
pub struct Plain<'a> {
    line: &'a GameLine,
    oracle: Oracle<'a>,
}

/// The results for one position.
pub struct Known {
    /// The position.
    pub position: Position,
    /// The outcome.
    pub outcome: Outcome,
    /// The Grundy value, if there is one.
    pub value: Option<UBig>,
    /// In scoring games, the final lead of the player to move.
    pub margin: Option<IBig>,
    /// The number of moves to the end under best play.
    pub remoteness: u64,
}

impl<'a> Plain<'a> {
    /// A cache for the game of `root`, which is that of `line`.
    pub fn new(root: &Position, line: &'a GameLine, budget: &'a Budget) -> Self {
        Self { line, oracle: Oracle::new(root, budget) }
    }

    /// `None` if these heaps are not a position of the game, or too much for plain search.
    pub fn known(&mut self, heaps: &[usize]) -> Option<Known> {
        let heaps = heaps.iter().map(|&heap| UBig::from(heap)).collect();
        let position = Position::start(self.line, heaps).ok()?;
        let verdict: Verdict = self.oracle.verdict(&position).ok()?;
        let scoring = position.is_scoring();
        Some(Known {
            outcome: outcome_of(&position, &verdict),
            value: value_of(&position, &verdict),
            margin: scoring.then(|| margin_of(&position, &verdict)),
            remoteness: verdict.remoteness.into(),
            position,
        })
    }

    /// The result of each winning move, in ascending order and without empty heaps.
    pub fn winning(&mut self, known: &Known) -> Option<Vec<Vec<UBig>>> {
        let truth = crate::truth::truth(&known.position, &mut self.oracle)?;
        Some(truth.winning.keys().map(|key| bare(key[0].1.clone())).collect())
    }
}

/// Heaps in ascending order, without empty ones.
pub fn bare(mut heaps: Vec<UBig>) -> Vec<UBig> {
    heaps.retain(|heap| *heap != UBig::ZERO);
    heaps.sort_unstable();
    heaps
}
