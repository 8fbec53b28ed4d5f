//! Heaps that become other heaps: replaced by heaps whose stones need not add up, or divided nearly equally.

use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{MAX_AT_ONCE, too_many_at_once};
use grundy_core::rules::words::{HeapAmounts, Range, ranges_between};
use grundy_core::rules::{Likeness, MoveRule, Parts, Remake, Rules};

/// The moves of a heapwise game that make a heap into other heaps.
#[derive(Debug)]
pub(crate) struct Remakes {
    list: Vec<One>,
}

/// One kind of such a move.
#[derive(Debug)]
struct One {
    heap: HeapAmounts,
    how: How,
}

#[derive(Debug)]
enum How {
    Replace { parts: Parts, sizes: HeapAmounts },
    Divide(HeapAmounts),
}

/// A nim-sum, and the value of every heap below.
pub(crate) type Wanted<'a> = (u32, &'a dyn Fn(usize) -> u32);

/// A callback that receives a way to build the heaps of an option.
type EachWay<'a> = dyn FnMut(&dyn Fn() -> Vec<usize>) -> Result<()> + 'a;

impl One {
    /// Whether it is a move of this heap.
    fn applies(&self, heap: usize, budget: &Budget) -> Result<bool> {
        Ok(heap > 0 && self.heap.contains(heap, heap, budget)?)
    }
}

/// The members of ranges from `from` to `to`.
fn members(ranges: &[Range], from: usize, to: usize) -> impl Iterator<Item = usize> {
    ranges_between(ranges, from, to).flat_map(|(lo, hi)| lo..=hi)
}

/// The sizes of heaps that may replace a heap, ascending.
fn smaller(sizes: &HeapAmounts, heap: usize, budget: &Budget) -> Result<Vec<usize>> {
    let (most, mut room) = (heap - 1, Vec::new());
    let ranges = sizes.ranges(heap, most, &mut room, budget)?;
    let count: usize = ranges_between(ranges, 0, most).map(|(lo, hi)| hi - lo + 1).sum();
    budget.reserve_each(count, size_of::<usize>() as u64)?;
    let list = members(ranges, 0, most).collect();
    budget.release((count * size_of::<usize>()) as u64);
    Ok(list)
}

/// The parts of a division: how many smaller ones, their size, and how many of one more.
fn divided(heap: usize, count: usize) -> (usize, usize, usize) {
    let larger = heap % count;
    (count - larger, heap / count, larger)
}

/// The nim-sum of `count` equal values.
fn times(value: u32, count: usize) -> u32 {
    if count.is_multiple_of(2) { 0 } else { value }
}

impl Remakes {
    pub(crate) fn new(rules: &Rules) -> Self {
        let one = |rule: &MoveRule| match rule {
            MoveRule::Remake(Remake::Replace { heap, parts, sizes }) => {
                let how = How::Replace { parts: parts.clone(), sizes: HeapAmounts::new(sizes) };
                Some(One { heap: HeapAmounts::new(heap), how })
            }
            MoveRule::Remake(Remake::Divide { heap, into }) => {
                Some(One { heap: HeapAmounts::new(heap), how: How::Divide(HeapAmounts::new(into)) })
            }
            _ => None,
        };
        Self { list: rules.moves().iter().filter_map(one).collect() }
    }

    /// Lists what is the same for every heap, for heaps up to `most`.
    pub(crate) fn extend(&mut self, most: u64, budget: &Budget) -> Result<()> {
        for One { heap, how: How::Replace { sizes: set, .. } | How::Divide(set) } in &mut self.list {
            heap.extend(most, budget)?;
            set.extend(most, budget)?;
        }
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Calls `each` with the non-empty heaps, smallest first, that `heap` may become.
    pub(crate) fn each_option(
        &self,
        heap: usize,
        budget: &Budget,
        each: &mut dyn FnMut(&[usize]) -> Result<()>,
    ) -> Result<()> {
        self.options_to(heap, None, budget, &mut |option| each(&option()))
    }

    /// Calls `each` with a way to build the heaps that `heap` may become and whose values, as `at` gives them, have the
    /// nim-sum `target`; with all of them if there is no target.
    pub(crate) fn options_to(
        &self,
        heap: usize,
        wanted: Option<Wanted<'_>>,
        budget: &Budget,
        each: &mut EachWay<'_>,
    ) -> Result<()> {
        for one in &self.list {
            if !one.applies(heap, budget)? {
                continue;
            }
            match &one.how {
                How::Replace { parts, sizes } => {
                    let list = smaller(sizes, heap, budget)?;
                    for &count in &parts.counts {
                        let mut left = Vec::new();
                        combined(&list, count as usize, parts.likeness, &mut left, budget, &mut |left| {
                            let fits = wanted.is_none_or(|(target, at)| {
                                left.iter().fold(0, |sum, &part| sum ^ at(part)) == target
                            });
                            if fits { each(&|| left.to_vec()) } else { Ok(()) }
                        })?;
                    }
                }
                How::Divide(into) => {
                    let mut room = Vec::new();
                    for count in members(into.ranges(heap, heap, &mut room, budget)?, 2, heap) {
                        budget.step()?;
                        let (smaller, part, larger) = divided(heap, count);
                        let fits = wanted.is_none_or(|(target, at)| {
                            let rest = if larger > 0 { times(at(part + 1), larger) } else { 0 };
                            times(at(part), smaller) ^ rest == target
                        });
                        let left = || {
                            let mut left = vec![part; smaller];
                            left.extend(std::iter::repeat_n(part + 1, larger));
                            left
                        };
                        if fits {
                            each(&left)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Calls `mark` with the value of every option of `heap`; `room` is a power of two above all values so far.
    /// Returns the number of options looked at.
    pub(crate) fn mark(
        &self,
        heap: usize,
        values: &[u32],
        room: usize,
        budget: &Budget,
        mark: &mut dyn FnMut(u32),
    ) -> Result<u64> {
        let mut options = 0;
        for one in &self.list {
            if !one.applies(heap, budget)? {
                continue;
            }
            options += match &one.how {
                How::Replace { parts, sizes } => {
                    let list = smaller(sizes, heap, budget)?;
                    replaced(&list, parts, values, room, budget, mark)?
                }
                How::Divide(into) => {
                    let mut room = Vec::new();
                    mark_divided(heap, into.ranges(heap, heap, &mut room, budget)?, values, budget, mark)?
                }
            };
        }
        Ok(options)
    }
}

/// Marks the nim-sums of as many values as `parts` says, of heaps in an ascending list.
fn replaced(
    list: &[usize],
    parts: &Parts,
    values: &[u32],
    room: usize,
    budget: &Budget,
    mark: &mut dyn FnMut(u32),
) -> Result<u64> {
    let mut options = 1 + list.len() as u64;
    if parts.likeness == Likeness::Free {
        // Heaps may be equal, so the values of count + 1 heaps are those of count heaps, each with one more. Those of
        // count + 2 heaps are no fewer, since two equal heaps add nothing. Once they are no more, nothing new comes.
        let one = distinct(list.iter().map(|&part| values[part]), room);
        let mut sums = [vec![0], vec![]];
        let (mut at, mut is_settled) = (0, false);
        for &count in &parts.counts {
            while at < count && !is_settled {
                let before = &sums[at as usize % 2];
                options += before.len() as u64 * one.len() as u64;
                budget.check_time()?;
                let next =
                    distinct(before.iter().flat_map(|sum| one.iter().map(move |value| sum ^ value)), room);
                at += 1;
                let known = &mut sums[at as usize % 2];
                is_settled = at >= 2 && next.len() == known.len();
                *known = next;
            }
            sums[count as usize % 2].iter().copied().for_each(&mut *mark);
        }
        return Ok(options);
    }
    for &count in &parts.counts {
        match (count, parts.likeness) {
            (0, _) => mark(0),
            (_, Likeness::Equal) => {
                list.iter().map(|&part| times(values[part], count as usize)).for_each(&mut *mark);
            }
            _ => combined(list, count as usize, parts.likeness, &mut Vec::new(), budget, &mut |left| {
                options += 1;
                mark(left.iter().fold(0, |sum, &part| sum ^ values[part]));
                Ok(())
            })?,
        }
    }
    Ok(options)
}

/// The values without repetitions; all are below `room`.
fn distinct(values: impl Iterator<Item = u32>, room: usize) -> Vec<u32> {
    let mut seen = vec![false; room];
    values.filter(|&value| !std::mem::replace(&mut seen[value as usize], true)).collect()
}

/// Marks the values of all divisions. As long as the smaller part has one size, the value depends only on whether the
/// number of parts is odd, so at most two of these numbers are looked at.
fn mark_divided(
    heap: usize,
    into: &[Range],
    values: &[u32],
    budget: &Budget,
    mark: &mut dyn FnMut(u32),
) -> Result<u64> {
    let (mut options, mut from) = (1, 2);
    while from <= heap {
        let last = heap / (heap / from);
        let mut known = [false; 2];
        for count in members(into, from, last) {
            budget.step()?;
            let (smaller, part, larger) = divided(heap, count);
            let rest = if larger > 0 { times(values[part + 1], larger) } else { 0 };
            mark(times(values[part], smaller) ^ rest);
            options += 1;
            known[count % 2] = true;
            if known == [true; 2] {
                break;
            }
        }
        from = last + 1;
    }
    Ok(options)
}

/// All choices of `count` sizes from an ascending list, appended to `left`.
fn combined(
    list: &[usize],
    count: usize,
    likeness: Likeness,
    left: &mut Vec<usize>,
    budget: &Budget,
    each: &mut dyn FnMut(&[usize]) -> Result<()>,
) -> Result<()> {
    budget.step()?;
    if left.len() == count {
        return each(left);
    }
    if count as u64 > MAX_AT_ONCE {
        return Err(too_many_at_once());
    }
    for (at, &part) in list.iter().enumerate() {
        let rest = match likeness {
            Likeness::Free => &list[at..],
            Likeness::Unequal => &list[at + 1..],
            Likeness::Equal => &list[at..=at],
        };
        left.push(part);
        let result = combined(rest, count, likeness, left, budget, each);
        left.pop();
        result?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The values of heaps that replace one, from 16 values.
    fn found(list: &[usize], counts: &[u32], values: &[u32]) -> BTreeSet<u32> {
        let parts = Parts { counts: counts.iter().copied().collect(), likeness: Likeness::Free };
        let mut found = BTreeSet::new();
        let mut mark = |value| _ = found.insert(value);
        replaced(list, &parts, values, 16, &Budget::default(), &mut mark).unwrap();
        found
    }

    /// By the definition: every list of `count` values.
    fn listed(list: &[usize], count: u32, values: &[u32]) -> BTreeSet<u32> {
        if count == 0 {
            return BTreeSet::from([0]);
        }
        let fewer = listed(list, count - 1, values);
        list.iter().flat_map(|&part| fewer.iter().map(move |sum| sum ^ values[part])).collect()
    }

    #[test]
    fn many_heaps_have_the_values_of_fewer() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..200 {
            let values: Vec<u32> = (0..8).map(|_| random.u32(0..16)).collect();
            let list: Vec<usize> = (0..8).filter(|_| random.u8(0..3) == 0).collect();
            for count in 0..8 {
                assert_eq!(
                    found(&list, &[count], &values),
                    listed(&list, count, &values),
                    "{list:?} {values:?}"
                );
            }
            let both: BTreeSet<u32> = &listed(&list, 1, &values) | &listed(&list, 40, &values);
            assert_eq!(found(&list, &[1, 1_000_000_000], &values), both, "{list:?} {values:?}");
            let odd = listed(&list, 41, &values);
            assert_eq!(found(&list, &[1_000_000_001], &values), odd, "{list:?} {values:?}");
        }
    }
}
