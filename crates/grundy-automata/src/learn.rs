//! Learns an automaton from a table: the least one, within a limit of states, that agrees with all entries of
//! the table.
//!
//! Angluin's L*: words are distinguished by suffixes, and a word on which table and automaton differ yields one
//! more suffix, found by bisection (Rivest and Schapire 1993). Words beyond the table agree with anything. That
//! an automaton agrees with a table says nothing about words beyond it: callers have to prove it.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Error, Reason, Step};
use crate::dfa::{DEAD, Dfa};
use crate::numeration::Numeration;

/// A source of membership of tuples of numbers.
pub trait Teacher {
    /// All numbers below this are in the table.
    fn side(&self) -> u64;
    /// Numbers below this are compared with an automaton; at most [`side`](Self::side).
    fn reach(&self) -> u64 {
        self.side()
    }
    /// Whether a tuple of numbers, all below [`side`](Self::side), is in the set.
    fn contains(&self, numbers: &[u64]) -> bool;
    /// All tuples of the set with numbers below [`reach`](Self::reach), if they are few and listed. Then these are
    /// compared with the words that an automaton accepts, instead of all tuples.
    fn listed(&self) -> Option<&[[u32; 2]]> {
        None
    }
}

/// The result of learning.
#[derive(Debug)]
pub enum Learned {
    /// An automaton that agrees with the table on all words up to a length.
    Fits(Dfa),
    /// The automaton needs more states than allowed.
    TooMany,
    /// The table is too small to distinguish states.
    TooLittle,
}

/// An entry for words that are not valid numbers: outside the set.
const OUT: u8 = 0;
const IN: u8 = 1;
/// An entry beyond the table.
const UNKNOWN: u8 = 2;

/// Learns from a [`Teacher`].
pub struct Learner<'a> {
    numeration: &'a Numeration,
    tracks: usize,
    letters: usize,
    teacher: &'a dyn Teacher,
    /// Numbers below this are compared, and words of numbers below it have up to this length.
    reach: u64,
    length: usize,
    most_states: usize,
    budget: &'a Budget,
    suffixes: Vec<Vec<u32>>,
    /// The known rows, by word; a new suffix adds an entry to each.
    rows: FxHashMap<Box<[u32]>, Vec<u8>>,
    /// The digits of each letter, in sequence.
    digits: Vec<u8>,
    dfa: Dfa,
    access: Vec<Vec<u32>>,
    /// The latest difference: the search for the next one starts there.
    latest: Vec<u32>,
    /// The latest member of a list that the automaton did not accept.
    missed: usize,
}

/// The words that are compared.
#[derive(Clone, Copy)]
struct Among<'a> {
    /// None before this one.
    from: Option<&'a [u32]>,
    /// Only those that the automaton accepts: for each number of letters, the states from which it accepts such a word.
    live: Option<&'a [Vec<bool>]>,
}

impl<'a> Learner<'a> {
    /// A learner of automata with at most `most_states` states.
    pub fn new(
        numeration: &'a Numeration,
        tracks: usize,
        teacher: &'a dyn Teacher,
        most_states: usize,
        budget: &'a Budget,
    ) -> Result<Self, Error> {
        let too_many = Error { step: Step::Learning, reason: Reason::States };
        let letters = numeration.letters(tracks).ok_or(too_many)?;
        budget.check(Step::Learning, 0, most_states.min(64), letters)?;
        let reach = teacher.reach();
        let length = numeration.places().partition_point(|&place| place < reach);
        let base = numeration.digits();
        let digits = (0..letters)
            .flat_map(|letter| (0..tracks).map(move |track| (letter / base.pow(track as u32) % base) as u8));
        Ok(Self {
            numeration,
            tracks,
            letters,
            teacher,
            reach,
            length,
            most_states,
            budget,
            suffixes: vec![vec![]],
            rows: FxHashMap::default(),
            digits: digits.collect(),
            dfa: Dfa::empty(tracks, base),
            access: vec![],
            latest: vec![],
            missed: 0,
        })
    }

    /// Learns until table and automaton agree.
    pub fn run(mut self) -> Result<Learned, Error> {
        loop {
            self.budget.check_time(Step::Learning)?;
            if !self.close()? {
                return Ok(Learned::TooMany);
            }
            let Some(word) = self.difference()? else {
                return Ok(Learned::Fits(self.dfa.minimised(self.budget)?));
            };
            if !self.refine(&word) {
                return Ok(Learned::TooLittle);
            }
        }
    }

    /// The table entry of a word given in pieces.
    fn member(&self, pieces: [&[u32]; 3]) -> u8 {
        let length: usize = pieces.iter().map(|piece| piece.len()).sum();
        let mut numbers = [0u64; 8];
        let mut equal = [0usize; 8];
        let mut beyond = false;
        let mut place = length;
        for &letter in pieces.into_iter().flatten() {
            place -= 1;
            for track in 0..self.tracks {
                let digit = self.digits[letter as usize * self.tracks + track];
                match self.numeration.follow(equal[track], digit.into()) {
                    Some(now) => equal[track] = now,
                    None => return OUT,
                }
                if digit > 0 {
                    match self.numeration.places().get(place) {
                        Some(&worth) if worth < self.teacher.side() => {
                            numbers[track] += u64::from(digit) * worth;
                        }
                        _ => beyond = true,
                    }
                }
            }
        }
        let numbers = &numbers[..self.tracks];
        if beyond || numbers.iter().any(|&n| n >= self.teacher.side()) {
            return UNKNOWN;
        }
        if self.teacher.contains(numbers) { IN } else { OUT }
    }

    /// Completes the table row of a word.
    fn complete(&mut self, word: &[u32]) {
        let known = self.rows.get_mut(word).map(std::mem::take);
        let is_new = known.is_none();
        let mut row = known.unwrap_or_default();
        for suffix in &self.suffixes[row.len()..] {
            row.push(self.member([word, suffix, &[]]));
        }
        if is_new {
            self.rows.insert(word.into(), row);
        } else if let Some(place) = self.rows.get_mut(word) {
            *place = row;
        }
    }

    /// Builds the automaton whose states are the different rows; `false` if there are too many.
    fn close(&mut self) -> Result<bool, Error> {
        let mut ids: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
        self.complete(&[]);
        let first = self.rows[&[][..]].clone();
        let mut known = vec![first.clone()];
        ids.insert(first, 0);
        self.access = vec![vec![]];
        self.dfa = Dfa::begin(self.tracks, self.numeration.digits());
        let mut at = 0;
        while at < self.access.len() {
            self.budget.check(Step::Learning, at, self.access.len(), self.letters)?;
            let mut word = self.access[at].clone();
            self.dfa.accepting.push(known[at][0] == IN);
            word.push(0);
            for letter in 0..self.letters as u32 {
                if let Some(last) = word.last_mut() {
                    *last = letter;
                }
                self.complete(&word);
                let row = &self.rows[&word[..]];
                let id = if let Some(&id) = ids.get(row) {
                    id
                } else {
                    let agrees = |other: &Vec<u8>| {
                        other.iter().zip(row).all(|(a, b)| a == b || *a == UNKNOWN || *b == UNKNOWN)
                    };
                    let like = row.contains(&UNKNOWN).then(|| known.iter().position(agrees)).flatten();
                    if let Some(like) = like {
                        like as u32
                    } else {
                        if self.access.len() == self.most_states {
                            return Ok(false);
                        }
                        ids.insert(row.clone(), self.access.len() as u32);
                        known.push(row.clone());
                        self.access.push(word.clone());
                        self.access.len() as u32 - 1
                    }
                };
                self.dfa.next.push(id);
            }
            at += 1;
        }
        Ok(true)
    }

    /// A word on which table and automaton differ.
    ///
    /// Words are compared by length, and in order, from the latest difference on. Earlier words agreed with the
    /// previous automaton and most likely still agree, so they are compared last. Otherwise the whole table
    /// would be walked for every new state.
    fn difference(&mut self) -> Result<Option<Vec<u32>>, Error> {
        if let Some(listed) = self.teacher.listed() {
            return self.difference_from(listed);
        }
        let latest = std::mem::take(&mut self.latest);
        let first = latest.len().max(1);
        let later = (first..=self.length).map(|length| (length, length == latest.len()));
        let again = (1..=first.min(self.length)).map(|length| (length, false));
        for (length, resumes) in later.chain(again) {
            self.budget.check_time(Step::Learning)?;
            let mut word = vec![0; length];
            let among = Among { from: resumes.then_some(&latest[..]), live: None };
            if self.walk(&mut word, 0, 0, &[0; 8], &[0; 8], among) {
                self.latest.clone_from(&word);
                return Ok(Some(word));
            }
        }
        Ok(None)
    }

    /// A member that the automaton does not accept, or a word that it accepts by mistake.
    ///
    /// The time grows with the number of members: the automaton accepts at most one word more before it is refuted, and
    /// words that it does not accept are left at the first letter from which no word of the length is accepted.
    fn difference_from(&mut self, listed: &[[u32; 2]]) -> Result<Option<Vec<u32>>, Error> {
        for place in (self.missed..listed.len()).chain(0..self.missed) {
            let Some(word) = self.numeration.word(&listed[place].map(u64::from)) else { continue };
            if !self.dfa.accepts_word(&word) {
                self.missed = place;
                return Ok(Some(word));
            }
        }
        // `live[n]` has the states from which a word of n letters is accepted.
        let mut live = vec![self.dfa.accepting.clone()];
        for rest in 0..self.length {
            let reaches = |state: u32| {
                let mut targets = self.dfa.row(state).iter().filter(|&&to| to != DEAD);
                targets.any(|&to| live[rest][to as usize])
            };
            live.push((0..self.dfa.states() as u32).map(reaches).collect());
        }
        for length in 1..=self.length {
            self.budget.check_time(Step::Learning)?;
            let mut word = vec![0; length];
            let among = Among { from: None, live: Some(&live) };
            if self.walk(&mut word, 0, 0, &[0; 8], &[0; 8], among) {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }

    /// The numbers after one more letter, with `rest` letters to come; `None` if the letter is not valid there, or a number
    /// is beyond what is compared.
    fn follow(
        &self,
        letter: u32,
        rest: usize,
        numbers: &[u64; 8],
        equal: &[usize; 8],
    ) -> Option<([u64; 8], [usize; 8])> {
        let (mut numbers, mut equal) = (*numbers, *equal);
        let worth = self.numeration.places()[rest];
        for track in 0..self.tracks {
            let digit = self.digits[letter as usize * self.tracks + track];
            equal[track] = self.numeration.follow(equal[track], digit.into())?;
            numbers[track] += u64::from(digit) * worth;
            if numbers[track] >= self.reach {
                return None;
            }
        }
        Some((numbers, equal))
    }

    /// Fills in `word` with the next word on which automaton and teacher differ. Returns whether there is one.
    fn walk(
        &self,
        word: &mut [u32],
        at: usize,
        state: u32,
        numbers: &[u64; 8],
        equal: &[usize; 8],
        among: Among<'_>,
    ) -> bool {
        if at == word.len() {
            return self.dfa.accepting(state) != self.teacher.contains(&numbers[..self.tracks]);
        }
        let first = u32::from(at == 0 && word.len() > 1);
        let first = among.from.map_or(first, |from| from[at]);
        let rest = word.len() - 1 - at;
        for letter in first..self.letters as u32 {
            let next = self.dfa.step(state, letter as usize);
            if among.live.is_some_and(|live| next == DEAD || !live[rest][next as usize]) {
                continue;
            }
            let Some((numbers, equal)) = self.follow(letter, rest, numbers, equal) else { continue };
            word[at] = letter;
            let among = Among { from: among.from.filter(|from| from[at] == letter), ..among };
            if self.walk(word, at + 1, next, &numbers, &equal, among) {
                return true;
            }
        }
        false
    }

    /// Adds a suffix that distinguishes two words which the automaton treats alike; `false` if the table is too
    /// small for one.
    fn refine(&mut self, word: &[u32]) -> bool {
        let truth = self.member([word, &[], &[]]);
        let answer = |at: usize| {
            let state = word[..at].iter().fold(0, |state, &letter| self.dfa.step(state, letter as usize));
            if state == DEAD {
                UNKNOWN
            } else {
                self.member([&self.access[state as usize], &word[at..], &[]])
            }
        };
        let (mut low, mut high) = (0, word.len());
        if answer(high) == truth {
            return false;
        }
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            match answer(middle) {
                UNKNOWN => break,
                same if same == truth => low = middle,
                _ => high = middle,
            }
        }
        if high - low > 1 {
            // The table does not reach everywhere: look for neighbours that it distinguishes.
            let answers: Vec<u8> = (low..=high).map(answer).collect();
            let other = |pair: &[u8]| pair[0] == truth && pair[1] == (IN + OUT - truth);
            match answers.windows(2).position(other) {
                Some(place) => high = low + place + 1,
                None => return false,
            }
        }
        let suffix = word[high..].to_vec();
        if self.suffixes.contains(&suffix) {
            return false;
        }
        self.suffixes.push(suffix);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sample<F: Fn(&[u64]) -> bool>(u64, F);

    impl<F: Fn(&[u64]) -> bool> Teacher for Sample<F> {
        fn side(&self) -> u64 {
            self.0
        }

        fn contains(&self, numbers: &[u64]) -> bool {
            self.1(numbers)
        }
    }

    fn learn(id: &str, tracks: usize, teacher: &dyn Teacher) -> Option<Dfa> {
        let numeration = Numeration::from_id(id).unwrap();
        let budget = Budget::default();
        match Learner::new(&numeration, tracks, teacher, 200, &budget).unwrap().run().unwrap() {
            Learned::Fits(dfa) => Some(dfa),
            _ => None,
        }
    }

    #[test]
    fn wythoffs_pairs_are_learned_in_fibonacci_numeration() {
        let side = 377;
        let mut partner = vec![usize::MAX; 2 * side];
        let mut taken = vec![false; 2 * side];
        let mut difference = 0;
        for a in 0..side {
            if !taken[a] {
                let b = a + difference;
                (partner[a], partner[b]) = (b, a);
                (taken[a], taken[b]) = (true, true);
                difference += 1;
            }
        }
        let teacher = Sample(side as u64, |x: &[u64]| partner[x[0] as usize] as u64 == x[1]);
        let dfa = learn("fib", 2, &teacher).unwrap();
        assert_eq!(dfa.states(), 7);
        let fibonacci = Numeration::fibonacci();
        for x in 0..side as u64 {
            for y in 0..side as u64 {
                assert_eq!(dfa.accepts(&fibonacci, &[x, y]), teacher.contains(&[x, y]), "{x} {y}");
            }
        }
        assert!(learn("b2", 2, &teacher).is_none_or(|dfa| dfa.states() > 50));
    }

    struct List(Vec<[u32; 2]>, u64);

    impl Teacher for List {
        fn side(&self) -> u64 {
            self.1
        }

        fn contains(&self, numbers: &[u64]) -> bool {
            self.0.iter().any(|pair| pair.map(u64::from) == numbers)
        }

        fn listed(&self) -> Option<&[[u32; 2]]> {
            Some(&self.0)
        }
    }

    /// A list is learned as the table of all pairs is.
    #[test]
    fn lists_are_learned_as_tables_are() {
        let mut random = fastrand::Rng::with_seed(3);
        for id in ["b2", "b3", "fib", "t2"] {
            for _ in 0..12 {
                let (period, shift, side) = (random.u64(1..7), random.u64(0..5), random.u64(90..130));
                let rest = random.u64(0..period);
                let member = |x: &[u64]| x[0] % period == rest && x[1] == x[0] + shift;
                let pairs = (0..side).map(|a| [a, a + shift]).filter(|pair| pair[1] < side && member(pair));
                let list = List(pairs.map(|pair| pair.map(|n| n as u32)).collect(), side);
                let (all, few) = (learn(id, 2, &Sample(side, member)), learn(id, 2, &list));
                let numeration = Numeration::from_id(id).unwrap();
                for dfa in [all.unwrap(), few.unwrap()] {
                    for x in 0..side {
                        for y in 0..side {
                            assert_eq!(dfa.accepts(&numeration, &[x, y]), member(&[x, y]), "{id} {x} {y}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn residues_and_bit_sums_are_learned() {
        let thirds = Sample(200, |x: &[u64]| (x[0] + 2 * x[1]).is_multiple_of(3));
        // In base 3 the last digits alone decide.
        assert_eq!(learn("b3", 2, &thirds).unwrap().states(), 2);
        assert_eq!(learn("b2", 2, &thirds).unwrap().states(), 3);
        // Tables that end between two places: 5^3 = 125 and 10^2 = 100.
        let thirds = Sample(140, |x: &[u64]| (x[0] + 2 * x[1]).is_multiple_of(3));
        assert_eq!(learn("b5", 2, &thirds).unwrap().states(), 3);
        let halves = Sample(101, |x: &[u64]| x[0] / 100 == x[1]);
        assert!(learn("b10", 2, &halves).unwrap().accepts(&Numeration::base(10).unwrap(), &[100, 1]));
        let zero = Sample(64, |x: &[u64]| x[0] ^ x[1] ^ x[2] == 0);
        assert_eq!(learn("b2", 3, &zero).unwrap().states(), 1);
        let nothing = Sample(64, |_: &[u64]| false);
        assert_eq!(learn("fib", 2, &nothing).unwrap(), Dfa::empty(2, 2));
    }
}
