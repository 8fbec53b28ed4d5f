//! Nimble: coins on squares 0, 1, 2, ..., a move takes one coin to any lower square.
//!
//! Precondition: normal play, the only move is `move 1 any steps down`. Statement: each coin is
//! a Nim heap of the size of its square's number (Bouton 1901), so the position is worth the nim-sum of the
//! squares with an odd number of coins. Only the parity of the coins on a square matters, so heaps may be of
//! any size.

use std::sync::Arc;

use dashu_base::BitTest;
use dashu_int::UBig;

use crate::kernel::{Kernel, each_row};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::rules::{MoveRule, Rules, Settings};
use grundy_core::text::Message;

/// The theorem.
pub struct Nimble;

const NAME: &str = "nimble";

/// Recognises coins that move down any number of squares, one at a time.
pub fn recognise(asked: Asked<'_>) -> Fit {
    match is_nimble(asked.rules) {
        false => Fit::Unrelated,
        true if asked.misere => Fit::near(NAME, Message::new("nimble.misere")),
        true => Fit::known(Nimble),
    }
}

impl Method for Nimble {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("C. L. Bouton 1901"))
    }

    fn solve<'a>(&'a self, component: &'a Component, _: &'a Budget) -> Result<Applied<'a>> {
        let squares = component.heaps();
        let value = odd(squares).fold(0, |sum, square| sum ^ square);
        Ok(Applied::yes(Coins { squares, value }))
    }

    fn kernel(&self, _: &Budget) -> Option<Arc<dyn Kernel>> {
        Some(Arc::new(Squares))
    }
}

fn is_nimble(rules: &Rules) -> bool {
    match rules.moves() {
        [MoveRule::Step { amounts, far: true }] => {
            *rules.settings() == Settings::default() && amounts.as_up_to() == Some(&UBig::ONE)
        }
        _ => false,
    }
}

/// Squares with coins on machine words. A single square is not a position of the game.
#[derive(Debug)]
struct Squares;

impl Kernel for Squares {
    fn name(&self) -> &'static str {
        NAME
    }

    fn takes(&self, heaps: usize) -> bool {
        heaps != 1
    }

    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        self.value(heaps).map(|value| value == 0)
    }

    fn has_values(&self) -> bool {
        true
    }

    fn value(&self, heaps: &[u64]) -> Option<u64> {
        let value = || heaps.iter().zip(0..).fold(0, |sum, (coins, square)| sum ^ (square * (coins & 1)));
        self.takes(heaps.len()).then(value)
    }

    fn values(&self, columns: &[&[u64]], values: &mut [u64]) -> bool {
        each_row(columns, values.len(), |row, heaps| values[row] = self.value(heaps).unwrap_or_default());
        true
    }
}

/// The squares with an odd number of coins.
fn odd(squares: &[UBig]) -> impl Iterator<Item = usize> {
    squares.iter().enumerate().filter(|(_, coins)| coins.bit(0)).map(|(square, _)| square)
}

struct Coins<'a> {
    squares: &'a [UBig],
    value: usize,
}

impl Coins<'_> {
    /// Start and end squares: at most one move for a coin of each square. The results ascend as the goal
    /// falls, since that is the lowest square that changes, and gains a coin.
    fn moves_to(&self, target: usize) -> Vec<(usize, usize)> {
        let change = self.value ^ target;
        let full = self.squares.iter().enumerate().filter(|(_, coins)| **coins > UBig::ZERO);
        let mut moves: Vec<(usize, usize)> =
            full.map(|(from, _)| (from, from ^ change)).filter(|(from, to)| to < from).collect();
        moves.sort_unstable_by_key(|&(_, to)| std::cmp::Reverse(to));
        moves
    }

    fn listed(&self, target: usize, want: usize) -> Moves {
        let found = self.moves_to(target);
        Moves {
            complete: found.len() <= want,
            total: Some(UBig::from(found.len())),
            list: found
                .into_iter()
                .take(want)
                .map(|(from, to)| Move::Step { from, to: Some(to), stones: UBig::ONE })
                .collect(),
        }
    }
}

impl Solved for Coins<'_> {
    fn wins(&self) -> bool {
        self.value > 0
    }

    fn value(&self) -> Option<UBig> {
        Some(UBig::from(self.value))
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        Ok(self.listed(0, want))
    }

    fn moves_to_value(&self, target: &UBig, want: usize) -> Result<Option<Moves>> {
        Ok(Some(match usize::try_from(target) {
            Ok(target) => self.listed(target, want),
            Err(_) => Moves::all(vec![]),
        }))
    }

    fn steps(&self) -> Vec<Message> {
        let squares: Vec<UBig> = odd(self.squares).map(UBig::from).collect();
        vec![
            Message::new("nimble.rule"),
            if squares.is_empty() {
                Message::new("nimble.no-squares")
            } else {
                Message::new("nimble.squares").with("squares", squares).with("value", self.value)
            },
            if self.wins() {
                Message::new("nimble.wins").with("count", self.moves_to(0).len())
            } else {
                Message::new("nimble.loses")
            },
        ]
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;

    use crate::Solver;
    use crate::theorem::testing::{agrees, agrees_at, method_of, sample};
    use grundy_core::answer::Outcome;
    use grundy_core::notation::parse_game;

    const NAME: &str = "nimble";

    #[test]
    fn words_leave_a_single_square() {
        use super::{Kernel, Squares};

        assert_eq!((Squares.value(&[3]), Squares.takes(1)), (None, false));
        assert_eq!((Squares.value(&[]), Squares.value(&[1, 1, 2, 3])), (Some(0), Some(1 ^ 3)));
    }

    #[test]
    fn coins_agree_with_search() {
        sample(50, 2, 5, 2, |heaps| agrees("nimble", heaps, NAME));
        for text in ["nimble[]", "nimble[0, 0, 0, 0, 0, 1, 1]", "nimble[7, 0, 1, 0, 1, 0, 2]"] {
            agrees_at(text, NAME);
        }
    }

    #[test]
    fn sums_reach_every_value() {
        for text in [
            "nimble[0, 1, 1, 2] + nim[2]",
            "nimble[0, 0, 1, 0, 1] + nimble[1, 1, 1]",
            "nimble[0, 2, 1] + take 1..2[5]",
        ] {
            agrees_at(text, "nim-sum");
        }
    }

    #[test]
    fn many_coins_and_many_squares_are_answered_at_once() {
        let answer = Solver::default().solve_text("nimble[5, 10^1000, 10^1000+1, 3]").unwrap();
        assert_eq!((answer.outcome, answer.moves_total), (Outcome::N, Some(UBig::from(2u8))));
        let squares = vec![UBig::ONE; 100_001];
        let answer = Solver::default().solve_heaps(&parse_game("nimble").unwrap(), squares).unwrap();
        assert_eq!(answer.method.name, NAME);
        assert_eq!(answer.value, Some(UBig::from(100_000u32)));
        assert!(answer.moves_total.is_some_and(|total| total > UBig::from(answer.moves.len())));
    }

    #[test]
    fn a_cut_list_holds_the_first_results() {
        let text = "nimble[1, 1, 3, 1, 1, 1]";
        let all = Solver::default().solve_text(text).unwrap();
        let cut = Solver::default().list_moves(2).solve_text(text).unwrap();
        assert!(all.moves.len() > 2 && cut.moves == all.moves[..2] && cut.moves_total == all.moves_total);
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in [
            "misere nimble[1, 2, 1]",
            "move 1, 2 any steps down[1, 2, 1]",
            "move 1 1 step down[1, 2, 1]",
            "nimble; win most[1, 2, 1]",
        ] {
            assert_ne!(method_of(text), NAME, "{text}");
        }
    }
}
