//! Computing with a sparse space: codes, block by block, and the check that no rare value was missed.
//!
//! Each stretch of positions is first computed under the assumption that all of them are common. Then a witness
//! is searched for every rare value below each of them. The first rare value without a witness is the true
//! value of its position: the stretch ends before this position, and the position is rare.

use super::cover::{BLOCK, Cover, popular};
use super::narrow::{self, LANES, Needs, Set, Term, Terms};
use super::pairs::Pairs;
use super::search::Search;
use super::space::Space;
use super::wide::{self, Wide};
use super::witnesses::NarrowWitnesses;

/// Positions computed before they are checked.
pub(crate) const STRETCH: usize = 1 << 13;

/// Number of first parts of pairs that witness each rare code, and how far back they may lie.
const WITNESSES: usize = 48;
const WITNESS_REACH: usize = 1 << 15;

/// Why a stretch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// At its intended end.
    Whole,
    /// Before a position whose value is this rare one.
    Rare(u16),
    /// Before a code that is too large.
    Large,
}

/// The width of codes, and the data for it.
#[derive(Debug)]
enum Width {
    /// Up to 16, 32 or 64 codes.
    Narrow { bits: u32, terms: Terms, needs: Box<Needs>, witnesses: Option<NarrowWitnesses> },
    /// Up to 256 codes.
    Wide { wide: Option<Box<Wide>>, below: Box<[[u16; 256]; 2]>, witnesses: Option<Box<Cover>> },
}

/// Values as codes.
#[derive(Debug)]
pub(crate) struct Blocks {
    pub(crate) space: Space,
    pub(crate) codes: Vec<u8>,
    /// Rare positions from 1 on, ascending.
    pub(crate) rares: Vec<u32>,
    /// The values up to the last rare position, and the values of codes beyond it, by parity.
    pub(crate) head: Vec<u16>,
    pub(crate) tables: Box<[[u16; 256]; 2]>,
    terms: Vec<Term>,
    /// Takes that result in a rare value, as terms.
    rare_takes: Vec<Term>,
    width: Width,
    search: Search,
    pub(crate) effort: u64,
}

impl Blocks {
    /// Continues values with codes below 256. Their number is a multiple of [`LANES`] and above
    /// [`first_block`].
    pub(crate) fn new(pairs: &Pairs, space: Space, values: &[u16], rares: Vec<u32>) -> Self {
        let codes: Vec<u8> = values.iter().map(|v| space.code(*v) as u8).collect();
        let head = values[..=rares.last().map_or(0, |r| *r as usize)].to_vec();
        let (rare_takes, takes): (Vec<usize>, Vec<usize>) =
            pairs.takes.iter().partition(|k| space.parity.is_some() && **k & 1 == 1);
        let alone = |takes: Vec<usize>| -> Vec<Term> { takes.into_iter().map(|k| (k, 0)).collect() };
        let mut terms = alone(takes);
        for &k in &pairs.splits {
            terms.extend(rares.iter().map(|&r| (r as usize + k, codes[r as usize])));
        }
        terms.sort_unstable();
        terms.dedup();
        let greatest = codes.iter().copied().max().unwrap_or(0);
        let search = Search::new(&rares);
        let width = Width::new(space, &terms, u32::from(greatest) + 1);
        let tables = tables(space);
        Self {
            space,
            codes,
            head,
            tables,
            terms,
            rare_takes: alone(rare_takes),
            width,
            search,
            rares,
            effort: 0,
        }
    }

    /// All values, in order.
    pub(crate) fn values(&self) -> impl Iterator<Item = u16> + '_ {
        let rest = (self.head.len()..).zip(&self.codes[self.head.len()..]);
        self.head.iter().copied().chain(rest.map(|(n, &code)| self.tables[n & 1][usize::from(code)]))
    }

    /// Computes at most one more stretch; `end` is a multiple of [`LANES`].
    pub(crate) fn advance(&mut self, pairs: &Pairs, end: usize) -> Ended {
        let start = self.codes.len();
        let end = end.min(start + STRETCH);
        let fits = self.extend(end);
        let good = self.codes.len();
        // The check works on whole lane groups.
        self.codes.resize(good.next_multiple_of(LANES), 0);
        let mut missing = Vec::new();
        self.find_unwitnessed(pairs, start, good, &mut missing);
        let failed =
            missing.into_iter().filter(|&(n, code)| !self.search.has_pair(&self.codes, pairs, n, code)).min();
        if let Some((n, code)) = failed {
            self.codes.truncate(n);
            return Ended::Rare(self.space.value(code.into(), n, true));
        }
        self.codes.truncate(good);
        if fits {
            return Ended::Whole;
        }
        match self.width {
            Width::Narrow { bits, .. } => {
                self.width = Width::new(self.space, &self.terms, bits + 1);
                Ended::Whole
            }
            Width::Wide { .. } => Ended::Large,
        }
    }

    /// Appends codes up to `end`; `false` where one does not fit.
    fn extend(&mut self, end: usize) -> bool {
        let Self { codes, terms, width, effort, .. } = self;
        match width {
            Width::Narrow { bits, terms, .. } => {
                *effort += (end - codes.len()) as u64 * (terms.len() as u64 / 8 + 8);
                match bits {
                    16 => narrow::advance::<u16>(codes, end, terms),
                    32 => narrow::advance::<u32>(codes, end, terms),
                    _ => narrow::advance::<u64>(codes, end, terms),
                }
            }
            Width::Wide { wide, .. } => {
                if wide.as_ref().is_none_or(|wide| !wide.is_good_at(codes.len())) {
                    *wide = Some(Box::new(Wide::new(codes, terms)));
                }
                let Some(wide) = wide else { return true };
                *effort += (end - codes.len()) as u64 * (terms.len() as u64 / 8 + 8);
                while codes.len() < end {
                    if !wide.advance(codes, end) {
                        return false;
                    }
                }
                true
            }
        }
    }

    /// Collects the positions from `start` to `end` with a rare code below their own that was not seen among
    /// their options, and that code.
    fn find_unwitnessed(&mut self, pairs: &Pairs, start: usize, end: usize, missing: &mut Vec<(usize, u8)>) {
        let Self { codes, rare_takes, width, search, effort, .. } = self;
        match width {
            Width::Narrow { bits, needs, witnesses, .. } => {
                if witnesses.as_ref().is_none_or(|w| start >= w.good_to || w.is_poor(start, search.steps())) {
                    *witnesses =
                        Some(NarrowWitnesses::new(&codes[..start], pairs, rare_takes, needs, search));
                }
                let Some(witnesses) = witnesses else { return };
                let mut sets = Vec::new();
                match bits {
                    16 => narrow::witness::<u16>(codes, start, &witnesses.terms, needs, &mut sets),
                    32 => narrow::witness::<u32>(codes, start, &witnesses.terms, needs, &mut sets),
                    _ => narrow::witness::<u64>(codes, start, &witnesses.terms, needs, &mut sets),
                }
                *effort += (end - start) as u64 * (witnesses.terms.len() as u64 / 8);
                for (n, mut left) in sets.into_iter().take_while(|(n, _)| *n < end) {
                    while left != 0 {
                        missing.push((n, left.trailing_zeros() as u8));
                        left &= left - 1;
                    }
                }
            }
            Width::Wide { below, witnesses, .. } => {
                if witnesses.as_ref().is_none_or(|w| start >= w.good_to) {
                    *witnesses = Some(Box::new(wide_witnesses(&codes[..start], pairs, search, below)));
                }
                let Some(cover) = witnesses else { return };
                cover.catch_up(codes, codes.len());
                for first in (start..end).step_by(BLOCK) {
                    let rows = cover.rows_here(first);
                    let last = end.min(first + BLOCK);
                    wide::missing(&rows, codes, first, last, below, missing);
                }
                if !rare_takes.is_empty() {
                    missing.retain(|&(n, code)| rare_takes.iter().all(|(back, _)| codes[n - back] != code));
                }
            }
        }
    }

    /// Continues after [`Ended::Rare`] with a value that has a bit no value had before. With that bit in the
    /// mask the value is common, and the classes of all earlier values do not change.
    pub(crate) fn take_bit(&mut self, value: u16) -> bool {
        let space = Space { mask: self.space.mask ^ (1 << value.ilog2()), ..self.space };
        let Ok(code) = u8::try_from(space.code(value)) else { return false };
        self.space = space;
        self.tables = tables(space);
        self.codes.push(code);
        let codes = u32::from(self.codes.iter().copied().max().unwrap_or(0)) + 1;
        self.width = Width::new(space, &self.terms, codes);
        true
    }
}

impl Width {
    fn new(space: Space, terms: &[Term], codes: u32) -> Self {
        if codes <= 64 {
            let mut needs = Box::new([[0; 64]; 2]);
            for n in 0..2 {
                for code in 0..64 {
                    needs[n][usize::from(code)] = u64::first(space.rares_below(code, n).into());
                }
            }
            let bits = codes.next_power_of_two().max(16);
            return Self::Narrow { bits, terms: Terms::new(terms), needs, witnesses: None };
        }
        let mut below = Box::new([[0; 256]; 2]);
        for n in 0..2 {
            for code in 0..256 {
                below[n][usize::from(code)] = space.rares_below(code, n);
            }
        }
        Self::Wide { wide: None, below, witnesses: None }
    }
}

/// The common value of each code, at even and at odd positions.
fn tables(space: Space) -> Box<[[u16; 256]; 2]> {
    let mut tables = Box::new([[0; 256]; 2]);
    for (n, table) in tables.iter_mut().enumerate() {
        for (code, value) in (0..).zip(table) {
            *value = space.value(code, n, false);
        }
    }
    tables
}

/// Pairs of common positions that mark the rare codes of many positions.
fn wide_witnesses(codes: &[u8], pairs: &Pairs, search: &mut Search, below: &[[u16; 256]; 2]) -> Cover {
    let n = codes.len();
    let firsts = search.firsts(codes, WITNESSES);
    let to = n / 2 - pairs.largest;
    let mut reach = 0;
    let mut turn = 0;
    let mut terms = vec![Vec::new(); 256];
    for (terms, firsts) in terms.iter_mut().zip(&firsts) {
        for &a in firsts.iter().filter(|a| (**a as usize) < to.min(WITNESS_REACH)) {
            turn += 1;
            let back = a as usize + pairs.splits[turn % pairs.splits.len()];
            reach = reach.max(back);
            terms.push(back);
        }
    }
    // A rare code matters at positions whose value is above it.
    let (_, counts, _) = popular(codes);
    let mut weights = Vec::new();
    for (code, &count) in counts.iter().enumerate() {
        for side in below {
            let rows = usize::from(side[code]);
            weights.resize(rows.max(weights.len()), 0);
            weights[..rows].iter_mut().for_each(|weight| *weight += count);
        }
    }
    let mut cover = wide::best_cover(codes, &terms, reach, STRETCH + BLOCK, &weights);
    cover.good_to = n.saturating_mul(4).min(n + (1 << 26));
    cover
}

/// The first position at which blocks may be used, given the last rare position.
pub(crate) fn first_block(pairs: &Pairs, last: usize) -> usize {
    2 * last + 2 * pairs.largest + 4096
}
