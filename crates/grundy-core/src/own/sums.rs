//! Values of sums that were met last: of positions that split, and are not kept in the table.

use std::hash::{BuildHasher, Hash};

use dashu_int::UBig;
use rustc_hash::FxBuildHasher;

/// Each value is in the place of its hash, where it replaces another. Most sums are met once; those of a board that splits may
/// be met after many moves.
pub(super) struct Sums<P> {
    /// As many as a power of two, or none.
    places: Vec<Option<(P, UBig)>>,
    taken: usize,
}

impl<P> Default for Sums<P> {
    fn default() -> Self {
        Self { places: vec![], taken: 0 }
    }
}

/// Most places for each position in the table.
const PLACES_A_POSITION: usize = 4;
const FEWEST: usize = 64;

fn place(hash: u64, places: usize) -> usize {
    usize::try_from((hash ^ hash >> 32) & u64::from(u32::MAX)).unwrap_or(0) & places.saturating_sub(1)
}

impl<P: Eq + Hash> Sums<P> {
    /// The value of a position with this hash.
    pub(super) fn get(&self, hash: u64, position: &P) -> Option<&UBig> {
        let (known, value) = self.places.get(place(hash, self.places.len()))?.as_ref()?;
        (known == position).then_some(value)
    }

    /// Keeps a value; returns the position whose value is given up for it.
    pub(super) fn keep(&mut self, hash: u64, position: P, value: UBig) -> Option<P> {
        let place = place(hash, self.places.len());
        let replaced = self.places.get_mut(place)?.replace((position, value));
        self.taken += usize::from(replaced.is_none());
        replaced.map(|(position, _)| position)
    }

    /// Whether there are too few places beside a table of `positions` positions.
    fn is_short(&self, positions: usize) -> bool {
        2 * self.taken >= self.places.len() && self.places.len() < PLACES_A_POSITION * positions
    }

    /// Memory of the places that [`Self::grow`] would add.
    pub(super) fn growth(&self, positions: usize) -> u64 {
        let more = if self.is_short(positions) { self.places.len().max(FEWEST) } else { 0 };
        (more * size_of::<Option<(P, UBig)>>()) as u64
    }

    /// Adds places, if there are too few.
    pub(super) fn grow(&mut self, positions: usize) {
        if !self.is_short(positions) {
            return;
        }
        let wanted = (2 * self.places.len()).max(FEWEST);
        let mut room = Vec::new();
        room.resize_with(wanted, || None);
        // Two that had different places still have.
        for (position, value) in std::mem::replace(&mut self.places, room).into_iter().flatten() {
            let place = place(FxBuildHasher.hash_one(&position), wanted);
            self.places[place] = Some((position, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_until_they_are_replaced() {
        let mut sums = Sums::default();
        let hash = |n: &u32| FxBuildHasher.hash_one(n);
        let (mut replaced, mut added) = (0, 0);
        for n in 0..10_000u32 {
            let growth = sums.growth(500);
            sums.grow(500);
            added += growth;
            assert_eq!(sums.get(hash(&n), &n), None);
            replaced += usize::from(sums.keep(hash(&n), n, UBig::from(n)).is_some());
            assert_eq!(sums.get(hash(&n), &n), Some(&UBig::from(n)));
        }
        let known = (0..10_000).filter(|n| sums.get(hash(n), n).is_some()).collect::<Vec<u32>>();
        assert!(known.iter().all(|n| sums.get(hash(n), n) == Some(&UBig::from(*n))));
        assert_eq!(known.len(), sums.taken);
        assert_eq!(known.len() + replaced, 10_000);
        assert_eq!(sums.places.len(), 2048);
        assert_eq!(added, (2048 * size_of::<Option<(u32, UBig)>>()) as u64);
    }
}
