//! Products of two coin-turning games: a move chooses rows and columns, each as in their own game, and
//! turns every coin where a chosen row meets a chosen column.
//!
//! Statement, the tartan theorem (Winning Ways, chapter 14): the Grundy value of the coin at row i and
//! column j is the nim-product of the values of coin i in the row game and coin j in the column game.

use std::collections::BTreeSet;

use dashu_int::UBig;

use super::Turning;
use super::coin_values::Values;
use super::coins::{check_coins, for_each_set, rule_of};
use super::{Each, Options, Ruleset, Source, Standing, check_even, in_one_of, small, wide};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::nimber::Nimber;
use crate::text::Message;

/// A rectangle of coins.
pub(super) struct Grid<'a> {
    pub(super) rows: &'a Turning,
    pub(super) columns: &'a Turning,
}

fn places(position: &[UBig]) -> Vec<(u64, u64)> {
    small(position).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

fn heaps_of(mut places: Vec<(u64, u64)>) -> Vec<UBig> {
    places.sort_unstable();
    places.into_iter().flat_map(|(row, column)| [UBig::from(row), UBig::from(column)]).collect()
}

/// The Grundy value of every coin up to the farthest.
struct Worth {
    rows: Values,
    columns: Values,
}

impl Worth {
    fn of(grid: &Grid<'_>, position: &[UBig], budget: &Budget) -> Result<Self> {
        let places = places(position);
        let row = places.iter().map(|place| place.0).max().unwrap_or(0);
        let column = places.iter().map(|place| place.1).max().unwrap_or(0);
        let rows = Values::of(grid.rows, row, budget)?;
        Ok(Self { rows, columns: Values::of(grid.columns, column, budget)? })
    }

    fn value(&self, position: &[UBig]) -> u64 {
        let worth = |(i, j): (u64, u64)| self.rows.value(i).nim_product(self.columns.value(j));
        places(position).into_iter().fold(0, |sum, place| sum ^ worth(place))
    }
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
        heaps_of(places(&position))
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
                    each(heaps_of(next))
                })
            })?;
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        Source { kind: MethodKind::Theorem, name: "tartan", reference: "Winning Ways, chapter 14" }
    }

    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>> {
        let worth = Worth::of(self, position, budget)?;
        Ok(Some(Standing::Value(UBig::from(worth.value(position)))))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        want: usize,
        budget: &Budget,
    ) -> Result<Options> {
        let worth = Worth::of(self, position, budget)?;
        let mut options = Options { list: vec![], complete: true };
        self.for_each_option(position, budget, &mut |option| {
            if Standing::Value(UBig::from(worth.value(&option))) == *target {
                budget.reserve(64 + 24 * option.len() as u64)?;
                options.offer(want, || option);
            }
            Ok(())
        })?;
        Ok(options)
    }

    fn rule(&self, _: &[UBig]) -> Message {
        Message::new("board.tartan").with("rows", rule_of(self.rows)).with("columns", rule_of(self.columns))
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        let turned = in_one_of(&places(position), &places(next));
        if let [(row, column)] = turned[..] {
            return Message::new("board.turn-square").with("row", row).with("column", column);
        }
        let rows: BTreeSet<u64> = turned.iter().map(|place| place.0).collect();
        let columns: BTreeSet<u64> = turned.iter().map(|place| place.1).collect();
        let numbers = |numbers: BTreeSet<u64>| wide(&Vec::from_iter(numbers));
        let rows = match rows.len() {
            1 => Message::new("board.row").with("row", numbers(rows)),
            _ => Message::new("board.rows").with("rows", numbers(rows)),
        };
        let columns = match columns.len() {
            1 => Message::new("board.column").with("column", numbers(columns)),
            _ => Message::new("board.columns").with("columns", numbers(columns)),
        };
        Message::new("board.turn-squares").with("rows", rows).with("columns", columns)
    }
}
