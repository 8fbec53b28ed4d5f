//! Positions of machine words decided without a solver: by the game's kernel, or by values kept of single heaps.

use std::sync::Arc;

use dashu_int::UBig;

use super::columns::Prepared;
use super::run::Column;
use crate::solver::Solver;

/// The heap from which on no values are kept.
const LARGEST: u64 = 1 << 20;
/// Stands for a value that nobody has asked for yet.
const UNKNOWN: u32 = u32::MAX;

/// Decides positions on one thread.
#[derive(Debug)]
pub(super) struct Decider {
    prepared: Arc<Prepared>,
    asks_value: bool,
    /// For games without a kernel.
    memory: Option<Vec<u32>>,
}

/// What is known of a position.
pub(super) struct Known {
    /// Is it lost for the player to move?
    pub is_p: bool,
    /// The Grundy value, where it was asked for and there is one.
    pub value: Option<u64>,
    /// The method's name, where it was asked for.
    pub method: &'static str,
}

impl Decider {
    /// For what is asked about a game; `None` where a solver has to look at every position.
    pub fn of(prepared: &Arc<Prepared>) -> Option<Self> {
        let settings = prepared.settings();
        let asks = |column: Column| settings.columns.contains(&column);
        if asks(Column::Moves) || asks(Column::FirstMove) {
            return None;
        }
        let asks_value = settings.asks_value();
        let memory = match prepared.kernel() {
            Some(_) => None,
            // How a value was found may change with the size of the heaps, so the method's name is not kept.
            None if asks(Column::Method) => return None,
            None if prepared.has_heap_values() => Some(Vec::new()),
            None => return None,
        };
        Some(Self { prepared: prepared.clone(), asks_value, memory })
    }

    /// Answers a position. `None` for those that `solver` has to look at, which also says what is wrong with them.
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

    /// The value of one heap, looked up or found out.
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
