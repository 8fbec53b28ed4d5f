//! Values that rise by any saltus: arithmetic periods of games that leave up to three heaps, by the excess of
//! the sum over the nim-sum.
//!
//! Precondition: heapwise takes of fixed, finite sets with largest amount k, which leave at most three heaps in
//! any way, and some amount that may leave three. The theorem is stated and proved here; unlike that of
//! [`Rising`], it does not restrict the saltus.
//!
//! # Statement
//!
//! Let e >= 1, s > 0, and G(n + p) = G(n) + s for all n from e on as far as values are known. Let P be p where that is even,
//! else 2p, and S = s P / p. Write c(n) = s n - p G(n), which from e on depends only on the remainder of n by p. Call a heap
//! m >= 1 *fit* for n if m + b + 2 <= n, where b is the least amount of the parity of n - m that may leave three heaps. Let M = 3e + k + 3P.
//! The repetition holds for all n >= e if the values of all heaps below M + P are known and
//!
//! 1. for every amount a that may leave one heap, and n >= e + a: G(n - a) is not G(n); for every amount a that may leave two or
//!    three, and such heaps x, y (and z) that are not all below e, with x + y + z = n - a in remainders by p:
//!    c(n) - s a - c(x) - c(y) - c(z) is not an even multiple of p that is 0 or greater;
//! 2. for every n with M <= n < M + P: every v < G(n) - S is the value of a heap that is fit for n, one of at least e if
//!    v >= G(n) - 2S (or v = 0 is that of two equal heaps); every other v < G(n) is that of a fit heap of at least e, or G(n - a) for an
//!    amount a that may leave one heap.
//!
//! # Proof
//!
//! Let the repetition hold below N >= M + P, put T = G(N - p) + s, and let c(N) be c(N - p). It has to be shown that G(N) = T.
//!
//! *T is not an option's value.* For one heap that is 1. Let x, y, z be left of N by an amount a. The sum of their values exceeds their
//! nim-sum by an even number, 0 or more. If the nim-sum is T, p times that number is
//! p (G(x) + G(y) + G(z) - T) = s (N - a) - c(x) - c(y) - c(z) - s N + c(N), which 1 excludes; N - a > 3e, so that they are not all below e.
//!
//! *Every v < T is.* A fit heap worth v beside two equal heaps makes v an option's value. What is fit for N - P is fit for N, and so is the
//! heap larger by P. Since N - P >= e, T = G(N - P) + S. Let 2 hold for N - P. Every v < G(N - P) - S has a heap that is fit for N - P. Every
//! other v < G(N - P) is at least S (for G(N - P) >= 2S), and v - S has a fit heap of at least e: made larger by P it is worth v. For
//! v >= G(N - P), v - S has a fit heap of at least e or is the value of an option that is one heap of at least e: both are made larger by P. So 2
//! holds for N as well, and every v < T is an option's value.

use super::super::stretch::Stretch;
use super::{Rising, lcm};
use crate::engine::Values;
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// Takes that leave up to three heaps, and values that rise by any saltus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    /// The least amounts that may leave two and three heaps.
    pub rising: Rising,
    /// Every amount with every number of heaps, 1 to 3, that it may leave.
    pub leaves: Vec<(usize, u32)>,
}

/// Rules with more pairs of amount and number of heaps are not examined ...
pub(super) const MOST_LEAVES: usize = 64;
/// ... nor rules with more heaps before the values have repeated once.
const MOST_HEAPS: usize = 200;

impl Excess {
    pub(super) fn length(
        &self,
        found: Stretch,
        values: Values<'_>,
        budget: &Budget,
    ) -> Result<Option<usize>> {
        let (start, period) = (found.preperiod.max(1), found.period);
        if start + period > MOST_HEAPS {
            return Ok(None);
        }
        let Some(whole) = lcm(period, 2) else { return Ok(None) };
        let base = 3 * start + self.rising.largest + 3 * whole;
        if base + whole > values.len() || !self.is_above_options(start, found, values, budget)? {
            return Ok(None);
        }
        for n in base..base + whole {
            budget.check_time()?;
            if !self.reaches_all(n, start, whole, found, values) {
                return Ok(None);
            }
        }
        Ok(Some(base + whole))
    }

    pub(super) fn longest(length: usize) -> usize {
        (length / 4).min(MOST_HEAPS)
    }

    /// Condition 1.
    fn is_above_options(
        &self,
        start: usize,
        found: Stretch,
        values: Values<'_>,
        budget: &Budget,
    ) -> Result<bool> {
        let period = found.period;
        let wide = |n: usize| i128::try_from(n).unwrap_or(i128::MAX >> 8);
        let saltus = i128::from(found.saltus);
        let end = start + period;
        let shift: Vec<i128> =
            (0..end).map(|n| saltus * wide(n) - wide(period) * i128::from(values.at(n))).collect();
        // The heap from `start` on with the remainder of `n`.
        let class = |n: usize| start + (n + period - start % period) % period;
        let is_own = |excess: i128| excess >= 0 && excess % (2 * wide(period)) == 0;
        for &(amount, heaps) in &self.leaves {
            for x in 1..end {
                let excess =
                    |sum: usize, rest: i128| shift[class(sum + amount)] - saltus * wide(amount) - rest;
                if heaps == 1 {
                    if x >= start && excess(x, shift[x]) == 0 {
                        return Ok(false);
                    }
                    continue;
                }
                for y in x..end {
                    budget.step()?;
                    let pair = shift[x] + shift[y];
                    if heaps == 2 {
                        if y >= start && is_own(excess(x + y, pair)) {
                            return Ok(false);
                        }
                    } else if (y.max(start)..end).any(|z| is_own(excess(x + y + z, pair + shift[z]))) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Condition 2 for one heap.
    fn reaches_all(&self, n: usize, start: usize, whole: usize, found: Stretch, values: Values<'_>) -> bool {
        const FIT: u8 = 1;
        const LATE: u8 = 2;
        let own = values.at(n) as usize;
        let saltus = found.saltus as usize * (whole / found.period);
        let mut reached = vec![0u8; own];
        for m in 1..n {
            let fits = self.rising.three[(n - m) % 2].is_some_and(|amount| m + amount + 2 <= n);
            let value = values.at(m) as usize;
            if fits && value < own {
                reached[value] |= if m >= start { FIT | LATE } else { FIT };
            }
        }
        if self.rising.two[n % 2].is_some_and(|amount| amount + 2 <= n) && own > 0 {
            reached[0] |= FIT;
        }
        // One heap reaches only the values of the last period.
        let top = own.saturating_sub(saltus);
        for &(amount, _) in self.leaves.iter().filter(|(_, heaps)| *heaps == 1) {
            let value = values.at(n - amount) as usize;
            if (top..own).contains(&value) {
                reached[value] |= LATE;
            }
        }
        let needed = |v: usize| if v + 2 * saltus >= own { LATE } else { FIT };
        reached.iter().enumerate().all(|(v, reached)| reached & needed(v) != 0)
    }
}
