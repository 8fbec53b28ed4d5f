//! Takes: from which heaps, and how many from each.

use crate::search::halt::{Flow, Halt};
use crate::search::moves::{MOST_AT_ONCE, Take};
use crate::search::words::{CLOSED, FROM, OPEN, has_mark};
use grundy_core::position::MANY_HEAPS;
use grundy_core::rules::words::{WordEnv, holds};
use grundy_core::rules::{Mark, Order, Source};

use super::{Room, Walk, touched};

impl<'a> Walk<'a, '_> {
    pub(super) fn discard(&mut self, missing: u64, take: &'a Take, from: usize) -> Flow {
        if missing == 0 {
            return self.take(take);
        }
        if missing > (self.state.heaps.len() - from) as u64 {
            return Ok(());
        }
        if missing > MOST_AT_ONCE {
            return Err(Halt::Unfit);
        }
        for heap in from..self.state.heaps.len() {
            if self.state.heaps[heap] > 0 {
                self.watch()?;
                self.room.gone.push(heap);
                let result = self.discard(missing - 1, take, heap + 1);
                self.room.gone.pop();
                result?;
            }
        }
        Ok(())
    }

    /// Finds the heaps that may be taken from.
    fn find_open(&mut self) {
        let descending = self.program.order == Some(Order::Descending);
        let past = &self.state.past;
        self.room.open.clear();
        for (heap, &size) in self.state.heaps.iter().enumerate() {
            let free = match (past[OPEN], past[CLOSED]) {
                (0, 0) => true,
                (0, closed) => !descending || size + 1 < closed,
                (open, _) => open == heap as u64 + 1,
            };
            let free = free
                && match self.program.marks {
                    Some(Mark::Open) => has_mark(Mark::Open, size),
                    Some(Mark::Touched) => !has_mark(Mark::Touched, size),
                    Some(Mark::Row) | None => true,
                };
            if size > 0 && free && !self.room.gone.contains(&heap) {
                self.room.open.push(heap);
            }
        }
    }

    /// Of very many heaps, removes those that no amount fits, to save useless choices.
    fn leave_out_what_no_amount_fits(&mut self, take: &'a Take) -> Flow {
        let set = self.set(&take.amounts);
        let mut spare = self.room.spare.pop().unwrap_or_default();
        let mut kept = 0;
        for at in 0..self.room.open.len() {
            let heap = self.room.open[at];
            let size = self.size(heap);
            let ranges = set.ranges(&WordEnv { n: size, ..self.env }, size, &mut spare)?;
            if ranges.iter().any(|&(lo, _)| lo <= size) {
                self.room.open[kept] = heap;
                kept += 1;
            }
        }
        self.room.open.truncate(kept);
        self.room.spare.push(spare);
        Ok(())
    }

    /// Sizes of the heaps that are not discarded.
    fn there(&self) -> impl Iterator<Item = u64> {
        let all = 0..self.state.heaps.len();
        all.filter(|heap| !self.room.gone.contains(heap)).map(|heap| self.size(heap))
    }

    pub(super) fn take(&mut self, take: &'a Take) -> Flow {
        self.find_open();
        let open = self.room.open.len();
        let kept = self.state.heaps.len() - self.room.gone.len();
        self.room.heaps.clone_from(&self.state.heaps);
        self.forget_touched();
        for at in 0..self.room.gone.len() {
            let heap = self.room.gone[at];
            self.room.heaps[heap] = 0;
        }
        self.room.chosen.clear();
        self.room.taken.clear();
        if take.source.chooses() && open > MANY_HEAPS {
            self.leave_out_what_no_amount_fits(take)?;
        }
        match &take.source {
            Source::One => self.take_from_one(take, None),
            Source::Max => self.take_from_one(take, self.there().max()),
            Source::Min => self.take_from_one(take, self.there().min()),
            Source::Same(k) => self.choose(take, *k, 0, true, None),
            Source::Free(k) => self.choose(take, *k, 0, false, None),
            Source::SameUpTo(k) => {
                (1..=(*k).min(open as u64)).try_for_each(|k| self.choose(take, k, 0, true, None))
            }
            Source::FreeUpTo(k) => {
                (1..=(*k).min(open as u64)).try_for_each(|k| self.choose(take, k, 0, false, None))
            }
            Source::Within(k, _) => match take.bound.as_ref().map(|bound| bound.natural(&self.env)) {
                Some(bound) => match bound? {
                    Some(bound) => self.choose(take, *k, 0, false, Some(bound)),
                    None => Ok(()),
                },
                None => Ok(()),
            },
            Source::All if open != kept => Ok(()),
            Source::All | Source::Nonempty if open > 0 => {
                let Room { chosen, open, .. } = self.room;
                chosen.clone_from(open);
                let result = self.same(take);
                self.room.chosen.clear();
                result
            }
            Source::All | Source::Nonempty => Ok(()),
        }
    }

    fn take_from_one(&mut self, take: &'a Take, wanted: Option<u64>) -> Flow {
        let set = self.set(&take.amounts);
        let mut before = 0;
        for at in 0..self.room.open.len() {
            let heap = self.room.open[at];
            let size = self.size(heap);
            if wanted.is_some_and(|wanted| wanted != size) {
                continue;
            }
            // Of equal heaps one is enough.
            if self.program.sorted && self.state.heaps[heap] == before {
                continue;
            }
            before = self.state.heaps[heap];
            if !take.splits && self.room.gone.is_empty() {
                let [nothing, rest] = [0, 1].map(|count| take.counts.contains(&count));
                self.amounts(set, size, size, &mut |walk, k| {
                    if if k == size { nothing } else { rest } { walk.lower(heap, size, k) } else { Ok(()) }
                })?;
                continue;
            }
            self.room.chosen.push(heap);
            let result = self.amounts(set, size, size, &mut |walk, k| {
                walk.room.taken.push(k);
                let result = walk.leave(take, 0);
                walk.room.taken.pop();
                result
            });
            self.room.chosen.pop();
            result?;
        }
        Ok(())
    }

    /// A move in another heap removes the mark of the heap touched before.
    fn forget_touched(&mut self) {
        if self.program.marks == Some(Mark::Touched) {
            self.room.heaps.iter_mut().for_each(|heap| *heap &= !1);
        }
    }

    /// The most common move: one heap lowered.
    fn lower(&mut self, heap: usize, size: u64, k: u64) -> Flow {
        let left = size - k;
        let next = &mut self.room.next.heaps;
        next.clear();
        next.extend_from_slice(&self.state.heaps);
        if self.program.marks == Some(Mark::Touched) {
            for heap in next.iter_mut() {
                *heap &= !1;
            }
        }
        next[heap] = touched(self.program.marks, left);
        self.room.next.past = self.state.past;
        if self.program.order.is_some() {
            self.remember_order(heap, size, left);
        }
        if self.program.sorted {
            let next = &mut self.room.next.heaps;
            let mut at = heap;
            while at > 0 && next[at - 1] > next[at] {
                next.swap(at - 1, at);
                at -= 1;
            }
            if left == 0 && self.program.drops_zeros {
                next.remove(0);
            }
        }
        self.finish(k)
    }

    fn remember_order(&mut self, heap: usize, size: u64, left: u64) {
        let past = &mut self.room.next.past;
        let from = if past[OPEN] > 0 { past[FROM] } else { size + 1 };
        (past[OPEN], past[FROM]) = if left > 0 { (heap as u64 + 1, from) } else { (0, 0) };
        if left == 0 && self.program.order == Some(Order::Descending) {
            past[CLOSED] = from;
        }
    }

    /// All choices of `missing` more of the open heaps.
    fn choose(&mut self, take: &'a Take, missing: u64, from: usize, same: bool, bound: Option<u64>) -> Flow {
        if missing == 0 {
            return if same { self.same(take) } else { self.free(take, bound) };
        }
        if missing > (self.room.open.len() - from) as u64 {
            return Ok(());
        }
        if missing > MOST_AT_ONCE {
            return Err(Halt::Unfit);
        }
        for at in from..self.room.open.len() {
            let heap = self.room.open[at];
            // Of equal heaps the first ones are enough.
            let size = |at: usize| self.state.heaps[self.room.open[at]];
            if self.program.sorted && at > from && size(at) == size(at - 1) {
                continue;
            }
            self.watch()?;
            self.room.chosen.push(heap);
            let result = self.choose(take, missing - 1, at + 1, same, bound);
            self.room.chosen.pop();
            result?;
        }
        Ok(())
    }

    /// Takes the same number from each of the chosen heaps.
    fn same(&mut self, take: &'a Take) -> Flow {
        let set = self.set(&take.amounts);
        let sizes = self.room.chosen.iter().map(|&heap| self.size(heap));
        let Some(least) = sizes.min() else { return Ok(()) };
        let first = self.size(self.room.chosen[0]);
        let others = if set.mentions_n() { self.room.chosen.len() } else { 1 };
        self.amounts(set, first, least, &mut |walk, k| {
            for at in 1..others {
                let size = walk.size(walk.room.chosen[at]);
                let mut spare = walk.room.spare.pop().unwrap_or_default();
                let env = WordEnv { n: size, ..walk.env };
                let held = set.ranges(&env, k, &mut spare).map(|ranges| holds(ranges, k));
                walk.room.spare.push(spare);
                if !held? {
                    return Ok(());
                }
            }
            let heaps = walk.room.chosen.len();
            walk.room.taken.clear();
            walk.room.taken.resize(heaps, k);
            let result = walk.leave(take, 0);
            walk.room.taken.clear();
            result
        })
    }

    /// Takes a separate amount from each of the chosen heaps, no two further apart than `bound`.
    fn free(&mut self, take: &'a Take, bound: Option<u64>) -> Flow {
        let taken = &self.room.taken;
        let Some(&heap) = self.room.chosen.get(taken.len()) else { return self.leave(take, 0) };
        let size = self.size(heap);
        let (mut least, mut most) = (0, size);
        if let Some(bound) = bound
            && let Some((low, high)) = taken.iter().min().zip(taken.iter().max())
        {
            (least, most) = (high.saturating_sub(bound), size.min(low.saturating_add(bound)));
        }
        self.amounts_from(self.set(&take.amounts), size, (least, most), &mut |walk, k| {
            walk.room.taken.push(k);
            let result = walk.free(take, bound);
            walk.room.taken.pop();
            result
        })
    }
}
