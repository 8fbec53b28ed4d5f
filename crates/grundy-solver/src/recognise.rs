//! Decides, in one place, what is known of a game.
//!
//! [`TABLE`] lists the methods of games on heaps, the strongest first; boards have their own theorems. Each
//! method examines the rules in normal form and nothing else, and no table is computed here. [`Known`] keeps
//! the results, so that many questions about one game recognise it once. Everything that answers a question
//! about a game uses [`Recognised`]: the plan of a position, sums and compounds, values of one heap, tables,
//! `batch`, the judge, and the laws of `grundy-pattern`.
//!
//! [`crate::method`] says how to add a method.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use crate::kernel::Kernel;
use crate::lattice::Lattice;
use crate::law::Law;
use crate::method::{Applied, Asked, Basis, Fit, Method, Solved};
use crate::theorem;
use crate::theorem::misere_quotient::Quotients;
use crate::theorem::take_away::{Limit, limit_of};
use grundy_core::answer::{Declined, MethodKind};
use grundy_core::board::Board;
use grundy_core::error::Result;
use grundy_core::game::Game;
use grundy_core::limits::Budget;
use grundy_core::position::Component;
use grundy_core::rules::Rules;
use grundy_core::text::Message;
use grundy_sequence::{HeapFunction, HeapFunctions};

/// Recognises games: a row of the table, or loaded knowledge.
pub trait Recognise: Send + Sync {
    /// Whether it applies to the game, from the rules alone.
    fn recognise(&self, asked: Asked<'_>) -> Fit;
}

impl<F: Fn(Asked<'_>) -> Fit + Send + Sync> Recognise for F {
    fn recognise(&self, asked: Asked<'_>) -> Fit {
        self(asked)
    }
}

/// All methods, the strongest first.
#[rustfmt::skip] // one a line, so that adding one changes one line
pub static TABLE: &[&dyn Recognise] = &[
    &theorem::misere_nim::recognise,
    &theorem::one_heap::recognise,
    &theorem::misere_quotient::recognise,
    &theorem::heapwise::recognise,
    &theorem::ring::recognise,
    &theorem::closed_heaps::recognise,
    &theorem::once::recognise,
    &theorem::put_back::recognise,
    &theorem::take_away::recognise,
    &theorem::matches::recognise_two_heaps,
    &theorem::matches::recognise_three_heaps,
    &theorem::staircase::recognise,
    &theorem::nimble::recognise,
    &theorem::boxes::recognise,
    &theorem::race::recognise,
    &theorem::products::recognise,
    &theorem::most_stones::recognise,
    &theorem::finish_heap::recognise,
    &theorem::wythoff::recognise,
    &theorem::t_wythoff::recognise,
    &theorem::euclid::recognise,
    &theorem::moore::recognise,
    &theorem::slow_nim::recognise,
];

/// Knowledge of games beyond the table, such as laws that a user loaded after they were checked. Solvers of
/// many threads can share it.
#[derive(Clone, Default)]
pub struct Laws {
    loaded: Arc<[Arc<dyn Recognise>]>,
}

impl Laws {
    /// These laws, in the order in which they are tried.
    pub fn new(loaded: Vec<Arc<dyn Recognise>>) -> Self {
        Self { loaded: loaded.into() }
    }
}

impl fmt::Debug for Laws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Laws({})", self.loaded.len())
    }
}

/// What is known of one game under one convention.
#[derive(Default)]
pub struct Recognised {
    candidates: Vec<Candidate>,
    lattice: Option<Lattice>,
    shared_limit: Option<Limit>,
}

/// A method that applies to the game, or nearly does.
enum Candidate {
    Known(Rc<dyn Method>),
    Near(Declined),
}

/// A position answered by a method.
pub(crate) struct SolvedBy<'a> {
    /// The answer.
    pub solved: Box<dyn Solved + 'a>,
    /// The method's name.
    pub name: &'static str,
    /// Its basis.
    pub basis: Basis,
}

/// Decides what is known of a game. Callers with more than one question keep the result, as [`Known`] does.
pub fn recognise(asked: Asked<'_>, laws: &Laws) -> Recognised {
    let mut candidates = Vec::new();
    for row in TABLE {
        candidates.extend(Candidate::of(row.recognise(asked)));
    }
    // Laws found by programs come before the first method that is less certain. A user's law comes before one
    // that comes with the program, as it may state more.
    let shelf: &dyn Recognise = &theorem::proved::recognise;
    for row in laws.loaded.iter().map(|row| &**row).chain([shelf]) {
        let Some(found) = Candidate::of(row.recognise(asked)) else { continue };
        let place = candidates.iter().position(|other| other.rank() > found.rank());
        candidates.insert(place.unwrap_or(candidates.len()), found);
    }
    let Asked { rules, misere, .. } = asked;
    Recognised { candidates, lattice: Lattice::of(rules, misere), shared_limit: limit_of(rules) }
}

/// What is known of a board. Boards have their own theorems, at most one for each position.
pub fn recognise_board(board: &Board, misere: bool) -> Recognised {
    let rows = [theorem::board::recognise(board, misere), theorem::board::recognise_tables(board, misere)];
    Recognised { candidates: rows.into_iter().filter_map(Candidate::of).collect(), ..Recognised::default() }
}

impl Candidate {
    fn of(fit: Fit) -> Option<Self> {
        match fit {
            Fit::Known(method) => Some(Self::Known(method)),
            Fit::Near(declined) => Some(Self::Near(declined)),
            Fit::Unrelated => None,
        }
    }

    /// How certain it is, the most certain first; methods that do not apply may be anywhere.
    fn rank(&self) -> usize {
        match self {
            Self::Near(_) => 0,
            Self::Known(method) => match method.basis() {
                Basis::Theorem(_) => 0,
                Basis::Proof(_) => 1,
                Basis::Computation(_) => 2,
            },
        }
    }
}

impl Recognised {
    /// The methods that apply to the game, the strongest first.
    pub fn methods(&self) -> impl Iterator<Item = &Rc<dyn Method>> {
        self.candidates.iter().filter_map(|candidate| match candidate {
            Candidate::Known(method) => Some(method),
            Candidate::Near(_) => None,
        })
    }

    /// The strongest of them.
    pub fn method(&self) -> Option<&Rc<dyn Method>> {
        self.methods().next()
    }

    /// The methods that nearly apply to the game, each with what is missing.
    pub fn declined(&self) -> impl Iterator<Item = &Declined> {
        self.candidates.iter().filter_map(|candidate| match candidate {
            Candidate::Known(_) => None,
            Candidate::Near(declined) => Some(declined),
        })
    }

    /// The lattice of the game, if all positions in a box of heaps can be examined together.
    pub fn lattice(&self) -> Option<&Lattice> {
        self.lattice.as_ref()
    }

    /// The limit of the next move, if the latest move sets one limit for all heaps.
    pub(crate) fn shared_limit(&self) -> Option<&Limit> {
        self.shared_limit.as_ref()
    }

    /// The Grundy value of one heap, if such values decide all positions of the game.
    pub fn values(&self) -> Option<Rc<dyn HeapFunction>> {
        self.methods().find_map(|method| method.values())
    }

    /// The remainder of one heap, if such remainders decide the game's positions as in Misère Nim.
    pub fn misere_rests(&self) -> Option<Rc<dyn HeapFunction>> {
        self.methods().find_map(|method| method.misere_rests())
    }

    /// The decision on machine words by the strongest method that has one. Methods after a theorem are not
    /// used: the theorem answers positions, and a stream would show another method's name.
    pub fn kernel(&self, budget: &Budget) -> Option<Arc<dyn Kernel>> {
        for method in self.methods() {
            let kernel = method.kernel(budget);
            if kernel.is_some() || matches!(method.basis(), Basis::Theorem(_)) {
                return kernel;
            }
        }
        None
    }

    /// Like [`Self::kernel`], but by a theorem alone, which takes no time to make.
    pub fn kernel_of_theorem(&self, budget: &Budget) -> Option<Arc<dyn Kernel>> {
        let is_theorem = |method: &&Rc<dyn Method>| method.basis().kind() == MethodKind::Theorem;
        self.methods().filter(is_theorem).find_map(|method| method.kernel(budget))
    }

    /// The formula for positions of `heaps` heaps, with the method that states it.
    pub fn law(&self, heaps: usize) -> Option<(Law, &Rc<dyn Method>)> {
        self.methods().find_map(|method| Some((method.law(heaps)?, method)))
    }

    /// The Grundy value of a position, by a method that gives it.
    ///
    /// # Errors
    /// If a limit of `budget` is reached.
    pub fn value_of(&self, component: &Component, budget: &Budget) -> Result<Option<UBig>> {
        Ok(self.solve(component, budget, true)?.0.and_then(|found| found.solved.value()))
    }

    /// Solves a position by the first method that answers it; with `value`, by the first that gives a value
    /// for sums.
    /// Also returns what was declined before it.
    pub(crate) fn solve<'a>(
        &'a self,
        component: &'a Component,
        budget: &'a Budget,
        value: bool,
    ) -> Result<(Option<SolvedBy<'a>>, Vec<Declined>)> {
        let mut declined = Vec::new();
        for candidate in &self.candidates {
            let method = match candidate {
                Candidate::Known(method) => method,
                Candidate::Near(near) => {
                    declined.push(near.clone());
                    continue;
                }
            };
            match method.solve(component, budget)? {
                Applied::Yes(solved)
                    if !value || (solved.value().is_some() && solved.knows_moves_to_values()) =>
                {
                    let (name, basis) = solved.source().unwrap_or_else(|| (method.name(), method.basis()));
                    return Ok((Some(SolvedBy { solved, name, basis }), declined));
                }
                Applied::Yes(solved) => {
                    let name = solved.source().map_or_else(|| method.name(), |(name, _)| name);
                    declined.push(Declined { name, reason: Message::new("plan.no-value") });
                }
                Applied::No(Some(reason)) => declined.push(Declined { name: method.name(), reason }),
                Applied::No(None) => {}
            }
        }
        Ok((None, declined))
    }
}

impl fmt::Debug for Recognised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.methods().map(|method| method.name())).finish()
    }
}

/// The game of the latest question, whether under misère play, and what is known of it.
type Latest = (Arc<Game>, bool, Rc<Recognised>);

/// What is known of each game of one convention.
type Games = FxHashMap<Rules, Rc<Recognised>>;

/// What is known of the games in questions so far, and the values that their methods share. For one thread.
#[derive(Debug, Default)]
pub struct Known {
    heaps: HeapFunctions,
    laws: Laws,
    misere_sums: Quotients,
    games: [RefCell<Games>; 2],
    latest: RefCell<Option<Latest>>,
}

impl Known {
    /// Nothing known yet, with loaded laws.
    pub fn new(laws: Laws) -> Self {
        Self { laws, ..Self::default() }
    }

    /// The loaded laws.
    pub(crate) fn laws(&self) -> &Laws {
        &self.laws
    }

    /// The quotients of sums of different games under misère play.
    pub(crate) fn misere_sums(&self) -> &Quotients {
        &self.misere_sums
    }

    /// What is known of a game under a convention: recognised at the first question, then cached.
    pub fn of(&self, game: &Arc<Game>, misere: bool) -> Rc<Recognised> {
        if let Some((latest, under, recognised)) = &*self.latest.borrow()
            && Arc::ptr_eq(latest, game)
            && *under == misere
        {
            return recognised.clone();
        }
        let recognised = match &**game {
            Game::Heaps(rules) => self.of_rules(rules, misere),
            Game::Board(board) => Rc::new(recognise_board(board, misere)),
            // The game itself computes its values and marks.
            Game::Own(_) => return Rc::default(),
        };
        *self.latest.borrow_mut() = Some((game.clone(), misere, recognised.clone()));
        recognised
    }

    /// The same position under simpler rules, if so few of its heaps are not empty that these leave the same moves, and
    /// what is known of that game: one heap of Wythoff's game is a heap of Nim. The heaps keep their places, so moves of
    /// one are moves of the other.
    pub fn among_few_heaps(
        &self,
        component: &Component,
        misere: bool,
    ) -> Option<(Component, Rc<Recognised>)> {
        let heaps = component.heaps();
        let full = heaps.iter().filter(|heap| **heap > UBig::ZERO).count();
        let rules = component.rules()?.among(full as u64, heaps.len() as u64)?;
        let recognised = self.of_rules(&rules, misere);
        let game = Arc::new(Game::Heaps(rules));
        let simpler = Component { game, spelled: component.spelled.clone(), state: component.state.clone() };
        Some((simpler, recognised))
    }

    /// Like [`Self::of`], from rules alone.
    pub fn of_rules(&self, rules: &Rules, misere: bool) -> Rc<Recognised> {
        let games = &self.games[usize::from(misere)];
        if let Some(recognised) = games.borrow().get(rules) {
            return recognised.clone();
        }
        let asked = Asked { rules, misere, heaps: &self.heaps };
        let recognised = Rc::new(recognise(asked, &self.laws));
        games.borrow_mut().insert(rules.clone(), recognised.clone());
        recognised
    }
}
