//! One heap, lost at the members of a growing sequence: squares and similar polynomials, powers, Fibonacci
//! numbers, other linear recurrences, and the numbers of take-away games.

use super::super::sample::Sample;
use super::Family;
use grundy_solver::law::Sequence;
use grundy_solver::law::Shape;

/// Rules by sequences that thin out.
pub struct Growing;

/// Maximum number of first members that may be listed.
const LISTED: usize = 6;
/// Maximum factor in a recurrence of two terms.
const FACTOR: i128 = 6;
/// Maximum distance back of an added term.
const BACK: usize = 8;
/// Minimum number of members that must follow from the others.
const FOLLOW: usize = 4;

impl Family for Growing {
    fn name(&self) -> &'static str {
        "sequence"
    }

    fn lost(&self, sample: &Sample) -> Vec<(Shape, u32)> {
        if sample.heaps != 1 {
            return vec![];
        }
        let mut members = sample.heaps_below(sample.fit);
        let zero = members.first() == Some(&0);
        if zero {
            members.remove(0);
        }
        let mut found: Vec<(Sequence, usize)> = Vec::new();
        found.extend(quadratic(&members));
        found.extend(recurrence(&members));
        found.extend(take_away(&members));
        // 0 may be a member of the sequence itself, as for the squares.
        let shape = |sequence: Sequence| Shape::Member { zero: zero && !sequence.contains(0), sequence };
        let cost = |cost| u32::try_from(cost).unwrap_or(u32::MAX);
        let mut rules: Vec<(Shape, u32)> = found.into_iter().map(|(s, c)| (shape(s), cost(c))).collect();
        if zero {
            members.insert(0, 0);
            rules.extend(
                quadratic(&members).map(|(s, c)| (Shape::Member { sequence: s, zero: false }, cost(c))),
            );
        }
        rules
    }
}

/// Recognises sequences with equal second differences.
fn quadratic(members: &[i128]) -> Option<(Sequence, usize)> {
    let [x, y, z, ..] = members else { return None };
    let (a, c) = (z - 2 * y + x, 2 * x);
    let b = 2 * (y - x) - a;
    let sequence = Sequence::Quadratic([a, b, c]);
    let follows = members.len() >= 3 + FOLLOW && a > 0;
    (follows && sequence.members(*members.last()?, members.len()) == members).then_some((sequence, 3))
}

/// The recurrence with the fewest terms. Lists as many first members as needed.
fn recurrence(members: &[i128]) -> Option<(Sequence, usize)> {
    let mut tries: Vec<Vec<i128>> = (2..=FACTOR).map(|factor| vec![factor]).collect();
    for factor in 1..=FACTOR {
        tries.extend((-FACTOR..=FACTOR).filter(|last| *last != 0).map(|last| vec![factor, last]));
    }
    for back in 3..=BACK {
        let mut by = vec![0; back];
        (by[0], by[back - 1]) = (1, 1);
        tries.push(by);
    }
    let mut best: Option<(Sequence, usize)> = None;
    for by in tries {
        let needed = by.len();
        for listed in needed..=LISTED.max(needed + 4) {
            if members.len() < listed + FOLLOW {
                break;
            }
            let sum =
                |end: usize| by.iter().zip(members[..end].iter().rev()).map(|(f, m)| f * m).sum::<i128>();
            let plus = members[listed] - sum(listed);
            let extra = usize::from(plus != 0) + by.iter().filter(|factor| **factor != 0).count();
            let cost = 1 + extra + by.len() / 2 + (listed - needed);
            let fits = (listed..members.len()).all(|i| members[i] == sum(i) + plus);
            if fits && best.as_ref().is_none_or(|(_, least)| cost < *least) {
                let first = members[..listed].to_vec();
                best = Some((Sequence::Recurrence { first, by: by.clone(), plus }, cost));
            }
        }
    }
    best
}

fn take_away(members: &[i128]) -> Option<(Sequence, usize)> {
    if members.len() < 2 * FOLLOW {
        return None;
    }
    let last = *members.last()?;
    let mut tries = (1..=8).flat_map(|slope| (-3..=6).map(move |plus| (slope, plus)));
    tries.find_map(|(slope, plus)| {
        let sequence = Sequence::TakeAway { slope, plus };
        (sequence.members(last, members.len() + 1) == members).then_some((sequence, 4))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_recognised() {
        let cases = [
            Sequence::fibonacci(),
            Sequence::Recurrence { first: vec![1], by: vec![3], plus: 1 },
            Sequence::Recurrence { first: vec![1, 3], by: vec![2, 1], plus: 0 },
            Sequence::Quadratic([2, 0, 0]),
            Sequence::Quadratic([1, 1, 0]),
            Sequence::TakeAway { slope: 4, plus: 0 },
        ];
        for sequence in cases {
            let members = sequence.members(3000, 1000);
            let mut lost = vec![false; 100_000];
            for member in sequence.members(99_999, 10_000) {
                lost[member as usize] = true;
            }
            let sample = Sample {
                heaps: 1,
                ordered: false,
                least: 0,
                fit: 3000,
                side: 100_000,
                small: 0,
                lost,
                values: None,
            };
            let found = Growing.lost(&sample);
            assert!(
                found.iter().any(|(shape, _)| super::super::holds(shape, &sample, 100_000)),
                "{members:?}"
            );
        }
    }
}
