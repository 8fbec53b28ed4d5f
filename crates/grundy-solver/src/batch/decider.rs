//! Decides positions of machine words without a solver: by the game's kernel, or by cached values of single
//! heaps.

use std::sync::Arc;

use dashu_int::UBig;

use super::columns::Prepared;
use super::run::Column;
use crate::solver::Solver;

/// Values of heaps from this size on are not cached.
const LARGEST: u64 = 1 << 20;
/// Marks a value that is not cached yet.
const UNKNOWN: u32 = u32::MAX;

/// Decides positions on one thread.
#[derive(Debug)]
pub(super) struct Decider {
    prepared: Arc<Prepared>,
    asks_value: bool,
    /// Cached heap values, for games without a kernel.
    memory: Option<Vec<u32>>,
}

/// What is known about a position.
pub(super) struct Known {
    /// Whether the player to move loses.
    pub is_p: bool,
    /// The Grundy value, if it was requested and exists.
    pub value: Option<u64>,
    /// The method's name, if it was requested.
    pub method: &'static str,
}

impl Decider {
    /// Returns the decider for prepared settings; `None` if a solver must answer every position.
    pub fn of(prepared: &Arc<Prepared>) -> Option<Self> {
        let settings = prepared.settings();
        let asks = |column: Column| settings.columns.contains(&column);
        if asks(Column::Moves) || asks(Column::FirstMove) {
            return None;
        }
        let asks_value = settings.asks_value();
        let memory = match prepared.kernel() {
            Some(_) => None,
            // The method may depend on the size of the heaps, so its name is not cached.
            None if asks(Column::Method) => return None,
            None if prepared.has_heap_values() => Some(Vec::new()),
            None => return None,
        };
        Some(Self { prepared: prepared.clone(), asks_value, memory })
    }

    /// Answers a position. `None` if `solver` must answer it or report what is wrong with it.
    #[inline]
    pub fn answer(&mut self, heaps: &[u64], solver: &Solver) -> Option<Known> {
        if let Some(kernel) = self.prepared.kernel() {
            let is_p = kernel.is_p(heaps)?;
            let value = if self.asks_value { kernel.value(heaps) } else { None };
            return Some(Known { is_p, value, method: kernel.name() });
        }
        let mut sum = 0;
        for &heap in heaps {
            sum ^= self.value(heap, solver)?;
        }
        Some(Known { is_p: sum == 0, value: self.asks_value.then_some(u64::from(sum)), method: "" })
    }

    /// The value of one heap, cached or computed.
    #[inline]
    fn value(&mut self, heap: u64, solver: &Solver) -> Option<u32> {
        let memory = self.memory.as_mut()?;
        let place = usize::try_from(heap).ok()?;
        match memory.get(place) {
            Some(&value) if value != UNKNOWN => Some(value),
            _ => learn(memory, heap, solver, &self.prepared),
        }
    }
}

#[cold]
fn learn(memory: &mut Vec<u32>, heap: u64, solver: &Solver, prepared: &Prepared) -> Option<u32> {
    if heap >= LARGEST {
        return None;
    }
    let place = usize::try_from(heap).ok()?;
    let function = solver.recognise(&prepared.settings().line).values()?;
    let value = function.value(&UBig::from(heap), &solver.budget()).ok()?;
    let value = u32::try_from(&value).ok().filter(|value| *value != UNKNOWN)?;
    if memory.len() <= place {
        memory.resize((place + 1).next_power_of_two(), UNKNOWN);
    }
    memory[place] = value;
    Some(value)
}
