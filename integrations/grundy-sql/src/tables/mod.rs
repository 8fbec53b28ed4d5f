//! Table functions: values of a game, the catalogue, two heaps as rows, and families of rule sets.
//!
//! A table is a short description, [`Table`], and generates any range of its rows on demand: nothing holds a
//! whole table, its parts are made in parallel, and a cluster sends only the description.

mod listing;
mod provider;
mod rows;

use std::sync::Arc;

use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::ScalarValue;
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use grundy_solver::sweep::Family;
use grundy_solver::text::Lang;
use serde::{Deserialize, Serialize};

use crate::error::{Refusal, external};
use crate::functions::games::parse;
use crate::setting::Setting;

pub use provider::RowsTable;
pub use rows::RowsPlan;

/// The arguments of a table function; enough to generate its rows on any machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Table {
    /// Heaps 0..=last of a game with their Grundy values.
    Values {
        /// The game.
        game: String,
        /// The last heap.
        last: u64,
    },
    /// The catalogue.
    Games {
        /// The language's tag.
        lang: String,
    },
    /// Every pair of heaps below two sizes with its outcome.
    Pairs {
        /// The game.
        game: String,
        /// First heaps are 0..rows.
        rows: u64,
        /// Second heaps are 0..columns.
        columns: u64,
    },
    /// Every non-empty set of amounts within 1..=most.
    SubtractionSets {
        /// The largest amount.
        most: u32,
    },
    /// Every octal code of at most `digits` digits after the point.
    OctalCodes {
        /// The digits.
        digits: u32,
    },
}

/// The table functions by name, for a session's `register_udtf`.
pub fn functions(setting: &Setting) -> Vec<(&'static str, Arc<dyn TableFunctionImpl>)> {
    let all = [
        ("grundy_values", Kind::Values),
        ("grundy_games", Kind::Games),
        ("grundy_table", Kind::Pairs),
        ("grundy_subtraction_sets", Kind::SubtractionSets),
        ("grundy_octal_codes", Kind::OctalCodes),
    ];
    let function = |kind| Arc::new(Function { kind, setting: setting.clone() });
    all.into_iter().map(|(name, kind)| (name, function(kind) as Arc<dyn TableFunctionImpl>)).collect()
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Values,
    Games,
    Pairs,
    SubtractionSets,
    OctalCodes,
}

impl Kind {
    /// Its syntax, for errors.
    fn usage(self) -> &'static str {
        match self {
            Self::Values => "grundy_values(game, n)",
            Self::Games => "grundy_games()",
            Self::Pairs => "grundy_table(game, a, b)",
            Self::SubtractionSets => "grundy_subtraction_sets(k)",
            Self::OctalCodes => "grundy_octal_codes(d)",
        }
    }
}

#[derive(Debug)]
struct Function {
    kind: Kind,
    setting: Setting,
}

impl TableFunctionImpl for Function {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let table = self.table(args.exprs())?;
        Ok(Arc::new(RowsTable::new(table, self.setting.clone())))
    }
}

impl Function {
    fn table(&self, arguments: &[Expr]) -> Result<Table> {
        let usage = || Refusal::new("table-arguments").with("usage", self.kind.usage());
        let text = |at: usize| constant_text(&arguments[at]).ok_or_else(usage);
        let number = |at: usize| constant_number(&arguments[at]).ok_or_else(usage);
        // The library's message is about ranges, which the statement does not have.
        let sized = |error: grundy_solver::Error| {
            let values = error.message().values_json(Lang::En);
            Refusal::new("table-size").with("usage", self.kind.usage()).with("most", &values["most"])
        };
        // A larger number is larger than any family, and is refused as such.
        let small = |at: usize| number(at).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        let table = match (self.kind, arguments.len()) {
            (Kind::Values, 2) => {
                let (game, last) = (text(0)?, number(1)?);
                grundy_solver::Solver::check_values(&parse(&game)?).map_err(external)?;
                Table::Values { game, last }
            }
            (Kind::Games, 0) => Table::Games { lang: self.setting.lang.tag().to_owned() },
            (Kind::Pairs, 3) => {
                let (game, rows, columns) = (text(0)?, number(1)?, number(2)?);
                parse(&game)?;
                rows.checked_mul(columns)
                    .ok_or_else(|| Refusal::new("table-too-large").with("usage", self.kind.usage()))?;
                Table::Pairs { game, rows, columns }
            }
            (Kind::SubtractionSets, 1) => {
                let most = small(0)?;
                Family::subtraction(1, most).map_err(sized)?;
                Table::SubtractionSets { most }
            }
            (Kind::OctalCodes, 1) => {
                let digits = small(0)?;
                Family::octal(digits).map_err(sized)?;
                Table::OctalCodes { digits }
            }
            _ => return Err(usage().into()),
        };
        Ok(table)
    }
}

fn constant_text(argument: &Expr) -> Option<String> {
    let Expr::Literal(value, _) = argument else { return None };
    value.try_as_str().flatten().map(str::to_owned)
}

fn constant_number(argument: &Expr) -> Option<u64> {
    let Expr::Literal(value, _) = argument else { return None };
    match value {
        ScalarValue::Int64(Some(n)) => u64::try_from(*n).ok(),
        ScalarValue::UInt64(Some(n)) => Some(*n),
        _ => None,
    }
}
