//! `table` and `pattern`: many positions of a game at once.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use dashu_int::UBig;
use grundy_pattern::Request;
use grundy_pattern::emit::Language;
use grundy_picture::Picture;
use grundy_solver::limits::Budget;
use grundy_solver::notation::GameLine;
use grundy_solver::table::{Grid, Show};
use grundy_solver::text::Lang;
use serde_json::Value as Json;

use crate::ask::{Ask, missing};
use crate::failure::Failure;
use crate::work::Work;

/// The most cells of one answer.
const MOST_CELLS: u32 = 1 << 20;
/// Bytes of a cell as JSON while the answer is built.
const CELL: u64 = 48;
/// The largest bound and number of heaps for a pattern.
const MOST_TO: usize = 1_000_000;
const MOST_HEAPS: usize = 64;

/// The form of a table.
#[derive(Clone, Copy)]
enum Format {
    /// Rows of letters or numbers.
    Rows,
    /// Bytes, in base 64.
    Packed,
    Csv,
    Svg,
    /// A picture, in base 64.
    Png,
}

const FORMATS: [(&str, Format); 5] = [
    ("json", Format::Rows),
    ("packed", Format::Packed),
    ("csv", Format::Csv),
    ("svg", Format::Svg),
    ("png", Format::Png),
];

/// Two heaps as a table, or a window of one.
pub fn table(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let line = ask.line(work)?;
    let show = ask.word("show", &Show::ALL)?.unwrap_or(Show::Outcome);
    let format = ask.word("format", &FORMATS)?.unwrap_or(Format::Rows);
    let [rows, columns] = ask.sides("size")?.ok_or_else(|| missing("size"))?;
    let from = ask.sides("from")?.unwrap_or_default();
    let too_large = || Failure::refused("table-too-large", vec![("limit", MOST_CELLS.to_string())]);
    let none = rows == UBig::ZERO || columns == UBig::ZERO;
    if none || rows.clone() * &columns > UBig::from(MOST_CELLS) {
        return Err(too_large());
    }
    let side = |side: &UBig| usize::try_from(side).map_err(|_| too_large());
    let solver = work.solver();
    let budget = solver.budget();
    // Rows are charged as they are built.
    if !matches!(format, Format::Rows) {
        budget.reserve((side(&rows)? * side(&columns)?) as u64 * CELL)?;
    }
    // The part before a window is computed too, and must fit into memory.
    let ends = [&from[0] + rows, &from[1] + columns];
    let end = |axis: usize| usize::try_from(&ends[axis]).unwrap_or(usize::MAX);
    let whole = solver.table(&line, end(0), end(1), show)?;
    let start = from.map(|least| usize::try_from(&least).unwrap_or(usize::MAX));
    let grid = if start == [0, 0] { whole } else { whole.window(start) };
    written(&grid, format, &line, ask.lang, &budget)
}

/// The table as JSON. A form that is not JSON becomes text in the field of that name, instead of the rows.
fn written(
    grid: &Grid,
    format: Format,
    line: &GameLine,
    lang: Lang,
    budget: &Budget,
) -> Result<Json, Failure> {
    let (game, misere) = (&*line.spelled, line.misere);
    let (name, text) = match format {
        Format::Rows => return Ok(grid.to_json(game, misere, budget)?),
        Format::Packed => return Ok(Picture(grid).to_json_packed(game, misere)),
        Format::Csv => ("csv", grid.to_csv(budget)?),
        Format::Svg => ("svg", Picture(grid).to_svg(lang, budget)?),
        Format::Png => ("png", STANDARD.encode(Picture(grid).to_png(budget)?)),
    };
    let mut json = grid.to_json_without_rows(game, misere);
    json[name] = text.into();
    Ok(json)
}

/// The law of the game, and the program that follows from it.
pub fn pattern(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let line = ask.line(work)?;
    let request = Request { heaps: ask.count("number_of_heaps", MOST_HEAPS)?, to: ask.count("to", MOST_TO)? };
    let language = ask.word("emit", &Language::ALL)?;
    let pattern = grundy_pattern::find(&work.solver(), &line, request)?;
    let mut json = pattern.to_json();
    if let Some(language) = language {
        json["program"] = pattern.emit(language, None, ask.lang)?.into();
    }
    Ok(json)
}
