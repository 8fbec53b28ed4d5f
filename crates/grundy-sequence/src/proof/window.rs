//! A window of repeated values: takes of at most k that leave one heap, or equal ones.
//!
//! Precondition: heapwise takes of fixed, finite sets with largest amount k, where what is left is
//! nothing, one heap, or an even number q of equal heaps.
//!
//! Statement (Golomb 1966 for takes that leave one heap): let Q be the least common multiple of the
//! numbers q, 1 where there are none, and P that of p and Q. If G(n + p) = G(n) for all n from s on as
//! far as values are known, and G(0), ..., G(s + P + max(k + 1, p) - 1) are known, then it holds for
//! all n >= s.
//!
//! Proof: an even number of equal heaps is worth 0, and whether a rest can form q equal heaps depends
//! only on the rest mod q. So for n > k the value of n is a function of the k values before it and of n
//! mod Q. From G(n + p) = G(n) follows G(n + P) = G(n), known for at least k + 1 heaps from s on, the
//! first k of which are the window of s + k + 1 > k; P being a multiple of Q, that repeats for ever
//! after P. It was seen for p over at least P heaps in a row, so it repeats for ever after p too. One
//! heap more than k is required so that from there on every amount fits with a stone to spare.

use super::super::stretch::Stretch;
use super::lcm;

/// The next value is determined by the `largest` values before it and the heap modulo `modulus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The largest amount, k.
    pub largest: usize,
    /// Q.
    pub modulus: usize,
}

impl Window {
    pub(super) fn name(self) -> &'static str {
        if self.modulus == 1 { "window" } else { "equal-heaps" }
    }

    pub(super) fn length(self, found: Stretch) -> Option<usize> {
        let whole = lcm(found.period, self.modulus)?;
        // Where there is no modulus, k + 1 repeated values are enough for any p.
        let more = if self.modulus == 1 { 0 } else { found.period };
        let window = self.largest.checked_add(1)?.max(more);
        found.preperiod.checked_add(whole)?.checked_add(window)
    }

    pub(super) fn longest(self, length: usize) -> usize {
        length.saturating_sub(self.largest).saturating_sub(1)
    }
}
