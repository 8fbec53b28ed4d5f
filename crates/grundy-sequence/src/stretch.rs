//! How far back a sequence repeats, for every distance at once.
//!
//! G(n + p) - G(n) is the same number s for all n from a on iff the first differences of the sequence
//! repeat after p from a on (and s is the last value less the one p before it). So the longest stretch
//! at the end of the sequence that repeats after p, with whatever saltus, is for every p the Z-function
//! of the differences read backwards, in linear time. Where no saltus is possible the values themselves
//! are compared, which reads half as much.
//!
//! Stretches come in ascending order of p. The distances that are right for ever are the multiples of
//! the least one, and each of them holds from the same heap on: if G(n + mp) = G(n) + t for n >= a and
//! G(n + p) = G(n) + s far out, then also from a on, by going out and back in steps of mp. What proves
//! a multiple of p (see [`proof`](super::proof)) therefore proves p with fewer values, and the first
//! stretch that is proved has the least period and preperiod.

use super::engine::{Values, with_reader};
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// G(n + period) = G(n) + saltus for all known heaps from `preperiod` on, and not for the heap before
/// `preperiod`. Heaps beyond the known ones may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) preperiod: usize,
    pub(crate) period: usize,
    pub(crate) saltus: u32,
}

/// Distances up to this are stored. Larger ones are compared value by value where they would be looked up.
const MOST_REMEMBERED: usize = 1 << 26;
/// Number of distances between two clock checks.
const BETWEEN_CHECKS: usize = 1 << 16;

/// Calls `look` with the stretch of every distance up to `most`, ascending, until it returns `Some`. Skips
/// distances at which no value repeats, those with a saltus below 0, and, unless `rising`, those with any
/// saltus. Needs 4 bytes for each distance.
pub(crate) fn find_stretch<T>(
    values: Values<'_>,
    rising: bool,
    most: usize,
    budget: &Budget,
    look: &mut dyn FnMut(Stretch) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let length = values.len();
    let most = most.min(length.saturating_sub(1));
    if most == 0 {
        return Ok(None);
    }
    let bytes = 4 * (most.min(MOST_REMEMBERED) as u64 + 1);
    budget.reserve(bytes)?;
    let found = with_reader!(values, at => if rising {
        let difference = |i: usize| at(length - 1 - i).wrapping_sub(at(length - 2 - i));
        z_function(length - 1, difference, most, budget, &mut |period, agree| {
            let Some(saltus) = at(length - 1).checked_sub(at(length - 1 - period)) else { return Ok(None) };
            // One more value than differences.
            look(Stretch { preperiod: length - period - agree - 1, period, saltus })
        })
    } else {
        z_function(length, |i| at(length - 1 - i), most, budget, &mut |period, agree| {
            if agree == 0 {
                return Ok(None);
            }
            look(Stretch { preperiod: length - period - agree, period, saltus: 0 })
        })
    });
    budget.release(bytes);
    found
}

/// Calls `look` with every i from 1 to `most` and the number of items from i on that equal those from 0 on.
fn z_function<T>(
    length: usize,
    at: impl Fn(usize) -> u32,
    most: usize,
    budget: &Budget,
    look: &mut impl FnMut(usize, usize) -> Result<Option<T>>,
) -> Result<Option<T>> {
    // Lengths that do not fit are stored as a lower bound; the comparison continues from there.
    let mut agree = vec![0u32; most.min(MOST_REMEMBERED) + 1];
    // The stretch from..to is known to equal the beginning.
    let (mut from, mut to) = (0, 0usize);
    for i in 1..=most {
        if i % BETWEEN_CHECKS == 0 {
            budget.check_time()?;
        }
        // Inside the stretch the items are those from i - from on, which agree with the beginning as far as is
        // stored. Where that ends inside as well, these end with it.
        let reach = to.saturating_sub(i);
        let stored = if reach > 0 { agree.get(i - from).copied() } else { None };
        let mut z = reach.min(stored.map_or(0, |z| z as usize));
        if stored.is_none_or(|z| z == u32::MAX || z as usize >= reach) {
            while i + z < length && at(z) == at(i + z) {
                z += 1;
            }
            if i + z > to {
                (from, to) = (i, i + z);
            }
        }
        if let Some(slot) = agree.get_mut(i) {
            *slot = u32::try_from(z).unwrap_or(u32::MAX);
        }
        if let Some(found) = look(i, z)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn stretches(values: &[u32], rising: bool) -> Vec<Stretch> {
        let mut all = Vec::new();
        let found: Option<()> =
            find_stretch(Values::Wide(values), rising, values.len(), &Budget::default(), &mut |s| {
                all.push(s);
                Ok(None)
            })
            .unwrap();
        assert_eq!(found, None);
        all
    }

    #[test]
    fn stretches_are_what_they_say() {
        let mut random = Rng::with_seed(5);
        for round in 0..400u64 {
            let length = usize::try_from(random.u64(..40)).unwrap();
            let step = random.u64(..3);
            let values: Vec<u32> =
                (0..length as u64).map(|n| u32::try_from(random.u64(..2) + n / 4 * step).unwrap()).collect();
            for rising in [false, true] {
                let mut expected = Vec::new();
                for period in 1..length {
                    let (last, before) = (values[length - 1], values[length - 1 - period]);
                    let Some(saltus) = last.checked_sub(before) else { continue };
                    if saltus > 0 && !rising {
                        continue;
                    }
                    let agrees = |n: &usize| values[n + period] == values[*n] + saltus;
                    let agree = (0..length - period).rev().take_while(agrees).count();
                    expected.push(Stretch { preperiod: length - period - agree, period, saltus });
                }
                assert_eq!(stretches(&values, rising), expected, "{round} {values:?}");
            }
        }
    }

    #[test]
    fn memory_is_asked_for_first() {
        use grundy_core::limits::Limits;
        let budget = Budget::new(Limits { memory: 300, time: None, threads: 0 });
        let values = vec![0; 100];
        let look = |most| find_stretch(Values::Wide(&values), true, most, &budget, &mut |_| Ok(None::<()>));
        assert_eq!(look(99).unwrap_err().code(), "memory-limit");
        // 4 bytes per distance, released afterwards.
        for _ in 0..5 {
            assert!(look(50).is_ok());
        }
    }
}
