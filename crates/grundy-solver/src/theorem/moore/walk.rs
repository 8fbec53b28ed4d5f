//! The winning moves of Moore's Nim, column by column from the top.
//!
//! On the way down some heaps are *touched*: made smaller in a column above, so that their lower
//! digits are free. In a column where `u` untouched heaps have a one and `s` heaps are touched, a
//! move takes the one of `j` more heaps (which are touched from here on) and puts ones into `f`
//! touched heaps such that u - j + f is as wanted modulo k + 1: for each j there is at most one f.
//! There is no dead end: let m be the rest that is too much. If s + m <= k, then j = m, f = 0
//! will do; otherwise s >= k + 1 - m, and j = 0, f = k + 1 - m will. So a first winning move takes
//! one walk down, and each further one no more than that.
//!
//! Wanted is 0 in each column. Under misère play it is 1 in the last one if all heaps are below
//! 2 by then: the columns above are empty, which is in balance too. There is no dead end there
//! either, as some heap was touched, or the heaps were small from the start.

use std::collections::BTreeMap;

use dashu_base::BitTest;
use dashu_int::UBig;

use super::{Position, ways};
use crate::method::Moves;
use grundy_core::error::Result;
use grundy_core::position::{Move, Touch};

/// With more columns than this, only one winning move is made.
const MAX_COLUMNS: usize = 1 << 14;
/// Columns to visit for moves beyond the requested ones, to complete the list.
const SPARE_COLUMNS: usize = 2_000_000;
/// Columns to visit in all.
const MOST_COLUMNS: usize = 200_000_000;

/// Some heaps by index, with their new sizes.
pub(super) type Change = Vec<(usize, UBig)>;

/// All winning moves, or some where there are too many.
pub(super) fn winning_moves(position: &Position<'_>, want: usize) -> Result<Moves> {
    let mut walk = Walk::new(position);
    let mut found: Vec<Change> = Vec::new();
    let mut results = BTreeMap::new();
    let mut passed = 0;
    let mut open = walk.descend()?;
    while open {
        let change = walk.change();
        passed += walk.levels.len() + change.len();
        // The first move is kept even if there is no memory for more.
        if position.budget.reserve(change_bytes(&change)).is_err() && !found.is_empty() {
            break;
        }
        results.entry(ways::result(position.heaps, &change)).or_insert(found.len());
        found.push(change);
        let enough = results.len() >= want && passed > SPARE_COLUMNS;
        if walk.levels.len() > MAX_COLUMNS || enough || passed > MOST_COLUMNS {
            break;
        }
        open = walk.advance()?;
    }
    if !open {
        return Ok(Moves::all(found.into_iter().map(|change| as_move(position, change)).collect()));
    }
    // The list is cut, and the ways to one result lie far apart in this order, so they are searched again.
    let mut list = Vec::new();
    for ((gone, come), first) in results.iter().take(want.max(1)) {
        let mut all = ways::all(position.heaps, position.effective, gone, come, position.budget)?;
        if all.is_empty() {
            all.push(found[*first].clone());
        }
        list.extend(all.into_iter().map(|change| as_move(position, change)));
    }
    Ok(Moves { list, complete: false, total: None })
}

fn change_bytes(change: &Change) -> u64 {
    change.iter().map(|(_, size)| 128 + size.bit_len() as u64 / 2).sum()
}

fn as_move(position: &Position<'_>, change: Change) -> Move {
    let touched = change.into_iter().map(|(heap, rest)| {
        let taken = &position.heaps[heap] - &rest;
        Touch { heap, taken, left: if rest == UBig::ZERO { vec![] } else { vec![rest] } }
    });
    let mut touched: Vec<Touch> = touched.collect();
    touched.sort_by_key(|touch| touch.heap);
    Move::Take { discarded: vec![], touched }
}

/// The choices in one column.
struct Level {
    /// Untouched heaps with a one here; computed only if some of them may lose it.
    candidates: Vec<usize>,
    /// Number of untouched heaps with a one here.
    untouched_ones: usize,
    /// Number of heaps touched above.
    touched: usize,
    /// Required number of ones here modulo k + 1.
    wanted: usize,
    /// The candidates that lose their one.
    newly: Vec<usize>,
    /// The heaps touched above that get a one, by index in that list.
    ones: Vec<usize>,
}

struct Walk<'a> {
    position: &'a Position<'a>,
    /// From the top column down.
    levels: Vec<Level>,
    /// Heaps in the order in which they were touched.
    touched: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(position: &'a Position<'a>) -> Self {
        Self { position, levels: Vec::new(), touched: Vec::new() }
    }

    fn column(&self, depth: usize) -> usize {
        self.position.columns.len() - 1 - depth
    }

    /// Descends to the last column by first choices. Returns false if no choice remains anywhere.
    fn descend(&mut self) -> Result<bool> {
        while self.levels.len() < self.position.columns.len() {
            self.position.budget.step()?;
            let level = self.level();
            self.levels.push(level);
            if !self.choose_from(0) && !self.retreat() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Moves on to the next complete move.
    fn advance(&mut self) -> Result<bool> {
        Ok(self.retreat() && self.descend()?)
    }

    /// Goes back to the nearest column with another choice, and takes it.
    fn retreat(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            let (touched, candidates) = (level.touched, level.candidates.len());
            self.touched.truncate(touched);
            if next_subset(&mut level.ones, touched) {
                let newly: Vec<usize> = level.newly.iter().map(|&i| level.candidates[i]).collect();
                self.touched.extend(newly);
                return true;
            }
            if next_subset(&mut level.newly, candidates) {
                level.ones = (0..level.ones.len()).collect();
                let newly: Vec<usize> = level.newly.iter().map(|&i| level.candidates[i]).collect();
                self.touched.extend(newly);
                return true;
            }
            let more = level.newly.len() + 1;
            if self.choose_from(more) {
                return true;
            }
            self.levels.pop();
        }
        false
    }

    /// The next column, without choices yet.
    fn level(&self) -> Level {
        let column = self.column(self.levels.len());
        let heaps = self.position.heaps;
        let lost = self.touched.iter().filter(|&&heap| heaps[heap].bit(column)).count();
        let untouched_ones = self.position.columns[column] as usize - lost;
        let may_touch = self.touched.len() < self.position.effective && untouched_ones > 0;
        let candidates = if may_touch {
            let mut untouched = vec![true; heaps.len()];
            self.touched.iter().for_each(|&heap| untouched[heap] = false);
            (0..heaps.len()).filter(|&heap| untouched[heap] && heaps[heap].bit(column)).collect()
        } else {
            Vec::new()
        };
        let wanted = usize::from(self.position.misere && column == 0 && self.all_small());
        let touched = self.touched.len();
        Level { candidates, untouched_ones, touched, wanted, newly: vec![], ones: vec![] }
    }

    /// Whether no heap is above 1 in the columns decided so far.
    fn all_small(&self) -> bool {
        self.levels.iter().all(|level| level.ones.is_empty() && level.untouched_ones == level.newly.len())
    }

    /// Chooses the least number of newly touched heaps, `least` or more, that can be balanced.
    fn choose_from(&mut self, least: usize) -> bool {
        let modulus = self.position.effective + 1;
        let Some(level) = self.levels.last_mut() else { return false };
        let most = level.candidates.len().min(self.position.effective - level.touched);
        for j in least..=most {
            let standing = (level.untouched_ones - j) % modulus;
            let f = (level.wanted + modulus - standing) % modulus;
            if f <= level.touched {
                level.newly = (0..j).collect();
                level.ones = (0..f).collect();
                self.touched.extend(level.candidates.iter().take(j));
                return true;
            }
        }
        false
    }

    /// The move that the choices make.
    fn change(&self) -> Change {
        let mut change: Change = Vec::with_capacity(self.touched.len());
        for (depth, level) in self.levels.iter().enumerate() {
            let column = self.column(depth);
            for &place in &level.ones {
                change[place].1.set_bit(column);
            }
            for &heap in level.newly.iter().map(|&i| &level.candidates[i]) {
                // The digits above this column stay; the one here is removed.
                change.push((heap, (&self.position.heaps[heap] >> (column + 1)) << (column + 1)));
            }
        }
        change
    }
}

/// The next subset of `0..end` of the same size, in lexicographic order; false after the last.
pub(super) fn next_subset(chosen: &mut [usize], end: usize) -> bool {
    let size = chosen.len();
    for place in (0..size).rev() {
        if chosen[place] < end - (size - place) {
            chosen[place] += 1;
            for later in place + 1..size {
                chosen[later] = chosen[later - 1] + 1;
            }
            return true;
        }
    }
    false
}
