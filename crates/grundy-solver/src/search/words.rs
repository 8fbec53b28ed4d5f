//! States of components in machine words.

use dashu_int::UBig;

use grundy_core::position::State;
use grundy_core::rules::{Mark, Order, Rules};

use super::halt::{Flow, Halt, word};

/// Upper bound of heaps and totals, so that sums of a few cannot overflow.
pub(super) const MOST: u64 = 1 << 40;
/// Most heaps of a position; larger ones are left to the plain search, which counts the cost of each.
const MOST_HEAPS: usize = 1000;

/// Number of entries of a history.
pub(super) const ENTRIES: usize = 6;

/// Indices into [`Words::past`].
pub(super) const LAST: usize = 0;
pub(super) const OPEN: usize = 1;
pub(super) const FROM: usize = 2;
pub(super) const CLOSED: usize = 3;
pub(super) const SEAT: usize = 4;
pub(super) const PASSES: usize = 5;

/// One component's state, without the score so far; canonical as [`State`] is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Words {
    /// The heaps; if heaps bear marks, twice the size, plus one as [`with_mark`] says.
    pub(super) heaps: Vec<u64>,
    /// Latest take, open heap, its first size, size of the last closed heap: each plus one, 0 for none. Then the seat,
    /// counted from 0, and the number of passes left.
    pub(super) past: [u64; ENTRIES],
}

impl Words {
    /// A state as words; unfit if a number is too large for the search to finish.
    pub(super) fn new(rules: &Rules, state: &State) -> Flow<Self> {
        if state.heaps.len() > MOST_HEAPS {
            return Err(Halt::Unfit);
        }
        let mut heaps = state.heaps.iter().map(small).collect::<Flow<Vec<_>>>()?;
        if let Some(mark) = rules.settings().marks {
            for (place, heap) in heaps.iter_mut().enumerate() {
                *heap = with_mark(mark, *heap, state.past.marked.contains_key(&place));
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
                past.seat as u64,
                small(&(&rules.settings().passes - &past.passed))?,
            ],
        })
    }
}

/// A heap of this size with its mark or without one, as a word. Opening a heap makes the word smaller, as every other
/// change of a heap does.
pub(super) fn with_mark(mark: Mark, size: u64, marked: bool) -> u64 {
    2 * size + u64::from(size > 0 && marked != (mark == Mark::Open))
}

/// Whether the heap of this word bears its mark.
pub(super) fn has_mark(mark: Mark, heap: u64) -> bool {
    heap > 0 && heap.is_multiple_of(2) == (mark == Mark::Open)
}

fn small(value: &UBig) -> Flow<u64> {
    word(value).and_then(|value| if value < MOST { Ok(value) } else { Err(Halt::Unfit) })
}

/// The entries of the history that the rules use.
pub(super) fn remembered(rules: &Rules) -> [bool; ENTRIES] {
    let settings = rules.settings();
    let order = settings.order;
    [
        rules.remembers_last(),
        order.is_some(),
        order.is_some(),
        order == Some(Order::Descending),
        settings.seats.len() > 1,
        settings.passes != UBig::ZERO,
    ]
}
