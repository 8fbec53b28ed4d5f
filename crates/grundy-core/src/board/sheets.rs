//! Sheets of squared paper: a move cuts one sheet in two, straight along a line, so that no side becomes shorter than a
//! least length.
//!
//! With a least length of 1 every move adds one sheet until all squares are apart: the number of moves is fixed, and a
//! sheet is worth 1 if it has an even number of squares, else 0. Otherwise the value of a sheet is the mex of those of
//! its cuts, and a position is worth the nim-sum of its sheets (Sprague 1935, Grundy 1939). That whoever first cuts off a
//! single square wins is the game with a least length of 2: a strip of width 1 would hand that square to the other.

use dashu_int::UBig;

use super::{Each, Options, Ruleset, Source, Standing, check_even, small};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

/// Sheets, and the shortest side that a cut may make.
pub(super) struct Sheets {
    pub(super) least: u64,
}

/// A sheet: the shorter side and the longer one.
type Sheet = (u64, u64);

fn sheet(a: u64, b: u64) -> Sheet {
    (a.min(b), a.max(b))
}

fn sheets(position: &[UBig]) -> Vec<Sheet> {
    small(position).chunks_exact(2).map(|sides| sheet(sides[0], sides[1])).collect()
}

fn numbers(mut sheets: Vec<Sheet>) -> Vec<UBig> {
    sheets.sort_unstable();
    sheets.into_iter().flat_map(|(a, b)| [UBig::from(a), UBig::from(b)]).collect()
}

/// The two parts of every cut across one side, each pair of parts once.
fn cuts(cut: u64, other: u64, least: u64) -> impl Iterator<Item = [Sheet; 2]> {
    (least..=cut / 2).map(move |part| [sheet(part, other), sheet(cut - part, other)])
}

/// The cuts of a sheet; those of a square are the same in both directions.
fn all_cuts((a, b): Sheet, least: u64) -> impl Iterator<Item = [Sheet; 2]> {
    cuts(b, a, least).chain(cuts(if a == b { 0 } else { a }, b, least))
}

/// The values of all sheets up to a size.
struct Values {
    least: u64,
    /// By the shorter side, then by the longer; without a table the number of squares decides.
    table: Vec<Vec<u32>>,
}

impl Values {
    fn of(sheets: &[Sheet], least: u64, budget: &Budget) -> Result<Self> {
        let mut values = Self { least, table: Vec::new() };
        let (Some(short), Some(long)) =
            (sheets.iter().map(|sheet| sheet.0).max(), sheets.iter().map(|sheet| sheet.1).max())
        else {
            return Ok(values);
        };
        if least == 1 {
            return Ok(values);
        }
        let side = |side: u64| usize::try_from(side).unwrap_or(usize::MAX).saturating_add(1);
        budget.reserve_each(side(short).saturating_mul(side(long)), 4)?;
        let mut seen: Vec<Sheet> = Vec::new();
        for a in 0..=short {
            values.table.push(vec![0; side(long)]);
            for b in a..=long {
                budget.spend(a + b);
                budget.check_time()?;
                // The last sheet with a cut of each value.
                let mut value = 0;
                for [one, other] in all_cuts((a, b), least) {
                    let met = (values.value(one) ^ values.value(other)) as usize;
                    if met >= seen.len() {
                        seen.resize(met + 1, (u64::MAX, 0));
                    }
                    seen[met] = (a, b);
                }
                while seen.get(value) == Some(&(a, b)) {
                    value += 1;
                }
                values.table[side(a) - 1][side(b) - 1] = u32::try_from(value).unwrap_or(u32::MAX);
            }
        }
        Ok(values)
    }

    fn value(&self, (a, b): Sheet) -> u32 {
        if self.least == 1 {
            return u32::from(a % 2 == 0 || b % 2 == 0);
        }
        let place = |side: u64| usize::try_from(side).unwrap_or(usize::MAX);
        self.table.get(place(a)).and_then(|row| row.get(place(b))).copied().unwrap_or(0)
    }

    fn sum(&self, sheets: &[Sheet]) -> u32 {
        sheets.iter().fold(0, |sum, &sheet| sum ^ self.value(sheet))
    }
}

impl Ruleset for Sheets {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_even(position)?;
        if position.contains(&UBig::ZERO) { Err(Error::input("error.sheet-empty")) } else { Ok(()) }
    }

    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig> {
        numbers(sheets(&position))
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let sheets = sheets(position);
        for (at, &cut) in sheets.iter().enumerate() {
            for parts in all_cuts(cut, self.least) {
                budget.step()?;
                let mut next = sheets.clone();
                next.swap_remove(at);
                next.extend(parts);
                each(numbers(next))?;
            }
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        let kind = if self.least == 1 { MethodKind::Theorem } else { MethodKind::Computation };
        Source { kind, name: "sheets", reference: "R. P. Sprague 1935; P. M. Grundy 1939" }
    }

    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>> {
        let sheets = sheets(position);
        let value = Values::of(&sheets, self.least, budget)?.sum(&sheets);
        Ok(Some(Standing::Value(UBig::from(value))))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        want: usize,
        budget: &Budget,
    ) -> Result<Options> {
        let sheets = sheets(position);
        let values = Values::of(&sheets, self.least, budget)?;
        let mut options = Options::all(vec![]);
        let Standing::Value(target) = target else { return Ok(options) };
        let Ok(target) = u32::try_from(target) else { return Ok(options) };
        let whole = values.sum(&sheets);
        for (at, &cut) in sheets.iter().enumerate() {
            for parts in all_cuts(cut, self.least) {
                budget.step()?;
                if whole ^ values.value(cut) ^ values.sum(&parts) == target {
                    options.offer(want, budget, || {
                        let mut next = sheets.clone();
                        next.swap_remove(at);
                        next.extend(parts);
                        numbers(next)
                    })?;
                    if !options.complete {
                        return Ok(options);
                    }
                }
            }
        }
        Ok(options)
    }

    fn rule(&self, _: &[UBig]) -> Message {
        Message::new(if self.least == 1 { "board.sheets-squares" } else { "board.sheets" })
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        let (mut gone, mut come) = (sheets(position), sheets(next));
        for sheet in sheets(next) {
            if let Some(at) = gone.iter().position(|known| *known == sheet) {
                gone.remove(at);
                come.retain({
                    let mut once = true;
                    move |known| *known != sheet || !std::mem::replace(&mut once, false)
                });
            }
        }
        let sides = |list: &[Sheet], at: usize| list.get(at).copied().unwrap_or_default();
        let ((a, b), (c, d), (e, f)) = (sides(&gone, 0), sides(&come, 0), sides(&come, 1));
        let message = Message::new("board.cut-sheet").with("a", a).with("b", b);
        message.with("c", c).with("d", d).with("e", e).with("f", f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_squares_decides_where_all_squares_come_apart() {
        let budget = Budget::default();
        let table = {
            // The same rules by mex, as if the least length were not 1.
            let mut values = std::collections::BTreeMap::new();
            for a in 1..=7u64 {
                for b in a..=7 {
                    let met: Vec<u32> =
                        all_cuts((a, b), 1).map(|[one, two]| values[&one] ^ values[&two]).collect();
                    values.insert((a, b), (0..=49).find(|value| !met.contains(value)).unwrap());
                }
            }
            values
        };
        for (&sheet, &value) in &table {
            assert_eq!(Values::of(&[sheet], 1, &budget).unwrap().value(sheet), value, "{sheet:?}");
        }
    }

    #[test]
    fn the_lost_sheets_of_the_cutting_game() {
        // The samples of the contest problem: 2x2 and 3x2 are lost, 4x2 is won.
        let value = |a, b| Values::of(&[(a, b)], 2, &Budget::default()).unwrap().value((a, b));
        assert_eq!([value(2, 2), value(2, 3), value(2, 4)].map(|value| value > 0), [false, false, true]);
    }
}
