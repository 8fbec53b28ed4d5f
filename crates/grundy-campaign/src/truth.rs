//! The expected results for one position, by plain search.

use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};
use grundy_solver::Outcome;
use grundy_solver::answer::WinningMove;
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::oracle::{Oracle, Verdict};
use grundy_solver::position::{Past, Position, Turn, gain_of};

/// The memory limit of plain search; positions that need more are skipped.
const ORACLE: Limits = Limits { memory: 6_000_000, time: None, threads: 0 };

/// A result: for each component of the move, its index, its heaps and its history.
pub type Key = Vec<(usize, Vec<UBig>, Past)>;

/// The expected results.
pub struct Truth {
    /// The outcome.
    pub outcome: Outcome,
    /// The Grundy value, if the game has one.
    pub value: Option<UBig>,
    /// The number of moves to the end under best play; `None` in scoring games.
    pub remoteness: Option<UBig>,
    /// By how many stones the player to move is ahead at the end, in scoring games.
    pub margin: Option<IBig>,
    /// Winning results with the turns that lead to them.
    pub winning: BTreeMap<Key, Vec<Turn>>,
    /// Whether there is no move.
    pub ended: bool,
}

/// The result of a turn.
pub fn key_of(position: &Position, turn: &Turn) -> Key {
    let next = position.after(turn);
    turn.iter()
        .map(|(leaf, _)| {
            let state = &next.components()[*leaf].state;
            (*leaf, state.heaps.clone(), state.past.clone())
        })
        .collect()
}

/// The result of a listed move.
pub fn key_of_move(played: &WinningMove) -> Key {
    played.played.iter().map(|p| (p.component, p.to.clone(), p.state.clone())).collect()
}

/// A budget for one plain search.
pub fn oracle_budget() -> Budget {
    Budget::new(ORACLE)
}

/// The outcome, from the verdict on the position.
pub fn outcome_of(position: &Position, verdict: &Verdict) -> Outcome {
    if !position.is_scoring() {
        return Outcome::of(verdict.wins);
    }
    let margin = margin_of(position, verdict);
    if margin == IBig::ZERO {
        return Outcome::D;
    }
    Outcome::of((margin > IBig::ZERO) != position.is_misere())
}

/// By how many stones the player to move is ahead at the end, including the lead so far.
pub fn margin_of(position: &Position, verdict: &Verdict) -> IBig {
    let lead: IBig = position.components().iter().map(|c| c.state.past.lead.clone()).sum();
    &verdict.margin + lead
}

/// The Grundy value, if the game has one.
pub fn value_of(position: &Position, verdict: &Verdict) -> Option<UBig> {
    (!position.is_scoring() && !position.is_misere()).then(|| UBig::from(verdict.value))
}

/// `None` if plain search takes too long.
pub fn truth(position: &Position, oracle: &mut Oracle<'_>) -> Option<Truth> {
    let verdict = oracle.verdict(position).ok()?;
    let turns = oracle.turns(position).ok()?;
    let scoring = position.is_scoring();
    let mut winning: BTreeMap<Key, Vec<Turn>> = BTreeMap::new();
    let ended = turns.is_empty();
    for (turn, after) in turns {
        let best = if scoring { gain_of(&turn) - after.margin == verdict.margin } else { !after.wins };
        if best {
            winning.entry(key_of(position, &turn)).or_default().push(turn);
        }
    }
    let remoteness = (!scoring).then(|| UBig::from(verdict.remoteness));
    Some(Truth {
        outcome: outcome_of(position, &verdict),
        value: value_of(position, &verdict),
        remoteness,
        margin: scoring.then(|| margin_of(position, &verdict)),
        winning,
        ended,
    })
}
