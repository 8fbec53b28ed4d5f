//! Games of two heaps: what is known of the law of `take A or take B from 2 heaps`.

use std::time::{Duration, Instant};

use super::{LawOf, Row};
use crate::method::{Applied, Basis};
use crate::recognise::Known;
use grundy_core::error::{Error, Result};
use grundy_core::limits::{Budget, Cancel, Limits};
use grundy_core::notation::GameLine;
use grundy_core::position::Position;
use grundy_proof::{Effort, Question, find};

/// Sets of amounts in their usual notation.
pub const SETS: [&str; 40] = [
    "any",
    "odd",
    "even",
    "1",
    "2",
    "3",
    "4",
    "1..2",
    "1..3",
    "1..4",
    "1..5",
    "2..3",
    "2..4",
    "3..4",
    "2..",
    "3..",
    "4..",
    "5..",
    "1, 3",
    "1, 4",
    "2, 4",
    "1, 2, 4",
    "1, 3, 4",
    "1, 3, 5",
    "any except 2",
    "any except 3",
    "any except 4",
    "any except 1, 3",
    "any except 2, 3",
    "odd except 1",
    "odd except 3",
    "even except 2",
    "1, even",
    "2, odd",
    "multiples of 3",
    "multiples of 4",
    "any except multiples of 3",
    "any except multiples of 4",
    "1..n/2",
    "powers of 2",
];

/// Most positions of a table by default.
pub const POSITIONS: u64 = 300_000;
/// Time limit of one rule.
const TIME: Duration = Duration::from_secs(10);
/// A position that a theorem must answer to be one about two heaps.
const SAMPLE: [u32; 2] = [3, 5];

/// The row of a rule: a theorem, or a law that is proved by an automaton.
pub fn row(line: &GameLine, limit: u64, limits: Limits, cancel: &Cancel) -> Result<Row> {
    let started = Instant::now();
    let budget = Budget::new(limits).with_cancel(cancel.clone());
    budget.check_time()?;
    let (mut status, mut proof, mut found) = ("none", None, None);
    if let Some(basis) = theorem(line, &budget)? {
        (status, proof) = ("theorem", basis.reference().map(str::to_owned));
    } else {
        let rules = line.game.rules().ok_or_else(|| Error::input("error.sweep-misere"))?.clone();
        let question = Question { rules, heaps: 2, misere: line.misere };
        let positions = usize::try_from(limit).unwrap_or(usize::MAX);
        let effort = Effort { time: Some(TIME), positions, ..Effort::default() };
        found = find(&question, &effort).ok().and_then(|found| found.law);
        if found.is_some() {
            status = "proved";
        }
    }
    let law = LawOf {
        status: status.to_owned(),
        numeration: found.as_ref().map(|law| law.numeration().id()),
        states: found.as_ref().map(|law| law.lost().states() as u64),
        milliseconds: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    };
    Ok(Row { rule: line.spelled.to_string(), law: Some(law), proof, ..Row::default() })
}

/// The theorem that decides two heaps of these rules, if there is one.
fn theorem(line: &GameLine, budget: &Budget) -> Result<Option<Basis>> {
    let Ok(position) = Position::start(line, SAMPLE.map(Into::into).to_vec()) else { return Ok(None) };
    let Some(component) = position.single() else { return Ok(None) };
    let recognised = Known::default().of(&line.game, line.misere);
    for method in recognised.methods() {
        let basis = method.basis();
        if matches!(basis, Basis::Theorem(_))
            && let Applied::Yes(_) = method.solve(component, budget)?
        {
            return Ok(Some(basis));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::Family;
    use grundy_core::notation::parse_game;

    #[test]
    fn sets_are_rules_and_no_two_are_the_same() {
        let rules: Vec<_> = SETS
            .iter()
            .map(|set| {
                parse_game(&format!("take {set}"))
                    .unwrap_or_else(|e| panic!("{set}: {e}"))
                    .game
                    .rules()
                    .cloned()
                    .unwrap()
            })
            .collect();
        for (at, rule) in rules.iter().enumerate() {
            assert!(!rules[..at].contains(rule), "{}", SETS[at]);
        }
        let family = Family::two_heaps(40).unwrap();
        assert_eq!(family.count(), 1600);
        assert_eq!(family.member(41).unwrap().rule, "take odd or take odd from 2 heaps");
        assert!(family.member(1600).is_none());
        assert!(Family::two_heaps(41).is_err() && Family::two_heaps(0).is_err());
    }

    #[test]
    fn a_row_says_how_the_law_is_known() {
        let row = |rules: &str| {
            row(&parse_game(rules).unwrap(), 40_000, Limits::default(), &Cancel::default()).unwrap()
        };
        let law = row("take any or take odd from 2 heaps").law.unwrap();
        assert_eq!(
            (law.status.as_str(), law.numeration.as_deref(), law.states),
            ("proved", Some("b3"), Some(5))
        );
        let wythoff = row("take any or take any from 2 heaps");
        assert_eq!(wythoff.law.as_ref().unwrap().status, "theorem");
        assert_eq!(wythoff.proof.as_deref(), Some("W. A. Wythoff 1907"));
        assert_eq!(Row::from_json(&wythoff.to_json()), Some(wythoff));
        let none = row("take primes or take 1 from 2 heaps").law.unwrap();
        assert_eq!((none.status.as_str(), none.states), ("none", None));
    }
}
