//! Any number of stones but a few: values rise by the same number again and again.
//!
//! Precondition: takes of fixed sets that leave at most one heap, where every amount above w may leave one heap, and where
//! either all of these may take a whole heap as well, or none of them.
//!
//! Statement: if G(n + p) = G(n) + s for 2w + 1 heaps n in a row, from e on, it holds for all n >= e; where amounts above w may not
//! take a whole heap, e is at least w + 2.
//! Such p, s and e always exist, and s > 0. (That these games are arithmetic periodic is in Albert,
//! Nowakowski and Wolfe, Lessons in Play, 2007; the length of the window is proved here.)
//!
//! Proof, where every amount above w may take a whole heap, and so does every amount that leaves one (elsewhere the empty heap is left
//! out of what follows, which is proved beside the checker of certificates, in the file of this theorem in `grundy-verify`): let M(n) be the least number that is not among G(0), ..., G(n - 1), and 0 for n <= 0. A value
//! is the least number that no option has, so it is at most M(n): the values of the first n heaps are
//! 0, ..., M(n) - 1, and M(n) is 1 more than the greatest. All heaps below n - w are options of n, so
//!
//!   (1) G(n) is the least number v >= M(n - w) that no heap m has with n - w <= m < n and n - m in A.
//!
//! In particular G(n) >= M(n - w), so
//!
//!   (2) M(n) = 1 + the greatest of G(n - 1 - w), ..., G(n - 1), for n > w: all values before those are
//!       below M(n - 1 - w), and G(n - 1) is not.
//!
//! Let the repetition hold for the heaps e, ..., e + 2w and put a = e + w + 1. By (2) M(a + p) = M(a) +
//! s. The w heaps from a on repeat as well, so M(n + p) = M(n) + s for a <= n <= a + w, M(n + 1) being
//! the greater of M(n) and G(n) + 1. With n = a + w all that (1) looks at is raised by s: the values of
//! the w heaps before n, which are those from a on, and M(n - w) = M(a). So G(n + p) = G(n) + s, and
//! the window moves on by one.
//!
//! A window of 2w - 1 heaps can mislead: `take any except w` has one (see the tests). No window of 2w
//! that does was found among all sets with w up to 9.
//!
//! The window can only be in finitely many states, because at most w values from M(n - w) on are passed
//! over: so it comes back. M rises by at least 1 in w + 1 heaps, so s > 0.

use super::super::stretch::Stretch;
use dashu_int::UBig;
use grundy_core::rules::{Members, MoveRule, Rules};

/// Every amount above `excluded` may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllBut {
    /// The largest amount that may not be taken, w; 0 where all may.
    pub excluded: usize,
    /// Whether the amounts above `excluded` may take a whole heap.
    pub whole: bool,
}

/// Sets with a greater excluded amount are left to plain tables.
const LARGEST_EXCLUDED: u64 = 1 << 30;
/// Maximum number of consecutive members examined in the search for the largest amount that is not a member.
const LONGEST_SCAN: usize = 1 << 20;

impl AllBut {
    pub(super) fn of(rules: &Rules) -> Option<Self> {
        let mut takes = Vec::new();
        let (mut end, mut one_beyond, mut whole) = (1, false, false);
        for rule in rules.moves() {
            let MoveRule::Take { parts, amounts, .. } = rule else { return None };
            if parts.splits() {
                return None;
            }
            let members = Members::fixed(amounts)?;
            let [none, one] = [0, 1].map(|count| parts.counts.contains(&count));
            // From this amount on the rule allows every amount, or none.
            let uniform = if let Some(from) = members.everything_from() {
                one_beyond |= one;
                whole |= none;
                from
            } else {
                members.upper_bound()? + UBig::ONE
            };
            end = end.max(u64::try_from(&uniform).ok().filter(|end| *end <= LARGEST_EXCLUDED)?);
            takes.push((members, none, one));
        }
        if !one_beyond {
            return None;
        }
        let allowed = |k: &UBig, leaves: fn(&(Members, bool, bool)) -> bool| {
            takes.iter().any(|take| leaves(take) && take.0.contains(k))
        };
        let is_other = |k: &u64| {
            let k = UBig::from(*k);
            !allowed(&k, |take| take.2) || allowed(&k, |take| take.1) != whole
        };
        let excluded = (1..end).rev().take(LONGEST_SCAN).find(is_other);
        let excluded = excluded.unwrap_or(end.saturating_sub(1 + LONGEST_SCAN as u64));
        Some(Self { excluded: usize::try_from(excluded).ok()?, whole })
    }

    pub(super) fn length(self, found: Stretch) -> Option<usize> {
        let window = self.excluded.checked_mul(2)?.checked_add(1)?;
        let least = if self.whole { 0 } else { self.excluded.checked_add(2)? };
        found.preperiod.max(least).checked_add(found.period)?.checked_add(window)
    }

    pub(super) fn longest(self, length: usize) -> usize {
        length.saturating_sub(2 * self.excluded).saturating_sub(1)
    }
}
