//! One walk over the options of one state.

mod takes;

use grundy_core::limits::Budget;
use grundy_core::position::Split;
use grundy_core::rules::Mark;
use grundy_core::rules::words::{Range, WordEnv, WordSet};

use super::halt::{Flow, Halt};
use super::moves::{Amounts, Each, MOST_AT_ONCE, MOST_HEAPS, Op, Program, Take};
use super::words::{LAST, PASSES, SEAT, Words, has_mark, with_mark};

/// A heap of this size after a move in it, in a game with these marks or none.
fn touched(marks: Option<Mark>, size: u64) -> u64 {
    marks.map_or(size, |mark| with_mark(mark, size, true))
}

/// Upper bound of totals; totals past the goal of a race remain distinct.
const MOST_TOTAL: u64 = 1 << 62;

/// Buffers that walks reuse.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// The option passed to the callback.
    next: Words,
    /// Heaps while they are changed, not yet sorted.
    heaps: Vec<u64>,
    open: Vec<usize>,
    gone: Vec<usize>,
    chosen: Vec<usize>,
    taken: Vec<u64>,
    spare: Vec<Vec<Range>>,
    /// Parts of heaps that are split, one list for each heap at a time.
    parts: Vec<Vec<u64>>,
    /// Amounts and heaps tried since the last clock check: most may lead to no option, so the callback cannot
    /// check it.
    tried: u16,
}

pub(super) struct Walk<'a, 'b> {
    pub(super) program: &'a Program,
    pub(super) state: &'a Words,
    pub(super) env: WordEnv,
    pub(super) room: &'a mut Room,
    pub(super) budget: &'a Budget,
    pub(super) each: &'a mut Each<'b>,
}

impl<'a> Walk<'a, '_> {
    pub(super) fn op(&mut self, op: &'a Op) -> Flow {
        match op {
            Op::Take(take) => {
                self.room.gone.clear();
                self.take(take)
            }
            Op::Discard(heaps, take) => {
                self.room.gone.clear();
                self.discard(*heaps, take, 0)
            }
            Op::Step(amounts, far) => self.step(amounts, *far),
            Op::Carry(amounts, fits) => self.carry(amounts, fits),
            Op::Add(amounts) => self.add(amounts),
            Op::Multiply(factors) => self.multiply(factors),
        }
    }

    fn size(&self, heap: usize) -> u64 {
        self.state.heaps[heap] >> u32::from(self.program.marks.is_some())
    }

    fn set(&self, amounts: &'a Amounts) -> &'a WordSet {
        match &amounts.first {
            Some(first) if self.state.past[LAST] == 0 => first,
            _ => &amounts.later,
        }
    }

    /// Checks the clock at intervals.
    fn watch(&mut self) -> Flow {
        self.room.tried = self.room.tried.wrapping_add(1);
        if self.room.tried == 0 {
            self.budget.check_time()?;
        }
        Ok(())
    }

    /// Calls `each` with every amount from one heap of `size`, up to `most`.
    fn amounts(
        &mut self,
        set: &'a WordSet,
        size: u64,
        most: u64,
        each: &mut dyn FnMut(&mut Self, u64) -> Flow,
    ) -> Flow {
        self.amounts_from(set, size, (0, most), each)
    }

    /// Like [`Self::amounts`], from `least` on.
    fn amounts_from(
        &mut self,
        set: &'a WordSet,
        size: u64,
        (least, most): (u64, u64),
        each: &mut dyn FnMut(&mut Self, u64) -> Flow,
    ) -> Flow {
        let mut spare = self.room.spare.pop().unwrap_or_default();
        let env = WordEnv { n: size, ..self.env };
        let result = set.ranges(&env, most, &mut spare).map_err(Halt::from).and_then(|ranges| {
            for &(lo, hi) in ranges.iter().take_while(|(lo, _)| *lo <= most) {
                for k in lo.max(least)..=hi.min(most) {
                    self.watch()?;
                    each(self, k)?;
                }
            }
            Ok(())
        });
        self.room.spare.push(spare);
        result
    }

    // ---- races and steps ----

    fn add(&mut self, amounts: &'a Amounts) -> Flow {
        let Some((target, may_pass)) = self.program.goal else { return Ok(()) };
        let total = self.state.heaps[0];
        if total >= target {
            return Ok(());
        }
        let most = if may_pass { u64::MAX } else { target - total };
        self.amounts(self.set(amounts), total, most, &mut |walk, k| {
            let next = total.checked_add(k).filter(|next| *next < MOST_TOTAL).ok_or(Halt::Unfit)?;
            if k == 0 { Ok(()) } else { walk.hand_out_total(next, k) }
        })
    }

    fn multiply(&mut self, factors: &'a Amounts) -> Flow {
        let Some((target, may_pass)) = self.program.goal else { return Ok(()) };
        let total = self.state.heaps[0];
        if total >= target || total == 0 {
            return Ok(());
        }
        let most = if may_pass { u64::MAX } else { target / total };
        self.amounts(self.set(factors), total, most, &mut |walk, k| {
            let next = total.checked_mul(k).filter(|next| *next < MOST_TOTAL).ok_or(Halt::Unfit)?;
            if next > total { walk.hand_out_total(next, 0) } else { Ok(()) }
        })
    }

    fn hand_out_total(&mut self, total: u64, stones: u64) -> Flow {
        self.room.next.heaps.clear();
        self.room.next.heaps.push(total);
        self.hand_out(stones)
    }

    fn step(&mut self, amounts: &'a Amounts, far: bool) -> Flow {
        for from in 0..self.state.heaps.len() {
            let size = self.state.heaps[from];
            self.amounts(self.set(amounts), size, size, &mut |walk, k| {
                if k == 0 {
                    return Ok(());
                }
                let lowest = if far { 0 } else { from.saturating_sub(1) };
                for to in lowest..from {
                    walk.move_stones(from, Some(to), k)?;
                }
                if from == 0 && !far { walk.move_stones(0, None, k) } else { Ok(()) }
            })?;
        }
        Ok(())
    }

    fn carry(&mut self, amounts: &'a Amounts, [distance, sum]: &'a [WordSet; 2]) -> Flow {
        if 2 * self.state.heaps.len() as u64 >= MOST_HEAPS {
            return Err(Halt::Unfit);
        }
        for from in 0..self.state.heaps.len() {
            let size = self.state.heaps[from];
            self.amounts(self.set(amounts), size, size, &mut |walk, k| {
                for to in 0..from {
                    let fits =
                        distance.always_has((from - to) as u64) && sum.always_has((from + to + 2) as u64);
                    if k > 0 && fits {
                        walk.move_stones(from, Some(to), k)?;
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn move_stones(&mut self, from: usize, to: Option<usize>, stones: u64) -> Flow {
        self.room.next.heaps.clone_from(&self.state.heaps);
        self.room.next.heaps[from] -= stones;
        if let Some(to) = to {
            self.room.next.heaps[to] += stones;
        }
        self.hand_out(stones)
    }

    // ---- remaining heaps ----

    /// All ways to lay out the rest of each chosen heap, from index `at` on.
    fn leave(&mut self, take: &'a Take, at: usize) -> Flow {
        let Some(&heap) = self.room.chosen.get(at) else { return self.left() };
        if take.splits && self.room.chosen.len() as u64 > MOST_AT_ONCE {
            return Err(Halt::Unfit);
        }
        let k = self.room.taken[at];
        let rest = self.size(heap) - k;
        let is_ring = self.program.marks == Some(Mark::Row) && !has_mark(Mark::Row, self.state.heaps[heap]);
        for &count in &take.counts {
            // A ring leaves nothing or one row, and only by a take.
            if is_ring && (count > 1 || k == 0) {
                continue;
            }
            match count {
                0 if rest == 0 => {
                    self.room.heaps[heap] = 0;
                    self.leave(take, at + 1)?;
                }
                1 if rest > 0 => {
                    self.room.heaps[heap] = self.marked(rest);
                    self.leave(take, at + 1)?;
                }
                2.. => self.parts(take, at, rest, count)?,
                _ => {}
            }
        }
        self.room.heaps[heap] = self.state.heaps[heap];
        Ok(())
    }

    /// Splits `rest` into `count` parts and continues with the next heap.
    fn parts(&mut self, take: &'a Take, at: usize, rest: u64, count: u32) -> Flow {
        let split = Split { count, likeness: take.likeness, budget: self.budget, among: None };
        let mut parts = self.room.parts.pop().unwrap_or_default();
        let (heap, marks) = (self.room.chosen[at], self.program.marks);
        self.room.heaps[heap] = 0;
        let result = split.for_each(&rest, &mut parts, &mut |parts| {
            let before = self.room.heaps.len();
            self.room.heaps.extend(parts.iter().map(|&part| touched(marks, part)));
            let result = self.leave(take, at + 1);
            self.room.heaps.truncate(before);
            result
        });
        self.room.parts.push(parts);
        result
    }

    /// A heap of this size after a move in it.
    fn marked(&self, size: u64) -> u64 {
        touched(self.program.marks, size)
    }

    /// The move that leaves all heaps as they are.
    pub(super) fn pass(&mut self) -> Flow {
        self.room.next.heaps.clone_from(&self.state.heaps);
        self.room.next.past = self.state.past;
        self.room.next.past[PASSES] -= 1;
        self.finish(0)
    }

    /// Every way to open closed heaps from index `from` on, besides those that `gone` lists.
    pub(super) fn opening(&mut self, from: usize) -> Flow {
        if from == 0 {
            self.room.gone.clear();
        }
        for heap in from..self.state.heaps.len() {
            let closed = self.state.heaps[heap];
            // Of equal heaps the first ones are enough.
            let again = heap > from && self.state.heaps[heap - 1] == closed;
            if closed == 0 || has_mark(Mark::Open, closed) || again {
                continue;
            }
            if self.room.gone.len() as u64 >= MOST_AT_ONCE {
                return Err(Halt::Unfit);
            }
            self.watch()?;
            self.room.gone.push(heap);
            self.room.next.heaps.clone_from(&self.state.heaps);
            for &heap in &self.room.gone {
                self.room.next.heaps[heap] = with_mark(Mark::Open, self.state.heaps[heap] / 2, true);
            }
            self.room.next.heaps.sort_unstable();
            let result = self.hand_out(0).and_then(|()| self.opening(heap + 1));
            self.room.gone.pop();
            result?;
        }
        Ok(())
    }

    /// Passes the current heaps to the callback.
    fn left(&mut self) -> Flow {
        let stones = self.room.taken.iter().sum();
        self.room.next.past = self.state.past;
        let Room { next, heaps: lying, .. } = self.room;
        next.heaps.clone_from(lying);
        if self.program.sorted {
            if self.program.drops_zeros {
                next.heaps.retain(|&heap| heap > 0);
            }
            next.heaps.sort_unstable();
        }
        self.finish(stones)
    }

    fn hand_out(&mut self, stones: u64) -> Flow {
        self.room.next.past = self.state.past;
        self.finish(stones)
    }

    fn finish(&mut self, stones: u64) -> Flow {
        let next = &mut self.room.next;
        if self.program.seats.len() > 1 {
            next.past[SEAT] = (next.past[SEAT] + 1) % self.program.seats.len() as u64;
        }
        if self.program.remembers && stones > 0 {
            next.past[LAST] = stones + 1;
        }
        (self.each)(next, stones)
    }
}
