//! Games that are not played on heaps: rows of coins, strips, boards of squares, graphs.

use std::fmt;

use dashu_int::UBig;

use crate::error::{Error, Result};
use crate::rules::Amounts;

/// How many coins a move turns. The highest of them must turn from heads to tails.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turning {
    /// The number of coins.
    pub amounts: Amounts,
    /// Whether they must be adjacent.
    pub in_a_row: bool,
}

/// A board and its one kind of move.
///
/// A position is a list of whole numbers; each variant says what they mean.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Board {
    /// A row of coins. The numbers are the coins that show heads, counted from 1.
    Coins(Turning),
    /// A rectangle of coins. A move chooses rows and columns, each as in their own game, and
    /// turns every coin where they meet. Each coin that shows heads is given by two numbers.
    Grid(Turning, Turning),
    /// A bar of chocolate whose first square is poisoned. A bite takes a square and all squares
    /// to the right of it and below. The numbers are the lengths of the rows, longest first.
    Chomp,
    /// Heaps in a row; only the two heaps at the ends may be taken from.
    Ends,
    /// Coins on a strip, no two on one square; a move slides a coin down over empty squares. The
    /// numbers are the squares, counted from 0.
    Strip,
    /// Edges of a graph that stands on the ground. A move cuts one edge, and everything no longer
    /// connected to the ground is removed. Two numbers per edge: its ends, 0 being the ground.
    Hackenbush,
}

/// Maximum number of coins that a move may choose one by one.
const MAX_CHOSEN: u8 = 16;

impl Board {
    /// Whether a position consists of pairs of numbers.
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
