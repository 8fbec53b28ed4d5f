//! Products of two coin-turning games: a move chooses rows and columns, each as in their own game, and
//! turns every coin where a chosen row meets a chosen column.
//!
//! Statement, the tartan theorem (Winning Ways, chapter 14): the Grundy value of the coin at row i and
//! column j is the nim-product of the values of coin i in the row game and coin j in the column game. Nim-products
//! distribute over nim-sums, so a move changes the value of the position by the nim-product of two nim-sums: of the
//! chosen rows' values, and of the chosen columns' values. Nimbers below 2^64 are a field: the rows and the wanted
//! change determine the nim-sum of the columns.

use std::collections::BTreeSet;

use dashu_int::UBig;

use super::coin_values::Values;
use super::coins::{check_coins, each_set_to, for_each_set, rule_of};
use super::{Each, Options, Ruleset, Source, Standing, check_even, in_one_of, small, wide};
use super::{Layout, Turning};
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

pub(super) fn places(position: &[UBig]) -> Vec<(u64, u64)> {
    small(position).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

pub(super) fn heaps_of(mut places: Vec<(u64, u64)>) -> Vec<UBig> {
    places.sort_unstable();
    places.into_iter().flat_map(|(row, column)| [UBig::from(row), UBig::from(column)]).collect()
}

/// The position after the coins where these rows and columns meet are turned.
fn turned(heads: &[(u64, u64)], rows: &[u64], columns: &[u64]) -> Vec<UBig> {
    let coins: Vec<(u64, u64)> = rows.iter().flat_map(|&i| columns.iter().map(move |&j| (i, j))).collect();
    let mut next: Vec<(u64, u64)> = heads.iter().filter(|place| !coins.contains(place)).copied().collect();
    next.extend(coins.iter().filter(|place| !heads.contains(place)));
    heaps_of(next)
}

/// An upper bound on the sets of coins whose highest is `n`.
fn sets_at_most(turning: &Turning, n: u64) -> u64 {
    if turning.layout != Layout::Free {
        return n;
    }
    let most = turning.amounts.as_finite().and_then(|most| u32::try_from(most).ok()).unwrap_or(1);
    n.saturating_pow(most.saturating_sub(1))
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
                for_each_set(self.columns, column, budget, &mut |columns| each(turned(&heads, rows, columns)))
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
        let Standing::Value(target) = target else { return Ok(Options::all(vec![])) };
        let mut options = Options::all(vec![]);
        let Ok(target) = u64::try_from(target) else { return Ok(options) };
        let worth = Worth::of(self, position, budget)?;
        let change = worth.value(position) ^ target;
        let heads = places(position);
        for &(row, column) in &heads {
            // The game with fewer sets is walked; the sets of the other follow from the value that they need.
            let swap = sets_at_most(self.columns, column) < sets_at_most(self.rows, row);
            let mut sides = [(self.rows, &worth.rows, row), (self.columns, &worth.columns, column)];
            if swap {
                sides.swap(0, 1);
            }
            let [(walked, of_walked, first), (other, of_other, second)] = sides;
            for_each_set(walked, first, budget, &mut |chosen| {
                let mut each = |found: &[u64]| {
                    let (rows, columns) = if swap { (found, chosen) } else { (chosen, found) };
                    options.offer(want, budget, || turned(&heads, rows, columns))?;
                    Ok(options.complete)
                };
                let sum = chosen.iter().fold(0, |sum, &coin| sum ^ of_walked.value(coin));
                match sum.nim_inverse() {
                    Some(inverse) => {
                        let rest = inverse.nim_product(change) ^ of_other.value(second);
                        each_set_to(other, of_other, second, rest, budget, &mut each)
                    }
                    // Coins that are worth nothing together change nothing, whatever is chosen on the other side.
                    None if change == 0 => {
                        for_each_set(other, second, budget, &mut |found| each(found).map(drop))
                    }
                    None => Ok(()),
                }
            })?;
        }
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
