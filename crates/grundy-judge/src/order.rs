//! The orders in which contest problems list winning moves.
//!
//! A solver returns moves in any order. They are sorted here and, if the profile requires it, reduced to
//! one for each result. The two implementations agree: one for numbers of any size, one for machine
//! words.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;

use dashu_int::{IBig, UBig};

use crate::solve::{Discarded, Item, Order, Verdict, WordMove, WordMoves};

/// How the moves of a profile are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    pub order: Order,
    /// Whether each result is listed once. Otherwise it is listed once for each kind of move (several
    /// heaps, one heap), and in the orders by heap and by stones for every move.
    pub distinct: bool,
}

/// A winning move, as templates use it.
#[derive(Clone, Debug)]
pub struct Placed {
    pub several: bool,
    /// See [`Move::rank`](crate::solve::Move::rank).
    rank: usize,
    pub to: Vec<Item>,
    /// Whether it has only `to`, see [`Move::replaces`](crate::solve::Move::replaces).
    pub replaces: bool,
    /// The first heap that it touches, what it takes from it, and the heaps that it becomes.
    pub first: Option<(usize, UBig, Vec<UBig>)>,
    /// The heaps that it touches with what it takes from each, in order.
    touched: Vec<(usize, UBig)>,
    /// The number of heaps.
    heaps: usize,
}

impl Placed {
    /// The stones that it takes from each heap.
    pub fn take(&self) -> Vec<UBig> {
        let mut take = vec![UBig::ZERO; self.heaps];
        for (heap, amount) in &self.touched {
            if let Some(place) = take.get_mut(*heap) {
                place.clone_from(amount);
            }
        }
        take
    }

    /// The stones that it takes in all.
    pub fn stones(&self) -> UBig {
        self.touched.iter().map(|(_, amount)| amount).sum()
    }

    /// The position after it, for comparison with those after other moves.
    fn result(&self) -> (usize, &[Item]) {
        (self.rank, &self.to)
    }

    /// The order of [`Self::take`], without writing it out.
    fn compare_takes(&self, other: &Self) -> Ordering {
        let taken = |(_, amount): &&(usize, UBig)| *amount > UBig::ZERO;
        let (mut ours, mut theirs) = (self.touched.iter().filter(taken), other.touched.iter().filter(taken));
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return Ordering::Equal,
                (Some(_), None) => return Ordering::Greater,
                (None, Some(_)) => return Ordering::Less,
                // Taking from an earlier heap is greater: the other takes nothing there.
                (Some(a), Some(b)) => match b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)) {
                    Ordering::Equal => {}
                    order => return order,
                },
            }
        }
    }
}

/// A verdict with sorted moves.
#[derive(Debug, Default)]
pub struct Answer {
    pub value: Option<UBig>,
    pub margin: Option<IBig>,
    pub remoteness: Option<UBig>,
    pub count: UBig,
    pub moves: Vec<Placed>,
    pub discard: Option<Discarded>,
}

impl Answer {
    pub fn new(mut verdict: Verdict, listing: Listing) -> Self {
        let heaps = verdict.heaps;
        let count = verdict.count.take().unwrap_or_else(|| UBig::from(verdict.moves.len()));
        let mut moves: Vec<Placed> = std::mem::take(&mut verdict.moves)
            .into_iter()
            .map(|mut m| {
                m.touched.sort_by_key(|t| t.heap);
                let touched: Vec<_> = m.touched.iter().map(|t| (t.heap, t.amount.clone())).collect();
                let first = m.touched.into_iter().next().map(|t| (t.heap, t.amount, t.left));
                Placed {
                    several: touched.len() > 1,
                    rank: m.rank,
                    to: m.to,
                    replaces: m.replaces,
                    first,
                    touched,
                    heaps,
                }
            })
            .collect();
        arrange(&mut moves, listing);
        let Verdict { value, margin, remoteness, discard, .. } = verdict;
        Self { value, margin, remoteness, count, moves, discard }
    }
}

fn arrange(moves: &mut Vec<Placed>, Listing { order, distinct }: Listing) {
    match order {
        Order::To => {
            moves.sort_by(|a, b| {
                let kind = if distinct { Ordering::Equal } else { b.several.cmp(&a.several) };
                a.result().cmp(&b.result()).then(kind).then_with(|| b.compare_takes(a))
            });
            moves.dedup_by(|a, b| a.result() == b.result() && (distinct || a.several == b.several));
        }
        Order::PairFirst => {
            moves.sort_by(|a, b| {
                let result = || a.result().cmp(&b.result());
                b.several.cmp(&a.several).then_with(result).then_with(|| b.compare_takes(a))
            });
            moves.dedup_by(|a, b| a.several == b.several && a.result() == b.result());
        }
        Order::Heap => moves.sort_by(|a, b| (&a.touched, &a.to).cmp(&(&b.touched, &b.to))),
        Order::Fewest => moves.sort_by_cached_key(|m| (m.stones(), m.touched.clone(), m.to.clone())),
        Order::Most => moves.sort_by_cached_key(|m| (Reverse(m.stones()), m.touched.clone(), m.to.clone())),
    }
    if distinct && order != Order::To {
        let mut seen = BTreeSet::new();
        moves.retain(|m| seen.insert((m.rank, m.to.clone())));
    }
}

impl WordMoves {
    /// Sorts the moves on machine words. `false` if they lack the data: for moves on several heaps, the
    /// order by heap needs more than the first of those heaps.
    pub(crate) fn arrange(&mut self, Listing { order, distinct }: Listing) -> bool {
        let numbers = &self.numbers;
        let to = |m: &WordMove| &numbers[m.from..m.from + m.len];
        let list = &mut self.list;
        if order.is_by_heap() {
            if distinct || list.iter().any(|m| m.several) {
                return false;
            }
            let stones = |a: &WordMove, b: &WordMove| match order {
                Order::Fewest => a.amount.cmp(&b.amount),
                Order::Most => b.amount.cmp(&a.amount),
                _ => Ordering::Equal,
            };
            list.sort_unstable_by(|a, b| {
                let heap = (a.heap, a.amount).cmp(&(b.heap, b.amount));
                stones(a, b).then(heap).then_with(|| to(a).cmp(to(b)))
            });
            return true;
        }
        if list.len() < 2 {
            return true;
        }
        let pair_first = |a: &WordMove, b: &WordMove| b.several.cmp(&a.several);
        if order == Order::To {
            // The solver may already have sorted them.
            if list.is_sorted_by(|a, b| to(a).cmp(to(b)).is_lt()) {
                return true;
            }
            list.sort_unstable_by(|a, b| to(a).cmp(to(b)).then_with(|| pair_first(a, b)));
            list.dedup_by(|a, b| to(a) == to(b) && (distinct || a.several == b.several));
            return true;
        }
        list.sort_unstable_by(|a, b| pair_first(a, b).then_with(|| to(a).cmp(to(b))));
        list.dedup_by(|a, b| a.several == b.several && to(a) == to(b));
        if distinct {
            let pairs = list.partition_point(|m| m.several);
            let mut kept = pairs;
            for i in pairs..list.len() {
                let m = list[i];
                if list[..pairs].binary_search_by(|p| to(p).cmp(to(&m))).is_err() {
                    list[kept] = m;
                    kept += 1;
                }
            }
            list.truncate(kept);
        }
        true
    }
}
