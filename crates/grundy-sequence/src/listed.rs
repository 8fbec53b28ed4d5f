//! The members of a set that is the same in every position, listed once and then reused.

use dashu_int::UBig;

use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Members};

/// The members of a fixed set in ascending order, as far as they were requested.
#[derive(Debug)]
pub(crate) struct Listed {
    members: Members,
    list: Vec<u64>,
    /// Every member below this is in the list.
    next: u64,
}

/// Number of members for which memory is reserved at a time.
const PORTION: usize = 4096;

impl Listed {
    /// For a set that does not depend on the position.
    pub(crate) fn of(amounts: &Amounts) -> Option<Self> {
        Some(Self { members: Members::fixed(amounts)?, list: Vec::new(), next: 0 })
    }

    /// Lists every member up to `to`.
    pub(crate) fn extend(&mut self, to: u64, budget: &Budget) -> Result<()> {
        let end = UBig::from(to);
        while self.next <= to {
            let Some(k) = self.members.next(&UBig::from(self.next), &end, budget)? else {
                self.next = to.saturating_add(1);
                break;
            };
            // The member found is at most `to`.
            let k = u64::try_from(&k).unwrap_or(to);
            if self.list.len().is_multiple_of(PORTION) {
                budget.reserve(8 * PORTION as u64)?;
            }
            self.list.push(k);
            self.next = k.saturating_add(1);
        }
        Ok(())
    }

    /// The members up to `n`, as far as they are listed.
    pub(crate) fn up_to(&self, n: u64) -> &[u64] {
        &self.list[..self.list.partition_point(|k| *k <= n)]
    }
}
