//! A move in one part after the other, over as soon as the part whose turn it is has none.
//!
//! Statement. Let k be the number of parts, and j = 0, 1, .., k - 1 their places, from the part that is next. If k is
//! odd, the players alternate in each part, and a part has its remoteness r. If k is even, each part always has the same
//! player, who wants to move in it as often as possible (under misère play as seldom as possible); r is the number of
//! these moves. A part with number r has no move when k r + j moves have been made. The least of these times decides:
//! if it is even, the player to move is the one without a move.
//!
//! Proof. The times are different, since the j are. Whoever profits from the end at the least time plays each part by
//! its number: hurries in parts that end well for them, and delays in the others. Then no part that ends badly for them
//! ends before its time, and one that ends well does at its time or before. With k even nobody but its player can
//! change the time of a part.

use dashu_int::UBig;

use super::{Found, Part};
use crate::compound::{Clock, Pace, Solo};
use crate::plan::{Plan, Solution, sum};
use grundy_core::answer::{MethodKind, MethodUsed};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Position, Tree};
use grundy_core::text::Message;

/// What gives the number of a part.
enum Counter<'a> {
    Clock(Clock<'a>),
    Solo(Solo<'a>),
}

impl<'a> Counter<'a> {
    fn new(alternate: bool, part: &Position, budget: &'a Budget) -> Result<Self> {
        Ok(if alternate {
            Self::Clock(Clock::new(part, Pace::Remoteness, budget)?)
        } else {
            Self::Solo(Solo::new(!part.is_misere(), budget))
        })
    }

    fn number(&mut self, part: &Position) -> Result<UBig> {
        match self {
            Self::Clock(clock) => clock.number(part),
            Self::Solo(solo) => solo.number(part),
        }
    }

    fn method(&self) -> MethodUsed {
        match self {
            Self::Clock(clock) => clock.method(),
            Self::Solo(_) => MethodUsed::new("moves-alone", MethodKind::Computation, None),
        }
    }
}

/// The least time, from the numbers of the parts in the order in which they come.
fn end<'n>(numbers: impl ExactSizeIterator<Item = &'n UBig>) -> UBig {
    let count = numbers.len();
    numbers
        .enumerate()
        .map(|(place, number)| number * UBig::from(count) + UBig::from(place))
        .min()
        .unwrap_or_default()
}

impl Plan<'_> {
    pub(super) fn in_turn(&self, parts: &[Part]) -> Result<Solution> {
        let budget = self.context.budget;
        let misere = self.context.misere;
        let from = match self.position.tree() {
            Tree::Join(_, trees) => self.position.next_of(trees),
            Tree::Leaf(_) => 0,
        };
        let alternate = !parts.len().is_multiple_of(2);
        let order: Vec<&Part> = parts[from..].iter().chain(&parts[..from]).collect();
        let mut numbers = Vec::with_capacity(order.len());
        let mut counters = Vec::with_capacity(order.len());
        for part in &order {
            let mut counter = Counter::new(alternate, &part.position, budget)?;
            numbers.push(counter.number(&part.position)?);
            counters.push(counter);
        }
        let time = end(numbers.iter());
        // Whoever has no move loses, or wins under misère play.
        let wins = |time: &UBig| (time % 2u8 == 1) != misere;
        let mut steps = vec![Message::new(match (alternate, misere) {
            (true, _) => "compound.round-odd",
            (false, false) => "compound.round-even",
            (false, true) => "compound.round-even-misere",
        })];
        for (part, number) in order.iter().zip(&numbers) {
            let id = if alternate { "compound.remoteness-of" } else { "compound.moves-of" };
            steps.push(Message::new(id).with("part", part.shown()).with("number", number));
        }
        let id = if misere { "compound.round-end-misere" } else { "compound.round-end" };
        steps.push(Message::new(id).with("parts", order.len()).with("time", &time));
        steps.push(Message::new(if wins(&time) { "compound.wins" } else { "compound.loses" }));
        let mut found = Found::without_moves(wins(&time));
        if wins(&time) && self.wanted.moves > 0 {
            let (now, later) = (order[0], &numbers[1..]);
            let options = now.options(&mut |position| counters[0].number(position), budget)?;
            // For the opponent the part moved in comes last.
            let good = |number: &UBig| {
                let then: Vec<&UBig> = later.iter().chain([number]).collect();
                !wins(&end(then.into_iter()))
            };
            let good_results = options.results.into_iter().filter(|(number, _)| good(number));
            found.moves = good_results.map(|(_, result)| result).collect();
            found.total = Some(UBig::from(found.moves.len()));
            found.turns = options.turns.into_iter().filter(|(n, _)| good(n)).map(|(_, turn)| turn).collect();
            found.turns_complete = found.turns.len() <= self.wanted.moves;
            found.turns.truncate(self.wanted.moves);
        }
        let methods = counters.iter().map(Counter::method).collect();
        let method = sum::joined_method("in-turn", "H. Steinhaus 1925; C. A. B. Smith 1966", methods);
        let mut solution = self.solution(found, method, steps);
        if self.wanted.moves == 0 {
            (solution.moves_total, solution.moves_complete) = (None, false);
        }
        solution.remoteness = None;
        Ok(solution)
    }
}
