//! Heaps decided by one number each: nim-sums of values, or of remainders under misère play.

use super::periodic::{PeriodicValues, RisingValues};
use super::residue::BoundedNim;
use super::{Kernel, nim};

/// Number of rows processed together: their part of every column fits the L1 cache.
const ROWS: usize = 1024;

/// The number of one heap, on machine words.
pub trait Worth: std::fmt::Debug + Send + Sync {
    /// Whether the number of every heap fits a word.
    const TOTAL: bool = true;
    /// Whether this is the size of a heap of Nim, with one move to each smaller size.
    const IS_SIZE: bool = false;

    /// The number of one heap; `None` where it does not fit.
    fn worth(&self, heap: u64) -> Option<u64>;
}

/// A heap of Nim, which is worth its size.
#[derive(Clone, Copy, Debug)]
pub struct Size;

impl Worth for Size {
    const IS_SIZE: bool = true;

    #[inline]
    fn worth(&self, heap: u64) -> Option<u64> {
        Some(heap)
    }
}

impl Worth for BoundedNim {
    #[inline]
    fn worth(&self, heap: u64) -> Option<u64> {
        Some(self.residue(heap))
    }
}

impl Worth for PeriodicValues {
    #[inline]
    fn worth(&self, heap: u64) -> Option<u64> {
        Some(u64::from(self.of(heap)))
    }
}

impl Worth for RisingValues {
    const TOTAL: bool = false;

    #[inline]
    fn worth(&self, heap: u64) -> Option<u64> {
        self.of(heap)
    }
}

/// Normal play: the nim-sum of the numbers of every heap, or of every other one, is the Grundy value.
#[derive(Clone, Debug)]
pub struct NimSum<W> {
    /// The method's name.
    pub name: &'static str,
    /// The number of one heap.
    pub worth: W,
    /// 1 for every heap, 2 for the 1st, 3rd, 5th, ...
    pub step: usize,
}

impl<W: Worth> Kernel for NimSum<W> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn takes(&self, _: usize) -> bool {
        W::TOTAL
    }

    #[inline]
    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        self.value(heaps).map(|value| value == 0)
    }

    fn has_values(&self) -> bool {
        true
    }

    #[inline]
    fn value(&self, heaps: &[u64]) -> Option<u64> {
        heaps.iter().step_by(self.step).try_fold(0, |sum, &heap| Some(sum ^ self.worth.worth(heap)?))
    }

    fn winning_takes(&self, heaps: &[u64], take: &mut dyn FnMut(usize, u64)) -> Option<bool> {
        let sum = self.value(heaps).filter(|_| W::IS_SIZE && self.step == 1)?;
        for (at, &heap) in heaps.iter().enumerate() {
            if heap ^ sum < heap {
                take(at, heap ^ sum);
            }
        }
        Some(sum == 0)
    }

    fn decide(&self, columns: &[&[u64]], lost: &mut [u8]) {
        let mut values = [0; ROWS];
        let mut pieces: Vec<&[u64]> = Vec::with_capacity(columns.len());
        for (piece, lost) in lost.chunks_mut(ROWS).enumerate() {
            let from = piece * ROWS;
            let values = &mut values[..lost.len()];
            pieces.clear();
            pieces.extend(columns.iter().map(|column| &column[from..from + lost.len()]));
            self.values(&pieces, values);
            for (lost, value) in lost.iter_mut().zip(&*values) {
                *lost = u8::from(*value == 0);
            }
        }
    }

    fn values(&self, columns: &[&[u64]], values: &mut [u64]) -> bool {
        values.fill(0);
        for column in columns.iter().step_by(self.step) {
            for (value, &heap) in values.iter_mut().zip(*column) {
                *value ^= self.worth.worth(heap).unwrap_or_default();
            }
        }
        W::TOTAL
    }
}

/// Misère play of heaps that behave like Nim heaps of the size of their numbers.
#[derive(Clone, Debug)]
pub struct MisereNim<W> {
    /// The method's name.
    pub name: &'static str,
    /// The number of one heap.
    pub worth: W,
}

impl<W: Worth> Kernel for MisereNim<W> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn takes(&self, _: usize) -> bool {
        true
    }

    #[inline]
    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        Some(nim::misere_rule(heaps.iter().map(|&heap| self.worth.worth(heap).unwrap_or_default())))
    }
}
