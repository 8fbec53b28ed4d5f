//! The players, and the standing of a position for the player to move.

use dashu_int::IBig;
use grundy_core::answer::Outcome;
use grundy_core::error::Result;
use grundy_core::position::Position;
use grundy_solver::Solver;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}

impl Seat {
    /// The player to move after this many moves.
    pub fn after(moves: usize) -> Self {
        if moves.is_multiple_of(2) { Self::First } else { Self::Second }
    }

    /// The other player.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 1 or 2.
    pub fn number(self) -> u8 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }
}

/// The result of a position for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who wins.
    pub outcome: Outcome,
    /// In scoring games, the final lead of the player to move.
    pub margin: Option<IBig>,
}

impl Standing {
    /// The winner if `to_move` is to move; `None` in a draw.
    pub fn winner(&self, to_move: Seat) -> Option<Seat> {
        match self.outcome {
            Outcome::N => Some(to_move),
            Outcome::P => Some(to_move.other()),
            Outcome::D => None,
        }
    }

    /// Whether a move from here to `next` worsens the result.
    pub(super) fn is_worsened_by(&self, next: &Self) -> bool {
        match (&self.margin, &next.margin) {
            (Some(before), Some(after)) => -after < *before,
            _ => rank(self.outcome) > rank(next.outcome.reversed()),
        }
    }
}

/// The rank of an outcome for the player to move; greater is better.
fn rank(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::P => 0,
        Outcome::D => 1,
        Outcome::N => 2,
    }
}

/// The standing of a position.
pub(super) fn standing_of(position: &Position, solver: &Solver) -> Result<Standing> {
    if position.is_scoring() {
        let answer = solver.winning_turns(position, 1)?;
        return Ok(Standing { outcome: answer.outcome, margin: answer.margin });
    }
    Ok(Standing { outcome: solver.outcome(position)?, margin: None })
}
