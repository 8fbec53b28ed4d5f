//! `window`: a take leaves at most one heap, and amounts above some k leave nothing if they are
//! allowed at all.
//!
//! If G(n + p) = G(n) for s <= n <= s + k, then for all n >= s.
//!
//! Proof. Let n > s + k, and the equation true from s up to n - 1. The options of a heap of n > k are
//! the heaps n - j for the amounts j <= k that may leave one heap, and the empty heap where amounts
//! above k may leave nothing. The heap n + p has the same, each heap p larger. All of n - j are at
//! least n - k > s, so their values are the same, and so is the mex. Hence values up to
//! s + p + k are enough. The argument is S. W. Golomb's (1966).

use super::{Theorem, no_saltus};
use crate::certificate::Claim;
use crate::game::{Game, NONE, ONE};
use crate::sentence::Reason;

pub struct Window;

impl Theorem for Window {
    fn fits(&self, game: &Game, claim: &Claim) -> Result<(), Reason> {
        if game.all() & !(NONE | ONE) != 0 {
            return Err(Reason::new("window-splits"));
        }
        if game.beyond & ONE != 0 {
            return Err(Reason::new("unbounded").with("theorem", &claim.theorem));
        }
        no_saltus(claim)
    }

    fn last_needed(&self, game: &Game, claim: &Claim) -> u64 {
        claim.preperiod.saturating_add(claim.period).saturating_add(game.last())
    }
}
