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

use pulp::NullaryFnOnce;

use super::cover::{BLOCK, Cover};
use super::narrow::LANES;
use super::pairs::Pairs;
use super::refute::{NEAR, Open, refute};
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
    greatest: u16,
    pub(crate) effort: u64,
}

impl Dense {
    pub(crate) fn new(values: Vec<u16>) -> Self {
        let greatest = values.iter().copied().max().unwrap_or(0);
        Self { values, greatest, ..Self::default() }
    }

    /// Computes more values, up to the next multiple of a block and at most up to `end`. `None` if a value does
    /// not fit.
    pub(crate) fn advance(&mut self, pairs: &Pairs, end: usize) -> Option<()> {
        vector_unit().dispatch(Advance { dense: self, pairs, end })
    }

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn advance_here(&mut self, pairs: &Pairs, end: usize) -> Option<()> {
        let start = self.values.len();
        let aligned = start.is_multiple_of(BLOCK) && start >= FIRST.max(8 * pairs.largest);
        let end = end.min((start / BLOCK + 1) * BLOCK);
        if !aligned || end - start < BLOCK {
            for n in start..end {
                self.push(pairs, n, &[], 0)?;
            }
            return Some(());
        }
        let cover = match self.cover.take() {
            Some(mut cover) if start < cover.good_to => {
                cover.catch_up(&self.values, start);
                cover
            }
            _ => self.new_cover(pairs),
        };
        let rows = cover.rows(start);
        let beyond = u16::try_from(rows.len()).ok()?;
        self.effort += cover.effort();
        for word in 0..BLOCK / LANES {
            // The values not covered, for each position of this word.
            let mut open: [Vec<Open>; LANES] = std::array::from_fn(|_| Vec::new());
            for (value, row) in (0..).zip(&rows) {
                let mut missing = !row[word];
                while missing != 0 {
                    open[missing.trailing_zeros() as usize].push(Open { value, near: false });
                    missing &= missing - 1;
                }
            }
            if let Some(known) = &self.known {
                refute(&self.values, pairs, known, &mut open);
            }
            for (lane, open) in open.iter().enumerate() {
                self.push(pairs, start + word * LANES + lane, open, beyond)?;
            }
        }
        self.cover = Some(cover);
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
        cover.good_to = n + (n / 8).max(BLOCK);
        cover
    }

    /// The value of `n`: the least of `open`, else the least from `beyond` on, that is not an option's value.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn push(&mut self, pairs: &Pairs, n: usize, open: &[Open], beyond: u16) -> Option<()> {
        let mut value = None;
        for open in open {
            if !self.has_option(pairs, n, open.value, open.near) {
                value = Some(open.value);
                break;
            }
        }
        let mut candidate = beyond;
        while value.is_none() {
            if !self.has_option(pairs, n, candidate, false) {
                value = Some(candidate);
            }
            candidate = candidate.checked_add(1)?;
        }
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

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn has_option(&mut self, pairs: &Pairs, n: usize, target: u16, near: bool) -> bool {
        let values = &self.values[..];
        let mut single = false;
        pairs.single_options(n, |m| values[m], |v| single |= v == target);
        if single {
            return true;
        }
        if let Some(known) = &self.known
            && !near
            && known.rares.len().saturating_mul(RARE_COST) < n
            && !known.space.is_rare(target, n)
        {
            self.effort += (known.rares.len() / 8) as u64;
            for &k in pairs.splits.iter().take_while(|k| **k < n) {
                let sum = n - k;
                let fits = known.rares.partition_point(|r| (*r as usize) < sum);
                for &r in &known.rares[..fits] {
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
            let half = pairs.half(sum).min(if near { NEAR } else { usize::MAX });
            let found = find_pair(&values[..sum], half, target);
            self.effort += (found.unwrap_or(half) / 32) as u64;
            if found.is_some() {
                return true;
            }
        }
        false
    }
}

struct Advance<'a> {
    dense: &'a mut Dense,
    pairs: &'a Pairs,
    end: usize,
}

impl NullaryFnOnce for Advance<'_> {
    type Output = Option<()>;

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) -> Option<()> {
        self.dense.advance_here(self.pairs, self.end)
    }
}

/// Finds positions a and b with nim-sum `target` and 1 <= a <= half. Their sum is the number of values.
#[allow(clippy::inline_always)]
#[inline(always)]
fn find_pair(values: &[u16], half: usize, target: u16) -> Option<usize> {
    const STEP: usize = 64;
    let sum = values.len();
    let mut a = 1;
    while a + STEP <= half + 1 {
        let first: &[u16; STEP] = values[a..].first_chunk()?;
        let second: &[u16; STEP] = values[sum + 1 - a - STEP..].first_chunk()?;
        let mut hit = false;
        for i in 0..STEP {
            hit |= first[i] ^ second[STEP - 1 - i] == target;
        }
        if hit {
            return Some(a);
        }
        a += STEP;
    }
    (a..=half).find(|&a| values[a] ^ values[sum - a] == target)
}
