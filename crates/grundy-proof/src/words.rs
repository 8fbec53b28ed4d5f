//! An automaton of a law on machine words: several digits per step, each found by a multiplication.

use grundy_automata::{DEAD, Dfa, Numeration};

use crate::question::MOST_HEAPS;

/// Maximum number of entries of a transition table: few enough to stay in the L1 cache.
const ENTRIES: usize = 1 << 13;

/// A place value, with floor((2^64 - 1) / worth).
#[derive(Clone, Copy, Debug)]
struct Place {
    worth: u64,
    reciprocal: u64,
}

impl Place {
    fn new(worth: u64) -> Self {
        Self { worth, reciprocal: u64::MAX / worth }
    }

    /// The digit of a number at this place, and the remainder. The product with the reciprocal is the quotient
    /// or one less.
    #[inline]
    fn digit(self, number: u64) -> (u64, u64) {
        let quotient = ((u128::from(number) * u128::from(self.reciprocal)) >> 64) as u64;
        let rest = number - quotient * self.worth;
        let more = u64::from(rest >= self.worth);
        (quotient + more, rest - more * self.worth)
    }
}

/// Decides positions whose heaps are machine words. Every `u64` is a valid heap.
#[derive(Clone, Debug)]
pub struct Words {
    heaps: usize,
    /// Place values, the greatest first.
    places: Vec<Place>,
    /// The first place that may have a nonzero digit, by the number of bits of the largest heap.
    first: [u8; 65],
    /// The number of digits of one step; in a base, a step may combine several digits.
    digits: usize,
    /// The number of letters of one step.
    letters: usize,
    /// Transitions, one row per state: the start of the target's row. The last row is the sink, from which nothing is
    /// accepted.
    next: Vec<u32>,
    accepting: Vec<bool>,
}

/// Positions that are walked together: each waits for its own digit and its own row, so several keep the processor busy.
const TOGETHER: usize = 8;
/// The digits that are read together: most positions are decided by then.
const FIRST: usize = 2;

impl Words {
    pub(crate) fn new(numeration: &Numeration, heaps: usize, set: &Dfa) -> Self {
        let power = |count: usize| numeration.digits().pow(count as u32);
        // Only in a base can several digits be combined into one digit of a larger base.
        let together = |count: &usize| power(*count).pow(heaps as u32) * set.states() <= ENTRIES;
        let most = if numeration.as_base().is_some() { 16 } else { 1 };
        let together = (2..=most).take_while(together).last().unwrap_or(1);
        let digits = power(together);
        let letters = digits.pow(heaps as u32);
        let mut next = Vec::with_capacity(set.states() * letters);
        for state in 0..set.states() as u32 {
            for letter in 0..letters {
                let part = |place: usize| {
                    let digit = |heap: usize| letter / digits.pow(heap as u32) % digits / power(place);
                    (0..heaps).map(|heap| digit(heap) % numeration.digits() * power(heap)).sum::<usize>()
                };
                let target = (0..together).rev().fold(state, |state, place| set.step(state, part(place)));
                let row = if target == DEAD { set.states() as u32 } else { target };
                next.push(row * letters as u32);
            }
        }
        next.extend(std::iter::repeat_n((set.states() * letters) as u32, letters));
        let accepting = (0..set.states() as u32).map(|state| set.accepting(state)).chain([false]).collect();
        let mut worths = worths(numeration, digits as u64);
        worths.reverse();
        let mut first = [0; 65];
        for (bits, first) in first.iter_mut().enumerate() {
            let fits = |worth: &u64| 64 - worth.leading_zeros() as usize <= bits;
            *first = worths.iter().position(fits).unwrap_or(worths.len()) as u8;
        }
        let places = worths.into_iter().map(Place::new).collect();
        Self { heaps, places, first, digits, letters, next, accepting }
    }

    /// The number of heaps it reads.
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// Whether a position is in the set. `heaps` has at most as many entries as the automaton reads; missing
    /// heaps are empty.
    #[inline]
    pub fn accepts(&self, heaps: &[u64]) -> bool {
        match self.heaps {
            1 => self.walk::<1>(heaps),
            2 => self.walk::<2>(heaps),
            3 => self.walk::<3>(heaps),
            _ => self.walk::<MOST_HEAPS>(heaps),
        }
    }

    #[inline]
    fn walk<const N: usize>(&self, heaps: &[u64]) -> bool {
        let mut rest = [0u64; N];
        for (rest, heap) in rest.iter_mut().zip(heaps) {
            *rest = *heap;
        }
        let bits = 64 - rest.iter().fold(0, |all, heap| all | heap).leading_zeros();
        let mut row = 0;
        for place in &self.places[usize::from(self.first[bits as usize])..] {
            row = self.step(row, *place, &mut rest);
            if row == self.sink() {
                return false;
            }
        }
        self.accepting[row as usize / self.letters]
    }

    /// The row after one more digit of each heap.
    #[inline]
    fn step<const N: usize>(&self, row: u32, place: Place, rest: &mut [u64; N]) -> u32 {
        let mut letter = 0;
        for rest in rest.iter_mut().rev() {
            let (digit, left) = place.digit(*rest);
            *rest = left;
            letter = letter * self.digits + digit as usize;
        }
        self.next[row as usize + letter]
    }

    fn sink(&self) -> u32 {
        (self.next.len() - self.letters) as u32
    }

    /// Writes 1 for each pair of heaps in the set, else 0; for sets of two heaps.
    pub fn accepts_pairs(&self, pairs: &[[u64; 2]], found: &mut [u8]) {
        let (chunks, rest) = pairs.as_chunks::<TOGETHER>();
        let (found_chunks, found_rest) = found.split_at_mut(chunks.len() * TOGETHER);
        for (pairs, found) in chunks.iter().zip(found_chunks.chunks_exact_mut(TOGETHER)) {
            let mut rest = *pairs;
            let bits = 64 - rest.iter().flatten().fold(0, |all, heap| all | heap).leading_zeros();
            // Leading zeros do not matter, so all begin at the first place of the longest.
            let places = &self.places[usize::from(self.first[bits as usize])..];
            let (first, later) = places.split_at(places.len().min(FIRST));
            let mut rows = [0u32; TOGETHER];
            for place in first {
                for (row, rest) in rows.iter_mut().zip(&mut rest) {
                    *row = self.step(*row, *place, rest);
                }
            }
            for ((row, rest), found) in rows.iter_mut().zip(&mut rest).zip(found) {
                for place in later {
                    if *row == self.sink() {
                        break;
                    }
                    *row = self.step(*row, *place, rest);
                }
                *found = u8::from(self.accepting[*row as usize / self.letters]);
            }
        }
        for (pair, found) in rest.iter().zip(found_rest) {
            *found = u8::from(self.accepts(pair));
        }
    }
}

/// All place values that fit a word, the least first; in a base, those of the larger base `digits`.
fn worths(numeration: &Numeration, digits: u64) -> Vec<u64> {
    let mut worths = Vec::new();
    if numeration.as_base().is_some() {
        worths.extend(std::iter::successors(Some(1u64), |worth| worth.checked_mul(digits)));
        return worths;
    }
    worths.extend_from_slice(numeration.places());
    let next = |worths: &[u64]| {
        let terms = worths.iter().rev().zip(numeration.rule());
        terms
            .map(|(&worth, &t)| worth.checked_mul(t.into()))
            .try_fold(0u64, |sum, term| sum.checked_add(term?))
    };
    while let Some(worth) = next(&worths) {
        worths.push(worth);
    }
    worths
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;

    use super::*;
    use crate::digits;

    /// A random automaton for which leading zeros do not matter.
    fn automaton(random: &mut fastrand::Rng, numeration: &Numeration, heaps: usize) -> Dfa {
        let states = random.usize(1..9);
        let letters = numeration.digits().pow(heaps as u32);
        let mut next: Vec<u32> = (0..states * letters)
            .map(|_| if random.u8(0..12) == 0 { DEAD } else { random.u32(0..states as u32) })
            .collect();
        next[0] = 0;
        Dfa::from_table(heaps, numeration.digits(), next, (0..states).map(|_| random.bool()).collect())
            .unwrap()
    }

    #[test]
    fn words_are_read_as_numbers_of_any_size_are() {
        let mut random = fastrand::Rng::with_seed(11);
        for id in ["b2", "b3", "b6", "b7", "b10", "fib", "t2", "t3", "trib"] {
            let numeration = Numeration::from_id(id).unwrap();
            for heaps in [1, 2, 3, 4] {
                if numeration.digits().pow(heaps as u32) > 5000 {
                    continue;
                }
                let lost = automaton(&mut random, &numeration, heaps);
                let words = Words::new(&numeration, heaps, &lost);
                for round in 0..200 {
                    let heap = |random: &mut fastrand::Rng| match round % 3 {
                        0 => random.u64(0..40),
                        1 => u64::MAX - random.u64(0..3),
                        _ => random.u64(..) >> random.u32(0..64),
                    };
                    let x: Vec<u64> = (0..heaps).map(|_| heap(&mut random)).collect();
                    let large: Vec<UBig> = x.iter().map(|&n| n.into()).collect();
                    let accepted = lost.accepts_word(&digits::word(&numeration, &large));
                    assert_eq!(words.accepts(&x), accepted, "{id} {x:?}");
                }
                if heaps != 2 {
                    continue;
                }
                let short = |random: &mut fastrand::Rng| random.u64(..) >> random.u32(0..64);
                let pairs: Vec<[u64; 2]> =
                    (0..103).map(|_| [short(&mut random), short(&mut random)]).collect();
                let mut found = vec![2; pairs.len()];
                words.accepts_pairs(&pairs, &mut found);
                for (pair, found) in pairs.iter().zip(found) {
                    assert_eq!(found, u8::from(words.accepts(pair)), "{id} {pair:?}");
                }
            }
        }
    }

    #[test]
    fn digits_are_quotients() {
        let mut random = fastrand::Rng::with_seed(12);
        for _ in 0..20_000 {
            let worth = (random.u64(..) >> random.u32(0..64)).max(1);
            let number = random.u64(..) >> random.u32(0..64);
            assert_eq!(Place::new(worth).digit(number), (number / worth, number % worth));
        }
        for number in [0, 1, u64::MAX] {
            assert_eq!(Place::new(1).digit(number), (number, 0));
            assert_eq!(Place::new(u64::MAX).digit(number), (number / u64::MAX, number % u64::MAX));
        }
    }
}
