//! `table` and `pattern`: many positions of a game at once.

use dashu_int::UBig;
use grundy::limits::Budget;
use grundy::pattern::Request;
use grundy::pattern::emit::Language;
use grundy::picture::Show;
use serde_json::Value as Json;

use crate::ask::Ask;
use crate::failure::Failure;
use crate::work::Work;

/// The most cells of one answer.
const MOST_CELLS: u32 = 1 << 20;
/// What a cell takes as JSON while the answer is made.
const CELL: u64 = 48;
/// The largest bound and number of heaps that a pattern is looked for with.
const MOST_TO: usize = 1_000_000;
const MOST_HEAPS: usize = 64;

/// Two heaps as a table.
pub fn table(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let line = ask.line(work)?;
    let show = ask.word("show", &Show::ALL)?.unwrap_or(Show::Outcome);
    let svg = ask.word("format", &[("json", false), ("svg", true)])?.unwrap_or(false);
    let [rows, columns] = ask.sides("size")?;
    let too_large = || Failure::refused("table-too-large", vec![("limit", MOST_CELLS.to_string())]);
    let none = rows == UBig::ZERO || columns == UBig::ZERO;
    if none || rows.clone() * &columns > UBig::from(MOST_CELLS) {
        return Err(too_large());
    }
    let side = |side: &UBig| usize::try_from(side).map_err(|_| too_large());
    let (rows, columns) = (side(&rows)?, side(&columns)?);
    Budget::new(work.limits).reserve((rows * columns) as u64 * CELL)?;
    let grid = work.solver().table(&line, rows, columns, show)?;
    let mut json = grid.to_json(&line.game.spelled, line.misere);
    if svg {
        // The picture stands in place of the numbers.
        if let Some(map) = json.as_object_mut() {
            map.shift_remove("rows");
        }
        json["svg"] = grid.to_svg(ask.lang)?.into();
    }
    Ok(json)
}

/// The rule behind the table, and the program that follows from it.
pub fn pattern(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let line = ask.line(work)?;
    let request = Request { heaps: ask.count("number_of_heaps", MOST_HEAPS)?, to: ask.count("to", MOST_TO)? };
    let language = ask.word("emit", &Language::ALL)?;
    let pattern = work.solver().pattern(&line, request)?;
    let mut json = pattern.to_json();
    if let Some(language) = language {
        json["program"] = pattern.emit(language, None, ask.lang)?.into();
    }
    Ok(json)
}
