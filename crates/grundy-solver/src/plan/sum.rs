//! Sums: by nim-sum of values if that is sound, by misère Nim if every part behaves like it.

use dashu_int::UBig;

use super::{Known, Plan, Solution, no_misere_shortcut, search_method, total_of};
use crate::method::Moves;
use crate::results;
use crate::search::Searched;
use crate::theorem::heapwise;
use crate::theorem::misere_nim::{self, MisereNim};
use crate::theorem::misere_quotient::{self, ByQuotient};
use grundy_core::answer::{Declined, MethodKind, MethodUsed, Outcome, WinningMove};
use grundy_core::error::Result;
use grundy_core::position::{Position, Turn};
use grundy_core::text::{Message, Value};
use grundy_sequence::HEAP_VALUES;

impl Plan<'_> {
    pub(super) fn solve_misere_sum(&self) -> Result<Solution> {
        let plain = self.parts.iter().all(|part| part.single().is_some());
        if plain {
            let (components, recognised) = self.simplest();
            let components = &*components;
            let rests: Vec<_> = recognised.iter().map(|known| known.misere_rests()).collect();
            let Some(index) = rests.iter().position(Option::is_none) else {
                let rests = rests.into_iter().flatten().collect();
                return self.solve_misere_nim(&MisereNim::new(components, rests, self.context.budget)?);
            };
            let reason = Message::new("plan.misere-not-tame").with("game", &*components[index].spelled);
            let mut declined = vec![Declined { name: misere_nim::NAME, reason }];
            if components.iter().all(|component| component.game.is_heapwise()) {
                match self.known.misere_sums().solve(components, self.context.budget)? {
                    Ok(sum) => return self.solve_by_quotient(&sum, declined),
                    Err(reason) => declined.push(Declined { name: misere_quotient::NAME, reason }),
                }
            }
            declined.push(no_misere_shortcut());
            return self.solve_by_search(declined);
        }
        self.solve_by_search(vec![no_misere_shortcut()])
    }

    fn solve_by_quotient(&self, sum: &ByQuotient<'_>, declined: Vec<Declined>) -> Result<Solution> {
        let merged = self.moves_by_component(&|index, want| sum.moves_in(index, want))?;
        let basis = sum.basis();
        let mut method = MethodUsed::new(misere_quotient::NAME, basis.kind(), basis.reference());
        method.declined = declined;
        Ok(self.merged_solution(Outcome::of(sum.is_won()), merged, method, sum.reasons()))
    }

    /// The winning moves of each component by its number, as one list.
    fn moves_by_component(&self, moves: &dyn Fn(usize, usize) -> Result<Moves>) -> Result<Merged> {
        if self.wanted.moves == 0 {
            return Ok(Merged::not_asked());
        }
        let components = self.position.components().iter().enumerate();
        let per_component = components
            .map(|(index, component)| {
                let want = results::most_listed(self.wanted.moves, component.heaps().len());
                moves(index, want).map(|moves| (index, moves))
            })
            .collect::<Result<Vec<_>>>()?;
        Ok(self.merged(per_component))
    }

    fn solve_misere_nim(&self, nim: &MisereNim<'_>) -> Result<Solution> {
        let merged = self.moves_by_component(&|index, want| nim.moves_in(index, want))?;
        let method = MethodUsed::new(misere_nim::NAME, MethodKind::Theorem, Some(misere_nim::REFERENCE));
        Ok(self.merged_solution(Outcome::of(nim.is_won()), merged, method, nim.reasons()))
    }

    /// A sum under normal play, by nim-sum of the summands' values.
    pub(super) fn solve_sum(&self) -> Result<Solution> {
        let mut known = Vec::new();
        let mut parts = Vec::new();
        let mut first = 0;
        let components = self.position.components();
        for part in &self.parts {
            let size = part.components().len();
            let item = self.known_part(first, part)?;
            parts.push(item.method().clone());
            known.push((first, item));
            first += size;
        }
        let values: Vec<UBig> = known.iter().map(|(_, item)| item.value()).collect();
        let sum = values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
        let merged = self.moves_to_sum(&known, &values, &sum)?;
        let method = joined_method("nim-sum", HEAP_VALUES.reference, parts);
        let mut per_component: Vec<Option<UBig>> = vec![None; components.len()];
        for ((first, _), (part, value)) in known.iter().zip(self.parts.iter().zip(&values)) {
            if part.single().is_some() {
                per_component[*first] = Some(value.clone());
            }
        }
        let steps = self.sum_steps(&known, &values, &sum);
        let outcome = Outcome::of(sum > UBig::ZERO);
        let solution = self.merged_solution(outcome, merged, method, steps);
        Ok(Solution { value: Some(sum), values: per_component, ..solution })
    }

    /// The winning moves of a sum, as one list: those that change the value of a summand by the nim-sum.
    fn moves_to_sum(&self, known: &[(usize, Known<'_>)], values: &[UBig], sum: &UBig) -> Result<Merged> {
        if self.wanted.moves == 0 {
            return Ok(Merged::not_asked());
        }
        let mut merged = Merged::nothing();
        for ((first, item), value) in known.iter().zip(values) {
            merged.append(self.moves_of_part(*first, item, &(value ^ sum))?);
        }
        merged.sort_and_cut(self.position, self.wanted.moves);
        Ok(merged)
    }

    /// A solution without values or remoteness.
    pub(super) fn merged_solution(
        &self,
        outcome: Outcome,
        merged: Merged,
        method: MethodUsed,
        steps: Vec<Message>,
    ) -> Solution {
        Solution {
            outcome,
            value: None,
            values: vec![None; self.position.components().len()],
            remoteness: None,
            margin: None,
            moves: merged.moves,
            moves_total: merged.total,
            moves_complete: merged.complete,
            turns: merged.turns,
            turns_complete: merged.turns_complete,
            method,
            steps,
        }
    }

    /// The turns found, as the requested list of results.
    pub(super) fn merged_turns(&self, turns: Vec<Turn>, all: bool, want: usize) -> Merged {
        let listed = results::of_turns(self.position, &turns, want);
        Merged {
            total: all.then(|| UBig::from(listed.distinct)),
            complete: all && listed.distinct == listed.moves.len(),
            moves: listed.moves,
            turns,
            turns_complete: all,
        }
    }

    /// A summand with a value: one component, or a compound that only search can value.
    pub(super) fn known_part<'s>(&'s self, first: usize, part: &'s Position) -> Result<Known<'s>> {
        let found = if part.single().is_some() {
            let component = &self.position.components()[first];
            match self.known(first, true)? {
                (None, mut declined) => (self.below(component, true, &mut declined)?, declined),
                found => found,
            }
        } else {
            (None, vec![Declined { name: "nim-sum", reason: Message::new("plan.compound") }])
        };
        Ok(match found {
            (Some(item), _) => item,
            (None, declined) => {
                let searched = Searched::new(part, self.context.budget, self.searches)?;
                let mut method = search_method();
                method.declined = declined;
                Known::Search(Box::new(searched), method)
            }
        })
    }

    /// The moves of a summand to a value.
    pub(super) fn moves_of_part(&self, first: usize, item: &Known<'_>, target: &UBig) -> Result<Merged> {
        match item {
            Known::Theorem(solved, _) => {
                let component = &self.position.components()[first];
                let want = results::most_listed(self.wanted.moves, component.heaps().len());
                let moves = solved.moves_to_value(target, want)?.unwrap_or_default();
                Ok(self.merged(vec![(first, moves)]))
            }
            Known::Search(searched, _) => {
                let turns: Vec<Turn> = searched
                    .turns_to_value(target)
                    .into_iter()
                    .map(|turn| turn.into_iter().map(|(leaf, m)| (leaf + first, m)).collect())
                    .collect();
                Ok(self.merged_turns(turns, true, self.wanted.moves))
            }
        }
    }

    fn sum_steps(&self, known: &[(usize, Known<'_>)], values: &[UBig], sum: &UBig) -> Vec<Message> {
        let mut steps = Vec::new();
        for ((_, item), (part, value)) in known.iter().zip(self.parts.iter().zip(values)) {
            steps.push(part_step(part, value, item.method()));
        }
        steps.extend(heapwise::binary_columns(values, sum));
        steps.push(if *sum > UBig::ZERO {
            Message::new("heapwise.wins").with("value", sum)
        } else {
            Message::new("heapwise.loses")
        });
        steps
    }

    /// Winning moves of several components, as one list.
    pub(super) fn merged(&self, per_component: Vec<(usize, Moves)>) -> Merged {
        let mut merged = Merged::nothing();
        for (index, mut moves) in per_component {
            let component = &self.position.components()[index];
            let want = results::most_listed(self.wanted.moves, component.heaps().len());
            let listed = self.listed(component, index, &mut moves.list, want);
            merged.append(Merged {
                complete: moves.complete && listed.distinct == listed.moves.len(),
                total: total_of(&moves, listed.distinct),
                moves: listed.moves,
                turns_complete: moves.complete,
                turns: moves.list.into_iter().map(|m| vec![(index, m)]).collect(),
            });
        }
        merged.sort_and_cut(self.position, self.wanted.moves);
        merged
    }
}

/// Results of several components together.
pub(super) struct Merged {
    pub(super) moves: Vec<WinningMove>,
    pub(super) total: Option<UBig>,
    pub(super) complete: bool,
    pub(super) turns: Vec<Turn>,
    pub(super) turns_complete: bool,
}

impl Merged {
    /// An empty result, before any component.
    pub(super) fn nothing() -> Self {
        Self { moves: vec![], total: Some(UBig::ZERO), complete: true, turns: vec![], turns_complete: true }
    }

    /// For callers that need only the outcome or the value, and do not wait for the moves.
    pub(super) fn not_asked() -> Self {
        Self { total: None, complete: false, turns_complete: false, ..Self::nothing() }
    }

    pub(super) fn append(&mut self, other: Self) {
        self.moves.extend(other.moves);
        self.turns.extend(other.turns);
        self.total = self.total.take().zip(other.total).map(|(a, b)| a + b);
        self.complete &= other.complete;
        self.turns_complete &= other.turns_complete;
    }

    pub(super) fn sort_and_cut(&mut self, position: &Position, want: usize) {
        self.moves.sort_by(|a, b| results::compare_in(position, a, b));
        if self.moves.len() > want {
            self.moves.truncate(want);
            self.complete = false;
        }
    }
}

/// The step for a summand and its value.
pub(super) fn part_step(part: &Position, value: impl Into<Value>, method: &MethodUsed) -> Message {
    let shown = part.clone().with_misere(false).to_string();
    Message::new("sum.part").with("part", shown).with("value", value).with("method", method.name)
}

/// A method that combines those of the parts.
pub(super) fn joined_method(
    name: &'static str,
    reference: &'static str,
    parts: Vec<MethodUsed>,
) -> MethodUsed {
    let mut method = MethodUsed::new(name, weakest(&parts), Some(reference));
    method.parts = parts;
    method
}

/// The least certain kind among the parts.
pub(super) fn weakest(parts: &[MethodUsed]) -> MethodKind {
    let rank = |kind: &MethodKind| match kind {
        MethodKind::Theorem => 0,
        MethodKind::Proof => 1,
        MethodKind::Computation => 2,
        MethodKind::Search => 3,
    };
    parts.iter().map(|part| part.kind).max_by_key(rank).unwrap_or(MethodKind::Theorem)
}
