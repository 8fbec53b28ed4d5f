//! Tables over a box of positions: Grundy values, remoteness, outcomes.
//!
//! Every position of the box is examined once, options first; its number follows from those of its options.
//! Heaps are interchangeable, so positions are stored sorted, smallest heap first, in rows along the
//! greatest. Several threads fill large tables, in levels of equal numbers of stones.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use super::coupled::{Coupled, MAX_HEAPS, Take};
use super::levels::{Share, in_levels};
use super::line_values;
use super::set::next_prefix;
use super::{Lattice, wythoff};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::prefixes::Prefixes;

/// Below this number of cells one thread is done before others have started.
const WORTH_THREADS: usize = 1 << 14;
/// Number of rows assigned at once.
const RUN: usize = 16;

/// One number for each position of a box.
#[derive(Debug)]
pub struct BoxTable {
    sides: Vec<usize>,
    prefixes: Prefixes,
    cells: Cells,
}

/// Values of two heaps of Wythoff's game are at most the sum of the heaps: two bytes if they fit.
#[derive(Debug)]
enum Cells {
    Narrow(Vec<u16>),
    /// Filled by several threads; a cell is read after its level is complete.
    Wide(Vec<AtomicU32>),
}

impl BoxTable {
    /// Number of sizes of each heap, smallest first.
    pub fn sides(&self) -> &[usize] {
        &self.sides
    }

    /// The number of a position, whose heaps are in any order; `None` outside the box.
    pub fn get(&self, heaps: &[usize]) -> Option<u32> {
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        let inside =
            heaps.len() == self.sides.len() && heaps.iter().zip(&self.sides).all(|(x, side)| x < side);
        inside.then(|| self.at(&heaps))
    }

    pub(super) fn at(&self, sorted: &[usize]) -> u32 {
        let index = self.index(sorted);
        match &self.cells {
            Cells::Narrow(cells) => u32::from(cells[index]),
            Cells::Wide(cells) => cells[index].load(Ordering::Relaxed),
        }
    }

    fn index(&self, sorted: &[usize]) -> usize {
        let (prefix, width) = (&sorted[..sorted.len() - 1], self.sides[self.sides.len() - 1]);
        self.prefixes.number(prefix) * width + sorted[sorted.len() - 1]
    }

    /// An empty table of the box.
    pub(super) fn new(sides: &[usize], budget: &Budget) -> Result<Self> {
        if sides.is_empty() || sides.len() > MAX_HEAPS || sides.contains(&0) {
            return Err(Error::input("error.lattice-heaps").with("most", MAX_HEAPS));
        }
        let mut sides = sides.to_vec();
        sides.sort_unstable();
        let (cells, prefixes) = room(&sides).ok_or_else(|| Error::input("error.lattice-too-large"))?;
        budget.reserve_each(cells, 4)?;
        let cells = std::iter::repeat_with(AtomicU32::default).take(cells).collect();
        Ok(Self { sides, prefixes, cells: Cells::Wide(cells) })
    }

    /// Stores what `each` returns for every sorted position, options first. Every thread gets its own `each`
    /// from `begin`.
    pub(super) fn fill<F>(self, budget: &Budget, begin: impl Fn() -> F + Sync) -> Result<Self>
    where
        F: FnMut(&[usize], &Self, &Budget) -> Result<u32>,
    {
        let Cells::Wide(cells) = &self.cells else { return Ok(self) };
        let threads = budget.limits().thread_count();
        if threads > 1 && cells.len() >= WORTH_THREADS {
            self.fill_in_levels(threads, budget, begin)?;
        } else {
            self.fill_in_rows(budget, begin())?;
        }
        Ok(self)
    }

    /// Number of cells.
    pub(super) fn cells(&self) -> usize {
        match &self.cells {
            Cells::Narrow(cells) => cells.len(),
            Cells::Wide(cells) => cells.len(),
        }
    }

    pub(super) fn set(&self, sorted: &[usize], cell: u32) {
        if let Cells::Wide(cells) = &self.cells {
            cells[self.index(sorted)].store(cell, Ordering::Relaxed);
        }
    }

    /// Stores the same in every cell.
    pub(super) fn set_all(&self, cell: u32) {
        if let Cells::Wide(cells) = &self.cells {
            for place in cells {
                place.store(cell, Ordering::Relaxed);
            }
        }
    }

    /// The cells with these sorted heaps before the last one.
    pub(super) fn row(&self, prefix: &[usize]) -> &[AtomicU32] {
        let width = self.sides[self.sides.len() - 1];
        match &self.cells {
            Cells::Narrow(_) => &[],
            Cells::Wide(cells) => &cells[self.prefixes.number(prefix) * width..][..width],
        }
    }

    /// Calls `each` with the numbers of all options by the kinds of move that `counts` accepts.
    pub(super) fn for_each_known(
        &self,
        moves: &Coupled,
        counts: impl Fn(&Take) -> bool,
        position: &[usize],
        sorted: &mut Vec<usize>,
        budget: &Budget,
        each: &mut impl FnMut(u32),
    ) -> Result<()> {
        let mut stopped = Ok(());
        let _ = moves.for_each_option_by(counts, position, &mut |option| {
            sorted.clear();
            sorted.extend_from_slice(option);
            sorted.sort_unstable();
            each(self.at(sorted));
            stopped = budget.step();
            if stopped.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        stopped
    }

    fn fill_in_rows<F>(&self, budget: &Budget, mut each: F) -> Result<()>
    where
        F: FnMut(&[usize], &Self, &Budget) -> Result<u32>,
    {
        let Some((&width, short)) = self.sides.split_last() else { return Ok(()) };
        let mut prefix = Some(vec![0; short.len()]);
        while let Some(fixed) = prefix {
            budget.check_time()?;
            let start = fixed.last().copied().unwrap_or(0);
            let mut position = fixed.clone();
            position.push(start);
            for last in start..width {
                position[fixed.len()] = last;
                self.set(&position, each(&position, self, budget)?);
            }
            prefix = next_prefix(&fixed, short);
        }
        Ok(())
    }

    /// Positions with the same number of stones have no moves to each other. Threads share the rows by the
    /// second greatest heap.
    fn fill_in_levels<F>(&self, threads: usize, budget: &Budget, begin: impl Fn() -> F + Sync) -> Result<()>
    where
        F: FnMut(&[usize], &Self, &Budget) -> Result<u32>,
    {
        let Some((&width, short)) = self.sides.split_last() else { return Ok(()) };
        let levels = self.sides.iter().map(|side| side - 1).sum::<usize>() + 1;
        let rows = short.last().copied().unwrap_or(1);
        in_levels(threads, levels, budget, begin, |each, share: Share, budget| {
            let mut position = Vec::new();
            for greatest in share.of(rows, RUN) {
                let mut sides: Vec<usize> = short.iter().map(|&side| side.min(greatest + 1)).collect();
                sides.pop();
                let mut prefix = Some(vec![0; sides.len()]);
                while let Some(fixed) = prefix {
                    position.clone_from(&fixed);
                    if !short.is_empty() {
                        position.push(greatest);
                    }
                    let least = position.last().copied().unwrap_or(0);
                    let last = share.level.checked_sub(position.iter().sum());
                    if let Some(last) = last.filter(|last| (least..width).contains(last)) {
                        position.push(last);
                        self.set(&position, each(&position, self, budget)?);
                    }
                    prefix = next_prefix(&fixed, &sides);
                }
            }
            Ok(())
        })
    }
}

/// Number of cells of a box of sorted sides, and the numbering of its rows.
fn room(sides: &[usize]) -> Option<(usize, Prefixes)> {
    let (width, short) = sides.split_last()?;
    u32::try_from(*width).ok()?;
    let prefixes = Prefixes::new(short.len(), short.last().copied().unwrap_or(1))?;
    Some((prefixes.count().checked_mul(*width)?, prefixes))
}

impl Lattice {
    /// The Grundy values under normal play, for heaps below `sides`, which are as for [`sieve`](Self::sieve).
    ///
    /// Wythoff's game has its own method, with lines and
    /// diagonals as bit sets. Other moves of any number, the same from each of some heaps, have a set of bits for
    /// each line, if there is memory for them. For all other moves every option of every position is examined. A
    /// cell takes four bytes, or two for Wythoff's game up to sums of 65535, plus the sets. Memory is reserved
    /// before it is allocated.
    pub fn values(&self, sides: &[usize], budget: &Budget) -> Result<BoxTable> {
        let moves = |table: &BoxTable| self.moves_of(table, budget);
        if let (true, &[a, b]) = (wythoff::is_wythoff(&self.rules), sides) {
            let (a, b) = (a.min(b), a.max(b));
            if let Some(cells) = wythoff::values(a, b, budget)? {
                let prefixes = Prefixes::new(1, a).ok_or_else(|| Error::input("error.lattice-too-large"))?;
                return Ok(BoxTable { sides: vec![a, b], prefixes, cells: Cells::Narrow(cells) });
            }
        }
        let table = BoxTable::new(sides, budget)?;
        let moves = moves(&table)?;
        if line_values::fill(&table, &moves, budget)? {
            return Ok(table);
        }
        table.fill(budget, || {
            // The last position that saw each value, so that nothing is cleared in between.
            let mut seen: Vec<u64> = Vec::new();
            let mut stamp = 0u64;
            let mut sorted = Vec::new();
            let moves = &moves;
            move |position: &[usize], known: &BoxTable, budget: &Budget| {
                stamp += 1;
                known.for_each_known(moves, |_| true, position, &mut sorted, budget, &mut |value| {
                    let value = value as usize;
                    if seen.len() <= value {
                        seen.resize(value + 64, 0);
                    }
                    seen[value] = stamp;
                })?;
                let free = seen.iter().position(|last| *last != stamp).unwrap_or(seen.len());
                Ok(u32::try_from(free).unwrap_or(u32::MAX))
            }
        })
    }

    /// Number of moves that a game lasts from each position if the winner hurries and the loser delays. Under
    /// normal play the player to move wins at odd numbers and loses at even ones; under misère play it is the
    /// other way round.
    pub fn remoteness(&self, sides: &[usize], budget: &Budget) -> Result<BoxTable> {
        let table = BoxTable::new(sides, budget)?;
        let moves = self.moves_of(&table, budget)?;
        table.fill(budget, || {
            let mut sorted = Vec::new();
            let moves = &moves;
            move |position: &[usize], known: &BoxTable, budget: &Budget| {
                // The player at the end has lost, so a game of an even number of moves is lost.
                let (mut quickest, mut longest) = (None::<u32>, None::<u32>);
                known.for_each_known(moves, |_| true, position, &mut sorted, budget, &mut |moves| {
                    if moves.is_multiple_of(2) != self.misere {
                        quickest = Some(quickest.map_or(moves, |least| least.min(moves)));
                    }
                    longest = Some(longest.map_or(moves, |most| most.max(moves)));
                })?;
                Ok(quickest.or(longest).map_or(0, |moves| moves + 1))
            }
        })
    }

    fn moves_of(&self, table: &BoxTable, budget: &Budget) -> Result<Coupled> {
        Coupled::new(&self.rules, table.sides.len(), table.sides[table.sides.len() - 1], budget)
    }
}
