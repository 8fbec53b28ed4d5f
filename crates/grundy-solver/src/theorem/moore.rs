//! Moore's Nim: any amounts from each of up to k heaps.
//!
//! Precondition: the rules are `take any from up to k heaps freely`, k >= 2, any number of heaps.
//! Normal or misère play; alone, since Grundy values are not cheap.
//!
//! Statement (Moore 1910): write the heaps in binary. The player to move loses iff the number of
//! ones in every column is a multiple of k + 1. Misère play: the same as long as some heap is
//! above 1; when none is, iff the number of ones is 1 modulo k + 1. With k at least the
//! number of heaps, k + 1 is more than a column can hold, so only the empty position is lost, as it
//! should be; then k may be replaced by the number of heaps, which keeps the arithmetic small.
//!
//! Winning moves are built column by column, see `walk`.

use std::sync::Arc;

use dashu_base::BitTest;
use dashu_int::UBig;

use crate::kernel::{Kernel, moore as kernel};
use crate::law::{Law, Shape};
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::Component;
use grundy_core::rules::{MoveRule, Parts, Rules, Settings, Source};
use grundy_core::text::{Message, Value};

mod walk;
mod ways;

/// Binary columns modulo k + 1.
struct Moore {
    /// Number of heaps a move may touch.
    k: u64,
    misere: bool,
}

const NAME: &str = "moore";

/// Recognises `take any from up to k heaps freely`.
pub fn recognise(asked: Asked<'_>) -> Fit {
    match heaps_at_once(asked.rules) {
        Some(k) => Fit::known(Moore { k, misere: asked.misere }),
        None => Fit::Unrelated,
    }
}

impl Method for Moore {
    fn name(&self) -> &'static str {
        NAME
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(Some("E. H. Moore 1910"))
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        Ok(Applied::yes(Position::new(component.heaps(), self.k, self.misere, budget)?))
    }

    fn kernel(&self, _: &Budget) -> Option<Arc<dyn Kernel>> {
        Some(Arc::new(Words { columns: kernel::Moore::new(self.k), misere: self.misere }))
    }

    fn law(&self, _: usize) -> Option<Law> {
        Some(Law::lost(Shape::Columns { modulus: i128::from(self.k) + 1, misere: self.misere }))
    }
}

/// Any number of heaps on machine words.
#[derive(Clone, Copy, Debug)]
struct Words {
    columns: kernel::Moore,
    misere: bool,
}

impl Kernel for Words {
    fn name(&self) -> &'static str {
        NAME
    }

    fn takes(&self, _: usize) -> bool {
        true
    }

    #[inline]
    fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        let heaps = heaps.iter().copied();
        Some(if self.misere { self.columns.is_p_misere(heaps) } else { self.columns.is_p(heaps) })
    }
}

/// The k of `take any from up to k heaps freely`.
fn heaps_at_once(rules: &Rules) -> Option<u64> {
    match rules.moves() {
        [MoveRule::Take { source: Source::FreeUpTo(k), parts, amounts }]
            if *parts == Parts::together()
                && amounts.is_any()
                && *rules.settings() == Settings::default() =>
        {
            Some(*k)
        }
        _ => None,
    }
}

/// Heaps with the number of ones in each of their columns, the lowest first.
struct Position<'a> {
    heaps: &'a [UBig],
    /// As in the rules.
    k: u64,
    /// At most the number of heaps.
    effective: usize,
    misere: bool,
    budget: &'a Budget,
    columns: Vec<u32>,
}

impl<'a> Position<'a> {
    fn new(heaps: &'a [UBig], k: u64, misere: bool, budget: &'a Budget) -> Result<Self> {
        let effective = usize::try_from(k).unwrap_or(usize::MAX).min(heaps.len()).max(1);
        // Heaps are kept sorted: the last is the longest.
        let width = heaps.last().map_or(0, BitTest::bit_len);
        budget.reserve(4 * width as u64)?;
        let mut columns = vec![0u32; width];
        for heap in heaps {
            budget.step()?;
            for (place, word) in heap.as_words().iter().enumerate() {
                let mut rest = *word;
                while rest != 0 {
                    columns[place * dashu_int::Word::BITS as usize + rest.trailing_zeros() as usize] += 1;
                    rest &= rest - 1;
                }
            }
        }
        Ok(Self { heaps, k, effective, misere, budget, columns })
    }

    /// Number of ones in a column, modulo k + 1.
    fn rest(&self, column: usize) -> usize {
        self.columns[column] as usize % (self.effective + 1)
    }

    /// Whether no heap is above 1.
    fn is_small(&self) -> bool {
        self.columns.len() <= 1
    }

    fn is_lost(&self) -> bool {
        if self.misere && self.is_small() {
            let ones = self.columns.first().map_or(0, |&count| count as usize);
            return ones % (self.effective + 1) == 1;
        }
        (0..self.columns.len()).all(|column| self.rest(column) == 0)
    }

    /// The heaps in binary with the sums of their columns, for a few heaps of few digits.
    fn table(&self) -> Option<Message> {
        const ROWS: usize = 16;
        const DIGITS: usize = 64;
        let width = self.columns.len().max(1);
        if self.heaps.len() > ROWS || width > DIGITS || self.heaps.is_empty() {
            return None;
        }
        let rows: Vec<String> = self.heaps.iter().map(|heap| format!("{heap:>0width$b}")).collect();
        let sums: Vec<UBig> = self.columns.iter().rev().map(|&count| UBig::from(count)).collect();
        let rests: Vec<UBig> =
            (0..self.columns.len()).rev().map(|column| UBig::from(self.rest(column))).collect();
        Some(
            Message::new("moore.columns")
                .with("rows", Value::Text(rows.join("\n")))
                .with("ones", sums)
                .with("rests", rests)
                .with("modulus", UBig::from(self.k) + UBig::ONE),
        )
    }
}

impl Solved for Position<'_> {
    fn wins(&self) -> bool {
        !self.is_lost()
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        // At the end of a misère game the player to move has already won.
        if self.is_lost() || self.columns.is_empty() {
            return Ok(Moves::all(vec![]));
        }
        walk::winning_moves(self, want)
    }

    fn steps(&self) -> Vec<Message> {
        let modulus = UBig::from(self.k) + UBig::ONE;
        if self.columns.is_empty() {
            return vec![Message::new(if self.misere { "moore.empty-misere" } else { "moore.empty" })];
        }
        let mut steps = vec![Message::new("moore.rule").with("k", self.k).with("modulus", &modulus)];
        steps.extend(self.table());
        if self.misere && self.is_small() {
            let ones = self.columns[0];
            let id = if self.is_lost() { "moore.misere-small-loses" } else { "moore.misere-small-wins" };
            steps.push(Message::new(id).with("ones", ones).with("modulus", modulus));
            return steps;
        }
        if self.misere {
            steps.push(Message::new("moore.misere-large").with("modulus", &modulus));
        }
        match (0..self.columns.len()).rev().find(|&column| self.rest(column) != 0) {
            None => steps.push(Message::new("moore.balanced").with("modulus", &modulus).with("k", self.k)),
            Some(column) => steps.push(
                Message::new("moore.unbalanced")
                    .with("column", column + 1)
                    .with("ones", self.columns[column])
                    .with("modulus", modulus)
                    .with("touched", self.rest(column)),
            ),
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;

    use crate::Solver;
    use crate::theorem::testing::{agrees, assert_in_words, method_of, sample};
    use grundy_core::answer::DEFAULT_MOVES;
    use grundy_core::answer::Outcome;

    #[test]
    fn it_agrees_with_search() {
        for misere in ["", "misere "] {
            for (k, cases, most, size) in
                [(2, 22, 4, 4), (3, 10, 4, 3), (2, 6, 6, 2), (5, 4, 3, 4), (2, 5, 3, 9)]
            {
                let rules = format!("{misere}moore({k})");
                sample(cases, 1, most, size, |heaps| agrees(&rules, heaps, "moore"));
            }
            agrees(&format!("{misere}moore(2)"), &[], "moore");
            agrees(&format!("{misere}moore(2)"), &[1, 1, 1, 1, 1, 1, 1], "moore");
            agrees(&format!("{misere}moore(2^60)"), &[2, 3], "moore");
            agrees(&format!("{misere}moore(20)"), &[2, 0, 3], "moore");
        }
        agrees("take any or take any from 2 heaps freely", &[1, 2, 3], "moore");
    }

    #[test]
    fn few_moves_are_all_listed() {
        for text in ["moore(2)[3, 4, 5, 6]", "moore(3)[1, 2, 3, 5]", "misere moore(2)[1, 1, 1]"] {
            assert!(Solver::default().solve_text(text).unwrap().moves_complete, "{text}");
        }
    }

    fn outcome_after(text: &str, to: &[UBig]) -> Outcome {
        let heaps: Vec<String> = to.iter().map(ToString::to_string).collect();
        let next = format!("{}[{}]", text.split('[').next().unwrap(), heaps.join(", "));
        Solver::default().solve_text(&next).unwrap().outcome
    }

    #[test]
    fn many_moves_are_cut_but_all_win() {
        for text in [
            "moore(2)[10^60, 7*10^59, 3*10^59 + 1, 5^85, 3^120]",
            "misere moore(2)[10^40, 7*10^39, 3^80, 5^50, 12]",
        ] {
            let answer = Solver::default().solve_text(text).unwrap();
            assert_eq!((answer.moves.len(), answer.moves_complete), (DEFAULT_MOVES, false), "{text}");
            assert_eq!(answer.moves_total, None);
            for m in answer.moves.iter().step_by(97) {
                assert_eq!(outcome_after(text, &m.played[0].to), Outcome::P, "{text}");
            }
        }
    }

    #[test]
    fn huge_heaps_get_a_move_at_once() {
        for text in ["moore(2)[10^1000, 10^999, 3, 7^1100]", "moore(2)[10^100000, 10^99999, 3, 7^110000]"] {
            let answer = Solver::default().list_moves(1).solve_text(text).unwrap();
            assert_eq!((answer.outcome, answer.moves.len()), (Outcome::N, 1));
            assert_eq!(outcome_after(text, &answer.moves[0].played[0].to), Outcome::P);
        }
    }

    #[test]
    fn a_result_is_listed_with_all_its_ways_even_when_the_list_is_cut() {
        // Two equal heaps are exchanged in every result that changes both.
        let answer =
            Solver::default().list_moves(3).solve_text("moore(2)[2^30, 2^30, 3^18, 5^12, 7^10]").unwrap();
        let whole = Solver::default().list_moves(usize::MAX);
        assert!(!answer.moves_complete);
        assert!(answer.moves.iter().all(|m| m.ways > 1), "{:?}", answer.moves);
        let answer = whole.solve_text("moore(2)[1, 1, 1, 1]").unwrap();
        assert_eq!((answer.moves.len(), answer.moves[0].ways), (1, 4));
    }

    #[test]
    fn the_steps_name_the_columns() {
        let answer = Solver::default().solve_text("moore(2)[3, 4, 5, 6]").unwrap();
        let step = answer.steps.iter().find(|s| s.id() == "moore.columns").unwrap();
        assert_eq!(
            step.values_json(grundy_core::text::Lang::En).to_string(),
            r#"{"rows":"011\n100\n101\n110","ones":[3,2,2],"rests":[0,2,2],"modulus":3}"#
        );
    }

    #[test]
    fn every_step_is_put_into_words() {
        for text in [
            "moore(2)[3, 4, 5, 6]",
            "moore(2)[1, 1, 1]",
            "misere moore(2)[1, 1]",
            "misere moore(2)[1]",
            "misere moore(2)[5, 6]",
            "moore(2)[]",
            "misere moore(2)[]",
        ] {
            assert_in_words(text);
        }
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in [
            "nim[3, 4, 5]",
            "take 1..3 from up to 2 heaps freely[3, 4]",
            "take any from 2 heaps freely[3, 4]",
            "take any from up to 2 heaps[3, 4, 1]",
            "take any from up to 2 heaps freely; win most[1, 2]",
            "take any from up to 2 heaps freely or take any from 2 heaps[1, 2]",
        ] {
            assert_ne!(method_of(text), "moore", "{text}");
        }
    }
}
