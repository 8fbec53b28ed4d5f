//! Simple automata: states are found by exploration, and merged until nothing changes.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use crate::watch::{Stop, Watch};

/// A state from which no word is accepted.
pub const DEAD: u32 = u32::MAX;

/// A deterministic automaton.
#[derive(Clone, PartialEq, Eq)]
pub struct Dfa {
    pub letters: usize,
    pub next: Vec<u32>,
    pub accepting: Vec<bool>,
}

/// Explores all reachable states, and returns the minimal automaton.
pub fn explore<K: Clone + Eq + Hash>(
    letters: usize,
    start: K,
    mut step: impl FnMut(&K, usize) -> Option<K>,
    mut accept: impl FnMut(&K) -> bool,
    watch: &mut Watch<'_>,
) -> Result<Dfa, Stop> {
    let mut dfa = Dfa { letters, next: vec![], accepting: vec![] };
    let mut ids: HashMap<K, u32> = HashMap::from([(start.clone(), 0)]);
    let mut found = vec![start];
    let mut at = 0;
    while at < found.len() {
        watch.work(letters as u64 * 16, at)?;
        watch.fits((found.len() as u64).saturating_mul(4 * letters as u64 + 128))?;
        let state = found[at].clone();
        dfa.accepting.push(accept(&state));
        for letter in 0..letters {
            let target = step(&state, letter).map_or(DEAD, |target| {
                *ids.entry(target).or_insert_with_key(|target| {
                    found.push(target.clone());
                    found.len() as u32 - 1
                })
            });
            dfa.next.push(target);
        }
        at += 1;
    }
    dfa.least(watch)
}

impl Dfa {
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    pub fn step(&self, state: u32, letter: usize) -> u32 {
        if state == DEAD { DEAD } else { self.next[state as usize * self.letters + letter] }
    }

    pub fn accepts(&self, state: u32) -> bool {
        state != DEAD && self.accepting[state as usize]
    }

    /// States from which an accepting one can be reached.
    fn live(&self) -> Vec<bool> {
        let mut before: Vec<Vec<u32>> = vec![vec![]; self.states()];
        for (edge, &target) in self.next.iter().enumerate() {
            if target != DEAD {
                before[target as usize].push((edge / self.letters) as u32);
            }
        }
        let mut live = self.accepting.clone();
        let mut stack: Vec<u32> = (0..self.states() as u32).filter(|&s| live[s as usize]).collect();
        while let Some(state) = stack.pop() {
            for &from in &before[state as usize] {
                if !std::mem::replace(&mut live[from as usize], true) {
                    stack.push(from);
                }
            }
        }
        live
    }

    /// Merges states whose letters lead to the same classes, until nothing changes (Moore 1956).
    fn least(self, watch: &mut Watch<'_>) -> Result<Self, Stop> {
        let live = self.live();
        let mut class: Vec<u32> =
            (0..self.states()).map(|s| if live[s] { u32::from(self.accepting[s]) } else { DEAD }).collect();
        let mut classes = 0;
        loop {
            watch.work(self.next.len() as u64, self.states())?;
            let mut ids: HashMap<Vec<u32>, u32> = HashMap::new();
            let mut refined = vec![DEAD; self.states()];
            for state in (0..self.states()).filter(|&s| live[s]) {
                let targets = &self.next[state * self.letters..][..self.letters];
                let to = |&t: &u32| if t == DEAD { DEAD } else { class[t as usize] };
                let key: Vec<u32> = std::iter::once(class[state]).chain(targets.iter().map(to)).collect();
                let fresh = ids.len() as u32;
                refined[state] = *ids.entry(key).or_insert(fresh);
            }
            class = refined;
            if ids.len() == classes {
                break;
            }
            classes = ids.len();
        }
        if !live[0] {
            return Ok(Self {
                letters: self.letters,
                next: vec![DEAD; self.letters],
                accepting: vec![false],
            });
        }
        // Classes are numbered in order of first occurrence, so that state 0 stays first.
        let mut dfa = Self { letters: self.letters, next: vec![], accepting: vec![false; classes] };
        let mut done = 0;
        for state in (0..self.states()).filter(|&s| live[s]) {
            if class[state] as usize == done {
                dfa.accepting[done] = self.accepting[state];
                let targets = &self.next[state * self.letters..][..self.letters];
                dfa.next.extend(targets.iter().map(|&t| if t == DEAD { DEAD } else { class[t as usize] }));
                done += 1;
            }
        }
        Ok(dfa)
    }

    /// The product of two automata.
    pub fn with(
        &self,
        other: &Self,
        accept: impl Fn(bool, bool) -> bool,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stop> {
        let step = |&(a, b): &(u32, u32), letter: usize| {
            let pair = (self.step(a, letter), other.step(b, letter));
            let may_accept = accept(pair.0 != DEAD, pair.1 != DEAD)
                || accept(pair.0 != DEAD, false)
                || accept(false, pair.1 != DEAD);
            may_accept.then_some(pair)
        };
        explore(self.letters, (0, 0), step, |&(a, b)| accept(self.accepts(a), other.accepts(b)), watch)
    }

    pub fn and(&self, other: &Self, watch: &mut Watch<'_>) -> Result<Self, Stop> {
        self.with(other, |a, b| a && b, watch)
    }

    pub fn or(&self, other: &Self, watch: &mut Watch<'_>) -> Result<Self, Stop> {
        self.with(other, |a, b| a || b, watch)
    }

    pub fn without(&self, other: &Self, watch: &mut Watch<'_>) -> Result<Self, Stop> {
        self.with(other, |a, b| a && !b, watch)
    }

    /// A shortest accepted word.
    pub fn witness(&self) -> Option<Vec<u32>> {
        let mut words: Vec<Option<Vec<u32>>> = vec![None; self.states()];
        words[0] = Some(vec![]);
        let mut queue = VecDeque::from([0u32]);
        while let Some(state) = queue.pop_front() {
            let word = words[state as usize].clone()?;
            if self.accepts(state) {
                return Some(word);
            }
            for letter in 0..self.letters {
                let target = self.step(state, letter);
                if target != DEAD && words[target as usize].is_none() {
                    words[target as usize] = Some(word.iter().copied().chain([letter as u32]).collect());
                    queue.push_back(target);
                }
            }
        }
        None
    }
}

/// An automaton and the tracks it reads.
pub type Part<'a> = (&'a Dfa, Vec<usize>);

/// The tuples on the first `kept` tracks for which numbers on the other tracks exist so that every part
/// accepts.
pub fn project(
    digits: usize,
    kept: usize,
    tracks: usize,
    parts: &[Part<'_>],
    watch: &mut Watch<'_>,
) -> Result<Dfa, Stop> {
    let all = digits.pow(tracks as u32);
    let digit = |letter: usize, track: usize| letter / digits.pow(track as u32) % digits;
    let own: Vec<Vec<usize>> = (0..all)
        .map(|letter| {
            let fold = |(_, tracks): &Part<'_>| {
                tracks.iter().rev().fold(0, |own, &t| own * digits + digit(letter, t))
            };
            parts.iter().map(fold).collect()
        })
        .collect();
    let letters = digits.pow(kept as u32);
    let start = vec![0u32; parts.len()];
    let mut ids: HashMap<Vec<u32>, u32> = HashMap::from([(start.clone(), 0)]);
    let mut found = vec![start];
    let mut edges: Vec<Vec<(u32, u32)>> = Vec::new();
    let mut held = 0;
    while edges.len() < found.len() {
        watch.work(all as u64 * 4, found.len())?;
        watch.fits((found.len() * (4 * parts.len() + 128) + held * 8) as u64)?;
        let state = found[edges.len()].clone();
        let mut out = Vec::new();
        'letters: for (letter, own) in own.iter().enumerate() {
            let mut target = Vec::with_capacity(parts.len());
            for (j, (dfa, _)) in parts.iter().enumerate() {
                let to = dfa.step(state[j], own[j]);
                if to == DEAD {
                    continue 'letters;
                }
                target.push(to);
            }
            let id = *ids.entry(target).or_insert_with_key(|target| {
                found.push(target.clone());
                found.len() as u32 - 1
            });
            out.push(((letter % letters) as u32, id));
        }
        out.sort_unstable();
        out.dedup();
        held += out.len();
        edges.push(out);
    }
    let accepting: Vec<bool> =
        found.iter().map(|state| parts.iter().zip(state).all(|((dfa, _), &s)| dfa.accepts(s))).collect();
    // The state sets keep only states from which an accepting one can be reached.
    let mut before: Vec<Vec<u32>> = vec![vec![]; found.len()];
    for (state, out) in edges.iter().enumerate() {
        for &(_, target) in out {
            before[target as usize].push(state as u32);
        }
    }
    let mut live = accepting.clone();
    let mut stack: Vec<u32> = (0..found.len() as u32).filter(|&s| live[s as usize]).collect();
    while let Some(state) = stack.pop() {
        for &from in &before[state as usize] {
            if !std::mem::replace(&mut live[from as usize], true) {
                stack.push(from);
            }
        }
    }
    let step = |set: &Vec<u32>, letter: usize| {
        let mut next: Vec<u32> = Vec::new();
        for &state in set {
            let out = &edges[state as usize];
            let first = out.partition_point(|edge| edge.0 < letter as u32);
            let these = out[first..].iter().take_while(|edge| edge.0 == letter as u32);
            next.extend(these.map(|edge| edge.1).filter(|&t| live[t as usize]));
        }
        next.sort_unstable();
        next.dedup();
        (!next.is_empty()).then_some(next)
    };
    // Hidden numbers may have more digits than the visible ones.
    let mut start = vec![0u32];
    let mut at = 0;
    while at < start.len() {
        for &(letter, target) in &edges[start[at] as usize] {
            if letter == 0 && !start.contains(&target) {
                start.push(target);
            }
        }
        at += 1;
    }
    start.sort_unstable();
    explore(letters, start, step, |set| set.iter().any(|&s| accepting[s as usize]), watch)
}
