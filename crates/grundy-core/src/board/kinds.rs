//! Games that are not played on heaps: rows of coins, strips, boards of squares, graphs.

use std::fmt;

use dashu_int::UBig;

use super::placing::MOST_CELLS;
use crate::error::{Error, Result};
use crate::rules::Amounts;

/// How many coins a move turns. The highest of them must turn from heads to tails.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turning {
    /// The number of coins.
    pub amounts: Amounts,
    /// How they lie.
    pub layout: Layout,
}

/// How the coins that a move turns lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// Anywhere.
    Free,
    /// Side by side.
    Row,
    /// At equal steps from the start: coins d, 2d, ..., kd.
    Steps,
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
    /// Coins on squares. A move turns a connected set of them, all above or to the left of one, which turns from heads
    /// to tails. Each coin that shows heads is given by two numbers.
    Connected,
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
    /// Trees. A move removes a vertex with all vertices between it and its root. The numbers are the parents of the
    /// vertices, and 0 for roots.
    Forest,
    /// A graph with a token. A move takes it along an edge to a vertex where it has not been. Two numbers per edge: its
    /// ends; 0 and a vertex say where the token is.
    Walk,
    /// Sheets of squared paper. A move cuts one in two along a line. Two numbers per sheet: its sides.
    Sheets {
        /// The shortest side that a cut may make, at least 1.
        least: u64,
    },
    /// Squares that pieces cover. The numbers are the covered squares: row and column, from 1.
    Squares(Placing),
    /// A graph; a move removes a vertex and its neighbours. Two numbers per edge: its ends, equal for a vertex without
    /// edges.
    Vertices,
    /// A graph; a move removes a connected set of vertices. Two numbers per edge, as for [`Self::Vertices`].
    Regions,
    /// A graph; a move removes an edge and its two ends. Two numbers per edge: its ends.
    Edges,
}

/// Pieces that are put on a board of squares, either way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placing {
    /// The sides of a piece, the shorter one first.
    pub piece: (u64, u64),
    /// The number of rows and of columns.
    pub board: (u64, u64),
}

/// Maximum number of coins that a move may choose one by one.
const MAX_CHOSEN: u8 = 16;

impl Board {
    /// Whether a position consists of pairs of numbers.
    pub fn is_of_pairs(&self) -> bool {
        !matches!(self, Self::Coins(_) | Self::Chomp | Self::Ends | Self::Strip | Self::Forest)
    }

    /// The starting position, if the rules determine it.
    pub fn start(&self) -> Option<Vec<UBig>> {
        matches!(self, Self::Squares(_)).then(Vec::new)
    }

    pub(crate) fn check(&self) -> Result<()> {
        match self {
            Self::Coins(turning) => turning.check(),
            Self::Grid(rows, columns) => rows.check().and(columns.check()),
            Self::Sheets { least } if *least == 0 => Err(Error::input("error.sheet-empty")),
            Self::Squares(placing) => placing.check(),
            _ => Ok(()),
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
        if self.amounts.as_spans().is_some() && (self.layout != Layout::Free || few()) {
            return Ok(());
        }
        Err(Error::input("error.coin-counts").with("limit", MAX_CHOSEN))
    }
}

impl Placing {
    fn check(&self) -> Result<()> {
        let squares = |(a, b): (u64, u64)| a.saturating_mul(b);
        if squares(self.piece) == 0 || squares(self.board) == 0 {
            return Err(Error::input("error.zero-amount"));
        }
        if squares(self.board) > MOST_CELLS {
            let error =
                Error::input("error.board-squares").with("rows", self.board.0).with("columns", self.board.1);
            return Err(error.with("limit", MOST_CELLS));
        }
        Ok(())
    }
}

impl fmt::Display for Placing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piece: (short, long), board: (rows, columns) } = self;
        write!(f, "place a {short} by {long} piece on {rows} by {columns} squares")
    }
}

impl fmt::Display for Turning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = match self.layout {
            Layout::Free => "",
            Layout::Row => " in a row",
            Layout::Steps => " in equal steps",
        };
        write!(f, "{} coins{layout}", self.amounts)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coins(turning) => write!(f, "turn {turning}"),
            Self::Grid(rows, columns) => write!(f, "turn {rows} by {columns}"),
            Self::Connected => f.write_str("turn a connected set of coins"),
            Self::Chomp => f.write_str("bite off a corner"),
            Self::Ends => f.write_str("take any from end heap"),
            Self::Strip => f.write_str("slide a coin down"),
            Self::Hackenbush => f.write_str("cut an edge"),
            Self::Forest => f.write_str("cut a path to the root"),
            Self::Walk => f.write_str("walk to a new vertex"),
            Self::Sheets { least: 1 } => f.write_str("cut a sheet in two"),
            Self::Sheets { least } => write!(f, "cut a sheet in two with sides of at least {least}"),
            Self::Squares(placing) => placing.fmt(f),
            Self::Vertices => f.write_str("remove a vertex and its neighbours"),
            Self::Regions => f.write_str("remove a connected set of vertices"),
            Self::Edges => f.write_str("remove an edge and its ends"),
        }
    }
}
