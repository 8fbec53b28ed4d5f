//! Checks the claimed repetition against the values.
//!
//! The period is minimal if its quotient by each prime factor is not a period. The differences p with
//! G(n + p) = G(n) + some constant for all large n are closed under sums and differences, so they are
//! the multiples of the least of them. A larger one is a multiple by m > 1, and its quotient by any
//! prime factor of m is one too, with the constant divided likewise. Such a quotient d would hold from
//! `preperiod` on, since G(n + d) - G(n) repeats after p heaps from there on: one heap within one period
//! where it fails is enough.

use crate::certificate::{Claim, Digest};
use crate::sentence::Reason;

/// The claim, compared with the values as they are computed.
pub struct Repetition<'a> {
    claim: &'a Claim,
    digest: Digest,
}

impl<'a> Repetition<'a> {
    pub fn new(claim: &'a Claim) -> Self {
        Self { claim, digest: Digest::default() }
    }

    /// Checks the values of the heaps `from..to`; smaller heaps must have been checked before.
    pub fn follow(&mut self, from: usize, to: usize, at: impl Fn(usize) -> u16) -> Result<(), Reason> {
        self.digest.update((from..to).map(&at));
        let first = self.claim.preperiod.saturating_add(self.claim.period).max(from as u64);
        let (Ok(first), Ok(period)) = (usize::try_from(first), usize::try_from(self.claim.period)) else {
            return Ok(());
        };
        for n in first..to {
            let expected = u64::from(at(n - period)).saturating_add(self.claim.saltus);
            let found = at(n);
            if u64::from(found) != expected {
                let reason = Reason::new("repetition").with("heap", n).with("value", found);
                return Err(reason.with("before", n - period).with("expected", expected));
            }
        }
        Ok(())
    }

    /// After all values: checks the digest, and that the claimed numbers are minimal. The values must
    /// reach `preperiod + period` at least.
    pub fn finish(self, sha256: &str, at: impl Fn(usize) -> u16) -> Result<(), Reason> {
        let found = self.digest.finish();
        if found != sha256 {
            return Err(Reason::new("sha256").with("found", found));
        }
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let (start, period) = (number(self.claim.preperiod), number(self.claim.period));
        let grows = |n: usize| u64::from(at(n + period)) == u64::from(at(n)) + self.claim.saltus;
        if start > 0 && grows(start - 1) {
            return Err(Reason::new("preperiod").with("preperiod", start).with("smaller", start - 1));
        }
        for prime in prime_factors(period) {
            let part = period / prime;
            if !self.claim.saltus.is_multiple_of(prime as u64) {
                continue;
            }
            let rise = self.claim.saltus / prime as u64;
            let is_period = (start..start + period).all(|n| {
                // A heap in the next period, by its place in the current one.
                let (place, more) = if n + part < start + period {
                    (n + part, 0)
                } else {
                    (n + part - period, self.claim.saltus)
                };
                u64::from(at(place)) + more == u64::from(at(n)) + rise
            });
            if is_period {
                return Err(Reason::new("period").with("period", period).with("smaller", part));
            }
        }
        Ok(())
    }
}

/// The primes that divide `n`, by trial division.
fn prime_factors(mut n: usize) -> Vec<usize> {
    let mut primes = Vec::new();
    let mut d = 2;
    while d <= n / d {
        if n.is_multiple_of(d) {
            primes.push(d);
            while n.is_multiple_of(d) {
                n /= d;
            }
        }
        d += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prime_factors_are_found_once_each() {
        assert!(prime_factors(1).is_empty());
        assert_eq!(prime_factors(2), [2]);
        assert_eq!(prime_factors(360), [2, 3, 5]);
        assert_eq!(prime_factors(11_770_282), [2, 5_885_141]);
    }
}
