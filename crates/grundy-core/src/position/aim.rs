//! Search for one move among many: the heaps it should leave determine the possible amounts.

use std::collections::BTreeSet;

use dashu_int::{IBig, UBig};

/// The heaps that a move should leave.
pub(super) struct Aim {
    pub(super) sizes: BTreeSet<UBig>,
    /// Number of stones that the move removes.
    fewer: IBig,
}

impl Aim {
    pub(super) fn new(from: &[UBig], heaps: &[UBig]) -> Self {
        let sum = |heaps: &[UBig]| IBig::from(heaps.iter().sum::<UBig>());
        Self { sizes: heaps.iter().cloned().collect(), fewer: sum(from) - sum(heaps) }
    }

    /// The amount to take from each of `heaps` heaps, if it is a whole number.
    pub(super) fn share_of_each(&self, thrown_away: &UBig, heaps: usize) -> Option<UBig> {
        let taken = crate::number::natural(&(&self.fewer - IBig::from(thrown_away.clone())))?;
        (&taken % heaps == 0).then(|| taken / heaps)
    }

    pub(super) fn holds(&self, parts: &[UBig]) -> bool {
        parts.iter().all(|part| self.sizes.contains(part))
    }
}
