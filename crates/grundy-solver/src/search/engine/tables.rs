//! Positions by index in a table: when one is laid out, and when it is filled from its start.

use super::{Engine, Hopeless, Index};
use crate::search::halt::{Flow, Halt};
use crate::search::keys::Keys;
use crate::search::lines::{self, Lines};
use crate::search::rows::Rows;
use crate::search::table::{self, Table};
use crate::search::verdicts::{self, Asked, Verdicts};
use crate::search::words::{ENTRIES, Words};
use crate::search::{bounds::Bounds, moves::Program};
use grundy_core::limits::Budget;

/// Memory of a position found one by one, as a multiple of a table entry.
const TABLE_ADVANTAGE: u64 = 8;
/// Tables of at most this many bytes are laid however few of their positions are reachable ...
const MODEST_TABLE: u64 = 1 << 28;
/// ... and larger ones when one in this many of their positions has been found.
const THIN: u64 = 64;

/// A row of runs takes this part of the memory of a table ...
const RUNS_ADVANTAGE: u64 = 16;
/// ... and one of its positions this part of the time of an option that is examined.
const RUNS_SPEED: u64 = 64;

/// When a search ends, because a table is better.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ceiling {
    /// More positions than this are found ...
    found: usize,
    /// ... and more options than this are examined.
    looks: u64,
}

impl Ceiling {
    const NONE: Self = Self { found: usize::MAX, looks: u64::MAX };

    pub(super) fn is_below(self, found: usize, looks: u64) -> bool {
        found > self.found && looks > self.looks
    }
}

impl Engine {
    /// Clears everything: positions get numbers as they are found.
    pub(in crate::search) fn lay_keys(&mut self, budget: &Budget) {
        budget.release(self.bytes());
        self.verdicts = Verdicts::list(self.asked, self.misere, self.longest);
        self.index = Index::Keys(Keys::new(&self.bounds));
        (self.solved, self.filled) = (0, 0);
    }

    /// Clears everything: positions get numbers in a table, if there is one.
    pub(in crate::search) fn lay_table(&mut self, budget: &Budget) -> Flow {
        self.lay_keys(budget);
        let Some(size) = table::size(&self.bounds) else { return Ok(()) };
        budget.reserve(table::lookup_bytes(&self.bounds))?;
        let verdicts = Verdicts::table(self.asked, self.misere, self.longest, size, budget)?;
        if let Some(table) = Table::new(&self.bounds) {
            self.index = Index::Table(table);
            self.verdicts = verdicts;
        }
        Ok(())
    }

    /// Clears everything: positions get numbers in a table whose rows are kept as runs, if that is possible.
    pub(in crate::search) fn lay_rows(&mut self, budget: &Budget) -> Flow<bool> {
        let ([program], [bounds]) = (&self.joined.programs[..], &self.bounds[..]) else { return Ok(false) };
        if self.asked != Asked::Everything || table::size(&self.bounds).is_none() {
            return Ok(false);
        }
        let Some(rows) = lines::runs(program, bounds, budget)? else { return Ok(false) };
        self.lay_keys(budget);
        budget.reserve(table::lookup_bytes(&self.bounds))?;
        if let Some(table) = Table::new(&self.bounds) {
            self.index = Index::Table(table);
            self.verdicts = Verdicts::rows(self.asked, self.misere, rows);
        }
        Ok(true)
    }

    /// Fills the table from its start if every position of the box is needed.
    pub(super) fn choose_table(&mut self, words: &[Words], budget: &Budget) -> Flow {
        if self.asked == Asked::Outcome
            || matches!(self.hopeless, Some(Hopeless::Positions))
            || !self.needs_whole_box()
        {
            return Ok(());
        }
        if matches!(self.index, Index::Keys(_)) {
            self.lay_table(budget)?;
        }
        // A table with room for larger positions is not filled.
        let exact: u64 = words.iter().flat_map(|w| &w.heaps).copied().sum();
        let most: u64 = self.bounds.iter().filter_map(|b| b.heaps.as_ref()).flatten().copied().sum();
        if exact < most { Ok(()) } else { self.fill(words, budget) }
    }

    /// Whether every position of the box is reachable, and only the heaps are remembered.
    fn needs_whole_box(&self) -> bool {
        let plain = |bounds: &Bounds| bounds.heaps.is_some() && bounds.past == [1; ENTRIES];
        self.joined.is_sum()
            && self.bounds.iter().all(plain)
            && self.joined.programs.iter().all(Program::lowers_by_one)
            && table::size(&self.bounds).is_some()
    }

    /// Whether positions with the same heaps are solved together in much less time than one by one.
    pub(super) fn has_lines(&self) -> bool {
        let takes = |program: &Program| program.takes_from_one().is_some();
        self.asked != Asked::Margin && matches!(&self.joined.programs[..], [program] if takes(program))
    }

    /// When to fill a table instead of searching further from `root`.
    pub(super) fn ceiling(&self, root: usize, budget: &Budget) -> Ceiling {
        let Some(size) = table::size(&self.bounds) else { return Ceiling::NONE };
        let runs = self.asked == Asked::Everything
            && matches!((&self.joined.programs[..], &self.bounds[..]), ([p], [b]) if lines::may_run(p, b));
        let bytes = size.saturating_mul(verdicts::width(self.asked, self.longest));
        let bytes = if runs { bytes / RUNS_ADVANTAGE } else { bytes };
        let fits = bytes.saturating_add(table::lookup_bytes(&self.bounds)) <= budget.limits().memory / 2;
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        match &self.index {
            Index::Table(_) if self.has_lines() => Ceiling { found: 0, looks: root as u64 / 4 },
            Index::Table(_) => Ceiling::NONE,
            Index::Keys(_) if !fits => Ceiling::NONE,
            Index::Keys(_) if runs => Ceiling { found: 0, looks: size / RUNS_SPEED },
            Index::Keys(_) if self.has_lines() => {
                let found = if bytes <= MODEST_TABLE { 0 } else { number(size / THIN) };
                Ceiling { found, looks: size / 4 }
            }
            Index::Keys(_) => Ceiling { found: number(size / TABLE_ADVANTAGE), looks: 0 },
        }
    }

    /// Whether a table can be filled from its start.
    #[cfg(test)]
    pub(in crate::search) fn fills(&self) -> bool {
        matches!(self.index, Index::Table(_)) && (self.has_lines() || self.needs_whole_box())
    }

    /// Lays a table, and fills it if that is better than to search on.
    pub(super) fn move_to_table(&mut self, words: &[Words], budget: &Budget) -> Flow {
        if matches!(self.index, Index::Keys(_)) && !self.lay_rows(budget)? {
            self.lay_table(budget)?;
        }
        if self.has_lines() {
            return self.fill(words, budget);
        }
        let root = self.number(words, budget)?;
        self.search(root, budget)
    }

    /// Solves all positions of the table up to this one, whatever its history.
    pub(in crate::search) fn fill(&mut self, words: &[Words], budget: &Budget) -> Flow {
        let mut reserved = 0;
        let result = self.fill_reserving(words, &mut reserved, budget);
        budget.release(reserved);
        result
    }

    fn fill_reserving(&mut self, words: &[Words], reserved: &mut u64, budget: &Budget) -> Flow {
        let Self { joined, index, verdicts, bounds, asked, misere, .. } = self;
        let Index::Table(table) = index else { return Ok(()) };
        let lines = match (&joined.programs[..], &bounds[..]) {
            ([program], [bounds]) if *asked != Asked::Margin => {
                Lines::new(program, bounds, *misere, reserved, budget)?
            }
            _ => None,
        };
        let width = if lines.is_some() { bounds.iter().flat_map(|b| b.past).product::<u64>() } else { 1 };
        let width = usize::try_from(width).map_err(|_| Halt::Unfit)?;
        let root = usize::try_from(table.number(words)).map_err(|_| Halt::Unfit)?;
        let last = root / width + 1;
        let rows = Rows { joined, table, lines, asked: *asked, misere: *misere, width };
        rows.fill(self.filled..last, verdicts, reserved, budget)?;
        self.filled = self.filled.max(last);
        self.solved = self.filled * width;
        Ok(())
    }
}
