//! The mex by searching for witnesses: for rules that leave up to two heaps, without further assumptions.
//!
//! A value v is an option of n if two smaller positions have it as nim-sum. For most values below the mex such
//! a pair is found quickly; only one value, the mex itself, requires examining all pairs. The easy values are
//! found for a whole block of positions at once: for a popular value u, the positions that have it form a bit
//! string. With a fixed position a of value u ^ v, this string shifted by a marks all n that have v as an
//! option. A few dozen such strings ([`Cover`]) leave a handful of values for each n. These are searched for
//! one by one, pair after pair, at the full width of the vector unit.
//!
//! Where a sparse space is known, a common value is searched for only among pairs with a rare position.
//!
//! All pairs whose positions are before the block are examined for all its positions at the same time, by any
//! number of threads ([`Dense::open`]). Then few pairs are left for the work from position to position
//! ([`Dense::settle`]).

use pulp::NullaryFnOnce;

use super::cover::{BLOCK, Cover};
use super::narrow::LANES;
use super::pairs::{Pairs, STEP, find_pair};
use super::refute::{Open, refute};
use super::space::Space;
use super::vector_unit;

/// First positions of pairs for the cover are below this.
const REACH: usize = 1 << 16;
/// Number of popular values that have a bit string.
const STRINGS: usize = 128;
/// How often a value is marked on average. More marks leave fewer values open.
const HITS: u32 = 12;
/// Below this length, all values are found pair by pair.
const FIRST: usize = 2048;
/// Maximum number of options of a phase without a cover: the clock is checked between phases.
const PHASE: usize = 1 << 28;
/// Marking the values of all options of n takes an effort of n / 6 for each amount that splits.
const ALL_COST: u64 = 6;
/// Examining a rare position costs as much as examining this many pairs in order.
const RARE_COST: usize = 24;

/// What is known about rare positions: a space and its rare positions, ascending, without position 0.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) space: Space,
    pub(crate) rares: Vec<u32>,
}

/// Values found by witnesses.
#[derive(Debug, Default)]
pub(crate) struct Dense {
    pub(crate) values: Vec<u16>,
    pub(crate) known: Option<Known>,
    cover: Option<Cover>,
    /// The end of the positions of this phase, and if they are a block with a cover, the number of its parts.
    end: usize,
    parts: usize,
    /// Rare positions are so few that all of them are examined in order, those in the block too.
    few_rares: bool,
    greatest: u16,
    pub(crate) effort: u64,
}

/// The values still open at each position of a part, and the cost of finding them.
#[derive(Debug)]
pub(crate) struct Opened {
    lists: Vec<[Vec<Open>; LANES]>,
    effort: u64,
}

/// Which pairs are examined.
#[derive(Clone, Copy)]
enum Zone {
    All,
    /// Those of known values only.
    Far,
    /// Those with a part up to this.
    Near(usize),
}

impl Dense {
    pub(crate) fn new(values: Vec<u16>) -> Self {
        let greatest = values.iter().copied().max().unwrap_or(0);
        Self { values, greatest, ..Self::default() }
    }

    /// Plans to compute more values, up to the next multiple of a block and at most up to `end`. Each thread gets
    /// a part of the block; reads for a larger part are more efficient.
    pub(crate) fn plan(&mut self, pairs: &Pairs, end: usize, threads: usize) {
        let start = self.values.len();
        self.end = end.min((start / BLOCK + 1) * BLOCK);
        let aligned = start.is_multiple_of(BLOCK) && start >= FIRST.max(8 * pairs.largest);
        self.parts = 0;
        if !aligned {
            self.end = self.end.min(start + (PHASE / (pairs.splits.len() * (start + 1))).max(1));
        }
        if aligned && self.end - start == BLOCK {
            self.parts = threads.next_power_of_two().min(4);
            self.few_rares = self.has_few_rares(start);
            match &mut self.cover {
                Some(cover) if start < cover.good_to => cover.catch_up(&self.values, start),
                _ => self.cover = Some(self.new_cover(pairs)),
            }
        }
    }

    /// The number of parts of the block.
    pub(crate) fn parts(&self) -> usize {
        self.parts
    }

    /// Finds the values that no pair of known values has, for the positions of a part.
    pub(crate) fn open(&self, pairs: &Pairs, part: usize) -> Opened {
        vector_unit().dispatch(OpenPart { dense: self, pairs, part })
    }

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn open_here<const BYTES: usize>(&self, pairs: &Pairs, part: usize) -> Opened {
        let mut opened = Opened { lists: Vec::with_capacity(BYTES / 8), effort: 0 };
        let Some(marks) = &self.cover else { return opened };
        let first = self.values.len() + part * 8 * BYTES;
        let rows = marks.rows::<BYTES>(first);
        opened.effort = marks.effort() * 8 * BYTES as u64 / BLOCK as u64;
        for word in 0..BYTES / 8 {
            // The values not covered, for each position of this word.
            let mut open: [Vec<Open>; LANES] = std::array::from_fn(|_| Vec::new());
            for (value, row) in (0..).zip(&rows) {
                let mut missing = !row.word(word);
                while missing != 0 {
                    open[missing.trailing_zeros() as usize].push(Open { value, near: usize::MAX });
                    missing &= missing - 1;
                }
            }
            let at = first + word * LANES;
            if !self.few_rares {
                if let Some(known) = &self.known {
                    refute(&self.values, at, pairs, known, &mut open);
                }
                for (n, open) in (at..).zip(&mut open) {
                    self.open_far(pairs, n, open, &mut opened.effort);
                }
            }
            opened.lists.push(open);
        }
        opened
    }

    /// Removes values from the front of `open` that pairs of known values have, up to the first that none has.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn open_far(&self, pairs: &Pairs, n: usize, open: &mut Vec<Open>, effort: &mut u64) {
        let near = n - self.values.len();
        let most = *effort + cost_of_all(pairs, n);
        let mut options = 0;
        while let Some(next) = open.get_mut(options)
            && next.near == usize::MAX
        {
            if *effort > most {
                let all = self.all_options(pairs, n, Zone::Far, effort);
                open.drain(..options);
                open.retain(|open| !all.has(open.value));
                for open in open {
                    open.near = open.near.min(near);
                }
                return;
            }
            if !self.has_option(pairs, n, next.value, Zone::Far, effort) {
                next.near = near;
                break;
            }
            options += 1;
        }
        open.drain(..options);
    }

    /// Computes the planned values. `None` if a value does not fit.
    pub(crate) fn settle(&mut self, pairs: &Pairs, opened: Vec<Opened>) -> Option<()> {
        vector_unit().dispatch(Settle { dense: self, pairs, opened })
    }

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn settle_here(&mut self, pairs: &Pairs, opened: Vec<Opened>) -> Option<()> {
        let start = self.values.len();
        if opened.is_empty() {
            for n in start..self.end {
                self.push(pairs, n, &[], 0)?;
            }
            return Some(());
        }
        let beyond = u16::try_from(self.cover.as_ref()?.height()).ok()?;
        for part in opened {
            self.effort += part.effort;
            for mut lists in part.lists {
                let at = self.values.len();
                if self.few_rares
                    && let Some(known) = &self.known
                {
                    refute(&self.values, at, pairs, known, &mut lists);
                }
                for (n, open) in (at..).zip(&lists) {
                    self.push(pairs, n, open, beyond)?;
                }
            }
        }
        Some(())
    }

    fn new_cover(&self, pairs: &Pairs) -> Cover {
        let n = self.values.len();
        // The two positions of a pair never meet, and the second is before the block.
        let most = (n / 2).saturating_sub(BLOCK + pairs.largest).min(BLOCK + REACH);
        let wanted = vec![HITS; usize::from(self.greatest) + 1];
        let mut terms = vec![Vec::new(); wanted.len()];
        for (a, &value) in (BLOCK..most).zip(&self.values[BLOCK..most.max(BLOCK)]) {
            let list: &mut Vec<usize> = &mut terms[usize::from(value)];
            list.push(a + pairs.splits[list.len() % pairs.splits.len()]);
        }
        let mut cover = Cover::new(&self.values, &terms, most + pairs.largest, 0, STRINGS, &wanted);
        cover.good_to = n + (n / 4).max(BLOCK);
        cover
    }

    /// Whether it is faster to examine all rare positions than all pairs.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn has_few_rares(&self, n: usize) -> bool {
        self.known.as_ref().is_some_and(|known| known.rares.len().saturating_mul(RARE_COST) < n)
    }

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn is_rare(&self, value: u16, n: usize) -> bool {
        self.known.as_ref().is_none_or(|known| known.space.is_rare(value, n))
    }

    /// The value of `n`: the least of `open`, else the least from `beyond` on, that is not an option's value.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn push(&mut self, pairs: &Pairs, n: usize, open: &[Open], beyond: u16) -> Option<()> {
        let mut effort = 0;
        let most = cost_of_all(pairs, n);
        let mut all = None;
        let mut value = None;
        let listed = open.iter().map(|open| (open.value, open.near));
        for (candidate, near) in listed.chain((beyond..u16::MAX).map(|value| (value, usize::MAX))) {
            if all.is_none() && effort > most {
                all = Some(self.all_options(pairs, n, Zone::All, &mut effort));
            }
            let zone = if near < usize::MAX { Zone::Near(near) } else { Zone::All };
            let is_option = match &all {
                Some(all) => all.has(candidate),
                None => self.has_option(pairs, n, candidate, zone, &mut effort),
            };
            if !is_option {
                value = Some(candidate);
                break;
            }
        }
        self.effort += effort;
        let value = value?;
        self.greatest = self.greatest.max(value);
        self.values.push(value);
        if let Some(known) = &mut self.known
            && n > 0
            && known.space.is_rare(value, n)
        {
            known.rares.push(u32::try_from(n).ok()?);
        }
        Some(())
    }

    /// The least and the greatest first part of a split of `sum` stones in a zone.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn firsts(&self, pairs: &Pairs, sum: usize, zone: Zone) -> (usize, usize) {
        let half = pairs.half(sum);
        match zone {
            Zone::All => (1, half),
            Zone::Far => ((sum + 1).saturating_sub(self.values.len()).max(1), half),
            // Whole steps.
            Zone::Near(near) => (1, half.min(near.next_multiple_of(STEP))),
        }
    }

    /// The values of all options in a zone.
    #[cold]
    fn all_options(&self, pairs: &Pairs, n: usize, zone: Zone, effort: &mut u64) -> Options {
        let values = &self.values[..];
        let mut seen = vec![false; (usize::from(self.greatest) + 1).next_power_of_two()];
        // Every index is below the length, which the compiler cannot know.
        let mask = seen.len() - 1;
        pairs.single_options(n, |m| values.get(m).copied(), |value| seen[usize::from(value)] = true);
        for &k in pairs.splits.iter().take_while(|k| **k < n) {
            let sum = n - k;
            let (from, half) = self.firsts(pairs, sum, zone);
            let first = values.get(from..=half).unwrap_or_default();
            for (a, b) in first.iter().zip(values[..=sum - from].iter().rev()) {
                seen[usize::from(a ^ b) & mask] = true;
            }
        }
        *effort += cost_of_all(pairs, n);
        Options(seen)
    }

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn has_option(&self, pairs: &Pairs, n: usize, target: u16, zone: Zone, effort: &mut u64) -> bool {
        let values = &self.values[..];
        let mut single = false;
        pairs.single_options(n, |m| values.get(m).copied(), |v| single |= v == target);
        if single {
            return true;
        }
        if let Some(known) = &self.known
            && !matches!(zone, Zone::Near(_))
            && self.has_few_rares(n)
            && !self.is_rare(target, n)
        {
            *effort += (known.rares.len() / 8) as u64;
            for &k in pairs.splits.iter().take_while(|k| **k < n) {
                let sum = n - k;
                let known = &known.rares;
                let from = known.partition_point(|r| *r as usize + values.len() <= sum);
                let to = known.partition_point(|r| (*r as usize) < sum);
                for &r in known.get(from..to).unwrap_or_default() {
                    let r = r as usize;
                    if values[r] ^ values[sum - r] == target && (pairs.equal || 2 * r != sum) {
                        return true;
                    }
                }
            }
            return false;
        }
        for &k in pairs.splits.iter().take_while(|k| **k < n) {
            let sum = n - k;
            let (from, half) = self.firsts(pairs, sum, zone);
            let found = find_pair(values, sum, from, half, target);
            *effort += (found.unwrap_or(half).saturating_sub(from) / 32) as u64;
            if found.is_some() {
                return true;
            }
        }
        false
    }
}

/// The effort of [`Dense::all_options`]. Searches for single values take no more: where moves split a heap in
/// many ways, many values are below the mex, and all options at once are found faster.
fn cost_of_all(pairs: &Pairs, n: usize) -> u64 {
    (pairs.splits.len() * n) as u64 / ALL_COST
}

/// Whether each value is an option's.
struct Options(Vec<bool>);

impl Options {
    fn has(&self, value: u16) -> bool {
        self.0.get(usize::from(value)).is_some_and(|seen| *seen)
    }
}

struct OpenPart<'a> {
    dense: &'a Dense,
    pairs: &'a Pairs,
    part: usize,
}

impl NullaryFnOnce for OpenPart<'_> {
    type Output = Opened;

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) -> Opened {
        let Self { dense, pairs, part } = self;
        match dense.parts {
            1 => dense.open_here::<{ BLOCK / 8 }>(pairs, part),
            2 => dense.open_here::<{ BLOCK / 16 }>(pairs, part),
            _ => dense.open_here::<{ BLOCK / 32 }>(pairs, part),
        }
    }
}

struct Settle<'a> {
    dense: &'a mut Dense,
    pairs: &'a Pairs,
    opened: Vec<Opened>,
}

impl NullaryFnOnce for Settle<'_> {
    type Output = Option<()>;

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) -> Option<()> {
        self.dense.settle_here(self.pairs, self.opened)
    }
}
