//! Cold pairs: the lost positions of Wythoff's game and of its relatives with a slack.
//!
//! A player takes from one heap, or k from one and l from the other with |k - l| < t. The lost
//! ("cold") positions form one sequence of pairs (`a_n`, `b_n`) with `b_n` = `a_n` + t n + c in which
//! every whole number stands exactly once; c is 0 in normal play and 1 in misère play. With
//! s = sqrt(t^2 + 4) and alpha = (2 - t + s) / 2
//!
//! - normal play: `a_n` = floor(n alpha) (Wythoff 1907 for t = 1, Fraenkel 1982);
//! - misère play, t >= 2: `a_n` = floor(n alpha + 1 / alpha) (Fraenkel 1984);
//! - misère play, t = 1: as in normal play, but (0, 0) and (1, 2) give way to (2, 2) and (0, 1).
//!
//! All arithmetic uses integer roots: floor((x + y s) / z) = (x + isqrt(y^2 (t^2 + 4))) / z, rounded down,
//! for whole x, y >= 0 and z > 0, since taking whole parts in between changes nothing.
//!
//! A pair follows from its number, its difference or one heap. From its number: by the formula. From its
//! difference: the number is (difference - c) / t. From one heap h: the number L of lower members that are at
//! most h is again such a quotient; either the L-th is h itself, or h is an upper member and h - L says which
//! one, as each number up to h is a lower or an upper member.

use dashu_base::DivEuclid;
use dashu_int::{IBig, UBig};

use grundy_core::number::{isqrt, natural};
use grundy_core::position::{Component, Move, Touch};
use grundy_core::rules::{MoveRule, Parts, Rules, Settings, Source};

/// The cold pairs of one game.
#[derive(Clone, Debug)]
pub(super) struct ColdPairs {
    t: UBig,
    misere: bool,
}

/// One cold pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// Its index in the sequence: the difference is t times this, plus one in misère play with t >= 2.
    pub number: UBig,
    /// The smaller member.
    pub lower: UBig,
    /// The greater member; equal in (0, 0) and (2, 2).
    pub upper: UBig,
}

impl Pair {
    /// The other member; `heap` must be one of the two.
    pub fn partner(&self, heap: &UBig) -> &UBig {
        if *heap == self.lower { &self.upper } else { &self.lower }
    }

    /// Both members, the smaller first.
    pub fn members(&self) -> Vec<UBig> {
        vec![self.lower.clone(), self.upper.clone()]
    }
}

impl ColdPairs {
    /// The pairs for |k - l| < `t`, which is at least 1.
    pub fn new(t: UBig, misere: bool) -> Self {
        Self { t, misere }
    }

    /// Whether the first two pairs are replaced by others.
    fn swapped(&self) -> bool {
        self.misere && self.t == UBig::ONE
    }

    /// Whether 1 is added to every difference.
    pub fn shifted(&self) -> bool {
        self.misere && self.t > UBig::ONE
    }

    /// floor(factor sqrt(t^2 + 4)).
    fn root(&self, factor: &IBig) -> IBig {
        IBig::from(isqrt(&natural(&(factor * factor * (self.t.sqr() + UBig::from(4u8)))).unwrap_or_default()))
    }

    /// The pair with this number.
    pub fn numbered(&self, number: UBig) -> Pair {
        if self.swapped() && number <= UBig::ONE {
            let (lower, upper) = if number == UBig::ZERO { (2u8, 2u8) } else { (0, 1) };
            return Pair { number, lower: UBig::from(lower), upper: UBig::from(upper) };
        }
        let (n, t) = (IBig::from(number.clone()), IBig::from(self.t.clone()));
        let lower = if self.shifted() {
            let tn = &n * &t;
            ((IBig::from(2) - &t) * (&tn - IBig::ONE) + self.root(&(tn + IBig::ONE))).div_euclid(t * 2)
        } else {
            ((IBig::from(2) - t) * &n + self.root(&n)).div_euclid(IBig::from(2))
        };
        self.with_lower(number, natural(&lower).unwrap_or_default())
    }

    fn with_lower(&self, number: UBig, lower: UBig) -> Pair {
        let upper = &lower + self.difference(&number);
        Pair { number, lower, upper }
    }

    /// The difference of the pair with this number.
    fn difference(&self, number: &UBig) -> UBig {
        &self.t * number + UBig::from(u8::from(self.shifted()))
    }

    /// The one pair that contains `heap`.
    pub fn holding(&self, heap: &UBig) -> Pair {
        let (zero, one, two) = (UBig::ZERO, UBig::ONE, UBig::from(2u8));
        if self.swapped() && *heap <= two {
            return self.numbered(if *heap == two { zero } else { one });
        }
        if !self.misere && *heap == zero {
            return self.numbered(zero);
        }
        let (h, t) = (IBig::from(heap.clone()), IBig::from(self.t.clone()));
        let less = &t - IBig::from(2);
        let last_lower = if self.shifted() {
            let rational = (&h + IBig::ONE) * &t * &less - (t.sqr() - &t * IBig::from(2) + IBig::from(4));
            (self.root(&(&h * &t + IBig::from(2))) + rational).div_euclid(&t * &t * IBig::from(2))
        } else {
            let next = &h + IBig::ONE;
            (self.root(&next) + next * less).div_euclid(t * IBig::from(2))
        };
        let last_lower = natural(&last_lower).unwrap_or_default();
        let pair = self.numbered(last_lower.clone());
        if pair.lower == *heap {
            return pair;
        }
        // Shifted pairs are counted from 0 with both members new, the others with (0, 0) apart.
        let number = heap - last_lower - UBig::from(u8::from(self.shifted()));
        let lower = heap - self.difference(&number);
        self.with_lower(number, lower)
    }

    /// The pairs whose difference is nearer than t to `difference`, so that a move from both heaps may lead
    /// there, each with whether the heaps keep their order.
    fn near(&self, difference: &UBig) -> Vec<(Pair, bool)> {
        let shift = UBig::from(u8::from(self.shifted()));
        let (first, _) = if *difference < shift {
            (UBig::ZERO, UBig::ZERO)
        } else {
            dashu_base::DivRem::div_rem(difference - &shift, &self.t)
        };
        let mut found = Vec::new();
        for number in [first.clone(), first + UBig::ONE] {
            let other = self.difference(&number);
            let apart = if other > *difference { &other - difference } else { difference - &other };
            let straight = apart < self.t;
            let crossed = other > UBig::ZERO && &other + difference < self.t;
            if straight || crossed {
                let pair = self.numbered(number);
                found.extend(straight.then(|| (pair.clone(), true)));
                found.extend(crossed.then_some((pair, false)));
            }
        }
        found
    }
}

/// Two heaps, and what a theorem about cold pairs implies about them.
#[derive(Debug)]
pub(super) struct TwoHeaps {
    /// Index in the position and size of each heap, the smaller first. Missing heaps count as empty.
    heaps: [(usize, UBig); 2],
    /// The pair that contains each of them.
    pub holding: [Pair; 2],
    /// The pairs that a move from both heaps may lead to.
    near: Vec<(Pair, bool)>,
}

impl TwoHeaps {
    /// The position, if at most two heaps are nonempty; empty ones do not matter.
    pub fn new(component: &Component, pairs: &ColdPairs) -> Option<Self> {
        let mut full: Vec<(usize, UBig)> =
            component.heaps().iter().cloned().enumerate().filter(|(_, h)| *h > UBig::ZERO).collect();
        while full.len() < 2 {
            full.insert(0, (usize::MAX, UBig::ZERO));
        }
        let mut heaps: [(usize, UBig); 2] = full.try_into().ok()?;
        heaps.sort_by(|a, b| a.1.cmp(&b.1));
        let holding = [pairs.holding(&heaps[0].1), pairs.holding(&heaps[1].1)];
        let near = pairs.near(&(&heaps[1].1 - &heaps[0].1));
        Some(Self { heaps, holding, near })
    }

    /// The smaller heap.
    pub fn smaller(&self) -> &UBig {
        &self.heaps[0].1
    }

    /// The greater heap.
    pub fn greater(&self) -> &UBig {
        &self.heaps[1].1
    }

    /// The difference of the heaps.
    pub fn difference(&self) -> UBig {
        self.greater() - self.smaller()
    }

    /// Whether the heaps are a cold pair.
    pub fn is_cold(&self) -> bool {
        self.holding[0].lower == *self.smaller() && self.holding[0].upper == *self.greater()
    }

    /// What remains after a move that takes from heap `reduced` (0 the smaller, 1 the greater) alone.
    pub fn by_one_heap(&self, reduced: usize) -> Option<&UBig> {
        let kept = &self.heaps[1 - reduced].1;
        let left = self.holding[1 - reduced].partner(kept);
        (*left < self.heaps[reduced].1).then_some(left)
    }

    /// Moves from both heaps: the pair, and what is taken from the smaller and the greater heap.
    pub fn by_both_heaps(&self) -> Vec<(&Pair, [UBig; 2])> {
        let mut found = Vec::new();
        for (pair, straight) in &self.near {
            let [from_smaller, from_greater] =
                if *straight { [&pair.lower, &pair.upper] } else { [&pair.upper, &pair.lower] };
            if from_smaller < self.smaller() && from_greater < self.greater() {
                found.push((pair, [self.smaller() - from_smaller, self.greater() - from_greater]));
            }
        }
        found
    }

    /// Every winning move, all ways to the same result included.
    pub fn winning_moves(&self) -> Vec<Move> {
        if self.is_cold() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for reduced in [0, 1] {
            if let Some(left) = self.by_one_heap(reduced) {
                let (index, heap) = &self.heaps[reduced];
                moves.push(Move::take(*index, heap - left, left.clone()));
            }
        }
        for (_, taken) in self.by_both_heaps() {
            let touched = self.heaps.iter().zip(taken).map(|((index, heap), taken)| {
                let rest = heap - &taken;
                Touch { heap: *index, taken, left: if rest == UBig::ZERO { vec![] } else { vec![rest] } }
            });
            let mut touched: Vec<Touch> = touched.collect();
            touched.sort_by_key(|touch| touch.heap);
            moves.push(Move::Take { discarded: vec![], touched });
        }
        moves
    }
}

/// The second source of rules that are `take any or take any from ...`, with nothing else.
pub(super) fn second_source(rules: &Rules) -> Option<&Source> {
    if *rules.settings() != Settings::default() {
        return None;
    }
    let together = Parts::together();
    let plain = |rule: &'_ MoveRule| match rule {
        MoveRule::Take { parts, amounts, .. } => *parts == together && amounts.is_any(),
        _ => false,
    };
    match rules.moves() {
        [one @ MoveRule::Take { source: Source::One, .. }, two @ MoveRule::Take { source, .. }]
            if plain(one) && plain(two) =>
        {
            Some(source)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_stands_in_exactly_one_pair() {
        for t in [1u32, 2, 3, 8, 100] {
            for misere in [false, true] {
                let pairs = ColdPairs::new(UBig::from(t), misere);
                for heap in 0u32..400 {
                    let heap = UBig::from(heap);
                    let pair = pairs.holding(&heap);
                    assert!(pair.lower == heap || pair.upper == heap, "{heap} in {pair:?}, t = {t}");
                    assert_eq!(pairs.numbered(pair.number.clone()), pair, "t = {t}, misère {misere}");
                    assert_eq!(pairs.holding(pair.partner(&heap)), pair, "t = {t}, misère {misere}");
                }
            }
        }
    }

    #[test]
    fn huge_numbers_stand_in_pairs_too() {
        for t in [UBig::ONE, UBig::from(7u8), UBig::from(10u8).pow(30)] {
            for misere in [false, true] {
                let pairs = ColdPairs::new(t.clone(), misere);
                for plus in 0u8..20 {
                    let heap = UBig::from(10u8).pow(200) + UBig::from(plus);
                    let pair = pairs.holding(&heap);
                    assert!(pair.lower == heap || pair.upper == heap);
                    assert_eq!(pairs.numbered(pair.number.clone()), pair);
                }
            }
        }
    }
}
