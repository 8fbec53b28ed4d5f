//! Products of two coin-turning games: rows and columns choose each by their own game, and every
//! coin where a chosen row meets a chosen column is turned.
//!
//! Statement, the tartan theorem (Winning Ways, chapter 14): the coin at row i and column j is
//! worth the nim-product of what row i is worth in the one game and column j in the other.

use dashu_int::UBig;

use super::coins::{Known, check_coins, for_each_set};
use super::{Each, Ruleset, Source, Standing, check_even, small};
use crate::answer::MethodKind;
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::nimber::Nimber;
use crate::rules::Turning;
use crate::text::Message;

/// A rectangle of coins.
pub(super) struct Grid<'a> {
    pub(super) rows: &'a Turning,
    pub(super) columns: &'a Turning,
}

fn places(position: &[UBig]) -> Vec<(u64, u64)> {
    small(position).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

fn flat(mut places: Vec<(u64, u64)>) -> Vec<UBig> {
    places.sort_unstable();
    places.into_iter().flat_map(|(row, column)| [UBig::from(row), UBig::from(column)]).collect()
}

impl Ruleset for Grid<'_> {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_even(position)?;
        check_coins(position)?;
        let mut places = places(position);
        places.sort_unstable();
        if places.is_sorted_by(|a, b| a < b) { Ok(()) } else { Err(Error::input("error.coin-twice")) }
    }

    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig> {
        flat(places(&position))
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let heads = places(position);
        for &(row, column) in &heads {
            for_each_set(self.rows, row, budget, &mut |rows| {
                for_each_set(self.columns, column, budget, &mut |columns| {
                    let turned: Vec<(u64, u64)> =
                        rows.iter().flat_map(|&i| columns.iter().map(move |&j| (i, j))).collect();
                    let mut next: Vec<(u64, u64)> =
                        heads.iter().filter(|place| !turned.contains(place)).copied().collect();
                    next.extend(turned.iter().filter(|place| !heads.contains(place)));
                    each(flat(next))
                })
            })?;
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        Source { kind: MethodKind::Theorem, name: "tartan", reference: "Winning Ways, chapter 14" }
    }

    fn standing(&self, position: &[UBig], _: &Budget) -> Result<Option<Standing>> {
        let (Some(rows), Some(columns)) = (Known::of(self.rows), Known::of(self.columns)) else {
            return Ok(None);
        };
        let worth = |(i, j): (u64, u64)| rows.value(i).nim_product(columns.value(j));
        let value = places(position).into_iter().fold(0, |sum, place| sum ^ worth(place));
        Ok(Some(Standing::Value(UBig::from(value))))
    }

    fn rule(&self, _: &[UBig]) -> Message {
        match (Known::of(self.rows), Known::of(self.columns)) {
            (Some(rows), Some(columns)) => {
                Message::new("board.tartan").with("rows", rows.rule()).with("columns", columns.rule())
            }
            _ => Message::new("board.coins"),
        }
    }
}
