//! Cells of values, and sets of small numbers.

/// A value as stored.
pub trait Cell: Copy {
    /// The least value that does not fit.
    const MOST: usize;
    fn value(self) -> u16;
    /// Converts a value, which must fit.
    fn from_value(value: u16) -> Self;
}

impl Cell for u8 {
    const MOST: usize = 1 << 8;

    #[inline]
    fn value(self) -> u16 {
        u16::from(self)
    }

    #[inline]
    fn from_value(value: u16) -> Self {
        value.to_le_bytes()[0]
    }
}

impl Cell for u16 {
    const MOST: usize = 1 << 16;

    #[inline]
    fn value(self) -> u16 {
        self
    }

    #[inline]
    fn from_value(value: u16) -> Self {
        value
    }
}

/// The set of option values found so far.
pub trait Seen {
    /// The least number that the set cannot hold.
    const MOST: usize;
    /// Empties the set, and prepares it for numbers below
    /// `size`.
    fn clear(&mut self, size: usize);
    fn mark(&mut self, value: u16);
    fn has(&self, value: u16) -> bool;
}

/// Numbers below 64, in a machine word.
#[derive(Default)]
pub struct Word(u64);

impl Seen for Word {
    const MOST: usize = 64;

    #[inline]
    fn clear(&mut self, _: usize) {
        self.0 = 0;
    }

    #[inline]
    fn mark(&mut self, value: u16) {
        self.0 |= 1 << (value & 63);
    }

    #[inline]
    fn has(&self, value: u16) -> bool {
        self.0 >> (value & 63) & 1 == 1
    }
}

/// Any numbers, each with the round in which it was last marked.
#[derive(Default)]
pub struct Marks {
    round: u64,
    last: Vec<u64>,
}

impl Seen for Marks {
    const MOST: usize = 1 << 16;

    #[inline]
    fn clear(&mut self, size: usize) {
        self.round += 1;
        if self.last.len() < size {
            self.last.resize(size, 0);
        }
    }

    #[inline]
    fn mark(&mut self, value: u16) {
        self.last[usize::from(value)] = self.round;
    }

    #[inline]
    fn has(&self, value: u16) -> bool {
        self.last[usize::from(value)] == self.round
    }
}
