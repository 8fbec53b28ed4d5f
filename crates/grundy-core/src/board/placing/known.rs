//! What is known of parts, shared by threads: each part has its place in one of several tables, which one thread at a
//! time may use.

use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::search::Key;
use crate::error::Result;
use crate::limits::Budget;

/// Bytes that an entry of a table takes, with its share of the free places.
const ENTRY: u64 = 128;
/// Number of tables, as many as five bits tell apart.
const TABLES: usize = 32;

/// What is known of a part.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    Value(u32),
    /// It is none of these, which are below 128.
    Not(u128),
}

type Table = FxHashMap<Key, Known>;

#[derive(Default)]
pub(super) struct Shared {
    tables: [Mutex<Table>; TABLES],
}

impl Shared {
    fn table(&self, (side, cells): Key) -> MutexGuard<'_, Table> {
        let [low, high] =
            [cells, cells >> 64].map(|half| u64::try_from(half & u128::from(u64::MAX)).unwrap_or(0));
        let mixed = (low ^ high.rotate_left(29) ^ u64::from(side)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 59;
        let table = usize::try_from(mixed).unwrap_or(0);
        self.tables[table].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn of(&self, key: Key) -> Option<Known> {
        self.table(key).get(&key).copied()
    }

    /// Adds that the part has this value, or that it has not.
    pub fn learn(&self, key: Key, target: u32, is: bool, budget: &Budget) -> Result<()> {
        let not = if target < 128 { 1 << target } else { 0 };
        match self.table(key).entry(key) {
            Entry::Occupied(mut entry) => match entry.get_mut() {
                known @ Known::Not(_) if is => *known = Known::Value(target),
                Known::Not(values) => *values |= not,
                Known::Value(_) => {}
            },
            Entry::Vacant(place) => {
                budget.reserve(ENTRY)?;
                place.insert(if is { Known::Value(target) } else { Known::Not(not) });
            }
        }
        Ok(())
    }
}
