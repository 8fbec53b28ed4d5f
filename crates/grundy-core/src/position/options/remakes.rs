//! Moves that make heaps into other heaps: replaced, divided, merged, spread.

use dashu_int::UBig;

use super::{Each, Walk};
use crate::error::Result;
use crate::number::outside_bytes;
use crate::position::moves::{Move, Touch};
use crate::position::split::{MAX_AT_ONCE, too_many_at_once};
use crate::rules::{Amounts, Likeness, Members, Parts, Remake};

/// A callback that receives what other heaps get, and what is then left of the heap.
type EachGift<'a> = dyn FnMut(&[(usize, UBig)], UBig) -> Result<()> + 'a;

/// Bytes of one number in a list of sizes.
const NUMBER: u64 = 64;

impl Walk<'_> {
    pub(super) fn remake(&self, remake: &Remake, each: &mut Each) -> Result<()> {
        match remake {
            Remake::Replace { heap, parts, sizes } => self.replace(heap, parts, sizes, each),
            Remake::Divide { heap, into } => self.divide(heap, into, each),
            Remake::Reduce(by) => self.reduce(by, each),
            Remake::Merge(heaps) => self.merge(*heaps, &mut Vec::new(), 0, each),
            Remake::Spread(amounts) => self.spread(amounts, each),
        }
    }

    fn filled(&self) -> impl Iterator<Item = usize> {
        (0..self.state.heaps.len()).filter(|&heap| self.state.heaps[heap] > UBig::ZERO)
    }

    /// The heaps that are not empty and whose size is in the set.
    fn heaps_of(&self, set: &Amounts) -> Result<Vec<usize>> {
        let mut heaps = Vec::new();
        for heap in self.filled() {
            self.budget.step()?;
            let size = &self.state.heaps[heap];
            if Members::resolve(set, &self.env_of(size))?.contains(size) {
                heaps.push(heap);
            }
        }
        Ok(heaps)
    }

    fn replace(&self, heap: &Amounts, parts: &Parts, sizes: &Amounts, each: &mut Each) -> Result<()> {
        for heap in self.heaps_of(heap)? {
            let size = &self.state.heaps[heap];
            let mut list: Vec<UBig> = Vec::new();
            let members = Members::resolve(sizes, &self.env_of(size))?;
            members.for_each_up_to(&(size - UBig::ONE), self.budget, &mut |part| {
                self.budget.reserve(NUMBER + outside_bytes(part))?;
                list.push(part.clone());
                Ok(())
            })?;
            for &count in &parts.counts {
                let mut left = Vec::new();
                self.combined(&list, count as usize, parts.likeness, &mut left, &mut |left| {
                    each(remade(vec![Touch { heap, taken: UBig::ZERO, left: left.to_vec() }]))
                })?;
            }
            self.budget.release(NUMBER * list.len() as u64);
        }
        Ok(())
    }

    /// All choices of `count` sizes from an ascending list, smallest first, appended to `left`.
    fn combined(
        &self,
        list: &[UBig],
        count: usize,
        likeness: Likeness,
        left: &mut Vec<UBig>,
        each: &mut dyn FnMut(&[UBig]) -> Result<()>,
    ) -> Result<()> {
        self.budget.step()?;
        if left.len() == count {
            return each(left);
        }
        if count as u64 > MAX_AT_ONCE {
            return Err(too_many_at_once());
        }
        for (at, part) in list.iter().enumerate() {
            let rest = match likeness {
                Likeness::Free => &list[at..],
                Likeness::Unequal => &list[at + 1..],
                Likeness::Equal => &list[at..=at],
            };
            left.push(part.clone());
            let result = self.combined(rest, count, likeness, left, each);
            left.pop();
            result?;
        }
        Ok(())
    }

    fn divide(&self, heap: &Amounts, into: &Amounts, each: &mut Each) -> Result<()> {
        for heap in self.heaps_of(heap)? {
            let size = &self.state.heaps[heap];
            let members = Members::resolve(into, &self.env_of(size))?;
            members.for_each_up_to(size, self.budget, &mut |count| {
                if *count <= UBig::ONE {
                    return Ok(());
                }
                let part = NUMBER + outside_bytes(size);
                let bytes = u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(part);
                self.budget.reserve(bytes)?;
                let larger = usize::try_from(&(size % count)).unwrap_or(usize::MAX);
                let smaller = usize::try_from(count).unwrap_or(usize::MAX) - larger;
                let part = size / count;
                let mut left = vec![part.clone(); smaller];
                left.extend(std::iter::repeat_n(part + UBig::ONE, larger));
                let result = each(remade(vec![Touch { heap, taken: UBig::ZERO, left }]));
                self.budget.release(bytes);
                result
            })?;
        }
        Ok(())
    }

    fn reduce(&self, by: &Amounts, each: &mut Each) -> Result<()> {
        let members = Members::resolve(by, &self.env)?;
        members.for_each_up_to(&self.env.max, self.budget, &mut |divisor| {
            if *divisor <= UBig::ONE {
                return Ok(());
            }
            let heaps = self.filled().filter(|&heap| &self.state.heaps[heap] % divisor == UBig::ZERO);
            let touched: Vec<Touch> = heaps
                .map(|heap| {
                    let left = vec![&self.state.heaps[heap] / divisor];
                    Touch { heap, taken: UBig::ZERO, left }
                })
                .collect();
            if touched.is_empty() { Ok(()) } else { each(remade(touched)) }
        })
    }

    /// All choices of heaps to merge; the first of them becomes the heap of all their stones.
    fn merge(&self, heaps: u64, chosen: &mut Vec<usize>, from: usize, each: &mut Each) -> Result<()> {
        self.budget.step()?;
        if chosen.len() as u64 == heaps {
            let all: UBig = chosen.iter().map(|&heap| &self.state.heaps[heap]).sum();
            let mut left = vec![all];
            let touch = |&heap: &usize| Touch { heap, taken: UBig::ZERO, left: std::mem::take(&mut left) };
            return each(remade(chosen.iter().map(touch).collect()));
        }
        if heaps.min(self.state.heaps.len() as u64) > MAX_AT_ONCE {
            return Err(too_many_at_once());
        }
        for heap in from..self.state.heaps.len() {
            if self.state.heaps[heap] > UBig::ZERO {
                chosen.push(heap);
                let result = self.merge(heaps, chosen, heap + 1, each);
                chosen.pop();
                result?;
            }
        }
        Ok(())
    }

    fn spread(&self, amounts: &Amounts, each: &mut Each) -> Result<()> {
        for heap in self.filled() {
            let size = &self.state.heaps[heap];
            let others: Vec<usize> = self.filled().filter(|&other| other != heap).collect();
            self.members(amounts, heap)?.for_each_up_to(size, self.budget, &mut |taken| {
                if *taken == UBig::ZERO {
                    return Ok(());
                }
                let mut given = Vec::new();
                self.given(&others, size - taken, &mut given, &mut |given, rest| {
                    let left = if rest == UBig::ZERO { vec![] } else { vec![rest] };
                    let mut touched = vec![Touch { heap, taken: taken.clone(), left }];
                    let there = given.iter().filter(|(_, stones)| *stones > UBig::ZERO);
                    touched.extend(there.map(|(heap, stones)| {
                        let left = vec![&self.state.heaps[*heap] + stones];
                        Touch { heap: *heap, taken: UBig::ZERO, left }
                    }));
                    touched.sort_by_key(|touch| touch.heap);
                    each(remade(touched))
                })
            })?;
        }
        Ok(())
    }

    /// All ways to give up to `rest` stones to the other heaps, with what is then left of them.
    fn given(
        &self,
        others: &[usize],
        rest: UBig,
        given: &mut Vec<(usize, UBig)>,
        each: &mut EachGift<'_>,
    ) -> Result<()> {
        self.budget.step()?;
        let Some((&heap, others)) = others.split_first() else { return each(given, rest) };
        if given.len() as u64 > MAX_AT_ONCE {
            return Err(too_many_at_once());
        }
        let mut stones = UBig::ZERO;
        while stones <= rest {
            given.push((heap, stones.clone()));
            let result = self.given(others, &rest - &stones, given, each);
            given.pop();
            result?;
            stones += UBig::ONE;
        }
        Ok(())
    }
}

fn remade(touched: Vec<Touch>) -> Move {
    Move::Take { discarded: vec![], touched }
}
