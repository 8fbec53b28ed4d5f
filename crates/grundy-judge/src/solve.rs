//! What the judge asks of a solver: two small traits, and the data that passes between.
//!
//! The judge knows formats, not games. A [`Solve`] turns a game's text into something [`Prepared`],
//! which answers positions. [`Need`] says what the profile's templates use, so that nothing else is
//! computed; the two `_u64` methods are the road for inputs of a million lines.

use dashu_int::{IBig, UBig};

use crate::error::SolveError;

/// Who wins, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move wins.
    N,
    /// The player to move loses.
    P,
    /// Neither does.
    D,
}

impl Outcome {
    /// The letter a template sees.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::N => "N",
            Self::P => "P",
            Self::D => "D",
        }
    }
}

/// In which order a profile lists winning moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// By what is left.
    #[default]
    To,
    /// Moves that touch several heaps first, then by what is left.
    PairFirst,
    /// By heap in the order of the input, then by amount.
    Heap,
}

/// How many of the winning moves a profile uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Wanted {
    /// None: who wins is enough.
    #[default]
    None,
    /// One, whichever is found first.
    Any,
    /// The first in the profile's order. Returning more is fine, as long as that one is among them.
    First,
    /// Every one.
    All,
}

/// What a profile uses of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Need {
    /// Which winning moves.
    pub moves: Wanted,
    /// In which order they will be put; the judge does the sorting.
    pub order: Order,
    /// The Grundy value.
    pub value: bool,
    /// The margin, where a game counts stones.
    pub margin: bool,
    /// How many winning moves there are, one for each heap and amount.
    pub count: bool,
}

/// One heap a move touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Which one, from 0 in the order of the input.
    pub heap: usize,
    /// How many stones the move takes from it.
    pub amount: UBig,
    /// The heaps it becomes: none when emptied, several when split.
    pub left: Vec<UBig>,
}

/// One winning move. A solver lists each one, also where two lead to the same position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The heaps it touches, by index.
    pub touched: Vec<Touch>,
    /// The whole position after it, ascending where order does not matter.
    pub to: Vec<UBig>,
}

/// The answer about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who wins.
    pub outcome: Outcome,
    /// How many heaps the position has.
    pub heaps: usize,
    /// The Grundy value, where asked for and there is one.
    pub value: Option<UBig>,
    /// Stones the player to move gets more than the other, where the game counts them.
    pub margin: Option<IBig>,
    /// The number of winning moves; where absent, `moves` is complete and is counted.
    pub count: Option<UBig>,
    /// The winning moves asked for, in any order.
    pub moves: Vec<Move>,
}

/// Winning moves on machine words. Kept and reused from one position to the next.
#[derive(Debug, Default)]
pub struct FastMoves {
    pub(crate) list: Vec<FastMove>,
    pub(crate) numbers: Vec<u64>,
}

/// One winning move on machine words.
#[derive(Clone, Copy, Debug)]
pub struct FastMove {
    /// Whether it touches more than one heap.
    pub several: bool,
    /// The first heap it touches, from 0 in the order of the input.
    pub heap: usize,
    /// How many stones it takes from that heap.
    pub amount: u64,
    /// How many stay in it.
    pub left: u64,
    pub(crate) from: usize,
    pub(crate) len: usize,
}

impl FastMoves {
    /// Adds a move that touches one heap, and the position after it.
    #[inline]
    pub fn one(&mut self, heap: usize, amount: u64, left: u64, to: &[u64]) {
        self.push(false, heap, amount, left, to);
    }

    /// Adds a move that touches several heaps, the first of which is given.
    #[inline]
    pub fn several(&mut self, heap: usize, amount: u64, left: u64, to: &[u64]) {
        self.push(true, heap, amount, left, to);
    }

    #[inline]
    fn push(&mut self, several: bool, heap: usize, amount: u64, left: u64, to: &[u64]) {
        self.list.push(FastMove { several, heap, amount, left, from: self.numbers.len(), len: to.len() });
        match *to {
            // The common case, of constant size.
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
    pub(crate) fn to(&self, m: &FastMove) -> &[u64] {
        &self.numbers[m.from..m.from + m.len]
    }
}

/// What the judge asked a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A game's text and the heaps, in the order of the input.
    Heaps(String, Vec<UBig>),
    /// A whole position as text.
    Whole(String),
}

/// A solver, as the judge sees it.
pub trait Solve {
    /// Makes a game's text ready for positions. The judge keeps what it gets for as long as that text is in use.
    fn game(&mut self, game: &str) -> Result<Box<dyn Prepared>, SolveError>;

    /// Answers a whole position written as text (a profile's `ask`).
    fn whole(&mut self, position: &str, need: &Need) -> Result<Verdict, SolveError>;
}

/// A game ready for positions.
pub trait Prepared {
    /// Answers one position.
    fn solve(&mut self, heaps: &[UBig], need: &Need) -> Result<Verdict, SolveError>;

    /// Who wins, without allocating. `None` leaves it to [`solve`](Prepared::solve).
    fn decide_u64(&mut self, heaps: &[u64]) -> Option<Outcome> {
        let _ = heaps;
        None
    }

    /// Who wins, and every winning move (in any order, repeated results too), without allocating.
    /// `None` leaves it to [`solve`](Prepared::solve), whatever was put into `out`.
    fn results_u64(&mut self, heaps: &[u64], out: &mut FastMoves) -> Option<Outcome> {
        let _ = (heaps, out);
        None
    }
}
