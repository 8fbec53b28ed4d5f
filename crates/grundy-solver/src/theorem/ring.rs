//! Rings: the first take from one leaves a row, and the values of rows are known.
//!
//! Precondition: normal play, `ring` the only setting, and heaps that are independent without it. Statement
//! (Winning Ways, chapter 4): a ring is worth the mex of the values of the rows that its first take can
//! leave, and the position the nim-sum of its rings and rows.

use std::rc::Rc;

use dashu_int::UBig;

use super::heapwise;
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved, Valued};
use grundy_core::error::Result;
use grundy_core::game::Game;
use grundy_core::limits::Budget;
use grundy_core::number::mex;
use grundy_core::position::{Component, Move, Past, State, Touch, for_each_move};
use grundy_core::rules::{Mark, Rules, Settings};
use grundy_core::text::Message;
use grundy_sequence::HeapFunction;

/// The theorem.
pub struct Ring {
    /// The value of a row.
    rows: Rc<dyn HeapFunction>,
}

/// Recognises rings of heaps that are independent once they are rows.
pub fn recognise(asked: Asked<'_>) -> Fit {
    if asked.misere || *asked.rules.settings() != (Settings { marks: Some(Mark::Row), ..Settings::default() })
    {
        return Fit::Unrelated;
    }
    match Rules::new(asked.rules.moves().to_vec(), Settings::default()) {
        Ok(rows) if rows.is_heapwise() => Fit::known(Ring { rows: asked.heaps.of(&rows) }),
        _ => Fit::Unrelated,
    }
}

impl Method for Ring {
    fn name(&self) -> &'static str {
        "ring"
    }

    fn basis(&self) -> Basis {
        Basis::Computation(Some("Winning Ways, chapter 4"))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let function = &*self.rows;
        let mut values = Vec::new();
        // The greatest first: the table then grows only once.
        for (index, heap) in component.heaps().iter().enumerate().rev() {
            values.push(if component.state.past.marked.contains_key(&index) {
                function.value(heap, budget)?
            } else {
                let takes = first_takes(&component.game, heap, function, budget)?;
                mex(&mut takes.into_iter().map(|(value, _)| value).collect::<Vec<_>>())
            });
        }
        values.reverse();
        let value = values.iter().fold(UBig::ZERO, |sum, v| sum ^ v);
        Ok(Applied::yes(Rings { component, function, budget, values, value }))
    }
}

/// The first takes from a ring, with the value of the row that each leaves.
fn first_takes(
    game: &Game,
    ring: &UBig,
    row: &dyn HeapFunction,
    budget: &Budget,
) -> Result<Vec<(UBig, Touch)>> {
    let state = State { heaps: vec![ring.clone()], past: Past::default() };
    let mut touches = Vec::new();
    for_each_move(game, &state, budget, &mut |played| {
        budget.reserve(played.bytes())?;
        if let Move::Take { touched, .. } = played {
            touches.extend(touched);
        }
        Ok(())
    })?;
    let mut list = Vec::with_capacity(touches.len());
    // The longest row first: the table then grows only once.
    touches.sort_by(|a, b| a.taken.cmp(&b.taken));
    for touch in touches {
        let value = match touch.left.first() {
            Some(left) => row.value(left, budget)?,
            None => UBig::ZERO,
        };
        list.push((value, touch));
    }
    Ok(list)
}

struct Rings<'a> {
    component: &'a Component,
    function: &'a dyn HeapFunction,
    budget: &'a Budget,
    values: Vec<UBig>,
    value: UBig,
}

impl Valued for Rings<'_> {
    fn grundy_value(&self) -> &UBig {
        &self.value
    }

    fn moves_to(&self, target: &UBig, want: usize) -> Result<Moves> {
        if *target == self.value {
            return Ok(Moves::all(vec![]));
        }
        let change = &self.value ^ target;
        let mut moves = Moves { complete: true, ..Moves::default() };
        for (index, heap) in self.component.heaps().iter().enumerate() {
            let wanted = &self.values[index] ^ &change;
            if self.component.state.past.marked.contains_key(&index) {
                let found = self.function.moves_to(heap, &wanted, want, self.budget)?;
                moves.complete &= found.complete;
                moves.list.extend(found.list.into_iter().map(|found| {
                    let touch = Touch { heap: index, taken: found.taken, left: found.left };
                    Move::Take { discarded: vec![], touched: vec![touch] }
                }));
            } else {
                let takes = first_takes(&self.component.game, heap, self.function, self.budget)?;
                moves.list.extend(takes.into_iter().filter(|(value, _)| *value == wanted).map(
                    |(_, touch)| Move::Take {
                        discarded: vec![],
                        touched: vec![Touch { heap: index, ..touch }],
                    },
                ));
            }
        }
        Ok(moves)
    }

    fn reasons(&self) -> Vec<Message> {
        let heaps = self.component.heaps();
        if heaps.is_empty() {
            return vec![Message::new("heapwise.no-heaps")];
        }
        let mut steps = vec![Message::new("ring.rule"), self.function.rule()];
        steps.push(Message::new("heapwise.values").with("heaps", heaps).with("values", &self.values));
        steps.extend(heapwise::binary_columns(&self.values, &self.value));
        steps.push(if self.wins() {
            Message::new("heapwise.wins").with("value", &self.value)
        } else {
            Message::new("heapwise.loses")
        });
        steps
    }
}

#[cfg(test)]
mod tests {
    use crate::Solver;
    use crate::theorem::testing::{agrees, agrees_at, assert_in_words, method_of, sample};
    use grundy_core::answer::Outcome;

    const NAME: &str = "ring";

    #[test]
    fn rings_and_rows_agree_with_search() {
        for rules in [
            "kayles; ring",
            "take 1..3; ring",
            "lasker; ring",
            "octal(0.07); ring",
            "take 2 leaving 1 heap; ring",
        ] {
            sample(12, 1, 2, 9, |heaps| agrees(rules, heaps, NAME));
        }
        for text in
            ["kayles; ring[5, 7; row 1]", "kayles; ring[6, 6; row 2]", "kayles; ring[]", "nim; ring[0, 3]"]
        {
            agrees_at(text, NAME);
            assert_in_words(text);
        }
        agrees_at("kayles; ring[5] + kayles[4] + nim[2]", "nim-sum");
    }

    #[test]
    fn large_rings_are_answered_from_the_period_of_rows() {
        // A ring of Kayles is lost: whatever is taken, the row that is left is won.
        let answer = Solver::default().solve_text("kayles; ring[10^100]").unwrap();
        assert_eq!((answer.outcome, answer.method.name), (Outcome::P, NAME));
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in ["misere kayles; ring[5]", "take 1..n; ring; win most[5]"] {
            assert_ne!(method_of(text), NAME, "{text}");
        }
    }
}
