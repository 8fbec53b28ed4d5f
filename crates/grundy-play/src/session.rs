//! A game session: the line of play, the present place in it, and the end of the game.

use dashu_int::IBig;

use super::choice::Choice;
use super::standing::{Seat, Standing, standing_of};
use super::verdict::Verdict;
use grundy_core::error::{Error, Result};
use grundy_core::position::Position;
use grundy_solver::Solver;

/// In loopy games, number of occurrences of a position that makes a draw.
const REPETITIONS: usize = 3;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// One player won; in scoring games by a number of stones.
    Won {
        /// Who.
        winner: Seat,
        /// Stones ahead.
        by: Option<IBig>,
    },
    /// Nobody won.
    Drawn,
    /// The same position came up for the third time: a draw.
    Repeated,
}

impl End {
    /// Who won.
    pub fn winner(&self) -> Option<Seat> {
        match self {
            Self::Won { winner, .. } => Some(*winner),
            Self::Drawn | Self::Repeated => None,
        }
    }
}

/// A game in progress. Moves after the present place are kept until another move is played there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The positions; one more than there are moves.
    positions: Vec<Position>,
    /// The cached standing of each position.
    standings: Vec<Option<Standing>>,
    moves: Vec<Choice>,
    at: usize,
}

impl Session {
    /// A game that starts at this position.
    pub fn new(start: Position) -> Self {
        Self { positions: vec![start], standings: vec![None], moves: vec![], at: 0 }
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.positions[self.at]
    }

    /// Number of moves from the start to the present position.
    pub fn at(&self) -> usize {
        self.at
    }

    /// All moves, including those that were taken back.
    pub fn moves(&self) -> &[Choice] {
        &self.moves
    }

    /// All positions, from the start; one more than there are moves.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The player to move.
    pub fn to_move(&self) -> Seat {
        Seat::after(self.at)
    }

    /// Plays a move and discards those that were taken back. Fails for a move of another position, and then
    /// changes nothing.
    pub fn play(&mut self, choice: Choice) -> Result<()> {
        if choice.from() != self.position() {
            return Err(Error::input("error.play-elsewhere"));
        }
        self.positions.truncate(self.at + 1);
        self.standings.truncate(self.at + 1);
        self.moves.truncate(self.at);
        self.positions.push(choice.result());
        self.standings.push(None);
        self.moves.push(choice);
        self.at += 1;
        Ok(())
    }

    /// Takes the latest move back, if any.
    pub fn undo(&mut self) -> bool {
        let can = self.at > 0;
        self.at -= usize::from(can);
        can
    }

    /// Plays the next move that was taken back, if any.
    pub fn redo(&mut self) -> bool {
        let can = self.at < self.moves.len();
        self.at += usize::from(can);
        can
    }

    /// Jumps to the position after `moves` moves.
    pub fn goto(&mut self, moves: usize) -> Result<()> {
        if moves > self.moves.len() {
            return Err(Error::input("error.play-goto").with("most", self.moves.len()));
        }
        self.at = moves;
        Ok(())
    }

    /// The standing after this many moves; the solver is called once and the result cached.
    pub fn standing(&mut self, moves: usize, solver: &Solver) -> Result<Standing> {
        let Some(position) = self.positions.get(moves) else {
            return Err(Error::input("error.play-goto").with("most", self.moves.len()));
        };
        if let Some(known) = &self.standings[moves] {
            return Ok(known.clone());
        }
        let standing = standing_of(position, solver)?;
        self.standings[moves] = Some(standing.clone());
        Ok(standing)
    }

    /// How the game ended, if it did.
    pub fn end(&self, solver: &Solver) -> Result<Option<End>> {
        let position = self.position();
        let budget = solver.budget();
        let decreed = match position.single() {
            Some(component) => component.game.ending(component.heaps(), &budget)?.is_some(),
            None => false,
        };
        if decreed || !position.has_turn(&budget)? {
            let standing = standing_of(position, solver)?;
            return Ok(Some(match standing.winner(self.to_move()) {
                Some(winner) => {
                    let by = standing.margin.map(|margin| if margin < IBig::ZERO { -margin } else { margin });
                    End::Won { winner, by }
                }
                None => End::Drawn,
            }));
        }
        let before = &self.positions[..=self.at];
        let repeated = position.has_own() && before.iter().filter(|p| *p == position).count() >= REPETITIONS;
        Ok(repeated.then_some(End::Repeated))
    }

    /// The verdict on the move with this number (from 1).
    pub fn verdict(&mut self, number: usize, solver: &Solver) -> Result<Verdict> {
        let Some(before) = number.checked_sub(1).filter(|before| *before < self.moves.len()) else {
            return Err(Error::input("error.play-goto").with("most", self.moves.len()));
        };
        let standings = (self.standing(before, solver)?, self.standing(number, solver)?);
        Verdict::new(standings, &self.positions[number], solver)
    }

    /// The number (from 1) of the first mistake after the present place.
    pub fn next_mistake(&mut self, solver: &Solver) -> Result<Option<usize>> {
        for number in self.at + 1..=self.moves.len() {
            let before = self.standing(number - 1, solver)?;
            if before.is_worsened_by(&self.standing(number, solver)?) {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}
