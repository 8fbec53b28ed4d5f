//! Every move of a position with its result, for a player who thinks before moving.

use serde_json::{Value as Json, json};

use crate::results;
use crate::solver::Solver;
use grundy_core::answer::{Outcome, WinningMove};
use grundy_core::error::Result;
use grundy_core::position::{Position, Turn};

/// A move, each result once, and who wins after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// What it does and leaves.
    pub played: WinningMove,
    /// The position after it, in the notation.
    pub leaves: String,
    /// The outcome of that position: `P` is a winning move.
    pub outcome: Outcome,
}

/// The moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMoves {
    /// The position of the question.
    pub question: Position,
    /// The first moves in the order of results.
    pub moves: Vec<LegalMove>,
    /// Number of results, if all moves were examined.
    pub total: Option<usize>,
}

/// Most moves of one position examined; with more, the list is incomplete.
const MAX_LOOKED_AT: usize = 100_000;

impl Solver {
    /// The moves of a position, each result once and in the order of results, at most `most`, and who wins
    /// after each. Of more than 100 000 moves (fewer with very many heaps) only some are considered.
    ///
    /// Every listed result is solved by itself, so time grows with their number.
    pub fn moves(&self, position: &Position, most: usize) -> Result<LegalMoves> {
        let budget = self.budget();
        let heaps = position.components().iter().map(|c| c.heaps().len()).sum::<usize>();
        let looked_at = results::most_listed(MAX_LOOKED_AT, heaps);
        let mut turns: Vec<Turn> = Vec::new();
        let all = position.for_each_turn_up_to(looked_at, &budget, &mut |turn| {
            budget.step()?;
            turns.push(turn);
            Ok(())
        })?;
        let mut keyed: Vec<(WinningMove, &Turn)> = turns
            .iter()
            .map(|turn| {
                let component = |leaf: usize| &position.components()[leaf];
                let played =
                    turn.iter().map(|(leaf, m)| results::written_out(component(*leaf), *leaf, m)).collect();
                (WinningMove { played, ways: 1 }, turn)
            })
            .collect();
        keyed.sort_by(|a, b| results::compare_in(position, &a.0, &b.0));
        let mut groups: Vec<(WinningMove, &Turn)> = Vec::new();
        for (played, turn) in keyed {
            match groups.last_mut() {
                Some((last, _)) if results::compare_results(last, &played).is_eq() => {
                    last.ways += 1;
                    results::keep_greater(last, played);
                }
                _ => groups.push((played, turn)),
            }
        }
        let total = all.then_some(groups.len());
        let listed = groups.into_iter().take(results::most_listed(most, heaps));
        let moves = listed
            .map(|(played, turn)| {
                budget.check_time()?;
                let next = position.after(turn);
                let outcome = self.decide(&next, &budget)?.outcome;
                Ok(LegalMove { played, leaves: next.to_string(), outcome })
            })
            .collect::<Result<_>>()?;
        Ok(LegalMoves { question: position.clone(), moves, total })
    }
}

impl LegalMoves {
    /// The moves as JSON: the entries of `solve`, each with `position`, the text of what it leaves, and its
    /// `outcome`.
    pub fn to_json(&self) -> Json {
        let with_component = self.question.single().is_none();
        let rows = self.moves.iter().map(|one| {
            let mut row = one.played.to_json(&self.question, with_component);
            row["position"] = one.leaves.as_str().into();
            row["outcome"] = one.outcome.letter().into();
            row
        });
        json!({
            "schema": 1, "position": self.question.to_string(), "moves": rows.collect::<Json>(),
            "moves_total": self.total, "moves_complete": self.total == Some(self.moves.len()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::notation::parse_position;

    #[test]
    fn moves_say_what_becomes_of_them_and_the_winning_ones_are_those_of_the_answer() {
        let solver = Solver::default();
        for text in
            ["wythoff[3, 5]", "nim[1, 2, 3]", "misere kayles[7]", "nim[2] + bash(2)[4]", "grundy[9]", "nim[]"]
        {
            let position = parse_position(text).unwrap();
            let moves = solver.moves(&position, usize::MAX).unwrap();
            assert_eq!(moves.total, Some(moves.moves.len()));
            let winning: Vec<&WinningMove> =
                moves.moves.iter().filter(|m| m.outcome == Outcome::P).map(|m| &m.played).collect();
            let answer = solver.solve(&position).unwrap();
            assert_eq!(winning, answer.moves.iter().collect::<Vec<_>>(), "{text}");
            for one in &moves.moves {
                assert_eq!(solver.solve_text(&one.leaves).unwrap().outcome, one.outcome, "{text}");
            }
        }
    }

    #[test]
    fn a_cut_list_holds_the_first() {
        let position = parse_position("nim[300]").unwrap();
        let moves = Solver::default().moves(&position, 2).unwrap();
        assert_eq!((moves.moves.len(), moves.total), (2, Some(300)));
        let json = moves.to_json();
        assert_eq!(json["moves"][0], json!({"to": [0], "take": [300], "position": "nim[0]", "outcome": "P"}));
        assert_eq!(json["moves_complete"], false);
        let huge = parse_position("nim[10^18]").unwrap();
        assert_eq!(Solver::default().moves(&huge, 2).unwrap().total, None);
    }
}
