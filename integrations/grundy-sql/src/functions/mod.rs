//! Scalar functions: answers about a position or a rule set, and explanations.
//!
//! | function | gives |
//! | --- | --- |
//! | `grundy_outcome(game, heaps)` | `N`, `P` or `D` |
//! | `grundy_value(game, heaps)` | the Grundy value, or NULL where there is none |
//! | `grundy_moves(game, heaps)`, `grundy_first_move` | winning results, `a b;c d` |
//! | `grundy_method(game, heaps)` | the method's name |
//! | `grundy_explain(game, heaps [, lang])` | why, in sentences |
//! | `grundy_period(game [, limit])` | period, preperiod, saltus, largest value, proof |
//!
//! `heaps` is one list of whole numbers, one text `'8 15'`, or numbers as further arguments. The first five have
//! a variant `try_grundy_...` that gives NULL where the other stops with an error, and one for each game of the
//! catalogue without a parameter: `wythoff_outcome(a, b)`. NULL in, NULL out.

mod columns;
mod explain;
pub(crate) mod games;
mod period;
mod position;

use std::sync::Arc;

use datafusion::arrow::datatypes::DataType;
use datafusion::logical_expr::ScalarUDF;
use grundy_solver::batch::Column;
use grundy_solver::catalogue;

use crate::setting::Setting;
use crate::{bounded, exact};
use games::Games;

/// The function for `column` that gives NULL instead of an error, for any game.
fn lenient_name(column: Column) -> String {
    format!("try_grundy_{}", column.name())
}

/// The type of an answer.
fn data_type(column: Column) -> DataType {
    if column == Column::Value { DataType::UInt64 } else { DataType::Utf8 }
}

/// Every scalar function, for a session with this `setting`, those included that replace functions and operators of the
/// engine.
pub fn scalar(setting: &Setting) -> Vec<Arc<ScalarUDF>> {
    let mut all = Vec::new();
    for (_, column) in Column::ALL {
        let asked = column.name();
        let strict = Arc::new(Games::new(column, false, setting));
        let lenient = Arc::new(Games::new(column, true, setting));
        all.push(position::function(&format!("grundy_{asked}"), None, &strict));
        all.push(position::function(&lenient_name(column), None, &lenient));
        for game in short_names() {
            all.push(position::function(&format!("{game}_{asked}"), Some(game), &strict));
        }
    }
    all.push(explain::function(setting));
    all.push(period::function(setting));
    all.extend(exact::functions());
    all.extend(bounded::functions(setting));
    all.into_iter().map(Arc::new).collect()
}

/// Games of the catalogue whose name alone defines the rules.
fn short_names() -> Vec<&'static str> {
    let is_plain = |entry: &&catalogue::Entry| {
        entry.parameters.is_empty() && games::parse(&entry.name).is_ok() && entry.name != "grundy"
    };
    let mut names: Vec<&str> =
        catalogue::all().iter().filter(is_plain).map(|entry| entry.name.as_str()).collect();
    names.dedup();
    names
}
