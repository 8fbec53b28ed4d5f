//! A law: the P-positions of a game with a given number of heaps, as an automaton; proved or read from a
//! certificate.

use std::sync::OnceLock;
use std::time::Duration;

use dashu_int::UBig;

use grundy_automata::{Budget, Dfa, Numeration};
use grundy_core::error::{Error, Result};

use crate::digits;
use crate::proof::Sizes;
use crate::question::{MOST_VALUES, Question, Ways};
use crate::relation::{Parts, Relation, Trouble};
use crate::words::Words;

/// An automaton that accepts exactly the P-positions of a game, and the data for finding moves with it.
#[derive(Debug)]
pub struct Law {
    question: Question,
    numeration: Numeration,
    /// The P-positions, and then the positions of Grundy value 1, 2, ... as far as they are known.
    sets: Vec<Dfa>,
    ways: Ways,
    /// Parts of the relation, for winning moves; computed on first use.
    parts: OnceLock<Parts>,
    /// Whether every position is in one of the sets; computed on first use.
    complete: OnceLock<bool>,
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
        let (sets, complete) = (vec![lost], OnceLock::new());
        Ok(Self { question, numeration, sets, ways, parts, complete, sizes, took })
    }

    /// The same law with the sets of positions of Grundy value 1, 2, ... Does not check whether they are.
    ///
    /// # Errors
    /// Automata that read another number of heaps, or for which leading zeros matter, and sets under misère
    /// play.
    pub fn with_values(mut self, sets: Vec<Dfa>) -> std::result::Result<Self, Trouble> {
        let fits = |set: &Dfa| {
            (set.tracks(), set.digits()) == (self.question.heaps, self.numeration.digits())
                && set.ignores_leading_zeros()
        };
        if !sets.iter().all(fits) || (self.question.misere && !sets.is_empty()) || sets.len() >= MOST_VALUES {
            return Err(Trouble::Numeration);
        }
        self.sets.truncate(1);
        self.sets.extend(sets);
        self.complete = OnceLock::new();
        Ok(self)
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
        &self.sets[0]
    }

    /// The automata of the positions of Grundy value 0, 1, 2, ..., as many as are known; at least that of the
    /// P-positions.
    pub fn sets(&self) -> &[Dfa] {
        &self.sets
    }

    /// Whether the sets contain every position, so that no value is larger.
    pub fn has_all_values(&self) -> bool {
        *self.complete.get_or_init(|| {
            let budget = Budget::default();
            let rest = Dfa::everything(&self.numeration, self.question.heaps, &budget);
            let rest =
                self.sets.iter().fold(rest, |rest, set| rest.and_then(|rest| rest.without(set, &budget)));
            !self.question.misere && self.sets.len() > 1 && rest.is_ok_and(|rest| rest.is_empty())
        })
    }

    /// The Grundy value of a position, if it is one of the values whose sets are known.
    pub fn value(&self, heaps: &[UBig]) -> Option<usize> {
        if heaps.len() != self.question.heaps || self.question.misere {
            return None;
        }
        let word = digits::word(&self.numeration, heaps);
        self.sets.iter().position(|set| set.accepts_word(&word))
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
        heaps.len() == self.question.heaps && self.lost().accepts_word(&digits::word(&self.numeration, heaps))
    }

    /// The decision procedure for machine words.
    pub fn words(&self) -> Words {
        self.words_of(0)
    }

    /// The decision for machine words whether a position has a Grundy value, whose set is known.
    ///
    /// # Panics
    /// If the set is not known, see [`Law::sets`].
    pub fn words_of(&self, value: usize) -> Words {
        Words::new(&self.numeration, self.question.heaps, &self.sets[value])
    }

    /// The states visited while reading the heaps, from the first on, with the digits read.
    pub fn path(&self, heaps: &[UBig]) -> Vec<(Vec<u8>, u32)> {
        let mut state = 0;
        let mut path = Vec::new();
        for letter in digits::word(&self.numeration, heaps) {
            state = self.lost().step(state, letter as usize);
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
