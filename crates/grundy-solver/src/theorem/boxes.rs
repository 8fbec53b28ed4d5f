//! Boxes in a row: stones go to lower boxes at certain distances, or with certain sums of the two numbers.
//!
//! Precondition: normal play, the only move is `move A to a lower heap` with a distance or a sum, and A is `any` or 1.
//! The boxes and the moves between them are a graph without cycles.
//!
//! Statement for one stone at a time (Sprague 1935, Grundy 1939): each stone is a game of its own. Its value is the mex
//! of the values of the boxes that it may go to, and the position is worth the nim-sum of the boxes with an odd number
//! of stones.
//!
//! Statement for any number at a time (folklore, after staircase Nim), where every move leads from an odd box to an even
//! one or back: a box without moves is even, and one with moves is odd or even as the boxes that it leads to are even or
//! odd. The position is worth the nim-sum of the stones in the odd boxes. For each move changes one odd box, so none
//! keeps the value; and every smaller value can be made by moving stones out of one odd box, which all lead to even ones.
//! A graph where a box leads to an odd and to an even box is left to the search.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::heapwise::binary_columns;
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved, Valued};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::rules::{Amounts, Members, MoveRule, Settings};
use grundy_core::text::Message;

/// The theorem.
pub struct Boxes {
    distance: Amounts,
    sum: Amounts,
    /// Whether stones move one by one, not in any number.
    single: bool,
}

const NAME: &str = "boxes";

/// Recognises stones that go to lower boxes, one by one or in any number.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let [MoveRule::Carry { amounts, distance, sum }] = asked.rules.moves() else { return Fit::Unrelated };
    let single = amounts.as_up_to() == Some(&UBig::ONE);
    if *asked.rules.settings() != Settings::default() || !(single || amounts.is_any()) {
        return Fit::Unrelated;
    }
    if asked.misere {
        return Fit::near(NAME, Message::new("boxes.misere"));
    }
    Fit::known(Boxes { distance: distance.clone(), sum: sum.clone(), single })
}

impl Method for Boxes {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("R. P. Sprague 1935; P. M. Grundy 1939"))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let count = component.heaps().len();
        let (Some(distance), Some(sum)) = (Members::fixed(&self.distance), Members::fixed(&self.sum)) else {
            return Ok(Applied::unrelated());
        };
        let goals = goals(count, &distance, &sum, budget)?;
        let mut ranks = Vec::with_capacity(count);
        for list in &goals {
            let of_goals = list.iter().map(|&to| ranks[to]);
            let rank = if self.single {
                least_missing(of_goals.collect())
            } else {
                let [even, odd] =
                    of_goals.fold([false; 2], |[even, odd], rank| [even || rank == 0, odd || rank == 1]);
                if even && odd {
                    return Ok(Applied::near(Message::new("boxes.mixed").with("heap", ranks.len() + 1)));
                }
                usize::from(even)
            };
            ranks.push(rank);
        }
        let heaps = component.heaps();
        let worth = |at: usize| -> UBig {
            match (self.single, heaps[at].bit(0)) {
                (true, true) => UBig::from(ranks[at]),
                (false, _) if ranks[at] == 1 => heaps[at].clone(),
                _ => UBig::ZERO,
            }
        };
        let value = (0..count).fold(UBig::ZERO, |value, at| value ^ worth(at));
        Ok(Applied::yes(Filled { heaps, single: self.single, goals, ranks, value, budget }))
    }
}

/// The lower boxes that stones of each box may go to.
fn goals(count: usize, distance: &Members, sum: &Members, budget: &Budget) -> Result<Vec<Vec<usize>>> {
    let fits = |members: &Members, most: usize| -> Result<Vec<bool>> {
        let mut fits = vec![false; most + 1];
        members.for_each_up_to(&UBig::from(most), budget, &mut |k| {
            if let Some(fits) = usize::try_from(k).ok().and_then(|k| fits.get_mut(k)) {
                *fits = true;
            }
            Ok(())
        })?;
        Ok(fits)
    };
    budget.reserve_each(count, 8)?;
    let (distances, sums) = (fits(distance, count)?, fits(sum, 2 * count)?);
    let mut all = Vec::with_capacity(count);
    for from in 0..count {
        budget.check_time()?;
        let list: Vec<usize> = (0..from).filter(|to| distances[from - to] && sums[from + to + 2]).collect();
        budget.reserve_each(list.len(), 8)?;
        all.push(list);
    }
    Ok(all)
}

fn least_missing(mut ranks: Vec<usize>) -> usize {
    ranks.sort_unstable();
    ranks.dedup();
    ranks.iter().zip(0..).take_while(|(rank, place)| **rank == *place).count()
}

struct Filled<'a> {
    heaps: &'a [UBig],
    single: bool,
    goals: Vec<Vec<usize>>,
    /// The value of one stone in each box; or 1 for odd boxes and 0 for even ones.
    ranks: Vec<usize>,
    value: UBig,
    budget: &'a Budget,
}

impl Valued for Filled<'_> {
    fn grundy_value(&self) -> &UBig {
        &self.value
    }

    /// All moves to a value: of one stone, or between an odd box and even ones.
    fn moves_to(&self, target: &UBig, _: usize) -> Result<Moves> {
        let mut list = Vec::new();
        let change = &self.value ^ target;
        for (from, goals) in self.goals.iter().enumerate() {
            if self.heaps[from] == UBig::ZERO {
                continue;
            }
            self.budget.check_time()?;
            for &to in goals {
                let stones = if self.single {
                    let right = UBig::from(self.ranks[from] ^ self.ranks[to]) == change;
                    right.then_some(UBig::ONE)
                } else {
                    // The odd one of the two boxes changes: it is `from`, which loses stones, or `to`.
                    let loses = self.ranks[from] == 1;
                    let odd = &self.heaps[if loses { from } else { to }];
                    let wanted = odd ^ &change;
                    let (more, less) = if loses { (odd, &wanted) } else { (&wanted, odd) };
                    (more > less).then(|| more - less).filter(|stones| *stones <= self.heaps[from])
                };
                if let Some(stones) = stones {
                    let played = Move::Step { from, to: Some(to), stones };
                    self.budget.reserve(played.bytes())?;
                    list.push(played);
                }
            }
        }
        Ok(Moves::all(list))
    }

    fn reasons(&self) -> Vec<Message> {
        let places = |fits: &dyn Fn(usize) -> bool| -> Vec<UBig> {
            (0..self.heaps.len()).filter(|&at| fits(at)).map(|at| UBig::from(at + 1)).collect()
        };
        let mut steps = Vec::new();
        if self.single {
            steps.push(Message::new("boxes.single"));
            let boxes = places(&|at| self.ranks[at] > 0 && self.heaps[at].bit(0));
            let values: Vec<UBig> = (0..self.heaps.len())
                .filter(|&at| self.ranks[at] > 0 && self.heaps[at].bit(0))
                .map(|at| UBig::from(self.ranks[at]))
                .collect();
            if boxes.is_empty() {
                steps.push(Message::new("boxes.none"));
            } else {
                steps.push(Message::new("boxes.values").with("boxes", boxes).with("values", values));
            }
        } else {
            steps.push(Message::new("boxes.rule"));
            let boxes = places(&|at| self.ranks[at] == 1);
            if boxes.is_empty() {
                steps.push(Message::new("boxes.none"));
            } else {
                let odd = self.heaps.iter().zip(&self.ranks).filter(|(_, rank)| **rank == 1);
                let heaps: Vec<UBig> = odd.map(|(heap, _)| heap.clone()).collect();
                let columns = binary_columns(&heaps, &self.value);
                steps.push(Message::new("boxes.odd").with("boxes", boxes).with("heaps", heaps));
                steps.extend(columns);
            }
        }
        steps.push(if self.wins() {
            Message::new("boxes.wins").with("value", &self.value)
        } else {
            Message::new("boxes.loses")
        });
        steps
    }
}

#[cfg(test)]
mod tests {
    use crate::theorem::testing::{agrees, assert_in_words, method_of, sample};

    #[test]
    fn one_stone_at_a_time_agrees_with_search() {
        for rules in [
            "move 1 to a lower heap at distance 1, 2",
            "move 1 to a lower heap at distance 2..3",
            "move 1 to a lower heap with sum odd",
            "move 1 to a lower heap at distance odd with sum primes",
            "move 1 to a lower heap at distance squares",
        ] {
            sample(10, 2, 6, 2, |heaps| agrees(rules, heaps, "boxes"));
        }
        assert_in_words("move 1 to a lower heap at distance 1, 2[0, 1, 2, 3]");
    }

    #[test]
    fn any_number_at_a_time_agrees_with_search() {
        for rules in [
            "move any to a lower heap at distance odd",
            "move any to a lower heap at distance 1",
            "move any to a lower heap with sum multiples of 3 except even",
            "move any to a lower heap at distance 2 with sum 4, 8",
        ] {
            sample(10, 2, 5, 3, |heaps| agrees(rules, heaps, "boxes"));
        }
        sample(4, 6, 6, 1, |heaps| {
            agrees("move any to a lower heap with sum multiples of 3 except even", heaps, "boxes");
        });
        assert_in_words("move any to a lower heap at distance odd[3, 1, 2]");
    }

    #[test]
    fn other_graphs_are_left_to_the_search() {
        assert_ne!(method_of("move any to a lower heap at distance 1, 2[1, 1, 1]"), "boxes");
        assert_ne!(method_of("move 1, 2 to a lower heap at distance 1[1, 2]"), "boxes");
        assert_ne!(method_of("misere move 1 to a lower heap at distance 1[1, 2]"), "boxes");
        // Only the third box leads to boxes of both kinds.
        assert_eq!(method_of("move any to a lower heap at distance 1, 2[1, 1]"), "boxes");
    }
}
