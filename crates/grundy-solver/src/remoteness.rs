//! Remoteness of any position, at any cost: an answer has it only where it is cheap.

use dashu_int::UBig;

use crate::compound::{Clock, Pace};
use crate::search::Asked;
use crate::solver::Solver;
use grundy_core::error::Result;
use grundy_core::position::{Component, Position};

impl Solver {
    /// The number of moves to the end if the winner hurries and the loser delays. `None` in scoring games, which nobody
    /// hurries to end, and in draws, which do not end.
    ///
    /// A single heap is answered from a table, and beyond it from a pattern that is proved. Of other positions every
    /// line of play is searched, unless the answer to the position has its remoteness anyway.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn remoteness(&self, position: &Position) -> Result<Option<UBig>> {
        if position.is_scoring() {
            return Ok(None);
        }
        let budget = self.budget();
        if position.has_own() {
            // Without any move asked for, the answer of a graph or a script is the outcome alone.
            return Ok(self.winning(position, 1, &budget)?.remoteness);
        }
        if position.single().is_none()
            && let Some(known) = self.winning(position, 0, &budget)?.remoteness
        {
            return Ok(Some(known));
        }
        let full = position.components().iter().flat_map(Component::heaps).filter(|heap| **heap > UBig::ZERO);
        if position.single().is_some_and(|component| component.game.is_heapwise()) && full.count() <= 1 {
            return Clock::new(position, Pace::Remoteness, &budget)?.number(position).map(Some);
        }
        Ok(Some(self.searches.verdict(position, Asked::Everything, &budget)?.remoteness.into()))
    }
}

#[cfg(test)]
mod tests {
    use crate::Solver;
    use crate::oracle::Oracle;
    use crate::theorem::testing::Random;
    use grundy_core::limits::Budget;
    use grundy_core::notation::parse_position;

    #[test]
    fn remoteness_is_that_of_the_plain_search() {
        let mut random = Random::new(11);
        for _ in 0..60 {
            let mut one_of =
                |texts: &[&str]| texts[usize::try_from(random.below(texts.len() as u64)).unwrap()].to_owned();
            let misere = one_of(&["", "misere "]);
            let mut part = || {
                one_of(&[
                    "nim[3, 4]",
                    "wythoff[2, 5]",
                    "bash(3)[9]",
                    "kayles[7]",
                    "chomp[3, 2]",
                    "nim[]",
                    "take 1; put back 2 up to 1 time[3]",
                    "fibonacci[9]",
                    "race(11, 1..4)[]",
                ])
            };
            let (a, b) = (part(), part());
            let text = match random.below(5) {
                0 => format!("{misere}{a} + {b}"),
                1 => format!("{misere}short({a}, {b})"),
                2 => format!("{misere}all({a}, {b})"),
                _ => format!("{misere}{a}"),
            };
            let position = parse_position(&text).unwrap();
            let budget = Budget::default();
            let known = Oracle::new(&position, &budget).verdict(&position).unwrap().remoteness;
            assert_eq!(Solver::default().remoteness(&position).unwrap(), Some(known.into()), "{text}");
        }
    }

    #[test]
    fn large_heaps_scores_and_draws() {
        let of = |text: &str| Solver::default().remoteness(&parse_position(text).unwrap());
        assert_eq!(of("bash(3)[10^30]").unwrap(), Some(dashu_int::UBig::from(10u8).pow(30) / 2u8));
        assert_eq!(of("take 1..3; win most[9]").unwrap(), None);
        assert!(of("nim[10^30, 10^30]").unwrap_err().to_string().len() > 3);
    }
}
