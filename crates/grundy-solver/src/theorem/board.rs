//! Games on boards: coins that are turned, strips, Chomp, rows with two ends, Hackenbush.
//!
//! Precondition: normal play, and a board whose theorem (see [`grundy_core::board`]) covers the position
//! and all it can become.

use dashu_int::UBig;

use crate::method::{Applied, Basis, Fit, Method, Moves, Solved};
use grundy_core::board::{Board, Ruleset, Source, Standing};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::text::Message;

/// The theorem for one kind of board.
pub struct OnBoard {
    board: Board,
    source: Source,
}

/// Recognises boards by the theorem about most of their positions.
pub fn recognise(board: &Board, misere: bool) -> Fit {
    on_board(board, misere, |ruleset| Some(ruleset.source(&[])))
}

/// Recognises positions of boards that a table covers, such as three rows of Chomp.
pub fn recognise_tables(board: &Board, misere: bool) -> Fit {
    let rows = [UBig::from(2u8), UBig::from(2u8), UBig::ONE];
    on_board(board, misere, |ruleset| {
        Some(ruleset.source(&rows)).filter(|source| *source != ruleset.source(&[]))
    })
}

fn on_board(board: &Board, misere: bool, source: impl Fn(&dyn Ruleset) -> Option<Source>) -> Fit {
    match source(&*board.ruleset()) {
        None => Fit::Unrelated,
        Some(source) if misere => Fit::near(source.name, Message::new("board.misere")),
        Some(source) => Fit::known(OnBoard { board: board.clone(), source }),
    }
}

impl Method for OnBoard {
    fn name(&self) -> &'static str {
        self.source.name
    }

    fn basis(&self) -> Basis {
        Basis::of(self.source.kind, Some(self.source.reference))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let ruleset = self.board.ruleset();
        let position = component.heaps();
        if ruleset.source(position) != self.source {
            return Ok(Applied::unrelated());
        }
        let Some(standing) = ruleset.standing(position, budget)? else {
            return Ok(Applied::near(Message::new("board.not-covered")));
        };
        Ok(Applied::yes(Placed { ruleset, position, standing, budget }))
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
            // No move leads to the position's own value.
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
