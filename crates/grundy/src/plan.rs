//! Which method answers a position, and why: the strongest thing known about it.
//!
//! One component: the theorems in order, then search. A normal-play sum: each summand by a
//! method that gives values, joined by nim-sum. A misère sum: misère Nim where every part behaves
//! like it, else search of the whole, since values do not decide misère sums. Compounds and
//! scoring sums: search. What was tried and why it does not apply goes into the answer.

use std::fmt;

use dashu_int::{IBig, UBig};

use crate::answer::{Declined, Method, MethodKind, Outcome, WinningMove};
use crate::error::Result;
use crate::position::{Component, How, Position, Tree, Turn};
use crate::results;
use crate::search::{Searched, Searches};
use crate::text::Message;
use crate::theorem::misere_nim::{self, MisereNim};
use crate::theorem::{self, Applied, Context, Moves, Solved};

/// What the asker wants to know beyond who wins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The value, whatever it costs.
    pub value: bool,
    /// So many winning results at least, where there are so many.
    pub moves: usize,
}

/// A method at work on a position.
pub(crate) struct Plan<'a> {
    position: &'a Position,
    parts: Vec<Position>,
    context: Context<'a>,
    searches: &'a Searches,
    wanted: Wanted,
}

/// What the method says.
pub(crate) struct Solution {
    pub outcome: Outcome,
    pub value: Option<UBig>,
    pub values: Vec<Option<UBig>>,
    pub remoteness: Option<UBig>,
    pub margin: Option<IBig>,
    pub moves: Vec<WinningMove>,
    pub moves_total: Option<UBig>,
    pub moves_complete: bool,
    /// Every winning move, result by result, for those who ask about moves, not results.
    pub turns: Vec<Turn>,
    /// Are these all of them, where `moves` may be cut?
    pub turns_complete: bool,
    pub method: Method,
    pub steps: Vec<Message>,
}

/// A component that a theorem solves, or that must be searched.
enum Known<'a> {
    Theorem(Box<dyn Solved + 'a>, Method),
    Search(Box<Searched<'a>>, Method),
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plan({})", self.position)
    }
}

impl<'a> Plan<'a> {
    pub(crate) fn new(
        position: &'a Position,
        context: Context<'a>,
        searches: &'a Searches,
        wanted: Wanted,
    ) -> Self {
        Self { position, parts: position.summands(), context, searches, wanted }
    }

    pub(crate) fn solve(&self) -> Result<Solution> {
        if let Some(component) = self.position.single() {
            return self.solve_single(component);
        }
        let is_sum = matches!(self.position.tree(), Tree::Join(How::Sum, _));
        let scoring = self.position.is_scoring();
        if is_sum && !scoring {
            if self.context.misere {
                return self.solve_misere_sum();
            }
            return self.solve_sum();
        }
        let name = if scoring { "scoring" } else { "nim-sum" };
        let reason = Message::new(if scoring { "plan.scoring-sum" } else { "plan.compound" });
        self.solve_by_search(vec![Declined { name, reason }])
    }

    // ---- one component ----

    /// The first theorem that applies; with `value`, the first that gives a value.
    fn known(&self, component: &'a Component, value: bool) -> Result<(Option<Known<'a>>, Vec<Declined>)> {
        let mut declined = Vec::new();
        for theorem in theorem::ALL {
            match theorem.apply(component, self.context)? {
                Applied::Yes(solved) if !value || solved.value().is_some() => {
                    let mut method = Method::new(theorem.name(), theorem.kind(), theorem.reference());
                    method.declined.clone_from(&declined);
                    return Ok((Some(Known::Theorem(solved, method)), declined));
                }
                Applied::Yes(_) => {
                    declined.push(Declined { name: theorem.name(), reason: Message::new("plan.no-value") });
                }
                Applied::No(Some(reason)) => declined.push(Declined { name: theorem.name(), reason }),
                Applied::No(None) => {}
            }
        }
        Ok((None, declined))
    }

    fn solve_single(&self, component: &'a Component) -> Result<Solution> {
        let scoring = component.rules().settings().most;
        if self.context.misere && !scoring {
            let components = std::slice::from_ref(component);
            if let Ok(nim) = MisereNim::apply(components, self.context)? {
                return self.solve_misere_nim(&nim);
            }
        }
        let (known, mut declined) = self.known(component, false)?;
        if self.context.misere && !scoring && known.is_none() && component.rules().is_heapwise() {
            declined.push(no_misere_shortcut());
        }
        let Some(Known::Theorem(solved, method)) = known else {
            return self.solve_by_search(declined);
        };
        let want = results::most_listed(self.wanted.moves, component.heaps().len());
        // Who only asks who wins is not made to wait for the moves.
        let moves = if self.wanted.moves == 0 { Moves::default() } else { solved.winning_moves(want)? };
        let listed = results::of_component(component, 0, &moves.list, want);
        let margin = solved.margin().map(|margin| margin + &component.state.past.lead);
        let outcome = match &margin {
            None => Outcome::of(solved.wins()),
            Some(margin) => outcome_of_margin(margin, self.context.misere),
        };
        let mut value = if self.context.misere || scoring { None } else { solved.value() };
        if value.is_none() && self.wanted.value && !self.context.misere && !scoring {
            value = Some(self.value_by_search(component)?);
        }
        let moves_complete = moves.complete && listed.distinct == listed.moves.len();
        Ok(Solution {
            outcome,
            values: vec![value.clone()],
            value,
            remoteness: None,
            margin,
            moves_total: total_of(&moves, listed.distinct),
            moves_complete,
            moves: listed.moves,
            turns_complete: moves.complete,
            turns: moves.list.into_iter().map(|m| vec![(0, m)]).collect(),
            method,
            steps: solved.steps(),
        })
    }

    fn value_by_search(&self, component: &Component) -> Result<UBig> {
        let alone = Position::new(false, vec![component.clone()], Tree::Leaf(0))?;
        Ok(Searched::new(&alone, self.context.budget, self.searches)?.value())
    }

    // ---- search ----

    fn solve_by_search(&self, declined: Vec<Declined>) -> Result<Solution> {
        let searched = Searched::new(self.position, self.context.budget, self.searches)?;
        let heaps = self.position.components().iter().map(|c| c.heaps().len()).max().unwrap_or(0);
        let want = results::most_listed(self.wanted.moves, heaps);
        let turns = searched.winning_turns();
        let listed = results::of_turns(self.position, &turns, want);
        let mut method = search_method();
        method.declined = declined;
        let value = searched.value_if_any();
        Ok(Solution {
            outcome: searched.outcome(),
            values: match self.position.single() {
                Some(_) => vec![value.clone()],
                None => vec![None; self.position.components().len()],
            },
            value,
            remoteness: searched.remoteness(),
            margin: searched.margin(),
            moves_total: Some(UBig::from(listed.distinct)),
            moves_complete: listed.distinct == listed.moves.len(),
            moves: listed.moves,
            steps: searched.steps(),
            turns,
            turns_complete: true,
            method,
        })
    }

    // ---- sums ----

    fn solve_misere_sum(&self) -> Result<Solution> {
        let components = self.position.components();
        let plain = self.parts.iter().all(|part| part.single().is_some());
        if plain {
            match MisereNim::apply(components, self.context)? {
                Ok(nim) => return self.solve_misere_nim(&nim),
                Err(index) => {
                    let reason = Message::new("plan.misere-not-tame")
                        .with("game", components[index].game.spelled.as_str());
                    let declined = vec![Declined { name: misere_nim::NAME, reason }, no_misere_shortcut()];
                    return self.solve_by_search(declined);
                }
            }
        }
        self.solve_by_search(vec![no_misere_shortcut()])
    }

    fn solve_misere_nim(&self, nim: &MisereNim<'_>) -> Result<Solution> {
        let per_component = self
            .position
            .components()
            .iter()
            .enumerate()
            .map(|(index, component)| {
                let want = results::most_listed(self.wanted.moves, component.heaps().len());
                nim.winning_moves(index, want).map(|moves| (index, moves))
            })
            .collect::<Result<Vec<_>>>()?;
        let merged = self.merged(per_component);
        let method = Method::new(misere_nim::NAME, MethodKind::Theorem, Some(misere_nim::REFERENCE));
        Ok(Solution {
            outcome: Outcome::of(nim.wins()),
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
            steps: nim.steps(),
        })
    }

    /// A sum under normal play, by nim-sum of the summands' values.
    fn solve_sum(&self) -> Result<Solution> {
        // A summand is one component, or a compound that only search can value.
        let mut known = Vec::new();
        let mut parts = Vec::new();
        let mut first = 0;
        let components = self.position.components();
        for part in &self.parts {
            let size = part.components().len();
            let found = if part.single().is_some() {
                self.known(&components[first], true)?
            } else {
                (None, vec![Declined { name: "nim-sum", reason: Message::new("plan.compound") }])
            };
            let item = match found {
                (Some(item), _) => item,
                (None, declined) => {
                    let searched = Searched::new(part, self.context.budget, self.searches)?;
                    let mut method = search_method();
                    method.declined = declined;
                    Known::Search(Box::new(searched), method)
                }
            };
            parts.push(item.method().clone());
            known.push((first, item));
            first += size;
        }
        let values: Vec<UBig> = known.iter().map(|(_, item)| item.value()).collect();
        let sum = values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
        let mut merged = Merged::nothing();
        for ((first, item), value) in known.iter().zip(&values) {
            let target = value ^ &sum;
            let more = match item {
                Known::Theorem(solved, _) => {
                    let component = &components[*first];
                    let want = results::most_listed(self.wanted.moves, component.heaps().len());
                    let moves = solved.moves_to_value(&target, want)?.unwrap_or_default();
                    self.merged(vec![(*first, moves)])
                }
                Known::Search(searched, _) => {
                    let turns: Vec<Turn> = searched
                        .turns_to_value(&target)
                        .into_iter()
                        .map(|turn| turn.into_iter().map(|(leaf, m)| (leaf + first, m)).collect())
                        .collect();
                    let listed = results::of_turns(self.position, &turns, self.wanted.moves);
                    Merged {
                        total: Some(UBig::from(listed.distinct)),
                        complete: listed.distinct == listed.moves.len(),
                        moves: listed.moves,
                        turns,
                        turns_complete: true,
                    }
                }
            };
            merged.append(more);
        }
        merged.sort_and_cut(self.wanted.moves);
        let mut method =
            Method::new("nim-sum", weakest(&parts), Some("R. P. Sprague 1935; P. M. Grundy 1939"));
        method.parts = parts;
        let mut per_component: Vec<Option<UBig>> = vec![None; components.len()];
        for ((first, _), (part, value)) in known.iter().zip(self.parts.iter().zip(&values)) {
            if part.single().is_some() {
                per_component[*first] = Some(value.clone());
            }
        }
        let steps = self.sum_steps(&known, &values, &sum);
        Ok(Solution {
            outcome: Outcome::of(sum > UBig::ZERO),
            value: Some(sum),
            values: per_component,
            remoteness: None,
            margin: None,
            moves: merged.moves,
            moves_total: merged.total,
            moves_complete: merged.complete,
            turns: merged.turns,
            turns_complete: merged.turns_complete,
            method,
            steps,
        })
    }

    fn sum_steps(&self, known: &[(usize, Known<'_>)], values: &[UBig], sum: &UBig) -> Vec<Message> {
        let mut steps = Vec::new();
        for ((_, item), (part, value)) in known.iter().zip(self.parts.iter().zip(values)) {
            let shown = part.clone().with_misere(false).to_string();
            steps.push(
                Message::new("sum.part")
                    .with("part", shown)
                    .with("value", value)
                    .with("method", item.method().name),
            );
        }
        steps.extend(theorem::heapwise::binary_columns(values, sum));
        steps.push(if *sum > UBig::ZERO {
            Message::new("heapwise.wins").with("value", sum)
        } else {
            Message::new("heapwise.loses")
        });
        steps
    }

    /// Winning moves of several components, as one list.
    fn merged(&self, per_component: Vec<(usize, Moves)>) -> Merged {
        let mut merged = Merged::nothing();
        for (index, moves) in per_component {
            let component = &self.position.components()[index];
            let want = results::most_listed(self.wanted.moves, component.heaps().len());
            let listed = results::of_component(component, index, &moves.list, want);
            merged.append(Merged {
                complete: moves.complete && listed.distinct == listed.moves.len(),
                total: total_of(&moves, listed.distinct),
                moves: listed.moves,
                turns_complete: moves.complete,
                turns: moves.list.into_iter().map(|m| vec![(index, m)]).collect(),
            });
        }
        merged.sort_and_cut(self.wanted.moves);
        merged
    }
}

impl Known<'_> {
    fn method(&self) -> &Method {
        match self {
            Self::Theorem(_, method) | Self::Search(_, method) => method,
        }
    }

    fn value(&self) -> UBig {
        match self {
            Self::Theorem(solved, _) => solved.value().unwrap_or_default(),
            Self::Search(searched, _) => searched.value(),
        }
    }
}

/// Results of several components together.
struct Merged {
    moves: Vec<WinningMove>,
    total: Option<UBig>,
    complete: bool,
    turns: Vec<Turn>,
    turns_complete: bool,
}

impl Merged {
    /// No component yet.
    fn nothing() -> Self {
        Self { moves: vec![], total: Some(UBig::ZERO), complete: true, turns: vec![], turns_complete: true }
    }

    fn append(&mut self, other: Self) {
        self.moves.extend(other.moves);
        self.turns.extend(other.turns);
        self.total = self.total.take().zip(other.total).map(|(a, b)| a + b);
        self.complete &= other.complete;
        self.turns_complete &= other.turns_complete;
    }

    fn sort_and_cut(&mut self, want: usize) {
        self.moves.sort_by(results::compare_results);
        if self.moves.len() > want {
            self.moves.truncate(want);
            self.complete = false;
        }
    }
}

fn total_of(moves: &Moves, distinct: usize) -> Option<UBig> {
    if moves.complete { Some(UBig::from(distinct)) } else { moves.total.clone() }
}

/// The outcome that a final lead means.
pub(crate) fn outcome_of_margin(margin: &IBig, misere: bool) -> Outcome {
    let better = if misere { -margin.clone() } else { margin.clone() };
    match better.cmp(&IBig::ZERO) {
        std::cmp::Ordering::Greater => Outcome::N,
        std::cmp::Ordering::Equal => Outcome::D,
        std::cmp::Ordering::Less => Outcome::P,
    }
}

fn no_misere_shortcut() -> Declined {
    Declined { name: "sj", reason: Message::new("plan.sj-does-not-apply") }
}

fn search_method() -> Method {
    Method::new("plain-search", MethodKind::Search, None)
}

/// A chain is as sure as its weakest link.
fn weakest(parts: &[Method]) -> MethodKind {
    let rank = |kind: &MethodKind| match kind {
        MethodKind::Theorem => 0,
        MethodKind::Proof => 1,
        MethodKind::Computation => 2,
        MethodKind::Search => 3,
    };
    parts.iter().map(|part| part.kind).max_by_key(rank).unwrap_or(MethodKind::Theorem)
}
