//! Sets of positions that an automaton accepts, reading the digits of all heaps side by side.

use std::sync::Arc;

use dashu_int::UBig;
use grundy_proof::{DEAD, Dfa, Numeration, word};

/// The positions whose digits an automaton accepts. The heaps may stand in any order.
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

    /// How heaps are written.
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// How many states there are; words begin in state 0.
    pub fn states(&self) -> usize {
        self.accepts.states()
    }

    /// The states that accept, with 1 for yes.
    pub fn accepting(&self) -> Vec<i128> {
        (0..self.states() as u32).map(|state| i128::from(self.accepts.accepting(state))).collect()
    }

    /// For each state the target of each letter, one state after the other. The digit of heap i is worth d^i in a letter, if there are d
    /// digits. Where nothing is accepted any more, the target is one state more than there are, whose row comes last.
    pub fn targets(&self) -> Vec<i128> {
        let none = self.states() as i128;
        let rows = (0..self.states() as u32).flat_map(|state| self.accepts.row(state));
        let targets = rows.map(|&target| if target == DEAD { none } else { i128::from(target) });
        targets.chain(std::iter::repeat_n(none, self.accepts.letters())).collect()
    }

    /// The letters of one place: digits to the power of heaps.
    pub fn letters(&self) -> usize {
        self.accepts.letters()
    }

    /// Are these heaps accepted? `None` for negative numbers.
    pub(super) fn holds(&self, heaps: &[i128]) -> Option<bool> {
        let heaps: Vec<UBig> = heaps.iter().map(|&heap| UBig::try_from(heap).ok()).collect::<Option<_>>()?;
        Some(
            heaps.len() == self.accepts.tracks()
                && self.accepts.accepts_word(&word(&self.numeration, &heaps)),
        )
    }
}
