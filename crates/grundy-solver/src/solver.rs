//! The one thing to ask: a solver, which keeps what it learns between questions.

use std::rc::Rc;

use dashu_int::{IBig, UBig};

use crate::lattice::Lattices;
use crate::method::Context;
use crate::plan::{Plan, Solution, Wanted};
use crate::recognise::{Known, Laws, Recognised};
use crate::search::{Cost, Searches};
use grundy_core::answer::{Answer, ComponentAnswer, DEFAULT_MOVES, MethodUsed, Outcome};
use grundy_core::error::{Error, Result};
use grundy_core::game::Game;
use grundy_core::limits::{Budget, Cancel, Limits};
use grundy_core::notation::{self, GameLine};
use grundy_core::own::{self, Loopy, Own};
use grundy_core::position::{Position, Turn, keep_distinct};

/// The winning moves of a position, one by one.
#[derive(Clone, Debug)]
pub struct WinningTurns {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, where it is known.
    pub value: Option<UBig>,
    /// In scoring games, the final lead of the player to move.
    pub margin: Option<IBig>,
    /// The moves; two that lead to the same result are two.
    pub turns: Vec<Turn>,
    /// Are these all?
    pub complete: bool,
    /// The method's name.
    pub method: &'static str,
}

/// Who wins a position, without its moves.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, where the method has it at hand.
    pub value: Option<UBig>,
    /// The method that decided.
    pub method: MethodUsed,
}

/// Answers positions. Tables of heap values made for one question serve the next.
///
/// It belongs to one thread, as its tables are not locked: each thread has one of its own, all with the same [`Limits`] and
/// the same [`Cancel`].
///
/// ```
/// use grundy::Solver;
///
/// let answer = Solver::default().solve_text("wythoff[583, 646]")?;
/// assert_eq!(answer.outcome.letter(), "N");
/// assert_eq!(answer.moves.len(), 3);
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    limits: Limits,
    insist_on_value: bool,
    moves: Option<usize>,
    cancel: Cancel,
    known: Known,
    searches: Searches,
    lattices: Lattices,
    progress: Option<fn(u64)>,
    only_known: bool,
}

/// The values of the positions `[n]` of a script; draws have none.
fn own_values(
    own: &Own,
    from: &UBig,
    to: &UBig,
    budget: &Budget,
    each: &mut dyn FnMut(&UBig, &UBig) -> Result<()>,
) -> Result<()> {
    let mut n = from.clone();
    while n <= *to {
        budget.check_time()?;
        let heaps = own.of_numbers(std::slice::from_ref(&n))?;
        match own::value_of(own, &heaps, budget)? {
            Loopy::Finite(value) => each(&n, &value)?,
            Loopy::Infinite(_) => return Err(Error::input("error.values-drawn").with("heap", &n)),
        }
        n += UBig::ONE;
    }
    Ok(())
}

/// A solution in the words of the question.
fn answer_of(position: &Position, solution: Solution) -> Answer {
    let components = position
        .components()
        .iter()
        .zip(&solution.values)
        .map(|(component, value)| ComponentAnswer {
            game: component.spelled.to_string(),
            name: notation::name_of(&component.game),
            rules: component.game.to_string(),
            position: component.heaps().to_vec(),
            state: component.state.past.clone(),
            value: value.clone(),
        })
        .collect();
    let Solution { outcome, value, remoteness, margin, moves, moves_total, moves_complete, .. } = solution;
    Answer {
        components,
        is_compound: position.single().is_none(),
        question: position.clone(),
        outcome,
        value,
        remoteness,
        margin,
        moves,
        moves_total,
        moves_complete,
        method: solution.method,
        steps: solution.steps,
    }
}

impl Solver {
    /// A solver that stays within `limits` for each question.
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// The same solver, tables and all, under other limits.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Walks over values stop soon when this flag is set.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Compute Grundy values even where they are not cheap.
    #[must_use]
    pub fn insist_on_value(mut self, insist: bool) -> Self {
        self.insist_on_value = insist;
        self
    }

    /// List at most so many winning moves ([`DEFAULT_MOVES`] otherwise).
    #[must_use]
    pub fn list_moves(mut self, most: usize) -> Self {
        self.moves = Some(most);
        self
    }

    /// Calls `report` about twice a second during a long search, with the number of positions
    /// solved so far.
    #[must_use]
    pub fn on_progress(mut self, report: fn(u64)) -> Self {
        self.progress = Some(report);
        self
    }

    /// Answers only what a theorem or the values of single heaps say; what needs a look at other positions, a
    /// graph or a script is refused as if a limit had been reached. For those who must not wait.
    #[must_use]
    pub fn only_known(mut self, only: bool) -> Self {
        self.only_known = only;
        self
    }

    /// What the latest search on machine words took; `None` before the first.
    pub fn search_cost(&self) -> Option<Cost> {
        self.searches.cost()
    }

    /// Uses these laws beside the methods that everybody has. What was recognised before is forgotten.
    #[must_use]
    pub fn with_laws(mut self, laws: Laws) -> Self {
        self.known = Known::new(laws);
        self
    }

    /// The laws that were loaded.
    pub fn laws(&self) -> Laws {
        self.known.laws().clone()
    }

    /// What is known of a game: recognised at the first question, kept for the next.
    pub fn recognise(&self, line: &GameLine) -> Rc<Recognised> {
        self.known.of(&line.game, line.misere)
    }

    /// The limits of each question.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Answers a position given as text.
    pub fn solve_text(&self, text: &str) -> Result<Answer> {
        self.solve(&notation::parse_position(text)?)
    }

    /// Answers a game with heaps.
    pub fn solve_heaps(&self, line: &GameLine, heaps: Vec<UBig>) -> Result<Answer> {
        self.solve(&Position::start(line, heaps)?)
    }

    /// Answers a position.
    pub fn solve(&self, position: &Position) -> Result<Answer> {
        let solution = self.solution(position, self.wanted(self.moves.unwrap_or(DEFAULT_MOVES)))?;
        Ok(answer_of(position, solution))
    }

    /// Answers who wins where a theorem or the values of single heaps say so, and nothing else: for questions whose value or
    /// moves are out of reach.
    ///
    /// # Errors
    /// A limit, where the outcome needs a search.
    pub fn known_outcome(&self, position: &Position) -> Result<Answer> {
        let wanted = Wanted { value: false, moves: 0, only_outcome: true };
        let budget = self.budget().with_only_known(true);
        let solution = self.solution_within(position, wanted, &budget)?;
        Ok(answer_of(position, Solution { moves_total: None, moves_complete: false, ..solution }))
    }

    /// Who wins, without looking for moves.
    pub fn outcome(&self, position: &Position) -> Result<Outcome> {
        Ok(self.decide(position, &self.budget())?.outcome)
    }

    /// Who wins, the method, and the value where the method has it at hand, without looking for moves. Work is
    /// charged to `budget`, which other questions may share.
    pub fn decide(&self, position: &Position, budget: &Budget) -> Result<Decision> {
        let wanted = Wanted { value: false, moves: 0, only_outcome: true };
        let Solution { outcome, value, method, .. } = self.solution_within(position, wanted, budget)?;
        Ok(Decision { outcome, value, method })
    }

    /// Who wins and the winning moves, one by one (not result by result), in no fixed order: for
    /// those who list moves in an order of their own. `want` is how many are enough.
    pub fn winning_turns(&self, position: &Position, want: usize) -> Result<WinningTurns> {
        let mut solution = self.solution(position, self.wanted(want))?;
        if position.has_alternatives() {
            keep_distinct(&mut solution.turns);
        }
        Ok(WinningTurns {
            outcome: solution.outcome,
            value: solution.value,
            margin: solution.margin,
            turns: solution.turns,
            complete: solution.turns_complete,
            method: solution.method.name,
        })
    }

    /// Refuses games in which the values of single heaps do not decide sums: under misère play, and in
    /// scoring games.
    pub fn check_values(line: &GameLine) -> Result<()> {
        if line.misere {
            return Err(Error::input("error.values-misere"));
        }
        if line.game.is_scoring() {
            return Err(Error::input("error.values-scoring"));
        }
        Ok(())
    }

    /// Calls `each` with n and the Grundy value of one heap of n, alone and at the start of the
    /// game, for every n from `from` to `to`.
    ///
    /// Refused where values do not decide sums, see [`check_values`](Self::check_values), and in games that
    /// no single heap can play.
    pub fn for_each_value(
        &self,
        line: &GameLine,
        from: &UBig,
        to: &UBig,
        each: &mut dyn FnMut(&UBig, &UBig) -> Result<()>,
    ) -> Result<()> {
        Self::check_values(line)?;
        let budget = self.budget();
        if let Game::Own(own) = &*line.game {
            return own_values(own, from, to, &budget, each);
        }
        let mut n = from.clone();
        if let Some(function) = self.recognise(line).values() {
            // The last first: tables then grow once.
            if from <= to {
                function.value(to, &budget)?;
            }
            while n <= *to {
                budget.step()?;
                each(&n, &function.value(&n, &budget)?)?;
                n += UBig::ONE;
            }
            return Ok(());
        }
        while n <= *to {
            budget.check_time()?;
            let position = Position::start(line, vec![n.clone()])?;
            let value = match self.cheap_value(&position, &budget)? {
                Some(value) => value,
                None => self.searches.value(&position, &budget)?,
            };
            each(&n, &value)?;
            n += UBig::ONE;
        }
        Ok(())
    }

    /// The value by a theorem, if one gives it.
    fn cheap_value(&self, position: &Position, budget: &Budget) -> Result<Option<UBig>> {
        let Some(component) = position.single() else { return Ok(None) };
        self.known.of(&component.game, false).value_of(component, budget)
    }

    fn wanted(&self, moves: usize) -> Wanted {
        Wanted { value: self.insist_on_value, moves, only_outcome: false }
    }

    fn solution(&self, position: &Position, wanted: Wanted) -> Result<Solution> {
        self.solution_within(position, wanted, &self.budget())
    }

    /// As an answer, within a budget that is shared with other work.
    pub(crate) fn solution_within(
        &self,
        position: &Position,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<Solution> {
        let context = Context { misere: position.is_misere(), budget };
        Plan::new(position, &self.known, context, &self.searches, &self.lattices, wanted).solve()
    }

    /// The flag that stops work from outside.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Limits of a part of a question, with this solver's flag.
    pub fn budget_of(&self, limits: Limits) -> Budget {
        Budget::new(limits).with_cancel(self.cancel.clone())
    }

    /// The limits of one question with their clock started, the flag and the progress of this solver included: for work beside
    /// the solver's own that is to end with it.
    pub fn budget(&self) -> Budget {
        Budget::new(self.limits)
            .with_cancel(self.cancel.clone())
            .with_progress(self.progress)
            .with_only_known(self.only_known)
    }
}
