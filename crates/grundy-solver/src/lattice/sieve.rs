//! The sieve: P-positions are few, so each marks the N-positions that can move to it.
//!
//! Positions are processed row by row: all heaps but the greatest are fixed, the greatest runs. When a row is
//! processed, all options outside of it are in finished rows. Their P-positions are gathered into one row of
//! bits, small enough for the L1 cache: a position that can move to one is an N-position. Then the row is
//! scanned: its first unmarked place is a P-position, and marks the places in the row that can move to it.
//!
//! Gathering looks up one earlier row for each choice of amounts from the fixed heaps. In games of two heaps
//! where any number may be taken, the marks of earlier rows are maintained instead: the columns and the
//! diagonals that hold a P-position are two rows of bits, and a row costs its own length in words. Fraenkel's
//! slack (`within d`) widens a diagonal; a narrow strip beside it opens later.

use std::rc::Rc;

use super::bits;
use super::coupled::{Coupled, MAX_HEAPS, Take, Together, Touched, why_not};
use super::dead_lines::DeadLines;
use super::set::{PositionSet, Row, next_prefix};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::prefixes::Prefixes;
use grundy_core::rules::Rules;

/// Number of positions in a word of marks.
const WORD: u64 = 64;
/// Number of rows looked up and words scanned between two clock checks.
const BETWEEN_CHECKS: u64 = 1 << 20;

/// The P-positions of `rules` with heaps below `sides`, one side per heap.
///
/// The rules must take stones without splitting a heap, and depend only on the sizes of the touched heaps;
/// otherwise, and for more than six heaps, the result is an input error. Heaps are interchangeable, so sides
/// are in any order.
///
/// For two heaps from which any number may be taken, alone and from both, it takes `a b / 64` word operations
/// for sides a and b, and memory for the P-positions found. Otherwise an earlier row is looked up for each
/// choice of amounts from all heaps but the greatest. Bounds that depend on `n` cost `b^2 / 4` bytes more.
/// Memory is reserved before it is allocated.
pub fn sieve(rules: &Rules, misere: bool, sides: &[usize], budget: &Budget) -> Result<PositionSet> {
    if why_not(rules).is_some() {
        return Err(Error::input("error.not-coupled"));
    }
    if sides.is_empty() || sides.len() > MAX_HEAPS || sides.contains(&0) {
        return Err(Error::input("error.lattice-heaps").with("most", MAX_HEAPS));
    }
    let mut sides = sides.to_vec();
    sides.sort_unstable();
    Sieve::new(rules, misere, sides, budget)?.run()
}

struct Sieve<'a> {
    misere: bool,
    budget: &'a Budget,
    moves: Rc<Coupled>,
    found: PositionSet,
    /// The current row: the fixed heaps, and the marks.
    prefix: Vec<usize>,
    marks: Vec<u64>,
    dead_lines: Option<DeadLines>,
    work: u64,
}

impl<'a> Sieve<'a> {
    fn new(rules: &Rules, misere: bool, sides: Vec<usize>, budget: &'a Budget) -> Result<Self> {
        let too_large = || Error::input("error.lattice-too-large");
        let heaps = sides.len();
        let width = sides[heaps - 1];
        if u32::try_from(width).is_err() {
            return Err(too_large());
        }
        let bound = heaps.checked_sub(2).map_or(1, |last| sides[last]);
        let prefixes = Prefixes::new(heaps - 1, bound).ok_or_else(too_large)?;
        let bytes = (prefixes.count() as u64).saturating_mul(size_of::<Row>() as u64);
        budget.reserve(bytes.saturating_add(width as u64))?;
        let moves = Rc::new(Coupled::new(rules, heaps, width, budget)?);
        let dead_lines = (heaps == 2).then(|| DeadLines::new(&moves, width));
        let rows = vec![Row::Few(Vec::new()); prefixes.count()];
        let marks = vec![0; bits::words(width)];
        let prefix = vec![0; heaps - 1];
        let found = PositionSet { sides, prefixes, rows, len: 0, bytes };
        Ok(Self { misere, budget, moves, found, prefix, marks, dead_lines, work: 0 })
    }

    fn run(mut self) -> Result<PositionSet> {
        loop {
            self.budget.check_time()?;
            self.row()?;
            let short = &self.found.sides[..self.prefix.len()];
            match next_prefix(&self.prefix, short) {
                Some(next) => self.prefix = next,
                None => return Ok(self.found),
            }
        }
    }

    fn width(&self) -> usize {
        self.found.sides[self.prefix.len()]
    }

    /// Decides one row.
    fn row(&mut self) -> Result<()> {
        let (width, start) = (self.width(), self.prefix.last().copied().unwrap_or(0));
        let number = self.found.prefixes.number(&self.prefix);
        let emptied = self.prefix.iter().all(|heap| *heap == 0);
        let (moves, fixed) = (Rc::clone(&self.moves), self.prefix.len());
        let alone = || moves.takes.iter().filter(|take| take.runs_along(fixed, emptied));
        // One P-position settles a row whose running heap may lose any number.
        let single = alone().any(|take| take.relation.is_always());
        let mut new = Vec::new();
        if !single || self.found.rows[number].is_empty() {
            let mut marks = std::mem::take(&mut self.marks);
            marks.fill(0);
            if let Some(dead_lines) = &self.dead_lines {
                dead_lines.mark(start, &mut marks);
            }
            self.gather(&mut marks)?;
            for take in alone() {
                self.found.rows[number].for_each(|below| take.relation.mark_above(below, &mut marks));
            }
            let mut from = start;
            let mut position = self.prefix.clone();
            position.push(0);
            while let Some(place) = bits::first_zero(&marks, from, width) {
                from = place + 1;
                if self.misere {
                    position[self.prefix.len()] = place;
                    if !self.moves.has_option(&position) {
                        // The end of the game, which is won here: it marks nothing.
                        bits::set(&mut marks, place);
                        continue;
                    }
                }
                new.push(place);
                for take in alone() {
                    take.relation.mark_above(place, &mut marks);
                }
                if single {
                    break;
                }
            }
            self.marks = marks;
        }
        for place in new {
            self.add(place)?;
        }
        if let Some(dead_lines) = &mut self.dead_lines {
            dead_lines.finish(start, &self.found.rows[number]);
        }
        Ok(())
    }

    /// Adds a P-position to each row that contains it.
    fn add(&mut self, last: usize) -> Result<()> {
        let width = self.width();
        let mut heaps = self.prefix.clone();
        heaps.push(last);
        self.found.len += 1;
        for left_out in 0..heaps.len() {
            if left_out + 1 < heaps.len() && heaps[left_out] == heaps[left_out + 1] {
                continue;
            }
            let mut prefix = heaps.clone();
            let number = prefix.remove(left_out);
            if prefix.iter().zip(&self.found.sides).all(|(x, side)| x < side) {
                let row = &mut self.found.rows[self.found.prefixes.number(&prefix)];
                let grown = row.add(number, width);
                self.found.bytes += grown;
                if grown > 0 {
                    self.budget.reserve(grown)?;
                }
            }
        }
        Ok(())
    }

    /// Marks this row from earlier rows.
    fn gather(&mut self, marks: &mut [u64]) -> Result<()> {
        let heaps = self.prefix.len() + 1;
        for take in &self.moves.takes {
            if self.dead_lines.as_ref().is_some_and(|dead_lines| dead_lines.covers(take)) {
                continue;
            }
            let mut gather = Gather {
                take,
                found: &self.found,
                prefix: &self.prefix,
                left: self.prefix.clone(),
                sorted: self.prefix.clone(),
                marks,
                budget: self.budget,
                work: &mut self.work,
            };
            match take.touched {
                Touched::Any(k) => {
                    gather.choose(k, 0, None, false)?;
                    if k > 1 {
                        gather.choose(k - 1, 0, None, true)?;
                    }
                }
                Touched::Min if heaps > 1 => gather.one(0)?,
                // The greatest heap is the running one; so is an only heap.
                Touched::Max | Touched::Min => {}
                Touched::Nonempty => gather.nonempty()?,
            }
        }
        Ok(())
    }
}

impl Take {
    /// Whether such a move can touch the greatest heap alone; `emptied` if all `fixed` others are empty.
    fn runs_along(&self, fixed: usize, emptied: bool) -> bool {
        match self.touched {
            Touched::Any(k) => k == 1,
            Touched::Max => true,
            // With more heaps the smallest is a fixed one.
            Touched::Min => fixed == 0,
            Touched::Nonempty => emptied,
        }
    }
}

/// Marks by one kind of move that touches fixed heaps.
struct Gather<'a> {
    take: &'a Take,
    found: &'a PositionSet,
    prefix: &'a [usize],
    left: Vec<usize>,
    sorted: Vec<usize>,
    marks: &'a mut [u64],
    budget: &'a Budget,
    work: &'a mut u64,
}

impl Gather<'_> {
    fn one(&mut self, heap: usize) -> Result<()> {
        let (take, size) = (self.take, self.prefix[heap]);
        take.relation.for_each_amount(size, |k| {
            self.left[heap] = size - k;
            self.look_up(None)
        })?;
        self.left[heap] = size;
        Ok(())
    }

    /// Tries all choices of `missing` fixed heaps from `from` on, with all amounts; `taken` is the least and
    /// the greatest amount so far, and `beyond` says whether the running heap loses stones too.
    fn choose(
        &mut self,
        missing: usize,
        from: usize,
        taken: Option<(usize, usize)>,
        beyond: bool,
    ) -> Result<()> {
        if missing == 0 {
            return self.look_up(taken.filter(|_| beyond));
        }
        for heap in from..(self.prefix.len() + 1).saturating_sub(missing) {
            let (take, size) = (self.take, self.prefix[heap]);
            let mut touch = |k: usize| {
                let (least, most) = taken.map_or((k, k), |(least, most)| (least.min(k), most.max(k)));
                self.left[heap] = size - k;
                self.choose(missing - 1, heap + 1, Some((least, most)), beyond)
            };
            match (take.together, taken) {
                (_, None) => take.relation.for_each_amount(size, touch)?,
                (Together::Same, Some((k, _))) => {
                    if k <= size && take.relation.allows(size, size - k) {
                        touch(k)?;
                    }
                }
                (Together::Within(bound), Some((least, most))) => {
                    let range = most.saturating_sub(bound).max(1)..=least.saturating_add(bound).min(size);
                    range.filter(|k| take.relation.allows(size, size - k)).try_for_each(touch)?;
                }
            }
            self.left[heap] = size;
        }
        Ok(())
    }

    fn nonempty(&mut self) -> Result<()> {
        let first = self.prefix.partition_point(|heap| *heap == 0);
        let Some(&least) = self.prefix.get(first) else { return Ok(()) };
        let (take, full) = (self.take, &self.prefix[first..]);
        take.relation.for_each_amount(least, |k| {
            if full.iter().any(|&heap| !take.relation.allows(heap, heap - k)) {
                return Ok(());
            }
            for (left, heap) in self.left[first..].iter_mut().zip(full) {
                *left = heap - k;
            }
            self.look_up(Some((k, k)))
        })
    }

    /// Counts work, and checks the clock at intervals.
    fn spend(&mut self, work: u64) -> Result<()> {
        *self.work += work;
        if *self.work >= BETWEEN_CHECKS {
            *self.work = 0;
            self.budget.check_time()?;
        }
        Ok(())
    }

    /// Marks from the row that the amounts lead to. If `taken`, the least and greatest amount from the fixed
    /// heaps, is given, the running heap loses a fitting amount as well.
    fn look_up(&mut self, taken: Option<(usize, usize)>) -> Result<()> {
        self.spend(1)?;
        self.sorted.copy_from_slice(&self.left);
        self.sorted.sort_unstable();
        let (take, found) = (self.take, self.found);
        let row = &found.rows[found.prefixes.number(&self.sorted)];
        if row.is_empty() {
            return Ok(());
        }
        let relation = &take.relation;
        let width = found.sides[self.prefix.len()];
        let words = 1 + width as u64 / WORD;
        let Some((least, most)) = taken else {
            row.mark(0, self.marks);
            return self.spend(words);
        };
        let range = match take.together {
            Together::Same => most..=least,
            Together::Within(bound) if bound >= width => {
                row.for_each(|last| relation.mark_above(last, self.marks));
                return self.spend(words);
            }
            Together::Within(bound) => most.saturating_sub(bound).max(1)..=least + bound,
        };
        for k in range {
            // Each of these amounts scans a row, and there may be as many as the heap has stones.
            self.spend(words)?;
            match relation.allows_everywhere(k) {
                Some(true) => row.mark(k, self.marks),
                Some(false) => {}
                None => row.for_each(|last| {
                    if last + k < width && relation.allows(last + k, last) {
                        bits::set(self.marks, last + k);
                    }
                }),
            }
        }
        Ok(())
    }
}
