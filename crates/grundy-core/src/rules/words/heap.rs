//! The amounts of one heap after another, of any size that fits memory.

use dashu_int::UBig;

use super::expr::WordEnv;
use super::set::{Range, WordSet, holds, tidy};
use crate::error::Result;
use crate::limits::Budget;
use crate::rules::{Amounts, Env, Members};

/// A set of amounts that may depend on the heap and on nothing else: on machine words, and with big integers for the
/// heaps whose numbers on the way to the amounts do not fit.
#[derive(Debug)]
pub struct HeapAmounts {
    amounts: Amounts,
    words: Option<WordSet>,
    /// `words` is for heaps up to this size.
    most: Option<u64>,
}

/// Members are listed at least this far.
const FIRST: u64 = 256;

impl HeapAmounts {
    /// The set; [`extend`](Self::extend) makes it fast.
    pub fn new(amounts: &Amounts) -> Self {
        Self { amounts: amounts.clone(), words: None, most: None }
    }

    /// Lists what is the same for every heap, for heaps up to `most`.
    pub fn extend(&mut self, most: u64, budget: &Budget) -> Result<()> {
        if self.most.is_none_or(|known| known < most) {
            // Doubled, so that heaps that grow by one are not listed again each time.
            let most = most.max(self.most.unwrap_or_default().saturating_mul(2)).max(FIRST);
            self.words = WordSet::new(&self.amounts, most, budget)?;
            self.most = Some(most);
        }
        Ok(())
    }

    /// Whether the members are the same for every heap.
    pub fn is_fixed(&self) -> bool {
        self.amounts.is_fixed()
    }

    /// The members up to `most` for a heap, sorted and not touching; ranges may exceed `most`. They are in the set
    /// itself or in `room`. See [`ranges_between`].
    pub fn ranges<'a>(
        &'a self,
        heap: usize,
        most: usize,
        room: &'a mut Vec<Range>,
        budget: &Budget,
    ) -> Result<&'a [Range]> {
        let words = self.words.as_ref().filter(|_| self.most >= Some(most as u64));
        if let Some(fixed) = words.and_then(WordSet::fixed) {
            return Ok(fixed);
        }
        let env = WordEnv { n: heap as u64, ..WordEnv::default() };
        if words.is_some_and(|words| words.ranges(&env, most as u64, room).is_ok()) {
            return Ok(room);
        }
        room.clear();
        let members = Members::resolve(&self.amounts, &Env { n: UBig::from(heap), ..Env::default() })?;
        members.for_each_range(most, budget, &mut |lo, hi| {
            budget.reserve(size_of::<Range>() as u64)?;
            room.push((lo as u64, hi as u64));
            Ok(())
        })?;
        budget.release(size_of_val(&room[..]) as u64);
        tidy(room);
        Ok(room)
    }

    /// Whether `k` is a member for this heap.
    pub fn contains(&self, heap: usize, k: usize, budget: &Budget) -> Result<bool> {
        Ok(holds(self.ranges(heap, k, &mut Vec::new(), budget)?, k as u64))
    }
}

/// The parts of sorted ranges from `from` to `to`.
pub fn ranges_between(ranges: &[Range], from: usize, to: usize) -> impl Iterator<Item = (usize, usize)> {
    let end = |end: u64| usize::try_from(end).unwrap_or(usize::MAX);
    let first = ranges.partition_point(move |(_, hi)| end(*hi) < from);
    let within = ranges[first..].iter().map(move |&(lo, hi)| (end(lo).max(from), end(hi).min(to)));
    within.take_while(|(lo, hi)| lo <= hi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;

    #[test]
    fn ranges_hold_the_members() {
        let budget = Budget::default();
        for text in [
            "any except 4",
            "1..n/2 except 1, 5, 6",
            "2..n-1, 3*n/4..n, 50..60",
            "(2..n/2 except n/4..n/3), (1..9 except 4, 6..7)",
            "1..100/(n-5)",
            "1..10^40 except 10^20",
            "n-5..",
            "3..5, 1",
            "primes, n",
            "odd except 3..7",
            "any except multiples of 3, 7..",
            "powers of n-3, digits of n^3",
            "divisors of n, 40",
            "multiples of n/5",
            "multiples of n except divisors of 2*n",
            // Too large for words: for some heaps, for all.
            "1..n^25/10^30, n^25 - 10",
            "divisors of n*10^18",
            "10^50/n..n",
        ] {
            let game = parse_game(&format!("take {text}")).unwrap().game;
            let amounts = game.rules().unwrap().as_subtraction_set().unwrap();
            let mut words = HeapAmounts::new(amounts);
            let mut room = Vec::new();
            for n in 0..200_usize {
                let env = Env { n: UBig::from(n), ..Env::default() };
                let members = Members::resolve(amounts, &env).unwrap();
                let ranges = words.ranges(n, n, &mut room, &budget).unwrap();
                let found: Vec<usize> = ranges_between(ranges, 1, n).flat_map(|(lo, hi)| lo..=hi).collect();
                let expected: Vec<usize> = (1..=n).filter(|k| members.contains(&UBig::from(*k))).collect();
                assert_eq!(found, expected, "{text} {n}");
                assert!((0..=n).all(|k| words.contains(n, k, &budget).unwrap() == expected.contains(&k)));
                // The first heaps are not listed.
                if n >= 3 {
                    words.extend(n as u64 + 1, &budget).unwrap();
                }
            }
        }
    }

    #[test]
    fn parts_of_ranges_are_found() {
        let ranges = [(1, 3), (6, 6), (9, u64::MAX)];
        let between = |from, to| ranges_between(&ranges, from, to).collect::<Vec<_>>();
        assert_eq!(between(2, 20), [(2, 3), (6, 6), (9, 20)]);
        assert_eq!(between(4, 5), []);
        assert_eq!(between(7, 2), []);
        assert_eq!(between(30, usize::MAX), [(30, usize::MAX)]);
    }
}
