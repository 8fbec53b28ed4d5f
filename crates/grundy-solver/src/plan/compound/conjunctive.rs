//! A move in every part: remoteness decides under the short rule, suspense under the long one.

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::{Found, Part, one_turn, together};
use crate::compound::{Clock, Pace, Product};
use crate::plan::{Plan, Solution, sum};
use crate::results;
use grundy_core::answer::WinningMove;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{How, MAX_AT_ONCE, Position, State, Turn, too_many_at_once};
use grundy_core::text::Message;

/// What one part can become: results and single turns, each with its number.
#[derive(Default)]
pub(super) struct Options {
    pub(super) results: Vec<(UBig, WinningMove)>,
    pub(super) turns: Vec<(UBig, Turn)>,
}

impl Plan<'_> {
    pub(super) fn conjunctive(&self, how: How, parts: &[Part]) -> Result<Solution> {
        let short = how == How::Short;
        let (pace, name, reference) = if short {
            (Pace::Remoteness, "remoteness", "H. Steinhaus 1925; C. A. B. Smith 1966")
        } else {
            (Pace::Suspense, "suspense", "C. A. B. Smith 1966; J. H. Conway 1976")
        };
        if parts.len() as u64 > MAX_AT_ONCE {
            return Err(too_many_at_once());
        }
        let budget = self.context.budget;
        let mut clocks = Vec::new();
        let mut numbers = Vec::new();
        for part in parts {
            let mut clock = Clock::new(&part.position, pace, budget)?;
            numbers.push(clock.number(&part.position)?);
            clocks.push(clock);
        }
        let number = if short { numbers.iter().min() } else { numbers.iter().max() };
        let number = number.cloned().unwrap_or_default();
        let misere = self.context.misere;
        let wins = !clocks[0].loses(&number);
        let mut steps = vec![Message::new(if short { "compound.short" } else { "compound.long" })];
        for (part, number) in parts.iter().zip(&numbers) {
            let id = if short { "compound.remoteness-of" } else { "compound.suspense-of" };
            steps.push(Message::new(id).with("part", part.shown()).with("number", number));
        }
        let id = match (short, misere) {
            (true, false) => "compound.least",
            (true, true) => "compound.least-misere",
            (false, false) => "compound.greatest",
            (false, true) => "compound.greatest-misere",
        };
        steps.push(Message::new(id).with("number", &number));
        steps.push(Message::new(if wins { "compound.wins" } else { "compound.loses" }));
        let over = if short { numbers.contains(&UBig::ZERO) } else { number == UBig::ZERO };
        let found = if wins && !over && self.wanted.moves > 0 {
            self.conjunctive_moves(short, parts, &mut clocks)?
        } else {
            Found::without_moves(wins)
        };
        let methods = clocks.iter().map(Clock::method).collect();
        let mut solution = self.solution(found, sum::joined_method(name, reference, methods), steps);
        if self.wanted.moves == 0 {
            (solution.moves_total, solution.moves_complete) = (None, false);
        }
        solution.remoteness = short.then_some(number);
        Ok(solution)
    }

    /// The turns to a lost number.
    fn conjunctive_moves(&self, short: bool, parts: &[Part], clocks: &mut [Clock<'_>]) -> Result<Found> {
        let budget = self.context.budget;
        let want = self.wanted.moves;
        let mut results = Vec::new();
        let mut turns = Vec::new();
        for (part, clock) in parts.iter().zip(clocks.iter_mut()) {
            let options = part.options(&mut |position| clock.number(position), budget)?;
            // A part that has ended does not count under the long rule.
            if !options.results.is_empty() {
                results.push(options.results);
                turns.push(options.turns);
            }
        }
        let clock = &clocks[0];
        let join = |a: &Option<UBig>, b: &Option<UBig>| match (a, b) {
            (Some(a), Some(b)) => Some(if short { a.min(b) } else { a.max(b) }.clone()),
            (one, other) => one.as_ref().or(other.as_ref()).cloned(),
        };
        let good = |mark: &Option<UBig>| mark.as_ref().is_some_and(|number| clock.loses(number));
        let results = marked(results);
        let turns = marked(turns);
        let product = Product::new(&results, None, &join, &good, budget)?;
        let ways = Product::new(&turns, None, &join, &good, budget)?;
        let moves = product.first(want, budget)?.iter().map(|list| together(list)).collect();
        let chosen = ways.first(want, budget)?;
        Ok(Found {
            wins: true,
            moves,
            total: Some(product.count()),
            turns_complete: ways.count() == UBig::from(chosen.len()),
            turns: chosen.iter().map(|list| one_turn(list)).collect(),
        })
    }
}

impl Part {
    /// What the part can become in one turn, in the order of results.
    pub(super) fn options(
        &self,
        number: &mut dyn FnMut(&Position) -> Result<UBig>,
        budget: &Budget,
    ) -> Result<Options> {
        let mut by_result: BTreeMap<Vec<State>, Vec<Turn>> = BTreeMap::new();
        let heaps: usize = self.position.components().iter().map(|c| c.heaps().len()).sum();
        // The position after each turn, the turn itself, and both again in what is listed.
        let bytes = 400 + 80 * heaps as u64 + 4 * self.position.outside_bytes();
        self.position.for_each_turn_once(budget, &mut |turn| {
            budget.reserve(bytes)?;
            let next = self.position.after(&turn);
            let states = next.components().iter().map(|c| c.state.clone()).collect();
            by_result.entry(states).or_default().push(turn);
            Ok(())
        })?;
        let mut options = Options::default();
        for (states, turns) in by_result {
            let number = number(&self.position.with_states(&states))?;
            let listed = results::of_turns(&self.position, &turns, 1).moves;
            let moves = listed.iter().map(|m| (number.clone(), self.winning_move(m)));
            options.results.extend(moves);
            options.turns.extend(turns.iter().map(|turn| (number.clone(), self.turn(turn))));
        }
        Ok(options)
    }
}

fn marked<T>(lists: Vec<Vec<(UBig, T)>>) -> Vec<Vec<(Option<UBig>, T)>> {
    lists.into_iter().map(|list| list.into_iter().map(|(n, item)| (Some(n), item)).collect()).collect()
}
