//! Tables over a box of positions: Grundy values, remoteness, outcomes.
//!
//! Every position of the box is looked at once, options first, and what its options have gives
//! what it has. Heaps are alike, so positions stand in the table sorted, smallest heap first, in
//! rows along the greatest.

use std::ops::ControlFlow;

use super::coupled::{Coupled, MAX_HEAPS, why_not};
use super::prefixes::Prefixes;
use super::set::next_prefix;
use super::wythoff;
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::rules::Rules;

/// A number for each position of a box.
#[derive(Clone, Debug)]
pub struct Table {
    sides: Vec<usize>,
    prefixes: Prefixes,
    cells: Cells,
}

/// Values of two heaps of Wythoff's game reach the sum of the heaps: two bytes as long as they fit.
#[derive(Clone, Debug)]
enum Cells {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Table {
    /// How many sizes each heap has, smallest first.
    pub fn sides(&self) -> &[usize] {
        &self.sides
    }

    /// The number of a position, whose heaps stand in any order; `None` outside of the box.
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
            Cells::Wide(cells) => cells[index],
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
        budget.reserve((cells as u64).saturating_mul(4))?;
        Ok(Self { sides, prefixes, cells: Cells::Wide(vec![0; cells]) })
    }

    /// Calls `each` with every sorted position, options first, and keeps what it says.
    pub(super) fn fill(
        mut self,
        budget: &Budget,
        mut each: impl FnMut(&[usize], &Self) -> Result<u32>,
    ) -> Result<Self> {
        let (width, short) = match self.sides.split_last() {
            Some((width, short)) => (*width, short.to_vec()),
            None => return Ok(self),
        };
        let mut prefix = Some(vec![0; short.len()]);
        while let Some(fixed) = prefix {
            budget.check_time()?;
            let start = fixed.last().copied().unwrap_or(0);
            let mut position = fixed.clone();
            position.push(start);
            for last in start..width {
                position[fixed.len()] = last;
                let cell = each(&position, &self)?;
                let index = self.index(&position);
                if let Cells::Wide(cells) = &mut self.cells {
                    cells[index] = cell;
                }
            }
            prefix = next_prefix(&fixed, &short);
        }
        Ok(self)
    }
}

/// How many cells a box of sorted sides has, and the numbers of its rows.
fn room(sides: &[usize]) -> Option<(usize, Prefixes)> {
    let (width, short) = sides.split_last()?;
    u32::try_from(*width).ok()?;
    let prefixes = Prefixes::new(short.len(), short.last().copied().unwrap_or(1))?;
    Some((prefixes.count().checked_mul(*width)?, prefixes))
}

/// The Grundy values of `rules`, under normal play, for heaps below `sides`.
///
/// Rules and sides as for [`sieve`](super::sieve). Wythoff's game itself has a way of its own, with
/// lines and diagonals as bit sets; all other rules look at every option of every position. Four
/// bytes a cell, two for Wythoff's game up to sums of 65535 and the sets beside it, counted before
/// they are taken.
pub fn values(rules: &Rules, sides: &[usize], budget: &Budget) -> Result<Table> {
    let moves = |table: &Table| moves_of(rules, table, budget);
    if let (true, &[a, b]) = (wythoff::is_wythoff(rules), sides) {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(cells) = wythoff::values(a, b, budget)? {
            let prefixes = Prefixes::new(1, a).ok_or_else(|| Error::input("error.lattice-too-large"))?;
            return Ok(Table { sides: vec![a, b], prefixes, cells: Cells::Narrow(cells) });
        }
    }
    let table = Table::new(sides, budget)?;
    let moves = moves(&table)?;
    // The position that saw a value last, by value: no clearing in between.
    let mut seen: Vec<u64> = Vec::new();
    let mut stamp = 0u64;
    let mut sorted = Vec::new();
    table.fill(budget, |position, known| {
        stamp += 1;
        each_option(&moves, position, &mut sorted, budget, &mut |option| {
            let value = known.at(option) as usize;
            if seen.len() <= value {
                seen.resize(value + 64, 0);
            }
            seen[value] = stamp;
        })?;
        let free = seen.iter().position(|last| *last != stamp).unwrap_or(seen.len());
        Ok(u32::try_from(free).unwrap_or(u32::MAX))
    })
}

/// How many moves a game lasts from each position if the winner hurries and the loser resists. Odd
/// numbers are won by the player to move under normal play, even ones lost; the other way round
/// under misère play.
pub fn remoteness(rules: &Rules, misere: bool, sides: &[usize], budget: &Budget) -> Result<Table> {
    let table = Table::new(sides, budget)?;
    let moves = moves_of(rules, &table, budget)?;
    let mut sorted = Vec::new();
    table.fill(budget, |position, known| {
        // Whoever is at the end has lost, so a game of an even number of moves is.
        let (mut quickest, mut longest) = (None::<u32>, None::<u32>);
        each_option(&moves, position, &mut sorted, budget, &mut |option| {
            let moves = known.at(option);
            if (moves % 2 == 0) != misere {
                quickest = Some(quickest.map_or(moves, |least| least.min(moves)));
            }
            longest = Some(longest.map_or(moves, |most| most.max(moves)));
        })?;
        Ok(quickest.or(longest).map_or(0, |moves| moves + 1))
    })
}

fn moves_of(rules: &Rules, table: &Table, budget: &Budget) -> Result<Coupled> {
    if why_not(rules).is_some() {
        return Err(Error::input("error.not-coupled"));
    }
    Coupled::new(rules, table.sides.len(), table.sides[table.sides.len() - 1], budget)
}

/// Calls `each` with every option, sorted.
fn each_option(
    moves: &Coupled,
    position: &[usize],
    sorted: &mut Vec<usize>,
    budget: &Budget,
    each: &mut impl FnMut(&[usize]),
) -> Result<()> {
    let mut stopped = Ok(());
    let _ = moves.for_each_option(position, &mut |option| {
        sorted.clear();
        sorted.extend_from_slice(option);
        sorted.sort_unstable();
        each(sorted);
        stopped = budget.step();
        if stopped.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    stopped
}
