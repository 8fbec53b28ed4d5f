//! Sets defined by linear combinations: equations, bounds, residues.
//!
//! Reading from the most significant digit on, a partial sum is represented by how often each of the next place
//! values has been taken: with places U(m), U(m-1), ..., U(m-d+1) a vector of d whole numbers. One more letter
//! maps it to another vector by the recurrence. A vector from which the sum can only end above every bound is
//! *far above*. Since the numeration's root is a Pisot number, only finitely many vectors are neither far above
//! nor far below.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Error, Reason, Step};
use crate::dfa::{DEAD, Dfa};
use crate::numeration::Numeration;

/// How often each of the next places has been taken, padded with zeros.
type Residual = [i64; 3];

/// The range of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least allowed value; `None` means unbounded.
    pub least: Option<i64>,
    /// The greatest allowed value; `None` means unbounded.
    pub most: Option<i64>,
}

impl Bounds {
    /// Exactly this number.
    pub fn exactly(number: i64) -> Self {
        Self { least: Some(number), most: Some(number) }
    }

    /// This number or more.
    pub fn at_least(number: i64) -> Self {
        Self { least: Some(number), most: None }
    }

    /// This number or less.
    pub fn at_most(number: i64) -> Self {
        Self { least: None, most: Some(number) }
    }

    /// From `least` to `most`.
    pub fn between(least: i64, most: i64) -> Self {
        Self { least: Some(least), most: Some(most) }
    }
}

/// Larger coefficients and bounds are refused, so that nothing overflows.
const LARGEST: i64 = 1 << 40;

struct Sum<'a> {
    numeration: &'a Numeration,
    coefficients: &'a [i64],
    /// The sum of the positive coefficients, and the absolute sum of the negative ones.
    up: i128,
    down: i128,
}

impl<'a> Sum<'a> {
    fn new(numeration: &'a Numeration, coefficients: &'a [i64]) -> Result<Self, Error> {
        if coefficients.iter().any(|c| c.unsigned_abs() > LARGEST.unsigned_abs()) {
            return Err(Error { step: Step::Relation, reason: Reason::States });
        }
        let up = coefficients.iter().map(|&c| i128::from(c.max(0))).sum();
        let down = coefficients.iter().map(|&c| i128::from(-c.min(0))).sum();
        Ok(Self { numeration, coefficients, up, down })
    }

    /// The amount that a letter adds at its place.
    fn weight(&self, letter: usize) -> i64 {
        let mut rest = letter;
        let mut sum = 0;
        for &c in self.coefficients {
            sum += c * (rest % self.numeration.digits()) as i64;
            rest /= self.numeration.digits();
        }
        sum
    }

    fn after(&self, residual: &Residual, weight: i64) -> Residual {
        let rule = self.numeration.rule();
        let mut next = [0; 3];
        for (j, &t) in rule.iter().enumerate() {
            let shifted = if j + 1 < rule.len() { residual[j + 1] } else { 0 };
            next[j] = shifted + residual[0] * i64::from(t);
        }
        next[0] += weight;
        next
    }

    /// The sum if no digit follows.
    fn value(&self, residual: &Residual) -> i128 {
        self.numeration.before().iter().zip(residual).map(|(&u, &v)| i128::from(u) * i128::from(v)).sum()
    }

    /// Whether every word from here ends with a sum above `most` (`Some(true)`), or below `least` (`Some(false)`).
    ///
    /// With m more digits the sum is at least f(m) + down, where f(m) = V(m) - down U(m) follows the
    /// recurrence, V being the residual's worth. Once f is 0 or more at d consecutive places it never falls
    /// again, as t1 >= 1; so the places up to there decide. The other direction is symmetric.
    fn far(&self, residual: &Residual, least: i128, most: i128) -> Option<bool> {
        let (places, before) = (self.numeration.places(), self.numeration.before());
        let order = self.numeration.order();
        let (mut above, mut below) = (Some(0), Some(0));
        for m in 0..places.len() {
            let worth: i128 = (0..order)
                .map(|j| {
                    let place = if m >= j { i128::from(places[m - j]) } else { i128::from(before[j - m]) };
                    place * i128::from(residual[j])
                })
                .sum();
            let place = i128::from(places[m]);
            let (low, high) = (worth - self.down * place, worth + self.up * place);
            above = above.filter(|_| low + self.down > most).map(|run| if low >= 0 { run + 1 } else { 0 });
            below = below.filter(|_| high - self.up < least).map(|run| if high <= 0 { run + 1 } else { 0 });
            if above.is_some_and(|run| run >= order) {
                return Some(true);
            }
            if below.is_some_and(|run| run >= order) {
                return Some(false);
            }
            if above.is_none() && below.is_none() {
                return None;
            }
        }
        None
    }
}

/// The tuples x with `bounds.least` <= c1 x1 + c2 x2 + ... <= `bounds.most`.
///
/// Also accepts words that are not validly written; intersect with [`Dfa::everything`] to exclude them.
pub fn linear(
    numeration: &Numeration,
    coefficients: &[i64],
    bounds: Bounds,
    budget: &Budget,
) -> Result<Dfa, Error> {
    #[derive(Clone, Copy)]
    enum State {
        Open(Residual),
        /// Every continuation is accepted.
        Sure,
    }
    let sum = Sum::new(numeration, coefficients)?;
    let ends = [bounds.least, bounds.most];
    if ends.into_iter().flatten().any(|end| end.unsigned_abs() > LARGEST.unsigned_abs()) {
        return Err(Error { step: Step::Relation, reason: Reason::States });
    }
    // A single bound serves as both: beyond it nothing changes any more.
    let most = bounds.most.or(bounds.least).map_or(0, i128::from);
    let least = bounds.least.or(bounds.most).map_or(0, i128::from);
    let mut dfa = Dfa::begin(coefficients.len(), numeration.digits());
    let weights: Vec<i64> = (0..dfa.letters).map(|letter| sum.weight(letter)).collect();
    let lightest = weights.iter().copied().min().unwrap_or(0);
    let span = weights.iter().copied().max().unwrap_or(0) - lightest;
    let span = usize::try_from(span).ok().filter(|span| *span < 1 << 20);
    let span = span.ok_or(Error { step: Step::Relation, reason: Reason::States })?;
    let mut found = vec![State::Open([0; 3])];
    let mut ids: FxHashMap<Residual, u32> = FxHashMap::from_iter([([0; 3], 0)]);
    let mut sure = DEAD;
    let mut at = 0;
    let mut targets = vec![DEAD; span + 1];
    let mut known = vec![usize::MAX; span + 1];
    while at < found.len() {
        budget.check(Step::Relation, at, found.len(), dfa.letters)?;
        let residual = match found[at] {
            State::Open(residual) => residual,
            State::Sure => {
                dfa.accepting.push(true);
                dfa.next.extend(std::iter::repeat_n(at as u32, dfa.letters));
                at += 1;
                continue;
            }
        };
        let value = sum.value(&residual);
        let within = bounds.least.is_none_or(|least| value >= i128::from(least))
            && bounds.most.is_none_or(|most| value <= i128::from(most));
        dfa.accepting.push(within);
        for &weight in &weights {
            let slot = (weight - lightest) as usize;
            if known[slot] != at {
                known[slot] = at;
                let next = sum.after(&residual, weight);
                targets[slot] = ids.get(&next).copied().unwrap_or_else(|| {
                    let far = sum.far(&next, least, most);
                    let accepted = match far {
                        Some(true) => bounds.most.is_none(),
                        Some(false) => bounds.least.is_none(),
                        None => false,
                    };
                    let id = if far.is_none() {
                        found.push(State::Open(next));
                        found.len() as u32 - 1
                    } else if !accepted {
                        DEAD
                    } else {
                        if sure == DEAD {
                            found.push(State::Sure);
                            sure = found.len() as u32 - 1;
                        }
                        sure
                    };
                    ids.insert(next, id);
                    id
                });
            }
            dfa.next.push(targets[slot]);
        }
        at += 1;
    }
    dfa.minimised(budget)
}

/// The tuples x with c1 x1 + c2 x2 + ... = `rest` modulo `modulus`, which is at least 1.
pub fn residue(
    numeration: &Numeration,
    coefficients: &[i64],
    (rest, modulus): (i64, i64),
    budget: &Budget,
) -> Result<Dfa, Error> {
    let sum = Sum::new(numeration, coefficients)?;
    if !(1..LARGEST).contains(&modulus) {
        return Err(Error { step: Step::Relation, reason: Reason::States });
    }
    let mut dfa = Dfa::begin(coefficients.len(), numeration.digits());
    let weights: Vec<i64> = (0..dfa.letters).map(|letter| sum.weight(letter).rem_euclid(modulus)).collect();
    let mut found: Vec<Residual> = vec![[0; 3]];
    let mut ids: FxHashMap<Residual, u32> = FxHashMap::from_iter([([0; 3], 0)]);
    let mut at = 0;
    while at < found.len() {
        budget.check(Step::Relation, at, found.len(), dfa.letters)?;
        let residual = found[at];
        let value = sum.value(&residual);
        dfa.accepting.push((value - i128::from(rest)).rem_euclid(i128::from(modulus)) == 0);
        for &weight in &weights {
            let next = sum.after(&residual, weight).map(|v| v.rem_euclid(modulus));
            let id = *ids.entry(next).or_insert_with(|| {
                found.push(next);
                found.len() as u32 - 1
            });
            dfa.next.push(id);
        }
        at += 1;
    }
    dfa.minimised(budget)
}

/// The place values with an index divisible by `every`: in base b the powers of b^every; among Fibonacci
/// numbers with `every` = 1 all of them.
pub fn places(numeration: &Numeration, every: usize, budget: &Budget) -> Result<Dfa, Error> {
    let mut dfa = Dfa::begin(1, numeration.digits());
    let every = every.max(1);
    budget.check(Step::Relation, 0, every + 1, dfa.letters)?;
    dfa.next = vec![DEAD; (every + 1) * dfa.letters];
    dfa.accepting = vec![false; every + 1];
    (dfa.next[0], dfa.next[1], dfa.accepting[1]) = (0, 1, true);
    for zeros in 0..every {
        dfa.next[(1 + zeros) * dfa.letters] = 1 + ((zeros + 1) % every) as u32;
    }
    dfa.minimised(budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numerations() -> impl Iterator<Item = Numeration> {
        ["b2", "b3", "b7", "b10", "fib", "t2", "t3", "trib"].into_iter().filter_map(Numeration::from_id)
    }

    #[test]
    fn sums_are_compared_as_whole_numbers_are() {
        let mut random = fastrand::Rng::with_seed(1);
        let budget = Budget::default();
        for numeration in numerations() {
            for round in 0..40 {
                let tracks = random.usize(1..=if numeration.digits() > 4 { 2 } else { 4 });
                let c: Vec<i64> = (0..tracks).map(|_| random.i64(-3..=3)).collect();
                let a = random.i64(-20..20);
                let bounds = match round % 4 {
                    0 => Bounds::exactly(a),
                    1 => Bounds::at_least(a),
                    2 => Bounds::at_most(a),
                    _ => Bounds::between(a, a + random.i64(0..9)),
                };
                let dfa = linear(&numeration, &c, bounds, &budget).unwrap();
                let modulus = random.i64(1..8);
                let rests = residue(&numeration, &c, (a, modulus), &budget).unwrap();
                for _ in 0..400 {
                    let largest = [5, 50, 5000, 100_000][random.usize(0..4)];
                    let mut x: Vec<u64> = (0..tracks).map(|_| random.u64(0..largest)).collect();
                    // Half of the samples are near the bound, where it matters.
                    if random.bool() && c[0] != 0 {
                        let rest: i64 = c[1..].iter().zip(&x[1..]).map(|(c, &x)| c * x as i64).sum();
                        x[0] = u64::try_from((a - rest).div_euclid(c[0]) + random.i64(-1..2)).unwrap_or(3);
                    }
                    let sum: i64 = c.iter().zip(&x).map(|(c, &x)| c * x as i64).sum();
                    let within =
                        bounds.least.is_none_or(|l| sum >= l) && bounds.most.is_none_or(|m| sum <= m);
                    assert_eq!(dfa.accepts(&numeration, &x), within, "{numeration} {c:?} {bounds:?} {x:?}");
                    let even = (sum - a).rem_euclid(modulus) == 0;
                    assert_eq!(
                        rests.accepts(&numeration, &x),
                        even,
                        "{numeration} {c:?} {a} {modulus} {x:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn addition_of_all_pairs() {
        let budget = Budget::default();
        for numeration in numerations().filter(|n| n.digits() < 5) {
            let add = linear(&numeration, &[1, 1, -1], Bounds::exactly(0), &budget).unwrap();
            for a in 0..60u64 {
                for b in 0..60 {
                    for c in (a + b).saturating_sub(2)..a + b + 3 {
                        assert_eq!(
                            add.accepts(&numeration, &[a, b, c]),
                            a + b == c,
                            "{numeration} {a} {b} {c}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn powers_and_places() {
        let budget = Budget::default();
        let fibonacci = Numeration::fibonacci();
        let set = places(&fibonacci, 1, &budget).unwrap();
        let members: Vec<u64> = (0..100).filter(|&n| set.accepts(&fibonacci, &[n])).collect();
        assert_eq!(members, [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
        let base = Numeration::base(2).unwrap();
        let set = places(&base, 2, &budget).unwrap();
        let members: Vec<u64> = (0..100).filter(|&n| set.accepts(&base, &[n])).collect();
        assert_eq!(members, [1, 4, 16, 64]);
    }

    #[test]
    fn what_is_too_large_is_an_error() {
        let base = Numeration::base(2).unwrap();
        let budget = Budget { states: 1000, ..Budget::default() };
        for bounds in [Bounds::at_most(1 << 30), Bounds::at_least(i64::MIN), Bounds::exactly(i64::MAX)] {
            let error = linear(&base, &[1, -1], bounds, &budget).unwrap_err();
            assert_eq!((error.step, error.reason), (Step::Relation, Reason::States));
        }
        assert!(linear(&base, &[i64::MAX], Bounds::exactly(0), &budget).is_err());
        assert!(linear(&base, &[1 << 39], Bounds::exactly(0), &budget).is_err());
        assert!(residue(&base, &[1], (0, 0), &budget).is_err());
        let late = Budget { until: Some(std::time::Instant::now()), ..Budget::default() };
        let error = linear(&base, &[1, -1], Bounds::exactly(1), &late).unwrap_err();
        assert_eq!(error.reason, Reason::Time);
    }
}
