//! A single large heap under misère play.
//!
//! Precondition: misère play; heapwise rules that split no heap; at most one heap is not empty, and it is large. (Smaller
//! heaps are left to the sieve, which also counts the moves to the end.)
//!
//! Statement: a single heap stays single, so its outcome follows from those of smaller heaps alone, whatever the values
//! of sums. [`MisereLine`] computes them: by a proved period, on intervals, or in a table.

use dashu_int::UBig;

use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move, Touch};
use grundy_core::text::Message;
use grundy_sequence::proof::WINDOW_REFERENCE;
use grundy_sequence::{HeapMove, MisereLine};

const NAME: &str = "one-heap";
/// Smaller heaps are left to other methods.
const LARGE: u32 = 1 << 16;

struct OneHeap {
    line: MisereLine,
}

/// Recognises heapwise rules without splits under misère play, if more than a table is known of them. Sums of heaps, and
/// small heaps, are left to methods after this one.
pub fn recognise(asked: Asked<'_>) -> Fit {
    match MisereLine::of(asked.rules).filter(|_| asked.misere) {
        Some(line) if line.reaches_far() => Fit::known(OneHeap { line }),
        _ => Fit::Unrelated,
    }
}

impl Method for OneHeap {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Computation(None)
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let mut full = component.heaps().iter().enumerate().filter(|(_, heap)| **heap > UBig::ZERO);
        let (Some((index, heap)), None) = (full.next(), full.next()) else { return Ok(Applied::unrelated()) };
        if *heap < UBig::from(LARGE) {
            return Ok(Applied::unrelated());
        }
        budget.allow_search()?;
        let wins = self.line.is_won(heap, budget)?;
        Ok(Applied::yes(Single { line: &self.line, index, heap, wins, budget }))
    }
}

struct Single<'a> {
    line: &'a MisereLine,
    index: usize,
    heap: &'a UBig,
    wins: bool,
    budget: &'a Budget,
}

impl Solved for Single<'_> {
    fn wins(&self) -> bool {
        self.wins
    }

    fn source(&self) -> Option<(&'static str, Basis)> {
        self.line.is_proved().then_some((NAME, Basis::Proof(Some(WINDOW_REFERENCE))))
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        if !self.wins {
            return Ok(Moves::all(vec![]));
        }
        let found = self.line.moves(self.heap, want, self.budget)?;
        let played = |HeapMove { taken, left }: HeapMove| {
            let touch = Touch { heap: self.index, taken, left };
            Move::Take { discarded: vec![], touched: vec![touch] }
        };
        Ok(Moves {
            list: found.list.into_iter().map(played).collect(),
            complete: found.complete,
            total: found.total,
        })
    }

    fn steps(&self) -> Vec<Message> {
        let verdict = if self.wins { "one-heap.wins" } else { "one-heap.loses" };
        vec![self.line.rule(), Message::new(verdict).with("heap", self.heap)]
    }
}

#[cfg(test)]
mod tests {
    use crate::Solver;
    use crate::theorem::testing::{assert_in_words, cases, method_of};
    use grundy_core::answer::Outcome;

    /// Outcomes and moves below the limit of this method come from other methods; the lost heaps that it finds must
    /// continue theirs. The engines have their own comparison with the definition.
    #[test]
    fn moves_lead_to_lost_heaps_and_lost_heaps_have_none() {
        let solver = Solver::default().list_moves(5);
        for rules in ["octal(0.31011)", "take 1..n/2", "take 2, 5 or take 3 leaving 0 heaps"] {
            for heap in cases([16_384_u32, 24_575], [65_536, 98_303]) {
                let text = format!("misere {rules}[{heap}]");
                let answer = solver.solve_text(&text).unwrap();
                assert_eq!(answer.outcome == Outcome::N, !answer.moves.is_empty(), "{text}");
                for played in &answer.moves {
                    let next = format!("misere {rules}[{}]", played.played[0].to[0]);
                    assert_eq!(solver.solve_text(&next).unwrap().outcome, Outcome::P, "{text}: {next}");
                }
            }
        }
    }

    #[test]
    fn large_heaps_are_answered_with_reasons() {
        for (text, wins) in [
            ("misere octal(0.31011)[10^9]", true),
            ("misere octal(0.31011)[0, 10^9 + 1]", false),
            ("misere take 1..n/2[10^9]", true),
            ("misere take 1..n/2[3 * 2^40 - 1]", false),
        ] {
            let answer = Solver::default().solve_text(text).unwrap();
            assert_eq!((answer.method.name, answer.outcome == Outcome::N), ("one-heap", wins), "{text}");
            assert_in_words(text);
        }
        assert_ne!(method_of("misere take 1..n/2[100]"), "one-heap");
        assert_ne!(method_of("take 1..n/2[10^9]"), "one-heap");
        assert_ne!(method_of("misere take 1..n/2[100, 100]"), "one-heap");
    }
}
