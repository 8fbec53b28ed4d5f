//! The one thing to ask: a solver, which keeps what it learns between questions.

use dashu_int::{IBig, UBig};

use crate::answer::{Answer, ComponentAnswer, Outcome};
use crate::catalogue;
use crate::error::{Error, Result};
use crate::limits::{Budget, Limits};
use crate::notation::{self, GameLine};
use crate::oracle::Oracle;
use crate::plan::{Plan, Solution, Wanted};
use crate::position::{Position, Turn};
use crate::search::Searches;
use crate::sequence::HeapFunctions;
use crate::theorem::{self, Applied, Context};

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

/// How many winning moves are listed unless told otherwise.
pub const DEFAULT_MOVES: usize = 1000;

/// Answers positions. Tables of heap values made for one question serve the next.
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
    heaps: HeapFunctions,
    searches: Searches,
}

impl Solver {
    /// A solver that stays within `limits` for each question.
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
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

    /// Value functions of single heaps, kept between questions.
    pub fn heap_functions(&self) -> &HeapFunctions {
        &self.heaps
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
        let solution = self.solution(position, self.moves.unwrap_or(DEFAULT_MOVES))?;
        let components = position
            .components()
            .iter()
            .zip(&solution.values)
            .map(|(component, value)| ComponentAnswer {
                game: component.game.spelled.clone(),
                name: catalogue::name_of(component.rules()),
                rules: component.rules().to_string(),
                position: component.heaps().to_vec(),
                state: component.state.past.clone(),
                value: value.clone(),
            })
            .collect();
        let Solution { outcome, value, remoteness, margin, moves, moves_total, moves_complete, .. } =
            solution;
        Ok(Answer {
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
        })
    }

    /// Who wins, without looking for moves.
    pub fn outcome(&self, position: &Position) -> Result<Outcome> {
        Ok(self.solution(position, 0)?.outcome)
    }

    /// Who wins and the winning moves, one by one (not result by result), in no fixed order: for
    /// those who list moves in an order of their own. `want` is how many are enough.
    pub fn winning_turns(&self, position: &Position, want: usize) -> Result<WinningTurns> {
        let solution = self.solution(position, want)?;
        Ok(WinningTurns {
            outcome: solution.outcome,
            value: solution.value,
            margin: solution.margin,
            turns: solution.turns,
            complete: solution.turns_complete,
            method: solution.method.name,
        })
    }

    /// Calls `each` with n and the Grundy value of one heap of n, alone and at the start of the
    /// game, for every n from `from` to `to`.
    ///
    /// Refused where values do not decide sums: under misère play, in scoring games, and in games
    /// that no single heap can play.
    pub fn for_each_value(
        &self,
        line: &GameLine,
        from: &UBig,
        to: &UBig,
        each: &mut dyn FnMut(&UBig, &UBig) -> Result<()>,
    ) -> Result<()> {
        if line.misere {
            return Err(Error::input("error.values-misere"));
        }
        if line.game.rules.settings().most {
            return Err(Error::input("error.values-scoring"));
        }
        let budget = Budget::new(self.limits);
        let rules = &line.game.rules;
        let mut n = from.clone();
        if rules.is_heapwise() {
            let function = self.heaps.of(rules);
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
        let start = Position::start(line, vec![from.clone()])?;
        let mut oracle = Oracle::new(&start, &budget);
        while n <= *to {
            let position = Position::start(line, vec![n.clone()])?;
            let value = match self.cheap_value(&position, &budget)? {
                Some(value) => value,
                None => UBig::from(oracle.verdict(&position)?.value),
            };
            each(&n, &value)?;
            n += UBig::ONE;
        }
        Ok(())
    }

    /// The value by a theorem, if one gives it.
    fn cheap_value(&self, position: &Position, budget: &Budget) -> Result<Option<UBig>> {
        let Some(component) = position.single() else { return Ok(None) };
        let context = Context { misere: false, budget, heaps: &self.heaps };
        for theorem in theorem::ALL {
            if let Applied::Yes(solved) = theorem.apply(component, context)?
                && let Some(value) = solved.value()
            {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn solution(&self, position: &Position, moves: usize) -> Result<Solution> {
        let budget = Budget::new(self.limits);
        let context = Context { misere: position.is_misere(), budget: &budget, heaps: &self.heaps };
        Plan::new(position, context, &self.searches, Wanted { value: self.insist_on_value, moves }).solve()
    }
}
