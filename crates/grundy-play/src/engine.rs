//! An opponent: perfect, or with a given mistake rate; in a lost position it resists longest.

use dashu_int::UBig;

use super::choice::{Choice, best_choices, choices};
use super::session::Session;
use super::standing::standing_of;
use grundy_core::answer::Outcome;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Position};
use grundy_solver::Solver;

/// Maximum number of moves compared to find the one that resists longest, or wins soonest.
const COMPARED: usize = 60;
/// Maximum number of moves tried to find a mistake.
const TRIED: usize = 20;
/// Maximum number of moves from which mistakes are chosen.
const MISTAKES_AMONG: usize = 1000;

/// Chooses moves. The same seed and the same positions give the same moves.
#[derive(Clone, Debug)]
pub struct Engine {
    /// Mistake rate, percent.
    mistakes: u8,
    chance: fastrand::Rng,
}

impl Engine {
    /// An engine that makes no mistakes.
    pub fn perfect() -> Self {
        Self::new(0, 0)
    }

    /// An engine with a mistake rate of `mistakes` percent, in positions where a mistake is
    /// possible.
    pub fn new(mistakes: u8, seed: u64) -> Self {
        Self { mistakes, chance: fastrand::Rng::with_seed(seed) }
    }

    /// The move to play; an error if the game is over.
    ///
    /// A won position stays won. In games where positions may recur the engine takes the shortest
    /// way to the end; other games always end. If all moves lose, it plays the one after which the
    /// game lasts longest, if that is known; otherwise one that leaves the opponent few winning
    /// moves and many stones.
    pub fn choose(&mut self, session: &Session, solver: &Solver) -> Result<Choice> {
        let position = session.position();
        if self.mistakes > 0
            && self.chance.u8(0..100) < self.mistakes
            && let Some(mistake) = self.mistake(position, solver)?
        {
            return Ok(mistake);
        }
        let budget = solver.budget();
        let standing = standing_of(position, solver)?;
        if standing.margin.is_none() && standing.outcome == Outcome::P {
            return resistance(position, solver, &budget);
        }
        let hurries = position.has_own() && standing.outcome == Outcome::N;
        let most = if hurries { COMPARED } else { 1 };
        let mut best: Option<((bool, Option<UBig>), Choice)> = None;
        for choice in best_choices(position, most, solver)? {
            let key = if hurries {
                let next = choice.result();
                let remoteness = solver.solve(&next)?.remoteness;
                (session.positions()[..=session.at()].contains(&next), remoteness)
            } else {
                (false, None)
            };
            if best.as_ref().is_none_or(|(known, _)| key < *known) {
                best = Some((key, choice));
            }
        }
        match best {
            Some((_, choice)) => Ok(choice),
            None => resistance(position, solver, &budget),
        }
    }

    /// A random move that worsens the result, if one is found.
    fn mistake(&mut self, position: &Position, solver: &Solver) -> Result<Option<Choice>> {
        let before = standing_of(position, solver)?;
        let budget = solver.budget();
        let (mut moves, _) = choices(position, MISTAKES_AMONG, &budget)?;
        self.chance.shuffle(&mut moves);
        for choice in moves.into_iter().take(TRIED) {
            if before.is_worsened_by(&standing_of(&choice.result(), solver)?) {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }
}

/// How hard a move makes it to win; greater is harder.
type Resistance = (Option<UBig>, std::cmp::Reverse<Option<UBig>>, UBig);

/// Of moves that all lose, the one after which the game lasts longest or is hardest to win.
pub(super) fn resistance(position: &Position, solver: &Solver, budget: &Budget) -> Result<Choice> {
    let (moves, _) = choices(position, COMPARED, budget)?;
    let mut best: Option<(Resistance, Choice)> = None;
    for choice in moves {
        let next = choice.result();
        let answer = solver.solve(&next)?;
        let stones = next.components().iter().flat_map(Component::heaps).sum::<UBig>();
        // An unknown number of winning moves counts as many.
        let replies = answer.moves_total.map(|total| total + UBig::ONE);
        let replies = replies.or_else(|| Some(UBig::from(u64::MAX)));
        let key = (answer.remoteness, std::cmp::Reverse(replies), stones);
        if best.as_ref().is_none_or(|(known, _)| key > *known) {
            best = Some((key, choice));
        }
    }
    best.map(|(_, choice)| choice).ok_or_else(|| Error::input("error.play-over"))
}
