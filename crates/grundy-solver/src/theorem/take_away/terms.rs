//! The key numbers of a take-away game: H(1) = 1, H(j+1) = H(j) + H(m), m least with
//! f(H(m)) >= H(j).
//!
//! Neighbours often share their m: then they are evenly spaced, and such a run is kept as first term,
//! distance and length. For a constant limit all terms are one run; for `last^2` only about n^(1/4) runs are
//! needed below n. The limit alone gives a lower bound on the number of runs, so a sequence that cannot fit
//! is refused at once.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::Limit;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::number;
use grundy_core::rules::{Atom, Var};

/// Evenly spaced terms.
#[derive(Clone, Debug)]
struct Run {
    first: UBig,
    step: UBig,
    /// Number of terms, less one.
    more: UBig,
}

impl Run {
    fn term(&self, offset: &UBig) -> UBig {
        &self.first + &self.step * offset
    }
}

/// A part of an expansion, with its multiplicity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub size: UBig,
    pub copies: UBig,
}

/// The key numbers up to some number.
#[derive(Debug)]
pub(super) struct Terms {
    runs: Vec<Run>,
    /// Whether the whole sequence ends with the last of these.
    pub ended: bool,
}

/// A term, by run and offset.
struct Place {
    run: usize,
    offset: UBig,
}

impl Terms {
    /// The terms up to `n`, which is at least 1.
    pub(super) fn up_to(n: &UBig, limit: &Limit, budget: &Budget) -> Result<Self> {
        refuse_if_too_many(n, limit, budget)?;
        let mut terms = Self { runs: Vec::new(), ended: false };
        let mut bytes = 0;
        let result = terms.extend(n, limit, budget, &mut bytes);
        // The caller keeps only a few parts.
        budget.release(bytes);
        result.map(|()| terms)
    }

    fn extend(&mut self, n: &UBig, limit: &Limit, budget: &Budget, bytes: &mut u64) -> Result<()> {
        self.runs.push(Run { first: UBig::ONE, step: UBig::ONE, more: UBig::ZERO });
        let mut top = UBig::ONE;
        let mut place = Place { run: 0, offset: UBig::ZERO };
        while top < *n {
            budget.step()?;
            let Some((step, reach)) = self.reaching(&mut place, &top, limit)? else {
                self.ended = true;
                return Ok(());
            };
            // The same m works while the term before is within reach.
            let served = (reach - &top) / &step;
            let fitting = (n - &top) / &step;
            if fitting == UBig::ZERO {
                return Ok(());
            }
            let more = served.min(fitting - UBig::ONE);
            let run = Run { first: &top + &step, step, more };
            top = run.term(&run.more);
            let size = run_bytes(top.bit_len());
            budget.reserve(size)?;
            *bytes += size;
            self.runs.push(run);
        }
        Ok(())
    }

    /// The least term from `place` on whose limit reaches `top`, with that limit; `None` if there is none.
    /// Moves `place` there.
    fn reaching(&self, place: &mut Place, top: &UBig, limit: &Limit) -> Result<Option<(UBig, UBig)>> {
        while let Some(run) = self.runs.get(place.run) {
            let term = run.term(&place.offset);
            let reach = limit.after(&term)?;
            if reach >= *top {
                return Ok(Some((term, reach)));
            }
            if limit.after(&run.term(&run.more))? < *top {
                place.run += 1;
                place.offset = UBig::ZERO;
                continue;
            }
            // Between this term and the last of the run: the next one, or by binary search.
            let (mut below, mut enough) = (place.offset.clone(), run.more.clone());
            let mut middle = &below + UBig::ONE;
            while &below + UBig::ONE < enough {
                if limit.after(&run.term(&middle))? >= *top {
                    enough = middle;
                } else {
                    below = middle;
                }
                middle = (&below + &enough) >> 1;
            }
            place.offset = enough;
        }
        Ok(None)
    }

    /// The greedily chosen terms that sum to `n`, greatest first.
    pub(super) fn expansion(&self, n: &UBig) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut rest = n.clone();
        for run in self.runs.iter().rev() {
            while rest >= run.first {
                let offset = ((&rest - &run.first) / &run.step).min(run.more.clone());
                let size = run.term(&offset);
                // More than once only where the sequence ends.
                let copies = &rest / &size;
                rest -= &copies * &size;
                parts.push(Part { size, copies });
            }
        }
        parts
    }

    /// The first few terms.
    pub(super) fn first(&self, count: usize) -> Vec<UBig> {
        let mut list = Vec::new();
        for run in &self.runs {
            let mut offset = UBig::ZERO;
            while list.len() < count && offset <= run.more {
                list.push(run.term(&offset));
                offset += UBig::ONE;
            }
        }
        list
    }
}

/// Approximate memory of a run whose terms have `bits` bits.
fn run_bytes(bits: usize) -> u64 {
    bits as u64 / 4 + 120
}

/// Refuses what cannot fit, for limits that are sums of powers of `last` without subtraction.
///
/// Let g be least with f(g) >= H(j). The term before H(m) is below g and terms at most double,
/// so H(j+1) - H(j) <= 2g. With g <= 2^e for everything below 2^(k+1) there are thus at least
/// 2^(k-e-1) terms between 2^k and 2^(k+1), and at least one. The terms below g(n) all serve as
/// distances one after the other but for a few in between: a quarter of them is counted.
fn refuse_if_too_many(n: &UBig, limit: &Limit, budget: &Budget) -> Result<()> {
    let Some(Powers { each, sum_bits, degree }) = Powers::of(limit) else { return Ok(()) };
    // f(x) <= (sum of coefficients) * x^degree bounds g(n) from below.
    let top = n.bit_len().saturating_sub(1 + sum_bits) / degree;
    let mut needed = 0u64;
    for k in 0..top {
        let exponent = |&(power, log): &(usize, usize)| (k + 1).saturating_sub(log).div_ceil(power);
        let e = each.iter().map(exponent).min().unwrap_or(k);
        let terms = match k.saturating_sub(e + 1) {
            doublings if doublings < 62 => 1u64 << doublings,
            _ => u64::MAX,
        };
        needed = needed.saturating_add((terms / 4).saturating_mul(run_bytes(k)));
        // Distances double at most, so there is one run at least for each doubling of them.
        needed = needed.saturating_add(run_bytes(k) / 4);
    }
    budget.reserve(needed)?;
    budget.release(needed);
    Ok(())
}

/// A limit that is a sum of powers of `last` with positive coefficients.
struct Powers {
    /// Each power with the integer part of its coefficient's base-2 logarithm.
    each: Vec<(usize, usize)>,
    /// Number of bits of the coefficients' sum, the constant included.
    sum_bits: usize,
    /// The highest power, at least 1.
    degree: usize,
}

impl Powers {
    fn of(limit: &Limit) -> Option<Self> {
        let mut each = Vec::new();
        let mut sum = UBig::ZERO;
        for (monomial, coefficient) in limit.expression().terms() {
            let coefficient = number::natural(coefficient)?;
            let mut atoms = monomial.iter();
            match (atoms.next(), atoms.next()) {
                (Some((Atom::Var(Var::Last), &power)), None) => {
                    each.push((power as usize, coefficient.bit_len() - 1));
                }
                (None, _) => {}
                _ => return None,
            }
            sum += coefficient;
        }
        let degree = each.iter().map(|(power, _)| *power).max()?;
        Some(Self { each, sum_bits: sum.bit_len(), degree })
    }
}
