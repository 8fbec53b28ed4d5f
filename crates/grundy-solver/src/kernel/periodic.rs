//! Heaps whose Grundy values repeat, or rise evenly: one table lookup each, at any size.

use super::residue::BoundedNim;

/// The values of one heap, which repeat from some heap on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodicValues {
    /// The values of the preperiod and of one period.
    values: Vec<u32>,
    /// The first heap of the periodic part.
    preperiod: u64,
    /// The remainder modulo the period.
    turn: BoundedNim,
}

impl PeriodicValues {
    /// Takes `preperiod + period` values; the period is everything after the first `preperiod`.
    ///
    /// `None` if the period would be empty.
    pub fn new(values: Vec<u32>, preperiod: usize) -> Option<Self> {
        let period = values.len().checked_sub(preperiod).filter(|period| *period > 0)? as u64;
        Some(Self { values, preperiod: preperiod as u64, turn: BoundedNim::new(period - 1) })
    }

    /// The value of one heap.
    #[inline]
    pub fn of(&self, heap: u64) -> u32 {
        let place = match heap.checked_sub(self.preperiod) {
            Some(beyond) => self.preperiod + self.turn.residue(beyond),
            None => heap,
        };
        // The index is below the length, which is that of a list in memory.
        usize::try_from(place).ok().and_then(|place| self.values.get(place)).copied().unwrap_or_default()
    }

    /// The nim-sum of the values: the Grundy value of the position.
    #[inline]
    pub fn value(&self, heaps: &[u64]) -> u64 {
        heaps.iter().fold(0, |sum, &heap| sum ^ u64::from(self.of(heap)))
    }
}

/// The values of one heap, which repeat from some heap on, higher by `saltus` each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RisingValues {
    /// The values of the preperiod and of the first period.
    values: Vec<u32>,
    /// The first heap of the periodic part.
    preperiod: u64,
    /// Number of heaps after which values repeat.
    period: u64,
    /// Amount by which values rise each period.
    saltus: u64,
}

impl RisingValues {
    /// Takes `preperiod + period` values; the period is everything after the first `preperiod`.
    ///
    /// `None` if the period would be empty.
    pub fn new(values: Vec<u32>, preperiod: usize, saltus: u64) -> Option<Self> {
        let period = values.len().checked_sub(preperiod).filter(|period| *period > 0)? as u64;
        Some(Self { values, preperiod: preperiod as u64, period, saltus })
    }

    /// The value of one heap; `None` if it has more than 64 bits.
    #[inline]
    pub fn of(&self, heap: u64) -> Option<u64> {
        let beyond = heap.saturating_sub(self.preperiod);
        let turns = beyond / self.period;
        // The index is below the length, which is that of a list in memory.
        let place = usize::try_from(heap - turns * self.period).ok()?;
        turns.checked_mul(self.saltus)?.checked_add(u64::from(*self.values.get(place)?))
    }

    /// The nim-sum of the values: the Grundy value of the position. `None` as in [`of`](Self::of).
    #[inline]
    pub fn value(&self, heaps: &[u64]) -> Option<u64> {
        heaps.iter().try_fold(0, |sum, &heap| Some(sum ^ self.of(heap)?))
    }
}

#[cfg(test)]
mod tests {
    use super::{PeriodicValues, RisingValues};

    #[test]
    fn far_heaps_fall_into_the_period() {
        let values = PeriodicValues::new(vec![9, 8, 0, 1, 2], 2).unwrap();
        let first: Vec<u32> = (0..9).map(|heap| values.of(heap)).collect();
        assert_eq!(first, [9, 8, 0, 1, 2, 0, 1, 2, 0]);
        assert_eq!(u64::from(values.of(u64::MAX)), (u64::MAX - 2) % 3);
        assert_eq!(values.value(&[0, 1, 4]), 9 ^ 8 ^ 2);
        assert_eq!(PeriodicValues::new(vec![1, 2], 2), None);
    }
    #[test]
    fn values_rise_with_every_turn() {
        let values = RisingValues::new(vec![9, 0, 1, 2], 1, 5).unwrap();
        let first: Vec<u64> = (0..8).map(|heap| values.of(heap).unwrap()).collect();
        assert_eq!(first, [9, 0, 1, 2, 5, 6, 7, 10]);
        // In binary 1001, 101 and 1010.
        assert_eq!(values.value(&[0, 4, 7]), Some(0b110));
        // 5 (2^64 - 1) / 3 does not fit.
        assert_eq!(values.of(u64::MAX), None);
        assert_eq!(values.value(&[1, u64::MAX]), None);
        let even = RisingValues::new(vec![0], 0, 1).unwrap();
        assert_eq!(even.of(u64::MAX), Some(u64::MAX));
        assert_eq!(RisingValues::new(vec![1], 1, 1), None);
    }
}
