//! A set of numbers with fast access to its least member: bits, then bits for the non-empty words of
//! bits, and so on up to a single word.

/// Numbers from 0 up, with as many levels as their size requires.
#[derive(Debug, Default)]
pub(super) struct Free {
    /// Level 0 has a bit for each number; each level above has a bit for each word of the level
    /// below.
    levels: Vec<Vec<u64>>,
}

impl Free {
    #[inline]
    pub(super) fn insert(&mut self, number: usize) {
        self.make_room(number);
        let mut at = number;
        for level in &mut self.levels {
            let word = &mut level[at / 64];
            let was_empty = *word == 0;
            *word |= 1 << (at % 64);
            if !was_empty {
                break;
            }
            at /= 64;
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, number: usize) {
        let mut at = number;
        for level in &mut self.levels {
            let Some(word) = level.get_mut(at / 64) else { break };
            *word &= !(1 << (at % 64));
            if *word != 0 {
                break;
            }
            at /= 64;
        }
    }

    /// The least member; 0 if the set is empty.
    #[inline]
    pub(super) fn first(&self) -> usize {
        let down = self.levels.iter().rev();
        down.fold(0, |word, level| word * 64 + level[word].trailing_zeros() as usize % 64)
    }

    /// Makes each level long enough, and the top a single word.
    fn make_room(&mut self, number: usize) {
        if self.levels.first().is_some_and(|level| number / 64 < level.len()) {
            return;
        }
        let mut words = number / 64 + 1;
        let mut depth = 0;
        loop {
            if depth == self.levels.len() {
                // A new top level: its first bit says whether the old top word is not empty.
                let below = depth.checked_sub(1).map(|below| &self.levels[below]);
                let full = |words: &Vec<u64>| u64::from(words.first().is_some_and(|word| *word != 0));
                self.levels.push(vec![below.map_or(0, full)]);
            }
            let level = &mut self.levels[depth];
            level.resize(level.len().max(words), 0);
            if level.len() == 1 {
                break;
            }
            words = words.div_ceil(64);
            depth += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use fastrand::Rng;

    #[test]
    fn the_least_is_the_least() {
        let mut random = Rng::with_seed(9);
        for most in [10, 100, 5000, 300_000] {
            let (mut free, mut plain) = (Free::default(), BTreeSet::new());
            for turn in 0..3000_u64 {
                // Sizes grow, so that levels are added while the set is not empty.
                let number = usize::try_from(random.u64(..=most * (turn + 1) / 3000)).unwrap();
                if random.u64(..2) == 0 {
                    free.insert(number);
                    plain.insert(number);
                } else {
                    let number = plain.first().copied().unwrap_or(number);
                    free.remove(number);
                    plain.remove(&number);
                }
                assert_eq!(free.first(), plain.first().copied().unwrap_or(0), "{most} {turn}");
            }
        }
    }
}
