//! All ways of one kind of take: which heaps, how many stones from each, and how the rest is split.

use dashu_int::UBig;

use super::{Each, Walk};
use crate::error::Result;
use crate::position::moves::{Move, Touch};
use crate::position::split::{MAX_AT_ONCE, Split, too_many_at_once};
use crate::rules::{Amounts, Members, Parts};

#[derive(Clone, Copy)]
pub(super) enum Together {
    Same,
    Free,
}

/// The state of enumerating one kind of take.
pub(super) struct Take<'a, 'b> {
    pub(super) walk: &'a Walk<'a>,
    pub(super) parts: &'a Parts,
    pub(super) amounts: &'a Amounts,
    pub(super) discarded: &'a [usize],
    pub(super) bound: Option<UBig>,
    pub(super) each: &'a mut Each<'b>,
}

impl Take<'_, '_> {
    /// All choices of `k` of the heaps.
    pub(super) fn subsets(
        &mut self,
        heaps: &[usize],
        k: u64,
        chosen: &mut Vec<usize>,
        from: usize,
        together: Together,
    ) -> Result<()> {
        self.walk.budget.step()?;
        let missing = k.saturating_sub(chosen.len() as u64);
        if missing == 0 {
            return match together {
                Together::Same => self.same(chosen),
                Together::Free => self.free(&chosen.clone(), &mut Vec::new()),
            };
        }
        if ((heaps.len() - from) as u64) < missing {
            return Ok(());
        }
        if k > MAX_AT_ONCE {
            return Err(too_many_at_once());
        }
        for index in from..heaps.len() {
            chosen.push(heaps[index]);
            let result = self.subsets(heaps, k, chosen, index + 1, together);
            chosen.pop();
            result?;
        }
        Ok(())
    }

    /// Takes the same number from each of the heaps.
    pub(super) fn same(&mut self, heaps: &[usize]) -> Result<()> {
        let walk = self.walk;
        let sizes: Vec<&UBig> = heaps.iter().map(|&h| &walk.state.heaps[h]).collect();
        let Some(least) = sizes.iter().min().copied() else { return Ok(()) };
        let members: Vec<Members> =
            heaps.iter().map(|&heap| walk.members(self.amounts, heap)).collect::<Result<_>>()?;
        let Some((first, others)) = members.split_first() else { return Ok(()) };
        let thrown_away = self.thrown_away();
        let mut try_amount = |k: &UBig| {
            if others.iter().all(|m| m.contains(k)) {
                let taken: Vec<(usize, UBig)> = heaps.iter().map(|&h| (h, k.clone())).collect();
                self.leave(&taken, &mut Vec::new())?;
            }
            Ok(())
        };
        let Some(aim) = &walk.aim else { return first.for_each_up_to(least, walk.budget, &mut try_amount) };
        // The same number from each: the total removed determines it.
        walk.budget.step()?;
        match aim.share_of_each(&thrown_away, heaps.len()) {
            Some(k) if k <= *least && first.contains(&k) => try_amount(&k),
            _ => Ok(()),
        }
    }

    /// Takes a separate amount from each of the heaps.
    fn free(&mut self, heaps: &[usize], taken: &mut Vec<(usize, UBig)>) -> Result<()> {
        let walk = self.walk;
        let Some(&heap) = heaps.get(taken.len()) else {
            return if self.within_bound(taken) && self.adds_up(taken) {
                self.leave(&taken.clone(), &mut Vec::new())
            } else {
                Ok(())
            };
        };
        let size = &walk.state.heaps[heap];
        walk.each_amount(&walk.members(self.amounts, heap)?, size, size, &mut |k| {
            taken.push((heap, k.clone()));
            let result = self.free(heaps, taken);
            taken.pop();
            result
        })
    }

    /// Whether the number of stones taken fits the aim.
    fn adds_up(&self, taken: &[(usize, UBig)]) -> bool {
        let Some(aim) = &self.walk.aim else { return true };
        aim.share_of_each(&self.thrown_away(), 1) == Some(taken.iter().map(|(_, k)| k).sum())
    }

    /// Number of stones in the discarded heaps.
    fn thrown_away(&self) -> UBig {
        self.discarded.iter().map(|&heap| &self.walk.state.heaps[heap]).sum()
    }

    fn within_bound(&self, taken: &[(usize, UBig)]) -> bool {
        let Some(bound) = &self.bound else { return true };
        let most = taken.iter().map(|(_, k)| k).max();
        let least = taken.iter().map(|(_, k)| k).min();
        match (most, least) {
            (Some(most), Some(least)) => most - least <= *bound,
            _ => true,
        }
    }

    /// All ways to split the rest of each heap.
    fn leave(&mut self, taken: &[(usize, UBig)], touched: &mut Vec<Touch>) -> Result<()> {
        let Some((heap, k)) = taken.get(touched.len()) else {
            return (self.each)(Move::Take { discarded: self.discarded.to_vec(), touched: touched.clone() });
        };
        if !self.parts.splits() && touched.is_empty() {
            return self.leave_together(taken);
        }
        if taken.len() as u64 > MAX_AT_ONCE {
            return Err(too_many_at_once());
        }
        let rest = &self.walk.state.heaps[*heap] - k;
        let walk = self.walk;
        let ring = walk.rules.is_ring() && !walk.state.past.marked.contains_key(heap);
        let among = walk.aim.as_ref().map(|aim| &aim.sizes);
        for &count in &self.parts.counts {
            // A ring becomes nothing or one row, and only by a take.
            if ring && (count > 1 || *k == UBig::ZERO) {
                continue;
            }
            let split = Split { count, likeness: self.parts.likeness, budget: walk.budget, among };
            split.for_each(&rest, &mut Vec::new(), &mut |left| {
                if walk.aim.as_ref().is_some_and(|aim| !aim.holds(left)) {
                    return Ok(());
                }
                touched.push(Touch { heap: *heap, taken: k.clone(), left: left.to_vec() });
                let result = self.leave(taken, touched);
                touched.pop();
                result
            })?;
        }
        Ok(())
    }

    /// The way without splits, for any number of heaps.
    fn leave_together(&mut self, taken: &[(usize, UBig)]) -> Result<()> {
        let mut touched = Vec::with_capacity(taken.len());
        for (heap, k) in taken {
            let rest = &self.walk.state.heaps[*heap] - k;
            let left = if rest == UBig::ZERO { vec![] } else { vec![rest] };
            let fits = self.parts.counts.contains(&u32::from(!left.is_empty()));
            if !fits || self.walk.aim.as_ref().is_some_and(|aim| !aim.holds(&left)) {
                return Ok(());
            }
            touched.push(Touch { heap: *heap, taken: k.clone(), left });
        }
        (self.each)(Move::Take { discarded: self.discarded.to_vec(), touched })
    }
}
