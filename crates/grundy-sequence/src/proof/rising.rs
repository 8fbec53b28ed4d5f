//! Values that rise for ever: arithmetic periods of games that leave up to three heaps.
//!
//! Howse and Nowakowski (Periodicity and arithmetic-periodicity in hexadecimal games, 2004) gave the first
//! theorem of this kind. The one below is stated and proved from scratch; it requires more values, and
//! conditions that are all checked on the values themselves.
//!
//! Precondition: heapwise takes of fixed, finite sets with largest amount k, which leave at most
//! three heaps in any way, and some amount that may leave three.
//!
//! # Statement
//!
//! Let e >= 1, G(n + p) = G(n) + s for all n from e on as far as values are known, s a power of two.
//! Take P = 2^h p and S = 2^h s for some h. Write G(m) = S U(m) + l(m) with 0 <= l(m) < S, and
//! c(m) = m - P U(m). Let c- be the least and c+ the greatest c(m) for 1 <= m < e + P, and D the
//! greater of -c- and -3c-. Of the amounts that may leave three heaps let w be the greater of the
//! least even and the least odd one. The repetition holds for all n >= e if
//!
//! 1. c+ + D + w + 2 <= 2P, e <= P + c-, and 3e + k <= 6P + c-;
//! 2. there are such amounts of both parities, or P is even;
//! 3. for both parities of n: call m fit if n - m has the parity of an amount that may leave three
//!    heaps. Every number below S is l(m) of a fit m, e <= m < e + P; and where one of those has
//!    U(m) > 0, every number below S is G(m) of a fit m < e + P (0 may be missing, if some amount of
//!    the parity of n may leave two heaps);
//! 4. the values of all heaps below 9P + c+ are known.
//!
//! # Proof
//!
//! Let the repetition hold below N >= 9P + c+. From e on, m + P has the value of m raised by S, and
//! c(m + P) = c(m). Let c* = c(N - P), u = U(N - P), T = G(N - P) + S. It has to be shown that
//! G(N) = T. N = P(u + 1) + c*, so u >= 8. From 1, heaps m below e + P have P U(m) = m - c(m) < 2P,
//! so U(m) <= 1; and U(m) >= 2^i implies m >= 2^i P + c- >= e + (2^i - 1)P.
//!
//! An option of a heap n = N - iP >= e that takes a and leaves parts x has the sum of all U(x) equal
//! to (n - a - sum of c(x)) / P. Let its value have the upper part y - i. The sum is at least y - i,
//! and exceeds it by an even number, which is 0 iff the U(x) have no bit in common. The excess is
//! (u + 1 - y) + (c* - a - sum of c(x)) / P, where the fraction is below 2 by 1.
//!
//! *T is not an option's value.* Suppose it is; y = u + 1 >= 9, and the U(x) have no bit in common. Let x1
//! have the lowest bit of y. If U(x1) >= 2 or x1 >= e + P, replacing it by x1 - P takes 1 off U(x1) and off
//! y, since the others are 0 up to the bit that goes: an option of N - P worth T - S = G(N - P), which
//! cannot be. Else U(x1) = 1. Let x2 have the lowest bit of y - 1, which is even, and 8 or more. If U(x2) >=
//! 4 or x2 >= e + 2P, replacing it by x2 - 2P in the same way gives an option of N - 2P worth G(N - 2P).
//! Else U(x2) = 2, and U(x3) = y - 3 is a multiple of 4, and 8 or more, so x3 >= e + 4P, and x3 - 4P gives
//! an option of N - 4P worth G(N - 4P).
//!
//! *Every v < T is.* Let y be the upper part of v, so y <= u + 1. A fit heap a with G(a) = v and
//! a <= N - w - 2 makes v an option's value: take the amount b that makes it fit and leave a and
//! twice (N - b - a) / 2. By 3 there is a fit m with l(m) = l(v); if y >= U(m),
//! a = m + (y - U(m))P = Py + c(m) has the value v (and is fit by 2), else v < S is provided for by 3
//! (0 perhaps by two equal heaps). That is small enough if y <= u - 1, by 1. If y = u and it is not,
//! then c* < c(m) + w + 2 - P, so the fraction above is below (c+ + w + 2 - P + D) / P <= 1, and for
//! y = u the excess is below 2, hence 0. For y = u + 1 it is 0 as well. So in both cases left v - iS
//! is, for every power i = 2^j <= y with N - iP >= e, the value of an option of N - iP (being below
//! G(N - iP) = T - iS) whose parts have no bit of U in common. If y is not a power of two let 2^j be its
//! lowest bit: y - 2^j has 0 in that place, and so have all parts. 2^j <= y / 3, so N - 2^j
//! P >= 6P + c- >= 3e + k, and the largest part is at least e: made larger by 2^j P, it gives an
//! option of N worth v. If y = 2^r let j = r - 1 >= 2: y - 2^j = 2^j is U of one part, which is then
//! at least e and made larger by 2^j P; the others have U = 0. Again an option of N worth v.

use dashu_int::UBig;

use super::super::engine::{Values, with_reader};
use super::super::stretch::Stretch;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::Members;

/// Takes that may leave three heaps, by their amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rising {
    /// The largest amount, k.
    pub largest: usize,
    /// The least even and the least odd amount that may leave three heaps.
    pub three: [Option<usize>; 2],
    /// The least even and the least odd amount that may leave two heaps.
    pub two: [Option<usize>; 2],
}

/// Maximum number of amounts examined to find one of each parity.
const LONGEST_SCAN: usize = 4096;

/// The least even and the least odd member, if they are found within the scan limit.
pub(super) fn least_by_parity(members: &Members, largest: usize) -> [Option<usize>; 2] {
    let budget = Budget::default();
    let end = UBig::from(largest);
    let mut found = [None; 2];
    let mut from = UBig::ZERO;
    for _ in 0..LONGEST_SCAN {
        let Ok(Some(k)) = members.next(&from, &end, &budget) else { break };
        let Ok(amount) = usize::try_from(&k) else { break };
        found[amount % 2].get_or_insert(amount);
        if found.iter().all(Option::is_some) {
            break;
        }
        from = k + UBig::ONE;
    }
    found
}

/// The multiple of a period with which the conditions hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// e.
    pub(crate) start: usize,
    /// P.
    pub(crate) period: usize,
    /// S.
    pub(crate) saltus: u32,
    /// The number of values required.
    pub(crate) length: usize,
}

impl Rising {
    /// The first multiple of the period for which the conditions hold; `None` if there is none.
    pub(crate) fn level(self, found: Stretch, values: Values<'_>, budget: &Budget) -> Result<Option<Level>> {
        if !found.saltus.is_power_of_two() {
            return Ok(None);
        }
        let start = found.preperiod.max(1);
        let mut level = Level { start, period: found.period, saltus: found.saltus, length: 0 };
        // Far fewer than condition 4 requires.
        while level.period.saturating_mul(8).saturating_add(start) <= values.len() {
            budget.check_time()?;
            if let Some(needed) = self.needed(level, values)
                && needed <= values.len()
            {
                let bytes = u64::from(level.saltus);
                budget.reserve(bytes)?;
                let covered = self.covers(level, values);
                budget.release(bytes);
                if covered {
                    return Ok(Some(Level { length: needed, ..level }));
                }
            }
            level.period *= 2;
            let Some(twice) = level.saltus.checked_mul(2) else { break };
            level.saltus = twice;
        }
        Ok(None)
    }

    pub(super) fn longest(length: usize) -> usize {
        length / 8
    }

    /// Checks conditions 1 and 2, and returns the number of values condition 4 requires.
    fn needed(self, level: Level, values: Values<'_>) -> Option<usize> {
        let wide = |n: usize| i128::try_from(n).unwrap_or(i128::MAX >> 8);
        let (period, start) = (wide(level.period), wide(level.start));
        let (mut least, mut greatest) = (i128::MAX, i128::MIN);
        with_reader!(values, at => {
            for m in 1..level.start + level.period {
                let shift = wide(m) - period * i128::from(at(m) / level.saltus);
                least = least.min(shift);
                greatest = greatest.max(shift);
            }
        });
        let most = self.three.iter().flatten().max()?;
        let spread = greatest + (-least).max(-3 * least) + wide(*most) + 2;
        let fits = spread <= 2 * period
            && start <= period + least
            && 3 * start + wide(self.largest) <= 6 * period + least
            && (self.three.iter().all(Option::is_some) || level.period.is_multiple_of(2));
        if fits { usize::try_from(9 * period + greatest).ok() } else { None }
    }

    /// Condition 3.
    fn covers(self, level: Level, values: Values<'_>) -> bool {
        const LOW: u8 = 1;
        const VALUE: u8 = 2;
        let saltus = level.saltus as usize;
        let end = level.start + level.period;
        (0..2usize).all(|parity| {
            let fit = |m: usize| self.three[(parity + m) % 2].is_some();
            let mut seen = vec![0u8; saltus];
            let mut above = false;
            for m in (1..end).filter(|&m| fit(m)) {
                let value = values.at(m) as usize;
                if m >= level.start {
                    seen[value % saltus] |= LOW;
                    above |= value >= saltus;
                }
                if value < saltus {
                    seen[value] |= VALUE;
                }
            }
            if self.two[parity].is_some() {
                seen[0] |= VALUE;
            }
            let needed = if above { LOW | VALUE } else { LOW };
            seen.iter().all(|&seen| seen & needed == needed)
        })
    }
}
