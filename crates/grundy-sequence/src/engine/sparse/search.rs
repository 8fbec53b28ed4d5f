//! Searches for one witness: two common positions whose codes have a given nim-sum.
//!
//! Most witnesses are found within a few dozen pairs. Infrequent codes are searched for from the rarer
//! part: positions with one of the two codes, where the other code is popular, are listed once and tried
//! first.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pulp::NullaryFnOnce;

use super::cover::Popular;
use super::pairs::Pairs;
use super::vector_unit;

/// First parts tried in order per step.
const STEP: usize = 64;
/// A code whose searches have exceeded [`HARD`] by this many steps in total gets a list.
const PATIENCE: u64 = 4096;
/// Maximum number of positions in a list.
const LIST: usize = 4096;
/// Number of first parts remembered from the latest successes.
const LEARNED: usize = 64;
/// Mean cost, in sixteenths of a step, up to which a search is easy.
const EASY: u64 = 16 * 32;
/// Number of steps beyond which a search is long.
const HARD: u64 = 256;

/// Maximum number of searches at a time.
pub(crate) const AT_ONCE: usize = 8;

/// Search history of one rare code.
#[derive(Clone, Debug, Default)]
struct Memory {
    turn: usize,
    /// First parts that were successful, the better ones nearer to the front.
    learned: Vec<u32>,
    /// Promising first parts, for codes with long searches.
    list: Vec<u32>,
    steps: u64,
    /// Running mean of the steps of in-order searches, in sixteenths.
    mean: u64,
    /// The number of searches and of steps since they were last read.
    costs: (u64, u64),
}

impl Memory {
    fn learn(&mut self, a: u32) {
        if self.learned.len() < LEARNED {
            self.learned.push(a);
        } else {
            self.learned[LEARNED / 2 + self.turn % (LEARNED / 2)] = a;
            self.turn += 1;
        }
    }
}

/// Witnesses for rare codes. Several threads may search at the same time.
#[derive(Debug)]
pub(crate) struct Search {
    /// For each code, as many histories as there may be searches at a time. The first that is free is used.
    memory: Vec<[Mutex<Memory>; AT_ONCE]>,
    /// Whether each position up to the last rare one is rare.
    rare: Vec<bool>,
    /// Only first parts up to this are examined, since the codes of the others are no longer held.
    pub(crate) reach: usize,
}

impl Search {
    pub(crate) fn new(rares: &[u32]) -> Self {
        let last = rares.last().map_or(0, |r| *r as usize);
        let mut rare = vec![false; last + 1];
        for &r in rares {
            rare[r as usize] = true;
        }
        // Position 0 is not a part of a split.
        rare[0] = true;
        Self { memory: (0..256).map(|_| Default::default()).collect(), rare, reach: usize::MAX }
    }

    fn memories(&self) -> impl Iterator<Item = MutexGuard<'_, Memory>> {
        self.memory.iter().flatten().map(|memory| memory.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Steps since the costs were last read.
    pub(crate) fn steps(&self) -> u64 {
        self.memories().map(|memory| memory.costs.0 + memory.costs.1).sum()
    }

    /// The approximate cost of a search for each code, in cycles. Resets the counters.
    pub(crate) fn read_costs(&mut self) -> Vec<u64> {
        let cost = |memories: &mut [Mutex<Memory>; AT_ONCE]| {
            let (mut searches, mut steps) = (0, 0);
            for memory in memories {
                let memory = memory.get_mut().unwrap_or_else(PoisonError::into_inner);
                let costs = std::mem::take(&mut memory.costs);
                (searches, steps) = (searches + costs.0, steps + costs.1);
            }
            60 + 8 * steps / searches.max(1)
        };
        self.memory.iter_mut().map(cost).collect()
    }

    /// Promising first parts: at most `most` for each code that is hard to find.
    pub(crate) fn promising(&self, most: usize) -> Vec<usize> {
        let mut all = Vec::new();
        for memory in self.memories() {
            let step = (memory.list.len() / most).max(1);
            let listed = memory.list.iter().step_by(step).take(most);
            all.extend(memory.learned.iter().take(most).chain(listed).map(|a| *a as usize));
        }
        all
    }

    /// Whether `n` stones have an option of two common positions with rare code `target`; `None` if that depends on
    /// codes that are no longer held. Requires that all positions up to half of `n` are settled and that `n` is more
    /// than twice the last rare position.
    pub(crate) fn has_pair(&self, codes: &[u8], pairs: &Pairs, n: usize, target: u8) -> Option<bool> {
        let [first, others @ ..] = &self.memory[usize::from(target)];
        let free = first.try_lock().ok().or_else(|| others.iter().find_map(|memory| memory.try_lock().ok()));
        let mut memory = free.unwrap_or_else(|| first.lock().unwrap_or_else(PoisonError::into_inner));
        let memory = &mut *memory;
        memory.costs.0 += 1;
        let last = |k: usize| pairs.half(n - k).min(self.reach);
        let fits = |a: usize, k: usize| a <= last(k) && codes[a] ^ codes[n - k - a] == target;
        // Earlier first parts are tried first where a search in order would take long.
        let known = if memory.mean > EASY { &pairs.splits[..] } else { &[] };
        for &k in known {
            if let Some(place) = memory.learned.iter().position(|a| fits(*a as usize, k)) {
                memory.learned.swap(place, place / 2);
                memory.costs.1 += place as u64 / 8;
                return Some(true);
            }
            memory.costs.1 += memory.learned.len() as u64 / 8;
        }
        for &k in &pairs.splits {
            if let Some(&a) = memory.list.iter().find(|a| fits(**a as usize, k)) {
                memory.learn(a);
                return Some(true);
            }
            memory.costs.1 += memory.list.len() as u64 / 4;
        }
        for &k in &pairs.splits {
            let half = last(k);
            let mut from = 1;
            let found = loop {
                match find_pair(codes, n - k, from, half, target) {
                    Some(a) if self.is_rare(a) => from = a + 1,
                    found => break found,
                }
            };
            let looked = found.unwrap_or(half).div_ceil(STEP) as u64;
            // A running mean over about 16 searches.
            memory.mean = (memory.mean * 15 + 16 * looked) / 16;
            memory.costs.1 += looked;
            if let Some(a) = found {
                memory.learn(u32::try_from(a).unwrap_or(0));
                memory.steps += looked.saturating_sub(HARD);
                if memory.steps > PATIENCE {
                    memory.steps = 0;
                    memory.list = promising(&codes[..n], &self.firsts(&codes[..n], LIST), target);
                }
                return Some(true);
            }
        }
        // No pair, unless it is beyond reach.
        (self.reach == usize::MAX).then_some(false)
    }

    fn is_rare(&self, n: usize) -> bool {
        self.rare.get(n).is_some_and(|rare| *rare)
    }

    /// The first `most` common positions of each code.
    pub(crate) fn firsts(&self, codes: &[u8], most: usize) -> Vec<Vec<u32>> {
        let mut by_code = vec![Vec::new(); 256];
        let part = &codes[..(codes.len() / 2).min(1 << 22).min(self.reach)];
        for (a, &code) in (0..).zip(part) {
            let list: &mut Vec<u32> = &mut by_code[usize::from(code)];
            if list.len() < most && !self.is_rare(a as usize) {
                list.push(a);
            }
        }
        by_code
    }
}

/// Positions whose code is `target` away from a popular one, most promising first.
fn promising(codes: &[u8], by_code: &[Vec<u32>], target: u8) -> Vec<u32> {
    let Popular { order, counts, total } = Popular::new(codes, usize::MAX);
    let mut list: Vec<u32> = Vec::new();
    let mut chance = 0;
    for u in order {
        let partner = u8::try_from(u).map_or(0, |u| u ^ target);
        let positions = &by_code[usize::from(partner)];
        list.extend(positions);
        chance += counts[usize::from(u)] * positions.len() as u64;
        if list.len() >= LIST || chance > 32 * total {
            break;
        }
    }
    list.truncate(LIST);
    list
}

struct FindPair<'a> {
    codes: &'a [u8],
    from: usize,
    half: usize,
    target: u8,
}

impl NullaryFnOnce for FindPair<'_> {
    type Output = Option<usize>;

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) -> Option<usize> {
        let Self { codes, from, half, target } = self;
        let sum = codes.len();
        let mut a = from;
        while a + STEP <= half + 1 {
            let first: &[u8; STEP] = codes[a..].first_chunk()?;
            let second: &[u8; STEP] = codes[sum + 1 - a - STEP..].first_chunk()?;
            let mut hit = false;
            for i in 0..STEP {
                hit |= first[i] ^ second[STEP - 1 - i] == target;
            }
            if hit {
                // The least place of a hit, without a branch for each.
                let mut place = u8::MAX;
                for i in 0..STEP {
                    let is_hit = first[i] ^ second[STEP - 1 - i] == target;
                    place = place.min(if is_hit { i as u8 } else { u8::MAX });
                }
                return Some(a + usize::from(place));
            }
            a += STEP;
        }
        (a..=half).find(|&a| codes[a] ^ codes[sum - a] == target)
    }
}

/// The first part, at least `from`, of a split of `sum` with nim-sum `target`.
fn find_pair(codes: &[u8], sum: usize, from: usize, half: usize, target: u8) -> Option<usize> {
    vector_unit().dispatch(FindPair { codes: &codes[..sum], from, half, target })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pair_is_found() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let sum = random.usize(3..700);
            let codes: Vec<u8> = (0..sum).map(|_| random.u8(..64)).collect();
            let (from, half, target) = (random.usize(1..sum), (sum - 1) / 2, random.u8(..64));
            let expected = (from..=half).find(|a| codes[*a] ^ codes[sum - a] == target);
            assert_eq!(find_pair(&codes, sum, from, half, target), expected, "{sum} {from} {target}");
        }
    }
}
