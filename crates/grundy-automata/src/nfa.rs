//! "There is a number such that": several automata on shared tracks, some of which are then dropped.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::{Budget, Error, Step};
use crate::dfa::{DEAD, Dfa};

/// One automaton of a conjunction, and the tracks it reads.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The automaton.
    pub dfa: &'a Dfa,
    /// For each of its tracks, the track of the conjunction.
    pub tracks: &'a [usize],
}

/// A nondeterministic automaton: the result of dropping tracks.
#[derive(Clone, Debug)]
pub struct Nfa {
    tracks: usize,
    digits: usize,
    initial: Vec<u32>,
    accepting: Vec<bool>,
    /// The start of each state's transitions in `edges`.
    starts: Vec<u32>,
    /// Letter and target, sorted within each state.
    edges: Vec<(u32, u32)>,
}

/// Maximum number of letters of a conjunction; they are looked up in a table.
const MOST_LETTERS: usize = 1 << 20;

/// The tuples of `kept` numbers that can be extended to `tracks` numbers which every part accepts.
///
/// Numbers on dropped tracks may have more digits than the kept ones: [`Nfa::determinise`] reads the leading
/// zeros.
pub fn project(parts: &[Part<'_>], kept: usize, tracks: usize, budget: &Budget) -> Result<Nfa, Error> {
    let digits = parts.first().map_or(2, |part| part.dfa.digits());
    let too_many = Error { step: Step::Projection, reason: crate::budget::Reason::States };
    let letters =
        digits.checked_pow(tracks as u32).filter(|letters| *letters <= MOST_LETTERS).ok_or(too_many)?;
    let kept_letters = digits.pow(kept as u32);
    // For each letter of the conjunction, the letters of the parts. The kept tracks come first, so their letter
    // is the remainder by `kept_letters`.
    let mut seen = Vec::with_capacity(letters * parts.len());
    for letter in 0..letters {
        let digit = |track: usize| letter / digits.pow(track as u32) % digits;
        seen.extend(parts.iter().map(|part| {
            let own = part.tracks.iter().rev().fold(0, |own, &track| own * digits + digit(track));
            own as u32
        }));
    }
    let width = parts.len();
    let mut nfa =
        Nfa { tracks: kept, digits, initial: vec![0], accepting: vec![], starts: vec![0], edges: vec![] };
    let mut found: Vec<u32> = vec![0; width];
    let mut ids: FxHashMap<Box<[u32]>, u32> = FxHashMap::from_iter([(vec![0; width].into_boxed_slice(), 0)]);
    let mut at = 0;
    let mut states = 1;
    let mut target = vec![0u32; width];
    while at < states {
        budget.check(Step::Projection, at, states + nfa.edges.len() / 16, 0)?;
        let state: Vec<u32> = found[at * width..][..width].to_vec();
        nfa.accepting.push(parts.iter().zip(&state).all(|(part, &s)| part.dfa.accepting(s)));
        let first_edge = nfa.edges.len();
        'letters: for (letter, seen) in seen.chunks_exact(width).enumerate() {
            for (j, part) in parts.iter().enumerate() {
                target[j] = part.dfa.row(state[j])[seen[j] as usize];
                if target[j] == DEAD {
                    continue 'letters;
                }
            }
            let id = ids.get(&target[..]).copied().unwrap_or_else(|| {
                ids.insert(target.clone().into_boxed_slice(), states as u32);
                found.extend_from_slice(&target);
                states += 1;
                states as u32 - 1
            });
            nfa.edges.push(((letter % kept_letters) as u32, id));
        }
        nfa.tidy_last(first_edge);
        at += 1;
    }
    nfa.reduced(budget)
}

impl Nfa {
    /// Sorts the transitions of the last added state and removes duplicates.
    fn tidy_last(&mut self, first_edge: usize) {
        let mut last = self.edges.split_off(first_edge);
        last.sort_unstable();
        last.dedup();
        self.edges.append(&mut last);
        self.starts.push(self.edges.len() as u32);
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    fn edges_of(&self, state: u32) -> &[(u32, u32)] {
        &self.edges[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }

    /// Drops states from which nothing is accepted, and merges bisimilar states.
    fn reduced(&self, budget: &Budget) -> Result<Self, Error> {
        let count = self.states();
        let mut before: Vec<Vec<u32>> = vec![vec![]; count];
        for state in 0..count as u32 {
            for &(_, target) in self.edges_of(state) {
                if before[target as usize].last() != Some(&state) {
                    before[target as usize].push(state);
                }
            }
        }
        let mut live = self.accepting.clone();
        let mut stack: Vec<u32> = (0..count as u32).filter(|&s| live[s as usize]).collect();
        while let Some(state) = stack.pop() {
            for &from in &before[state as usize] {
                if !std::mem::replace(&mut live[from as usize], true) {
                    stack.push(from);
                }
            }
        }
        let mut class: Vec<u32> = self.accepting.iter().map(|&a| u32::from(a)).collect();
        let mut classes = 0;
        loop {
            budget.check_time(Step::Projection)?;
            let mut ids: FxHashMap<Vec<(u32, u32)>, u32> = FxHashMap::default();
            let mut next = vec![DEAD; count];
            for state in (0..count).filter(|&s| live[s]) {
                let edges = self.edges_of(state as u32).iter().filter(|(_, t)| live[*t as usize]);
                let mut key: Vec<(u32, u32)> = edges.map(|&(l, t)| (l, class[t as usize])).collect();
                key.sort_unstable();
                key.dedup();
                key.push((DEAD, class[state]));
                let fresh = ids.len() as u32;
                next[state] = *ids.entry(key).or_insert(fresh);
            }
            class = next;
            if ids.len() == classes {
                break;
            }
            classes = ids.len();
        }
        let mut members: Vec<u32> = vec![DEAD; classes];
        for state in (0..count).filter(|&s| live[s]) {
            members[class[state] as usize] = state as u32;
        }
        let mut out =
            Self { initial: vec![], accepting: vec![], starts: vec![0], edges: vec![], ..self.clone() };
        for &member in &members {
            out.accepting.push(self.accepting[member as usize]);
            let first = out.edges.len();
            let edges = self.edges_of(member).iter().filter(|(_, t)| live[*t as usize]);
            out.edges.extend(edges.map(|&(l, t)| (l, class[t as usize])));
            out.tidy_last(first);
        }
        let initial: FxHashSet<u32> =
            self.initial.iter().filter(|&&s| live[s as usize]).map(|&s| class[s as usize]).collect();
        out.initial = initial.into_iter().collect();
        out.initial.sort_unstable();
        Ok(out)
    }

    /// The minimal deterministic automaton of the same set. Leading zeros do not matter.
    pub fn determinise(&self, budget: &Budget) -> Result<Dfa, Error> {
        let mut dfa = Dfa::begin(self.tracks, self.digits);
        // The states after digits of dropped numbers before the first letter.
        let mut start = self.initial.clone();
        let mut at = 0;
        while at < start.len() {
            for &(letter, target) in self.edges_of(start[at]) {
                if letter == 0 && !start.contains(&target) {
                    start.push(target);
                }
            }
            at += 1;
        }
        start.sort_unstable();
        let mut found: Vec<Box<[u32]>> = vec![start.clone().into_boxed_slice()];
        let mut ids: FxHashMap<Box<[u32]>, u32> = FxHashMap::from_iter([(start.into_boxed_slice(), 0)]);
        let mut targets: Vec<Vec<u32>> = vec![vec![]; dfa.letters];
        let mut at = 0;
        let mut held = 0;
        while at < found.len() {
            // Large sets count as memory too.
            budget.check(Step::Subsets, at, found.len() + held / 64, dfa.letters)?;
            for &state in &found[at] {
                for &(letter, target) in self.edges_of(state) {
                    targets[letter as usize].push(target);
                }
            }
            dfa.accepting.push(found[at].iter().any(|&s| self.accepting[s as usize]));
            for set in &mut targets {
                if set.is_empty() {
                    dfa.next.push(DEAD);
                    continue;
                }
                set.sort_unstable();
                set.dedup();
                let id = ids.get(&set[..]).copied().unwrap_or_else(|| {
                    held += set.len();
                    found.push(set.clone().into_boxed_slice());
                    ids.insert(set.clone().into_boxed_slice(), found.len() as u32 - 1);
                    found.len() as u32 - 1
                });
                dfa.next.push(id);
                set.clear();
            }
            at += 1;
        }
        dfa.minimised(budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Numeration, linear};

    #[test]
    fn a_dropped_number_may_be_longer() {
        // There is y with y = 5 x: every x.
        let budget = Budget::default();
        for id in ["b2", "b3", "fib", "t2"] {
            let numeration = Numeration::from_id(id).unwrap();
            let valid = Dfa::everything(&numeration, 1, &budget).unwrap();
            let times = linear(&numeration, &[5, -1], Bounds::exactly(0), &budget).unwrap();
            let parts = [
                Part { dfa: &valid, tracks: &[0] },
                Part { dfa: &valid, tracks: &[1] },
                Part { dfa: &times, tracks: &[0, 1] },
            ];
            let all = project(&parts, 1, 2, &budget).unwrap().determinise(&budget).unwrap();
            assert_eq!(all, valid, "{id}");
            assert!(all.ignores_leading_zeros());
            // And for y, all multiples of 5.
            let parts = [
                Part { dfa: &valid, tracks: &[1] },
                Part { dfa: &valid, tracks: &[0] },
                Part { dfa: &times, tracks: &[1, 0] },
            ];
            let multiples = project(&parts, 1, 2, &budget).unwrap().determinise(&budget).unwrap();
            for n in 0..200 {
                assert_eq!(multiples.accepts(&numeration, &[n]), n % 5 == 0, "{id} {n}");
            }
        }
    }

    #[test]
    fn projections_agree_with_trying_all_numbers() {
        let mut random = fastrand::Rng::with_seed(7);
        let budget = Budget::default();
        for round in 0..60 {
            let id = ["b2", "b3", "fib", "t2"][random.usize(0..4)];
            let numeration = Numeration::from_id(id).unwrap();
            let valid = Dfa::everything(&numeration, 1, &budget).unwrap();
            let mut c: Vec<i64> = (0..3).map(|_| random.i64(-2..=2)).collect();
            c[2] = if random.bool() { 1 } else { -1 };
            let bounds = Bounds::between(random.i64(-5..5), random.i64(5..9));
            let sum = linear(&numeration, &c, bounds, &budget).unwrap();
            let parts = [
                Part { dfa: &sum, tracks: &[0, 1, 2] },
                Part { dfa: &valid, tracks: &[0] },
                Part { dfa: &valid, tracks: &[1] },
                Part { dfa: &valid, tracks: &[2] },
            ];
            let some = project(&parts, 2, 3, &budget).unwrap().determinise(&budget).unwrap();
            for x in 0..30 {
                for y in 0..30 {
                    let expected = (0..200).any(|z| {
                        let sum = c[0] * x as i64 + c[1] * y as i64 + c[2] * z;
                        bounds.least <= Some(sum) && Some(sum) <= bounds.most
                    });
                    assert_eq!(
                        some.accepts(&numeration, &[x, y]),
                        expected,
                        "{round} {id} {c:?} {bounds:?} {x} {y}"
                    );
                }
            }
        }
    }

    #[test]
    fn boolean_combinations() {
        let budget = Budget::default();
        let numeration = Numeration::base(3).unwrap();
        let all = Dfa::everything(&numeration, 2, &budget).unwrap();
        let less = linear(&numeration, &[1, -1], Bounds::at_most(-1), &budget).unwrap();
        let near = linear(&numeration, &[1, -1], Bounds::between(-2, 2), &budget).unwrap();
        let both = less.and(&near, &budget).unwrap();
        let either = less.or(&near, &budget).unwrap();
        let only = less.without(&near, &budget).unwrap();
        let turned = less.rearranged(&[1, 0], &budget).unwrap();
        for x in 0..40u64 {
            for y in 0..40 {
                let (a, b) = (x < y, x.abs_diff(y) <= 2);
                assert_eq!(both.accepts(&numeration, &[x, y]), a && b);
                assert_eq!(either.accepts(&numeration, &[x, y]), a || b);
                assert_eq!(only.accepts(&numeration, &[x, y]), a && !b);
                assert_eq!(turned.accepts(&numeration, &[x, y]), y < x);
            }
        }
        assert_eq!(only.witness().and_then(|word| numeration.read(2, &word)), Some(vec![0, 3]));
        assert!(less.and(&turned, &budget).unwrap().is_empty());
        assert_eq!(all.without(&all, &budget).unwrap(), Dfa::empty(2, 3));
    }
}
