//! Results as what changes: compared without being written out.

use std::cmp::Ordering;

use dashu_int::UBig;

use grundy_core::position::{Component, Move, Position, State, Turn};
use grundy_core::rules::Rules;

/// A result, represented by what changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// Unordered heaps: sizes that go and sizes that come, sorted, without common entries; and the latest
    /// take.
    Swap { gone: Vec<UBig>, come: Vec<UBig>, last: Option<UBig> },
    /// Written out: ordered heaps, races, rings.
    Whole(State),
}

/// One component, prepared for the comparison of results.
pub(super) struct View<'a> {
    component: &'a Component,
    drops_zeros: bool,
    unordered: bool,
}

impl<'a> View<'a> {
    pub fn new(component: &'a Component) -> Self {
        Self {
            component,
            drops_zeros: component.game.changes_heap_count(),
            unordered: component.game.is_unordered(),
        }
    }

    pub fn key(&self, played: &Move) -> Key {
        match played {
            Move::Take { discarded, touched } if self.unordered => {
                let heaps = self.component.heaps();
                let mut gone: Vec<UBig> = discarded
                    .iter()
                    .copied()
                    .chain(touched.iter().map(|t| t.heap))
                    .map(|heap| heaps[heap].clone())
                    .collect();
                let mut come: Vec<UBig> = touched.iter().flat_map(|t| t.left.iter().cloned()).collect();
                if !self.drops_zeros {
                    come.extend(touched.iter().filter(|t| t.left.is_empty()).map(|_| UBig::ZERO));
                }
                cancel(&mut gone, &mut come);
                // Two moves to the same heaps may leave a different history.
                let stones = self.component.game.is_scoring()
                    || self.component.rules().is_some_and(Rules::remembers_last);
                Key::Swap { gone, come, last: stones.then(|| played.stones()) }
            }
            _ => Key::Whole(self.component.after(played)),
        }
    }

    /// The order of the written-out, sorted results.
    pub fn compare(&self, a: &Key, b: &Key) -> Ordering {
        match (a, b) {
            (Key::Whole(a), Key::Whole(b)) => {
                self.component.game.compare(&a.heaps, &b.heaps).then_with(|| a.past.cmp(&b.past))
            }
            (Key::Swap { gone: g1, come: c1, last: l1 }, Key::Swap { gone: g2, come: c2, last: l2 }) => {
                self.compare_swaps((g1, c1), (g2, c2)).then_with(|| l1.cmp(l2))
            }
            // One component has one kind of key.
            _ => Ordering::Equal,
        }
    }

    /// Sorted lists differ at the smallest number of which one has more: that one is smaller, unless the
    /// other has ended there.
    fn compare_swaps(&self, a: (&[UBig], &[UBig]), b: (&[UBig], &[UBig])) -> Ordering {
        let sum = |x: &[UBig], y: &[UBig]| {
            let mut list: Vec<UBig> = x.iter().chain(y).cloned().collect();
            list.sort_unstable();
            list
        };
        let mut more_in_a = sum(a.1, b.0);
        let mut more_in_b = sum(b.1, a.0);
        cancel(&mut more_in_a, &mut more_in_b);
        match (more_in_a.first(), more_in_b.first()) {
            (None, None) => Ordering::Equal,
            (Some(x), Some(y)) => x.cmp(y),
            (Some(x), None) => {
                if self.has_above(b, x) {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            (None, Some(y)) => {
                if self.has_above(a, y) {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
        }
    }

    /// Whether the result holds a heap above `x`.
    fn has_above(&self, (gone, come): (&[UBig], &[UBig]), x: &UBig) -> bool {
        let heaps = self.component.heaps();
        let above = heaps.len() - heaps.partition_point(|h| h <= x);
        come.iter().any(|h| h > x) || above > gone.iter().filter(|h| *h > x).count()
    }
}

/// The places of the heaps that these turns leave in the order of results, without writing these out: equal heaps have
/// the same place. `None` if results are more than heaps without an order.
pub fn ranks(position: &Position, turns: &[Turn]) -> Option<Vec<usize>> {
    let component = position.single()?;
    let looks_back = component.rules().is_none_or(Rules::remembers_last) || component.game.is_scoring();
    if looks_back || !component.game.is_unordered() {
        return None;
    }
    let view = View::new(component);
    let keys: Vec<Key> =
        turns.iter().map(|turn| turn.first().map(|(_, m)| view.key(m))).collect::<Option<_>>()?;
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&a, &b| view.compare(&keys[a], &keys[b]));
    let mut ranks = vec![0; keys.len()];
    for (rank, same) in order.chunk_by(|&a, &b| keys[a] == keys[b]).enumerate() {
        for &turn in same {
            ranks[turn] = rank;
        }
    }
    Some(ranks)
}

/// Sorts both and removes what they share, with multiplicity.
pub(super) fn cancel(a: &mut Vec<UBig>, b: &mut Vec<UBig>) {
    a.sort_unstable();
    b.sort_unstable();
    // Kept entries move to the front, in order; removed ones remain between them and the rest.
    let (mut i, mut j, mut stay_a, mut stay_b) = (0, 0, 0, 0);
    while i < a.len() && j < b.len() {
        let order = a[i].cmp(&b[j]);
        if order.is_lt() {
            a.swap(stay_a, i);
            stay_a += 1;
        }
        if order.is_gt() {
            b.swap(stay_b, j);
            stay_b += 1;
        }
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
    a.drain(stay_a..i);
    b.drain(stay_b..j);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::testing::Random;

    fn numbers(list: &[u64]) -> Vec<UBig> {
        list.iter().map(|n| UBig::from(*n)).collect()
    }

    #[test]
    fn what_both_lists_share_goes_as_often_as_it_is_shared() {
        let mut random = Random::new(11);
        for _ in 0..500 {
            let mut list = || (0..random.below(12)).map(|_| random.below(6)).collect::<Vec<u64>>();
            let (a, b) = (list(), list());
            let (mut ours, mut theirs) = (numbers(&a), numbers(&b));
            cancel(&mut ours, &mut theirs);
            let left = |these: &[u64], others: &[u64]| -> Vec<u64> {
                let count = |list: &[u64], n| list.iter().filter(|k| **k == n).count();
                (0..6).flat_map(|n| vec![n; count(these, n).saturating_sub(count(others, n))]).collect()
            };
            assert_eq!((ours, theirs), (numbers(&left(&a, &b)), numbers(&left(&b, &a))), "{a:?} {b:?}");
        }
    }

    #[test]
    fn long_lists_are_cancelled_in_one_pass() {
        // Removing each shared number separately would move the rest every time: two terabytes in all.
        let shared = 0..200_000;
        let list = |rest: u64| {
            numbers(&shared.clone().chain((0..200_000).map(|n| rest + 2 * n)).collect::<Vec<_>>())
        };
        let (mut a, mut b) = (list(1_000_000), list(1_000_001));
        cancel(&mut a, &mut b);
        assert_eq!((a.len(), b.len()), (200_000, 200_000));
        assert_eq!((&a[0], &b[0]), (&UBig::from(1_000_000u32), &UBig::from(1_000_001u32)));
    }
}
