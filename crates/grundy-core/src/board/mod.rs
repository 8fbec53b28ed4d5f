//! Games that are not played on heaps: their moves, and the theorems about them.
//!
//! Each board implements [`Ruleset`]. Its moves follow from the rules alone. The result of a theorem
//! is separate, and tests compare the two.

mod chomp;
mod coin_values;
mod coins;
mod connected;
mod ends;
mod forest;
mod grid;
mod hackenbush;
mod kinds;
mod many_rows;
mod placing;
mod sheets;
mod strip;
#[cfg(test)]
mod tests;
mod three_rows;
mod walk;

use std::collections::BTreeSet;

use dashu_int::UBig;

use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

pub use kinds::{Board, Layout, Placing, Turning};

/// A callback that receives every option of a position.
pub type Each<'a> = dyn FnMut(Vec<UBig>) -> Result<()> + 'a;

/// The result of a theorem for a position under normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its Grundy value.
    Value(UBig),
    /// Only whether the player to move wins.
    Wins(bool),
}

/// The options with a given result, up to a wanted number of different ones.
#[derive(Debug)]
pub struct Options {
    /// The positions after the moves; one that several moves reach occurs several times.
    pub list: Vec<Vec<UBig>>,
    /// Whether `list` has all of them.
    pub complete: bool,
    different: BTreeSet<Vec<UBig>>,
}

impl Options {
    /// All of them.
    fn all(list: Vec<Vec<UBig>>) -> Self {
        Self { list, complete: true, different: BTreeSet::new() }
    }

    /// Adds an option, unless it differs from those in the list and there are `want` of these already: the list is
    /// incomplete then, and stays as it is.
    fn offer(&mut self, want: usize, budget: &Budget, option: impl FnOnce() -> Vec<UBig>) -> Result<()> {
        if !self.complete {
            return Ok(());
        }
        let option = option();
        if !self.different.contains(&option) {
            if self.different.len() >= want {
                self.complete = false;
                return Ok(());
            }
            budget.reserve(64 + 24 * option.len() as u64)?;
            self.different.insert(option.clone());
        }
        budget.reserve(64 + 24 * option.len() as u64)?;
        self.list.push(option);
        Ok(())
    }
}

/// The theorem of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// How certain the result is.
    pub kind: MethodKind,
    /// The method's name.
    pub name: &'static str,
    /// Author and year.
    pub reference: &'static str,
}

/// The rules of one kind of board, and the theorem about it.
pub trait Ruleset {
    /// Fails if `position` is not a position of this board.
    fn check(&self, position: &[UBig]) -> Result<()>;

    /// The canonical form of a position.
    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig>;

    /// Calls `each` with the position after every move, in canonical form.
    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()>;

    /// Where the theorem about such a position was published.
    fn source(&self, position: &[UBig]) -> Source;

    /// The theorem's result for this position; `None` if the theorem does not cover the game, this
    /// position or its options.
    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>>;

    /// The options with the given standing.
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
        Ok(Options::all(list))
    }

    /// The theorem as a sentence.
    fn rule(&self, position: &[UBig]) -> Message;

    /// The move from `position` to its option `next`, in words. Both are in canonical form.
    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message;
}

impl Board {
    /// The implementation of its rules.
    pub fn ruleset(&self) -> Box<dyn Ruleset + '_> {
        match self {
            Self::Coins(turning) => Box::new(coins::Row { turning }),
            Self::Grid(rows, columns) => Box::new(grid::Grid { rows, columns }),
            Self::Connected => Box::new(connected::Connected),
            Self::Chomp => Box::new(chomp::Chomp),
            Self::Ends => Box::new(ends::Ends),
            Self::Strip => Box::new(strip::Strip),
            Self::Hackenbush => Box::new(hackenbush::Hackenbush),
            Self::Forest => Box::new(forest::Forest),
            Self::Walk => Box::new(walk::Walk),
            Self::Sheets { least } => Box::new(sheets::Sheets { least: *least }),
            Self::Squares(placing) => Box::new(placing::Squares::new(placing)),
            Self::Vertices => Box::new(placing::Graph::new(placing::Choice::Vertex)),
            Self::Regions => Box::new(placing::Graph::new(placing::Choice::Connected)),
            Self::Edges => Box::new(placing::Graph::new(placing::Choice::Edge)),
        }
    }

    /// The move from `position` to its option `next`, in words, such as "cut the edge between 1 and 2".
    pub fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        let ruleset = self.ruleset();
        let canonical = |position: &[UBig]| ruleset.canonical(position.to_vec());
        ruleset.move_in_words(&canonical(position), &canonical(next))
    }
}

/// The largest number allowed on a board.
const MAX_NUMBER: u64 = u64::MAX >> 1;

fn check_small(position: &[UBig]) -> Result<()> {
    match position.iter().find(|n| **n > UBig::from(MAX_NUMBER)) {
        Some(n) => Err(Error::input("error.board-number").with("number", n).with("limit", MAX_NUMBER)),
        None => Ok(()),
    }
}

/// The numbers of a checked position as machine words.
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

/// Fails if two coins are in the same place.
fn check_distinct(coins: &[UBig]) -> Result<()> {
    let distinct = sorted(coins.to_vec()).is_sorted_by(|a, b| a < b);
    if distinct { Ok(()) } else { Err(Error::input("error.coin-twice")) }
}

fn sorted(mut position: Vec<UBig>) -> Vec<UBig> {
    position.sort_unstable();
    position
}

/// The members of exactly one of two lists without repetitions, sorted.
fn in_one_of<T: Ord + Copy>(a: &[T], b: &[T]) -> Vec<T> {
    let (a, b): (BTreeSet<T>, BTreeSet<T>) = (a.iter().copied().collect(), b.iter().copied().collect());
    a.symmetric_difference(&b).copied().collect()
}

/// The symmetric difference of two lists, sorted.
fn toggled(list: &[u64], turned: &[u64]) -> Vec<u64> {
    let mut out: Vec<u64> = list.iter().filter(|n| !turned.contains(n)).copied().collect();
    out.extend(turned.iter().filter(|n| !list.contains(n)));
    out.sort_unstable();
    out
}
