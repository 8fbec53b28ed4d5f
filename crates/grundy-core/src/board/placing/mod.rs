//! Games whose moves only remove cells, so that what is left falls into independent parts: pieces placed on squares,
//! and vertices removed from a graph. No theorem is known; [`search`] computes the values.

mod graph;
mod known;
mod search;
mod squares;
#[cfg(test)]
mod tests;

use dashu_int::UBig;

use super::{Options, Source, Standing};
use crate::error::Result;
use crate::limits::Budget;
use crate::method::MethodKind;
use search::{Cells, Field, Search};

pub(super) use graph::{Choice, Graph};
pub(super) use search::MOST_CELLS;
pub(super) use squares::Squares;

fn source() -> Source {
    Source { kind: MethodKind::Computation, name: "parts", reference: "J. Lemoine, S. Viennot 2012" }
}

/// The options of these cells that have the value; `written` writes the position of the cells that are left.
fn options_to<F: Field>(
    search: &Search<F>,
    cells: Cells,
    target: &Standing,
    want: usize,
    budget: &Budget,
    written: impl Fn(Cells) -> Vec<UBig>,
) -> Result<Options> {
    let mut options = Options::all(vec![]);
    let Standing::Value(target) = target else { return Ok(options) };
    // No value is larger than the number of cells.
    let Ok(target) = u32::try_from(target) else { return Ok(options) };
    let lefts: Vec<Cells> = search.legal(cells).map(|piece| cells & !piece.removes).collect();
    for left in lefts {
        if search.has_value(left, target, budget)? {
            options.offer(want, budget, || written(left))?;
            if !options.complete {
                break;
            }
        }
    }
    Ok(options)
}
