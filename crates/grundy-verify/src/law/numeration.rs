//! Numerations: place values by a recurrence, valid digit strings, and linear conditions as automata.

use super::automaton::{Dfa, explore};
use crate::watch::{Stop, Watch};

/// Place values U(i) = t1 U(i-1) + ... + td U(i-d); for i below d, 1 is added.
pub struct Numeration {
    pub rule: Vec<i128>,
    pub digits: usize,
    /// U(-(d-1)), ..., U(-1), U(0), U(1), ...
    places: Vec<i128>,
}

/// Number of places kept: more than any decision below needs.
const PLACES: usize = 90;

impl Numeration {
    /// `None` unless the rule is a single base, or non-increasing coefficients ending in 1: finite automata can decide
    /// sums for these.
    pub fn new(rule: &[u8]) -> Option<Self> {
        let (first, last) = (*rule.first()?, *rule.last()?);
        let fine = first <= 16
            && match rule.len() {
                1 => first >= 2,
                2 | 3 => last == 1 && rule.is_sorted_by(|a, b| a >= b),
                _ => false,
            };
        if !fine {
            return None;
        }
        let rule: Vec<i128> = rule.iter().map(|&t| i128::from(t)).collect();
        let order = rule.len();
        let mut places: Vec<i128> = Vec::new();
        for i in 0..PLACES {
            let seed = i128::from(i < order && (order > 1 || i == 0));
            let sum: i128 = (1..=order.min(i)).map(|j| rule[j - 1] * places[i - j]).sum();
            places.push((seed + sum).min(1 << 90));
        }
        // The recurrence in reverse; its last coefficient is 1.
        for _ in 1..order {
            let known: i128 = (1..order).map(|j| rule[j - 1] * places[order - 1 - j]).sum();
            places.insert(0, places[order - 1] - known);
        }
        let digits = usize::try_from(rule[0]).ok()? + usize::from(order > 1);
        Some(Self { rule, digits, places })
    }

    fn place(&self, i: usize, back: usize) -> i128 {
        self.places[i + self.rule.len() - 1 - back]
    }

    /// The number of leading coefficients that the digits equal after one more digit; `None` if they write no number.
    fn follow(&self, equal: usize, digit: usize) -> Option<usize> {
        let most = self.rule[equal];
        match (digit as i128).cmp(&most) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal => Some(equal + 1).filter(|equal| *equal < self.rule.len()),
            std::cmp::Ordering::Greater => None,
        }
    }

    /// The digit of a track in a letter.
    pub fn digit(&self, letter: usize, track: usize) -> usize {
        letter / self.digits.pow(track as u32) % self.digits
    }

    /// All tuples of correctly written numbers.
    pub fn numbers(&self, tracks: usize, watch: &mut Watch<'_>) -> Result<Dfa, Stop> {
        let step = |state: &Vec<usize>, letter: usize| {
            let follow = |(track, &equal)| self.follow(equal, self.digit(letter, track));
            state.iter().enumerate().map(follow).collect::<Option<Vec<usize>>>()
        };
        explore(self.digits.pow(tracks as u32), vec![0; tracks], step, |_| true, watch)
    }

    /// The residual after one more letter: the multiplicity of each of the next places.
    fn after(&self, residual: &[i128], added: i128) -> Vec<i128> {
        let order = self.rule.len();
        let shifted = |j: usize| if j + 1 < order { residual[j + 1] } else { 0 };
        (0..order).map(|j| shifted(j) + residual[0] * self.rule[j] + if j == 0 { added } else { 0 }).collect()
    }

    /// The value of a residual with `digits` digits to come, without these digits.
    fn worth(&self, residual: &[i128], digits: usize) -> i128 {
        residual.iter().enumerate().map(|(j, r)| r * self.place(digits, j)).sum()
    }

    fn weight(&self, coefficients: &[i64], letter: usize) -> i128 {
        let terms = coefficients.iter().enumerate();
        terms.map(|(track, &c)| i128::from(c) * self.digit(letter, track) as i128).sum()
    }

    /// The tuples x with least <= c1 x1 + c2 x2 + ... <= most.
    pub fn between(
        &self,
        coefficients: &[i64],
        least: Option<i64>,
        most: Option<i64>,
        watch: &mut Watch<'_>,
    ) -> Result<Dfa, Stop> {
        #[derive(Clone, PartialEq, Eq, Hash)]
        enum State {
            Open(Vec<i128>),
            Sure,
        }
        let low = least.or(most).map_or(0, i128::from);
        let high = most.or(least).map_or(0, i128::from);
        let up: i128 = coefficients.iter().map(|&c| i128::from(c.max(0))).sum();
        let down: i128 = coefficients.iter().map(|&c| i128::from((-c).max(0))).sum();
        // With m digits to come the sum is at least worth(m) - down (U(m) - 1). If worth(m) - down U(m) is not negative
        // at d places in a row, it never decreases again, as the recurrence has no negative coefficient.
        let far = |residual: &[i128], side: i128| {
            let mut run = 0;
            for m in 0..PLACES - 3 {
                let slack = if side > 0 { down } else { up };
                let reach = side * self.worth(residual, m) - slack * self.place(m, 0);
                let bound = if side > 0 { high } else { -low };
                if reach + slack <= bound {
                    return false;
                }
                run = if reach >= 0 { run + 1 } else { 0 };
                if run >= self.rule.len() {
                    return true;
                }
            }
            false
        };
        let step = |state: &State, letter: usize| {
            let State::Open(residual) = state else { return Some(State::Sure) };
            let next = self.after(residual, self.weight(coefficients, letter));
            if far(&next, 1) {
                most.is_none().then_some(State::Sure)
            } else if far(&next, -1) {
                least.is_none().then_some(State::Sure)
            } else {
                Some(State::Open(next))
            }
        };
        let accept = |state: &State| match state {
            State::Sure => true,
            State::Open(residual) => {
                let sum = self.worth(residual, 0);
                least.is_none_or(|least| sum >= i128::from(least))
                    && most.is_none_or(|most| sum <= i128::from(most))
            }
        };
        let start = State::Open(vec![0; self.rule.len()]);
        explore(self.digits.pow(coefficients.len() as u32), start, step, accept, watch)
    }

    /// The pairs (x, y) with x - y = rest modulo `modulus`.
    pub fn residue(&self, rest: i64, modulus: i64, watch: &mut Watch<'_>) -> Result<Dfa, Stop> {
        let (rest, modulus) = (i128::from(rest), i128::from(modulus));
        let step = |state: &Vec<i128>, letter: usize| {
            let next = self.after(state, self.weight(&[1, -1], letter));
            Some(next.iter().map(|v| v.rem_euclid(modulus)).collect())
        };
        let accept = |state: &Vec<i128>| (self.worth(state, 0) - rest).rem_euclid(modulus) == 0;
        explore(self.digits.pow(2), vec![0; self.rule.len()], step, accept, watch)
    }

    /// The place values whose index is a multiple of `every`.
    pub fn places(&self, every: usize, watch: &mut Watch<'_>) -> Result<Dfa, Stop> {
        // 0 before the one, then one more than the number of zeros after it.
        let step = |state: &usize, letter: usize| match (state, letter) {
            (0, 0 | 1) => Some(letter),
            (after, 0) if *after > 0 => Some(after % every + 1),
            _ => None,
        };
        explore(self.digits, 0, step, |state| *state == 1, watch)
    }

    /// The index distance of the powers of `base`, if they are place values.
    pub fn every(&self, base: i64) -> Option<usize> {
        let [own] = self.rule[..] else { return None };
        (1..=20u32).find(|&k| own.pow(k) == i128::from(base)).map(|k| k as usize)
    }

    /// The numbers written by a word, for a message.
    pub fn position(&self, heaps: usize, word: &[u32]) -> String {
        let mut numbers = vec![vec![0i128; self.rule.len()]; heaps];
        if word.len() > 60 {
            let digits = |track| -> Vec<String> {
                word.iter().map(|&letter| self.digit(letter as usize, track).to_string()).collect()
            };
            let rows: Vec<String> = (0..heaps).map(|track| digits(track).join(" ")).collect();
            return format!("[{}]", rows.join("; "));
        }
        for &letter in word {
            for (track, residual) in numbers.iter_mut().enumerate() {
                *residual = self.after(residual, self.digit(letter as usize, track) as i128);
            }
        }
        let written: Vec<String> =
            numbers.iter().map(|residual| self.worth(residual, 0).to_string()).collect();
        format!("[{}]", written.join(", "))
    }
}
