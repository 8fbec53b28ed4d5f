//! One round: a position as text, everything that is asked about it, and about the positions below it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use grundy::notation::parse_position;
use grundy::oracle::Oracle;

use crate::answers::check_position;
use crate::around::check_around;
use crate::reread::{check_refused, check_reread};
use crate::solvers::Solvers;
use crate::steps::Rechecked;
use crate::truth::{oracle_budget, truth};

/// What a round compared.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// The method that answered.
    pub method: &'static str,
    /// Positions whose outcome was compared, the first one included.
    pub positions: u64,
    /// Did the second reading of the notation answer too?
    pub read_twice: bool,
}

/// Compares what is said about the position `text` with plain search.
///
/// `Ok(None)` where the text is no position or its plain search is too long. An error says what disagrees;
/// a panic is one too.
pub fn check(text: &str, solvers: &Solvers, steps: &mut Rechecked) -> Result<Option<Compared>, String> {
    catch_unwind(AssertUnwindSafe(|| check_unguarded(text, solvers, steps)))
        .unwrap_or_else(|_| Err("panicked".into()))
}

fn check_unguarded(text: &str, solvers: &Solvers, steps: &mut Rechecked) -> Result<Option<Compared>, String> {
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
    Ok(Some(Compared { method, positions, read_twice }))
}
