//! A law: the P-positions of a game with so many heaps, as an automaton; proved or read from a certificate.

use std::time::Duration;

use dashu_int::UBig;

use grundy_automata::{Budget, DEAD, Dfa, Numeration};

use crate::digits;
use crate::proof::Sizes;
use crate::question::{Question, Ways};
use crate::relation::{Parts, Relation, Trouble};

/// An automaton that accepts exactly the P-positions of a game, and what is needed to find moves by it.
#[derive(Debug)]
pub struct Law {
    question: Question,
    numeration: Numeration,
    lost: Dfa,
    ways: Ways,
    /// Parts of the relation, for winning moves.
    parts: Parts,
    sizes: Sizes,
    took: (Duration, Duration),
}

impl Law {
    /// A law from its parts; that it holds is for a proof to say.
    pub fn new(question: Question, numeration: Numeration, lost: Dfa) -> Result<Self, Trouble> {
        let ways = question.ways().map_err(|_| Trouble::Numeration)?;
        let parts = Relation::new(&ways, question.heaps, &numeration, &Budget::default())?.into();
        Ok(Self {
            question,
            numeration,
            lost,
            ways,
            parts,
            sizes: Sizes::default(),
            took: Default::default(),
        })
    }

    pub(crate) fn with_proof(self, sizes: Sizes, took: (Duration, Duration)) -> Self {
        Self { sizes, took, ..self }
    }

    /// The game.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// How heaps are written.
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// The automaton of the P-positions; track j reads heap j.
    pub fn lost(&self) -> &Dfa {
        &self.lost
    }

    /// How large the automata of the proof became.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// How long the automaton was learned, and how long it was proved.
    pub fn took(&self) -> (Duration, Duration) {
        self.took
    }

    pub(crate) fn ways(&self) -> &Ways {
        &self.ways
    }

    /// Is it a P-position: does the player to move lose? Time is linear in the digits, in a base nearly.
    pub fn is_lost(&self, heaps: &[UBig]) -> bool {
        heaps.len() == self.question.heaps && self.lost.accepts_word(&digits::word(&self.numeration, heaps))
    }

    /// The same on machine words; `None` above 10^18, and for another number of heaps.
    pub fn is_lost_word(&self, heaps: &[u64]) -> Option<bool> {
        let numeration = &self.numeration;
        if heaps.len() != self.question.heaps {
            return None;
        }
        let most = heaps.iter().copied().max().unwrap_or(0);
        let length = numeration.places().partition_point(|&place| place <= most);
        if length == numeration.places().len() {
            return None;
        }
        let mut rest = [0u64; crate::question::MOST_HEAPS];
        rest[..heaps.len()].copy_from_slice(heaps);
        let mut state = 0;
        for &place in numeration.places()[..length].iter().rev() {
            let mut letter = 0;
            for rest in rest[..heaps.len()].iter_mut().rev() {
                let digit = *rest / place;
                *rest -= digit * place;
                letter = letter * numeration.digits() + digit as usize;
            }
            state = self.lost.step(state, letter);
            if state == DEAD {
                return Some(false);
            }
        }
        Some(self.lost.accepting(state))
    }

    /// The states that the heaps lead through, from the first on, with the digits read.
    pub fn path(&self, heaps: &[UBig]) -> Vec<(Vec<u8>, u32)> {
        let mut state = 0;
        let mut path = Vec::new();
        for letter in digits::word(&self.numeration, heaps) {
            state = self.lost.step(state, letter as usize);
            let base = self.numeration.digits();
            let digits = (0..heaps.len()).map(|j| (letter as usize / base.pow(j as u32) % base) as u8);
            path.push((digits.collect(), state));
        }
        path
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }
}
