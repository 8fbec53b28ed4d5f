//! Grundy values of single coins for games without a known formula.
//!
//! The value of coin n alone is the mex over all sets whose highest coin is n: for each, the nim-sum of the values of
//! its other coins (H. W. Lenstra 1979). So one number for each coin decides every position, whatever the number of
//! coins.

use dashu_int::UBig;

use super::coins::{Known, divisors};
use super::{Layout, Turning};
use crate::error::Result;
use crate::limits::Budget;

/// Grundy values of single coins, by a formula or by mex.
pub(super) enum Values {
    Formula(Known),
    /// The value of coin n is at index n; index 0 is unused.
    Table(Vec<u64>),
}

impl Values {
    /// The values of coins up to `most`.
    pub(super) fn of(turning: &Turning, most: u64, budget: &Budget) -> Result<Self> {
        match Known::of(turning) {
            Some(known) => Ok(Self::Formula(known)),
            None if turning.layout == Layout::Row => in_a_row(turning, most, budget).map(Self::Table),
            None if turning.layout == Layout::Steps => in_steps(turning, most, budget).map(Self::Table),
            None => anywhere(turning, most, budget).map(Self::Table),
        }
    }

    /// The value of coin `n` alone.
    pub(super) fn value(&self, n: u64) -> u64 {
        match self {
            Self::Formula(known) => known.value(n),
            Self::Table(values) => usize::try_from(n).ok().and_then(|n| values.get(n).copied()).unwrap_or(0),
        }
    }
}

fn clamped(n: &UBig) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// The numbers of coins that a move may turn, as ranges within 1 to `most`.
fn counts(turning: &Turning, most: usize) -> Vec<std::ops::RangeInclusive<usize>> {
    let spans = turning.amounts.as_spans().unwrap_or_default();
    let clamp = |n: &UBig| clamped(n).min(most.saturating_add(1));
    spans.iter().map(|span| clamp(&span.lo)..=span.hi.as_ref().map_or(most, clamp).min(most)).collect()
}

/// Games that turn adjacent coins: the nim-sum of coins n - k + 1 to n - 1 is the xor of two prefix sums.
fn in_a_row(turning: &Turning, most: u64, budget: &Budget) -> Result<Vec<u64>> {
    let places = usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1);
    budget.reserve_each(places, 24)?;
    let counts = counts(turning, places - 1);
    let mut values = vec![0u64; places];
    let mut sums = vec![0u64; places];
    // The coin for which a value last occurred, so that the list need not be cleared for the next coin.
    let mut met = vec![0usize; places + 1];
    for n in 1..places {
        budget.step()?;
        for range in &counts {
            let (from, to) = (*range.start(), (*range.end()).min(n));
            budget.spend(to.saturating_sub(from) as u64);
            for (turn, sum) in sums.iter().enumerate().take(n + 1 - from.min(n + 1)).skip(n - to) {
                if turn.is_multiple_of(1 << 16) {
                    budget.check_time()?;
                }
                // A value larger than the number of moves cannot affect the mex.
                if let Ok(value) = usize::try_from(sums[n - 1] ^ sum)
                    && let Some(place) = met.get_mut(value)
                {
                    *place = n;
                }
            }
        }
        let value = met.iter().position(|turn| *turn != n).unwrap_or(met.len()) as u64;
        values[n] = value;
        sums[n] = sums[n - 1] ^ value;
    }
    Ok(values)
}

/// Games that turn coins d, 2d, ..., kd: for every step d the nim-sum of its coins so far is kept.
fn in_steps(turning: &Turning, most: u64, budget: &Budget) -> Result<Vec<u64>> {
    let places = usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1);
    budget.reserve_each(places, 16)?;
    let counts = counts(turning, places - 1);
    let mut values = vec![0u64; places];
    let mut sums = vec![0u64; places];
    for (n, own) in values.iter_mut().enumerate().skip(1) {
        budget.check_time()?;
        budget.spend(n.isqrt() as u64);
        let steps: Vec<usize> = divisors(n as u64).map(|step| usize::try_from(step).unwrap_or(n)).collect();
        let allowed = |step: &&usize| counts.iter().any(|range| range.contains(&(n / **step)));
        let met: Vec<u64> = steps.iter().filter(allowed).map(|&step| sums[step]).collect();
        *own = (0..=met.len() as u64).find(|value| !met.contains(value)).unwrap_or(0);
        for step in steps {
            sums[step] ^= *own;
        }
    }
    Ok(values)
}

/// Sets of values as bits: for every s, the nim-sums of s of the coins so far.
struct Layers {
    sets: Vec<Vec<u64>>,
    words: usize,
}

/// Values for games that turn coins anywhere: one set of nim-sums for each number of coins, of which there are at most
/// 16.
fn anywhere(turning: &Turning, most: u64, budget: &Budget) -> Result<Vec<u64>> {
    let places = usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1);
    budget.reserve_each(places, 8)?;
    let largest = turning.amounts.as_finite().map_or(1, clamped);
    let counts = counts(turning, largest);
    let mut layers = Layers::new(largest, budget)?;
    let mut values = vec![0u64; places];
    for value in values.iter_mut().skip(1) {
        budget.check_time()?;
        *value = layers.mex(&counts);
        layers.add(*value, budget)?;
    }
    Ok(values)
}

impl Layers {
    /// The state before the first coin: the empty set of coins has the nim-sum 0.
    fn new(largest: usize, budget: &Budget) -> Result<Self> {
        budget.reserve_each(largest, 8)?;
        let mut sets = vec![vec![0]; largest];
        sets[0][0] = 1;
        Ok(Self { sets, words: 1 })
    }

    /// The mex: the least value that no move reaches.
    fn mex(&self, counts: &[std::ops::RangeInclusive<usize>]) -> u64 {
        for word in 0..self.words {
            let of = |count: usize| self.sets[count - 1][word];
            let met = counts.iter().flat_map(Clone::clone).fold(0, |met, count| met | of(count));
            if met != u64::MAX {
                return 64 * word as u64 + u64::from(met.trailing_ones());
            }
        }
        64 * self.words as u64
    }

    /// Adds a coin of this value.
    fn add(&mut self, value: u64, budget: &Budget) -> Result<()> {
        let wanted = usize::try_from(value / 64).unwrap_or(usize::MAX);
        if wanted >= self.words {
            let words = wanted.saturating_add(1).checked_next_power_of_two().unwrap_or(usize::MAX);
            budget.reserve_each((words - self.words).saturating_mul(self.sets.len()), 8)?;
            self.sets.iter_mut().for_each(|set| set.resize(words, 0));
            self.words = words;
        }
        budget.spend((self.words * self.sets.len()) as u64);
        for count in (1..self.sets.len()).rev() {
            budget.check_time()?;
            let (fewer, more) = self.sets.split_at_mut(count);
            for (word, &bits) in fewer[count - 1].iter().enumerate() {
                more[0][word ^ wanted] |= shuffled(bits, value);
            }
        }
        Ok(())
    }
}

/// The set of bits with each bit index changed by exclusive or with the low six bits of `by`.
fn shuffled(mut bits: u64, by: u64) -> u64 {
    const EVERY_OTHER: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (digit, low) in EVERY_OTHER.into_iter().enumerate() {
        if by >> digit & 1 == 1 {
            let distance = 1 << digit;
            bits = (bits & low) << distance | (bits >> distance) & low;
        }
    }
    bits
}

/// Calls `each` with the sets with highest coin `n` and other coins of nim-sum `rest`, until it returns `false`.
pub(super) fn each_set(
    turning: &Turning,
    values: &Values,
    n: u64,
    rest: u64,
    budget: &Budget,
    each: &mut dyn FnMut(&[u64]) -> Result<bool>,
) -> Result<()> {
    let most = usize::try_from(n).unwrap_or(usize::MAX);
    let counts = counts(turning, turning.amounts.as_finite().map_or(most, clamped).min(most));
    let allowed = |count: usize| counts.iter().any(|range| range.contains(&count));
    if turning.layout == Layout::Steps {
        for step in divisors(n) {
            budget.step()?;
            let count = n / step;
            let sum = (1..count).fold(0, |sum, k| sum ^ values.value(k * step));
            budget.spend(count);
            if sum == rest && allowed(usize::try_from(count).unwrap_or(usize::MAX)) {
                budget.reserve_each(usize::try_from(count).unwrap_or(usize::MAX), super::coins::TURNED)?;
                if !each(&(1..=count).rev().map(|k| k * step).collect::<Vec<_>>())? {
                    break;
                }
            }
        }
        return Ok(());
    }
    if turning.layout == Layout::Row {
        let mut sum = 0;
        for (count, coin) in (1..).zip((1..=n).rev()) {
            budget.step()?;
            if coin < n {
                sum ^= values.value(coin);
            }
            if counts.iter().all(|range| *range.end() < count) {
                break;
            }
            if sum == rest && allowed(count) {
                budget.reserve_each(count, super::coins::TURNED)?;
                if !each(&(coin..=n).rev().collect::<Vec<_>>())? {
                    break;
                }
            }
        }
        return Ok(());
    }
    let largest = counts.iter().map(|range| *range.end()).max().unwrap_or(0);
    let mut sums = vec![0];
    let mut set = vec![n];
    loop {
        budget.step()?;
        let sum = sums[sums.len() - 1];
        if sum == rest && allowed(set.len()) && !each(&set)? {
            return Ok(());
        }
        let mut next = set[set.len() - 1] - 1;
        if set.len() >= largest {
            next = 0;
        }
        // Move the last coin down; if it cannot move, remove it and move the one before it.
        while next == 0 {
            let Some(last) = set.pop().filter(|_| !set.is_empty()) else { return Ok(()) };
            sums.pop();
            next = last - 1;
        }
        sums.push(sums[sums.len() - 1] ^ values.value(next));
        set.push(next);
    }
}
