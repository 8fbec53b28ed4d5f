//! Chomp: a square is bitten off a bar with all to the right of it and below; the first square is
//! poisoned, so nobody bites there, and who is left with it alone loses.
//!
//! Statement (D. Gale 1974): a bar of one or two rows is lost iff it is the poisoned square alone or
//! the first row is one longer than the second; one of a row and a column, iff these are as long.
//! Other bars have no formula; a full rectangle of more than one square is won, but no argument
//! says by which bite, so they are searched.

use dashu_int::UBig;

use super::{Each, Ruleset, Source, Standing, check_small, small, wide};
use crate::error::Result;
use crate::limits::Budget;
use crate::text::Message;

/// A bar; its rows, the longest first.
pub(super) struct Chomp;

impl Ruleset for Chomp {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_small(position)
    }

    fn canonical(&self, mut position: Vec<UBig>) -> Vec<UBig> {
        position.retain(|row| *row > UBig::ZERO);
        position.sort_unstable_by(|a, b| b.cmp(a));
        position
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let rows = small(position);
        for (first, &length) in rows.iter().enumerate() {
            for left in u64::from(first == 0)..length {
                budget.step()?;
                let cut = rows.iter().enumerate();
                let next: Vec<u64> =
                    cut.map(|(i, &row)| if i < first { row } else { row.min(left) }).collect();
                each(self.canonical(wide(&next)))?;
            }
        }
        Ok(())
    }

    fn source(&self) -> Source {
        Source { name: "chomp", reference: "D. Gale 1974" }
    }

    fn standing(&self, position: &[UBig], _: &Budget) -> Result<Option<Standing>> {
        let rows = small(position);
        let lost = match rows[..] {
            [] => true,
            [row] => row == 1,
            [first, second] => first == second + 1,
            [first, 1, ..] => first == rows.len() as u64,
            _ => return Ok(None),
        };
        Ok(Some(Standing::Wins(!lost)))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        _: usize,
        _: &Budget,
    ) -> Result<super::Options> {
        let rows = small(position);
        let mut found = Vec::new();
        if *target == Standing::Wins(false) {
            match rows[..] {
                [row] if row > 1 => found.push(vec![1]),
                // The first row is bitten down to one more than the second, or the second to one less.
                [first, second] if first > second + 1 => found.push(vec![second + 1, second]),
                [first, second] if first == second => found.push(vec![first, second - 1]),
                [first, 1, _, ..] => {
                    let others = rows.len() as u64 - 1;
                    if first > others + 1 {
                        let mut next = rows.clone();
                        next[0] = others + 1;
                        found.push(next);
                    } else if first <= others {
                        let keep = usize::try_from(first).unwrap_or(usize::MAX);
                        found.push(rows[..keep].to_vec());
                    }
                }
                _ => {}
            }
        }
        let list = found.iter().map(|rows| self.canonical(wide(rows))).collect();
        Ok(super::Options { list, complete: true })
    }

    fn rule(&self) -> Message {
        Message::new("board.chomp")
    }
}
