//! Values that are in the store and no longer in memory.

use std::ops::Range;

use super::Statistics;
use crate::Store;
use crate::engine::{Elsewhere, Engine, Values, engine_for};
use grundy_core::error::{Condition, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::Rules;

/// An engine with the values of the store, and their statistics. With `held`, values in whole segments are not held in
/// memory where that is possible.
///
/// Errors: the stored values do not match their checksum, or do not fit the memory.
pub(super) fn restored(
    rules: &Rules,
    store: &Store,
    held: Option<usize>,
    budget: &Budget,
) -> Result<(Box<dyn Engine>, Statistics)> {
    let mut engine = engine_for(rules);
    let mut statistics = Statistics::default();
    let before = budget.reserved();
    let read = store.read(&mut |values| {
        budget.check_time()?;
        engine.restore(values, budget)?;
        statistics.absorb(values);
        if let Some(held) = held {
            forget(&mut *engine, store, held, budget);
        }
        Ok(())
    });
    match read {
        // All of them, then.
        Err(error) if held.is_some() && error.is(Condition::ValuesForgotten) => {
            budget.release(budget.reserved() - before);
            return restored(rules, store, None, budget);
        }
        read => read?,
    }
    if statistics.checksum() != store.checksum() || statistics.count() != store.length() {
        return Err(store.damaged());
    }
    if let Some(held) = held {
        forget(&mut *engine, store, held, budget);
    }
    Ok((engine, statistics))
}

/// Lets the engine drop values that are in whole segments.
pub(super) fn forget(engine: &mut dyn Engine, store: &Store, held: usize, budget: &Budget) {
    if store.seals() {
        let sealed = usize::try_from(store.sealed()).unwrap_or(usize::MAX);
        engine.forget(sealed.min(engine.values().len()), held, budget);
    }
}

/// Calls `then` with the values of the engine, or if some are in the store only, with those of both.
pub(super) fn with_values<R>(
    engine: &dyn Engine,
    store: Option<&Store>,
    then: impl FnOnce(Values<'_>) -> R,
) -> R {
    let forgotten = engine.forgotten();
    match store.filter(|_| !forgotten.is_empty()) {
        None => then(engine.values()),
        Some(store) => then(Values::Elsewhere(&Both { store, forgotten, values: engine.values() })),
    }
}

/// The values of an engine and those of a store.
#[derive(Debug)]
struct Both<'a> {
    store: &'a Store,
    forgotten: Range<usize>,
    values: Values<'a>,
}

impl Elsewhere for Both<'_> {
    fn count(&self) -> usize {
        self.values.len()
    }

    fn value(&self, n: usize) -> u32 {
        if self.forgotten.contains(&n) { self.store.value(n as u64) } else { self.values.at(n) }
    }
}
