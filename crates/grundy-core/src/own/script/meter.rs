//! Resources of a script call: work, and memory, which is charged when values are made and released when
//! they are dropped.

use std::cell::Cell;
use std::rc::Rc;

use super::failure::{Failure, Fault};
use crate::error::Result as Answer;
use crate::limits::Budget;

/// The memory of one call. Every list, text and map holds a [`Charge`] for its share.
#[derive(Debug)]
pub(super) struct Meter {
    taken: Cell<u64>,
    limit: u64,
}

impl Meter {
    pub(super) fn new(limit: u64) -> Rc<Self> {
        Rc::new(Self { taken: Cell::new(0), limit })
    }
}

/// A share of the memory of a call, released on drop.
#[derive(Debug)]
pub(super) struct Charge {
    meter: Rc<Meter>,
    bytes: u64,
}

impl Charge {
    /// A share of `bytes`; fails if the memory of the call is used up.
    pub(super) fn new(meter: &Rc<Meter>, bytes: u64) -> Result<Self, Failure> {
        let mut charge = Self { meter: Rc::clone(meter), bytes: 0 };
        charge.resize(bytes)?;
        Ok(charge)
    }

    /// Changes the share to `bytes`, before the memory is allocated.
    pub(super) fn resize(&mut self, bytes: u64) -> Result<(), Failure> {
        let taken = (self.meter.taken.get() - self.bytes).saturating_add(bytes);
        if taken > self.meter.limit {
            return Err(Fault::Memory.into());
        }
        self.meter.taken.set(taken);
        self.bytes = bytes;
        Ok(())
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn meter(&self) -> &Rc<Meter> {
        &self.meter
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.meter.taken.set(self.meter.taken.get() - self.bytes);
    }
}

/// Counts the operations of one call and checks the clock at intervals.
pub(super) struct Work<'b> {
    budget: &'b Budget,
    operations: u64,
    limit: u64,
    next_look: u64,
}

/// Number of operations between two clock checks.
const BETWEEN_LOOKS: u64 = 4096;

impl<'b> Work<'b> {
    pub(super) fn new(budget: &'b Budget, limit: u64) -> Self {
        Self { budget, operations: 0, limit, next_look: BETWEEN_LOOKS }
    }

    /// Counts `operations` and fails if there are too many or the time is up.
    #[inline]
    pub(super) fn spend(&mut self, operations: u64) -> Result<(), Failure> {
        self.operations = self.operations.saturating_add(operations);
        if self.operations < self.next_look { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Failure> {
        if self.operations > self.limit {
            return Err(Fault::Operations.into());
        }
        self.next_look = (self.operations + BETWEEN_LOOKS).min(self.limit + 1);
        let time: Answer<()> = self.budget.check_time();
        time.map_err(|error| Fault::Stopped(Box::new(error)).into())
    }

    pub(super) fn operations(&self) -> u64 {
        self.operations
    }
}
