//! What a move gave away, and the reply that proves it.

use super::choice::{Choice, best_choices};
use super::standing::Standing;
use grundy_core::answer::Outcome;
use grundy_core::error::Result;
use grundy_core::position::Position;
use grundy_core::text::Message;
use grundy_solver::Solver;

/// A judgement of a move by the positions before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The standing before, for the player who moved.
    pub before: Standing,
    /// The standing after, for the other player.
    pub after: Standing,
    /// The reply that punishes a mistake; `None` if there is no mistake or the game is over.
    pub punished_by: Option<Choice>,
}

impl Verdict {
    pub(super) fn new(
        (before, after): (Standing, Standing),
        next: &Position,
        solver: &Solver,
    ) -> Result<Self> {
        let mut verdict = Self { before, after, punished_by: None };
        if verdict.is_mistake() {
            verdict.punished_by = best_choices(next, 1, solver)?.pop();
        }
        Ok(verdict)
    }

    /// Whether the move gave something away.
    pub fn is_mistake(&self) -> bool {
        self.before.is_worsened_by(&self.after)
    }

    /// For a mistake: what was lost, and the reply. Empty for a move that is as good as any other.
    pub fn messages(&self) -> Vec<Message> {
        if !self.is_mistake() {
            return vec![];
        }
        let lost = match (&self.before.margin, &self.after.margin, self.before.outcome, self.after.outcome) {
            (Some(before), Some(after), ..) => {
                Message::new("play.lost-stones").with("stones", before + after)
            }
            (.., Outcome::N, Outcome::D) => Message::new("play.lost-win-drawn"),
            (.., Outcome::D, _) => Message::new("play.lost-draw"),
            _ => Message::new("play.lost-win"),
        };
        let shown = match &self.punished_by {
            Some(reply) => Message::new("play.punished").with("reply", reply.in_words()),
            None => Message::new("play.punished-already"),
        };
        vec![lost, shown]
    }
}
