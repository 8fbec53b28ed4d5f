//! One round: every question about a position, and about the positions below it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use grundy_solver::notation::parse_position;
use grundy_solver::oracle::Oracle;

use crate::answers::check_position;
use crate::around::check_around;
use crate::game::{Whole, check_game};
use crate::own::check_own;
use crate::reread::{check_refused, check_reread};
use crate::solvers::Solvers;
use crate::steps::Rechecked;
use crate::truth::{oracle_budget, truth};

/// What a round compared.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// The method that answered.
    pub method: &'static str,
    /// Positions whose outcome was compared, including the first one.
    pub positions: u64,
    /// Whether the second implementation of the notation answered too.
    pub read_twice: bool,
    /// What was compared about the game as a whole.
    pub whole: Whole,
}

/// The extent of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The position and those below it.
    Position,
    /// The game as a whole too: its table, its values, its law.
    Game,
}

/// Compares the answers about the position `text` with plain search.
///
/// `Ok(None)` if the text is not a position or its plain search is too long. An error states the
/// disagreement; a panic counts as one too.
pub fn check(
    text: &str,
    scope: Scope,
    solvers: &Solvers,
    steps: &mut Rechecked,
) -> Result<Option<Compared>, String> {
    catch_unwind(AssertUnwindSafe(|| check_unguarded(text, scope, solvers, steps)))
        .unwrap_or_else(|_| Err("panicked".into()))
}

fn check_unguarded(
    text: &str,
    scope: Scope,
    solvers: &Solvers,
    steps: &mut Rechecked,
) -> Result<Option<Compared>, String> {
    if let Some(positions) = check_own(text)? {
        return Ok(Some(Compared { method: "own", positions, read_twice: true, whole: Whole::default() }));
    }
    let position = match parse_position(text) {
        Ok(position) => position,
        Err(why) => return check_refused(text, &why).map(|()| None),
    };
    let budget = oracle_budget();
    let mut oracle = Oracle::new(&position, &budget);
    let Some(truth) = truth(&position, &mut oracle) else { return Ok(None) };
    let method = check_position(&position, &truth, &mut oracle, solvers, steps)?;
    let read_twice = check_reread(text, &position, &truth, &mut oracle)?;
    let positions = check_around(&position, &oracle, solvers)?.max(1);
    let whole = if scope == Scope::Game { check_game(&position)? } else { Whole::default() };
    Ok(Some(Compared { method, positions, read_twice, whole }))
}
