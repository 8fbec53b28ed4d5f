//! Discard one heap and split another: the game of taking matches, also called Delete Nim.
//!
//! Precondition: normal play, the only move is `discard 1 heap then split into 2 heaps`.
//!
//! Two heaps a, b: the value is the lowest place where a - 1 and b - 1 both have a binary 0; lost
//! iff both are odd (Abuku and Suetsugu 2021). Three heaps: lost iff all have the same number of
//! factors 2, v2 (Abuku, Sakai, Shinoda and Suetsugu, arXiv:2301.12964). Proof for three: a part of a heap
//! with v2 = k, or the other part, has v2 other than k, since twice an odd number, times 2^k, has
//! more factors 2; so equal counts cannot be kept. If they differ, let k be the least: some heap
//! has k, another s more, and s = 2^k + (s - 2^k) splits it into two with k.
//!
//! All winning moves from three: the result has v2 = k throughout, so a heap h with v2(h) = k is
//! kept and a heap s with v2(s) > k split into 2^k times two odd numbers; there are
//! (s/2^k + 2)/4 unordered ways, rounded down. Different values (h, s) give different results:
//! the sum h + s determines the discarded size, hence {h, s}, and the one with fewer factors 2
//! is the kept one.

mod pairs;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use dashu_int::UBig;

use self::pairs::Pairs;
use crate::kernel::Kernel;
use crate::law::{Cond, Law, Num, Shape};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::number::valuation2;
use grundy_core::position::{Component, Move, Touch};
use grundy_core::rules::{Likeness, MoveRule, Rules, Settings, Source};
use grundy_core::text::Message;

/// Two heaps.
pub struct TwoHeaps;
/// Three heaps.
pub struct ThreeHeaps;

const TWO_HEAPS: &str = "delete-nim";

/// Recognises two heaps of `discard 1 heap then split into 2 heaps`.
pub fn recognise_two_heaps(asked: Asked<'_>) -> Fit {
    match is_discard_and_split(asked.rules) {
        false => Fit::Unrelated,
        true if asked.misere => Fit::near(TWO_HEAPS, Message::new("matches.misere")),
        true => Fit::known(TwoHeaps),
    }
}

impl Method for TwoHeaps {
    fn name(&self) -> &'static str {
        TWO_HEAPS
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("T. Abuku, K. Suetsugu 2021"))
    }

    fn solve<'a>(&'a self, component: &'a Component, _: &'a Budget) -> Result<Applied<'a>> {
        Ok(match component.heaps() {
            [] | [_] => Applied::yes(Ended),
            [a, b] => Applied::yes(Two { a, b }),
            _ => Applied::unrelated(),
        })
    }

    fn kernel(&self, _: &Budget) -> Option<Arc<dyn Kernel>> {
        Some(Arc::new(Pair))
    }

    fn law(&self, heaps: usize) -> Option<Law> {
        let odd = Cond::Every(Box::new(Cond::Eq(Num::This.modulo(2), Num::Const(1))));
        (heaps == 2).then(|| Law::of_values(Shape::Formula(odd), Num::LowestZero))
    }
}

/// Recognises three heaps of `discard 1 heap then split into 2 heaps`.
pub fn recognise_three_heaps(asked: Asked<'_>) -> Fit {
    if asked.misere || !is_discard_and_split(asked.rules) { Fit::Unrelated } else { Fit::known(ThreeHeaps) }
}

impl Method for ThreeHeaps {
    fn name(&self) -> &'static str {
        "equal-twos"
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("T. Abuku, K. Sakai, M. Shinoda, K. Suetsugu, arXiv:2301.12964"))
    }

    fn solve<'a>(&'a self, component: &'a Component, _: &'a Budget) -> Result<Applied<'a>> {
        Ok(match component.heaps() {
            [a, b, c] => {
                // No heap is empty: the core drops those.
                let twos = [a, b, c].map(|heap| valuation2(heap).unwrap_or(0));
                Applied::yes(Three { heaps: [a, b, c], twos })
            }
            heaps if heaps.len() > 3 => {
                Applied::near(Message::new("matches.more-heaps").with("count", heaps.len()))
            }
            _ => Applied::unrelated(),
        })
    }

    fn law(&self, heaps: usize) -> Option<Law> {
        (heaps == 3).then(|| Law::lost(Shape::Same(Num::Valuation(2, Box::new(Num::This)))))
    }
}

fn is_discard_and_split(rules: &Rules) -> bool {
    let [MoveRule::Discard { heaps: 1, then }] = rules.moves() else { return false };
    let MoveRule::Take { source: Source::One, parts, amounts } = &**then else { return false };
    *rules.settings() == Settings::default()
        && amounts.is_zero()
        && parts.likeness == Likeness::Free
        && parts.counts.iter().eq(&[2])
}

/// The value of two heaps: the lowest place where neither heap less one has a 1.
fn value_of(a: &UBig, b: &UBig) -> usize {
    let ones = (a - UBig::ONE) | (b - UBig::ONE);
    valuation2(&(ones + UBig::ONE)).unwrap_or(0)
}

/// Two heaps on machine words; empty ones do not count. A single heap is not a position of the game.
#[derive(Debug)]
struct Pair;

impl Kernel for Pair {
    fn name(&self) -> &'static str {
        TWO_HEAPS
    }

    fn takes(&self, heaps: usize) -> bool {
        heaps == 0
    }

    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        self.value(heaps).map(|value| value == 0)
    }

    fn has_values(&self) -> bool {
        true
    }

    fn value(&self, heaps: &[u64]) -> Option<u64> {
        let mut full = heaps.iter().filter(|heap| **heap > 0);
        match (full.next(), full.next(), full.next()) {
            (Some(a), Some(b), None) => Some(u64::from(((a - 1) | (b - 1)).trailing_ones())),
            (None, ..) => Some(0),
            _ => None,
        }
    }
}

/// A move that discards one heap and splits another, by index.
fn split(discarded: usize, heap: usize, left: &[UBig; 2]) -> Move {
    Move::Take {
        discarded: vec![discarded],
        touched: vec![Touch { heap, taken: UBig::ZERO, left: left.to_vec() }],
    }
}

/// Too few heaps to move.
struct Ended;

impl Solved for Ended {
    fn wins(&self) -> bool {
        false
    }
    fn value(&self) -> Option<UBig> {
        Some(UBig::ZERO)
    }
    fn winning_moves(&self, _want: usize) -> Result<Moves> {
        Ok(Moves::all(vec![]))
    }
    fn moves_to_value(&self, _target: &UBig, _want: usize) -> Result<Option<Moves>> {
        Ok(Some(Moves::all(vec![])))
    }
    fn steps(&self) -> Vec<Message> {
        vec![Message::new("matches.ended")]
    }
}

struct Two<'a> {
    a: &'a UBig,
    b: &'a UBig,
}

impl Two<'_> {
    fn moves_to(&self, value: usize, want: usize) -> Moves {
        let mut moves = Moves { complete: true, ..Moves::default() };
        let mut total = UBig::ZERO;
        for (heap, size) in [self.a, self.b].into_iter().enumerate() {
            let pairs = Pairs::new(size, value);
            let first = pairs.first(want);
            moves.complete &= UBig::from(first.len()) == pairs.count();
            // Equal heaps have the same results.
            if heap == 0 || self.a != self.b {
                total += pairs.count();
            }
            moves.list.extend(first.into_iter().map(|left| split(1 - heap, heap, &left)));
        }
        moves.total = Some(total);
        moves
    }
}

impl Solved for Two<'_> {
    fn wins(&self) -> bool {
        value_of(self.a, self.b) > 0
    }

    fn value(&self) -> Option<UBig> {
        Some(UBig::from(value_of(self.a, self.b)))
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        Ok(self.moves_to(0, want))
    }

    fn moves_to_value(&self, target: &UBig, want: usize) -> Result<Option<Moves>> {
        Ok(Some(match usize::try_from(target) {
            Ok(value) => self.moves_to(value, want),
            Err(_) => Moves::all(vec![]),
        }))
    }

    fn steps(&self) -> Vec<Message> {
        let value = value_of(self.a, self.b);
        let count = self.moves_to(0, 0).total.unwrap_or_default();
        vec![
            Message::new("delete-nim.rule"),
            Message::new("delete-nim.value").with("a", self.a).with("b", self.b).with("value", value),
            if self.wins() {
                Message::new("delete-nim.wins").with("count", count)
            } else {
                Message::new("delete-nim.loses")
            },
        ]
    }
}

struct Three<'a> {
    heaps: [&'a UBig; 3],
    /// Number of factors 2 of each heap.
    twos: [usize; 3],
}

impl Three<'_> {
    /// Each choice of a heap to keep and one to split that can win, by index, with the splits of the latter
    /// divided by its power of 2.
    fn choices(&self) -> Vec<(usize, usize, Pairs)> {
        let mut choices = Vec::new();
        for kept in 0..3 {
            for parted in 0..3 {
                if self.twos[parted] > self.twos[kept] {
                    let pairs = Pairs::new(&(self.heaps[parted] >> self.twos[kept]), 0);
                    choices.push((kept, parted, pairs));
                }
            }
        }
        choices
    }

    fn total(&self) -> UBig {
        let mut seen = BTreeSet::new();
        self.choices()
            .into_iter()
            .filter(|(kept, parted, _)| seen.insert((self.heaps[*kept], self.heaps[*parted])))
            .fold(UBig::ZERO, |sum, (_, _, pairs)| sum + pairs.count())
    }
}

impl Solved for Three<'_> {
    fn wins(&self) -> bool {
        self.twos.iter().any(|&twos| twos != self.twos[0])
    }

    /// The first few of each choice: with a growing smaller part the sorted results grow too.
    fn winning_moves(&self, want: usize) -> Result<Moves> {
        let mut moves = Moves { complete: true, total: Some(self.total()), ..Moves::default() };
        for (kept, parted, pairs) in self.choices() {
            let first = pairs.first(want);
            moves.complete &= UBig::from(first.len()) == pairs.count();
            let twos = self.twos[kept];
            let discarded = 3 - kept - parted;
            moves
                .list
                .extend(first.into_iter().map(|left| split(discarded, parted, &left.map(|x| x << twos))));
        }
        Ok(moves)
    }

    fn steps(&self) -> Vec<Message> {
        let heaps: Vec<UBig> = self.heaps.into_iter().cloned().collect();
        let counts: Vec<UBig> = self.twos.iter().map(|&twos| UBig::from(twos)).collect();
        vec![
            Message::new("equal-twos.rule"),
            Message::new("equal-twos.counts").with("heaps", heaps).with("counts", counts),
            if self.wins() {
                Message::new("equal-twos.wins").with("count", self.total())
            } else {
                Message::new("equal-twos.loses")
            },
        ]
    }
}
