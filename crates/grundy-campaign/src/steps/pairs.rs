//! P-positions of two heaps: Wythoff's game and its generalization, and the multiples of Euclid's game.

use std::collections::HashSet;

use dashu_int::IBig;
use grundy_solver::Outcome;
use grundy_solver::text::Value;

use super::{Checked, Facts, equal, holds};

impl Facts<'_, '_> {
    /// `None` for steps of other modules.
    pub(super) fn pairs(&self) -> Option<Checked> {
        let id = self.step.id();
        match id {
            "wythoff.difference" | "t-wythoff.difference" => {
                let [a, b] = self.pair()?;
                Some(equal("the difference", &self.number("difference")?, &(b - a)))
            }
            "wythoff.cold-pair" => {
                let n = self.number("difference")?;
                let pair = [self.number("lower")?, self.number("upper")?];
                Some(equal("the cold pair", &pair, &cold_pair(n, 1)))
            }
            "wythoff.misere-pair" => {
                let (a, b) = (self.number("lower")?, self.number("upper")?);
                if !small(b) {
                    return None;
                }
                let lost = !self.verdict_with(&[a, b])?.wins;
                Some(
                    equal("the difference", &self.number("difference")?, &(b - a))
                        .and(holds("being lost", lost)),
                )
            }
            "wythoff.cold" | "t-wythoff.cold" => {
                let pair = self.two("pair")?;
                let lost = holds("being lost", self.truth.outcome == Outcome::P);
                let ordered = equal("the pair", &pair, &self.pair()?).and(lost);
                Some(ordered.and_then(|()| self.numbered(pair)))
            }
            "wythoff.partner-move" | "wythoff.partner-out-of-reach" => {
                let pair = self.two("pair")?;
                let (heap, other) = (self.number("heap")?, self.number("other")?);
                let partner = pair.iter().copied().find(|&n| n != heap).unwrap_or(heap);
                let moves = self.number("taken").filter(|_| id == "wythoff.partner-move");
                let reach = match moves {
                    Some(taken) => equal("what is left", &(other - taken), &partner)
                        .and(holds("a win by this pair", self.wins_by(&pair))),
                    None => {
                        holds("being out of reach", self.number("partner")? == partner && partner >= other)
                    }
                };
                Some(reach.and_then(|()| self.numbered(pair)))
            }
            "wythoff.pair-move" => {
                let (to, taken, [a, b]) = (self.two("to")?, self.number("taken")?, self.pair()?);
                let left = equal("what is left", &to, &[a - taken, b - taken]);
                Some(left.and(holds("a win by this pair", self.wins_by(&to))))
            }
            "wythoff.pair-out-of-reach" => {
                let (pair, [a, b]) = (self.two("pair")?, self.pair()?);
                let apart = equal("the difference", &(pair[1] - pair[0]), &(b - a));
                Some(apart.and(holds("being out of reach", pair[0] >= a)))
            }
            "t-wythoff.pair-move" => {
                let (to, [a, b]) = (self.two("to")?, self.pair()?);
                let (from_a, from_b) = (self.number("from_smaller")?, self.number("from_greater")?);
                let mut left = [a - from_a, b - from_b];
                left.sort_unstable();
                let apart = equal("how far apart", &self.number("apart")?, &from_a.abs_diff(from_b));
                let legal = holds("being allowed", from_a.abs_diff(from_b) < self.number("t")?);
                let won = holds("a win by this pair", self.wins_by(&to));
                Some(equal("what is left", &to, &left).and(apart).and(legal).and(won))
            }
            "euclid.above" | "euclid.below" => self.golden(),
            "euclid.quotients" => self.quotients(),
            "euclid.equal" | "euclid.equal-misere" => {
                let heap = self.number("heap")?;
                Some(equal("both heaps", &[heap, heap], &self.pair()?))
            }
            "euclid.empty" | "euclid.empty-misere" => {
                Some(equal("the heaps", &[0, self.number("heap")?], &self.pair()?))
            }
            "euclid.choice-is-yours" | "euclid.choice-is-theirs" => {
                let [x, y] = self.pair()?;
                let quotients = quotients_of(y, x);
                let (place, forced) = (self.number("place")?, self.number("forced")?);
                let first = quotients.iter().position(|&q| q > 1)? as u64;
                let yours = id == "euclid.choice-is-yours";
                let there = equal("the place", &place, &(first + 1));
                let count = equal("the forced moves", &forced, &first);
                let whose = holds("whose choice it is", yours == first.is_multiple_of(2));
                let quotient = quotients.get(usize::try_from(first).ok()?);
                Some(there.and(count).and(whose).and(equal(
                    "the quotient",
                    &self.number("quotient")?,
                    quotient?,
                )))
            }
            "euclid.move" | "euclid.only-move" => {
                let (taken, to, [x, y]) = (self.number("taken")?, self.two_sorted("to")?, self.pair()?);
                let mut left = [x, y - taken];
                left.sort_unstable();
                let whole = match self.number("multiple") {
                    Some(multiple) => equal("what is taken", &taken, &(multiple * self.number("smaller")?))
                        .and(holds("a win by this pair", self.wins_by(&to))),
                    None => holds("being lost", self.truth.outcome == Outcome::P),
                };
                Some(equal("what is left", &to, &left).and(whole))
            }
            _ => None,
        }
    }

    fn two(&self, name: &str) -> Option<[u64; 2]> {
        self.numbers(name)?.try_into().ok()
    }

    fn two_sorted(&self, name: &str) -> Option<[u64; 2]> {
        let mut two = self.two(name)?;
        two.sort_unstable();
        Some(two)
    }

    /// Whether this is the P-position of its number: by definition under normal play, by plain search under
    /// misère play.
    fn numbered(&self, mut pair: [u64; 2]) -> Checked {
        pair.sort_unstable();
        if self.position.is_misere() {
            return match small(pair[1]).then(|| self.verdict_with(&pair)).flatten() {
                Some(verdict) => holds("being lost", !verdict.wins),
                None => Ok(()),
            };
        }
        let Some(number) = self.number("number") else { return Err("the number is not there".into()) };
        // The difference of pair n is t n, in Wythoff's own game n.
        let t = (pair[1] - pair[0]) / number.max(1);
        equal("the cold pair", &pair, &cold_pair(number, t))
    }

    fn golden(&self) -> Option<Checked> {
        let [x, y] = self.pair()?.map(IBig::from);
        let (square, other) = (&y * &y, &x * &y + &x * &x);
        let (Value::Number(stated), Value::Number(said_other)) =
            (self.value("square")?, self.value("other")?)
        else {
            return None;
        };
        let above = self.step.id() == "euclid.above";
        Some(
            equal("the square", stated, &square)
                .and_then(|()| equal("the other", said_other, &other))
                .and_then(|()| equal("being above", &above, &(square > other))),
        )
    }

    fn quotients(&self) -> Option<Checked> {
        let found = quotients_of(self.number("greater")?, self.number("smaller")?);
        Some(equal("the quotients", &self.numbers("quotients")?, &found))
    }
}

/// Whether a heap is small enough for plain search.
fn small(n: u64) -> bool {
    n <= 60
}

/// The quotients of the Euclidean algorithm.
fn quotients_of(mut y: u64, mut x: u64) -> Vec<u64> {
    let mut found = Vec::new();
    while x > 0 {
        found.push(y / x);
        (y, x) = (x, y % x);
    }
    found
}

/// Pair number `n` by definition: the least number in no earlier pair, and that number plus `t n`.
fn cold_pair(n: u64, t: u64) -> [u64; 2] {
    let mut used = HashSet::new();
    let mut least = 0;
    for number in 0.. {
        while used.contains(&least) {
            least += 1;
        }
        if number == n {
            break;
        }
        used.extend([least, least + t * number]);
    }
    [least, least + t * n]
}

#[cfg(test)]
mod tests {
    use super::cold_pair;

    #[test]
    fn cold_pairs_follow_from_their_definition() {
        let pairs = [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [11, 18]];
        assert_eq!([0, 1, 2, 3, 4, 7].map(|n| cold_pair(n, 1)), pairs);
        assert_eq!([0, 1, 2, 3].map(|n| cold_pair(n, 2)), [[0, 0], [1, 3], [2, 6], [4, 10]]);
    }
}
