//! A move in one or more parts.

use dashu_int::UBig;

use super::{Found, Part, one_turn, together};
use crate::compound::Product;
use crate::plan::{Plan, Solution, sum};
use grundy_core::answer::{DEFAULT_MOVES, Outcome, WinningMove};
use grundy_core::error::Result;
use grundy_core::position::Turn;
use grundy_core::text::Message;

const NAME: &str = "selective";
const REFERENCE: &str = "C. A. B. Smith 1966";

/// A part to move in, with its results or turns, each marked with whether it leaves a move (1) or none (0).
struct Choices {
    results: Vec<(usize, WinningMove)>,
    turns: Vec<(usize, Turn)>,
    total: Option<UBig>,
    turns_complete: bool,
}

impl Choices {
    /// Those that leave no move.
    fn ended(&self) -> Self {
        let results: Vec<_> = self.results.iter().filter(|(open, _)| *open == 0).cloned().collect();
        let complete = self.total == Some(UBig::from(self.results.len()));
        Self {
            turns: self.turns.iter().filter(|(open, _)| *open == 0).cloned().collect(),
            total: complete.then(|| UBig::from(results.len())),
            results,
            turns_complete: self.turns_complete,
        }
    }
}

impl Plan<'_> {
    pub(super) fn selective(&self, parts: &[Part]) -> Result<Solution> {
        let misere = self.context.misere;
        let mut open = Vec::new();
        for part in parts {
            if self.has_turn(part)? {
                open.push(part);
            }
        }
        let mut steps =
            vec![Message::new(if misere { "compound.selective-misere" } else { "compound.selective" })];
        let mut methods = Vec::new();
        if misere && open.len() < 2 {
            let Some(part) = open.first() else {
                steps.push(Message::new("search.ended-won"));
                let method = sum::joined_method(NAME, REFERENCE, methods);
                return Ok(self.solution(Found::without_moves(true), method, steps));
            };
            let alone = self.part_alone(part, true, self.results_wanted())?;
            let wins = alone.outcome == Outcome::N;
            let id = if wins { "compound.only-won" } else { "compound.only-lost" };
            steps.push(Message::new(id).with("part", part.shown()));
            methods.push(alone.method.clone());
            let choices = self.choices(part, &alone)?;
            let found = self.combined(wins, 1, 0, &[choices])?;
            return Ok(self.solution(found, sum::joined_method(NAME, REFERENCE, methods), steps));
        }
        let mut won = Vec::new();
        let mut lost = Vec::new();
        for part in &open {
            let alone = self.part_alone(part, false, self.results_wanted())?;
            let wins = alone.outcome == Outcome::N;
            let id = if wins { "compound.part-won" } else { "compound.part-lost" };
            steps.push(Message::new(id).with("part", part.shown()));
            methods.push(alone.method.clone());
            if wins {
                won.push((*part, self.choices(part, &alone)?));
            } else {
                lost.push(*part);
            }
        }
        let wins = !won.is_empty();
        steps.push(Message::new(if wins { "compound.selective-wins" } else { "compound.selective-loses" }));
        let found = if !wins {
            Found::without_moves(false)
        } else if misere {
            self.selective_misere_moves(won, &lost)?
        } else {
            let choices: Vec<Choices> = won.into_iter().map(|(_, choices)| choices).collect();
            self.combined(true, 0, 0, &choices)?
        };
        Ok(self.solution(found, sum::joined_method(NAME, REFERENCE, methods), steps))
    }

    /// Number of results requested of a part. Under misère play it matters what each result leaves open,
    /// which a count does not say: then as many as are ever listed.
    fn results_wanted(&self) -> usize {
        let most = self.wanted.moves;
        if self.context.misere && most > 0 { most.max(DEFAULT_MOVES) } else { most }
    }

    /// Every won part is left lost. Either two parts or more stay open, or one part that is lost under misère
    /// play, and all others are ended.
    fn selective_misere_moves(&self, won: Vec<(&Part, Choices)>, lost: &[&Part]) -> Result<Found> {
        let (parts, choices): (Vec<&Part>, Vec<Choices>) = won.into_iter().unzip();
        let mut found = self.combined(true, 2, lost.len(), &choices)?;
        let alone_open = match lost {
            [] => parts.clone(),
            [one] => vec![*one],
            // Lost parts that stay open cannot be ended in one move.
            _ => vec![],
        };
        for part in alone_open {
            let mut lists = Vec::new();
            let misere = self.part_alone(part, true, self.results_wanted())?;
            for (other, choices) in parts.iter().zip(&choices) {
                if !std::ptr::eq(*other, part) {
                    lists.push((other.leaves[0], choices.ended()));
                }
            }
            if misere.outcome == Outcome::N {
                lists.push((part.leaves[0], self.choices(part, &misere)?));
            }
            // A turn names its components in order.
            lists.sort_by_key(|(leaf, _)| *leaf);
            let lists: Vec<Choices> = lists.into_iter().map(|(_, choices)| choices).collect();
            let more = self.combined(true, 0, 0, &lists)?;
            found.moves.extend(more.moves);
            found.turns.extend(more.turns);
            found.turns_complete &= more.turns_complete;
            found.total = found.total.zip(more.total).map(|(a, b)| a + b);
        }
        Ok(found)
    }

    /// The winning moves of a part alone as choices.
    fn choices(&self, part: &Part, alone: &Solution) -> Result<Choices> {
        let budget = self.context.budget;
        let mut results = Vec::with_capacity(alone.moves.len());
        for found in &alone.moves {
            let open = part.after_result(found).has_turn(budget)?;
            results.push((usize::from(open), part.winning_move(found)));
        }
        let mut turns = Vec::with_capacity(alone.turns.len());
        for turn in &alone.turns {
            let open = part.position.after(turn).has_turn(budget)?;
            turns.push((usize::from(open), part.turn(turn)));
        }
        Ok(Choices {
            results,
            turns,
            total: if alone.moves_complete {
                Some(UBig::from(alone.moves.len()))
            } else {
                alone.moves_total.clone()
            },
            turns_complete: alone.turns_complete,
        })
    }

    /// One choice in each part, such that at least `least` parts stay open, including the `open` ones that
    /// are not touched.
    fn combined(&self, wins: bool, least: usize, open: usize, lists: &[Choices]) -> Result<Found> {
        if !wins {
            return Ok(Found::without_moves(false));
        }
        let budget = self.context.budget;
        let want = self.wanted.moves;
        let join = |a: &usize, b: &usize| (a + b).min(2);
        let good = |mark: &usize| *mark >= least;
        let results: Vec<Vec<(usize, WinningMove)>> = lists.iter().map(|list| list.results.clone()).collect();
        let turns: Vec<Vec<(usize, Turn)>> = lists.iter().map(|list| list.turns.clone()).collect();
        let start = open.min(2);
        let product = Product::new(&results, start, &join, &good, budget)?;
        let ways = Product::new(&turns, start, &join, &good, budget)?;
        let all = lists.iter().all(|list| list.total == Some(UBig::from(list.results.len())));
        // A list that is cut short still has its length, but what stays open is unknown.
        let total = if all {
            Some(product.count())
        } else if least <= open {
            lists.iter().try_fold(UBig::ONE, |product, list| list.total.clone().map(|n| product * n))
        } else {
            None
        };
        let chosen = ways.first(want, budget)?;
        Ok(Found {
            wins,
            moves: product.first(want, budget)?.iter().map(|list| together(list)).collect(),
            total,
            turns_complete: lists.iter().all(|list| list.turns_complete)
                && ways.count() == UBig::from(chosen.len()),
            turns: chosen.iter().map(|list| one_turn(list)).collect(),
        })
    }
}
