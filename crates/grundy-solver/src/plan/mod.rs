//! The choice of the method that answers a position: the strongest that applies, with the reasons.
//!
//! One component: the theorems in order, then a sieve or a table of all positions below, then search. A
//! normal-play sum: each summand by a method that gives values, joined by nim-sum. A misère sum: misère Nim
//! if every part behaves like it, else search of the whole, since values do not decide misère sums. Other
//! compounds: by what is known of each part. Scoring sums: search. The answer lists what was tried and why it
//! does not apply.

mod compound;
mod few_heaps;
mod own;
mod sum;

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use dashu_int::{IBig, UBig};

use crate::lattice::{Fit, Lattices, SHARED_LIMIT, SIEVE, TABLE, fit, shared_limit, solved};
use crate::method::{Context, Moves, Solved};
use crate::recognise::{self, Recognised, SolvedBy};
use crate::results::{self, Listed};
use crate::search::{Searched, Searches};
use grundy_core::answer::{Declined, MethodKind, MethodUsed, Outcome, WinningMove};
use grundy_core::error::{ErrorKind, Result};
use grundy_core::position::{Component, How, Move, Position, Tree, Turn, keep_distinct};
use grundy_core::text::Message;

use few_heaps::Simpler;

/// What a question requests beyond the outcome.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The value, at any cost.
    pub value: bool,
    /// Least number of winning results, if there are that many.
    pub moves: usize,
    /// Nothing but the outcome.
    pub only_outcome: bool,
    /// The winning moves one by one, and not what they leave: with very many heaps every result is long.
    pub only_turns: bool,
}

/// Memory of a trial search: some thousand positions.
const SHORT_SEARCH: u64 = 2 << 20;

/// A method at work on a position.
pub(crate) struct Plan<'a> {
    position: &'a Position,
    parts: Vec<Position>,
    known: &'a recognise::Known,
    /// What is known of each component.
    recognised: Vec<Rc<Recognised>>,
    /// Each component as the simpler game that it is where few heaps are not empty.
    simpler: Vec<OnceCell<Option<Simpler>>>,
    context: Context<'a>,
    searches: &'a Searches,
    lattices: &'a Lattices,
    wanted: Wanted,
}

/// The answer of a method.
pub(crate) struct Solution {
    pub outcome: Outcome,
    pub value: Option<UBig>,
    pub values: Vec<Option<UBig>>,
    pub remoteness: Option<UBig>,
    pub margin: Option<IBig>,
    pub moves: Vec<WinningMove>,
    pub moves_total: Option<UBig>,
    pub moves_complete: bool,
    /// Every winning move, result by result, for callers that need moves, not results.
    pub turns: Vec<Turn>,
    /// Whether these are all; `moves` may be cut.
    pub turns_complete: bool,
    pub method: MethodUsed,
    pub steps: Vec<Message>,
}

/// A component that a theorem solves, or that must be searched.
enum Known<'a> {
    Theorem(Box<dyn Solved + 'a>, MethodUsed),
    Search(Box<Searched<'a>>, MethodUsed),
}

impl fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plan({})", self.position)
    }
}

impl<'a> Plan<'a> {
    pub(crate) fn new(
        position: &'a Position,
        known: &'a recognise::Known,
        context: Context<'a>,
        searches: &'a Searches,
        lattices: &'a Lattices,
        wanted: Wanted,
    ) -> Self {
        let components = position.components().iter();
        let recognised = components.map(|component| known.of(&component.game, context.misere)).collect();
        let simpler = position.components().iter().map(|_| OnceCell::new()).collect();
        let parts = position.summands();
        Self { position, parts, known, recognised, simpler, context, searches, lattices, wanted }
    }

    pub(crate) fn solve(&self) -> Result<Solution> {
        if self.position.has_own() {
            return self.solve_with_own();
        }
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
        if let Tree::Join(how, _) = self.position.tree()
            && !scoring
            && *how != How::Skip
        {
            return self.solve_compound(*how);
        }
        let reason = Message::new("plan.scoring-sum");
        let declined = if scoring { vec![Declined { name: "scoring", reason }] } else { vec![] };
        self.solve_by_search(declined)
    }

    // ---- one component ----

    /// A component by the strongest method that answers it; with `value`, by the strongest that gives a value.
    fn known(&self, index: usize, value: bool) -> Result<(Option<Known<'_>>, Vec<Declined>)> {
        let component = &self.position.components()[index];
        let (mut found, mut declined) =
            self.recognised[index].solve(component, self.context.budget, value)?;
        if found.is_none()
            && let Some(simpler) = self.simpler(index)
        {
            let (simply, more) = simpler.solve(component, self.context.budget, value)?;
            found = simply;
            if found.is_some() {
                declined.extend(more);
            }
        }
        let known = found.map(|SolvedBy { solved, name, basis }| {
            let mut method = MethodUsed::new(name, basis.kind(), basis.reference());
            method.declined.clone_from(&declined);
            Known::Theorem(solved, method)
        });
        Ok((known, declined))
    }

    /// Answers the component from everything below it, if that is a box of heaps that fits; a box that is too
    /// large is added to `declined`.
    fn below<'s>(
        &'s self,
        component: &'s Component,
        value: bool,
        declined: &mut Vec<Declined>,
    ) -> Result<Option<Known<'s>>> {
        self.context.budget.allow_search()?;
        let recognised = self.known.of(&component.game, self.context.misere);
        // Such a table gives the outcome, and no values.
        if !value
            && let Some(limit) = recognised.shared_limit()
            && let Some(found) = shared_limit(limit, component, self.context, self.lattices)?
        {
            return Ok(Some(computed(SHARED_LIMIT, found, declined)));
        }
        let lattice = match fit(recognised.lattice(), component, value) {
            Fit::Unrelated => return Ok(None),
            Fit::TooLarge => {
                let name = if value { TABLE } else { SIEVE };
                declined.push(Declined { name, reason: Message::new("lattice.too-large") });
                return Ok(None);
            }
            // Few positions of a large box may be reachable: a short search finds out.
            Fit::Large(_) if self.searched_shortly(component)? => return Ok(None),
            Fit::Large(lattice) | Fit::Small(lattice) => lattice,
        };
        let coupled = solved(lattice, component, self.context, self.lattices, value)?;
        Ok(Some(computed(coupled.name(), coupled, declined)))
    }

    /// Whether a search with little memory finishes. Its results are cached.
    fn searched_shortly(&self, component: &Component) -> Result<bool> {
        let alone = Position::new(self.context.misere, vec![component.clone()], Tree::Leaf(0))?;
        match Searched::new(&alone, &self.context.budget.part(SHORT_SEARCH), self.searches) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == ErrorKind::Limit => {
                self.context.budget.check_time().map(|()| false)
            }
            Err(error) => Err(error),
        }
    }

    fn solve_single(&self, component: &'a Component) -> Result<Solution> {
        let scoring = component.game.is_scoring();
        let (mut known, mut declined) = self.known(0, false)?;
        if self.context.misere && !scoring && known.is_none() && component.game.is_heapwise() {
            declined.push(no_misere_shortcut());
        }
        if known.is_none() {
            let value = self.wanted.value && !self.context.misere;
            known = self.below(component, value, &mut declined)?;
        }
        let Some(Known::Theorem(solved, method)) = known else {
            return self.solve_by_search(declined);
        };
        let want = results::most_listed(self.wanted.moves, component.heaps().len());
        // Callers that need only the outcome do not wait for the moves.
        let mut moves = if self.wanted.moves == 0 { Moves::default() } else { solved.winning_moves(want)? };
        let listed = self.listed(component, 0, &mut moves.list, want);
        let margin = solved.margin().map(|margin| margin + &component.state.past.lead);
        let outcome = match &margin {
            None => Outcome::of(solved.wins()),
            Some(margin) => Outcome::of_margin(margin, self.context.misere),
        };
        let mut value = if self.context.misere || scoring { None } else { solved.value() };
        if value.is_none() && self.wanted.value && !self.context.misere && !scoring {
            value = Some(self.value_from_below(component)?);
        }
        let moves_complete = moves.complete && listed.distinct == listed.moves.len();
        Ok(Solution {
            outcome,
            values: vec![value.clone()],
            value,
            remoteness: solved.remoteness(),
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

    /// The winning results of one component, unless only the moves are asked for. What its rules allow twice becomes one
    /// move.
    fn listed(&self, component: &Component, index: usize, moves: &mut Vec<Move>, want: usize) -> Listed {
        if component.game.has_alternatives() {
            keep_distinct(moves);
        }
        if self.wanted.only_turns {
            return Listed { moves: vec![], distinct: 0 };
        }
        results::of_component(component, index, &*moves, want)
    }

    /// The value of a component whose theorem gives none.
    fn value_from_below(&self, component: &'a Component) -> Result<UBig> {
        if let (Some(known), _) = self.known(0, true)? {
            return Ok(known.value());
        }
        if let Some(known) = self.below(component, true, &mut Vec::new())? {
            return Ok(known.value());
        }
        let alone = Position::new(false, vec![component.clone()], Tree::Leaf(0))?;
        self.searches.value(&alone, self.context.budget)
    }

    // ---- search ----

    fn solve_by_search(&self, declined: Vec<Declined>) -> Result<Solution> {
        if self.wanted.only_outcome && !self.position.is_scoring() {
            return self.outcome_by_search(declined);
        }
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

    /// The outcome and nothing else: a search for that alone need not examine every line of play.
    fn outcome_by_search(&self, declined: Vec<Declined>) -> Result<Solution> {
        let wins = self.searches.wins(self.position, self.context.budget)?;
        let mut method = search_method();
        method.declined = declined;
        Ok(Solution {
            outcome: Outcome::of(wins),
            value: None,
            values: vec![None; self.position.components().len()],
            remoteness: None,
            margin: None,
            moves: vec![],
            moves_total: None,
            moves_complete: false,
            turns: vec![],
            turns_complete: false,
            method,
            steps: vec![],
        })
    }
}

impl Known<'_> {
    fn method(&self) -> &MethodUsed {
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

/// An answer from everything below, with what was declined before it.
fn computed<'a>(name: &'static str, solved: impl Solved + 'a, declined: &[Declined]) -> Known<'a> {
    let mut method = MethodUsed::new(name, MethodKind::Computation, None);
    method.declined = declined.to_vec();
    Known::Theorem(Box::new(solved), method)
}

fn total_of(moves: &Moves, distinct: usize) -> Option<UBig> {
    if moves.complete { Some(UBig::from(distinct)) } else { moves.total.clone() }
}

fn no_misere_shortcut() -> Declined {
    Declined { name: "sj", reason: Message::new("plan.sj-does-not-apply") }
}

fn search_method() -> MethodUsed {
    MethodUsed::new("plain-search", MethodKind::Search, None)
}
