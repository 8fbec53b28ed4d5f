//! A second implementation of the notation, written from its description alone and as simply as possible: numbers
//! are tried one by one, moves are listed and positions are cached. The library's answers are compared with it.
//!
//! Boards of coins, bars, rows of heaps and strips, `hackenbush`, graphs and scripts are not supported, nor is most of what the description leaves open: both are
//! [`Refusal::NotMine`]. Where it leaves something open that is common enough to be supported, the interpretation is
//! this:
//!
//! - a `move` of a staircase or a strip takes the stones it moves: they count for `last` and for `win most`;
//! - after a `discard`, `from max heap` and the like refer to the remaining heaps, but the numbers `n`, `min` and
//!   `max` are those before the whole move;
//! - zeros that positions leave out count for nothing, from the start;
//! - a `multiply` that does not change the total is not a move.

use std::collections::{BTreeMap, BTreeSet};

mod amounts;
mod boards;
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
    /// The document does not allow this text; the string is the reason.
    Illegal(String),
    /// Possibly legal, but not supported: boards, graphs, scripts, what the document leaves open, and numbers
    /// that are too large.
    NotMine,
    /// The limit of positions or of tries was reached.
    TooMuch,
}

/// The outcome of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player to move wins.
    N,
    /// The other player wins.
    P,
    /// A draw; only in scoring games.
    D,
}

/// One component of a position, in a normal form: equal positions are equal values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    /// Sorted if the order is irrelevant; without zeros if the number of heaps can change; the total of a race; the
    /// numbers of a board, see [`Position::tidy`].
    pub heaps: Vec<u64>,
    /// The stones taken by the latest move, if the rules use `last`.
    pub last: Option<u64>,
    /// Whether something has been taken, if the rules have `first`.
    pub started: bool,
    /// The heap that is begun, counted from 0, and its original size.
    pub open: Option<(usize, u64)>,
    /// The original size of the heap finished last, if heaps descend.
    pub closed: Option<u64>,
    /// By how many stones the player to move is ahead in this component.
    pub lead: i64,
    /// The heaps that are rows, open, or touched by the latest move, counted from 0; without empty ones.
    pub marked: BTreeSet<usize>,
    /// The place of the next move in the list of seats, counted from 0.
    pub seat: usize,
    /// How many passes were made.
    pub passed: u64,
    /// How often stones were put back.
    pub put: u64,
    /// The amounts that may not be taken again, each with its heap, counted from 0, if only from that heap.
    pub used: BTreeSet<(Option<usize>, u64)>,
    /// Whether the part of a round that begins with this component is next, and is not the first.
    pub next: bool,
}

/// The results for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The outcome.
    pub outcome: Outcome,
    /// The Grundy value of the whole position: normal play, without scoring.
    pub value: Option<u64>,
    /// In scoring games: by how many stones the player to move is ahead at the end of best play.
    pub margin: Option<i64>,
    /// Whether there is no move.
    pub ended: bool,
    /// The results of the moves, all components left to right, and whether each wins, or is best in scoring games.
    pub results: BTreeMap<Vec<State>, bool>,
}

/// Parses a position.
pub fn parse(text: &str) -> Result<Position, Refusal> {
    read::position(text)
}

impl Position {
    /// The position itself, component by component.
    pub fn states(&self) -> Vec<State> {
        self.leaves.iter().zip(&self.leads).map(|(leaf, &lead)| leaf.state(lead)).collect()
    }

    /// The form in which the numbers of a component are compared: on a board many lists describe one position.
    pub fn tidy(&self, component: usize, numbers: Vec<u64>) -> Result<Vec<u64>, Refusal> {
        match self.games.get(component).and_then(|game| game.board.as_ref()) {
            Some(board) => board.position(&numbers),
            None => Ok(numbers),
        }
    }
}

/// The results of the moves of a position.
pub fn results(position: &Position) -> Result<BTreeSet<Vec<State>>, Refusal> {
    let nexts = whole::nexts(position, &position.leaves, &mut moves::Work(10_000_000))?;
    nexts.iter().map(|next| state(position, next)).collect()
}

/// Parses a position and solves it, visiting at most `limit` positions.
pub fn answer(text: &str, limit: usize) -> Result<Answer, Refusal> {
    play::solve(&parse(text)?, limit)
}

/// The components after a move, from the view of the next player.
fn state(position: &Position, next: &whole::Next) -> Result<Vec<State>, Refusal> {
    let mut states = Vec::new();
    for ((leaf, &lead), &taken) in next.leaves.iter().zip(&position.leads).zip(&next.taken) {
        let lead = lead.checked_add(taken).and_then(i64::checked_neg).ok_or(Refusal::NotMine)?;
        states.push(leaf.state(lead));
    }
    Ok(states)
}
