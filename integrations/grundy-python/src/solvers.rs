//! Solvers with their tables, a few for each thread: a solver belongs to one thread.

use std::cell::RefCell;

use grundy_solver::Solver;

/// The number of games whose tables a thread keeps.
const KEPT: usize = 8;
/// The solver for questions given as text is replaced after this many, which bounds its tables.
const QUESTIONS: u32 = 256;

/// The owner of tables: a game by its number, or all questions given as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Game(u64),
    Text,
}

thread_local! {
    /// The latest solver last, each with the number of questions it has answered.
    static SOLVERS: RefCell<Vec<(Key, Solver, u32)>> = const { RefCell::new(Vec::new()) };
}

/// Calls `ask` with the solver that holds the tables of `key`, set up by `set`.
///
/// During the call the solver is not in the list, so that rules in Python may ask questions of
/// their own.
pub fn ask<T>(key: Key, set: impl FnOnce(Solver) -> Solver, ask: impl FnOnce(&Solver) -> T) -> T {
    let kept = SOLVERS.with_borrow_mut(|all| {
        let at = all.iter().rposition(|(known, _, _)| *known == key)?;
        Some(all.remove(at))
    });
    let (solver, questions) =
        kept.map_or_else(Default::default, |(_, solver, questions)| (solver, questions));
    let solver = set(solver);
    let answer = ask(&solver);
    let worn = key == Key::Text && questions >= QUESTIONS;
    if !worn {
        SOLVERS.with_borrow_mut(|all| {
            if all.len() >= KEPT {
                all.remove(0);
            }
            all.push((key, solver, questions + 1));
        });
    }
    answer
}

/// Drops the tables of a game that no longer exists.
pub fn forget(key: Key) {
    // While a thread ends, the list may already be dropped.
    let _ = SOLVERS.try_with(|all| {
        if let Ok(mut all) = all.try_borrow_mut() {
            all.retain(|(known, _, _)| *known != key);
        }
    });
}
