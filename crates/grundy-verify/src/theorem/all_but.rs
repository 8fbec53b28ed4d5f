//! `all-but`: a take leaves at most one heap, and every amount above some W may leave one heap, all of
//! them with the same possibilities. (W is the largest amount that behaves differently: for "any except
//! 3, 5" it is 5.)
//!
//! If G(n + p) = G(n) + s for 2W + 1 heaps n in a row, from t on, then for all n >= t. Where amounts
//! above W may not take a whole heap, t must be at least W + 2.
//!
//! Proof. Let J be all heaps, without the empty one where amounts above W may not take a whole heap.
//! Let A(n) be the values of the heaps j in J with j < n - W: they are options of n, and of every
//! larger heap. Let m(n) be the least number not in A(n).
//!
//! 1. A(n) = {0, ..., m(n) - 1}. For let v = G(j) be in A(n) and u < v. Then j has an option i with
//!    G(i) = u, and i < j is in J too, unless i = 0 is left out, and u = 0. In that case assume
//!    n >= 2W + 2: among the heaps 1 to W one has the value 0, or else W + 1 has, whose options
//!    are some of them. That heap is less than n - W, so 0 is in A(n).
//! 2. m(n + W + 1) > m(n). For m(n) is not in A(n). So it is the value of an option n - k with
//!    k <= W, or it is G(n), all less than it being values of options. That heap is at most
//!    n < (n + W + 1) - W, and in J as n > W, so its value is in A(n + W + 1).
//! 3. So the largest value in A(n), which is m(n) - 1, is not in A(n - W - 1), and
//!    m(n) = 1 + max G(j) over the W + 1 heaps j from n - 2W - 1 to n - W - 1.
//! 4. G(n) is the least v >= m(n) which is not G(n - k) for an amount k <= W that may leave one heap,
//!    for n > W. (The empty heap is an option of n if and only if it is in J, with a value below m(n).)
//!
//! By 3 and 4, G(n) follows from the 2W + 1 values before it, and if all of these grow by s, so
//! does it. All heaps named are in range from n = t + 2W + 1 on: where the empty heap is in J, 1 to 4
//! hold for all n >= 2W + 1 (with t >= 0); where it is not, 1 is used for n - W - 1 >= 2W + 2, that
//! is t >= W + 2. Values up to t + p + 2W are enough.

use super::Theorem;
use crate::certificate::Claim;
use crate::game::{Game, NONE, ONE};
use crate::sentence::Reason;

pub struct AllBut;

impl Theorem for AllBut {
    fn fits(&self, game: &Game, _: &Claim) -> Result<(), Reason> {
        if game.beyond & ONE == 0 || game.all() & !(NONE | ONE) != 0 {
            return Err(Reason::new("not-all-but"));
        }
        Ok(())
    }

    fn last_needed(&self, game: &Game, claim: &Claim) -> u64 {
        let last = game.last();
        let start = if game.beyond & NONE == 0 { last.saturating_add(2) } else { 0 };
        let start = claim.preperiod.max(start);
        start.saturating_add(claim.period).saturating_add(last.saturating_mul(2))
    }
}
