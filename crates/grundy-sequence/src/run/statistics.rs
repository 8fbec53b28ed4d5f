//! Statistics of values, collected as they are computed.

use std::collections::BTreeMap;

/// Values below this are counted individually, larger ones together.
const COUNTED: usize = 1 << 16;

/// The largest value and its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Largest {
    /// The value.
    pub value: u32,
    /// The number of values before its first occurrence: the heap itself, if heap 0 was the first value.
    pub first: u64,
    /// The number of values before its last occurrence.
    pub last: u64,
}

/// Count, checksum, largest value and frequencies of a sequence of values.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    count: u64,
    checksum: u64,
    largest: Option<Largest>,
    frequencies: Vec<u64>,
    above: u64,
}

impl Statistics {
    /// Adds the next values, in order.
    pub fn absorb(&mut self, values: &[u32]) {
        for &value in values {
            self.checksum = self.checksum.wrapping_mul(31).wrapping_add(u64::from(value));
            match &mut self.largest {
                Some(largest) if value < largest.value => {}
                Some(largest) if value == largest.value => largest.last = self.count,
                largest => *largest = Some(Largest { value, first: self.count, last: self.count }),
            }
            self.count += 1;
            let place = value as usize;
            if place >= self.frequencies.len() && place < COUNTED {
                self.frequencies.resize(place + 1, 0);
            }
            match self.frequencies.get_mut(place) {
                Some(frequency) => *frequency += 1,
                None => self.above += 1,
            }
        }
    }

    /// The number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// `sum = 31 sum + value`, modulo 2^64, over all values in order, from 0. It does not depend on the
    /// engine.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The largest value.
    pub fn largest(&self) -> Option<Largest> {
        self.largest
    }

    /// The frequency of each value below 65536 that occurs.
    pub fn frequencies(&self) -> BTreeMap<u32, u64> {
        let counted = (0..).zip(&self.frequencies).filter(|(_, count)| **count > 0);
        counted.map(|(value, count)| (value, *count)).collect()
    }

    /// The number of values that are 65536 or more.
    pub fn above_counted(&self) -> u64 {
        self.above
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_show() {
        let values: Vec<u32> = (0..500u32).map(|n| n * n % 97).chain([70_000, 3]).collect();
        let mut whole = Statistics::default();
        whole.absorb(&values);
        let mut pieces = Statistics::default();
        values.chunks(7).for_each(|piece| pieces.absorb(piece));
        assert_eq!(pieces.checksum(), whole.checksum());
        assert_eq!(
            whole.checksum(),
            values.iter().fold(0u64, |s, &v| s.wrapping_mul(31).wrapping_add(v.into()))
        );
        assert_eq!(pieces.largest(), Some(Largest { value: 70_000, first: 500, last: 500 }));
        assert_eq!((whole.count(), whole.above_counted()), (502, 1));
        let threes = values.iter().filter(|v| **v == 3).count() as u64;
        assert_eq!(whole.frequencies()[&3], threes);
        assert_eq!(whole.frequencies().values().sum::<u64>() + 1, 502);
    }

    #[test]
    fn the_largest_value_knows_its_first_and_last_place() {
        let mut some = Statistics::default();
        assert_eq!(some.largest(), None);
        some.absorb(&[1, 4, 2, 4, 0]);
        assert_eq!(some.largest(), Some(Largest { value: 4, first: 1, last: 3 }));
    }
}
