//! Most stones wins: one heap, 1 to m at a time.
//!
//! Precondition: one non-empty heap, `take 1..m; win most` (or `take any`, where m is the heap)
//! and no other setting; normal play. Statement: the player to move gets f(n) more than the other
//! from a heap of n on, where f(n) is the distance from n to the nearest multiple of 2m; alone, the game is
//! a draw iff 2m divides n.
//!
//! Proof: taking n - x is worth n - (x + f(x)) to the taker. As x grows, x + f(x) grows by 2 or, from an
//! odd multiple of m to the next even one, stays; it never falls. So taking most is best: from
//! n <= m all is taken, n = f(n), else m - f(n - m) = f(n), since half a period turns f upside
//! down. The other best moves are those x in reach with the same x + f(x), which is one stretch:
//! with r = n mod 2m at most m, all x from n - m to n - r within the last stretch where x + f(x)
//! stays, and x = n - m alone when r is greater.

use dashu_int::{IBig, UBig};

use crate::law::{LISTED, Law, Num, Shape, Table};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::rules::Settings;
use grundy_core::text::Message;

/// The distance to the nearest multiple of 2m.
pub struct MostStones {
    /// The most that may be taken; `None` if that is the heap.
    most: Option<UBig>,
}

const NAME: &str = "most-stones";

/// Recognises `take 1..m; win most` and `take any; win most`.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let plain = Settings { most: true, ..Settings::default() };
    let single = asked.rules.as_single_take().filter(|_| *asked.rules.settings() == plain);
    let most = match single {
        Some(amounts) if amounts.is_any() => None,
        Some(amounts) => match amounts.as_up_to() {
            Some(most) => Some(most.clone()),
            None => return Fit::Unrelated,
        },
        None => return Fit::Unrelated,
    };
    if asked.misere {
        return Fit::near(NAME, Message::new("most-stones.normal"));
    }
    Fit::known(MostStones { most })
}

impl Method for MostStones {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(None)
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let mut heaps = component.heaps().iter().enumerate().filter(|(_, heap)| **heap > UBig::ZERO);
        let (heap, n) = match (heaps.next(), heaps.next()) {
            (None, _) => (0, UBig::ZERO),
            (Some((heap, n)), None) => (heap, n.clone()),
            _ if self.most.is_some() => return Ok(Applied::near(Message::new("most-stones.one-heap"))),
            _ => return Ok(Applied::unrelated()),
        };
        let most = self.most.clone().unwrap_or_else(|| n.clone().max(UBig::ONE));
        let period = most.clone() << 1;
        let rest = &n % &period;
        let margin = if rest <= most { rest.clone() } else { &period - &rest };
        let lead = &component.state.past.lead;
        Ok(Applied::yes(Counted { heap, n, most, rest, margin, lead, budget }))
    }

    fn law(&self, heaps: usize) -> Option<Law> {
        let most = i128::try_from(self.most.as_ref()?).ok().filter(|m| *m <= LISTED && heaps == 1)?;
        let turn = (0..=most).chain((1..most).rev()).collect();
        let margin = Num::Look(Table { before: vec![], turn, saltus: 0 }, Box::new(Num::This));
        Some(Law::of_values(Shape::Never, margin))
    }
}

struct Counted<'a> {
    /// Index of the nonempty heap.
    heap: usize,
    n: UBig,
    most: UBig,
    /// n modulo 2m.
    rest: UBig,
    margin: UBig,
    lead: &'a IBig,
    budget: &'a Budget,
}

impl Counted<'_> {
    /// The least and the greatest rest that a best move leaves.
    fn best(&self) -> Option<(UBig, UBig)> {
        let Self { n, most, rest, .. } = self;
        if *n == UBig::ZERO {
            return None;
        }
        let least = if n > most { n - most } else { UBig::ZERO };
        if rest > most {
            return Some((least.clone(), least));
        }
        // Taking nothing is not a move.
        let greatest = if *rest == UBig::ZERO { n - UBig::ONE } else { n - rest };
        Some((least, greatest))
    }
}

impl Solved for Counted<'_> {
    fn wins(&self) -> bool {
        self.margin > UBig::ZERO
    }

    fn margin(&self) -> Option<IBig> {
        Some(IBig::from(self.margin.clone()))
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        let Some((least, greatest)) = self.best() else { return Ok(Moves::all(vec![])) };
        let total = &greatest - &least + UBig::ONE;
        let mut list = Vec::new();
        let mut left = least;
        while left <= greatest && list.len() < want {
            self.budget.step()?;
            let played = Move::take(self.heap, &self.n - &left, left.clone());
            self.budget.reserve(played.bytes())?;
            list.push(played);
            left += UBig::ONE;
        }
        Ok(Moves { complete: left > greatest, list, total: Some(total) })
    }

    fn steps(&self) -> Vec<Message> {
        let Self { n, most, rest, margin, .. } = self;
        let mut steps = vec![
            Message::new("most-stones.rule").with("most", most).with("period", most.clone() << 1),
            Message::new("most-stones.distance").with("n", n).with("rest", rest).with("margin", margin),
        ];
        if let Some((least, greatest)) = self.best() {
            let id = if least == greatest { "most-stones.only" } else { "most-stones.best" };
            steps.push(Message::new(id).with("least", n - greatest).with("greatest", n - least));
        }
        if *self.lead != IBig::ZERO {
            let end = IBig::from(margin.clone()) + self.lead;
            steps.push(Message::new("most-stones.lead").with("lead", self.lead).with("end", end));
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::{IBig, UBig};

    use crate::solver::Solver;
    use crate::theorem::testing::{agrees, agrees_at, method_of};

    #[test]
    fn most_stones_agrees_with_search() {
        for m in 1..6u64 {
            for n in 0..=(4 * m + 3) {
                agrees(&format!("take 1..{m}; win most"), &[n], "most-stones");
            }
        }
        agrees("take any; win most", &[7], "most-stones");
        agrees("take any; win most", &[], "most-stones");
        agrees("take 1..4; win most", &[0, 6, 0], "most-stones");
        for lead in ["-5", "-3", "2", "-1"] {
            agrees_at(&format!("take 1..5; win most[13; lead {lead}]"), "most-stones");
        }
        agrees_at("take 1..3; win most[6; lead 1]", "most-stones");
    }

    #[test]
    fn heaps_and_amounts_of_any_size() {
        let ten = UBig::from(10u8);
        let answer = Solver::default().solve_text("take 1..5; win most[10^1000 + 3]").unwrap();
        assert_eq!(answer.margin, Some(IBig::from(3)));
        assert_eq!((answer.moves.len(), answer.moves_complete), (3, true));
        // From 2m - 1 stones the other keeps one: only the greatest take does that.
        let answer = Solver::default().solve_text("take 1..10^999; win most[2*10^999 - 1]").unwrap();
        assert_eq!((answer.margin, answer.moves.len()), (Some(IBig::from(1)), 1));
        // A draw: every take keeps it.
        let answer =
            Solver::default().list_moves(4).solve_text("take 1..10^999; win most[2*10^999]").unwrap();
        assert_eq!((answer.outcome.letter(), answer.moves.len()), ("D", 4));
        assert_eq!(answer.moves[0].played[0].to, [ten.pow(999)]);
        assert_eq!(answer.moves_total, Some(ten.pow(999)));
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in [
            "take 1..3; win most[5, 4]",
            "misere take 1..3; win most[9]",
            "take 1, 3; win most[9]",
            "take 2..4; win most[9]",
            "take 1..3 leaving 0, 1, 2 heaps; win most[5]",
        ] {
            assert_ne!(method_of(text), "most-stones", "{text}");
        }
    }
}
