//! Solvers with the tables they have made, a few for each thread: a solver belongs to one.

use std::cell::RefCell;

use grundy_solver::Solver;

/// How many games a thread remembers the tables of.
const KEPT: usize = 8;
/// The solver of questions given as text is begun anew after so many, so that its tables stay few.
const QUESTIONS: u32 = 256;

/// Whose tables: a number for each game, or questions as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Game(u64),
    Text,
}

thread_local! {
    /// The latest last, each with the number of questions it has answered.
    static SOLVERS: RefCell<Vec<(Key, Solver, u32)>> = const { RefCell::new(Vec::new()) };
}

/// Asks the solver that knows the tables of `key`, set up by `set`.
///
/// While it is asked it is not in the list, so that rules in Python may ask questions of their own.
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

/// Forgets the tables of a game that is no more.
pub fn forget(key: Key) {
    // At the end of a thread there may be no list any more.
    let _ = SOLVERS.try_with(|all| {
        if let Ok(mut all) = all.try_borrow_mut() {
            all.retain(|(known, _, _)| *known != key);
        }
    });
}
