//! Marks of a row of a sieve from earlier rows: one is looked up for each choice of amounts from the fixed heaps.

use super::bits;
use super::coupled::{Take, Together, Touched};
use super::set::PositionSet;
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// Number of positions in a word of marks.
const WORD: u64 = 64;
/// Number of rows looked up and words scanned between two clock checks.
const BETWEEN_CHECKS: u64 = 1 << 20;

/// Marks the row of the fixed heaps `prefix` by one kind of move. `work` is what is left from earlier calls.
pub(super) fn gather(
    take: &Take,
    found: &PositionSet,
    prefix: &[usize],
    marks: &mut [u64],
    work: &mut u64,
    budget: &Budget,
) -> Result<()> {
    let (left, sorted) = (prefix.to_vec(), prefix.to_vec());
    let mut gather = Gather { take, found, prefix, left, sorted, marks, budget, work };
    match take.touched {
        Touched::Any(k) => {
            gather.choose(k, 0, None, false)?;
            if k > 1 {
                gather.choose(k - 1, 0, None, true)?;
            }
            Ok(())
        }
        Touched::Min if !prefix.is_empty() => gather.one(0),
        // The greatest heap is the running one; so is an only heap.
        Touched::Max | Touched::Min => Ok(()),
        Touched::Nonempty => gather.nonempty(),
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
