//! One component in play: its heaps, and what it has to remember.

use std::collections::BTreeSet;

use super::State;
use super::tree::Rules;

/// A heap, which in a game with `ring` may be a row by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Heap {
    /// How many stones.
    pub size: u64,
    /// Whether something was taken from it, in a game with `ring`.
    pub row: bool,
}

/// Where a component stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leaf {
    /// Tidied as the game likes it.
    pub heaps: Vec<Heap>,
    /// What the latest move took, where the rules use it.
    pub last: Option<u64>,
    /// Whether something has been taken, where `first` asks for it.
    pub started: bool,
    /// The heap begun, counted from 0, and what it had.
    pub open: Option<(usize, u64)>,
    /// What the heap finished last had, where heaps descend; it stays while the next one is open.
    pub closed: Option<u64>,
}

impl Leaf {
    /// As others see it.
    pub fn state(&self, lead: i64) -> State {
        let rows: BTreeSet<usize> =
            self.heaps.iter().enumerate().filter(|(_, heap)| heap.row).map(|(i, _)| i).collect();
        State {
            heaps: self.heaps.iter().map(|heap| heap.size).collect(),
            last: self.last,
            started: self.started,
            open: self.open,
            closed: self.closed,
            lead,
            rows,
        }
    }
}

/// The past as it was written, nothing looked at.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// `last 3`
    pub last: Option<u64>,
    /// `open 2 from 11`
    pub open: Option<(u64, u64)>,
    /// `closed 11`
    pub closed: Option<u64>,
    /// `lead -2`
    pub lead: Option<i64>,
    /// `row 1`
    pub rows: Vec<u64>,
}

/// Rules, and what follows from them about positions.
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules.
    pub rules: Rules,
    /// Whether `last` is kept.
    pub remembers: bool,
    drops_zeros: bool,
    keeps_places: bool,
}

impl Game {
    /// Of these rules.
    pub fn new(rules: Rules) -> Self {
        let (remembers, drops_zeros) = (rules.speak_of_last(), rules.change_count());
        let keeps_places = rules.keep_places();
        Self { rules, remembers, drops_zeros, keeps_places }
    }

    /// Zeros left out if the number of heaps can change, and sorted if the order means nothing.
    pub fn tidy(&self, mut heaps: Vec<Heap>) -> Vec<Heap> {
        if self.drops_zeros {
            heaps.retain(|heap| heap.size > 0);
        }
        for heap in &mut heaps {
            heap.row &= heap.size > 0;
        }
        if !self.keeps_places {
            heaps.sort_unstable();
        }
        heaps
    }
}
