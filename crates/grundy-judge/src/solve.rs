//! The interface to a solver: two small traits, and their data.
//!
//! The judge knows formats, not games. A [`Solve`] turns a game's text into a [`Prepared`], which solves
//! positions. [`Need`] lists what the profile's templates use, so that nothing else is computed; the two
//! `_u64` methods are the fast path for inputs of a million lines.

use dashu_int::{IBig, UBig};
use grundy_solver::discard::Aim;

use crate::error::SolveError;
use crate::pieces::Pieces;

/// The outcome of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move wins.
    N,
    /// The player to move loses.
    P,
    /// A draw.
    D,
}

impl Outcome {
    /// The letter in templates.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::N => "N",
            Self::P => "P",
            Self::D => "D",
        }
    }
}

/// The order in which a profile lists winning moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// By result.
    #[default]
    To,
    /// Moves that touch several heaps first, then by result.
    PairFirst,
    /// By heap in the order of the input, then by amount.
    Heap,
    /// The moves that take the fewest stones first, then by heap.
    Fewest,
    /// The moves that take the most stones first, then by heap.
    Most,
}

impl Order {
    /// Whether every move is listed unless the profile says otherwise, not every result once.
    pub(crate) const fn is_by_heap(self) -> bool {
        matches!(self, Self::Heap | Self::Fewest | Self::Most)
    }
}

/// The winning moves that a profile uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Wanted {
    /// None: the outcome suffices.
    #[default]
    None,
    /// Any one of them.
    Any,
    /// The first in the profile's order. The solver may return more, if that one is among them.
    First,
    /// All of them.
    All,
}

/// The parts of an answer that a profile uses.
#[allow(clippy::struct_excessive_bools, reason = "independent parts of an answer")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Need {
    /// The winning moves.
    pub moves: Wanted,
    /// The order in which they are listed; the judge sorts them.
    pub order: Order,
    /// The positions after these moves. With very many heaps each is long.
    pub results: bool,
    /// The order of these positions, and which are equal.
    pub ranks: bool,
    /// The Grundy value.
    pub value: bool,
    /// The margin, in scoring games.
    pub margin: bool,
    /// The number of moves to the end.
    pub remoteness: bool,
    /// The number of winning moves, one for each heap and amount.
    pub count: bool,
    /// The heaps to discard so that the rest is lost.
    pub discard: Option<Aim>,
}

/// Heaps to discard so that the rest is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discarded {
    /// The indices of the heaps, from 0 in the order of the input, ascending.
    pub heaps: Vec<usize>,
    /// Their stones in all.
    pub stones: UBig,
    /// The heaps that stay, in the order of the input.
    pub left: Vec<UBig>,
}

/// One heap that a move touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The index of the heap, from 0 in the order of the input.
    pub heap: usize,
    /// The number of stones that the move takes from it.
    pub amount: UBig,
    /// The heaps it becomes: none if emptied, several if split.
    pub left: Vec<UBig>,
}

/// A member of a position. In this order moves are listed by result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A heap, or a number of a script, which may be negative.
    Number(IBig),
    /// A vertex of a graph whose name is not a number.
    Name(String),
    /// A list within the position of a script.
    List(Vec<Self>),
}

impl From<UBig> for Item {
    fn from(heap: UBig) -> Self {
        Self::Number(heap.into())
    }
}

/// One winning move. A solver lists every move, even if two have the same result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The heaps it touches, by index.
    pub touched: Vec<Touch>,
    /// Whether it replaces the position of a script, a graph or a board: nothing is taken then, and `to` is the move.
    pub replaces: bool,
    /// The place of the position after it in the order of these, if [`Need::ranks`] is set and `to` is left empty: the
    /// same for equal positions.
    pub rank: usize,
    /// The whole position after it, ascending if order does not matter. May be left empty if [`Need::results`] is not
    /// set, the moves have a rank if one is needed, and no two moves touch the same heaps with the same amounts.
    pub to: Vec<Item>,
}

/// The answer about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The outcome.
    pub outcome: Outcome,
    /// The number of heaps.
    pub heaps: usize,
    /// The Grundy value, if requested and there is one.
    pub value: Option<UBig>,
    /// By how many stones the player to move is ahead, in scoring games.
    pub margin: Option<IBig>,
    /// The number of moves to the end if the winner hurries, if requested; not in scoring games and draws.
    pub remoteness: Option<UBig>,
    /// The number of winning moves; if `None`, `moves` is complete and is counted.
    pub count: Option<UBig>,
    /// The requested winning moves, in any order.
    pub moves: Vec<Move>,
    /// The heaps to discard, if requested and possible.
    pub discard: Option<Discarded>,
}

/// Winning moves on machine words. Reused from one position to the next.
#[derive(Debug, Default)]
pub struct WordMoves {
    pub(crate) list: Vec<WordMove>,
    pub(crate) numbers: Vec<u64>,
    /// The number of moves, also after the list was shortened.
    pub(crate) count: usize,
    pub(crate) results: bool,
}

/// One winning move on machine words.
#[derive(Clone, Copy, Debug)]
pub struct WordMove {
    /// Whether it touches more than one heap.
    pub several: bool,
    /// The first heap it touches, from 0 in the order of the input.
    pub heap: usize,
    /// The number of stones that it takes from that heap.
    pub amount: u64,
    /// The number of stones that remain in it.
    pub left: u64,
    pub(crate) from: usize,
    pub(crate) len: usize,
}

impl WordMoves {
    /// Whether the positions after the moves are needed; if not, they may be left empty.
    #[inline]
    pub fn with_results(&self) -> bool {
        self.results
    }

    /// Adds a move on one heap, and the position after it.
    #[inline]
    pub fn one(&mut self, heap: usize, amount: u64, left: u64, to: &[u64]) {
        self.push(false, heap, amount, left, to);
    }

    /// Adds a move on several heaps, given the first of them, and the position after it.
    #[inline]
    pub fn several(&mut self, heap: usize, amount: u64, left: u64, to: &[u64]) {
        self.push(true, heap, amount, left, to);
    }

    #[inline]
    fn push(&mut self, several: bool, heap: usize, amount: u64, left: u64, to: &[u64]) {
        self.list.push(WordMove { several, heap, amount, left, from: self.numbers.len(), len: to.len() });
        match *to {
            // The common case, with a constant size.
            [a, b] => self.numbers.extend_from_slice(&[a, b]),
            _ => self.numbers.extend_from_slice(to),
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.numbers.clear();
    }

    #[inline]
    pub(crate) fn to(&self, m: &WordMove) -> &[u64] {
        &self.numbers[m.from..m.from + m.len]
    }
}

/// A question of the judge to its solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A game's text and the heaps, in the order of the input.
    Heaps(String, Vec<UBig>),
    /// A whole position as text.
    Whole(String),
}

/// A solver.
pub trait Solve {
    /// Prepares a game from its text. The judge keeps the result while that text is in use.
    fn game(&mut self, game: &str) -> Result<Box<dyn Prepared>, SolveError>;

    /// Solves a whole position given as text (a profile's `ask`).
    fn whole(&mut self, position: &str, need: &Need) -> Result<Verdict, SolveError>;

    /// Prepares whole positions on machine words. `None` leaves them all to [`whole`](Solve::whole).
    fn wholes(&mut self) -> Option<Box<dyn Wholes>> {
        None
    }
}

/// Whole positions on machine words.
pub trait Wholes {
    /// The outcome. `None` leaves the position to [`whole`](Solve::whole).
    fn decide(&mut self, pieces: &Pieces) -> Option<Outcome>;

    /// Learns the outcome of the position that was left.
    fn learn(&mut self, pieces: &Pieces, outcome: Outcome) {
        let _ = (pieces, outcome);
    }
}

/// A game that is prepared for positions.
pub trait Prepared {
    /// Solves one position.
    fn solve(&mut self, heaps: &[UBig], need: &Need) -> Result<Verdict, SolveError>;

    /// The outcome, without allocation. `None` leaves it to [`solve`](Prepared::solve).
    fn decide_u64(&mut self, heaps: &[u64]) -> Option<Outcome> {
        let _ = heaps;
        None
    }

    /// The outcome and every winning move (in any order, repeated results too), without allocation. `None`
    /// leaves it to [`solve`](Prepared::solve); `out` is then ignored.
    fn results_u64(&mut self, heaps: &[u64], out: &mut WordMoves) -> Option<Outcome> {
        let _ = (heaps, out);
        None
    }
}
