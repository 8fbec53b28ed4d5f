//! Decisions on machine words: exact, without allocation, as fast as the processor allows.
//!
//! The theorems cover integers of any size. Almost every position met in practice fits 64 bits, and there
//! each decision takes a handful of multiplications. The functions here are total: every `u64` is a valid
//! heap, nothing overflows silently, and a result that can exceed 64 bits is a `u128`.
//!
//! A [`Kernel`] is such a decision for one game, made by the game's [`Method`](crate::method::Method).

use std::fmt::Debug;

use self::wythoff::Winning;

pub mod euclid;
pub mod heaps;
pub mod moore;
pub mod nim;
pub mod periodic;
pub mod residue;
pub mod wythoff;

/// Decides the positions of one game on machine words, one by one or whole columns at a time. Threads share
/// it.
///
/// Answers are those of [`Solver`](crate::Solver) on the same position.
pub trait Kernel: Debug + Send + Sync {
    /// The name of the method in answers.
    fn name(&self) -> &'static str;

    /// Whether it decides all positions of `heaps` heaps. For other numbers of heaps it may decide the
    /// smaller positions, which [`is_p`](Self::is_p) reports.
    fn takes(&self, heaps: usize) -> bool;

    /// Whether the position is lost for the player to move. `None` for unsupported numbers of heaps, and if a
    /// number does not fit a word.
    fn is_p(&self, heaps: &[u64]) -> Option<bool>;

    /// Whether this kernel returns Grundy values.
    fn has_values(&self) -> bool {
        false
    }

    /// The Grundy value, if answers have one. `None` as in [`is_p`](Self::is_p).
    fn value(&self, heaps: &[u64]) -> Option<u64> {
        let _ = heaps;
        None
    }

    /// Writes 1 for each position lost for the player to move, else 0. There is one column per heap, each as
    /// long as `lost`, and as many as [`takes`](Self::takes) allows.
    fn decide(&self, columns: &[&[u64]], lost: &mut [u8]) {
        each_row(columns, lost.len(), |row, heaps| {
            if let Some(is_p) = self.is_p(heaps) {
                lost[row] = u8::from(is_p);
            }
        });
    }

    /// Writes the Grundy value of each position and returns true, if answers have one; columns as in
    /// [`decide`](Self::decide).
    fn values(&self, columns: &[&[u64]], values: &mut [u64]) -> bool {
        let _ = (columns, values);
        false
    }

    /// Whether [`decide_pairs`](Self::decide_pairs) is faster than deciding pairs one by one.
    fn gathers_pairs(&self) -> bool {
        false
    }

    /// Writes 1 for each pair of heaps that is lost for the player to move, else 0.
    fn decide_pairs(&self, pairs: &[[u64; 2]], lost: &mut [u8]) {
        for (pair, lost) in pairs.iter().zip(lost) {
            *lost = u8::from(self.is_p(pair) == Some(true));
        }
    }

    /// Calls `take` for every winning move with the heap and what stays of it, in the order of the heaps, and
    /// returns whether the position is lost. `None`, before any call, unless the kernel lists the moves and
    /// each of them takes from one heap.
    fn winning_takes(&self, heaps: &[u64], take: &mut dyn FnMut(usize, u64)) -> Option<bool> {
        let _ = (heaps, take);
        None
    }

    /// The winning results of two heaps, if the kernel lists them.
    fn winning_results(&self, pair: [u64; 2]) -> Option<Winning> {
        let _ = pair;
        None
    }
}

/// Calls `look` with the number of every row and its heaps.
pub(crate) fn each_row(columns: &[&[u64]], rows: usize, mut look: impl FnMut(usize, &[u64])) {
    let mut heaps = vec![0; columns.len()];
    for row in 0..rows {
        for (heap, column) in heaps.iter_mut().zip(columns) {
            *heap = column[row];
        }
        look(row, &heaps);
    }
}
