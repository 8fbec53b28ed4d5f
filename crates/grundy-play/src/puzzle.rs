//! Puzzles: positions in which few moves win, found at random near a given one.

use dashu_int::UBig;

use super::choice::choices;
use super::session::Session;
use super::standing::standing_of;
use grundy_core::answer::Outcome;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::position::Position;
use grundy_solver::Solver;

/// Maximum number of positions tried.
const TRIED: usize = 80;
/// Maximum number of solutions of a puzzle in the first half of the attempts.
const SOLUTIONS: u8 = 2;
/// Minimum number of moves of a puzzle.
const CHOICES: usize = 3;
/// Heaps are drawn from 1 to twice their original size, or to this number if it is greater.
const SMALL: u8 = 7;
/// Maximum number of moves played where heaps cannot be drawn.
const PLAYED: usize = 6;
/// Maximum number of moves from which one is drawn.
const MOVES: usize = 200;

/// A game that the player to move can win: other heaps under the same rules or, if heaps cannot be chosen
/// freely, some moves played from `start`. The same seed gives the same puzzle.
///
/// Errors: a limit was reached, or no puzzle was found.
pub fn puzzle(start: &Position, seed: u64, solver: &Solver) -> Result<Session> {
    let mut chance = fastrand::Rng::with_seed(seed);
    let budget = solver.budget();
    for attempt in 0..TRIED {
        budget.check_time()?;
        let session = match drawn(start, &mut chance) {
            Some(position) => Session::new(position),
            None => played(start, &mut chance, &budget)?,
        };
        if session.end(solver)?.is_some() {
            continue;
        }
        let position = session.position();
        let (options, _) = choices(position, CHOICES, &budget)?;
        if options.len() < CHOICES || standing_of(position, solver)?.outcome != Outcome::N {
            continue;
        }
        let solutions = solver.solve(position)?.moves_total;
        let few = solutions.is_some_and(|total| total <= UBig::from(SOLUTIONS));
        if few || attempt >= TRIED / 2 {
            return Ok(session);
        }
    }
    Err(Error::input("error.play-no-puzzle"))
}

/// The same rules with random heaps; `None` if heaps cannot be chosen freely.
fn drawn(start: &Position, chance: &mut fastrand::Rng) -> Option<Position> {
    let component = start.single()?;
    component.rules().filter(|rules| rules.goal().is_none() && !rules.is_ordered())?;
    let heaps = component.heaps().iter().map(|heap| {
        let most = (heap * UBig::from(2u8)).max(UBig::from(SMALL));
        // A heap beyond the range of the random numbers is bounded by that range.
        UBig::from(chance.u64(1..=u64::try_from(&most).unwrap_or(u64::MAX)))
    });
    let line = component.line(start.is_misere());
    Position::start(&line, heaps.collect()).ok()
}

/// Some random moves from the start.
fn played(start: &Position, chance: &mut fastrand::Rng, budget: &Budget) -> Result<Session> {
    let mut session = Session::new(start.clone());
    for _ in 0..chance.usize(0..=PLAYED) {
        let (mut moves, _) = choices(session.position(), MOVES, budget)?;
        if moves.is_empty() {
            break;
        }
        session.play(moves.swap_remove(chance.usize(0..moves.len())))?;
    }
    Ok(session)
}
