//! Deterministic automata, and products of two of them.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Error, Step};
use crate::numeration::Numeration;

/// The target of a missing transition: no word that takes it is accepted.
pub const DEAD: u32 = u32::MAX;

/// A deterministic automaton over tuples of digits. State 0 is the start state.
///
/// Every automaton built by this crate is minimal, each state is reachable from the start and reaches an
/// accepting state, and states are numbered in breadth-first order. So equal sets have equal automata. The
/// empty set is one state without transitions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dfa {
    pub(crate) tracks: usize,
    pub(crate) digits: usize,
    pub(crate) letters: usize,
    pub(crate) next: Vec<u32>,
    pub(crate) accepting: Vec<bool>,
}

impl Dfa {
    /// An automaton from its table: whether each state accepts, and a target for each letter of each state.
    ///
    /// `None` if the table has another size, or a target is neither a state nor [`DEAD`].
    pub fn from_table(tracks: usize, digits: usize, next: Vec<u32>, accepting: Vec<bool>) -> Option<Self> {
        let letters = digits.checked_pow(u32::try_from(tracks).ok()?)?;
        let states = accepting.len();
        let fits = states > 0 && next.len() == states.checked_mul(letters)?;
        let known = next.iter().all(|&t| t == DEAD || (t as usize) < states);
        (fits && known).then_some(Self { tracks, digits, letters, next, accepting })
    }

    /// The empty set.
    pub fn empty(tracks: usize, digits: usize) -> Self {
        let letters = digits.pow(tracks as u32);
        Self { tracks, digits, letters, next: vec![DEAD; letters], accepting: vec![false] }
    }

    /// An automaton without states, to be filled in.
    pub(crate) fn begin(tracks: usize, digits: usize) -> Self {
        let letters = digits.pow(tracks as u32);
        Self { tracks, digits, letters, next: vec![], accepting: vec![] }
    }

    /// All tuples of validly written numbers of the numeration.
    pub fn everything(numeration: &Numeration, tracks: usize, budget: &Budget) -> Result<Self, Error> {
        let mut dfa = Self::begin(tracks, numeration.digits());
        let mut found = vec![vec![0usize; tracks]];
        let mut ids = FxHashMap::from_iter([(vec![0usize; tracks], 0u32)]);
        let mut at = 0;
        while at < found.len() {
            budget.check(Step::Relation, at, found.len(), dfa.letters)?;
            let state = found[at].clone();
            dfa.accepting.push(true);
            for letter in 0..dfa.letters {
                let mut rest = letter;
                let follow = |&equal: &usize| {
                    let digit = rest % dfa.digits;
                    rest /= dfa.digits;
                    numeration.follow(equal, digit)
                };
                let target = state.iter().map(follow).collect::<Option<Vec<usize>>>();
                dfa.next.push(target.map_or(DEAD, |target| {
                    *ids.entry(target).or_insert_with_key(|target| {
                        found.push(target.clone());
                        found.len() as u32 - 1
                    })
                }));
            }
            at += 1;
        }
        dfa.minimised(budget)
    }

    /// The number of tracks.
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// The number of digits.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number of letters: digits to the power of tracks.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The target of a letter; [`DEAD`] stays [`DEAD`].
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        if state == DEAD { DEAD } else { self.next[state as usize * self.letters + letter] }
    }

    /// Whether a state accepts.
    pub fn accepting(&self, state: u32) -> bool {
        state != DEAD && self.accepting[state as usize]
    }

    /// The targets of a state, by letter.
    pub fn row(&self, state: u32) -> &[u32] {
        &self.next[state as usize * self.letters..][..self.letters]
    }

    /// Whether a word is accepted.
    pub fn accepts_word(&self, word: &[u32]) -> bool {
        self.accepting(word.iter().fold(0, |state, &letter| self.step(state, letter as usize)))
    }

    /// Whether a tuple of numbers below 10^18 is in the set.
    pub fn accepts(&self, numeration: &Numeration, numbers: &[u64]) -> bool {
        numeration.word(numbers).is_some_and(|word| self.accepts_word(&word))
    }

    /// Whether nothing is accepted.
    pub fn is_empty(&self) -> bool {
        self.witness().is_none()
    }

    /// The shortest accepted word, and the first of these in order.
    pub fn witness(&self) -> Option<Vec<u32>> {
        let mut from: Vec<Option<(u32, u32)>> = vec![None; self.states()];
        let mut queue = VecDeque::from([0u32]);
        from[0] = Some((DEAD, 0));
        while let Some(state) = queue.pop_front() {
            if self.accepting(state) {
                let mut word = Vec::new();
                let mut at = state;
                while let Some((before, letter)) = from[at as usize].filter(|(before, _)| *before != DEAD) {
                    word.push(letter);
                    at = before;
                }
                word.reverse();
                return Some(word);
            }
            for (letter, &target) in self.row(state).iter().enumerate() {
                if target != DEAD && from[target as usize].is_none() {
                    from[target as usize] = Some((state, letter as u32));
                    queue.push_back(target);
                }
            }
        }
        None
    }

    /// The intersection.
    pub fn and(&self, other: &Self, budget: &Budget) -> Result<Self, Error> {
        self.together(other, |a, b| a && b, |a, b| a != DEAD && b != DEAD, budget)?.minimised(budget)
    }

    /// The union.
    pub fn or(&self, other: &Self, budget: &Budget) -> Result<Self, Error> {
        self.together(other, |a, b| a || b, |a, b| a != DEAD || b != DEAD, budget)?.minimised(budget)
    }

    /// The difference: what this automaton accepts and `other` does not.
    pub fn without(&self, other: &Self, budget: &Budget) -> Result<Self, Error> {
        self.together(other, |a, b| a && !b, |a, _| a != DEAD, budget)?.minimised(budget)
    }

    /// The product. `accept` combines the results of both; `alive` is `true` for pairs of states that may still
    /// lead to an accepted word.
    fn together(
        &self,
        other: &Self,
        accept: impl Fn(bool, bool) -> bool,
        alive: impl Fn(u32, u32) -> bool,
        budget: &Budget,
    ) -> Result<Self, Error> {
        debug_assert_eq!((self.tracks, self.digits), (other.tracks, other.digits));
        let mut out = Self::begin(self.tracks, self.digits);
        let mut found = vec![(0u32, 0u32)];
        let mut ids = FxHashMap::from_iter([((0u32, 0u32), 0u32)]);
        let mut at = 0;
        while at < found.len() {
            budget.check(Step::Product, at, found.len(), out.letters)?;
            let (a, b) = found[at];
            out.accepting.push(accept(self.accepting(a), other.accepting(b)));
            for letter in 0..out.letters {
                let pair = (self.step(a, letter), other.step(b, letter));
                let target = if alive(pair.0, pair.1) {
                    *ids.entry(pair).or_insert_with(|| {
                        found.push(pair);
                        found.len() as u32 - 1
                    })
                } else {
                    DEAD
                };
                out.next.push(target);
            }
            at += 1;
        }
        Ok(out)
    }

    /// The same set with its tracks in another order: track j of the result is track `order[j]` of `self`.
    pub fn rearranged(&self, order: &[usize], budget: &Budget) -> Result<Self, Error> {
        let mut out = Self { next: vec![DEAD; self.next.len()], ..self.clone() };
        for letter in 0..self.letters {
            let digit = |track: usize| letter / self.digits.pow(track as u32) % self.digits;
            let moved: usize =
                order.iter().enumerate().map(|(j, &from)| digit(from) * self.digits.pow(j as u32)).sum();
            for state in 0..self.states() {
                out.next[state * self.letters + moved] = self.next[state * self.letters + letter];
            }
        }
        // Only the numbering of the states changes.
        out.minimised(budget)
    }

    /// Whether leading zeros never change the result.
    pub fn ignores_leading_zeros(&self) -> bool {
        self.step(0, 0) == 0 || self.is_empty()
    }
}
