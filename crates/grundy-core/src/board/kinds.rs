//! Moves on something other than heaps: rows of coins, strips, boards of squares, graphs.

use std::fmt;

use dashu_int::UBig;

use crate::error::{Error, Result};
use crate::rules::Amounts;

/// How many coins a move turns. The highest of them must go from heads to tails.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turning {
    /// How many.
    pub amounts: Amounts,
    /// Must they lie side by side?
    pub in_a_row: bool,
}

/// What a game is played on, and its one kind of move.
///
/// A position is a list of whole numbers, as each kind says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Board {
    /// A row of coins; the numbers are those that show heads, counted from 1.
    Coins(Turning),
    /// A rectangle of coins: rows and columns each choose as in their own game, and every coin
    /// where they meet is turned. Two numbers a coin that shows heads.
    Grid(Turning, Turning),
    /// A bar of chocolate whose first square is poisoned: a square is bitten off with all to the
    /// right of it and below. The numbers are the lengths of its rows, longest first.
    Chomp,
    /// Heaps in a row, of which only the two at its ends may be taken from.
    Ends,
    /// Coins on a strip, no two on one square; a move slides one down over empty squares. The
    /// numbers are the squares, counted from 0.
    Strip,
    /// Edges of a graph that stands on the ground; a move cuts one, and what no longer hangs
    /// together with the ground is gone. Two numbers an edge: its ends, 0 being the ground.
    Hackenbush,
}

/// So many coins at most may be chosen one by one.
const MAX_CHOSEN: u8 = 16;

impl Board {
    /// Does a position consist of pairs of numbers?
    pub fn is_of_pairs(&self) -> bool {
        matches!(self, Self::Grid(..) | Self::Hackenbush)
    }

    pub(crate) fn check(&self) -> Result<()> {
        match self {
            Self::Coins(turning) => turning.check(),
            Self::Grid(rows, columns) => rows.check().and(columns.check()),
            Self::Chomp | Self::Ends | Self::Strip | Self::Hackenbush => Ok(()),
        }
    }
}

impl Turning {
    fn check(&self) -> Result<()> {
        if self.amounts.is_empty() {
            return Err(Error::input("error.empty-set").with("move", "turn"));
        }
        if self.amounts.has_zero() {
            return Err(Error::input("error.zero-amount"));
        }
        let few = || self.amounts.as_finite().is_some_and(|most| *most <= UBig::from(MAX_CHOSEN));
        if self.amounts.as_spans().is_some() && (self.in_a_row || few()) {
            return Ok(());
        }
        Err(Error::input("error.coin-counts").with("limit", MAX_CHOSEN))
    }
}

impl fmt::Display for Turning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} coins{}", self.amounts, if self.in_a_row { " in a row" } else { "" })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coins(turning) => write!(f, "turn {turning}"),
            Self::Grid(rows, columns) => write!(f, "turn {rows} by {columns}"),
            Self::Chomp => f.write_str("bite off a corner"),
            Self::Ends => f.write_str("take any from end heap"),
            Self::Strip => f.write_str("slide a coin down"),
            Self::Hackenbush => f.write_str("cut an edge"),
        }
    }
}
