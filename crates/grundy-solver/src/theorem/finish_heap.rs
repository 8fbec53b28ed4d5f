//! Heaps that are finished one at a time.
//!
//! Precondition: `take A` with 1..m and no multiple of M = m + 1 in A, or `take any` (M beyond every
//! heap); `heaps in order` or `heaps descending`, nothing else; normal or misère play.
//!
//! Statement. The play of a begun heap decides who opens what comes after it. A player who must leave that to
//! the other plays the heap as if the last stone won, and loses it iff its size is 0 mod M; a player who
//! wants to open it plays as if the last stone lost, and loses it iff its size is 1 mod M. So a heap h with R
//! to come is won iff R is lost and h is not 0 mod M, or R is won and h is not 1 mod M. From that:
//!
//! - `heaps in order`, no heap begun: lost iff every heap is 0 or 1 mod M and the number of those that are 1
//!   is even (misère play: odd). A heap of any other rest wins whatever is to come; a heap with rest 0 keeps
//!   the outcome of what is to come, a heap with rest 1 reverses it.
//! - `heaps descending`: only the distinct sizes below the one finished last count, and opening one leaves
//!   those below it. The list of sizes is read from below: if the sizes before a size are lost (at first:
//!   none, lost in normal play), the size itself wins iff it is not 0 mod M; if they are won, iff it is not 1
//!   mod M. A list is won iff one of its sizes wins. In normal play it is lost iff every size is 0 mod M.
//!
//! The proof is the two sentences on one heap: `take A` on a heap is worth its rest mod M, and
//! under misère play it is lost iff the rest is 1 (see `misere_nim`). Since 1 is in A, a begun
//! heap always has a move.

use std::collections::BTreeMap;
use std::rc::Rc;

use dashu_int::UBig;

use crate::law::{Cond, Law, Num, Shape};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move, Touch};
use grundy_core::rules::{Order, Rules, Settings};
use grundy_core::text::Message;
use grundy_sequence::HeapFunction;

/// Each heap as normal or misère play, whichever leaves what is to come to the right player.
pub struct FinishHeap {
    order: Order,
    /// The remainder of one heap.
    function: Rc<dyn HeapFunction>,
    misere: bool,
}

const NAME: &str = "finish-heap";

/// Recognises heaps finished one at a time, with amounts that make a heap worth its remainder.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let (Some(order), Some(amounts)) = (asked.rules.settings().order, asked.rules.as_single_take()) else {
        return Fit::Unrelated;
    };
    let plain = Settings { order: Some(order), ..Settings::default() };
    if *asked.rules.settings() != plain || !amounts.is_fixed() {
        return Fit::Unrelated;
    }
    let Ok(rules) = Rules::subtraction(amounts.clone()) else { return Fit::Unrelated };
    let function = asked.heaps.of(&rules);
    if !function.closed().is_some_and(|closed| closed.is_remainder()) {
        return Fit::near(NAME, Message::new("finish-heap.other-amounts"));
    }
    Fit::known(FinishHeap { order, function, misere: asked.misere })
}

impl Method for FinishHeap {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(None)
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let Self { order, function, misere } = self;
        let rests: Vec<UBig> =
            component.heaps().iter().map(|heap| function.value(heap, budget)).collect::<Result<_>>()?;
        let (order, misere) = (*order, *misere);
        Ok(Applied::yes(
            Finishing { component, order, function: &**function, rests, misere, budget }.with_choices(),
        ))
    }

    fn law(&self, _: usize) -> Option<Law> {
        let closed = self.function.closed().filter(|closed| closed.saltus == UBig::ZERO)?;
        let rest = Num::This.modulo(i128::try_from(&closed.period).ok()?);
        Some(Law::lost(Shape::Formula(match self.order {
            Order::Descending if self.misere => return None,
            Order::Descending => Cond::Every(Box::new(Cond::Eq(rest, Num::Const(0)))),
            Order::Finish => {
                let few = Cond::Every(Box::new(Cond::Less(rest.clone(), Num::Const(2))));
                let parity = Num::Sum(Box::new(rest)).modulo(2);
                few.and(Cond::Eq(parity, Num::Const(i128::from(self.misere))))
            }
        })))
    }
}

struct Finishing<'a> {
    component: &'a Component,
    order: Order,
    function: &'a dyn HeapFunction,
    /// The size of each heap modulo M.
    rests: Vec<UBig>,
    misere: bool,
    budget: &'a Budget,
}

/// A heap that may be taken from, and whether the player who opens what comes after it wins.
struct Choice {
    heap: usize,
    next_wins: bool,
}

struct Chosen<'a> {
    game: Finishing<'a>,
    choices: Vec<Choice>,
}

impl<'a> Finishing<'a> {
    fn with_choices(self) -> Chosen<'a> {
        let past = &self.component.state.past;
        let choices = match &past.open {
            Some(open) => {
                let next_wins = match self.order {
                    Order::Finish => self.wins_in_any_order(Some(open.heap)),
                    Order::Descending => self.wins_below(&open.from, Some(open.heap)),
                };
                vec![Choice { heap: open.heap, next_wins }]
            }
            None => self.openings(past.closed.as_ref()),
        };
        Chosen { game: self, choices }
    }

    /// The value that a winning move leaves in a heap.
    fn lost_rest(next_wins: bool) -> UBig {
        if next_wins { UBig::ONE } else { UBig::ZERO }
    }

    /// Whether a heap of this rest wins, given who wins what comes after it.
    fn heap_wins(rest: &UBig, next_wins: bool) -> bool {
        *rest != Self::lost_rest(next_wins)
    }

    /// `heaps in order`: whether the player who opens these heaps, except `without`, wins.
    fn wins_in_any_order(&self, without: Option<usize>) -> bool {
        let mut ones = self.misere;
        for (heap, rest) in self.rests.iter().enumerate() {
            if without == Some(heap) || *rest == UBig::ZERO {
                continue;
            }
            if *rest > UBig::ONE {
                return true;
            }
            ones = !ones;
        }
        ones
    }

    /// `heaps descending`: every distinct size below `bound`, ascending, with whether the player who opens
    /// those before it wins; and whether the player who opens them all does.
    fn ladder(&self, bound: Option<&UBig>, without: Option<usize>) -> (BTreeMap<&UBig, bool>, bool) {
        let heaps = self.component.heaps().iter().zip(&self.rests).enumerate();
        let sizes: BTreeMap<&UBig, &UBig> = heaps
            .filter(|(heap, (size, _))| {
                **size > UBig::ZERO && bound.is_none_or(|bound| *size < bound) && without != Some(*heap)
            })
            .map(|(_, pair)| pair)
            .collect();
        let mut before = BTreeMap::new();
        // No heap: the player who should open one cannot move.
        let mut wins = self.misere;
        let mut any = false;
        for (size, rest) in sizes {
            before.insert(size, wins);
            let this = Self::heap_wins(rest, wins);
            wins = if any { wins || this } else { this };
            any = true;
        }
        (before, wins)
    }

    fn wins_below(&self, bound: &UBig, without: Option<usize>) -> bool {
        self.ladder(Some(bound), without).1
    }

    /// Every heap that may be begun.
    fn openings(&self, closed: Option<&UBig>) -> Vec<Choice> {
        let heaps = self.component.heaps();
        match self.order {
            Order::Finish => {
                let large = self.rests.iter().filter(|rest| **rest > UBig::ONE).count();
                let ones = self.rests.iter().filter(|rest| **rest == UBig::ONE).count();
                let choice = |(heap, rest): (usize, &UBig)| {
                    let large = large - usize::from(*rest > UBig::ONE);
                    let ones = ones - usize::from(*rest == UBig::ONE);
                    Choice { heap, next_wins: large > 0 || (ones % 2 == 1) != self.misere }
                };
                let open = self.rests.iter().enumerate().filter(|(heap, _)| heaps[*heap] > UBig::ZERO);
                open.map(choice).collect()
            }
            Order::Descending => {
                let (before, _) = self.ladder(closed, None);
                let choice = |(heap, size)| before.get(size).map(|&next_wins| Choice { heap, next_wins });
                heaps.iter().enumerate().filter_map(choice).collect()
            }
        }
    }
}

impl Chosen<'_> {
    fn winning(&self) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(|c| Finishing::heap_wins(&self.game.rests[c.heap], c.next_wins))
    }
}

impl Solved for Chosen<'_> {
    fn wins(&self) -> bool {
        // A player who cannot move wins under misère play.
        if self.choices.is_empty() { self.game.misere } else { self.winning().next().is_some() }
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        let mut moves = Moves { complete: true, ..Moves::default() };
        let mut total = Some(UBig::ZERO);
        for &Choice { heap, next_wins } in self.winning() {
            let size = &self.game.component.heaps()[heap];
            let target = Finishing::lost_rest(next_wins);
            let found = self.game.function.moves_to(size, &target, want, self.game.budget)?;
            moves.complete &= found.complete;
            let count = if found.complete { Some(UBig::from(found.list.len())) } else { found.total };
            total = total.zip(count).map(|(a, b)| a + b);
            moves.list.extend(found.list.into_iter().map(|m| Move::Take {
                discarded: vec![],
                touched: vec![Touch { heap, taken: m.taken, left: m.left }],
            }));
        }
        moves.total = total;
        Ok(moves)
    }

    fn steps(&self) -> Vec<Message> {
        if self.choices.is_empty() {
            let id = if self.game.misere { "finish-heap.over-misere" } else { "finish-heap.over" };
            return vec![Message::new(id)];
        }
        let heaps = self.game.component.heaps();
        let mut steps = vec![self.game.function.rule()];
        steps.push(Message::new("finish-heap.values").with("heaps", heaps).with("values", &self.game.rests));
        steps.push(Message::new("finish-heap.idea"));
        if let Some(Choice { heap, next_wins }) = self.winning().next() {
            let id = if *next_wins { "finish-heap.wins-last" } else { "finish-heap.wins-first" };
            steps.push(
                Message::new(id)
                    .with("heap", heap + 1)
                    .with("size", &heaps[*heap])
                    .with("rest", &self.game.rests[*heap]),
            );
        } else {
            steps.push(Message::new("finish-heap.loses"));
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use crate::solver::Solver;
    use crate::theorem::testing::{agrees, agrees_at, method_of, sample};

    const SETS: [&str; 6] =
        ["take 1..3", "take 1, primes", "take odd", "take powers of 2", "take 1..2", "take any"];

    #[test]
    fn starts_agree_with_search() {
        for set in SETS {
            for order in ["heaps in order", "heaps descending"] {
                for misere in ["", "misere "] {
                    let rules = format!("{misere}{set}; {order}");
                    sample(14, 0, 4, 7, |heaps| agrees(&rules, heaps, "finish-heap"));
                    sample(6, 2, 5, 2, |heaps| agrees(&rules, heaps, "finish-heap"));
                }
            }
        }
    }

    #[test]
    fn the_middle_of_a_game_agrees_with_search() {
        for set in SETS {
            for misere in ["", "misere "] {
                for heaps in ["4, 5, 6, 7", "8, 1, 1, 4", "1, 4, 1, 1", "3, 3, 4, 8", "2, 4, 5, 5"] {
                    for past in ["open 1 from 9", "open 2 from 6", "open 4 from 8"] {
                        let opened = heaps.split(", ").nth(past[5..6].parse::<usize>().unwrap() - 1).unwrap();
                        if opened.parse::<usize>().unwrap() >= past[12..].parse::<usize>().unwrap() {
                            continue;
                        }
                        agrees_at(&format!("{misere}{set}; heaps in order[{heaps}; {past}]"), "finish-heap");
                        agrees_at(
                            &format!("{misere}{set}; heaps descending[{heaps}; {past}]"),
                            "finish-heap",
                        );
                    }
                    for past in ["closed 1", "closed 5", "closed 6", "closed 20", "open 1 from 9, closed 12"]
                    {
                        agrees_at(
                            &format!("{misere}{set}; heaps descending[{heaps}; {past}]"),
                            "finish-heap",
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn only_multiples_of_four_lose_with_primes() {
        let rules = "take 1, primes; heaps descending";
        for (heaps, outcome) in
            [("4, 8, 12", "P"), ("4, 5", "N"), ("4, 6", "N"), ("4, 7", "N"), ("4, 4", "P")]
        {
            let answer = Solver::default().solve_text(&format!("{rules}[{heaps}]")).unwrap();
            assert_eq!(answer.outcome.letter(), outcome, "{heaps}");
        }
    }

    #[test]
    fn heaps_of_any_size() {
        let answer = Solver::default().solve_text("take 1..9; heaps in order[10^1000, 10^1000 + 3]").unwrap();
        // The second heap is left as a multiple of 10; or the first so that the other must finish it.
        let firsts: Vec<u8> = answer.moves.iter().map(|m| m.played[0].to[0].clone() % 10u8).collect();
        assert_eq!(firsts, [1, 0]);
        assert_eq!(answer.method.name, "finish-heap");
        assert!(answer.moves_complete);
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in
            ["take 1, 3, 4; heaps in order[3, 4]", "take 1..3[3, 4]", "take 1..n/2; heaps descending[3, 4]"]
        {
            assert_ne!(method_of(text), "finish-heap", "{text}");
        }
    }
}
