//! Races by multiplying: the total grows by factors from a to b until it reaches the goal.
//!
//! Precondition: one total above 0, `multiply a..b` with 2 <= a <= b and nothing else, `to at least
//! N`, normal or misère play.
//!
//! Statement. Let r = N / total, rounded up: the race is over at r = 1, and a factor k takes r to r / k,
//! rounded up. Cut the numbers at 1, and multiply each cut to get the next: by b after a stretch of lost
//! numbers, by a after a stretch of won ones. The first stretch, up to 1, is lost under normal play and won
//! under misère play; lost and won stretches alternate. For 2..9 and normal play: lost up to 1, won up to 9,
//! lost up to 18, won up to 162, ...
//!
//! Proof, by induction on stretches. Let the stretch of r be above c and at most d.
//! (1) It is a lost one, d = a c, behind a won one, which is above c' with c = b c' (or c' = 0 and c = 1).
//! For each k, r / k is above c / b = c' and at most a c / a = c: it is rounded up into the won
//! stretch. (If c' = 0, it is above 0 and at most 1.) (2) It is a won one, d = b c, behind a lost one above c'
//! with c = a c' (or c' = 0, c = 1, where b wins). As r > c = a c', the greatest k of a..b with k c' < r exists. If
//! it is b, r / b is at most c. Else r <= (k + 1) c' <= k a c' = k c. In both cases r / k is rounded up to something above c' and
//! at most c. The factors that win are those with c' < r / k <= c: no other lost stretch is within reach, since the next
//! one below ends at c' / b (or there is none), and r / b > c' / b.
//!
//! Reference: well known from contests as the multiplication game (Waterloo 2001 for 2..9); proved here.

use dashu_int::UBig;

use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::rules::{MoveRule, Rules, Settings};
use grundy_core::text::Message;

/// The theorem.
pub struct Products {
    least: UBig,
    greatest: UBig,
    target: UBig,
    misere: bool,
}

/// Number of cuts shown in an explanation.
const SHOWN: usize = 8;

/// Recognises races by factors of one range that may pass the goal.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let (Some((least, greatest)), Some(goal)) = (factors(asked.rules), asked.rules.goal()) else {
        return Fit::Unrelated;
    };
    let plain = Settings { goal: Some(goal.clone()), ..Settings::default() };
    if *asked.rules.settings() != plain || !goal.may_pass {
        return Fit::Unrelated;
    }
    let (least, greatest, target) = (least.clone(), greatest.clone(), goal.target.clone());
    Fit::known(Products { least, greatest, target, misere: asked.misere })
}

impl Method for Products {
    fn name(&self) -> &'static str {
        "multiplication-race"
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("Waterloo local contest 2001, for 2..9"))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let Self { least, greatest, target, misere } = self;
        let misere = *misere;
        let [total] = component.heaps() else { return Ok(Applied::unrelated()) };
        if *total == UBig::ZERO {
            return Ok(Applied::unrelated());
        }
        let missing = if total < target { divided_up(target, total) } else { UBig::ONE };
        let mut stretch = Stretch::first(misere);
        while stretch.upper < missing {
            budget.step()?;
            stretch.next(least, greatest);
        }
        Ok(Applied::yes(Raced { total, target, least, greatest, missing, stretch, misere }))
    }
}

/// The least and the greatest factor, where these and all between are the only moves.
fn factors(rules: &Rules) -> Option<(&UBig, &UBig)> {
    let [MoveRule::Multiply(amounts)] = rules.moves() else { return None };
    let [span] = amounts.as_spans()? else { return None };
    let greatest = span.hi.as_ref()?;
    (span.lo > UBig::ONE).then_some((&span.lo, greatest))
}

fn divided_up(a: &UBig, b: &UBig) -> UBig {
    (a + b - UBig::ONE) / b
}

/// The stretch that a number is in: above `lower`, at most `upper`.
#[derive(Debug)]
struct Stretch {
    lost: bool,
    lower: UBig,
    upper: UBig,
    /// Start of the stretch before it.
    before: UBig,
}

impl Stretch {
    /// Up to 1: the race is over.
    fn first(misere: bool) -> Self {
        Self { lost: !misere, lower: UBig::ZERO, upper: UBig::ONE, before: UBig::ZERO }
    }

    fn next(&mut self, least: &UBig, greatest: &UBig) {
        let upper = &self.upper * if self.lost { greatest } else { least };
        self.before = std::mem::replace(&mut self.lower, std::mem::replace(&mut self.upper, upper));
        self.lost = !self.lost;
    }
}

struct Raced<'a> {
    total: &'a UBig,
    target: &'a UBig,
    least: &'a UBig,
    greatest: &'a UBig,
    /// The factor by which the total has to grow.
    missing: UBig,
    stretch: Stretch,
    misere: bool,
}

impl Raced<'_> {
    /// The least and the greatest factor that wins.
    fn winning(&self) -> Option<(UBig, UBig)> {
        let Stretch { lost, lower, before, .. } = &self.stretch;
        if *lost || *lower == UBig::ZERO {
            return None;
        }
        let from = divided_up(&self.missing, lower).max(self.least.clone());
        let to = if *before == UBig::ZERO {
            self.greatest.clone()
        } else {
            (divided_up(&self.missing, before) - UBig::ONE).min(self.greatest.clone())
        };
        Some((from, to))
    }

    /// The first cuts.
    fn cuts(&self) -> Vec<UBig> {
        let mut stretch = Stretch::first(self.misere);
        let cuts = (0..SHOWN).map(|_| {
            let cut = stretch.upper.clone();
            stretch.next(self.least, self.greatest);
            cut
        });
        cuts.collect()
    }
}

impl Solved for Raced<'_> {
    fn wins(&self) -> bool {
        !self.stretch.lost
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        let Some((from, to)) = self.winning() else { return Ok(Moves::all(vec![])) };
        let mut list = Vec::new();
        let mut factor = from.clone();
        while factor <= to && list.len() < want {
            list.push(Move::Multiply(factor.clone()));
            factor += UBig::ONE;
        }
        Ok(Moves { complete: factor > to, total: Some(to - from + UBig::ONE), list })
    }

    fn steps(&self) -> Vec<Message> {
        if self.missing == UBig::ONE {
            let id = if self.misere { "race.over-misere" } else { "race.over" };
            return vec![Message::new(id).with("total", self.total).with("target", self.target)];
        }
        let first = if self.misere { "products.cuts-misere" } else { "products.cuts" };
        let mut steps = vec![
            Message::new("products.missing")
                .with("total", self.total)
                .with("target", self.target)
                .with("missing", &self.missing),
            Message::new(first)
                .with("least", self.least)
                .with("greatest", self.greatest)
                .with("cuts", self.cuts()),
        ];
        let Stretch { lower, upper, .. } = &self.stretch;
        steps.push(match self.winning() {
            None => Message::new("products.loses").with("lower", lower).with("upper", upper),
            Some((from, to)) => Message::new(if from == to { "products.wins-one" } else { "products.wins" })
                .with("lower", lower)
                .with("upper", upper)
                .with("from", from)
                .with("to", to)
                .with("before", &self.stretch.before),
        });
        steps
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;

    use crate::solver::Solver;
    use crate::theorem::testing::{Random, agrees_at, assert_in_words, method_of};
    use grundy_core::answer::Outcome;
    use grundy_core::text::Value;

    const NAME: &str = "multiplication-race";

    #[test]
    fn races_by_factors_agree_with_search() {
        let mut random = Random::new(31);
        for (a, b) in [(2, 2), (2, 3), (2, 9), (3, 3), (3, 4), (3, 7), (5, 6), (4, 20)] {
            for target in 0..200 {
                let total = if target % 3 == 0 { 1 + random.below(target + 3) } else { 1 };
                agrees_at(&format!("multiply {a}..{b}; to at least {target}[{total}]"), NAME);
                agrees_at(&format!("misere multiply {a}..{b}; to at least {target}[{total}]"), NAME);
            }
        }
    }

    #[test]
    fn the_first_cuts_are_explained() {
        for (text, id, cuts) in [
            ("multiply 2..9", "products.cuts", [1u32, 9, 18, 162, 324, 2916, 5832, 52_488]),
            ("misere multiply 2..9", "products.cuts-misere", [1, 2, 18, 36, 324, 648, 5832, 11_664]),
        ] {
            let answer = Solver::default().solve_text(&format!("{text}; to at least 100[1]")).unwrap();
            let step = answer.steps.iter().find(|step| step.id() == id).unwrap();
            let stated = step.values().iter().find(|(name, _)| *name == "cuts").map(|(_, value)| value);
            assert_eq!(stated, Some(&Value::from(&cuts.map(UBig::from)[..])), "{text}");
        }
    }

    #[test]
    fn the_multiplication_game_of_the_contest() {
        // The samples of Waterloo's problem: Stan, Ollie, Stan.
        let outcome = |n: &str| {
            Solver::default().solve_text(&format!("multiply 2..9; to at least {n}[1]")).unwrap().outcome
        };
        assert_eq!(outcome("162"), Outcome::N);
        assert_eq!(outcome("17"), Outcome::P);
        assert_eq!(outcome("34012226"), Outcome::N);
        assert_eq!(outcome("10^1000"), outcome("10^1000 - 1"));
        let text = "multiply 2..10^9; to at least 10^30[7]";
        let answer = Solver::default().list_moves(2).solve_text(text).unwrap();
        assert_eq!((answer.moves.len(), answer.moves_complete), (2, false));
        for n in ["162", "17", "5"] {
            assert_in_words(&format!("multiply 2..9; to at least {n}[1]"));
            assert_in_words(&format!("misere multiply 2..9; to at least {n}[1]"));
        }
    }

    #[test]
    fn other_races_are_left_to_search() {
        for text in [
            "multiply 2..9; to 18[1]",
            "multiply 2, 4; to at least 18[1]",
            "multiply 1..3; to at least 18[1]",
            "multiply 2..3 or take 1; to at least 18[1]",
            "multiply 2..9; to at least 18[0]",
        ] {
            assert_eq!(method_of(text), "plain-search", "{text}");
        }
    }
}
