//! Puzzles: a position that is won by few of its moves, found by chance near a given one.

use dashu_int::UBig;

use super::choice::choices;
use super::session::Session;
use super::standing::standing_of;
use grundy_core::answer::Outcome;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::position::Position;
use grundy_solver::Solver;

/// So many positions are tried.
const TRIED: usize = 80;
/// In the first half of them a puzzle has at most so many solutions.
const SOLUTIONS: u8 = 2;
/// And always at least so many moves to choose from.
const CHOICES: usize = 3;
/// Heaps are drawn from 1 to twice what they were, and never from less than this.
const SMALL: u8 = 7;
/// Where heaps cannot be drawn, so many moves are played at most.
const PLAYED: usize = 6;
/// Moves among which one is drawn.
const MOVES: usize = 200;

/// A game in which the player to move has a win to find: other heaps under the same rules or, where heaps
/// are not free to choose, some moves played from `start`. The same seed gives the same puzzle.
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

/// The same rules with other heaps; none where heaps are no free choice.
fn drawn(start: &Position, chance: &mut fastrand::Rng) -> Option<Position> {
    let component = start.single()?;
    component.rules().filter(|rules| rules.goal().is_none() && !rules.is_ordered())?;
    let heaps = component.heaps().iter().map(|heap| {
        let most = (heap * UBig::from(2u8)).max(UBig::from(SMALL));
        // Beyond what chance can draw from, the size itself is as good a bound as any.
        UBig::from(chance.u64(1..=u64::try_from(&most).unwrap_or(u64::MAX)))
    });
    let line = component.line(start.is_misere());
    Position::start(&line, heaps.collect()).ok()
}

/// Some moves from the start, by chance.
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
