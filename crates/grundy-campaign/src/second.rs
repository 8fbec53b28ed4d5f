//! A second reading of the notation, written from its description alone and in the plainest way: numbers are tried
//! one by one, moves are listed and positions remembered. What the product says is held against it.
//!
//! Boards, graphs and scripts are left out, and so is most of what the description does not settle: both are
//! [`Refusal::NotMine`]. Where it leaves something open that is common enough to be answered, this is how it is
//! read:
//!
//! - a `move` of a staircase or a strip takes the stones it moves: they count for `last` and for `win most`;
//! - a take of 0 is a split, so `first` leaves it alone;
//! - after a `discard`, `from max heap` and the like look at the heaps that are left, but the numbers `n`, `min` and
//!   `max` are those before the whole move;
//! - zeros that positions leave out count for nothing, from the start;
//! - a `multiply` that leaves the total as it is, is no move;
//! - everything divides 0.

use std::collections::{BTreeMap, BTreeSet};

mod amounts;
mod check;
mod leaf;
mod moves;
mod names;
mod parts;
mod play;
mod read;
mod read_amounts;
mod read_moves;
mod scan;
mod tree;
mod whole;

#[cfg(test)]
mod tests;

pub use read::Position;
pub use scan::narrow_text;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The document does not allow this text; says why.
    Illegal(String),
    /// Legal perhaps, but left out here: boards, graphs, scripts, what the document does not settle, and numbers
    /// too large.
    NotMine,
    /// More positions than the limit, or too much to try.
    TooMuch,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move.
    N,
    /// The other.
    P,
    /// Nobody; only where stones are counted.
    D,
}

/// One component of a position, in a form that equal positions share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    /// Sorted if the order means nothing; without zeros if the number of heaps can change; the total of a race.
    pub heaps: Vec<u64>,
    /// What the latest move took, if the rules use `last`.
    pub last: Option<u64>,
    /// Whether something has been taken, if the rules say what comes `first`.
    pub started: bool,
    /// The heap that is begun, counted from 0, and what it had.
    pub open: Option<(usize, u64)>,
    /// What the heap finished last had, if heaps descend.
    pub closed: Option<u64>,
    /// Stones the player to move has more than the other, from this component.
    pub lead: i64,
    /// The heaps that are rows by now, counted from 0, in games with `ring`; empty ones are not among them.
    pub rows: BTreeSet<usize>,
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value of the whole position: normal play, where no stones are counted.
    pub value: Option<u64>,
    /// Where stones are counted: those of the player to move less the other's, at the end of best play.
    pub margin: Option<i64>,
    /// Whether there is no move.
    pub ended: bool,
    /// Where the moves lead, all components left to right, and whether that wins, or is best where stones are counted.
    pub results: BTreeMap<Vec<State>, bool>,
}

/// Reads a position.
pub fn parse(text: &str) -> Result<Position, Refusal> {
    read::position(text)
}

impl Position {
    /// The position itself, component by component.
    pub fn states(&self) -> Vec<State> {
        self.leaves.iter().zip(&self.leads).map(|(leaf, &lead)| leaf.state(lead)).collect()
    }
}

/// Where the moves of a position lead.
pub fn results(position: &Position) -> Result<BTreeSet<Vec<State>>, Refusal> {
    let nexts = whole::nexts(position, &position.leaves, &mut moves::Work(10_000_000))?;
    nexts.iter().map(|next| state(position, next)).collect()
}

/// Reads a position and says who wins it, looking at no more positions than the limit.
pub fn answer(text: &str, limit: usize) -> Result<Answer, Refusal> {
    play::solve(&parse(text)?, limit)
}

/// The components after a move, seen by the player whose turn it then is.
fn state(position: &Position, next: &whole::Next) -> Result<Vec<State>, Refusal> {
    let mut states = Vec::new();
    for ((leaf, &lead), &taken) in next.leaves.iter().zip(&position.leads).zip(&next.taken) {
        let taken = i64::try_from(taken).map_err(|_| Refusal::NotMine)?;
        let lead = lead.checked_add(taken).and_then(i64::checked_neg).ok_or(Refusal::NotMine)?;
        states.push(leaf.state(lead));
    }
    Ok(states)
}
