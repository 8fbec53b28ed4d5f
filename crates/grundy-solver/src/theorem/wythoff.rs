//! Wythoff's game.
//!
//! Precondition: the rules are `take any or take any from 2 heaps`, and at most two heaps are not
//! empty (an empty heap plays no part, since a pair move needs two that are not). Normal or misère
//! play; alone, since Grundy values are not cheap.
//!
//! Statement (Wythoff 1907): the player to move loses iff the heaps are (floor(n phi),
//! floor(n phi) + n) for some n, phi the golden ratio. In these cold pairs every number stands
//! once and every difference occurs once, so a hot position reaches three of them at most: those that hold
//! one of its heaps, and the one with its difference. Misère play (Fraenkel 1984): (0, 1) and
//! (2, 2) take the places of (0, 0) and (1, 2), and nothing else changes. See
//! `cold_pairs` for the exact arithmetic.

use std::sync::Arc;

use dashu_int::UBig;

use super::cold_pairs::{ColdPairs, Pair, TwoHeaps, second_source};
use crate::kernel::{Kernel, wythoff as kernel};
use crate::law::{Law, Shape, Surd};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::Component;
use grundy_core::rules::{Rules, Source};
use grundy_core::text::Message;

/// Cold pairs by the golden ratio.
pub struct Wythoff {
    misere: bool,
}

const NAME: &str = "wythoff";

/// Recognises exactly Wythoff's rules.
pub fn recognise(asked: Asked<'_>) -> Fit {
    if !is_wythoff(asked.rules) {
        return Fit::Unrelated;
    }
    Fit::known(Wythoff { misere: asked.misere })
}

impl Method for Wythoff {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("W. A. Wythoff 1907"))
    }

    fn solve<'a>(&'a self, component: &'a Component, _: &'a Budget) -> Result<Applied<'a>> {
        let misere = self.misere;
        let pairs = ColdPairs::new(UBig::ONE, misere);
        Ok(by_pairs(component, pairs, move |pairs, heaps| steps(pairs, heaps, misere)))
    }

    fn kernel(&self, _: &Budget) -> Option<Arc<dyn Kernel>> {
        Some(Arc::new(Pairs { misere: self.misere }))
    }

    fn law(&self, heaps: usize) -> Option<Law> {
        if heaps != 2 {
            return None;
        }
        let pairs = Shape::Pairs { surd: Surd::of_slack(1), slope: 1, plus: 0 };
        Some(Law::lost(if self.misere {
            let (also, not) = (vec![vec![0, 1], vec![2, 2]], vec![vec![0, 0], vec![1, 2]]);
            Shape::But { rule: Box::new(pairs), also, not }
        } else {
            pairs
        }))
    }
}

/// Two heaps on machine words.
#[derive(Clone, Copy, Debug)]
struct Pairs {
    misere: bool,
}

impl Kernel for Pairs {
    fn name(&self) -> &'static str {
        NAME
    }

    fn takes(&self, heaps: usize) -> bool {
        heaps == 2
    }

    #[inline]
    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        match *heaps {
            [a, b] if self.misere => Some(kernel::is_p_misere(a, b)),
            [a, b] => Some(kernel::is_p(a, b)),
            _ => None,
        }
    }

    fn decide(&self, columns: &[&[u64]], lost: &mut [u8]) {
        let [first, second] = columns else { return };
        kernel::decide_columns(first, second, lost);
        if self.misere {
            for ((&x, &y), lost) in first.iter().zip(*second).zip(lost) {
                if x | y < 4 {
                    *lost = u8::from(kernel::is_p_misere(x, y));
                }
            }
        }
    }

    fn gathers_pairs(&self) -> bool {
        true
    }

    fn decide_pairs(&self, pairs: &[[u64; 2]], lost: &mut [u8]) {
        if self.misere {
            kernel::decide_pairs_misere(pairs, lost);
        } else {
            kernel::decide_pairs(pairs, lost);
        }
    }

    fn winning_results(&self, [a, b]: [u64; 2]) -> Option<kernel::Winning> {
        Some(if self.misere { kernel::winning_results_misere(a, b) } else { kernel::winning_results(a, b) })
    }
}

/// Whether these are exactly Wythoff's rules.
pub(crate) fn is_wythoff(rules: &Rules) -> bool {
    second_source(rules) == Some(&Source::Same(2))
}

/// Answers a position of two heaps from cold pairs, with `steps` to explain it.
pub(super) fn by_pairs<'a>(
    component: &Component,
    pairs: ColdPairs,
    steps: impl Fn(&ColdPairs, &TwoHeaps) -> Vec<Message> + 'a,
) -> Applied<'a> {
    match TwoHeaps::new(component, &pairs) {
        Some(heaps) => Applied::yes(Position { pairs, heaps, steps }),
        None => Applied::near(needs_two_heaps(component)),
    }
}

/// Why the theorem does not apply to three heaps.
fn needs_two_heaps(component: &Component) -> Message {
    let full = component.heaps().iter().filter(|h| **h > UBig::ZERO).count();
    Message::new("wythoff.needs-two-heaps").with("count", full)
}

/// Two heaps in a game of cold pairs. The games differ in the pairs, and in their explanation.
struct Position<S> {
    pairs: ColdPairs,
    heaps: TwoHeaps,
    steps: S,
}

impl<S: Fn(&ColdPairs, &TwoHeaps) -> Vec<Message>> Solved for Position<S> {
    fn wins(&self) -> bool {
        !self.heaps.is_cold()
    }

    fn winning_moves(&self, _want: usize) -> Result<Moves> {
        Ok(Moves::all(self.heaps.winning_moves()))
    }

    fn steps(&self) -> Vec<Message> {
        (self.steps)(&self.pairs, &self.heaps)
    }
}

fn steps(pairs: &ColdPairs, heaps: &TwoHeaps, misere: bool) -> Vec<Message> {
    let difference = heaps.difference();
    let mut steps = vec![Message::new("wythoff.difference").with("difference", &difference)];
    let pair = pairs.numbered(difference.clone());
    let special = misere && difference <= UBig::ONE;
    let id = if special { "wythoff.misere-pair" } else { "wythoff.cold-pair" };
    steps.push(
        Message::new(id)
            .with("difference", &difference)
            .with("lower", &pair.lower)
            .with("upper", &pair.upper),
    );
    if misere {
        steps.push(Message::new("wythoff.misere"));
    }
    if heaps.is_cold() {
        steps.push(Message::new("wythoff.cold").with("number", &pair.number).with("pair", pair.members()));
        steps.push(Message::new("wythoff.no-move-between"));
        return steps;
    }
    if *heaps.greater() == UBig::ZERO {
        steps.push(Message::new("wythoff.misere-end"));
        return steps;
    }
    let both = heaps.by_both_heaps();
    steps.push(match both.first() {
        Some((pair, [taken, _])) => {
            Message::new("wythoff.pair-move").with("taken", taken).with("to", pair.members())
        }
        None => Message::new("wythoff.pair-out-of-reach").with("pair", pair.members()),
    });
    steps.extend(partners(heaps));
    steps
}

/// For each heap the pair that contains it, and whether one move from the other heap makes it.
pub(super) fn partners(heaps: &TwoHeaps) -> Vec<Message> {
    let mut steps = Vec::new();
    let equal = heaps.smaller() == heaps.greater();
    for reduced in if equal { vec![1] } else { vec![1, 0] } {
        let (kept, other) = if reduced == 1 {
            (heaps.smaller(), heaps.greater())
        } else {
            (heaps.greater(), heaps.smaller())
        };
        let pair: &Pair = &heaps.holding[1 - reduced];
        let taken = heaps.by_one_heap(reduced).map(|left| other - left);
        steps.push(
            Message::new(match taken {
                Some(_) => "wythoff.partner-move",
                None => "wythoff.partner-out-of-reach",
            })
            .with("taken", taken.unwrap_or(UBig::ZERO))
            .with("heap", kept)
            .with("other", other)
            .with("partner", pair.partner(kept))
            .with("pair", pair.members())
            .with("number", &pair.number),
        );
    }
    steps
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;

    use crate::Solver;
    use crate::kernel::wythoff as kernel;
    use crate::theorem::testing::{Random, agrees, assert_in_words, method_of, sample};
    use grundy_core::answer::Outcome;

    #[test]
    fn it_agrees_with_search() {
        for rules in ["wythoff", "misere wythoff"] {
            for x in 0..9 {
                for y in x..9 {
                    agrees(rules, &[x, y], "wythoff");
                }
            }
            sample(4, 2, 2, 16, |heaps| agrees(rules, heaps, "wythoff"));
            for heap in 0..4 {
                agrees(rules, &[heap], "wythoff");
                agrees(rules, &[0, heap, 3], "wythoff");
            }
            agrees(rules, &[], "wythoff");
        }
        agrees("take any from up to 2 heaps", &[5, 7], "wythoff");
    }

    #[test]
    fn it_agrees_with_the_kernels_on_machine_words() {
        let mut random = Random::new(5);
        for case in 0..400u32 {
            let mut heap = || random.below(1 << 53) >> random.below(53);
            let (x, mut y) = (heap(), heap());
            if let (true, Ok(partner)) = (case % 3 == 0, u64::try_from(kernel::partner(x))) {
                y = partner;
            }
            for misere in [false, true] {
                let text = format!("{}wythoff[{x}, {y}]", if misere { "misere " } else { "" });
                let answer = Solver::default().solve_text(&text).unwrap();
                let winning =
                    if misere { kernel::winning_results_misere(x, y) } else { kernel::winning_results(x, y) };
                let lost = if misere { kernel::is_p_misere(x, y) } else { kernel::is_p(x, y) };
                assert_eq!(answer.outcome, Outcome::of(!lost), "{text}");
                let ours: Vec<_> = answer.moves.iter().map(|m| m.played[0].to.clone()).collect();
                let theirs: Vec<_> =
                    winning.as_slice().iter().map(|r| r.to.map(UBig::from).to_vec()).collect();
                assert_eq!(ours, theirs, "{text}");
            }
        }
    }

    #[test]
    fn pairs_that_break_floating_point_are_lost() {
        let outcome = |text: &str| Solver::default().solve_text(text).unwrap().outcome;
        assert_eq!(outcome("wythoff[165580140, 267914295]"), Outcome::P);
        assert_eq!(outcome("wythoff[165580141, 267914296]"), Outcome::N);
        assert_eq!(outcome("wythoff[63245985, 102334154]"), Outcome::P);
    }

    #[test]
    fn huge_heaps_are_answered_at_once() {
        let answer = Solver::default().solve_text("wythoff[10^1000, 16*10^999]").unwrap();
        assert_eq!((answer.outcome, answer.moves.len(), answer.moves_complete), (Outcome::N, 3, true));
        let lost = answer.moves[0].played[0].to.iter().map(UBig::to_string).collect::<Vec<_>>().join(", ");
        let lost = Solver::default().solve_text(&format!("wythoff[{lost}]")).unwrap();
        assert_eq!((lost.outcome, lost.moves.len()), (Outcome::P, 0));
        let answer = Solver::default().solve_text("misere wythoff[10^100000, 16*10^99999]").unwrap();
        assert_eq!(answer.outcome, Outcome::N);
    }

    #[test]
    fn the_steps_name_the_numbers() {
        let answer = Solver::default().solve_text("wythoff[583, 646]").unwrap();
        let shown: Vec<String> = answer
            .steps
            .iter()
            .map(|s| format!("{} {}", s.id(), s.values_json(grundy_core::text::Lang::En)))
            .collect();
        assert_eq!(
            shown,
            [
                r#"wythoff.difference {"difference":63}"#,
                r#"wythoff.cold-pair {"difference":63,"lower":101,"upper":164}"#,
                r#"wythoff.pair-move {"taken":482,"to":[101,164]}"#,
                r#"wythoff.partner-move {"taken":286,"heap":583,"other":646,"partner":360,"pair":[360,583],"number":223}"#,
                r#"wythoff.partner-move {"taken":184,"heap":646,"other":583,"partner":399,"pair":[399,646],"number":247}"#,
            ]
        );
        let answer = Solver::default().solve_text("wythoff[8, 13]").unwrap();
        assert!(answer.steps.iter().any(|s| s.id() == "wythoff.cold" && s.values()[0].1 == 5.into()));
    }

    #[test]
    fn every_step_is_put_into_words() {
        for text in [
            "wythoff[583, 646]",
            "wythoff[8, 13]",
            "wythoff[1, 9]",
            "misere wythoff[2, 2]",
            "misere wythoff[3, 3]",
            "misere wythoff[]",
            "wythoff[1, 1, 2]",
        ] {
            assert_in_words(text);
        }
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in [
            "wythoff[1, 2, 3]",
            "take any or take 1.. from 2 heaps freely[3, 5]",
            "take 1..3 or take any from 2 heaps[3, 5]",
            "take any or take 1..2 from 2 heaps[3, 5]",
            "take any or take any from 2 heaps; win most[1, 2]",
            "take any from up to 3 heaps[1, 2, 3]",
        ] {
            assert_ne!(method_of(text), "wythoff", "{text}");
        }
        let answer = Solver::default().solve_text("wythoff[1, 2, 3]").unwrap();
        let reasons: Vec<_> = answer.method.declined.iter().map(|d| (d.name, d.reason.id())).collect();
        assert!(reasons.contains(&("wythoff", "wythoff.needs-two-heaps")), "{reasons:?}");
    }
}
