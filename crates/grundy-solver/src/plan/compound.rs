//! Compounds that are not sums, by what is known of each part alone.
//!
//! Conjunctive: by remoteness and suspense, see [`crate::compound`]. Selective (a move in one or more parts):
//! lost iff every part is lost; under misère play the same while two parts or more have a move, and with one,
//! that part's own misère outcome. Sequential (the next part begins when the one before has ended): a part is
//! played to move last if what follows it is lost for the player who begins it, else not to move last (C. A.
//! B. Smith 1966; W. Stromquist and D. Ullman 1993).

mod conjunctive;
mod in_turn;
mod selective;
#[cfg(test)]
mod tests;

use dashu_int::UBig;

use super::{Plan, Solution, Wanted, sum};
use crate::method::Context;
use crate::results;
use crate::search::Searched;
use grundy_core::answer::{MethodUsed, Outcome, Played, WinningMove};
use grundy_core::error::Result;
use grundy_core::position::{How, Position, State, Turn};
use grundy_core::text::Message;

/// A part with the indices of its components in the whole.
pub(super) struct Part {
    leaves: Vec<usize>,
    position: Position,
}

/// Who wins, and the winning turns.
struct Found {
    wins: bool,
    moves: Vec<WinningMove>,
    total: Option<UBig>,
    turns: Vec<Turn>,
    turns_complete: bool,
}

impl Found {
    fn without_moves(wins: bool) -> Self {
        Self { wins, moves: vec![], total: Some(UBig::ZERO), turns: vec![], turns_complete: true }
    }
}

impl Part {
    /// A turn of the part, with the component indices of the whole.
    fn turn(&self, turn: &Turn) -> Turn {
        turn.iter().map(|(leaf, played)| (self.leaves[*leaf], played.clone())).collect()
    }

    fn winning_move(&self, found: &WinningMove) -> WinningMove {
        let mut found = found.clone();
        for played in &mut found.played {
            played.component = self.leaves[played.component];
        }
        found
    }

    fn shown(&self) -> String {
        self.position.clone().with_misere(false).to_string()
    }

    /// The part as a result leaves it.
    fn after_result(&self, result: &WinningMove) -> Position {
        let state = |played: &Played| State { heaps: played.to.clone(), past: played.state.clone() };
        self.position.after_moves(result.played.iter().map(|played| (played.component, state(played))))
    }
}

impl Plan<'_> {
    pub(super) fn solve_compound(&self, how: How) -> Result<Solution> {
        let misere = self.context.misere;
        let parts: Vec<Part> =
            self.position.parts().into_iter().map(|(leaves, position)| Part { leaves, position }).collect();
        let mut solution = match how {
            How::All | How::Short => self.conjunctive(how, &parts)?,
            How::Some => self.selective(&parts)?,
            How::Round => self.in_turn(&parts)?,
            How::Sequence | How::Sum | How::Skip => self.sequential(&parts)?,
        };
        if self.wanted.value && !misere {
            solution.value = Some(Searched::new(self.position, self.context.budget, self.searches)?.value());
        }
        Ok(solution)
    }

    /// A part alone, under its own convention.
    fn part_alone(&self, part: &Part, misere: bool, moves: usize) -> Result<Solution> {
        let position = part.position.clone().with_misere(misere);
        let context = Context { misere, ..self.context };
        let wanted = Wanted { value: false, moves, only_outcome: false, only_turns: false };
        Plan::new(&position, self.known, context, self.searches, self.lattices, wanted).solve()
    }

    fn has_turn(&self, part: &Part) -> Result<bool> {
        part.position.has_turn(self.context.budget)
    }

    fn solution(&self, found: Found, method: MethodUsed, steps: Vec<Message>) -> Solution {
        let Found { wins, mut moves, total, turns, turns_complete } = found;
        moves.sort_by(results::compare_results);
        moves.truncate(self.wanted.moves);
        Solution {
            outcome: Outcome::of(wins),
            value: None,
            values: vec![None; self.position.components().len()],
            remoteness: None,
            margin: None,
            moves_complete: total == Some(UBig::from(moves.len())),
            moves,
            moves_total: total,
            turns,
            turns_complete,
            method,
            steps,
        }
    }

    /// The next part begins when the one before has ended.
    fn sequential(&self, parts: &[Part]) -> Result<Solution> {
        let misere = self.context.misere;
        let mut steps = vec![Message::new("compound.sequential")];
        let Some(first) = self.first_open(parts)? else {
            steps.push(Message::new(if misere { "search.ended-won" } else { "search.ended" }));
            let method = sum::joined_method("sequential", REFERENCE, vec![]);
            return Ok(self.solution(Found::without_moves(misere), method, steps));
        };
        let mut methods = Vec::new();
        let mut not_to_move_last = misere;
        for part in parts[first + 1..].iter().rev() {
            let alone = self.part_alone(part, not_to_move_last, 0)?;
            let begins_well = alone.outcome == Outcome::N;
            steps.push(
                Message::new(if begins_well { "compound.later-won" } else { "compound.later-lost" })
                    .with("part", part.shown()),
            );
            not_to_move_last = begins_well;
            methods.push(alone.method);
        }
        let part = &parts[first];
        let alone = self.part_alone(part, not_to_move_last, self.wanted.moves)?;
        methods.push(alone.method);
        methods.reverse();
        let wins = alone.outcome == Outcome::N;
        let id = match (not_to_move_last, wins) {
            (false, true) => "compound.last-wins",
            (false, false) => "compound.last-loses",
            (true, true) => "compound.not-last-wins",
            (true, false) => "compound.not-last-loses",
        };
        steps.push(Message::new(id).with("part", part.shown()));
        let found = Found {
            wins,
            moves: alone.moves.iter().map(|m| part.winning_move(m)).collect(),
            total: alone.moves_total,
            turns: alone.turns.iter().map(|turn| part.turn(turn)).collect(),
            turns_complete: alone.turns_complete,
        };
        let mut solution = self.solution(found, sum::joined_method("sequential", REFERENCE, methods), steps);
        solution.moves_complete = alone.moves_complete;
        Ok(solution)
    }

    fn first_open(&self, parts: &[Part]) -> Result<Option<usize>> {
        for (index, part) in parts.iter().enumerate() {
            if self.has_turn(part)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}

const REFERENCE: &str = "C. A. B. Smith 1966; W. Stromquist and D. Ullman 1993";

/// One result that combines results in several parts.
fn together(results: &[&WinningMove]) -> WinningMove {
    WinningMove {
        played: results.iter().flat_map(|m| m.played.iter().cloned()).collect(),
        ways: results.iter().fold(1, |ways, m| ways.saturating_mul(m.ways)),
    }
}

fn one_turn(turns: &[&Turn]) -> Turn {
    turns.iter().flat_map(|turn| turn.iter().cloned()).collect()
}
