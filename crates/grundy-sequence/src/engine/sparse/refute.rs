//! Common values that are options, found for 64 positions at once.
//!
//! An option of a common value contains a rare position r, so all r together decide whether a value is an
//! option. For each of 64 consecutive positions one value is tested; for each r the values of a run of 64
//! positions are compared with all of them at once. Only positions near either end are tested one by one, since
//! they are not known yet or lie beyond the run.

use super::dense::Known;
use super::narrow::LANES;
use super::pairs::Pairs;

/// Maximum number of values tested per position.
const ROUNDS: usize = 24;
/// A run tests at least this many positions; fewer are not worth its cost.
const FEW: usize = 6;
/// Pairs with a part up to this plus the distance from the end of the known values are not compared here.
const NEAR: usize = 2 * LANES - 1;

/// A value that may be an option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub(crate) value: u16,
    /// Only pairs with a part up to this can have it.
    pub(crate) near: usize,
}

/// Removes options from the lists of the 64 positions from `start` on, which is not before the end of `values`.
#[allow(clippy::inline_always)]
#[inline(always)]
pub(crate) fn refute(
    values: &[u16],
    start: usize,
    pairs: &Pairs,
    known: &Known,
    open: &mut [Vec<Open>; LANES],
) {
    let mut next = [0usize; LANES];
    for _ in 0..ROUNDS {
        let mut targets = [0u16; LANES];
        let mut asked = 0u64;
        for (lane, list) in open.iter().enumerate() {
            // The least common value. Once a value is not refuted, no further value of its list is tested.
            let rest = list.iter().enumerate().skip(next[lane]);
            let mut common = rest.filter(|(_, open)| !known.space.is_rare(open.value, start + lane));
            if let Some((place, open)) = common.next()
                && open.near == usize::MAX
            {
                next[lane] = place;
                targets[lane] = open.value;
                asked |= 1 << lane;
            }
        }
        if (asked.count_ones() as usize) < FEW {
            return;
        }
        let least = compare(values, start, pairs, &known.rares, &targets);
        for (lane, list) in open.iter_mut().enumerate().filter(|(lane, _)| asked >> lane & 1 == 1) {
            if least[lane] == 0 {
                list.remove(next[lane]);
            } else {
                list[next[lane]].near = start - values.len() + NEAR;
            }
        }
    }
}

/// For each lane the least nim-sum of its target and an option, over all rare positions that are not near.
#[allow(clippy::inline_always)]
#[inline(always)]
fn compare(
    values: &[u16],
    start: usize,
    pairs: &Pairs,
    rares: &[u32],
    targets: &[u16; LANES],
) -> [u16; LANES] {
    let mut least = [u16::MAX; LANES];
    for &k in &pairs.splits {
        let from = rares.partition_point(|r| (*r as usize) < start - values.len() + LANES);
        let to = rares.partition_point(|r| *r as usize + k + LANES <= start);
        for &r in rares.get(from..to).unwrap_or_default() {
            let r = r as usize;
            let value = values[r];
            let run: &[u16; LANES] = values[start - k - r..].first_chunk().expect("64 values");
            for lane in 0..LANES {
                least[lane] = least[lane].min(run[lane] ^ value ^ targets[lane]);
            }
        }
    }
    least
}
