//! Slow Nim: one stone each from up to k heaps.
//!
//! Precondition: the rules are `take 1 from up to k heaps`, k >= 2, on at most k + 1 heaps, emptied ones included.
//! Normal play; alone, since Grundy values are not given.
//!
//! Statement. On k heaps or fewer, the player to move loses iff h mod 2 = 0 for every heap h; on k + 1 heaps, iff h mod 2 is
//! the same for all of them. Proof. On k + 1 heaps a move changes the parity of some heaps and never of all, so equal
//! parities do not stay equal; on fewer, no move leads from even heaps to even heaps. In any other position some heaps are odd
//! and, as a move may touch that many, one stone from each of them leaves even heaps. On k + 1 heaps one stone from each even
//! heap leaves odd ones, where no heap is empty. These are all winning moves, since the parities say which heaps are touched.
//!
//! Reference: V. Gurvich, N. B. Ho, Slow k-Nim, arXiv:1508.05777 (2015), which also covers k + 2 heaps.

use dashu_base::BitTest;
use dashu_int::UBig;

use crate::law::{Cond, Law, Num, Shape};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move, Touch};
use grundy_core::rules::{MoveRule, Parts, Rules, Settings, Source};
use grundy_core::text::Message;

/// The theorem.
pub struct SlowNim {
    /// Number of heaps a move may touch.
    most: u64,
}

const NAME: &str = "slow-nim";

/// Recognises one stone from each of up to `most` heaps.
pub fn recognise(asked: Asked<'_>) -> Fit {
    match heaps_at_once(asked.rules) {
        None => Fit::Unrelated,
        Some(_) if asked.misere => Fit::near(NAME, Message::new("slow-nim.misere")),
        Some(most) => Fit::known(SlowNim { most }),
    }
}

impl Method for SlowNim {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("V. Gurvich, N. B. Ho 2015"))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let most = self.most;
        let heaps = component.heaps();
        let count = heaps.len() as u64;
        if count.saturating_sub(1) > most {
            let reason = Message::new("slow-nim.more-heaps").with("most", UBig::from(most) + UBig::ONE);
            return Ok(Applied::near(reason.with("count", count)));
        }
        let mut odd = 0;
        for heap in heaps {
            budget.step()?;
            odd += usize::from(heap.bit(0));
        }
        Ok(Applied::yes(Parities { heaps, odd, spare: count > most, most }))
    }

    fn law(&self, heaps: usize) -> Option<Law> {
        let odd = Num::This.modulo(2);
        let spare = (heaps as u64).checked_sub(self.most);
        Some(Law::lost(match spare {
            Some(1) => Shape::Same(odd),
            Some(2..) => return None,
            _ => Shape::Formula(Cond::Every(Box::new(Cond::Eq(odd, Num::Const(0))))),
        }))
    }
}

/// The k of `take 1 from up to k heaps`, which rules spell out if it is small.
fn heaps_at_once(rules: &Rules) -> Option<u64> {
    if *rules.settings() != Settings::default() {
        return None;
    }
    let mut most = 1;
    for (place, rule) in rules.moves().iter().enumerate() {
        let MoveRule::Take { source, parts, amounts } = rule else { return None };
        if *parts != Parts::together() || amounts.as_up_to() != Some(&UBig::ONE) {
            return None;
        }
        most = match source {
            Source::One if place == 0 => 1,
            Source::Same(k) if *k == place as u64 + 1 => *k,
            Source::SameUpTo(k) if rules.moves().len() == 1 => *k,
            _ => return None,
        };
    }
    (most > 1).then_some(most)
}

/// Heaps by their parity.
struct Parities<'a> {
    heaps: &'a [UBig],
    /// Number of odd heaps.
    odd: usize,
    /// Whether there is a heap more than one move may touch.
    spare: bool,
    /// Number of heaps one move may touch.
    most: u64,
}

impl Parities<'_> {
    /// One stone from every heap of this parity.
    fn lowered(&self, odd: bool) -> Move {
        let of_parity = self.heaps.iter().enumerate().filter(|(_, size)| size.bit(0) == odd);
        let touched = of_parity.map(|(heap, size)| {
            let rest = size - UBig::ONE;
            let left = if rest == UBig::ZERO { vec![] } else { vec![rest] };
            Touch { heap, taken: UBig::ONE, left }
        });
        Move::Take { discarded: vec![], touched: touched.collect() }
    }

    /// Whether making the even heaps odd is a winning move.
    fn wins_by_odd(&self) -> bool {
        // Heaps are kept sorted.
        self.wins() && self.spare && self.heaps.first().is_some_and(|least| *least > UBig::ZERO)
    }
}

impl Solved for Parities<'_> {
    fn wins(&self) -> bool {
        self.odd > 0 && !(self.spare && self.odd == self.heaps.len())
    }

    fn winning_moves(&self, _want: usize) -> Result<Moves> {
        let mut list = vec![];
        if self.wins() {
            list.push(self.lowered(true));
        }
        if self.wins_by_odd() {
            list.push(self.lowered(false));
        }
        Ok(Moves::all(list))
    }

    fn steps(&self) -> Vec<Message> {
        let count = self.heaps.len();
        let rule = if self.spare { "slow-nim.rule-one-more" } else { "slow-nim.rule" };
        let mut steps = vec![
            Message::new(rule).with("most", self.most).with("count", count),
            Message::new("slow-nim.odd").with("odd", self.odd).with("count", count),
        ];
        if !self.wins() {
            steps.push(Message::new("slow-nim.loses"));
            return steps;
        }
        steps.push(Message::new("slow-nim.wins"));
        if self.wins_by_odd() {
            steps.push(Message::new("slow-nim.wins-by-odd"));
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;

    use crate::Solver;
    use crate::theorem::testing::{agrees, agrees_at, assert_in_words, method_of, sample};
    use grundy_core::answer::Outcome;
    use grundy_core::notation::parse_game;

    const NAME: &str = "slow-nim";

    #[test]
    fn parities_agree_with_search() {
        for k in 2..5 {
            let rules = format!("take 1 from up to {k} heaps");
            sample(30, 0, k + 1, 5, |heaps| agrees(&rules, heaps, NAME));
        }
        for heaps in [[1, 1, 1], [3, 3, 5], [2, 2, 4], [0, 1, 3], [0, 0, 0]] {
            agrees("take 1 or take 1 from 2 heaps", &heaps, NAME);
        }
    }

    #[test]
    fn other_spellings_are_the_same_game() {
        for rules in ["take 1 from up to 2 heaps freely", "take 1 from 2 heaps freely or take 1"] {
            sample(10, 1, 3, 6, |heaps| agrees(rules, heaps, NAME));
        }
    }

    #[test]
    fn many_heaps_of_any_size_are_answered() {
        let line = parse_game("take 1 from up to 99999 heaps").unwrap();
        let mut heaps = vec![(UBig::ONE << 4000) + UBig::ONE; 100_000];
        let lost = Solver::default().solve_heaps(&line, heaps.clone()).unwrap();
        assert_eq!((lost.method.name, lost.outcome), (NAME, Outcome::P));
        heaps[0] += UBig::ONE;
        let won = Solver::default().solve_heaps(&line, heaps).unwrap();
        assert_eq!((won.outcome, won.moves.len(), won.moves_complete), (Outcome::N, 2, true));
    }

    #[test]
    fn every_step_has_its_words() {
        for heaps in ["[2, 4]", "[2, 3]", "[1, 2, 4]", "[1, 3, 5]", "[0, 1, 3]", "[1, 2, 3, 4]"] {
            assert_in_words(&format!("take 1 from up to 2 heaps{heaps}"));
        }
        assert_in_words("misere take 1 from up to 2 heaps[1, 2]");
    }

    #[test]
    fn it_is_not_used_just_outside() {
        agrees_at("take 1 from up to 2 heaps[1, 1, 1]", NAME);
        for text in [
            "misere take 1 from up to 2 heaps[1, 1, 1]",
            "take 1 from up to 2 heaps[1, 1, 1, 1]",
            "take 1 from 2 heaps[1, 1, 1]",
            "take 1 or take 1 from 3 heaps[1, 1, 1]",
            "take 2 from up to 2 heaps[1, 1, 1]",
            "take 1, 2 from up to 2 heaps[1, 1, 1]",
            "take 1 from up to 2 heaps; win most[1, 1, 1]",
            "take 1 leaving 1 heap or take 1 from 2 heaps[1, 1, 1]",
        ] {
            assert_ne!(method_of(text), NAME, "{text}");
        }
    }
}
