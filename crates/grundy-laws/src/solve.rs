//! Positions and their answers.

use std::time::Duration;

use grundy_campaign::answers::check_position;
use grundy_campaign::solvers::Solvers;
use grundy_campaign::steps::Rechecked;
use grundy_campaign::truth::{oracle_budget, truth};
use grundy_solver::answer::Outcome;
use grundy_solver::error::ErrorKind;
use grundy_solver::explain::explain;
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::notation::parse_position;
use grundy_solver::oracle::Oracle;
use grundy_solver::position::Position;

use crate::sound;

/// The most moves of a game that are followed.
const FOLLOWED: usize = 3;
/// The longest text of a position that is compared with plain search.
const SMALL: usize = 300;
/// The time limit of plain search.
const PATIENCE: Duration = Duration::from_secs(2);

/// A position is answered or rejected with a limit. Winning moves win. If plain search finishes, every part
/// of the answer agrees with it.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let text = sound::text(data);
    let Ok(position) = parse_position(&text) else { return };
    if sound::has_long_numbers(&text) {
        return;
    }
    answered(&position);
    sound::consistent(&position, &sound::solver());
    // The campaign supports only games of the notation.
    if text.len() <= SMALL && !position.has_own() {
        compared(&position);
    }
}

/// Compares every part of the answer with plain search, as the campaign does.
fn compared(position: &Position) {
    // Few positions may have very many moves: first check that plain search finishes in time.
    let budget = oracle_budget();
    let timed = Budget::new(Limits { time: Some(PATIENCE), ..budget.limits() });
    if Oracle::new(position, &timed).verdict(position).is_err() {
        return;
    }
    let mut oracle = Oracle::new(position, &budget);
    let Some(truth) = truth(position, &mut oracle) else { return };
    let mut seen = Rechecked::default();
    if let Err(why) = check_position(position, &truth, &mut oracle, &Solvers::default(), &mut seen) {
        panic!("{position}: {why}");
    }
}

fn answered(position: &Position) {
    let solver = sound::solver();
    match solver.solve(position) {
        Ok(answer) => {
            sound::answer(&answer);
            if let Ok(outcome) = solver.outcome(position) {
                assert_eq!(outcome, answer.outcome, "{position}");
            }
        }
        Err(error) => sound::error(&error, None),
    }
    if let Ok(found) = solver.winning_turns(position, FOLLOWED)
        && !position.is_scoring()
    {
        let after = if found.outcome == Outcome::D { Outcome::D } else { Outcome::P };
        for turn in found.turns.iter().take(FOLLOWED) {
            let next = position.after(turn);
            match solver.outcome(&next) {
                Ok(outcome) => assert_eq!(outcome, after, "{position} to {next}"),
                Err(error) => assert_eq!(error.kind(), ErrorKind::Limit, "{next}: {error}"),
            }
        }
    }
    match explain(&solver, position, 2) {
        Ok(explanation) => {
            explanation.steps.iter().for_each(sound::sentence);
            for lang in sound::LANGS {
                sound::well_formed(&explanation.to_json(lang));
            }
        }
        Err(error) => sound::error(&error, None),
    }
}
