//! Lasker's Nim: take any number from a heap, or split it in two.
//!
//! Statement: L(0) = 0, and for k >= 0 the heaps 4k+1, 4k+2, 4k+3, 4k+4 are worth 4k+1, 4k+2,
//! 4k+4, 4k+3: as in Nim, with the last two of each four swapped (Lasker 1931; Winning Ways,
//! chapter 4).
//!
//! The splits of n to value t are counted by a formula. Write the values of the parts as 4I + i
//! and 4J + j. A part is then 4I + d(i) with d = -1, 1, 2, 4, so for each i (and j = i xor t mod 4)
//! the question is for which I and J the sum I + J is a given S and I xor J a given T. Since
//! I + J = (I xor J) + 2 (I and J), there are 2^(ones of T) answers if (S - T) / 2 is a whole number
//! without a one in common with T, and none otherwise: every subset of the ones of T may go to I.

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

use super::{ClosedPeriod, HeapFunction, HeapMove, HeapMoves};
use grundy_core::answer::MethodKind;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::number;
use grundy_core::rules::{Amounts, Likeness, MoveRule, Parts, Rules, Source};
use grundy_core::text::Message;

/// Whether these are the rules of Lasker's Nim.
pub fn is_lasker(rules: &Rules) -> bool {
    let whole = |rule: &MoveRule| {
        matches!(rule, MoveRule::Take { source: Source::One, parts, amounts }
            if *parts == Parts::together() && amounts.is_any())
    };
    let split = |rule: &MoveRule| {
        matches!(rule, MoveRule::Take { source: Source::One, parts, amounts }
            if parts.counts.iter().eq([&2]) && parts.likeness == Likeness::Free
                && *amounts == Amounts::single(UBig::ZERO))
    };
    rules.is_heapwise() && matches!(rules.moves(), [a, b] if whole(a) && split(b))
}

/// The closed form of Lasker's Nim.
#[derive(Debug)]
pub struct Lasker;

/// Approximate memory of a listed split, without its digits.
const SPLIT_BYTES: u64 = 160;
/// Number of listed splits for which memory is reserved at a time.
const PORTION: usize = 1024;

/// n modulo 4.
fn rest4(n: &UBig) -> u8 {
    u8::from(n.bit(0)) + 2 * u8::from(n.bit(1))
}

fn value(n: &UBig) -> UBig {
    match rest4(n) {
        3 => n + UBig::ONE,
        0 if *n > UBig::ZERO => n - UBig::ONE,
        _ => n.clone(),
    }
}

/// The heap of value `v`. The permutation is its own inverse: it swaps neighbours.
fn heap_of(v: &UBig) -> UBig {
    value(v)
}

/// The splits whose first part has a value congruent to `i` modulo 4. All first parts are
/// `4 (common or x) + offset`, where x is a subset of the ones of `free`.
struct Class {
    offset: i8,
    common: UBig,
    free: UBig,
    /// How many x are excluded: x = 0 if the first part would be worth 0, x = all if the second would.
    excluded: u8,
    skip_zero: bool,
}

const OFFSETS: [i8; 4] = [-1, 1, 2, 4];

impl Class {
    fn new(n: &UBig, target: &UBig, i: u8) -> Option<Self> {
        let j = i ^ rest4(target);
        let offsets = OFFSETS[usize::from(i)] + OFFSETS[usize::from(j)];
        let rest = number::natural(&(IBig::from(n.clone()) - IBig::from(offsets)))?;
        if rest4(&rest) != 0 {
            return None;
        }
        let (sum, free) = (rest >> 2, target.clone() >> 2);
        if sum < free {
            return None;
        }
        let twice = sum - &free;
        let common = twice.clone() >> 1;
        if twice.bit(0) || &common & &free != UBig::ZERO {
            return None;
        }
        // A part of value 0 would be empty.
        let empty = common == UBig::ZERO;
        let excluded = match (empty && i == 0, empty && j == 0) {
            (true, true) if free == UBig::ZERO => 1,
            (first, second) => u8::from(first) + u8::from(second),
        };
        Some(Self { offset: OFFSETS[usize::from(i)], common, free, excluded, skip_zero: empty && i == 0 })
    }

    /// The number of (first, second) pairs.
    fn count(&self) -> UBig {
        (UBig::ONE << self.free.count_ones()) - UBig::from(self.excluded)
    }

    /// Calls `each` with the first parts in ascending order until it returns `false`.
    fn each_first(&self, mut each: impl FnMut(UBig) -> Result<bool>) -> Result<()> {
        let width = self.free.bit_len();
        let others = ((UBig::ONE << width) - UBig::ONE) ^ &self.free;
        let mut chosen = UBig::ZERO;
        loop {
            if !(self.skip_zero && chosen == UBig::ZERO) {
                let first = ((&self.common | &chosen) << 2) + IBig::from(self.offset);
                if let Some(first) = number::natural(&first)
                    && !each(first)?
                {
                    return Ok(());
                }
            }
            if chosen == self.free {
                return Ok(());
            }
            // Counting up among the ones of `free`: a carry runs through the others.
            chosen = ((chosen | &others) + UBig::ONE) & &self.free;
        }
    }
}

/// The first `want` splits of `n` to `target`, smallest first part first, and whether these are all.
fn splits(n: &UBig, target: &UBig, want: usize, budget: &Budget) -> Result<(Vec<HeapMove>, bool)> {
    let half = n.clone() >> 1;
    let mut firsts: Vec<UBig> = Vec::new();
    let mut complete = true;
    let bytes = SPLIT_BYTES + n.bit_len() as u64 / 2;
    for class in (0..4).filter_map(|i| Class::new(n, target, i)) {
        let mut found = 0usize;
        class.each_first(|first| {
            budget.step()?;
            // The remaining splits are the same with the parts exchanged.
            if first > half {
                return Ok(false);
            }
            if found >= want {
                complete = false;
                return Ok(false);
            }
            if found.is_multiple_of(PORTION) {
                budget.reserve(PORTION.min(want) as u64 * bytes)?;
            }
            found += 1;
            firsts.push(first);
            Ok(true)
        })?;
    }
    firsts.sort_unstable();
    if firsts.len() > want {
        firsts.truncate(want);
        complete = false;
    }
    let list = firsts.into_iter().map(|a| {
        let b = n - &a;
        HeapMove { taken: UBig::ZERO, left: vec![a, b] }
    });
    Ok((list.collect(), complete))
}

/// The number of splits of `n` that lead to `target`. The order of the two parts is ignored.
fn count_splits(n: &UBig, target: &UBig) -> UBig {
    let ordered = (0..4).filter_map(|i| Class::new(n, target, i)).fold(UBig::ZERO, |sum, c| sum + c.count());
    let halves = *target == UBig::ZERO && !n.bit(0) && *n > UBig::ZERO;
    (ordered + UBig::from(u8::from(halves))) >> 1
}

impl HeapFunction for Lasker {
    fn name(&self) -> &'static str {
        "lasker"
    }
    fn kind(&self) -> MethodKind {
        MethodKind::Theorem
    }
    fn reference(&self) -> Option<&'static str> {
        Some("E. Lasker 1931; Winning Ways, chapter 4")
    }
    fn value(&self, n: &UBig, _budget: &Budget) -> Result<UBig> {
        Ok(value(n))
    }

    fn moves_to(&self, n: &UBig, target: &UBig, want: usize, budget: &Budget) -> Result<HeapMoves> {
        let (mut list, complete) = splits(n, target, want, budget)?;
        let total = count_splits(n, target);
        // The order of the take among the splits depends on the other heaps, so it is always listed.
        let rest = heap_of(target);
        let mut takes = UBig::ZERO;
        if rest < *n {
            takes = UBig::ONE;
            let left = if rest == UBig::ZERO { vec![] } else { vec![rest.clone()] };
            let at = list.partition_point(|m| m.left < left);
            list.insert(at, HeapMove { taken: n - rest, left });
        }
        Ok(HeapMoves { list, complete, total: Some(total + takes) })
    }

    fn rule(&self) -> Message {
        Message::new("lasker.rule")
    }

    fn closed(&self) -> Option<ClosedPeriod> {
        // 4k+1 and 4k+2 are worth themselves, 4k+3 and 4k+4 change places; 0 is the exception.
        Some(ClosedPeriod {
            preperiod: UBig::ONE,
            period: UBig::from(4u8),
            saltus: UBig::from(4u8),
            max_value: None,
            reference: self.reference(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;
    use grundy_core::notation::parse_game;

    fn rules(text: &str) -> Rules {
        parse_game(text).unwrap().game.rules().unwrap().clone()
    }

    #[test]
    fn values_and_moves_are_those_of_the_table() {
        let table = Table::new(&rules("lasker"));
        let budget = Budget::default();
        for n in 0u32..90 {
            let n = UBig::from(n);
            assert_eq!(value(&n), table.value(&n, &budget).unwrap(), "{n}");
            for target in 0u32..100 {
                let target = UBig::from(target);
                let expected = table.moves_to(&n, &target, usize::MAX, &budget).unwrap();
                let all = Lasker.moves_to(&n, &target, usize::MAX, &budget).unwrap();
                assert_eq!(all.list, expected.list, "{n} to {target}");
                assert!(all.complete);
                assert_eq!(all.total, Some(UBig::from(expected.list.len())), "{n} to {target}");
            }
        }
    }

    #[test]
    fn a_cut_list_holds_the_first_splits() {
        let table = Table::new(&rules("lasker"));
        let budget = Budget::default();
        for (n, target) in [(300u32, 3u32), (1024, 1024), (255, 254), (256, 0), (511, 85)] {
            let (n, target) = (UBig::from(n), UBig::from(target));
            let expected: Vec<HeapMove> = table
                .moves_to(&n, &target, usize::MAX, &budget)
                .unwrap()
                .list
                .into_iter()
                .filter(|m| m.left.len() == 2)
                .collect();
            let (first, complete) = splits(&n, &target, 5, &budget).unwrap();
            assert_eq!(first[..], expected[..expected.len().min(5)], "{n} to {target}");
            assert_eq!(complete, expected.len() <= 5);
        }
    }

    #[test]
    fn only_its_rules_are_recognised() {
        assert!(is_lasker(&rules("take any leaving 0, 1 heaps or take 0 leaving 2 heaps")));
        assert!(!is_lasker(&rules("take any or split into 2 unequal heaps")));
        assert!(!is_lasker(&rules("take any or split into 3 heaps")));
        assert!(!is_lasker(&rules("take 1..9 or split into 2 heaps")));
        assert!(!is_lasker(&rules("take any")));
    }
}
