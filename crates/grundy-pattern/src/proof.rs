//! How far a rule must be compared with computed outcomes to hold everywhere.
//!
//! Precondition: moves take fixed amounts, split no heap and depend only on the heaps they touch; the rule
//! depends on heaps only through remainders: it does not distinguish two heaps x, x + p with x >= s.
//!
//! A rule is right iff at each position it says "lost" exactly if no move leads to a position it calls lost
//! (under misère play: and some move exists). Call that the local condition at the position. If the rule agrees
//! with the outcomes in a box, the local condition holds in the box. So it is enough that each position
//! outside the box has the same local condition as one inside.
//!
//! *Finite amounts, the greatest L.* From a heap x >= s + L + p, every amount can be taken, and the rule does
//! not distinguish the rest from that of x - p. So x may be replaced by x - p, and the box of side s + L + p is
//! enough, whichever heaps a move touches together.
//!
//! *Amounts that are periodic from t on with period q* (`any`, `odd`, `5..`). Let P be the least common
//! multiple of p and q. A sum x + k of a place x of a set with start s, period p, and an amount k, is in the
//! sumset iff x + k + P is, from S = s + t + 2P on: one of the two parts has a whole period to give. A move on
//! one heap, or with an amount of its own on each of several, leads to a lost position iff such sumsets hold
//! the heaps; so each heap x >= S + P may be replaced by x - P. For the same amount from two heaps a <= b, the
//! places are those x for which (x, x + d) is lost, d = b - a, and they depend only on d modulo p from d = s
//! on: first b is lowered until d < S + P, then both; the box of side 2 (S + P) is enough.
//!
//! Values are proved in the same way: the local condition is then that the value is the mex of the options'
//! values.
//!
//! The same argument as the first one proves margins of a single heap: they follow from the L before.

use grundy_core::rules::{Amounts, Expr, MoveRule, Named, Parts, Rules, Settings, Source};
use grundy_solver::lattice::Lattice;

use grundy_solver::law::lcm;

/// Larger starts and periods are not examined.
const LARGEST: i128 = 1 << 32;

/// The start and period from which amounts repeat, and the greatest amount of a finite set.
struct Profile {
    start: i128,
    period: i128,
    greatest: Option<i128>,
}

fn profile(amounts: &Amounts) -> Option<Profile> {
    let word = |n: &dashu_int::UBig| i128::try_from(n).ok().filter(|n| *n < LARGEST);
    if amounts.symbolic().next().is_some() || amounts.differences().next().is_some() {
        return None;
    }
    let mut all = Profile { start: 1, period: 1, greatest: Some(0) };
    for span in amounts.spans() {
        let last = if let Some(hi) = &span.hi { word(hi)? + 1 } else { word(&span.lo)? };
        all.start = all.start.max(last);
        all.greatest = all.greatest.filter(|_| span.hi.is_some()).map(|greatest| greatest.max(last - 1));
    }
    for named in amounts.families() {
        let period = match named {
            Named::Odd | Named::Even => 2,
            Named::Multiples(e) => constant(e)?,
            _ => return None,
        };
        all.period = lcm(all.period, period)?;
        all.greatest = None;
    }
    Some(all)
}

fn constant(e: &Expr) -> Option<i128> {
    e.as_constant().and_then(|n| i128::try_from(n).ok()).filter(|n| (1..LARGEST).contains(n))
}

/// The side of a box that proves a rule for `heaps` heaps which depends on remainders modulo `period` from
/// `from` on; `None` for rules it cannot prove.
pub fn needed_side(lattice: &Lattice, heaps: usize, (from, period): (i128, i128)) -> Option<usize> {
    let from = from.max(1);
    let mut side = from + period;
    let mut merged = Profile { start: 1, period: 1, greatest: Some(0) };
    let mut sources = Vec::new();
    for rule in lattice.rules().moves() {
        let MoveRule::Take { source, amounts, .. } = rule else { return None };
        let profile = profile(amounts)?;
        merged.start = merged.start.max(profile.start);
        merged.period = lcm(merged.period, profile.period)?;
        merged.greatest = merged.greatest.zip(profile.greatest).map(|(a, b)| a.max(b));
        sources.push(source);
    }
    if sources.iter().any(|source| matches!(source, Source::Max | Source::Min)) && heaps > 1 {
        return None;
    }
    if let Some(greatest) = merged.greatest {
        side += greatest;
    } else {
        let mut together = false;
        for source in sources {
            match source {
                Source::One | Source::Free(_) | Source::FreeUpTo(_) => {}
                _ if heaps == 1 => {}
                Source::Same(_) | Source::SameUpTo(_) | Source::All | Source::Nonempty if heaps == 2 => {
                    together = true;
                }
                _ => return None,
            }
        }
        let whole = lcm(period, merged.period)?;
        side = from + merged.start + 3 * whole;
        if together {
            side *= 2;
        }
    }
    usize::try_from(side).ok()
}

/// Like [`needed_side`], for the margins of one heap where the player with most stones wins.
pub fn needed_margins(rules: &Rules, (from, period): (i128, i128)) -> Option<usize> {
    if *rules.settings() != (Settings { most: true, ..Settings::default() }) {
        return None;
    }
    let mut greatest = 0;
    for rule in rules.moves() {
        let MoveRule::Take { parts, amounts, .. } = rule else { return None };
        if *parts != Parts::together() {
            return None;
        }
        greatest = greatest.max(profile(amounts)?.greatest?);
    }
    usize::try_from(from.max(1) + period + greatest).ok()
}
