//! Recomputes the numbers in explanations from the position by other means: plain search for values and winning
//! moves, the definition of Wythoff's pairs instead of the golden ratio, division instead of a formula.
//!
//! A step that is not supported here is counted, so that the report shows how much of the explanations was
//! checked.

mod games;
mod pairs;
mod play;
mod values;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;

use dashu_int::UBig;
use grundy_solver::limits::Limits;
use grundy_solver::oracle::{Oracle, Verdict};
use grundy_solver::position::{Component, Position};
use grundy_solver::text::{Message, Value};

use crate::truth::Truth;

/// How often each kind of step was recomputed, and how often this was not possible.
#[derive(Clone, Debug, Default)]
pub struct Rechecked {
    /// Steps whose numbers were found to be right, by identifier.
    pub right: BTreeMap<&'static str, u64>,
    /// Steps with numbers that cannot be recomputed here, by identifier.
    pub unknown: BTreeMap<&'static str, u64>,
}

type Checked = Result<(), String>;

/// The limit of a search of single parts and heaps; a step that needs more counts as unchecked.
const SMALL: Limits = Limits { memory: 400_000, time: None, threads: 0 };

/// Recomputes the numbers of a step. `oracle` searches from `position`.
pub fn recheck(
    position: &Position,
    truth: &Truth,
    oracle: &mut Oracle<'_>,
    step: &Message,
    seen: &mut Rechecked,
) -> Checked {
    let facts = Facts { position, truth, oracle: RefCell::new(oracle), step };
    let rooms = [Facts::pairs, Facts::values, Facts::games, Facts::play];
    match rooms.iter().find_map(|room| room(&facts)) {
        Some(Ok(())) => *seen.right.entry(step.id()).or_default() += 1,
        Some(wrong) => return wrong,
        None if step.values().is_empty() => {}
        None => *seen.unknown.entry(step.id()).or_default() += 1,
    }
    Ok(())
}

/// The data that a step is compared with.
struct Facts<'a, 'b> {
    position: &'a Position,
    truth: &'a Truth,
    oracle: RefCell<&'a mut Oracle<'b>>,
    step: &'a Message,
}

fn equal<T: PartialEq + Debug>(what: &str, stated: &T, found: &T) -> Checked {
    ensure!(stated == found, "{what} is said to be {stated:?} and is {found:?}");
    Ok(())
}

fn holds(what: &str, is: bool) -> Checked {
    ensure!(is, "{what} does not hold");
    Ok(())
}

impl Facts<'_, '_> {
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

    /// The component of a single game and its heaps, in their order.
    fn single(&self) -> Option<(&Component, Vec<u64>)> {
        let component = self.position.single()?;
        let heaps = component.heaps().iter().map(|h| u64::try_from(h).ok()).collect::<Option<_>>()?;
        Some((component, heaps))
    }

    /// The nonempty heaps, ascending, of a game of two heaps.
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

    /// The verdict of plain search on the same game with other heaps.
    fn verdict_with(&self, heaps: &[u64]) -> Option<Verdict> {
        let mut position = self.position.clone();
        position.single()?;
        let mut component = position.components()[0].clone();
        component.state.heaps = heaps.iter().copied().map(UBig::from).collect();
        let tree = position.tree().clone();
        position = Position::new(position.is_misere(), vec![component], tree).ok()?;
        self.oracle.borrow_mut().verdict(&position).ok()
    }

    /// Whether these heaps are among the winning results, in any order.
    fn wins_by(&self, heaps: &[u64]) -> bool {
        let sorted = |mut list: Vec<UBig>| {
            list.retain(|h| *h > UBig::ZERO);
            list.sort_unstable();
            list
        };
        let wanted = sorted(heaps.iter().copied().map(UBig::from).collect());
        self.truth.winning.keys().any(|key| key.len() == 1 && sorted(key[0].1.clone()) == wanted)
    }

    /// The number of different winning results.
    fn results(&self) -> u64 {
        self.truth.winning.len() as u64
    }

    /// The number of winning moves, several of which may have the same result.
    fn ways(&self) -> u64 {
        self.truth.winning.values().map(|turns| turns.len() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use grundy_solver::notation::parse_position;

    use super::*;
    use crate::truth::{oracle_budget, truth};

    fn list(numbers: &[u8]) -> Vec<UBig> {
        numbers.iter().copied().map(UBig::from).collect()
    }

    /// A move that leaves these heaps.
    fn leaving(heaps: &str) -> Message {
        let result = Message::new("move.result").with("to", format!("[{heaps}]"));
        Message::new("move.to").with("what", Message::new("move.none")).with("result", result)
    }

    /// A wrong number in a true sentence is detected.
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
            (
                "grundy[7]",
                Message::new("search.wins").with("moves", 3u8).with("winning", 1u8).with("remoteness", 9u8),
            ),
            ("wythoff[3, 5]", Message::new("wythoff.cold").with("number", 3u8).with("pair", list(&[3, 5]))),
            (
                "wythoff[4, 8]",
                Message::new("wythoff.partner-move")
                    .with("heap", 4u8)
                    .with("other", 8u8)
                    .with("pair", list(&[4, 7]))
                    .with("number", 3u8)
                    .with("taken", 2u8),
            ),
            ("wythoff[4, 8]", Message::new("wythoff.pair-out-of-reach").with("pair", list(&[3, 7]))),
            (
                "misere wythoff[3, 5]",
                Message::new("wythoff.misere-pair")
                    .with("difference", 2u8)
                    .with("lower", 4u8)
                    .with("upper", 6u8),
            ),
            ("misere nim[2, 3]", Message::new("misere-nim.large").with("sum", 2u8)),
            ("take 1, 3, 4[9]", Message::new("period.window").with("preperiod", 0u8).with("period", 6u8)),
            (
                "nim[1] + take 1, 3, 4[9]",
                Message::new("sum.part").with("part", "take 1, 3, 4[9]").with("value", 1u8),
            ),
            (
                "moore(2)[3, 3, 1]",
                Message::new("moore.unbalanced")
                    .with("column", 1u8)
                    .with("ones", 3u8)
                    .with("modulus", 3u8)
                    .with("touched", 1u8),
            ),
            (
                "euclid[5, 8]",
                Message::new("euclid.choice-is-theirs")
                    .with("place", 3u8)
                    .with("forced", 2u8)
                    .with("quotient", 2u8),
            ),
            ("fibonacci[20; last 2]", Message::new("take-away.limit").with("last", 2u8).with("most", 5u8)),
            ("fibonacci[20]", Message::new("take-away.wins").with("smallest", 2u8).with("takes", list(&[1]))),
            (
                "nimble[1, 1, 3]",
                Message::new("nimble.squares").with("squares", list(&[1, 3])).with("value", 2u8),
            ),
            (
                "staircase[1, 2, 3]",
                Message::new("staircase.values").with("heaps", list(&[1, 2])).with("values", list(&[1, 2])),
            ),
            (
                "all(nim[3], bash(2)[4])",
                Message::new("compound.suspense-of").with("part", "nim[3]").with("number", 2u8),
            ),
            ("some(nim[3], bash(2)[3])", Message::new("compound.part-won").with("part", "bash(2)[3]")),
            ("seq(nim[3], bash(2)[3])", Message::new("compound.later-won").with("part", "bash(2)[3]")),
            ("nim[2]", Message::new("explain.winning-move").with("move", leaving("1"))),
            (
                "nim[1, 1]",
                Message::new("explain.reply").with("move", leaving("0, 1")).with("reply", leaving("1, 0")),
            ),
            ("nim[1, 1]", Message::new("explain.ends").with("move", leaving("0, 1"))),
            // This move does end the game, but not from a heap of 7.
            (
                "nim[1]",
                Message::new("explain.ends").with(
                    "move",
                    Message::new("move.to")
                        .with("what", Message::new("move.take").with("k", 1u8).with("heap", 7u8))
                        .with("result", Message::new("move.result").with("to", "[0]")),
                ),
            ),
        ];
        for (text, step) in cases {
            let position = parse_position(text).unwrap();
            let budget = oracle_budget();
            let mut oracle = Oracle::new(&position, &budget);
            let truth = truth(&position, &mut oracle).unwrap();
            let checked = recheck(&position, &truth, &mut oracle, &step, &mut Rechecked::default());
            assert!(checked.is_err(), "{}", step.id());
        }
    }
}
