//! A law: the P-positions of a game with a given number of heaps, as an automaton; proved or read from a
//! certificate.

use std::sync::OnceLock;
use std::time::Duration;

use dashu_int::UBig;

use grundy_automata::{Budget, Dfa, Numeration};
use grundy_core::error::{Error, Result};

use crate::digits;
use crate::proof::Sizes;
use crate::question::{Question, Ways};
use crate::relation::{Parts, Relation, Trouble};
use crate::words::Words;

/// An automaton that accepts exactly the P-positions of a game, and the data for finding moves with it.
#[derive(Debug)]
pub struct Law {
    question: Question,
    numeration: Numeration,
    lost: Dfa,
    ways: Ways,
    /// Parts of the relation, for winning moves; computed on first use.
    parts: OnceLock<Parts>,
    sizes: Sizes,
    took: (Duration, Duration),
}

impl Law {
    /// A law from its parts. Does not check whether it holds.
    ///
    /// # Errors
    /// Rules that no automaton can express, and an automaton that reads another number of heaps, or for which
    /// leading zeros matter.
    pub fn new(question: Question, numeration: Numeration, lost: Dfa) -> std::result::Result<Self, Trouble> {
        let ways = question.ways().map_err(|_| Trouble::Numeration)?;
        let reads = (lost.tracks(), lost.digits()) == (question.heaps, numeration.digits());
        if !reads || !lost.ignores_leading_zeros() {
            return Err(Trouble::Numeration);
        }
        let (parts, sizes, took) = (OnceLock::new(), Sizes::default(), Default::default());
        Ok(Self { question, numeration, lost, ways, parts, sizes, took })
    }

    pub(crate) fn with_proof(self, sizes: Sizes, took: (Duration, Duration)) -> Self {
        Self { sizes, took, ..self }
    }

    /// The game.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The numeration of the heaps.
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// The automaton of the P-positions; track j reads heap j.
    pub fn lost(&self) -> &Dfa {
        &self.lost
    }

    /// The sizes of the automata of the proof.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// The time it took to learn the automaton, and to prove it.
    pub fn took(&self) -> (Duration, Duration) {
        self.took
    }

    pub(crate) fn ways(&self) -> &Ways {
        &self.ways
    }

    /// Whether a position is a P-position. Takes linear time in the number of digits, in a base nearly linear.
    pub fn is_lost(&self, heaps: &[UBig]) -> bool {
        heaps.len() == self.question.heaps && self.lost.accepts_word(&digits::word(&self.numeration, heaps))
    }

    /// The decision procedure for machine words.
    pub fn words(&self) -> Words {
        Words::new(&self.numeration, self.question.heaps, &self.lost)
    }

    /// The states visited while reading the heaps, from the first on, with the digits read.
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

    /// Parts of the relation, for winning moves.
    pub(crate) fn parts(&self) -> Result<&Parts> {
        if let Some(parts) = self.parts.get() {
            return Ok(parts);
        }
        let relation = Relation::new(&self.ways, self.question.heaps, &self.numeration, &Budget::default())
            .map_err(|_| Error::input("error.law-parts"))?;
        Ok(self.parts.get_or_init(|| relation.into()))
    }
}
