//! [`Solver`]: answers questions about positions, and keeps what it learns between them.

use std::rc::Rc;

use dashu_int::{IBig, UBig};

use crate::lattice::Lattices;
use crate::method::Context;
use crate::plan::{Plan, Solution, Wanted};
use crate::recognise::{Known, Laws, Recognised};
use crate::results::{self, Pick};
use crate::search::{Cost, Searches};
use grundy_core::answer::{Answer, ComponentAnswer, DEFAULT_MOVES, MethodUsed, Outcome};
use grundy_core::error::{Error, Result};
use grundy_core::game::Game;
use grundy_core::limits::{Budget, Cancel, Limits};
use grundy_core::notation::{self, GameLine};
use grundy_core::own::{self, Loopy, Own};
use grundy_core::position::{Position, Turn};

/// The winning moves of a position, one by one.
#[derive(Clone, Debug)]
pub struct WinningTurns {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, if it is known.
    pub value: Option<UBig>,
    /// In scoring games, the final lead of the player to move.
    pub margin: Option<IBig>,
    /// The moves; two that lead to the same result are listed separately.
    pub turns: Vec<Turn>,
    /// Whether these are all.
    pub complete: bool,
    /// The method's name.
    pub method: &'static str,
}

/// Who wins a position, without its moves.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, if the method knows it without further work.
    pub value: Option<UBig>,
    /// In scoring games: stones the player to move gets more than the other.
    pub margin: Option<IBig>,
    /// The method that decided.
    pub method: MethodUsed,
}

/// Answers questions about positions. Tables of heap values made for one question serve the next.
///
/// A solver belongs to one thread, as its tables are not locked. Each thread has its own, all with the same
/// [`Limits`] and the same [`Cancel`].
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
    pub(crate) searches: Searches,
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

/// A solution as an answer to the question.
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

    /// Keeps the solver's tables and changes its limits.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Stops work soon after this flag is set.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Computes Grundy values even if they are not cheap.
    #[must_use]
    pub fn insist_on_value(mut self, insist: bool) -> Self {
        self.insist_on_value = insist;
        self
    }

    /// Lists at most `most` winning moves ([`DEFAULT_MOVES`] by default).
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

    /// Answers only from theorems and values of single heaps. What needs other positions, a graph or a script
    /// is refused as if a limit had been reached. For callers that must not wait.
    #[must_use]
    pub fn only_known(mut self, only: bool) -> Self {
        self.only_known = only;
        self
    }

    /// Statistics of the latest search on machine words; `None` before the first.
    pub fn search_cost(&self) -> Option<Cost> {
        self.searches.cost()
    }

    /// Uses these laws in addition to the built-in methods. Clears what was recognised before.
    #[must_use]
    pub fn with_laws(mut self, laws: Laws) -> Self {
        self.known = Known::new(laws);
        self
    }

    /// The loaded laws.
    pub fn laws(&self) -> Laws {
        self.known.laws().clone()
    }

    /// What is known of a game: recognised at the first question, then cached.
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

    /// Answers who wins, and nothing else, from a theorem or the values of single heaps: for questions whose
    /// value or moves are out of reach.
    ///
    /// # Errors
    /// A limit, if the outcome needs a search.
    pub fn known_outcome(&self, position: &Position) -> Result<Answer> {
        let wanted = Wanted { value: false, moves: 0, only_outcome: true, only_turns: false };
        let budget = self.budget().with_only_known(true);
        let solution = self.solution_within(position, wanted, &budget)?;
        Ok(answer_of(position, Solution { moves_total: None, moves_complete: false, ..solution }))
    }

    /// Who wins, without looking for moves.
    pub fn outcome(&self, position: &Position) -> Result<Outcome> {
        Ok(self.decide(position, &self.budget())?.outcome)
    }

    /// Who wins, the method, and the value if the method knows it, without looking for moves. Work is charged
    /// to `budget`, which other questions may share.
    pub fn decide(&self, position: &Position, budget: &Budget) -> Result<Decision> {
        let wanted = Wanted { value: false, moves: 0, only_outcome: true, only_turns: false };
        let Solution { outcome, value, margin, method, .. } =
            self.solution_within(position, wanted, budget)?;
        Ok(Decision { outcome, value, margin, method })
    }

    /// Who wins and the winning moves, one by one (not result by result), in no fixed order: for callers that
    /// sort moves themselves. `want` is the number of moves that is enough.
    pub fn winning_turns(&self, position: &Position, want: usize) -> Result<WinningTurns> {
        let wanted = Wanted { only_turns: true, ..self.wanted(want) };
        let solution = self.solution(position, wanted)?;
        Ok(WinningTurns {
            outcome: solution.outcome,
            value: solution.value,
            margin: solution.margin,
            turns: solution.turns,
            complete: solution.turns_complete,
            method: solution.method.name,
        })
    }

    /// Answers a position with some of its winning results, in any order: the k-th of them, or the one that takes the
    /// fewest stones. All winning moves are found for that, but only these are written out.
    ///
    /// # Errors
    /// If there are too many winning moves to find them all, or a limit is reached.
    pub fn pick_moves(&self, position: &Position, pick: Pick) -> Result<Answer> {
        let wanted = Wanted { only_turns: true, ..self.wanted(usize::MAX) };
        let solution = self.solution(position, wanted)?;
        let picked = results::picked(position, &solution.turns, pick).filter(|_| solution.turns_complete);
        let Some(listed) = picked else { return Err(Error::limit("error.moves-not-listed")) };
        let moves_complete = listed.moves.len() == listed.distinct;
        let moves_total = Some(UBig::from(listed.distinct));
        let moves = listed.moves;
        Ok(answer_of(position, Solution { moves, moves_total, moves_complete, ..solution }))
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
    /// Refused if values do not decide sums, see [`check_values`](Self::check_values), and in games that a
    /// single heap cannot play.
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
            // The last first: the tables then grow only once.
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
        let value = self.known.of(&component.game, false).value_of(component, budget)?;
        match self.known.among_few_heaps(component, false) {
            Some((simpler, known)) if value.is_none() => known.value_of(&simpler, budget),
            _ => Ok(value),
        }
    }

    fn wanted(&self, moves: usize) -> Wanted {
        Wanted { value: self.insist_on_value, moves, only_outcome: false, only_turns: false }
    }

    fn solution(&self, position: &Position, wanted: Wanted) -> Result<Solution> {
        self.solution_within(position, wanted, &self.budget())
    }

    /// Solves a position for this many of its winning moves, and nothing beyond that is not cheap.
    pub(crate) fn winning(&self, position: &Position, moves: usize, budget: &Budget) -> Result<Solution> {
        let wanted = Wanted { value: false, moves, only_outcome: false, only_turns: false };
        self.solution_within(position, wanted, budget)
    }

    /// Solves a position and charges `budget`, which other work may share.
    pub(crate) fn solution_within(
        &self,
        position: &Position,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<Solution> {
        let context = Context { misere: position.is_misere(), budget };
        Plan::new(position, &self.known, context, &self.searches, &self.lattices, wanted).solve()
    }

    /// The flag that stops this solver's work.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// A budget with these limits for part of a question, with this solver's flag.
    pub fn budget_of(&self, limits: Limits) -> Budget {
        Budget::new(limits).with_cancel(self.cancel.clone())
    }

    /// A budget for one question, with its clock started and this solver's flag and progress report: for work
    /// that must end together with the solver's own.
    pub fn budget(&self) -> Budget {
        Budget::new(self.limits)
            .with_cancel(self.cancel.clone())
            .with_progress(self.progress)
            .with_only_known(self.only_known)
    }
}
