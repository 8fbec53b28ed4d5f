//! The P-positions a sieve has found.

use super::bits;
use grundy_core::prefixes::Prefixes;

/// The P-positions of a game in a box, each stored in every row that contains it.
///
/// A row is given by the sorted sizes of all heaps but one, and holds the sizes of the remaining heap.
#[derive(Clone, Debug)]
pub struct PositionSet {
    /// Number of sizes of each heap, smallest first.
    pub(super) sides: Vec<usize>,
    pub(super) prefixes: Prefixes,
    pub(super) rows: Vec<Row>,
    pub(super) len: usize,
    pub(super) bytes: u64,
}

/// The entries of one row: few as a list, many as bits.
#[derive(Clone, Debug)]
pub(super) enum Row {
    /// In the order found.
    Few(Vec<u32>),
    /// One bit per number.
    Many(Vec<u64>),
}

impl Row {
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Few(list) if list.is_empty())
    }

    fn contains(&self, number: usize) -> bool {
        match self {
            Self::Few(list) => list.iter().any(|&n| n as usize == number),
            Self::Many(row) => bits::get(row, number),
        }
    }

    /// Adds a number below `width`; returns by how many bytes the row has grown.
    pub(super) fn add(&mut self, number: usize, width: usize) -> u64 {
        match self {
            Self::Many(row) => {
                bits::set(row, number);
                0
            }
            Self::Few(list) if list.len() * 32 < width.max(128) => {
                let before = list.capacity();
                list.push(u32::try_from(number).unwrap_or(u32::MAX));
                (list.capacity() - before) as u64 * 4
            }
            Self::Few(list) => {
                let mut row = vec![0; bits::words(width)];
                for &n in &*list {
                    bits::set(&mut row, n as usize);
                }
                bits::set(&mut row, number);
                *self = Self::Many(row);
                bits::words(width) as u64 * 8
            }
        }
    }

    pub(super) fn for_each(&self, mut each: impl FnMut(usize)) {
        match self {
            Self::Few(list) => list.iter().for_each(|&n| each(n as usize)),
            Self::Many(row) => bits::ones(row, 0).for_each(each),
        }
    }

    /// Marks every number of the row, shifted up by `by`.
    pub(super) fn mark(&self, by: usize, marks: &mut [u64]) {
        match self {
            Self::Few(list) => list.iter().for_each(|&n| bits::set(marks, n as usize + by)),
            Self::Many(row) => bits::or_shifted(marks, row, by),
        }
    }
}

impl PositionSet {
    /// Number of sizes of each heap, smallest first: 8 means the heaps 0 to 7.
    pub fn sides(&self) -> &[usize] {
        &self.sides
    }

    /// Number of P-positions, without reorderings of heaps.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no P-positions.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Approximate memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether this is a P-position. The heaps are in any order; a position outside the box is never in the
    /// set, whatever its outcome.
    pub fn contains(&self, heaps: &[usize]) -> bool {
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        self.contains_sorted(&heaps)
    }

    pub(super) fn contains_sorted(&self, heaps: &[usize]) -> bool {
        let inside =
            heaps.len() == self.sides.len() && heaps.iter().zip(&self.sides).all(|(x, side)| x < side);
        let Some((last, prefix)) = heaps.split_last().filter(|_| inside) else { return false };
        self.rows[self.prefixes.number(prefix)].contains(*last)
    }

    /// The P-positions, each sorted, in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let (_, short) = self.sides.split_last().unwrap_or((&0, &[]));
        let mut prefix = Some(vec![0; short.len()]);
        let rows = std::iter::from_fn(move || {
            let current = prefix.take()?;
            prefix = next_prefix(&current, short);
            Some(current)
        });
        rows.flat_map(|prefix| {
            let mut found = Vec::new();
            let start = prefix.last().copied().unwrap_or(0);
            self.rows[self.prefixes.number(&prefix)].for_each(|last| {
                if last >= start {
                    found.push(last);
                }
            });
            found.sort_unstable();
            found.into_iter().map(move |last| prefix.iter().copied().chain([last]).collect())
        })
    }
}

/// The next sorted list below `sides`, in lexicographic order.
pub(super) fn next_prefix(prefix: &[usize], sides: &[usize]) -> Option<Vec<usize>> {
    let place = (0..prefix.len()).rev().find(|&i| prefix[i] + 1 < sides[i])?;
    let mut next = prefix.to_vec();
    let up = prefix[place] + 1;
    // Sides ascend, so what fits at one place fits at all later ones.
    next[place..].fill(up);
    Some(next)
}
