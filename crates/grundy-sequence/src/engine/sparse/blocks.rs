//! Computing with a sparse space: codes, block by block, and the check that no rare value was missed.
//!
//! A stretch of positions is first computed under the assumption that all of them are common. Then a witness
//! is searched for every rare value below each of them. The first rare value without a witness is the true
//! value of its position: the codes from there on are dropped, and the position is rare.
//!
//! The check of a stretch does not depend on later stretches, so other threads check one while the next one is
//! computed. With many codes, the far options of the block after it are examined at the same time too.

use std::ops::Range;

use super::cover::{BLOCK, Cover};
use super::narrow::{self, LANES, Needs, Set, Term, Terms};
use super::pairs::Pairs;
use super::past::Single;
use super::search::{AT_ONCE, Search};
use super::space::Space;
use super::wide::{self, Opened, Wide};
use super::witnesses::NarrowWitnesses;
use crate::values::Gap;

/// Most positions that are computed before they are checked.
const STRETCH: usize = 1 << 16;

/// Why blocks cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The next value is this rare one.
    Rare(u16),
    /// The next code is too large.
    Large,
    /// The next value depends on codes that are no longer held.
    Forgotten,
}

/// The width of codes, and the data for it.
#[derive(Debug)]
pub(super) enum Width {
    /// Up to 16, 32 or 64 codes.
    Narrow { bits: u32, terms: Terms, needs: Box<Needs>, witnesses: Option<NarrowWitnesses> },
    /// Up to 256 codes.
    Wide { wide: Option<Box<Wide>>, below: Box<[[u16; 256]; 2]>, witnesses: Option<Box<Cover>> },
}

/// Parts in which a stretch is marked, and in which witnesses are searched for.
const PARTS: usize = AT_ONCE;

/// A job of a phase.
#[derive(Clone, Debug)]
enum Job {
    /// Compute codes up to this position.
    Extend(usize),
    /// Examine the far options of the block, or half block, that begins here.
    Open(usize, bool),
    /// Find the rare codes that no pair marks at these positions.
    Mark(Range<usize>),
    /// Search for witnesses of these.
    Search(Range<usize>),
    /// Compute and check the next code alone.
    Single,
}

/// What a job found.
#[derive(Debug)]
pub(crate) enum Done {
    /// More codes, and whether all fit.
    Codes(Vec<u8>, bool),
    Opened(Vec<Opened>),
    /// Positions with a rare code below their own that no pair marks, and this code.
    Marked(Vec<(usize, u8)>),
    /// The first position and code without a witness, and whether all pairs were examined.
    Searched(Option<(usize, u8, bool)>),
    /// The next code, or the rare code that is not witnessed.
    Single(Single),
}

/// Values as codes.
#[derive(Debug)]
pub(crate) struct Blocks {
    pub(crate) space: Space,
    /// Those up to [`good`](Self::good), and some that are not checked yet.
    pub(super) codes: Vec<u8>,
    /// Codes that are left out of `codes`. All places below are numbered without them.
    pub(crate) gap: Gap,
    /// At least the greatest of these codes.
    pub(super) past_greatest: u8,
    /// The number of codes that are the true ones.
    pub(crate) good: usize,
    /// The end of the codes that have been marked, and the rare codes that no pair marks from `good` to there.
    pub(super) marked: usize,
    pub(super) unmarked: Vec<(usize, u8)>,
    /// One of the next codes does not fit.
    pub(super) full: bool,
    /// Rare positions from 1 on, ascending.
    pub(crate) rares: Vec<u32>,
    /// The values up to the last rare position, and the values of codes beyond it, by parity.
    pub(crate) head: Vec<u16>,
    pub(crate) tables: Box<[[u16; 256]; 2]>,
    pub(super) terms: Vec<Term>,
    /// Takes that result in a rare value, as terms.
    pub(super) rare_takes: Vec<Term>,
    pub(super) width: Width,
    pub(super) search: Search,
    /// The open codes of the block after `codes`, if they are known.
    pub(super) opened: Vec<Opened>,
    jobs: Vec<Job>,
    pub(crate) effort: u64,
}

impl Blocks {
    /// Continues values with codes below 256. There are at least [`first_block`] of them.
    pub(crate) fn new(pairs: &Pairs, space: Space, values: &[u16], rares: Vec<u32>) -> Self {
        let codes: Vec<u8> = values.iter().map(|v| space.code(*v) as u8).collect();
        let head = values[..=rares.last().map_or(0, |r| *r as usize)].to_vec();
        let (rare_takes, takes): (Vec<usize>, Vec<usize>) =
            pairs.takes.iter().partition(|k| space.parity.is_some() && **k & 1 == 1);
        let terms_of = |takes: Vec<usize>| -> Vec<Term> { takes.into_iter().map(|k| (k, 0)).collect() };
        let mut terms = terms_of(takes);
        for &k in &pairs.splits {
            terms.extend(rares.iter().map(|&r| (r as usize + k, codes[r as usize])));
        }
        terms.sort_unstable();
        terms.dedup();
        let greatest = codes.iter().copied().max().unwrap_or(0);
        Self {
            space,
            good: codes.len(),
            marked: codes.len(),
            unmarked: Vec::new(),
            full: false,
            width: Width::new(space, &terms, u32::from(greatest) + 1),
            head,
            tables: tables(space),
            terms,
            rare_takes: terms_of(rare_takes),
            search: Search::new(&rares),
            rares,
            codes,
            gap: Gap::default(),
            past_greatest: 0,
            opened: Vec::new(),
            jobs: Vec::new(),
            effort: 0,
        }
    }

    /// The true codes.
    pub(crate) fn codes(&self) -> &[u8] {
        &self.codes[..self.good]
    }

    /// The values of these codes, in order.
    pub(crate) fn values(&self) -> impl Iterator<Item = u16> + '_ {
        let rest = (self.head.len()..).zip(&self.codes()[self.head.len()..]);
        self.head.iter().copied().chain(rest.map(|(n, &code)| self.tables[n & 1][usize::from(code)]))
    }

    /// Bytes in use for computing more codes.
    pub(crate) fn more_bytes(&self) -> usize {
        match &self.width {
            Width::Narrow { terms, .. } => terms.reach() + STRETCH,
            Width::Wide { .. } => 0,
        }
    }

    /// Plans to compute at most a stretch of codes up to `wanted`, and to check those already computed, for this
    /// number of threads.
    pub(crate) fn plan(&mut self, pairs: &Pairs, wanted: usize, threads: usize) {
        let Self { codes, marked, full, rare_takes, width, search, opened, jobs, terms: all, effort, .. } =
            self;
        let start = codes.len();
        let fresh = start - *marked;
        jobs.clear();
        if self.good == codes.len() && !start.is_multiple_of(LANES) {
            jobs.push(Job::Single);
            return;
        }
        match width {
            Width::Narrow { terms, needs, witnesses, .. } => {
                if start < wanted && !*full {
                    // Few positions are lost at the beginning, where rare ones are to be expected.
                    let stretch = (start / 8).clamp(STRETCH / 8, STRETCH).min(wanted - start);
                    let end = start + stretch.next_multiple_of(LANES);
                    jobs.push(Job::Extend(end));
                    *effort += (end - start) as u64 * (terms.len() as u64 / 8 + 8);
                }
                if fresh > 0
                    && witnesses
                        .as_ref()
                        .is_none_or(|w| *marked >= w.good_to || w.is_poor(*marked, search.steps()))
                {
                    let pairs = NarrowWitnesses::new(&codes[..*marked], pairs, rare_takes, needs, search);
                    *witnesses = Some(pairs);
                }
            }
            Width::Wide { wide, below, witnesses } => {
                if start < wanted && !*full {
                    if wide.as_ref().is_none_or(|wide| !wide.is_good_at(start)) {
                        *wide = Some(Box::new(Wide::new(codes, all)));
                    }
                    if let Some(wide) = wide {
                        wide.catch_up(codes);
                    }
                    // The longest job first.
                    let next = if opened.is_empty() { start } else { start + BLOCK };
                    if next < wanted {
                        // One read for a whole block is more efficient than two.
                        match threads {
                            0..=2 => jobs.push(Job::Open(next, true)),
                            _ => jobs.extend([next, next + BLOCK / 2].map(|part| Job::Open(part, false))),
                        }
                    }
                    if next > start {
                        jobs.push(Job::Extend(next));
                        *effort += BLOCK as u64 * (all.len() as u64 / 8 + 8);
                    }
                }
                if fresh > 0 {
                    if witnesses.as_ref().is_none_or(|w| *marked >= w.good_to) {
                        *witnesses = Some(Box::new(wide::witnesses(&codes[..*marked], pairs, search, below)));
                    }
                    if let Some(cover) = witnesses {
                        cover.catch_up(codes, start / LANES * LANES);
                    }
                }
            }
        }
        let part = match width {
            Width::Narrow { .. } => (fresh / PARTS).next_multiple_of(LANES).max(LANES),
            Width::Wide { .. } => BLOCK,
        };
        jobs.extend((*marked..start).step_by(part).map(|from| Job::Mark(from..start.min(from + part))));
        let count = self.unmarked.len();
        let part = count.div_ceil(PARTS).max(1);
        jobs.extend((0..count).step_by(part).map(|from| Job::Search(from..count.min(from + part))));
    }

    /// The number of jobs planned.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.len()
    }

    /// Does a job.
    pub(crate) fn work(&self, pairs: &Pairs, job: usize) -> Done {
        match &self.jobs[job] {
            Job::Extend(end) => {
                let (codes, fits) = self.extend(*end);
                Done::Codes(codes, fits)
            }
            Job::Open(start, whole) => match &self.width {
                Width::Wide { wide: Some(wide), .. } => Done::Opened(wide.open(&self.codes, *start, *whole)),
                _ => Done::Opened(Vec::new()),
            },
            Job::Mark(range) => Done::Marked(self.mark(range.clone())),
            Job::Search(range) => {
                let mut failed: Option<(usize, u8, bool)> = None;
                for &(n, code) in &self.unmarked[range.clone()] {
                    if failed.is_some_and(|(first, least, _)| (first, least) < (n, code)) {
                        continue;
                    }
                    let found = self.search.has_pair(&self.codes, pairs, n, code);
                    if found != Some(true) {
                        failed = Some((n, code, found.is_some()));
                    }
                }
                Done::Searched(failed)
            }
            Job::Single => Done::Single(self.single(pairs)),
        }
    }

    /// Takes over what the jobs found. Returns `Some` if blocks cannot go on.
    pub(crate) fn settle(&mut self, done: Vec<Done>) -> Option<Ended> {
        let computed = self.codes.len();
        let mut failed = None;
        self.opened.clear();
        self.unmarked.clear();
        for done in done {
            match done {
                Done::Codes(codes, fits) => {
                    self.codes.extend(codes);
                    self.full = !fits;
                }
                Done::Opened(opened) => self.opened.extend(opened),
                Done::Marked(unmarked) => self.unmarked.extend(unmarked),
                Done::Searched(found) => failed = failed.into_iter().chain(found).min(),
                Done::Single(single) => return self.settle_single(single),
            }
        }
        if let Some((n, code, certain)) = failed {
            self.opened.clear();
            self.unmarked.clear();
            self.codes.truncate(n);
            (self.good, self.marked) = (n, n);
            let rare = Ended::Rare(self.space.value(code.into(), n, true));
            return Some(if certain { rare } else { Ended::Forgotten });
        }
        (self.good, self.marked) = (self.marked, computed);
        if self.full && self.good == self.codes.len() {
            let Width::Narrow { bits, .. } = self.width else { return Some(Ended::Large) };
            self.width = Width::new(self.space, &self.terms, bits + 1);
            self.full = false;
        }
        None
    }

    /// More codes up to `end`, and whether all fit. If not, the codes end before the lanes with the first that
    /// does not.
    fn extend(&self, end: usize) -> (Vec<u8>, bool) {
        match &self.width {
            Width::Narrow { bits, terms, .. } => {
                let reach = terms.reach();
                let mut codes = Vec::with_capacity(reach + end - self.codes.len());
                codes.extend_from_slice(&self.codes[self.codes.len() - reach..]);
                let end = reach + end - self.codes.len();
                let fits = match bits {
                    16 => narrow::advance::<u16>(&mut codes, end, terms),
                    32 => narrow::advance::<u32>(&mut codes, end, terms),
                    _ => narrow::advance::<u64>(&mut codes, end, terms),
                };
                codes.drain(..reach);
                (codes, fits)
            }
            Width::Wide { wide: Some(wide), .. } => wide.advance(&self.codes, &self.opened, end),
            Width::Wide { wide: None, .. } => (Vec::new(), true),
        }
    }

    /// The positions in `range` with a rare code below their own that no pair marks, and this code.
    fn mark(&self, range: Range<usize>) -> Vec<(usize, u8)> {
        let codes = &self.codes[..range.end];
        let mut missing = Vec::new();
        match &self.width {
            Width::Narrow { bits, needs, witnesses, .. } => {
                let terms = witnesses.as_ref().map_or(&[][..], |witnesses| &witnesses.terms);
                let start = range.start;
                match bits {
                    16 => narrow::witness::<u16>(codes, start, terms, needs, &mut missing),
                    32 => narrow::witness::<u32>(codes, start, terms, needs, &mut missing),
                    _ => narrow::witness::<u64>(codes, start, terms, needs, &mut missing),
                }
            }
            Width::Wide { below, witnesses, .. } => {
                if let Some(cover) = witnesses {
                    for first in range.clone().step_by(BLOCK) {
                        let rows = cover.rows_here(first);
                        wide::missing(&rows, codes, first, range.end.min(first + BLOCK), below, &mut missing);
                    }
                }
                missing.retain(|&(n, code)| self.rare_takes.iter().all(|(back, _)| codes[n - back] != code));
            }
        }
        missing
    }

    /// Continues with a rare value if it has a bit no value had before. With that bit in the mask the value is
    /// common, and the classes of all earlier values do not change.
    pub(crate) fn take_new_bit(&mut self, value: u16) -> bool {
        let greatest = self.codes().iter().copied().max().unwrap_or(0).max(self.past_greatest);
        // A code has one bit less than its value.
        let known = (u16::from(greatest) << 1 | 1).max(self.space.mask);
        if value.leading_zeros() >= known.leading_zeros() {
            return false;
        }
        let space = Space { mask: self.space.mask ^ (1 << value.ilog2()), ..self.space };
        let Ok(code) = u8::try_from(space.code(value)) else { return false };
        self.space = space;
        self.tables = tables(space);
        self.codes.push(code);
        (self.good, self.marked) = (self.codes.len(), self.codes.len());
        let codes = u32::from(self.codes.iter().copied().max().unwrap_or(0)) + 1;
        self.width = Width::new(space, &self.terms, codes);
        true
    }
}

impl Width {
    pub(super) fn new(space: Space, terms: &[Term], codes: u32) -> Self {
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

/// The first position at which blocks may be used, given the last rare position.
pub(crate) fn first_block(pairs: &Pairs, last: usize) -> usize {
    2 * last + 2 * pairs.largest + 4096
}
