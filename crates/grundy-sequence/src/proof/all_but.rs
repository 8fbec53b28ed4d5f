//! Any number of stones but a few: values rise by the same number again and again.
//!
//! Precondition: `take A` and no other move, where A is fixed and holds every amount above w.
//!
//! Statement: if G(n + p) = G(n) + s for 2w + 1 heaps n in a row, from e on, it holds for all n >= e.
//! Such p, s and e always exist, and s > 0. (That these games are arithmetic periodic is in Albert,
//! Nowakowski and Wolfe, Lessons in Play, 2007; the length of the window is proved here.)
//!
//! Proof: let M(n) be the least number that is not among G(0), ..., G(n - 1), and 0 for n <= 0. A value
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
use grundy_core::rules::{Amounts, Members};

/// Every amount above `excluded` may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllBut {
    /// The largest amount that may not be taken, w; 0 where all may.
    pub excluded: usize,
}

/// Sets with a greater excluded amount are left to plain tables.
const LARGEST_EXCLUDED: u64 = 1 << 30;
/// So many members in a row are passed in search of the largest amount that is none.
const LONGEST_SCAN: usize = 1 << 20;

impl AllBut {
    pub(super) fn of(amounts: &Amounts) -> Option<Self> {
        let members = Members::fixed(amounts)?;
        let end = u64::try_from(&members.everything_from()?).ok().filter(|end| *end <= LARGEST_EXCLUDED)?;
        let excluded = (1..end).rev().take(LONGEST_SCAN).find(|&k| !members.contains(&UBig::from(k)));
        let excluded = excluded.unwrap_or(end.saturating_sub(1 + LONGEST_SCAN as u64));
        Some(Self { excluded: usize::try_from(excluded).ok()? })
    }

    pub(super) fn length(self, found: Stretch) -> Option<usize> {
        let window = self.excluded.checked_mul(2)?.checked_add(1)?;
        found.preperiod.checked_add(found.period)?.checked_add(window)
    }

    pub(super) fn longest(self, length: usize) -> usize {
        length.saturating_sub(2 * self.excluded).saturating_sub(1)
    }
}
