//! The numbers in explanations, each worked out again from the position by other means: the plain search
//! for values, the definition of cold pairs instead of the golden ratio, division instead of a formula.
//!
//! A step not known here is counted, so that a report says how much of what was explained was looked at.

use std::collections::{BTreeMap, HashSet};

use dashu_int::{IBig, UBig};
use grundy::limits::Budget;
use grundy::oracle::Oracle;
use grundy::position::{Component, Position, Tree};
use grundy::text::{Message, Value};

use crate::truth::Truth;

/// How often each kind of step was worked out again, and how often one had nothing to work out with.
#[derive(Clone, Debug, Default)]
pub struct Rechecked {
    /// By identifier: steps whose numbers were found to be right.
    pub right: BTreeMap<&'static str, u64>,
    /// By identifier: steps with numbers in them that nothing here knows how to work out.
    pub unknown: BTreeMap<&'static str, u64>,
}

type Checked = Result<(), String>;

/// Works the step's numbers out again.
pub fn recheck(position: &Position, truth: &Truth, step: &Message, seen: &mut Rechecked) -> Checked {
    let facts = Facts { position, truth, step };
    match facts.check() {
        Some(Ok(())) => *seen.right.entry(step.id()).or_default() += 1,
        Some(wrong) => return wrong,
        None if step.values().is_empty() => {}
        None => *seen.unknown.entry(step.id()).or_default() += 1,
    }
    Ok(())
}

struct Facts<'a> {
    position: &'a Position,
    truth: &'a Truth,
    step: &'a Message,
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, said: &T, found: &T) -> Checked {
    ensure!(said == found, "{what} is said to be {said:?} and is {found:?}");
    Ok(())
}

impl Facts<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        self.step.values().iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    fn number(&self, name: &str) -> Option<u64> {
        match self.value(name)? {
            Value::Number(n) => u64::try_from(n).ok(),
            _ => None,
        }
    }

    fn numbers(&self, name: &str) -> Option<Vec<u64>> {
        match self.value(name)? {
            Value::Numbers(list) => list.iter().map(|n| u64::try_from(n).ok()).collect(),
            _ => None,
        }
    }

    fn text(&self, name: &str) -> Option<&str> {
        match self.value(name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    fn single(&self) -> Option<(&Component, Vec<u64>)> {
        let component = self.position.single()?;
        let heaps = component.heaps().iter().map(|h| u64::try_from(h).ok()).collect::<Option<_>>()?;
        Some((component, heaps))
    }

    /// The heaps with stones, ascending, of a game of two heaps.
    fn pair(&self) -> Option<[u64; 2]> {
        let (_, mut heaps) = self.single()?;
        heaps.retain(|&h| h > 0);
        heaps.sort_unstable();
        match heaps[..] {
            [a, b] => Some([a, b]),
            [b] => Some([0, b]),
            [] => Some([0, 0]),
            _ => None,
        }
    }

    /// `None` for steps that are not known here.
    fn check(&self) -> Option<Checked> {
        match self.step.id() {
            "wythoff.difference" => {
                let [a, b] = self.pair()?;
                Some(equal("the difference", &self.number("difference")?, &(b - a)))
            }
            "wythoff.cold-pair" => {
                let n = self.number("difference")?;
                let pair = [self.number("lower")?, self.number("upper")?];
                Some(equal("the cold pair", &pair, &cold_pair(n, 1)))
            }
            "wythoff.partner-move" | "wythoff.partner-out-of-reach" if !self.position.is_misere() => {
                let pair = [*self.numbers("pair")?.first()?, *self.numbers("pair")?.get(1)?];
                let number = self.number("number")?;
                // The difference of pair n is t n, in Wythoff's own game n.
                let t = (pair[1] - pair[0]) / number.max(1);
                Some(equal("the cold pair", &pair, &cold_pair(number, t)))
            }
            "nim.columns" => Some(self.columns()),
            "moore.columns" => Some(self.ones_in_columns()),
            "heapwise.values" | "heapwise.one-heap" => self.heap_values(),
            "heapwise.wins" | "heapwise.loses" | "lattice.value" | "lattice.value-zero"
            | "board.value-wins" | "board.value-loses" => self.total_value(),
            "residues.rule" => {
                let (m, modulus) = (self.number("m")?, self.number("modulus")?);
                Some(equal("the modulus", &modulus, &(m + 1)))
            }
            "take-away.parts" => self.parts(),
            "take-away.keys" | "take-away.keys-end" => {
                let keys = self.numbers("keys")?;
                let rising = keys.first() == Some(&1) && keys.is_sorted_by(|a, b| a < b);
                Some(if rising { Ok(()) } else { Err(format!("keys {keys:?}")) })
            }
            "euclid.above" | "euclid.below" => self.golden(),
            "euclid.quotients" => self.quotients(),
            "race.reading" | "race.reading-misere" | "race.reading-past" | "race.reading-past-misere" => {
                let (total, distance) = (self.number("total")?, self.number("distance")?);
                Some(equal("the target", &self.number("target")?, &(total + distance)))
            }
            "race.wins" => {
                let (total, add) = (self.number("total")?, self.number("add")?);
                let (_, heaps) = self.single()?;
                Some(equal("the new total", &total, &(heaps.first()? + add)))
            }
            "most-stones.distance" => {
                let (_, heaps) = self.single()?;
                Some(equal("the heap", &self.number("n")?, &heaps.iter().sum()))
            }
            "search.wins" | "search.loses" => self.lines_of_play(),
            "delete-nim.value" => {
                let (a, b) = (self.number("a")?, self.number("b")?);
                let lowest = (0..64).find(|k| ((a - 1) | (b - 1)) >> k & 1 == 0)?;
                Some(equal("the place", &self.number("value")?, &lowest))
            }
            "slow-nim.odd" => {
                let (_, heaps) = self.single()?;
                let odd = heaps.iter().filter(|h| *h % 2 == 1).count() as u64;
                Some(equal("the odd heaps", &self.number("odd")?, &odd))
            }
            "equal-twos.counts" => {
                let halved = self.numbers("heaps")?.iter().map(|h| u64::from(h.trailing_zeros())).collect();
                Some(equal("the counts", &self.numbers("counts")?, &halved))
            }
            "explain.winning-move" if self.truth.winning.is_empty() => {
                Some(Err("there is no winning move".into()))
            }
            _ => None,
        }
    }

    /// The rows in binary, and their exclusive or.
    fn columns(&self) -> Checked {
        let (Some(rows), Some(sum), Some(value)) =
            (self.text("rows"), self.text("sum"), self.number("value"))
        else {
            return Err("rows, sum or value are not there".into());
        };
        let found = rows.lines().try_fold(0, |sum, row| Ok::<_, String>(sum ^ binary(row)?))?;
        equal("the nim-sum", &value, &found)?;
        equal("the nim-sum in binary", &binary(sum)?, &found)
    }

    fn ones_in_columns(&self) -> Checked {
        let (Some(rows), Some(ones), Some(rests), Some(modulus)) =
            (self.text("rows"), self.numbers("ones"), self.numbers("rests"), self.number("modulus"))
        else {
            return Err("rows, ones, rests or modulus are not there".into());
        };
        let rows: Vec<&str> = rows.lines().collect();
        let count =
            |column: usize| rows.iter().filter(|row| row.as_bytes().get(column) == Some(&b'1')).count();
        let found: Vec<u64> = (0..ones.len()).map(|column| count(column) as u64).collect();
        equal("the ones", &ones, &found)?;
        equal("the rests", &rests, &found.iter().map(|n| n % modulus).collect())
    }

    /// Values of heaps alone, by plain search over each.
    fn heap_values(&self) -> Option<Checked> {
        let (component, _) = self.single()?;
        let heaps = self.numbers("heaps").or_else(|| Some(vec![self.number("heap")?]))?;
        let values = self.numbers("values").or_else(|| Some(vec![self.number("value")?]))?;
        // What the past has left may be about some heaps only.
        if self.position.is_misere() || heaps.len() != values.len() || !component.state.past.is_start() {
            return None;
        }
        for (&heap, &said) in heaps.iter().zip(&values) {
            let mut alone = component.clone();
            alone.state.heaps = vec![UBig::from(heap)];
            let alone = Position::new(false, vec![alone], Tree::Leaf(0)).ok()?;
            let budget = Budget::default();
            let found = Oracle::new(&alone, &budget).verdict(&alone).ok()?.value;
            if said != found {
                return Some(Err(format!("{alone} is said to be worth {said} and is worth {found}")));
            }
        }
        Some(Ok(()))
    }

    fn total_value(&self) -> Option<Checked> {
        let found = self.truth.value.clone()?;
        // Where it is 0, the sentence itself says so.
        let said = self.number("value").map_or(UBig::ZERO, UBig::from);
        // A sum explains its parts one by one, each with a total of its own.
        self.position.single()?;
        Some(equal("the value", &said, &found))
    }

    fn parts(&self) -> Option<Checked> {
        let parts = self.text("parts")?.split('+').map(|part| part.trim().parse::<u64>());
        let parts = parts.collect::<Result<Vec<_>, _>>().ok()?;
        Some(equal("the sum of the parts", &self.number("n")?, &parts.iter().sum()).and_then(|()| {
            ensure!(parts.is_sorted_by(|a, b| a > b), "the parts do not fall: {parts:?}");
            Ok(())
        }))
    }

    fn golden(&self) -> Option<Checked> {
        let [x, y] = self.pair()?.map(IBig::from);
        let (square, other) = (&y * &y, &x * &y + &x * &x);
        let (Value::Number(said), Value::Number(said_other)) = (self.value("square")?, self.value("other")?)
        else {
            return None;
        };
        let above = self.step.id() == "euclid.above";
        Some(
            equal("the square", said, &square)
                .and_then(|()| equal("the other", said_other, &other))
                .and_then(|()| equal("being above", &above, &(square > other))),
        )
    }

    fn quotients(&self) -> Option<Checked> {
        let (mut y, mut x) = (self.number("greater")?, self.number("smaller")?);
        let mut found = Vec::new();
        while x > 0 {
            found.push(y / x);
            (y, x) = (x, y % x);
        }
        Some(equal("the quotients", &self.numbers("quotients")?, &found))
    }

    fn lines_of_play(&self) -> Option<Checked> {
        self.position.single()?;
        let remoteness = self.truth.remoteness.as_ref()?;
        Some(equal("the remoteness", &self.number("remoteness").map(UBig::from), &Some(remoteness.clone())))
    }
}

fn binary(row: &str) -> Result<u64, String> {
    u64::from_str_radix(row.trim(), 2).map_err(|e| format!("`{row}` is not binary: {e}"))
}

/// Cold pair number `n` by its definition: the least number that no earlier pair holds, and `t n` more.
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
    use grundy::notation::parse_position;

    use super::*;
    use crate::truth::{oracle_budget, truth};

    #[test]
    fn cold_pairs_follow_from_their_definition() {
        let pairs = [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [11, 18]];
        assert_eq!([0, 1, 2, 3, 4, 7].map(|n| cold_pair(n, 1)), pairs);
        assert_eq!([0, 1, 2, 3].map(|n| cold_pair(n, 2)), [[0, 0], [1, 3], [2, 6], [4, 10]]);
    }

    /// A wrong number in a true sentence is seen.
    #[test]
    fn a_wrong_number_is_seen() {
        let cases = [
            ("wythoff[8, 15]", Message::new("wythoff.difference").with("difference", 8u8)),
            (
                "wythoff[8, 15]",
                Message::new("wythoff.cold-pair")
                    .with("difference", 7u8)
                    .with("lower", 10u8)
                    .with("upper", 17u8),
            ),
            ("nim[3, 5]", Message::new("heapwise.wins").with("value", 7u8)),
            (
                "nim[3, 5]",
                Message::new("nim.columns").with("rows", "011\n101").with("sum", "110").with("value", 7u8),
            ),
            (
                "take 1, 3, 4[4, 5]",
                Message::new("heapwise.values")
                    .with("heaps", vec![UBig::from(4u8), UBig::from(5u8)])
                    .with("values", vec![UBig::from(2u8), UBig::from(2u8)]),
            ),
            ("fibonacci[20]", Message::new("take-away.parts").with("n", 20u8).with("parts", "13 + 5 + 1")),
            ("euclid[5, 8]", Message::new("euclid.above").with("square", 64u8).with("other", 65u8)),
            (
                "euclid[5, 8]",
                Message::new("euclid.quotients")
                    .with("greater", 8u8)
                    .with("smaller", 5u8)
                    .with("quotients", vec![UBig::from(1u8), UBig::from(2u8)]),
            ),
            ("grundy[7]", Message::new("search.wins").with("remoteness", 9u8)),
        ];
        for (text, step) in cases {
            let position = parse_position(text).unwrap();
            let budget = oracle_budget();
            let truth = truth(&position, &mut Oracle::new(&position, &budget)).unwrap();
            assert!(recheck(&position, &truth, &step, &mut Rechecked::default()).is_err(), "{}", step.id());
        }
    }
}
