//! Wythoff's game with a slack: amounts taken from both heaps may differ by less than t.
//!
//! Precondition: the rules are `take any or take any from 2 heaps within d` with a constant d >= 1
//! (t = d + 1), and at most two heaps are not empty. Normal or misère play; alone.
//!
//! Statement: with alpha = (2 - t + sqrt(t^2 + 4)) / 2 the player to move loses iff the heaps are
//! (floor(n alpha), floor(n alpha) + t n) for some n (Fraenkel 1982), or in misère play
//! (floor(n alpha + 1/alpha), that + t n + 1) (A. S. Fraenkel, Wythoff games,
//! continued fractions, cedar trees and Fibonacci searches, 1984).
//!
//! A move from both heaps changes the difference by less than t, and cold differences are t apart.
//! So it can aim at two cold pairs at most, the nearest below and above the position's own
//! difference, and, where heaps may change places, at the first pair of misère play.

use dashu_int::{IBig, UBig};

use super::cold_pairs::{ColdPairs, TwoHeaps, second_source};
use super::wythoff::{by_pairs, partners};
use crate::law::{Law, Shape, Surd};
use crate::method::{Applied, Asked, Basis, Fit, Method};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::number::natural;
use grundy_core::position::Component;
use grundy_core::rules::Source;
use grundy_core::text::Message;

/// Cold pairs by Fraenkel's formula.
pub struct TWythoff {
    /// Amounts taken from the two heaps differ by less than this.
    t: UBig,
    misere: bool,
}

const NAME: &str = "t-wythoff";

/// Recognises Wythoff's game with a constant slack.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let Some(Source::Within(2, bound)) = second_source(asked.rules) else { return Fit::Unrelated };
    let Some(slack) = bound.as_constant().as_ref().and_then(natural) else {
        return Fit::near(NAME, Message::new("t-wythoff.slack-varies").with("slack", bound.to_string()));
    };
    Fit::known(TWythoff { t: slack + UBig::ONE, misere: asked.misere })
}

impl Method for TWythoff {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("A. S. Fraenkel 1982, 1984"))
    }

    fn solve<'a>(&'a self, component: &'a Component, _: &'a Budget) -> Result<Applied<'a>> {
        let pairs = ColdPairs::new(self.t.clone(), self.misere);
        Ok(by_pairs(component, pairs, move |pairs, heaps| steps(pairs, heaps, &self.t)))
    }

    fn law(&self, heaps: usize) -> Option<Law> {
        if heaps != 2 {
            return None;
        }
        // Squares of it are used below.
        let t = i128::try_from(&self.t).ok().filter(|t| *t <= 1 << 60)?;
        // floor(n alpha + 1 / alpha), with alpha = (2 - t + s) / 2 and 1 / alpha = (t - 2 + s) / (2 t), s^2 = t^2 + 4.
        let misere_surd = Surd { p: [t * (2 - t), t - 2], q: [t, 1], d: t * t + 4, r: 2 * t };
        let surd = if self.misere { misere_surd } else { Surd::of_slack(t) };
        Some(Law::lost(Shape::Pairs { surd, slope: t, plus: i128::from(self.misere) }))
    }
}

fn steps(pairs: &ColdPairs, heaps: &TwoHeaps, t: &UBig) -> Vec<Message> {
    let id = if pairs.shifted() { "t-wythoff.misere-rule" } else { "t-wythoff.rule" };
    let first: Vec<UBig> = (0u8..4).flat_map(|n| pairs.numbered(UBig::from(n)).members()).collect();
    let first = first.chunks(2).map(|p| format!("({}, {})", p[0], p[1])).collect::<Vec<_>>().join(" ");
    let mut steps = vec![
        Message::new(id).with("t", t).with("first", first),
        Message::new("t-wythoff.difference").with("difference", heaps.difference()).with("t", t),
    ];
    if heaps.is_cold() {
        let pair = &heaps.holding[0];
        steps.push(Message::new("t-wythoff.cold").with("number", &pair.number).with("pair", pair.members()));
        steps.push(Message::new("t-wythoff.no-move-between").with("t", t));
        return steps;
    }
    if *heaps.greater() == UBig::ZERO {
        steps.push(Message::new("wythoff.misere-end"));
        return steps;
    }
    let both = heaps.by_both_heaps();
    if both.is_empty() {
        steps.push(Message::new("t-wythoff.pairs-out-of-reach"));
    }
    for (pair, [smaller, greater]) in both {
        let apart = (IBig::from(smaller.clone()) - IBig::from(greater.clone())).into_parts().1;
        steps.push(
            Message::new("t-wythoff.pair-move")
                .with("from_smaller", smaller)
                .with("from_greater", greater)
                .with("apart", apart)
                .with("t", t)
                .with("to", pair.members()),
        );
    }
    steps.extend(partners(heaps));
    steps
}

#[cfg(test)]
mod tests {
    use crate::Solver;
    use crate::theorem::testing::{agrees, assert_in_words, method_of};
    use grundy_core::answer::Outcome;

    #[test]
    fn it_agrees_with_search() {
        for (t, most) in [(2, 9), (3, 8), (5, 7)] {
            for misere in ["", "misere "] {
                let rules = format!("{misere}wythoff({t})");
                for y in 0..=most {
                    for x in 0..=y {
                        if y < 5 || (x + y) % 3 == 0 || x == y {
                            agrees(&rules, &[x, y], "t-wythoff");
                        }
                    }
                }
                agrees(&rules, &[4], "t-wythoff");
                agrees(&rules, &[0, 1, 4], "t-wythoff");
            }
        }
        agrees("misere take any or take any from 2 heaps within 2^80", &[3, 4], "t-wythoff");
    }

    #[test]
    fn huge_heaps_and_slacks_are_answered_at_once() {
        for text in [
            "wythoff(10^500)[10^1000, 16*10^1000]",
            "misere wythoff(3)[10^1000, 14*10^999]",
            "wythoff(10^2000)[10^1000, 16*10^999]",
        ] {
            let answer = Solver::default().solve_text(text).unwrap();
            assert_eq!((answer.method.name, answer.outcome), ("t-wythoff", Outcome::N), "{text}");
            for m in &answer.moves {
                let heaps: Vec<String> = m.played[0].to.iter().map(ToString::to_string).collect();
                let next = format!("{}[{}]", text.split('[').next().unwrap(), heaps.join(", "));
                assert_eq!(Solver::default().solve_text(&next).unwrap().outcome, Outcome::P, "{text}");
            }
            assert!(!answer.moves.is_empty());
        }
    }

    #[test]
    fn every_step_is_put_into_words() {
        for text in [
            "wythoff(3)[8, 30]",
            "wythoff(2)[5, 30]",
            "wythoff(3)[1, 4]",
            "misere wythoff(2)[9, 9]",
            "misere wythoff(2)[]",
            "wythoff(2)[1, 1, 1]",
            "take any or take any from 2 heaps within min[2, 3]",
        ] {
            assert_in_words(text);
        }
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in [
            "wythoff(1)[3, 5]",
            "wythoff(2)[1, 1, 1]",
            "take any or take any from 2 heaps within min[2, 3]",
            "take 1..4 or take any from 2 heaps within 1[2, 3]",
            "take any or take any from 3 heaps within 1[1, 2, 2]",
        ] {
            assert_ne!(method_of(text), "t-wythoff", "{text}");
        }
    }
}
