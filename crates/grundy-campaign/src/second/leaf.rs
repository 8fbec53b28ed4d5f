//! One component in play: its heaps and its history.

use std::collections::BTreeSet;

use super::State;
use super::boards::{Board, Numbers};
use super::tree::{Mark, Rules};

/// A heap, which may be marked: in a game with `ring` it has become a row, with `heaps closed` it is open, with
/// `heaps alternating` the latest move was made in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Heap {
    /// The number of stones.
    pub size: u64,
    /// Whether it is marked.
    pub marked: bool,
    /// The amounts taken from it, as bits, if each may be taken from it once.
    pub used: u128,
}

/// The state of a component.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leaf {
    /// In normal form, see `Game::tidy`.
    pub heaps: Vec<Heap>,
    /// The stones taken by the latest move, if the rules use `last`.
    pub last: Option<u64>,
    /// Whether something has been taken, if the rules have `first`.
    pub started: bool,
    /// The heap that is begun, counted from 0, and its original size.
    pub open: Option<(usize, u64)>,
    /// The original size of the heap finished last, if heaps descend; kept while the next one is
    /// open.
    pub closed: Option<u64>,
    /// The place of the next move in the list of seats, counted from 0.
    pub seat: usize,
    /// How many passes were made.
    pub passed: u64,
    /// How often stones were put back.
    pub put: u64,
    /// The amounts taken, as bits, if each may be taken once.
    pub used: u128,
    /// Whether the part of a round that begins here is next, and is not the first.
    pub next: bool,
}

/// The amounts of these bits.
pub fn amounts_of(bits: u128) -> Vec<u64> {
    (0..128).filter(|amount| bits >> amount & 1 == 1).collect()
}

impl Leaf {
    /// A position on a board.
    pub fn of_numbers(numbers: Numbers) -> Self {
        let heaps = numbers.into_iter().map(|size| Heap { size, marked: false, used: 0 }).collect();
        Self {
            heaps,
            last: None,
            started: false,
            open: None,
            closed: None,
            seat: 0,
            passed: 0,
            put: 0,
            used: 0,
            next: false,
        }
    }

    /// The public form of this component.
    pub fn state(&self, lead: i64) -> State {
        let marked: BTreeSet<usize> =
            self.heaps.iter().enumerate().filter(|(_, heap)| heap.marked).map(|(i, _)| i).collect();
        let of_heaps = self.heaps.iter().map(|heap| heap.used).enumerate();
        let used = of_heaps.map(|(i, bits)| (Some(i), bits)).chain([(None, self.used)]);
        State {
            heaps: self.heaps.iter().map(|heap| heap.size).collect(),
            last: self.last,
            started: self.started,
            open: self.open,
            closed: self.closed,
            lead,
            marked,
            seat: self.seat,
            passed: self.passed,
            put: self.put,
            used: used.flat_map(|(i, bits)| amounts_of(bits).into_iter().map(move |x| (i, x))).collect(),
            next: self.next,
        }
    }
}

/// The history as written, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// `last 3`
    pub last: Option<u64>,
    /// `open 2 from 11`
    pub open: Option<(u64, u64)>,
    /// `closed 11`
    pub closed: Option<u64>,
    /// `lead -2`
    pub lead: Option<i64>,
    /// `row 1`, `open 1`, `touched 1`
    pub marked: Vec<(Mark, u64)>,
    /// `seat 3`
    pub seat: Option<u64>,
    /// `passed 1`
    pub passed: Option<u64>,
    /// `put 1`
    pub put: Option<u64>,
    /// `used 3 from 2`, `used 3`
    pub used: Vec<(Option<u64>, u64)>,
    /// `next`
    pub next: bool,
}

/// The bits of the amounts from 1 to this number.
pub fn up_to(size: u64) -> u128 {
    if size < 127 { (1 << (size + 1)) - 2 } else { u128::MAX - 1 }
}

/// Rules, and their properties that positions depend on.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules; those of a board have no moves here.
    pub rules: Rules,
    /// The board, if the game is played on one.
    pub board: Option<Board>,
    /// Whether `last` is kept.
    pub remembers: bool,
    drops_zeros: bool,
    keeps_places: bool,
}

impl Game {
    /// The game with these rules.
    pub fn new(rules: Rules) -> Self {
        let (remembers, drops_zeros) = (rules.speak_of_last(), rules.change_count());
        let keeps_places = rules.keep_places();
        Self { rules, board: None, remembers, drops_zeros, keeps_places }
    }

    /// The game on a board.
    pub fn on(board: Board) -> Self {
        Self { board: Some(board), keeps_places: true, ..Self::new(Rules::of(Vec::new())) }
    }

    /// The place in the list of seats after a move.
    pub fn seat_after(&self, leaf: &Leaf) -> usize {
        if self.rules.seats.is_empty() { 0 } else { (leaf.seat + 1) % self.rules.seats.len() }
    }

    /// The amounts of the component that may not be taken again and matter.
    pub fn remembered(&self, heaps: &[Heap], used: u128) -> u128 {
        let most = heaps.iter().map(|heap| heap.size).max().unwrap_or(0);
        if self.rules.goal.is_some() { used } else { used & up_to(most) }
    }

    /// The normal form of heaps: without zeros if the number of heaps can change, and sorted if
    /// the order is irrelevant.
    pub fn tidy(&self, mut heaps: Vec<Heap>) -> Vec<Heap> {
        if self.drops_zeros {
            heaps.retain(|heap| heap.size > 0);
        }
        for heap in &mut heaps {
            heap.marked &= heap.size > 0;
            // What exceeds a heap cannot be taken from it again. A total grows.
            if self.rules.goal.is_none() {
                heap.used &= up_to(heap.size);
            }
        }
        if !self.keeps_places {
            heaps.sort_unstable();
        }
        heaps
    }
}
