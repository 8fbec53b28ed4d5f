//! Games on boards: coins that are turned, strips, Chomp, rows with two ends, Hackenbush.
//!
//! Precondition: normal play, and a board whose theorem (see [`grundy_core::board`]) covers the position
//! and all it can become.

use dashu_int::UBig;

use super::{Applied, Context, Moves, Solved, Theorem};
use grundy_core::answer::MethodKind;
use grundy_core::board::{Ruleset, Source, Standing};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::rules::{Amounts, Board, Turning};
use grundy_core::text::Message;

/// The theorem of one kind of board.
pub enum OnBoard {
    /// Rows of coins.
    Coins,
    /// Rows of coins whose values have no formula.
    CoinValues,
    /// Rectangles of coins.
    Grid,
    /// Chomp of up to two rows, or of a row and a column.
    Chomp,
    /// Chomp of three rows and more.
    ManyRows,
    /// End-Nim.
    Ends,
    /// Coins on a strip.
    Strip,
    /// Green Hackenbush.
    Hackenbush,
}

impl OnBoard {
    fn source(&self) -> Source {
        let turning = || Turning { amounts: Amounts::any(), in_a_row: true };
        let rows = [UBig::from(2u8), UBig::from(2u8), UBig::ONE];
        let (board, position): (_, &[UBig]) = match self {
            Self::Coins => (Board::Coins(turning()), &[]),
            Self::CoinValues => {
                let amounts = Amounts::span(UBig::ONE, Some(4u8.into()));
                (Board::Coins(Turning { amounts, in_a_row: false }), &[])
            }
            Self::Grid => (Board::Grid(turning(), turning()), &[]),
            Self::Chomp => (Board::Chomp, &[]),
            Self::ManyRows => (Board::Chomp, &rows),
            Self::Ends => (Board::Ends, &[]),
            Self::Strip => (Board::Strip, &[]),
            Self::Hackenbush => (Board::Hackenbush, &[]),
        };
        board.ruleset().source(position)
    }
}

impl Theorem for OnBoard {
    fn name(&self) -> &'static str {
        self.source().name
    }
    fn kind(&self) -> MethodKind {
        self.source().kind
    }
    fn reference(&self) -> Option<&'static str> {
        Some(self.source().reference)
    }
    fn apply<'a>(&self, component: &'a Component, context: Context<'a>) -> Result<Applied<'a>> {
        let Some(board) = component.rules().board() else { return Ok(Applied::unrelated()) };
        let ruleset = board.ruleset();
        let position = component.heaps();
        if ruleset.source(position) != self.source() {
            return Ok(Applied::unrelated());
        }
        if context.misere {
            return Ok(Applied::near(Message::new("board.misere")));
        }
        let Some(standing) = ruleset.standing(position, context.budget)? else {
            return Ok(Applied::near(Message::new("board.not-covered")));
        };
        Ok(Applied::yes(Placed { ruleset, position, standing, budget: context.budget }))
    }
}

struct Placed<'a> {
    ruleset: Box<dyn Ruleset + 'a>,
    position: &'a [UBig],
    standing: Standing,
    budget: &'a Budget,
}

impl Placed<'_> {
    fn listed(&self, target: &Standing, want: usize) -> Result<Moves> {
        let options = self.ruleset.options_to(self.position, target, want, self.budget)?;
        Ok(Moves {
            list: options.list.into_iter().map(Move::Become).collect(),
            complete: options.complete,
            total: None,
        })
    }
}

impl Solved for Placed<'_> {
    fn wins(&self) -> bool {
        match &self.standing {
            Standing::Value(value) => *value > UBig::ZERO,
            Standing::Wins(wins) => *wins,
        }
    }

    fn value(&self) -> Option<UBig> {
        match &self.standing {
            Standing::Value(value) => Some(value.clone()),
            Standing::Wins(_) => None,
        }
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        if !self.wins() {
            return Ok(Moves::all(vec![]));
        }
        let lost = match &self.standing {
            Standing::Value(_) => Standing::Value(UBig::ZERO),
            Standing::Wins(_) => Standing::Wins(false),
        };
        self.listed(&lost, want)
    }

    fn moves_to_value(&self, target: &UBig, want: usize) -> Result<Option<Moves>> {
        match &self.standing {
            // No move leads to the value that is there.
            Standing::Value(value) if value == target => Ok(Some(Moves::all(vec![]))),
            Standing::Value(_) => self.listed(&Standing::Value(target.clone()), want).map(Some),
            Standing::Wins(_) => Ok(None),
        }
    }

    fn steps(&self) -> Vec<Message> {
        let verdict = match (&self.standing, self.wins()) {
            (Standing::Value(value), true) => Message::new("board.value-wins").with("value", value),
            (Standing::Value(_), false) => Message::new("board.value-loses"),
            (Standing::Wins(_), true) => Message::new("board.wins"),
            (Standing::Wins(_), false) => Message::new("board.loses"),
        };
        vec![self.ruleset.rule(self.position), verdict]
    }
}

#[cfg(test)]
mod tests;
