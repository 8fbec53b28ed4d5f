//! The one thing to ask: a solver, which keeps what it learns between questions.

use dashu_int::UBig;

use crate::answer::{Answer, ComponentAnswer};
use crate::catalogue;
use crate::error::Result;
use crate::limits::{Budget, Limits};
use crate::notation::{self, GameLine};
use crate::plan::{Plan, Solution, Wanted};
use crate::position::{Position, Turn};
use crate::sequence::HeapFunctions;
use crate::theorem::Context;

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
        let Solution { outcome, value, remoteness, margin, moves, moves_total, moves_complete, .. } = solution;
        Ok(Answer {
            components,
            is_compound: position.single().is_none(),
            text: position.to_string(),
            misere: position.is_misere(),
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

    /// Every winning move of a position, one by one (not result by result), in no fixed order.
    pub fn winning_turns(&self, position: &Position) -> Result<Vec<Turn>> {
        Ok(self.solution(position, usize::MAX)?.turns)
    }

    fn solution(&self, position: &Position, moves: usize) -> Result<Solution> {
        let budget = Budget::new(self.limits);
        let context = Context { misere: position.is_misere(), budget: &budget, heaps: &self.heaps };
        Plan::new(position, context, Wanted { value: self.insist_on_value, moves }).solve()
    }
}
