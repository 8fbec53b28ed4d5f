//! One numeration in the search for a law: automata are learned in it, compared with a larger table, and proved.

use std::time::{Duration, Instant};

use grundy_automata::{Budget, Dfa, Error, Learned, Learner, Numeration, Teacher};

use crate::law::Law;
use crate::proof::{Sizes, Verdict, heaps_of, prove};
use crate::question::{Question, Ways};
use crate::relation::{Relation, Trouble};
use crate::sample::Samples;
use crate::words::Words;

/// Once a law is found, it is learned again in the other numerations, from at most this many positions.
const TRANSLATED: u64 = 6_000_000;
/// How an attempt in one numeration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// An automaton with this many states is proved.
    Proved(usize),
    /// An automaton with this many states fits the table, but a position beyond the table is a counterexample.
    Broken {
        /// The automaton's states.
        states: usize,
        /// The counterexample, if its heaps fit machine words.
        position: Option<Vec<u64>>,
    },
    /// More states are needed than the table can distinguish, or than a smaller law has.
    TooMany,
    /// The table is too small to distinguish states.
    TooLittle,
    /// The numeration cannot express the amounts.
    NotSaid,
    /// A budget was used up.
    Budget(Error),
}

/// One attempt.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The Grundy value of the positions that the automaton should accept; 0 for P-positions.
    pub value: usize,
    /// The numeration.
    pub numeration: Numeration,
    /// The table contains all positions with heaps below this.
    pub side: u64,
    /// How it ended.
    pub end: End,
}

/// A numeration, with the data computed in it.
pub(crate) struct Room<'a> {
    pub numeration: &'a Numeration,
    pub relation: Option<Relation<'a>>,
    /// Automata in this numeration have at least this many states; the maximum if it has none at all.
    pub needs: usize,
    /// The last refuted automaton: a larger table may yield it again.
    broken: Option<Dfa>,
}

impl<'a> Room<'a> {
    pub fn new(numeration: &'a Numeration) -> Self {
        Self { numeration, relation: None, needs: 0, broken: None }
    }

    /// The numbers of a law that are compared in this numeration: all with some number of digits.
    pub fn reach(&self, heaps: usize) -> u64 {
        let few = |place: &&u64| place.checked_pow(heaps as u32).is_some_and(|all| all <= TRANSLATED);
        self.numeration.places().iter().take_while(few).last().copied().unwrap_or(2)
    }

    /// Builds the relation of the rules, once.
    pub fn relate(&mut self, question: &Question, ways: &'a Ways, budget: &Budget) -> Result<(), End> {
        if self.relation.is_some() {
            return Ok(());
        }
        match Relation::new(ways, question.heaps, self.numeration, budget) {
            Ok(relation) => self.relation = Some(relation),
            Err(trouble) => {
                self.needs = usize::MAX;
                return Err(match trouble {
                    Trouble::Numeration => End::NotSaid,
                    Trouble::Budget(error) => End::Budget(error),
                });
            }
        }
        Ok(())
    }

    /// Learns an automaton with at most `most` states.
    pub fn learn(
        &mut self,
        question: &Question,
        teacher: &dyn Teacher,
        most: usize,
        budget: &Budget,
    ) -> Result<Dfa, End> {
        let Some(relation) = &self.relation else { return Err(End::NotSaid) };
        match Learner::new(self.numeration, question.heaps, teacher, most, budget).and_then(Learner::run) {
            Ok(Learned::Fits(dfa)) => dfa.and(&relation.all, budget).map_err(End::Budget),
            Ok(Learned::TooMany) => {
                self.needs = most;
                Err(End::TooMany)
            }
            Ok(Learned::TooLittle) => Err(End::TooLittle),
            Err(error) => Err(End::Budget(error)),
        }
    }

    /// Learns an automaton from a sample, and proves it.
    pub fn attempt(
        &mut self,
        question: &Question,
        samples: &Samples<'a>,
        rung: usize,
        most: usize,
        budget: &Budget,
        law: &mut Option<Law>,
    ) -> End {
        if self.needs == usize::MAX {
            return End::NotSaid;
        }
        let sample = match self.relate(question, samples.ways, budget) {
            Ok(()) => samples.get(rung, budget),
            Err(end) => return end,
        };
        let sample = match sample {
            Ok(Some(sample)) => sample,
            Ok(None) => return End::TooLittle,
            Err(error) => return End::Budget(error),
        };
        let started = Instant::now();
        let lost = match sample.teach(0, |teacher| self.learn(question, teacher, most, budget)) {
            Ok(lost) => lost,
            Err(end) => return end,
        };
        if self.broken.as_ref() == Some(&lost) {
            return End::TooLittle;
        }
        let further = match samples.after(rung, budget) {
            Ok(further) => further,
            Err(error) => return End::Budget(error),
        };
        let words = Words::new(self.numeration, question.heaps, &lost);
        if let Some(position) = further.and_then(|further| further.first_wrong(&words, 0)) {
            let states = lost.states();
            self.broken = Some(lost);
            return End::Broken { states, position: Some(position) };
        }
        self.prove(question, lost, started.elapsed(), budget, law)
    }

    /// Learns the automaton of a known law in this numeration, with fewer than `most` states, and proves it.
    pub fn translate(
        &mut self,
        question: &Question,
        ways: &'a Ways,
        known: &Known,
        most: usize,
        budget: &Budget,
        law: &mut Option<Law>,
    ) -> End {
        let started = Instant::now();
        let learned =
            self.relate(question, ways, budget).and_then(|()| self.learn(question, known, most, budget));
        match learned {
            Ok(lost) if lost.states() >= most => End::TooMany,
            Ok(lost) => self.prove(question, lost, started.elapsed(), budget, law),
            Err(end) => end,
        }
    }

    fn prove(
        &mut self,
        question: &Question,
        lost: Dfa,
        learning: Duration,
        budget: &Budget,
        law: &mut Option<Law>,
    ) -> End {
        let Some(relation) = &self.relation else { return End::NotSaid };
        let states = lost.states();
        let started = Instant::now();
        match self.check(question, &relation.all, &lost, budget) {
            Ok(sizes) => {
                let took = (learning, started.elapsed());
                if let Ok(found) = Law::new(question.clone(), self.numeration.clone(), lost) {
                    *law = Some(found.with_proof(sizes, took));
                }
                End::Proved(states)
            }
            Err(end) => {
                if matches!(end, End::Broken { .. }) {
                    self.broken = Some(lost);
                }
                end
            }
        }
    }

    /// Proves that a set is the set of P-positions, or that of the least value which positions of `open` have.
    pub fn check(&self, question: &Question, open: &Dfa, set: &Dfa, budget: &Budget) -> Result<Sizes, End> {
        let Some(relation) = &self.relation else { return Err(End::NotSaid) };
        match prove(relation, question.misere, open, set, budget) {
            Ok(Verdict::Proved(sizes)) => Ok(sizes),
            Ok(Verdict::Broken(word)) => {
                let position = heaps_of(self.numeration, question.heaps, &word);
                Err(End::Broken { states: set.states(), position })
            }
            Err(error) => Err(End::Budget(error)),
        }
    }
}

/// A proved law as a teacher.
pub(crate) struct Known {
    pub words: Words,
    pub reach: u64,
}

impl Teacher for Known {
    fn side(&self) -> u64 {
        1 << 50
    }

    fn reach(&self) -> u64 {
        self.reach
    }

    fn contains(&self, numbers: &[u64]) -> bool {
        self.words.accepts(numbers)
    }
}
