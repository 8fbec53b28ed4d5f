//! `guy-smith`: a take leaves at most h heaps, h = 2 or 3, and amounts above some k leave nothing if
//! they are allowed at all.
//!
//! Let s count as 1 if it is 0. If G(n + p) = G(n) for s <= n < h s + (h - 1) p + k, then for all
//! n >= s. (R. K. Guy and C. A. B. Smith 1956 for h = 2; more heaps change nothing but the counting.)
//!
//! Proof. Let n >= h s + (h - 1) p + k, and the equation true from s up to n - 1. Every option of n + p
//! has one of the same value in n, and the other way round:
//!
//! - n > k, so options where nothing is left are there for both or for neither.
//! - Let j <= k be taken from n + p, and up to h heaps be left, n + p - j >= h s + h p together. The
//!   largest has at least s + p: p fewer in it make an option of n, its heaps are less than n (j is 0
//!   only where the heap is split), and by assumption the value is the same.
//! - Let j <= k be taken from n. What is left is at least h s, so the largest heap has at least s,
//!   and p more in it make an option of n + p of the same value.
//!
//! Values up to h (s + p) + k - 1 are enough.
//!
//! Two heaps that must be unequal ask for p more. From n to n + p, the larger heap a of a and b
//! grows, and stays the larger. From n + p to n, it fails where a - p = b: then a + b = 2b + p is at
//! least 2s + 3p, so b >= s + p, the value is G(b + p) xor G(b) = 0, and b + p and b - p is
//! an option of n with value G(b + p) xor G(b - p) = 0 as well.
//!
//! Two heaps that must be equal have value 0, if their sum is even. For an even p that is the same
//! for n and n + p. For an odd p, look at 2p: if it is a period by the theorem, the equation with p
//! itself, known for s <= n < s + 2p, is true for all n. It needs values up to
//! 2 (s + 2p) + k - 1, and 2p more where other heaps must be unequal.

use super::{Theorem, no_saltus};
use crate::certificate::Claim;
use crate::game::{EQUAL, Game, ONE, THREE, TWO, UNEQUAL};
use crate::sentence::Reason;

pub struct GuySmith;

impl Theorem for GuySmith {
    fn fits(&self, game: &Game, claim: &Claim) -> Result<(), Reason> {
        if game.beyond & (ONE | TWO | THREE) != 0 {
            return Err(Reason::new("unbounded").with("theorem", &claim.theorem));
        }
        no_saltus(claim)
    }

    fn last_needed(&self, game: &Game, claim: &Claim) -> u64 {
        let only = |which| {
            let mut splits = game.listed.values().map(|leave| leave & TWO);
            splits.any(|leave| leave == which)
        };
        let (only_equal, only_unequal) = (only(EQUAL), only(UNEQUAL));
        let odd = claim.period % 2 == 1;
        let period = claim.period.saturating_mul(if only_equal && odd { 2 } else { 1 });
        let heaps = if game.all() & THREE == 0 { 2 } else { 3 };
        let all = claim.preperiod.max(1).saturating_add(period).saturating_mul(heaps);
        let more = if only_unequal { period } else { 0 };
        all.saturating_add(more).saturating_add(game.last()).saturating_sub(1)
    }
}
