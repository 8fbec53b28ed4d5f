//! Heaps that may be split: the theorem of Guy and Smith, for any number of parts.
//!
//! Precondition: heapwise takes of fixed, finite sets with largest amount k, where what is left is at
//! most t heaps in any way, or two unequal heaps, or an even number q of equal heaps.
//!
//! Statement: count s as 1 when it is 0; let P be the least common multiple of p and all q, which is p
//! where there are no equal heaps. If G(n + p) = G(n) for all n from s on as far as values are known,
//! and the first t(s + P) + k values are known (with unequal heaps also the first 2s + 3P + k), then it
//! holds for all n >= s. For t = 2 and no equal or unequal heaps that is the theorem of Guy and Smith
//! (1956).
//!
//! Proof: by induction the repetition after P holds below n + P, and n + P >= t(s + P) + k. An option
//! of n + P leaves n + P - a >= t(s + P) stones in at most t heaps, so the largest of them is at least
//! s + P. Made smaller by P it keeps its value and does not vanish: that is an option of n with the
//! same value. An option of n leaves at least ts stones, so the largest part is at least s and may be
//! made larger by P. So n and n + P have options of the same values. Equal heaps are worth 0 and exist
//! for n iff for n + P.
//!
//! Unequal pairs: the larger part x of an option (y, x) of n + P is made smaller as before, unless x -
//! P = y. Then the value is 0, and n - a = 2y with y >= s + P by the longer bound, so (y - P, y + P) is
//! an option of n, of unequal heaps, and worth 0 as well. The other way, a larger part made larger
//! stays the larger.
//!
//! From P to p: the known part of the repetition after p spans at least P heaps, so it continues for
//! ever with the repetition after P.

use super::super::stretch::Stretch;
use super::lcm;

/// Splits into parts, all but one of which are below half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The most heaps that may be left, t, at least 2.
    pub most: usize,
    /// The largest amount, k.
    pub largest: usize,
    /// Whether two unequal heaps may be left.
    pub unequal: bool,
    /// The least common multiple of the numbers of equal heaps that may be left; 1 if there are none.
    pub modulus: usize,
}

impl Parts {
    pub(super) fn name(self) -> &'static str {
        match (self.most, self.unequal || self.modulus > 1) {
            (_, true) => "likeness",
            (2, _) => "guy-smith",
            (3, _) => "three-heaps",
            _ => "many-heaps",
        }
    }

    pub(super) fn length(self, found: Stretch) -> Option<usize> {
        let start = found.preperiod.max(1);
        let whole = lcm(found.period, self.modulus)?;
        let free = start.checked_add(whole)?.checked_mul(self.most)?.checked_add(self.largest)?;
        if !self.unequal {
            return Some(free);
        }
        let pairs = start.checked_mul(2)?.checked_add(whole.checked_mul(3)?)?.checked_add(self.largest)?;
        Some(free.max(pairs))
    }

    pub(super) fn longest(self, length: usize) -> usize {
        (length.saturating_sub(self.largest) / self.most).saturating_sub(1)
    }
}
