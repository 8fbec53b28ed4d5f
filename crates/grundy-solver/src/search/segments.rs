//! A list that grows without ever being copied: old entries stay where they are.

use grundy_core::limits::Budget;

use super::halt::Flow;

/// Number of entries in a segment.
const LENGTH: usize = 1 << 14;

/// Segments of entries of one size.
#[derive(Debug)]
pub(super) struct Segments<T> {
    full: Vec<Vec<T>>,
    bytes: u64,
}

impl<T> Default for Segments<T> {
    fn default() -> Self {
        Self { full: Vec::new(), bytes: 0 }
    }
}

impl<T: Copy> Segments<T> {
    pub(super) fn push(&mut self, entry: T, budget: &Budget) -> Flow {
        if self.full.last().is_none_or(|segment| segment.len() == LENGTH) {
            let bytes = (LENGTH * size_of::<T>()) as u64;
            budget.reserve(bytes)?;
            self.bytes += bytes;
            self.full.push(Vec::with_capacity(LENGTH));
        }
        if let Some(segment) = self.full.last_mut() {
            segment.push(entry);
        }
        Ok(())
    }

    pub(super) fn get(&self, at: usize) -> T {
        self.full[at / LENGTH][at % LENGTH]
    }

    pub(super) fn set(&mut self, at: usize, entry: T) {
        self.full[at / LENGTH][at % LENGTH] = entry;
    }

    /// Reserved memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}
