//! Graphs, scripts and games in Rust: alone, and in sums with any other game.

use dashu_int::UBig;

use super::sum::{Merged, part_step};
use super::{Known, Plan, Solution, search_method};
use crate::method::Moves;
use crate::product;
use crate::results;
use crate::search::Searched;
use grundy_core::answer::{Declined, MethodKind, MethodUsed, Outcome};
use grundy_core::error::{Error, Result};
use grundy_core::own::{self, Loopy, Own};
use grundy_core::position::{Component, How, Move, Position, Tree, Turn, for_each_move};
use grundy_core::text::{Message, Value};
use grundy_sequence::HEAP_VALUES;

/// Most moves of a drawn sum examined to find those that keep the draw.
const MAX_LOOKED_AT: usize = 20_000;

/// A summand with its value.
struct Summand<'a> {
    first: usize,
    part: &'a Position,
    value: Loopy,
    /// How the value is known, if it is a game of the notation.
    known: Option<Known<'a>>,
}

impl<'a> Plan<'a> {
    pub(super) fn solve_with_own(&'a self) -> Result<Solution> {
        self.context.budget.allow_search()?;
        if let Some(component) = self.position.single()
            && let Some(own) = component.game.own()
        {
            return self.solve_own(component, own);
        }
        let is_sum = matches!(self.position.tree(), Tree::Join(How::Sum, _));
        if self.context.misere || !is_sum {
            let id = if is_sum { "plan.sj-does-not-apply" } else { "plan.compound" };
            return self.solve_by_product(vec![Declined { name: "nim-sum", reason: Message::new(id) }]);
        }
        let mut summands = Vec::new();
        let mut first = 0;
        for part in &self.parts {
            if part.single().is_none() && part.has_own() {
                // A compound with cycles in it has no known value.
                let reason = Message::new("plan.compound");
                return self.solve_by_product(vec![Declined { name: "nim-sum", reason }]);
            }
            let own = part.single().and_then(|component| component.game.own());
            let (value, known) = if let Some(own) = own {
                let heaps = self.position.components()[first].heaps();
                (own::value_of(own, heaps, self.context.budget)?, None)
            } else {
                let known = self.known_part(first, part)?;
                (Loopy::Finite(known.value()), Some(known))
            };
            summands.push(Summand { first, part, value, known });
            first += part.components().len();
        }
        self.solve_own_sum(&summands)
    }

    // ---- alone ----

    fn solve_own(&self, component: &Component, own: &Own) -> Result<Solution> {
        let (misere, budget) = (self.context.misere, self.context.budget);
        let marked = own.marked(component.heaps(), misere, budget)?;
        let value = if misere { None } else { own.value(component.heaps(), budget)? };
        let outcome = match (&marked, &value) {
            (Some(marked), _) => marked.outcome,
            (None, Some(value)) => value.outcome(),
            (None, None) => return self.solve_by_product(vec![]),
        };
        if self.wants_no_moves() {
            let method = value.as_ref().map_or_else(backwards_method, |value| own_method(own, value));
            let finite = value.as_ref().and_then(Loopy::finite).cloned();
            let solution = self.merged_solution(outcome, Merged::not_asked(), method, vec![]);
            return Ok(Solution { values: vec![finite.clone()], value: finite, ..solution });
        }
        let remoteness = marked.and_then(|marked| marked.remoteness);
        let wanted = after(outcome);
        let mut moves = Vec::new();
        let mut leaves_loss = false;
        let mut quickest: Option<(u32, Move)> = None;
        for_each_move(&component.game, &component.state, budget, &mut |played| {
            let next = component.after(&played);
            let (found, distance) = match own.marked(&next.heaps, misere, budget)? {
                Some(marked) => (marked.outcome, marked.remoteness),
                None => (own::value_of(own, &next.heaps, budget)?.outcome(), None),
            };
            leaves_loss |= found == Outcome::P;
            if Some(found) == wanted {
                if let Some(distance) = distance
                    && quickest.as_ref().is_none_or(|(least, _)| distance < *least)
                {
                    quickest = Some((distance, played.clone()));
                }
                moves.push(played);
            }
            Ok(())
        })?;
        if let Some(value) =
            value.as_ref().filter(|_| marked.is_none() && leaves_loss != (outcome == Outcome::N))
        {
            return Err(parts_disagree(component, own, value));
        }
        let merged = self.merged(vec![(0, Moves::all(moves))]);
        let mut steps = Vec::new();
        match &value {
            None => steps.push(Message::new("own.backwards")),
            Some(value) => {
                steps.push(Message::new("own.labels"));
                steps.push(value_step(value));
            }
        }
        if let Some(remoteness) = remoteness {
            steps.push(Message::new("own.remoteness").with("remoteness", remoteness));
        }
        if let (Outcome::N, Some((_, best))) = (outcome, &quickest) {
            let best = component.after(best);
            steps.push(Message::new("own.quickest").with("to", own.shown(&best.heaps)));
        }
        steps.push(outcome_step(outcome, merged.total.clone().unwrap_or_default()));
        let finite = value.as_ref().and_then(Loopy::finite).cloned();
        let method = value.map_or_else(backwards_method, |value| own_method(own, &value));
        Ok(Solution {
            values: vec![finite.clone()],
            value: finite,
            remoteness: remoteness.map(UBig::from),
            ..self.merged_solution(outcome, merged, method, steps)
        })
    }

    // ---- sums ----

    fn solve_own_sum(&self, summands: &[Summand<'a>]) -> Result<Solution> {
        let zero = Loopy::Finite(UBig::ZERO);
        let total = summands.iter().fold(zero, |sum, s| sum.plus(&s.value));
        let outcome = total.outcome();
        let infinite = summands.iter().filter(|s| s.value.finite().is_none()).count();
        let moves_wanted = !self.wants_no_moves();
        let mut merged = if moves_wanted { Merged::nothing() } else { Merged::not_asked() };
        for (index, summand) in summands.iter().enumerate().filter(|_| moves_wanted) {
            let rest = match &summand.value {
                // A finite value is its own inverse.
                Loopy::Finite(_) => total.plus(&summand.value),
                Loopy::Infinite(_) if infinite > 2 => total.clone(),
                Loopy::Infinite(_) => {
                    let others = summands.iter().enumerate().filter(|(other, _)| *other != index);
                    others.fold(Loopy::Finite(UBig::ZERO), |sum, (_, s)| sum.plus(&s.value))
                }
            };
            let more = match (outcome, &rest, &summand.known) {
                (Outcome::D, ..) => self.keeping_the_draw(summand, &rest)?,
                // A winning move leaves the whole with value 0.
                (Outcome::P, ..) | (Outcome::N, Loopy::Infinite(_), _) => continue,
                (Outcome::N, Loopy::Finite(target), Some(known)) => {
                    self.moves_of_part(summand.first, known, target)?
                }
                (Outcome::N, Loopy::Finite(_), None) => self.own_moves(summand, &|value| *value == rest)?,
            };
            merged.append(more);
        }
        if outcome == Outcome::N && merged.total == Some(UBig::ZERO) && merged.turns.is_empty() {
            // A sum that is won has a winning move: the values are not those of the options.
            let own = |s: &Summand<'a>| {
                let component = &self.position.components()[s.first];
                component.game.own().map(|own| parts_disagree(component, own, &s.value))
            };
            if let Some(error) = summands.iter().find_map(own) {
                return Err(error);
            }
        }
        merged.sort_and_cut(self.position, self.wanted.moves);
        let mut values = vec![None; self.position.components().len()];
        let mut parts = Vec::new();
        let mut steps = Vec::new();
        for summand in summands {
            if summand.part.single().is_some() {
                values[summand.first] = summand.value.finite().cloned();
            }
            let method = match (&summand.known, summand.part.components()[0].game.own()) {
                (Some(known), _) => known.method().clone(),
                (None, Some(own)) => own_method(own, &summand.value),
                (None, None) => search_method(),
            };
            steps.push(part_step(summand.part, in_words(&summand.value), &method));
            parts.push(method);
        }
        steps.push(value_step(&total));
        steps.push(outcome_step(outcome, merged.moves.len()));
        let reference = match total {
            Loopy::Finite(_) => HEAP_VALUES.reference,
            Loopy::Infinite(_) => LOOPY,
        };
        let mut method = MethodUsed::new("nim-sum", super::sum::weakest(&parts), Some(reference));
        method.parts = parts;
        let value = total.finite().cloned();
        Ok(Solution { value, values, ..self.merged_solution(outcome, merged, method, steps) })
    }

    /// Whether the moves are not asked for. To list them may cost much more than the outcome: with `parts` the values
    /// come from small positions, the moves from the options of the whole one.
    fn wants_no_moves(&self) -> bool {
        self.wanted.only_outcome || self.wanted.only_turns && self.wanted.moves == 0
    }

    /// The moves of one summand, a user-defined game, to values that `fits` accepts.
    fn own_moves(&self, summand: &Summand<'a>, fits: &dyn Fn(&Loopy) -> bool) -> Result<Merged> {
        let component = &self.position.components()[summand.first];
        let Some(own) = component.game.own() else { return Ok(Merged::nothing()) };
        let budget = self.context.budget;
        let mut moves = Vec::new();
        for_each_move(&component.game, &component.state, budget, &mut |played| {
            let next = component.after(&played);
            if fits(&own::value_of(own, &next.heaps, budget)?) {
                moves.push(played);
            }
            Ok(())
        })?;
        Ok(self.merged(vec![(summand.first, Moves::all(moves))]))
    }

    /// The moves of one summand that leave a drawn sum drawn; only some if there are very many.
    fn keeping_the_draw(&self, summand: &Summand<'a>, rest: &Loopy) -> Result<Merged> {
        let draws = |value: &Loopy| rest.plus(value).outcome() == Outcome::D;
        if summand.known.is_none() {
            return self.own_moves(summand, &draws);
        }
        let budget = self.context.budget;
        let mut turns: Vec<Turn> = Vec::new();
        let all = summand.part.for_each_turn_once_up_to(MAX_LOOKED_AT, budget, &mut |turn| {
            if draws(&Loopy::Finite(self.value_of_part(&summand.part.after(&turn))?)) {
                turns.push(turn.into_iter().map(|(leaf, m)| (leaf + summand.first, m)).collect());
            }
            Ok(())
        })?;
        Ok(self.merged_turns(turns, all, self.wanted.moves))
    }

    /// The Grundy value of a summand after a move.
    fn value_of_part(&self, part: &Position) -> Result<UBig> {
        if let Some(component) = part.single() {
            let recognised = self.known.of(&component.game, self.context.misere);
            if let Some(value) = recognised.value_of(component, self.context.budget)? {
                return Ok(value);
            }
        }
        Ok(Searched::new(part, self.context.budget, self.searches)?.value())
    }

    // ---- everything else ----

    /// All reachable positions, marked backwards from the ends.
    fn solve_by_product(&self, declined: Vec<Declined>) -> Result<Solution> {
        let found = product::search(self.position, self.context.budget)?;
        let wanted = after(found.outcome);
        let all = found.turns.len();
        let turns: Vec<Turn> =
            found.turns.into_iter().filter(|(_, o)| Some(*o) == wanted).map(|(turn, _)| turn).collect();
        let heaps = self.position.components().iter().map(|c| c.heaps().len()).max().unwrap_or(0);
        let want = results::most_listed(self.wanted.moves, heaps);
        let merged = self.merged_turns(turns, true, want);
        let mut steps = vec![Message::new("search.positions").with("count", found.positions)];
        steps.push(Message::new("own.backwards"));
        if let Some(remoteness) = found.remoteness {
            steps.push(Message::new("own.remoteness").with("remoteness", remoteness));
        }
        if all > 0 {
            let winning = merged.total.clone().unwrap_or_default();
            steps.push(outcome_step(found.outcome, winning));
        }
        let mut method = search_method();
        method.declined = declined;
        let remoteness = found.remoteness.map(UBig::from);
        Ok(Solution { remoteness, ..self.merged_solution(found.outcome, merged, method, steps) })
    }
}

const LOOPY: &str = "C. A. B. Smith 1966; A. S. Fraenkel, Y. Yesha 1986";

/// The outcome that a good move leaves.
fn after(outcome: Outcome) -> Option<Outcome> {
    match outcome {
        Outcome::N => Some(Outcome::P),
        Outcome::D => Some(Outcome::D),
        Outcome::P => None,
    }
}

/// The error that the value by `parts` contradicts the values of the options.
fn parts_disagree(component: &Component, own: &Own, value: &Loopy) -> Error {
    Error::input("error.own-parts")
        .with("position", own.shown(component.heaps()))
        .with("game", own.spelled())
        .with("value", in_words(value))
}

/// Tokens may go round in circles; other games show cycles only by an infinite value.
fn own_method(own: &Own, value: &Loopy) -> MethodUsed {
    if own.has_tokens() || value.finite().is_none() {
        MethodUsed::new("loopy-values", MethodKind::Computation, Some(LOOPY))
    } else {
        MethodUsed::new("mex-values", MethodKind::Computation, Some(HEAP_VALUES.reference))
    }
}

fn backwards_method() -> MethodUsed {
    MethodUsed::new("backwards", MethodKind::Computation, None)
}

fn in_words(value: &Loopy) -> String {
    match value {
        Loopy::Finite(value) => value.to_string(),
        Loopy::Infinite(set) => {
            format!("∞{{{}}}", set.iter().map(UBig::to_string).collect::<Vec<_>>().join(", "))
        }
    }
}

fn value_step(value: &Loopy) -> Message {
    match value {
        Loopy::Finite(value) => Message::new("own.finite").with("value", value),
        Loopy::Infinite(_) => Message::new("own.infinite").with("value", in_words(value)),
    }
}

fn outcome_step(outcome: Outcome, moves: impl Into<Value>) -> Message {
    match outcome {
        Outcome::N => Message::new("own.wins").with("moves", moves),
        Outcome::P => Message::new("own.loses"),
        Outcome::D => Message::new("own.draws").with("moves", moves),
    }
}
