//! States of components in machine words.

use dashu_int::UBig;

use grundy_core::position::State;
use grundy_core::rules::{Order, Rules};

use super::halt::{Flow, Halt, word};

/// Upper bound of heaps and totals, so that sums of a few cannot overflow.
pub(super) const MOST: u64 = 1 << 40;
/// Most heaps of a position; larger ones are left to the plain search, which counts the cost of each.
const MOST_HEAPS: usize = 1000;

/// Indices into [`Words::past`].
pub(super) const LAST: usize = 0;
pub(super) const OPEN: usize = 1;
pub(super) const FROM: usize = 2;
pub(super) const CLOSED: usize = 3;

/// One component's state, without the score so far; canonical as [`State`] is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Words {
    /// The heaps; if heaps may be rings, twice the size, plus one for a row.
    pub(super) heaps: Vec<u64>,
    /// Latest take, open heap, its first size, size of the last closed heap: each plus one, 0 for none.
    pub(super) past: [u64; 4],
}

impl Words {
    /// A state as words; unfit if a number is too large for the search to finish.
    pub(super) fn new(rules: &Rules, state: &State) -> Flow<Self> {
        if state.heaps.len() > MOST_HEAPS {
            return Err(Halt::Unfit);
        }
        let mut heaps = state.heaps.iter().map(small).collect::<Flow<Vec<_>>>()?;
        if rules.settings().ring {
            for (place, heap) in heaps.iter_mut().enumerate() {
                *heap = 2 * *heap + u64::from(*heap > 0 && state.past.rows.contains(&place));
            }
            heaps.sort_unstable();
        }
        let past = &state.past;
        let stored =
            |value: Option<&UBig>| -> Flow<u64> { value.map_or(Ok(0), |value| Ok(small(value)? + 1)) };
        let open = past.open.as_ref();
        Ok(Self {
            heaps,
            past: [
                stored(past.last.as_ref())?,
                open.map_or(0, |open| open.heap as u64 + 1),
                stored(open.map(|open| &open.from))?,
                stored(past.closed.as_ref())?,
            ],
        })
    }
}

fn small(value: &UBig) -> Flow<u64> {
    word(value).and_then(|value| if value < MOST { Ok(value) } else { Err(Halt::Unfit) })
}

/// The entries of the history that the rules use.
pub(super) fn remembered(rules: &Rules) -> [bool; 4] {
    let order = rules.settings().order;
    [rules.remembers_last(), order.is_some(), order.is_some(), order == Some(Order::Descending)]
}
