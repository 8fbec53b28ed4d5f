//! A sparse space at work: codes, block after block, and the check that no rare value was missed.
//!
//! A stretch of positions is first made under the assumption that all of them are common. Then every rare
//! value below each of them is witnessed. The first that has no witness is the true value of its position: the
//! stretch ends before it, and the position is rare.

use super::narrow::{self, LANES, Needs, Set, Term, Terms};
use super::pairs::Pairs;
use super::search::Search;
use super::space::Space;
use super::witnesses::NarrowWitnesses;

/// Positions made before they are checked.
pub(crate) const STRETCH: usize = 1 << 13;

/// Why a stretch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// At its end.
    Whole,
    /// Before a position whose value is this rare one.
    Rare(u16),
    /// Before a code that is too large.
    Large,
}

/// Values as codes.
#[derive(Debug)]
pub(crate) struct Blocks {
    pub(crate) space: Space,
    pub(crate) codes: Vec<u8>,
    /// Rare positions from 1 on, ascending.
    pub(crate) rares: Vec<u32>,
    terms: Terms,
    /// Takes that give a rare value, as terms.
    rare_takes: Vec<Term>,
    /// Codes fit sets of so many bits.
    width: u32,
    needs: Box<Needs>,
    witnesses: Option<NarrowWitnesses>,
    search: Search,
    pub(crate) effort: u64,
}

impl Blocks {
    /// Continues `codes`, whose length is a multiple of [`LANES`] and beyond [`first_block`].
    pub(crate) fn new(pairs: &Pairs, space: Space, codes: Vec<u8>, rares: Vec<u32>) -> Self {
        let (rare_takes, takes): (Vec<usize>, Vec<usize>) =
            pairs.takes.iter().partition(|k| space.parity.is_some() && **k & 1 == 1);
        let alone = |takes: Vec<usize>| -> Vec<Term> { takes.into_iter().map(|k| (k, 0)).collect() };
        let mut terms = alone(takes);
        for &k in &pairs.splits {
            terms.extend(rares.iter().map(|&r| (r as usize + k, codes[r as usize])));
        }
        let greatest = codes.iter().copied().max().unwrap_or(0);
        let search = Search::new(&rares);
        let mut blocks = Self {
            space,
            codes,
            terms: Terms::new(&terms),
            rare_takes: alone(rare_takes),
            width: 16,
            needs: Box::new([[0; 64]; 2]),
            witnesses: None,
            search,
            rares,
            effort: 0,
        };
        while u32::from(greatest) >= blocks.width {
            blocks.width *= 2;
        }
        blocks.remember_needs();
        blocks
    }

    pub(crate) fn stats(&self) -> String {
        format!("width {} terms {} wit {:?} steps {:?} {:?}", self.width, self.terms.len(), self.witnesses.as_ref().map(|w| w.terms.len()), self.search.steps(), self.search.dbg())
    }

    fn remember_needs(&mut self) {
        for n in 0..2 {
            for code in 0..64 {
                let count = self.space.rares_below(code, n);
                self.needs[n][usize::from(code)] = u64::first(count.into());
            }
        }
    }

    /// Makes at most a stretch more; `end` is a multiple of [`LANES`].
    pub(crate) fn advance(&mut self, pairs: &Pairs, end: usize) -> Ended {
        let start = self.codes.len();
        let end = end.min(start + STRETCH);
        let room = match self.width {
            16 => narrow::advance::<u16>(&mut self.codes, end, &self.terms),
            32 => narrow::advance::<u32>(&mut self.codes, end, &self.terms),
            _ => narrow::advance::<u64>(&mut self.codes, end, &self.terms),
        };
        let good = self.codes.len();
        self.effort += (good - start) as u64 * (self.terms.len() as u64 / 8 + 8);
        // The check goes by whole lanes.
        self.codes.resize(good.next_multiple_of(LANES), 0);
        let failed = self.check(pairs, start, good);
        self.codes.truncate(good);
        if let Some((n, code)) = failed {
            self.codes.truncate(n);
            return Ended::Rare(self.space.value(code.into(), n, true));
        }
        if room {
            return Ended::Whole;
        }
        if self.width < 64 {
            self.width *= 2;
            self.witnesses = None;
            return Ended::Whole;
        }
        Ended::Large
    }

    /// The first position from `start` to `end` with an unwitnessed rare value, and its code.
    fn check(&mut self, pairs: &Pairs, start: usize, end: usize) -> Option<(usize, u8)> {
        let witnesses = match self.witnesses.take() {
            Some(witnesses)
                if start < witnesses.good_to && !witnesses.is_poor(start, self.search.steps()) =>
            {
                witnesses
            }
            _ => NarrowWitnesses::new(
                &self.codes[..start],
                pairs,
                &self.rare_takes,
                &self.needs,
                &mut self.search,
            ),
        };
        let mut missing = Vec::new();
        let codes = &self.codes;
        match self.width {
            16 => narrow::witness::<u16>(codes, start, &witnesses.terms, &self.needs, &mut missing),
            32 => narrow::witness::<u32>(codes, start, &witnesses.terms, &self.needs, &mut missing),
            _ => narrow::witness::<u64>(codes, start, &witnesses.terms, &self.needs, &mut missing),
        }
        self.effort += (end - start) as u64 * (witnesses.terms.len() as u64 / 8);
        for (n, mut left) in missing {
            if n >= end {
                break;
            }
            while left != 0 {
                let code = left.trailing_zeros() as u8;
                if !self.search.has_pair(codes, pairs, n, code) {
                    return Some((n, code));
                }
                left &= left - 1;
            }
        }
        self.witnesses = Some(witnesses);
        None
    }

    /// Continues after [`Ended::Rare`] with a value that has a bit no value had before: with that bit in the
    /// mask the value is common, and the classes of all earlier ones stay.
    pub(crate) fn take_bit(&mut self, value: u16) {
        self.space.mask ^= 1 << (15 - value.leading_zeros().min(15));
        self.codes.push(self.space.code(value) as u8);
        self.witnesses = None;
        self.remember_needs();
    }
}

/// The position from which on blocks may be made, for the last rare position.
pub(crate) fn first_block(pairs: &Pairs, last: usize) -> usize {
    2 * last + 2 * pairs.largest + 4096
}
