//! Values as an engine stores them: in as few bytes as they need.

use pulp::{Arch, NullaryFnOnce};

/// A sequence of values G(0), G(1), ..., in the representation of the engine.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// One 32-bit word each.
    Wide(&'a [u32]),
    /// Two bytes each.
    Narrow(&'a [u16]),
    /// One byte each.
    Bytes(&'a [u8]),
    /// One byte each, which is a code for a value.
    Coded(Coded<'a>),
    /// Read one by one, from wherever they are.
    Elsewhere(&'a dyn Elsewhere),
    /// One bit each, if all are 0 or 1.
    Bits {
        /// 64 values per word, the first one lowest.
        words: &'a [u64],
        /// The number of values.
        length: usize,
    },
}

/// Values that are not all in memory.
pub trait Elsewhere: std::fmt::Debug + Sync {
    /// The number of values.
    fn count(&self) -> usize;
    /// G(n).
    fn value(&self, n: usize) -> u32;
}

/// Places that are left out of a sequence: `dropped` of them, after the first `kept`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gap {
    pub(crate) kept: usize,
    pub(crate) dropped: usize,
}

impl Gap {
    /// The place of G(n) among those that are left.
    #[inline]
    pub(crate) fn place(self, n: usize) -> usize {
        n - if n < self.kept { 0 } else { self.dropped }
    }
}

/// Owned values, each stored in as many bytes as the engine used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// One byte each.
    Bytes(Vec<u8>),
    /// Two bytes each.
    Narrow(Vec<u16>),
    /// Four bytes each.
    Wide(Vec<u32>),
}

impl Kept {
    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::Bytes(all) => all.len(),
            Self::Narrow(all) => all.len(),
            Self::Wide(all) => all.len(),
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Keeps only the first `length` values.
    pub fn truncate(&mut self, length: usize) {
        match self {
            Self::Bytes(all) => all.truncate(length),
            Self::Narrow(all) => all.truncate(length),
            Self::Wide(all) => all.truncate(length),
        }
    }

    /// A view of the values.
    pub fn values(&self) -> Values<'_> {
        match self {
            Self::Bytes(all) => Values::Bytes(all),
            Self::Narrow(all) => Values::Narrow(all),
            Self::Wide(all) => Values::Wide(all),
        }
    }
}

impl Values<'_> {
    /// An owned copy of the values.
    pub fn to_kept(&self) -> Kept {
        match self {
            Self::Wide(all) => Kept::Wide(all.to_vec()),
            Self::Narrow(all) => Kept::Narrow(all.to_vec()),
            Self::Bytes(all) => Kept::Bytes(all.to_vec()),
            Self::Coded(all) => {
                let mut kept: Vec<u16> = all.head[..all.head.len().min(all.codes.len())].to_vec();
                kept.reserve_exact(all.codes.len() - kept.len());
                let rest = (kept.len()..).zip(&all.codes[kept.len()..]);
                kept.extend(rest.map(|(n, &code)| all.tables[n & 1][usize::from(code)]));
                Kept::Narrow(kept)
            }
            Self::Elsewhere(all) => Kept::Wide((0..all.count()).map(|n| all.value(n)).collect()),
            Self::Bits { words, length } => {
                let bit = |n: usize| u8::from(words[n / 64] >> (n % 64) & 1 == 1);
                Kept::Bytes((0..*length).map(bit).collect())
            }
        }
    }
}

/// Values as codes of a sparse space.
#[derive(Clone, Copy, Debug)]
pub struct Coded<'a> {
    /// The code of each value.
    pub(super) codes: &'a [u8],
    /// The first values as numbers: up to the last rare position.
    pub(super) head: &'a [u16],
    /// The values of codes after the head, at even and at odd positions.
    pub(super) tables: &'a [[u16; 256]; 2],
    /// What is left out of the codes.
    pub(super) gap: Gap,
}

impl<'a> Coded<'a> {
    /// The codes. Equal values have equal codes.
    pub(crate) fn codes(&self) -> &'a [u8] {
        self.codes
    }

    #[inline]
    pub(crate) fn at(&self, n: usize) -> u32 {
        match self.head.get(n) {
            Some(value) => (*value).into(),
            None => self.tables[n & 1][usize::from(self.codes[self.gap.place(n)])].into(),
        }
    }

    /// Fills `out` with G(from), G(from + 1), ..., none of which are left out.
    fn copy_to(&self, from: usize, out: &mut [u32]) {
        let head = self.head.get(from..).unwrap_or_default();
        let (first, rest) = out.split_at_mut(head.len().min(out.len()));
        for (value, &known) in first.iter_mut().zip(head) {
            *value = known.into();
        }
        let from = from + first.len();
        let codes = &self.codes[self.gap.place(from)..][..rest.len()];
        for ((n, value), &code) in (from..).zip(rest).zip(codes) {
            *value = self.tables[n & 1][usize::from(code)].into();
        }
    }
}

/// Runs `$body` with `$at` bound to a closure that reads one value, compiled once for each representation.
macro_rules! with_reader {
    ($values:expr, $at:ident => $body:expr) => {
        match $values {
            $crate::values::Values::Wide(all) => {
                let $at = |n: usize| all[n];
                $body
            }
            $crate::values::Values::Narrow(all) => {
                let $at = |n: usize| u32::from(all[n]);
                $body
            }
            $crate::values::Values::Bytes(all) => {
                let $at = |n: usize| u32::from(all[n]);
                $body
            }
            $crate::values::Values::Coded(all) => {
                let $at = |n: usize| all.at(n);
                $body
            }
            $crate::values::Values::Elsewhere(all) => {
                let $at = |n: usize| all.value(n);
                $body
            }
            $crate::values::Values::Bits { words, .. } => {
                let $at = |n: usize| u32::from(words[n / 64] >> (n % 64) & 1 == 1);
                $body
            }
        }
    };
}
pub(crate) use with_reader;

impl Values<'_> {
    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::Wide(all) => all.len(),
            Self::Narrow(all) => all.len(),
            Self::Bytes(all) => all.len(),
            Self::Coded(all) => all.codes.len() + all.gap.dropped,
            Self::Elsewhere(all) => all.count(),
            Self::Bits { length, .. } => *length,
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// G(n), if it is computed.
    pub fn get(&self, n: usize) -> Option<u32> {
        (n < self.len()).then(|| with_reader!(*self, at => at(n)))
    }

    /// G(n).
    ///
    /// # Panics
    /// If G(n) is not computed.
    #[inline]
    pub fn at(&self, n: usize) -> u32 {
        with_reader!(*self, at => at(n))
    }

    /// Fills `out` with G(from), G(from + 1), ...
    ///
    /// # Panics
    /// If one of these values is not computed.
    pub fn copy_to(&self, from: usize, out: &mut [u32]) {
        if let Self::Coded(all) = self {
            return all.copy_to(from, out);
        }
        with_reader!(*self, at => {
            for (n, value) in (from..).zip(out) {
                *value = at(n);
            }
        });
    }

    /// All values, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|n| self.at(n))
    }

    /// A checksum of the values: `sum = 31 * sum + value` over all of them, modulo 2^64.
    pub fn checksum(&self) -> u64 {
        Arch::new().dispatch(Checksum(*self))
    }
}

/// Number of partial sums computed side by side, each over every `SUMS`-th value.
const SUMS: usize = 32;

struct Checksum<'a>(Values<'a>);

impl NullaryFnOnce for Checksum<'_> {
    type Output = u64;

    // Code that is not inlined here is not compiled for the vector unit.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) -> u64 {
        match self.0 {
            Values::Wide(all) => checksum(all),
            Values::Narrow(all) => checksum(all),
            Values::Bytes(all) => checksum(all),
            other => {
                let length = other.len();
                with_reader!(other, at => {
                    (0..length).fold(0, |sum: u64, n| sum.wrapping_mul(31).wrapping_add(at(n).into()))
                })
            }
        }
    }
}

#[allow(clippy::inline_always)]
#[inline(always)]
fn checksum<T: Copy + Into<u64>>(values: &[T]) -> u64 {
    let step = (0..SUMS).fold(1_u64, |power, _| power.wrapping_mul(31));
    let (rows, rest) = values.as_chunks::<SUMS>();
    let mut sums = [0_u64; SUMS];
    for row in rows {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_mul(step).wrapping_add((*value).into());
        }
    }
    let rest = rest.iter().map(|value| (*value).into());
    sums.into_iter().chain(rest).fold(0, |sum: u64, value| sum.wrapping_mul(31).wrapping_add(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_the_same_in_every_form() {
        let tables = [
            std::array::from_fn(|code| 3 * u16::try_from(code).unwrap()),
            std::array::from_fn(|code| u16::try_from(code).unwrap()),
        ];
        let codes: Vec<u8> = (0..200).collect();
        for head in [&[][..], &[7, 8, 9], &[5; 300]] {
            let coded = Values::Coded(Coded { codes: &codes, head, tables: &tables, gap: Gap::default() });
            assert!(coded.to_kept().values().iter().eq(coded.iter()));
        }
        let bits = Values::Bits { words: &[0x1234_5678_9abc_def0, 0x5a5a], length: 77 };
        assert!(bits.to_kept().values().iter().eq(bits.iter()));
        let wide = Values::Wide(&[1, 70_000]);
        assert_eq!(wide.to_kept(), Kept::Wide(vec![1, 70_000]));
    }

    #[test]
    fn checksums_do_not_depend_on_the_form() {
        let wide: Vec<u32> = (0..1000).map(|n| n * n % 251).collect();
        for length in [0, 1, 31, 32, 33, 1000] {
            let plain = wide[..length]
                .iter()
                .fold(0_u64, |sum, value| sum.wrapping_mul(31).wrapping_add(u64::from(*value)));
            let narrow: Vec<u16> = wide[..length].iter().map(|v| u16::try_from(*v).unwrap()).collect();
            let bytes: Vec<u8> = wide[..length].iter().map(|v| u8::try_from(*v).unwrap()).collect();
            for values in [Values::Wide(&wide[..length]), Values::Narrow(&narrow), Values::Bytes(&bytes)] {
                assert_eq!(values.checksum(), plain, "{length}");
            }
        }
    }
}
