//! Sets of positions that an automaton accepts, reading the digits of all heaps side by side.

use std::sync::Arc;

use dashu_int::UBig;
use grundy_proof::{DEAD, Dfa, Numeration, word};

/// The positions whose digits an automaton accepts. The heaps may be in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    numeration: Numeration,
    accepts: Arc<Dfa>,
}

impl Automaton {
    /// The positions that `accepts` accepts, their heaps written in `numeration`.
    pub fn new(numeration: Numeration, accepts: Dfa) -> Self {
        Self { numeration, accepts: Arc::new(accepts) }
    }

    /// The numeration of the heaps.
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// Number of states; words begin in state 0.
    pub fn states(&self) -> usize {
        self.accepts.states()
    }

    /// 1 for each state that accepts, else 0.
    pub fn accepting(&self) -> Vec<i128> {
        (0..self.states() as u32).map(|state| i128::from(self.accepts.accepting(state))).collect()
    }

    /// For each state the target of each letter, state by state. With d digits, the digit of heap i has
    /// weight d^i in a letter. If nothing can be accepted any more, the target is an extra state, whose row
    /// comes last.
    pub fn targets(&self) -> Vec<i128> {
        let none = self.states() as i128;
        let rows = (0..self.states() as u32).flat_map(|state| self.accepts.row(state));
        let targets = rows.map(|&target| if target == DEAD { none } else { i128::from(target) });
        targets.chain(std::iter::repeat_n(none, self.accepts.letters())).collect()
    }

    /// Number of letters: digits to the power of heaps.
    pub fn letters(&self) -> usize {
        self.accepts.letters()
    }

    /// Whether these heaps are accepted; `None` for negative numbers.
    pub(super) fn holds(&self, heaps: &[i128]) -> Option<bool> {
        let heaps: Vec<UBig> = heaps.iter().map(|&heap| UBig::try_from(heap).ok()).collect::<Option<_>>()?;
        Some(
            heaps.len() == self.accepts.tracks()
                && self.accepts.accepts_word(&word(&self.numeration, &heaps)),
        )
    }
}
