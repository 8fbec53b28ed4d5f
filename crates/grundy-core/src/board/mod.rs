//! Games on something other than heaps: what moves there are, and what is known about them.
//!
//! Each board is a [`Ruleset`] of its own. Its moves are given by the rules and nothing else; what
//! a theorem says of a position stands beside them, and tests hold the one against the other.

mod chomp;
mod coin_values;
mod coins;
mod ends;
mod grid;
mod hackenbush;
mod kinds;
mod many_rows;
mod strip;
mod three_rows;

use dashu_int::UBig;

use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

pub use kinds::{Board, Turning};

/// What takes every option of a position.
pub type Each<'a> = dyn FnMut(Vec<UBig>) -> Result<()> + 'a;

/// What a theorem says of a position under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its Grundy value.
    Value(UBig),
    /// Only whether the player to move wins.
    Wins(bool),
}

/// The options of a standing, as far as they were wanted.
#[derive(Debug, Default)]
pub struct Options {
    /// What the moves leave; a result that several moves leave is there as often.
    pub list: Vec<Vec<UBig>>,
    /// Are these all?
    pub complete: bool,
}

impl Options {
    /// One more, if not `want` of them are there.
    fn offer(&mut self, want: usize, option: impl FnOnce() -> Vec<UBig>) {
        if self.list.len() < want {
            self.list.push(option());
        } else {
            self.complete = false;
        }
    }
}

/// The theorem of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// How sure it is.
    pub kind: MethodKind,
    /// The method's name.
    pub name: &'static str,
    /// Author and year.
    pub reference: &'static str,
}

/// One kind of board: positions, moves, and what is known.
pub trait Ruleset {
    /// Refuses what is no position.
    fn check(&self, position: &[UBig]) -> Result<()>;

    /// The same position in its one canonical form.
    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig>;

    /// Calls `each` with what every move leaves, in canonical form.
    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()>;

    /// Where the theorem about such a position was published.
    fn source(&self, position: &[UBig]) -> Source;

    /// What the theorem says of this position; `None` where it says nothing of the game, or of
    /// this position or its options.
    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>>;

    /// The moves to a standing.
    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        want: usize,
        budget: &Budget,
    ) -> Result<Options> {
        let _ = want;
        let mut list = Vec::new();
        self.for_each_option(position, budget, &mut |option| {
            if self.standing(&option, budget)?.as_ref() == Some(target) {
                budget.reserve(64 + 24 * option.len() as u64)?;
                list.push(option);
            }
            Ok(())
        })?;
        Ok(Options { list, complete: true })
    }

    /// The theorem in a sentence.
    fn rule(&self, position: &[UBig]) -> Message;
}

impl Board {
    /// Its rules at work.
    pub fn ruleset(&self) -> Box<dyn Ruleset + '_> {
        match self {
            Self::Coins(turning) => Box::new(coins::Row { turning }),
            Self::Grid(rows, columns) => Box::new(grid::Grid { rows, columns }),
            Self::Chomp => Box::new(chomp::Chomp),
            Self::Ends => Box::new(ends::Ends),
            Self::Strip => Box::new(strip::Strip),
            Self::Hackenbush => Box::new(hackenbush::Hackenbush),
        }
    }
}

/// Numbers on a board are at most this.
const MAX_NUMBER: u64 = u64::MAX >> 1;

fn check_small(position: &[UBig]) -> Result<()> {
    match position.iter().find(|n| **n > UBig::from(MAX_NUMBER)) {
        Some(n) => Err(Error::input("error.board-number").with("number", n).with("limit", MAX_NUMBER)),
        None => Ok(()),
    }
}

/// The numbers of a checked position.
fn small(position: &[UBig]) -> Vec<u64> {
    position.iter().map(|n| u64::try_from(n).unwrap_or(MAX_NUMBER)).collect()
}

fn wide(position: &[u64]) -> Vec<UBig> {
    position.iter().map(|&n| UBig::from(n)).collect()
}

fn check_even(position: &[UBig]) -> Result<()> {
    if position.len().is_multiple_of(2) {
        return check_small(position);
    }
    Err(Error::input("error.pairs-odd").with("count", position.len()))
}

/// Coins on places of a row: no two on one.
fn check_distinct(coins: &[UBig]) -> Result<()> {
    let distinct = sorted(coins.to_vec()).is_sorted_by(|a, b| a < b);
    if distinct { Ok(()) } else { Err(Error::input("error.coin-twice")) }
}

fn sorted(mut position: Vec<UBig>) -> Vec<UBig> {
    position.sort_unstable();
    position
}

/// A sorted list without what occurs twice.
fn toggled(list: &[u64], turned: &[u64]) -> Vec<u64> {
    let mut out: Vec<u64> = list.iter().filter(|n| !turned.contains(n)).copied().collect();
    out.extend(turned.iter().filter(|n| !list.contains(n)));
    out.sort_unstable();
    out
}
