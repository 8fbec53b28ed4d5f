//! How much a quotient may cost, and why it was not finished.

use grundy_core::error::Error;
use grundy_core::limits::Budget;

/// What a quotient may cost. The work is counted, not timed, so that the same question has the same answer on every machine;
/// a time limit comes from the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most elements.
    pub order: usize,
    /// Units of work: a step of a check, an option looked at.
    pub work: u64,
    /// The largest heap.
    pub heap: usize,
}

impl Bounds {
    /// For a question about a position: a fraction of a second.
    pub const SHORT: Self = Self { order: 1000, work: 30_000_000, heap: 2600 };
    /// For a question about the quotient itself: some seconds.
    pub const LONG: Self = Self { order: 4000, work: 600_000_000, heap: 2600 };
}

/// Why the quotient of more heaps is not known.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Halt {
    /// The quotient would have more elements than the bound.
    Order,
    /// No candidate of a bearable size was right; the quotient may be infinite.
    Growth,
    /// The work was done.
    Work,
    /// Time, memory, or a flag that was set.
    Budget(Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Budget(error)
    }
}

/// Counts work.
pub(crate) struct Meter<'a> {
    pub(crate) bounds: Bounds,
    pub(crate) budget: &'a Budget,
    left: u64,
    unseen: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(bounds: Bounds, budget: &'a Budget) -> Self {
        Self { bounds, budget, left: bounds.work, unseen: 0 }
    }

    /// Counts `work`; looks at the clock now and then.
    pub(crate) fn spend(&mut self, work: u64) -> Result<(), Halt> {
        self.left = self.left.checked_sub(work).ok_or(Halt::Work)?;
        self.unseen += work;
        if self.unseen > 1 << 16 {
            self.budget.spend(self.unseen);
            self.unseen = 0;
            self.budget.check_time()?;
        }
        Ok(())
    }
}
