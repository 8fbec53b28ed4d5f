//! Finds the number of a value by its hash. The values themselves are kept in a list, once.

/// A hash table of numbers, with enough of their hashes to distinguish most of them.
#[derive(Default)]
pub(super) struct Index {
    /// Part of a hash and a number, as many as a power of two; at most three quarters are taken.
    slots: Vec<(u32, u32)>,
    taken: usize,
}

/// Marks an empty slot. Memory is used up long before a list has this number of members.
const EMPTY: u32 = u32::MAX;
const FEWEST: usize = 16;

fn tag(hash: u64) -> u32 {
    u32::try_from((hash ^ hash >> 32) & u64::from(u32::MAX)).unwrap_or(0)
}

impl Index {
    /// The number with this hash for which `is` holds.
    pub(super) fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Option<u32> {
        let tag = tag(hash);
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = tag as usize & mask;
        loop {
            match self.slots[at] {
                (_, EMPTY) => return None,
                (known, number) if known == tag && is(number) => return Some(number),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Number of members.
    pub(super) fn len(&self) -> usize {
        self.taken
    }

    /// Adds a number, which must not be there.
    pub(super) fn insert(&mut self, hash: u64, number: u32) {
        if 4 * (self.taken + 1) > 3 * self.slots.len() {
            let room = vec![(0, EMPTY); (2 * self.slots.len()).max(FEWEST)];
            for (tag, number) in std::mem::replace(&mut self.slots, room) {
                if number != EMPTY {
                    self.put(tag, number);
                }
            }
        }
        self.put(tag(hash), number);
        self.taken += 1;
    }

    fn put(&mut self, tag: u32, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = tag as usize & mask;
        while self.slots[at].1 != EMPTY {
            at = (at + 1) & mask;
        }
        self.slots[at] = (tag, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_again_even_if_their_hashes_are_alike() {
        let mut index = Index::default();
        let hash = |number: u32| u64::from(number / 3);
        for number in 0..10_000 {
            assert_eq!(index.find(hash(number), |known| known == number), None);
            index.insert(hash(number), number);
        }
        for number in 0..10_000 {
            assert_eq!(index.find(hash(number), |known| known == number), Some(number));
        }
        assert_eq!(index.find(hash(3), |known| known == 7), None);
    }
}
