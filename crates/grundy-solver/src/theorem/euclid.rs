//! Euclid's game: a multiple of the smaller heap is taken from the greater.
//!
//! Precondition: the rules are `take multiples of min from max heap`, exactly two heaps. Normal or
//! misère play; alone.
//!
//! Statement, heaps x <= y (Cole and Davie 1969): the player to move loses iff x = 0 or
//! x < y < phi x, that is y^2 - x y - x^2 < 0 with x < y. Under misère play no player empties a heap
//! unless equal heaps leave nothing else, so equal heaps are lost, an empty heap is won, and
//! otherwise nothing changes: lost iff 0 < x and y < phi x (Nivasch 2006, whose game ends there).
//!
//! Winning moves: let y = q x + r with 0 <= r < x. Taking k x with k <= q - 2 leaves at least twice
//! x beside x, which is won. So only the last two multiples matter: k = q leaves (r, x), lost iff
//! r = 0 or x < phi r; k = q - 1 leaves (x, x + r). As phi = 1 + 1/phi, x + r < phi x iff
//! r < x / phi iff not x < phi r: for r > 0 exactly one of the two is lost. For r = 0 it is k = q in
//! normal play and k = q - 1 in misère play. So a won position has exactly one winning result.

use std::cmp::Ordering;

use dashu_base::DivRem;
use std::sync::Arc;

use dashu_int::{IBig, UBig};

use crate::kernel::{Kernel, euclid as kernel};
use crate::law::{Cond, Law, Shape, Surd};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::rules::{MoveRule, Parts, Rules, Settings, Source, Var};
use grundy_core::text::Message;

/// Number of quotients of the division chain that are shown.
const QUOTIENTS: usize = 24;

/// Decides by the ratio of two heaps and the golden ratio.
pub struct Euclid {
    misere: bool,
}

const NAME: &str = "euclid";

/// Recognises exactly Euclid's rules.
pub fn recognise(asked: Asked<'_>) -> Fit {
    if is_euclid(asked.rules) { Fit::known(Euclid { misere: asked.misere }) } else { Fit::Unrelated }
}

impl Method for Euclid {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("A. J. Cole, A. J. T. Davie 1969"))
    }

    fn solve<'a>(&'a self, component: &'a Component, _: &'a Budget) -> Result<Applied<'a>> {
        Ok(match component.heaps() {
            // Heaps are kept sorted.
            [x, y] => Applied::yes(Position { misere: self.misere, x, y }),
            heaps => Applied::near(Message::new("euclid.needs-two-heaps").with("count", heaps.len())),
        })
    }

    fn kernel(&self, _: &Budget) -> Option<Arc<dyn Kernel>> {
        Some(Arc::new(Words { misere: self.misere }))
    }

    fn law(&self, heaps: usize) -> Option<Law> {
        let golden = Surd::of_slack(1);
        (heaps == 2).then(|| Law::lost(Shape::Formula(Cond::within(&golden, self.misere, !self.misere))))
    }
}

/// Two heaps on machine words.
#[derive(Clone, Copy, Debug)]
struct Words {
    misere: bool,
}

impl Kernel for Words {
    fn name(&self) -> &'static str {
        NAME
    }

    fn takes(&self, heaps: usize) -> bool {
        heaps == 2
    }

    #[inline]
    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        match *heaps {
            [x, y] if self.misere => Some(kernel::is_p_misere(x, y)),
            [x, y] => Some(kernel::is_p(x, y)),
            _ => None,
        }
    }
}

fn is_euclid(rules: &Rules) -> bool {
    *rules.settings() == Settings::default()
        && matches!(rules.moves(), [MoveRule::Take { source: Source::Max, parts, amounts }]
            if *parts == Parts::together() && amounts.is_multiples_of(Var::Min))
}

/// Heaps x <= y.
struct Position<'a> {
    misere: bool,
    x: &'a UBig,
    y: &'a UBig,
}

impl Position<'_> {
    /// Compares y / x with the golden ratio; x > 0. Never equal, as that is irrational.
    fn against_phi(&self) -> Ordering {
        self.y.sqr().cmp(&self.right_side())
    }

    fn right_side(&self) -> UBig {
        self.x * self.y + self.x.sqr()
    }

    fn is_lost(&self) -> bool {
        if *self.x == UBig::ZERO {
            return !self.misere;
        }
        self.against_phi() == Ordering::Less && (self.misere || self.x < self.y)
    }

    /// The one winning multiple of x, in a won position with x > 0, and what it leaves.
    fn multiple(&self) -> (UBig, UBig) {
        let (q, r) = self.y.div_rem(self.x);
        let rest_is_lost = Position { misere: self.misere, x: &r, y: self.x }.is_lost();
        if rest_is_lost { (q, r) } else { (q - UBig::ONE, r + self.x) }
    }

    /// The first quotients of the division chain, and whether these are all.
    fn quotients(&self) -> (Vec<UBig>, bool) {
        let (mut a, mut b) = (self.y.clone(), self.x.clone());
        let mut quotients = Vec::new();
        while b > UBig::ZERO && quotients.len() < QUOTIENTS {
            let (q, r) = (&a).div_rem(&b);
            quotients.push(q);
            a = std::mem::replace(&mut b, r);
        }
        (quotients, b == UBig::ZERO)
    }
}

impl Solved for Position<'_> {
    fn wins(&self) -> bool {
        !self.is_lost()
    }

    fn winning_moves(&self, _want: usize) -> Result<Moves> {
        if self.is_lost() || *self.x == UBig::ZERO {
            return Ok(Moves::all(vec![]));
        }
        let (k, left) = self.multiple();
        let taken = k * self.x;
        let mut moves = vec![Move::take(1, taken.clone(), left.clone())];
        if self.x == self.y {
            // Equal heaps are both a greatest one.
            moves.push(Move::take(0, taken, left));
        }
        Ok(Moves::all(moves))
    }

    fn steps(&self) -> Vec<Message> {
        let (x, y) = (self.x, self.y);
        if *x == UBig::ZERO {
            let id = if self.misere { "euclid.empty-misere" } else { "euclid.empty" };
            return vec![Message::new(id).with("heap", y)];
        }
        if x == y {
            let id = if self.misere { "euclid.equal-misere" } else { "euclid.equal" };
            return vec![Message::new(id).with("heap", x)];
        }
        let mut steps = vec![Message::new(if self.misere { "euclid.misere-rule" } else { "euclid.rule" })];
        let (square, other) = (y.sqr(), self.right_side());
        let difference = IBig::from(square.clone()) - IBig::from(other.clone());
        let id = if self.is_lost() { "euclid.below" } else { "euclid.above" };
        steps.push(
            Message::new(id)
                .with("smaller", x)
                .with("greater", y)
                .with("square", square)
                .with("other", other)
                .with("difference", difference),
        );
        let (quotients, complete) = self.quotients();
        let id = if complete { "euclid.quotients" } else { "euclid.quotients-begin" };
        steps.push(Message::new(id).with("smaller", x).with("greater", y).with("quotients", &quotients));
        if let Some(place) = quotients.iter().position(|q| *q > UBig::ONE) {
            let id = if place % 2 == 0 { "euclid.choice-is-yours" } else { "euclid.choice-is-theirs" };
            steps.push(
                Message::new(id)
                    .with("place", place + 1)
                    .with("forced", place)
                    .with("quotient", &quotients[place]),
            );
        }
        steps.push(if self.is_lost() {
            let rest = y - x;
            Message::new("euclid.only-move").with("taken", x).with("to", vec![rest, x.clone()])
        } else {
            let (k, left) = self.multiple();
            let mut to = vec![x.clone(), left];
            to.sort_unstable();
            Message::new("euclid.move")
                .with("taken", &k * x)
                .with("multiple", k)
                .with("smaller", x)
                .with("to", to)
        });
        steps
    }
}

#[cfg(test)]
mod tests {
    use crate::Solver;
    use crate::theorem::testing::{agrees, assert_in_words, method_of};
    use grundy_core::answer::Outcome;

    #[test]
    fn it_agrees_with_search() {
        for rules in ["euclid", "misere euclid"] {
            for x in 0..16 {
                for y in x..34 {
                    agrees(rules, &[x, y], "euclid");
                }
            }
        }
    }

    #[test]
    fn huge_heaps_are_answered_at_once() {
        for (text, outcome) in [
            ("euclid[10^1000, 16*10^999]", Outcome::P),
            ("euclid[10^1000, 17*10^999]", Outcome::N),
            ("euclid[10^1000 + 1, 10^1200]", Outcome::N),
            ("misere euclid[10^1000, 3*10^1000]", Outcome::N),
        ] {
            let answer = Solver::default().solve_text(text).unwrap();
            assert_eq!((answer.method.name, answer.outcome), ("euclid", outcome), "{text}");
            for m in &answer.moves {
                let heaps: Vec<String> = m.played[0].to.iter().map(ToString::to_string).collect();
                let next = format!("{}[{}]", text.split('[').next().unwrap(), heaps.join(", "));
                assert_eq!(Solver::default().solve_text(&next).unwrap().outcome, Outcome::P, "{text}");
            }
            assert_eq!(answer.moves.len(), usize::from(outcome == Outcome::N), "{text}");
        }
    }

    #[test]
    fn the_steps_name_the_numbers() {
        let ids = |text: &str| -> Vec<String> {
            let answer = Solver::default().solve_text(text).unwrap();
            answer
                .steps
                .iter()
                .map(|s| format!("{} {}", s.id(), s.values_json(grundy_core::text::Lang::En)))
                .collect()
        };
        let won = ids("euclid[25, 7]");
        assert_eq!(
            won[1],
            r#"euclid.above {"smaller":7,"greater":25,"square":625,"other":224,"difference":401}"#
        );
        assert_eq!(won[2], r#"euclid.quotients {"smaller":7,"greater":25,"quotients":[3,1,1,3]}"#);
        assert_eq!(won[4], r#"euclid.move {"taken":14,"multiple":2,"smaller":7,"to":[7,11]}"#);
        let lost = ids("euclid[8, 5]");
        assert_eq!(lost[2], r#"euclid.quotients {"smaller":5,"greater":8,"quotients":[1,1,1,2]}"#);
        assert_eq!(lost[3], r#"euclid.choice-is-theirs {"place":4,"forced":3,"quotient":2}"#);
        assert_eq!(lost[4], r#"euclid.only-move {"taken":5,"to":[3,5]}"#);
    }

    #[test]
    fn every_step_is_put_into_words() {
        for text in [
            "euclid[0, 3]",
            "misere euclid[0, 3]",
            "euclid[3, 3]",
            "misere euclid[3, 3]",
            "euclid[25, 7]",
            "euclid[5, 8]",
            "misere euclid[5, 8]",
            "euclid[3^90, 2^142]",
            "euclid[1, 2, 3]",
        ] {
            assert_in_words(text);
        }
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in [
            "euclid[3]",
            "euclid[2, 3, 4]",
            "take multiples of min[2, 3]",
            "take multiples of 2 from max heap[2, 3]",
            "take multiples of min from max heap; win most[2, 3]",
            "take 1, multiples of min from max heap[2, 3]",
        ] {
            assert_ne!(method_of(text), "euclid", "{text}");
        }
    }
}
