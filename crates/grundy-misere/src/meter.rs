//! Bounds on the cost of a quotient, and reasons why it was not finished.

use grundy_core::error::Error;
use grundy_core::limits::Budget;

/// The maximum cost of a quotient. Work is counted, not timed, so that the same request gives the same answer
/// on every machine; a time limit comes from the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The maximum number of elements.
    pub order: usize,
    /// The maximum number of units of work, each one to three nanoseconds: words of sets, elements multiplied,
    /// options examined.
    pub work: u64,
    /// The largest heap.
    pub heap: usize,
}

impl Bounds {
    /// For a table made before the first position is known: some hundredths of a second.
    pub const AHEAD: Self = Self { work: 20_000_000, ..Self::SHORT };
    /// For a query about a position: a fraction of a second.
    pub const SHORT: Self = Self { order: 1000, work: 300_000_000, heap: 2600 };
    /// For a query about the quotient itself: some seconds.
    pub const LONG: Self = Self { order: 4000, work: 4_000_000_000, heap: 10_000 };
}

/// Why the quotient of more heaps is not known.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Halt {
    /// The quotient would have more elements than the bound.
    Order,
    /// No candidate of acceptable size was right; the quotient may be infinite.
    Growth,
    /// The work bound is reached.
    Work,
    /// The time limit, the memory limit, or cancellation.
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

    /// Counts `work` and checks the clock regularly.
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
