//! Chomp: a bite takes one square of a bar and all squares to the right of it and below. The first square is
//! poisoned: nobody bites there, and the player left with it alone loses.
//!
//! Statement (D. Gale 1974): a bar of one or two rows is lost iff it is the poisoned square alone or the first
//! row is one longer than the second; a bar of one row and one column, iff both are equally long.
//! Lost bars of three and more rows are looked up in a table, see [`ThreeRows`] and [`ManyRows`]. No formula is
//! known; a full rectangle of more than one square is won, but no argument says by which bite.

use dashu_int::UBig;

use super::many_rows::ManyRows;
use super::three_rows::ThreeRows;
use super::{Each, Ruleset, Source, Standing, check_small, small, wide};
use crate::error::Result;
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

/// Whether only a lookup table gives the outcome of the position: three or more rows and no formula.
fn is_tabled(position: &[UBig]) -> bool {
    matches!(position, [_, second, _, ..] if *second > UBig::ONE)
}

/// A bar of chocolate, given by its rows, the longest first.
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

    fn source(&self, position: &[UBig]) -> Source {
        if is_tabled(position) {
            return Source {
                kind: MethodKind::Computation,
                name: "chomp-table",
                reference: "D. Zeilberger 2001",
            };
        }
        Source { kind: MethodKind::Theorem, name: "chomp", reference: "D. Gale 1974" }
    }

    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>> {
        let rows = small(position);
        let lost = match rows[..] {
            [] => true,
            [row] => row == 1,
            [first, second] => first == second + 1,
            [first, 1, ..] => first == rows.len() as u64,
            [first, second, third] => ThreeRows::new(second, third, budget)?.is_lost(first, second, third),
            _ => ManyRows::new(&rows[1..], budget)?.is_lost(&rows),
        };
        Ok(Some(Standing::Wins(!lost)))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        _: usize,
        budget: &Budget,
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
                [first, second, third] => {
                    found = ThreeRows::new(second, third, budget)?.bites(first, second, third, budget)?;
                }
                [_, _, _, _, ..] => found = ManyRows::new(&rows[1..], budget)?.bites(&rows, budget)?,
                _ => {}
            }
        }
        let list = found.iter().map(|rows| self.canonical(wide(rows))).collect();
        Ok(super::Options::all(list))
    }

    fn rule(&self, position: &[UBig]) -> Message {
        Message::new(if is_tabled(position) { "board.chomp-table" } else { "board.chomp" })
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        // The row of the bitten square is the first that becomes shorter; rows below it may stay as they are.
        let left = |row: usize| next.get(row).cloned().unwrap_or_default();
        let row = (0..position.len()).find(|&row| position[row] > left(row)).unwrap_or_default();
        Message::new("board.bite").with("row", row + 1).with("column", left(row) + UBig::ONE)
    }
}
