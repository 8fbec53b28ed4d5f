//! The columns of a table and the generation of its rows.

use std::ops::Range;
use std::sync::Arc;

use dashu_int::UBig;
use datafusion::arrow::array::{ArrayRef, RecordBatch, StringBuilder, UInt64Array, UInt64Builder};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::error::Result;
use grundy_arrow::Ask;
use grundy_solver::batch::Column;
use grundy_solver::catalogue::{self, Entry};
use grundy_solver::notation::GameLine;
use grundy_solver::sweep::{Family, Member};
use grundy_solver::text::Lang;
use grundy_solver::{Error, Solver};

use super::Table;
use crate::error::external;
use crate::functions::games::{of_ask, parse, prepared};
use crate::setting::Setting;

impl Table {
    /// Its columns.
    pub fn schema(&self) -> SchemaRef {
        let (text, number) = (DataType::Utf8, DataType::UInt64);
        let columns = match self {
            Self::Values { .. } => vec![("n", number.clone()), ("value", number)],
            Self::Games { .. } => {
                let names = ["name", "signature", "title", "about", "rules", "example", "reference"];
                names.map(|name| (name, text.clone())).to_vec()
            }
            Self::Pairs { .. } => vec![("a", number.clone()), ("b", number), ("outcome", text)],
            Self::SubtractionSets { .. } => {
                vec![("rule", text), ("size", number.clone()), ("divisor", number)]
            }
            Self::OctalCodes { .. } => vec![("rule", text), ("digits", number)],
        };
        let fields = columns.into_iter().map(|(name, kind)| Field::new(name, kind, false));
        Arc::new(Schema::new(fields.collect::<Vec<_>>()))
    }

    /// How many rows it has.
    pub fn rows(&self) -> u64 {
        match self {
            Self::Values { last, .. } => last.saturating_add(1),
            Self::Games { .. } => catalogue::all().len() as u64,
            Self::Pairs { rows, columns, .. } => rows * columns,
            Self::SubtractionSets { .. } | Self::OctalCodes { .. } => {
                self.families().into_iter().map(Family::count).sum()
            }
        }
    }

    /// The families whose members are its rows, one family after the other.
    fn families(&self) -> Vec<Family> {
        match self {
            Self::SubtractionSets { most } => Family::subtraction(1, *most).into_iter().collect(),
            Self::OctalCodes { digits } => {
                (1..=*digits).map_while(|digits| Family::octal(digits).ok()).collect()
            }
            Self::Values { .. } | Self::Games { .. } | Self::Pairs { .. } => Vec::new(),
        }
    }

    /// Whether a row needs the rows before it, so that separate parts would each compute them all.
    pub fn is_sequential(&self) -> bool {
        matches!(self, Self::Values { .. })
    }
}

/// Generates ranges of rows; what it has computed about the game is reused for the next range.
#[derive(Debug)]
pub struct Maker<'a> {
    table: &'a Table,
    line: Option<GameLine>,
    solver: Solver,
    ask: Option<Ask>,
}

impl<'a> Maker<'a> {
    /// A generator of rows of `table`.
    pub fn new(table: &'a Table, setting: &Setting) -> Result<Self> {
        let line = match table {
            Table::Values { game, .. } | Table::Pairs { game, .. } => Some(parse(game)?),
            _ => None,
        };
        let solver = Solver::new(setting.solver_limits()).cancelled_by(setting.cancel.clone());
        // Parts are made in parallel, each on one thread.
        let ask = match (table, &line) {
            (Table::Pairs { .. }, Some(line)) => Some(
                prepared(Ask::new(line.clone()), Column::Outcome, false, setting)
                    .threads(1)
                    .limits(setting.solver_limits()),
            ),
            _ => None,
        };
        Ok(Self { table, line, solver, ask })
    }

    /// The rows of the range, counted from 0.
    pub fn make(&mut self, rows: Range<u64>) -> Result<RecordBatch> {
        let columns = match self.table {
            Table::Values { .. } => self.values(rows)?,
            Table::Games { lang } => listed(rows, Lang::from_locale(lang)),
            Table::Pairs { columns, .. } => self.pairs(*columns, rows)?,
            Table::SubtractionSets { .. } => members(rows, &self.table.families(), true),
            Table::OctalCodes { .. } => members(rows, &self.table.families(), false),
        };
        Ok(RecordBatch::try_new(self.table.schema(), columns)?)
    }

    fn values(&self, rows: Range<u64>) -> Result<Vec<ArrayRef>> {
        let Some(line) = &self.line else { return Ok(Vec::new()) };
        let mut values = UInt64Builder::new();
        let last = UBig::from(rows.end - 1);
        let made = self.solver.for_each_value(line, &UBig::from(rows.start), &last, &mut |_, value| {
            let word = u64::try_from(value);
            values.append_value(word.map_err(|_| Error::input("error.value-above-word"))?);
            Ok(())
        });
        made.map_err(external)?;
        Ok(vec![Arc::new(UInt64Array::from_iter_values(rows)), Arc::new(values.finish())])
    }

    fn pairs(&self, columns: u64, rows: Range<u64>) -> Result<Vec<ArrayRef>> {
        let first: ArrayRef = Arc::new(UInt64Array::from_iter_values(rows.clone().map(|n| n / columns)));
        let second: ArrayRef = Arc::new(UInt64Array::from_iter_values(rows.map(|n| n % columns)));
        let mut pairs = vec![first, second];
        if let Some(ask) = &self.ask {
            let outcomes = ask.answer(&pairs).map_err(of_ask)?;
            pairs.extend(outcomes);
        }
        Ok(pairs)
    }
}

fn members(rows: Range<u64>, families: &[Family], divides: bool) -> Vec<ArrayRef> {
    let mut rules = StringBuilder::new();
    let (mut sizes, mut divisors) = (UInt64Builder::new(), UInt64Builder::new());
    for Member { rule, size, divisor } in rows.filter_map(|row| member(families, row)) {
        rules.append_value(rule);
        sizes.append_value(size);
        divisors.append_value(divisor);
    }
    let mut columns: Vec<ArrayRef> = vec![Arc::new(rules.finish()), Arc::new(sizes.finish())];
    if divides {
        columns.push(Arc::new(divisors.finish()));
    }
    columns
}

/// The member at `row`, if the families follow one after the other.
fn member(families: &[Family], row: u64) -> Option<Member> {
    let mut number = row;
    for family in families {
        match number.checked_sub(family.count()) {
            Some(behind) => number = behind,
            None => return family.member(number),
        }
    }
    None
}

fn listed(rows: Range<u64>, lang: Lang) -> Vec<ArrayRef> {
    let entries: Vec<&Entry> = (rows.start..rows.end)
        .filter_map(|row| usize::try_from(row).ok().and_then(|row| catalogue::all().get(row)))
        .collect();
    let column = |text: &dyn Fn(&Entry) -> String| -> ArrayRef {
        let mut column = StringBuilder::new();
        for entry in &entries {
            column.append_value(text(entry));
        }
        Arc::new(column.finish())
    };
    vec![
        column(&|entry| entry.name.clone()),
        column(&Entry::signature),
        column(&|entry| entry.title.get(lang).to_owned()),
        column(&|entry| entry.about.get(lang).to_owned()),
        column(&|entry| entry.rules.clone()),
        column(&|entry| entry.example().to_owned()),
        column(&|entry| entry.references.join("; ")),
    ]
}
