//! Positions by index in a table: when one is laid out, and how it is filled from its start.

use super::{Engine, Hopeless, Index, Work};
use crate::search::halt::{Flow, Halt};
use crate::search::keys::Keys;
use crate::search::summary::Summary;
use crate::search::table::{self, Table};
use crate::search::verdicts::{Asked, Verdicts};
use crate::search::words::{ENTRIES, Words};
use crate::search::{bounds::Bounds, moves::Program};
use grundy_core::limits::Budget;

impl Engine {
    /// Clears everything: positions get numbers as they are found.
    pub(in crate::search) fn lay_keys(&mut self, budget: &Budget) {
        budget.release(self.bytes());
        self.verdicts = Verdicts::list(self.asked, self.misere, self.longest);
        self.index = Index::Keys(Keys::new(&self.bounds));
        self.solved = 0;
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
        let Index::Table(table) = &self.index else { return Ok(()) };
        let last = usize::try_from(table.number(words)).map_err(|_| Halt::Unfit)?;
        // A table with room for larger positions is not filled.
        let exact: u64 = words.iter().flat_map(|w| &w.heaps).copied().sum();
        let most: u64 = self.bounds.iter().filter_map(|b| b.heaps.as_ref()).flatten().copied().sum();
        if exact < most { Ok(()) } else { self.sweep(last, budget) }
    }

    /// Whether every position of the box is reachable, and only the heaps are remembered.
    fn needs_whole_box(&self) -> bool {
        let plain = |bounds: &Bounds| bounds.heaps.is_some() && bounds.past == [1; ENTRIES];
        self.joined.is_sum()
            && self.bounds.iter().all(plain)
            && self.joined.programs.iter().all(Program::lowers_by_one)
            && table::size(&self.bounds).is_some()
    }

    /// Computes verdicts for all positions up to number `last`, each after its options.
    fn sweep(&mut self, last: usize, budget: &Budget) -> Flow {
        let Self { joined, index, verdicts, asked, misere, work, solved, .. } = self;
        let Index::Table(table) = index else { return Ok(()) };
        let Work { room, now, next, seen, .. } = work;
        for position in 0..=last {
            if verdicts.get(position).is_some() {
                continue;
            }
            if position % 1024 == 0 {
                budget.check_time()?;
                budget.progress(position as u64);
            }
            table.load(position as u64, now);
            let mut sum = Summary::new(seen);
            joined.for_each(now, next, room, budget, &mut |option, stones| {
                let number = usize::try_from(table.number(option)).map_err(|_| Halt::Unfit)?;
                let verdict = verdicts.get(number).ok_or(Halt::Unfit)?;
                sum.add(verdict, i32::try_from(stones).map_err(|_| Halt::Unfit)?, *misere);
                Ok(())
            })?;
            let verdict = sum.verdict(*asked, *misere);
            verdicts.set(position, verdict);
            *solved += 1;
        }
        Ok(())
    }
}
