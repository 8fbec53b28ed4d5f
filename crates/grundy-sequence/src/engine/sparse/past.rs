//! Codes of the past: taken over from an earlier run, dropped where they are no longer needed, and the next one
//! computed alone.
//!
//! Blocks read two parts of the codes: those before the end, as far back as an option of a common value can lie, and
//! the first ones, with which pairs are searched for. What lies between can be dropped. The places of the rest
//! are then numbered without the gap, so nothing else has to know about it. Its length is a multiple of two blocks,
//! which keeps the parity of positions and the places of blocks. A search that finds no pair with one of the
//! first codes depends on what was dropped, and says so.

use super::blocks::{Blocks, Ended, Width};
use super::cover::BLOCK;
use super::pairs::Pairs;
use crate::values::Gap;

/// Codes kept before the end, besides as many as at the beginning: for the largest amount, for the samples of
/// witnesses, and for blocks in progress.
const BEHIND: usize = 1 << 16;
/// Fewer codes are not worth dropping.
const FEW: usize = 1 << 14;

/// The next value, computed alone.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Single {
    Code(u8),
    Ended(Ended),
}

impl Blocks {
    /// The next code: the least that no option has, if all rare values below it are options.
    pub(super) fn single(&self, pairs: &Pairs) -> Single {
        let (codes, n) = (&self.codes, self.codes.len());
        let mut seen = [false; 256];
        for &(back, code) in &self.terms {
            seen[usize::from(codes[n - back] ^ code)] = true;
        }
        let Some(code) = (0..=u8::MAX).find(|code| !seen[usize::from(*code)]) else {
            return Single::Ended(Ended::Large);
        };
        for rare in 0..self.space.rares_below(code.into(), n) {
            let Ok(target) = u8::try_from(rare) else { return Single::Ended(Ended::Large) };
            if self.rare_takes.iter().any(|(back, _)| codes[n - back] == target) {
                continue;
            }
            match self.search.has_pair(codes, pairs, n, target) {
                Some(true) => {}
                Some(false) => return Single::Ended(Ended::Rare(self.space.value(rare, n, true))),
                None => return Single::Ended(Ended::Forgotten),
            }
        }
        Single::Code(code)
    }

    /// Takes over the result of [`single`](Self::single).
    pub(super) fn settle_single(&mut self, single: Single) -> Option<Ended> {
        self.effort += self.terms.len() as u64 / 8 + 8;
        match single {
            Single::Code(code) => {
                self.codes.push(code);
                self.all_are_good(code);
                None
            }
            Single::Ended(ended) => Some(ended),
        }
    }

    /// All codes are the true ones, and the new ones are at most `greatest`.
    fn all_are_good(&mut self, greatest: u8) {
        (self.good, self.marked) = (self.codes.len(), self.codes.len());
        if let Width::Narrow { bits, .. } = self.width
            && u32::from(greatest) >= bits
        {
            self.width = Width::new(self.space, &self.terms, u32::from(greatest) + 1);
        }
    }

    /// Takes over values after the first `length`. Returns their number: the next one does not fit the space.
    pub(crate) fn restore(&mut self, length: usize, values: &[u16]) -> usize {
        self.opened.clear();
        self.unmarked.clear();
        self.full = false;
        let start = self.gap.place(length);
        if start < self.codes.len() {
            self.codes.truncate(start);
            // Strings of what was there are not shortened.
            let greatest = self.codes.iter().copied().max().unwrap_or(0);
            self.width = Width::new(self.space, &self.terms, u32::from(greatest) + 1);
        }
        for (n, &value) in (start..).zip(values) {
            match u8::try_from(self.space.code(value)) {
                Ok(code) if !self.space.is_rare(value, n) => self.codes.push(code),
                _ => break,
            }
        }
        let greatest = self.codes[start..].iter().copied().max().unwrap_or(0);
        self.all_are_good(greatest);
        self.codes.len() - start
    }

    /// Drops codes of positions below `saved`, except about the first `keep` and those that are needed before the end.
    /// Returns how many.
    pub(crate) fn forget(&mut self, pairs: &Pairs, saved: usize, keep: usize) -> usize {
        let last = self.rares.last().map_or(0, |r| *r as usize);
        let keep = match self.gap.dropped {
            0 => keep.max(2 * (last + pairs.largest + 1)).next_multiple_of(2 * BLOCK),
            _ => self.gap.kept,
        };
        // The last ones that may be dropped, and the first ones that may not.
        let end = self.good.saturating_sub(keep + BEHIND).min(self.gap.place(saved));
        let count = end.saturating_sub(keep) / (2 * BLOCK) * (2 * BLOCK);
        if count < FEW {
            return 0;
        }
        let greatest = self.codes[keep..keep + count].iter().copied().max().unwrap_or(0);
        self.past_greatest = self.past_greatest.max(greatest);
        self.codes.drain(keep..keep + count);
        self.gap = Gap { kept: keep, dropped: self.gap.dropped + count };
        self.good -= count;
        self.marked -= count;
        self.unmarked.iter_mut().for_each(|(n, _)| *n -= count);
        self.search.reach = keep - 1;
        match &mut self.width {
            Width::Narrow { witnesses: Some(witnesses), .. } => witnesses.shift(count),
            Width::Narrow { .. } => {}
            Width::Wide { wide, witnesses, .. } => {
                if wide.as_mut().is_some_and(|wide| !wide.shift(count)) {
                    *wide = None;
                }
                if witnesses.as_mut().is_some_and(|cover| !cover.shift(count)) {
                    *witnesses = None;
                }
            }
        }
        count
    }
}
