//! One walk over the options of one state.

use crate::limits::Budget;
use crate::position::MANY_HEAPS;
use crate::rules::{Likeness, Order, Source};

use super::formula::Seen;
use super::halt::{Flow, Halt};
use super::moves::{Amounts, Each, MOST_AT_ONCE, Op, Program, Take};
use super::ranges::{Range, Set, holds};
use super::words::{CLOSED, FROM, LAST, OPEN, Words};

/// No total goes beyond this: what lies past the goal of a race is still told apart.
const MOST_TOTAL: u64 = 1 << 62;

/// Memory that walks use again and again.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// The option that is handed out.
    next: Words,
    /// Heaps as they are being changed, not yet sorted.
    heaps: Vec<u64>,
    open: Vec<usize>,
    gone: Vec<usize>,
    chosen: Vec<usize>,
    taken: Vec<u64>,
    spare: Vec<Vec<Range>>,
    /// Amounts and heaps tried since the clock was looked at: most may lead to no option, so whoever takes options
    /// cannot watch it.
    tried: u16,
}

pub(super) struct Walk<'a, 'b> {
    pub(super) program: &'a Program,
    pub(super) state: &'a Words,
    pub(super) seen: Seen,
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
            Op::Add(amounts) => self.add(amounts),
            Op::Multiply(factors) => self.multiply(factors),
        }
    }

    fn size(&self, heap: usize) -> u64 {
        self.state.heaps[heap] >> u32::from(self.program.ring)
    }

    fn set(&self, amounts: &'a Amounts) -> &'a Set {
        match &amounts.first {
            Some(first) if self.state.past[LAST] == 0 => first,
            _ => &amounts.later,
        }
    }

    /// Looks at the clock now and then.
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
        set: &'a Set,
        size: u64,
        most: u64,
        each: &mut dyn FnMut(&mut Self, u64) -> Flow,
    ) -> Flow {
        self.amounts_from(set, size, (0, most), each)
    }

    /// The same, from `least` on.
    fn amounts_from(
        &mut self,
        set: &'a Set,
        size: u64,
        (least, most): (u64, u64),
        each: &mut dyn FnMut(&mut Self, u64) -> Flow,
    ) -> Flow {
        let mut spare = self.room.spare.pop().unwrap_or_default();
        let seen = Seen { n: size, ..self.seen };
        let result = set.ranges(&seen, most, &mut spare).and_then(|ranges| {
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

    fn move_stones(&mut self, from: usize, to: Option<usize>, stones: u64) -> Flow {
        self.room.next.heaps.clone_from(&self.state.heaps);
        self.room.next.heaps[from] -= stones;
        if let Some(to) = to {
            self.room.next.heaps[to] += stones;
        }
        self.hand_out(stones)
    }

    // ---- takes ----

    fn discard(&mut self, missing: u64, take: &'a Take, from: usize) -> Flow {
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

    /// Which heaps may be taken from.
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
            if size > 0 && free && !self.room.gone.contains(&heap) {
                self.room.open.push(heap);
            }
        }
    }

    /// Of very many heaps those that no amount fits are not chosen in vain.
    fn leave_out_what_no_amount_fits(&mut self, take: &'a Take) -> Flow {
        let set = self.set(&take.amounts);
        let mut spare = self.room.spare.pop().unwrap_or_default();
        let mut kept = 0;
        for at in 0..self.room.open.len() {
            let heap = self.room.open[at];
            let size = self.size(heap);
            let ranges = set.ranges(&Seen { n: size, ..self.seen }, size, &mut spare)?;
            if ranges.iter().any(|&(lo, _)| lo <= size) {
                self.room.open[kept] = heap;
                kept += 1;
            }
        }
        self.room.open.truncate(kept);
        self.room.spare.push(spare);
        Ok(())
    }

    /// Sizes of the heaps that are not thrown away.
    fn there(&self) -> impl Iterator<Item = u64> {
        let all = 0..self.state.heaps.len();
        all.filter(|heap| !self.room.gone.contains(heap)).map(|heap| self.size(heap))
    }

    fn take(&mut self, take: &'a Take) -> Flow {
        self.find_open();
        let open = self.room.open.len();
        let kept = self.state.heaps.len() - self.room.gone.len();
        self.room.heaps.clone_from(&self.state.heaps);
        for at in 0..self.room.gone.len() {
            let heap = self.room.gone[at];
            self.room.heaps[heap] = 0;
        }
        self.room.chosen.clear();
        self.room.taken.clear();
        let one =
            matches!(take.source, Source::One | Source::Max | Source::Min | Source::All | Source::Nonempty);
        if !one && open > MANY_HEAPS {
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
            Source::Within(k, _) => match take.bound.as_ref().map(|bound| bound.natural(&self.seen)) {
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

    /// The commonest move: one heap lowered.
    fn lower(&mut self, heap: usize, size: u64, k: u64) -> Flow {
        let left = size - k;
        let next = &mut self.room.next.heaps;
        next.clear();
        next.extend_from_slice(&self.state.heaps);
        next[heap] = if self.program.ring && left > 0 { 2 * left + 1 } else { left };
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

    /// All choices of so many more of the open heaps.
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

    /// The same number from each of the chosen heaps.
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
                let seen = Seen { n: size, ..walk.seen };
                let held = set.ranges(&seen, k, &mut spare).map(|ranges| holds(ranges, k));
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

    /// An amount of its own from each of the chosen heaps, no two further apart than `bound`.
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

    // ---- what is left ----

    /// All ways in which the rest of each chosen heap may lie, from number `at` on.
    fn leave(&mut self, take: &'a Take, at: usize) -> Flow {
        let Some(&heap) = self.room.chosen.get(at) else { return self.left() };
        if take.splits && self.room.chosen.len() as u64 > MOST_AT_ONCE {
            return Err(Halt::Unfit);
        }
        let k = self.room.taken[at];
        let rest = self.size(heap) - k;
        let is_ring = self.program.ring && self.state.heaps[heap].is_multiple_of(2);
        for &count in &take.counts {
            // A ring falls into nothing or one row, and only by a take.
            if is_ring && (count > 1 || k == 0) {
                continue;
            }
            match count {
                0 if rest == 0 => {
                    self.room.heaps[heap] = 0;
                    self.leave(take, at + 1)?;
                }
                1 if rest > 0 => {
                    self.room.heaps[heap] = if self.program.ring { 2 * rest + 1 } else { rest };
                    self.leave(take, at + 1)?;
                }
                2.. if rest >= u64::from(count) => self.parts(take, at, rest, 1, count)?,
                _ => {}
            }
        }
        self.room.heaps[heap] = self.state.heaps[heap];
        Ok(())
    }

    /// Lays `rest` down as `missing` parts of at least `least`, smallest first.
    fn parts(&mut self, take: &'a Take, at: usize, rest: u64, least: u64, missing: u32) -> Flow {
        if missing == 1 {
            return if rest >= least { self.lay(take, at, rest, (0, 0, 0)) } else { Ok(()) };
        }
        let missing = u64::from(missing);
        let mut part = least;
        if take.likeness == Likeness::Equal {
            // The first part decides; later ones come with `least` equal to it.
            if !rest.is_multiple_of(missing) {
                return Ok(());
            }
            part = rest / missing;
        }
        while part * missing <= rest {
            let next = part + u64::from(take.likeness == Likeness::Unequal);
            let fewer = u32::try_from(missing - 1).unwrap_or(1);
            self.lay(take, at, part, (rest - part, next, fewer))?;
            part += 1;
        }
        Ok(())
    }

    /// Lays one part down, goes on with the others, takes it up again.
    fn lay(&mut self, take: &'a Take, at: usize, part: u64, (rest, least, missing): (u64, u64, u32)) -> Flow {
        let code = if self.program.ring { 2 * part + 1 } else { part };
        self.room.heaps.push(code);
        let heap = self.room.chosen[at];
        self.room.heaps[heap] = 0;
        let result =
            if missing == 0 { self.leave(take, at + 1) } else { self.parts(take, at, rest, least, missing) };
        self.room.heaps.pop();
        result
    }

    /// Hands out the heaps as they lie.
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
        if self.program.remembers && stones > 0 {
            next.past[LAST] = stones + 1;
        }
        (self.each)(next, stones)
    }
}
