//! `sum` and `avg` of whole numbers and of decimals, added in numbers too wide to overflow.
//!
//! A node with such a function adds wider numbers, and a projection above it converts the results to the types that the
//! engine gives them, or fails. So a sum whose parts are large but which is small itself is exact.

use std::sync::Arc;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::common::{Column, DFSchemaRef, ScalarValue};
use datafusion::error::Result;
use datafusion::logical_expr::{
    Aggregate, Expr, ExprSchemable, LogicalPlan, Projection, Window, WindowFunctionDefinition, cast,
};

use super::function::Operation;
use crate::error::Refusal;

/// The digits of decimals whose sums cannot overflow 256 bits, for 10^19 rows.
const SAFE_DIGITS: u8 = 57;

/// The node with wider sums.
pub fn widened(plan: LogicalPlan) -> Result<Transformed<LogicalPlan>> {
    match plan {
        LogicalPlan::Aggregate(node) => {
            let wide = all_wide(node.aggr_expr.clone(), node.input.schema())?;
            if !wide.transformed {
                return Ok(Transformed::no(LogicalPlan::Aggregate(node)));
            }
            let added = Aggregate::try_new(node.input, node.group_expr, wide.data)?;
            narrowed(LogicalPlan::Aggregate(added), &node.schema)
        }
        LogicalPlan::Window(node) => {
            let wide = all_wide(node.window_expr.clone(), node.input.schema())?;
            if !wide.transformed {
                return Ok(Transformed::no(LogicalPlan::Window(node)));
            }
            let added = Window::try_new(wide.data, node.input)?;
            narrowed(LogicalPlan::Window(added), &node.schema)
        }
        other => Ok(Transformed::no(other)),
    }
}

fn all_wide(expressions: Vec<Expr>, schema: &DFSchemaRef) -> Result<Transformed<Vec<Expr>>> {
    let (mut all, mut changed) = (Vec::new(), false);
    for expression in expressions {
        let wide = expression.transform_up(|expression| wide(expression, schema))?;
        changed |= wide.transformed;
        all.push(wide.data);
    }
    Ok(if changed { Transformed::yes(all) } else { Transformed::no(all) })
}

/// A function that adds, of wider arguments.
fn wide(expression: Expr, schema: &DFSchemaRef) -> Result<Transformed<Expr>> {
    match expression {
        Expr::AggregateFunction(mut function) => {
            let changed = widen(function.func.name(), &mut function.params.args, schema)?;
            let function = Expr::AggregateFunction(function);
            Ok(if changed { Transformed::yes(function) } else { Transformed::no(function) })
        }
        Expr::WindowFunction(mut function) => {
            let changed = match &function.fun {
                WindowFunctionDefinition::AggregateUDF(added) => {
                    widen(added.name(), &mut function.params.args, schema)?
                }
                WindowFunctionDefinition::WindowUDF(_) => false,
            };
            let function = Expr::WindowFunction(function);
            Ok(if changed { Transformed::yes(function) } else { Transformed::no(function) })
        }
        other => Ok(Transformed::no(other)),
    }
}

/// Converts the argument, if the function adds and the type of the argument may overflow.
fn widen(name: &str, arguments: &mut Vec<Expr>, schema: &DFSchemaRef) -> Result<bool> {
    let ([argument], "sum" | "avg") = (&arguments[..], name) else { return Ok(false) };
    let wider = match argument.get_type(schema)? {
        // The mean of whole numbers is a float.
        kind if kind.is_integer() && name == "sum" => DataType::Decimal128(20, 0),
        DataType::Decimal32(digits, scale)
        | DataType::Decimal64(digits, scale)
        | DataType::Decimal128(digits, scale) => DataType::Decimal256(digits, scale),
        DataType::Decimal256(digits, _) if digits > SAFE_DIGITS => {
            return Err(Refusal::new("sum-digits").with("most", SAFE_DIGITS).into());
        }
        _ => return Ok(false),
    };
    *arguments = vec![cast(argument.clone(), wider)];
    Ok(true)
}

/// The rows of `plan` with the names and types of `schema`.
fn narrowed(plan: LogicalPlan, schema: &DFSchemaRef) -> Result<Transformed<LogicalPlan>> {
    let mut columns = Vec::new();
    for ((qualifier, wanted), made) in schema.iter().zip(plan.schema().iter()) {
        let column = Expr::Column(Column::from(made));
        columns.push(if made.1.data_type() == wanted.data_type() {
            column
        } else {
            let kind = Expr::Literal(ScalarValue::try_from(wanted.data_type())?, None);
            Operation::Narrow.of(vec![column, kind]).alias_qualified(qualifier.cloned(), wanted.name())
        });
    }
    Ok(Transformed::yes(LogicalPlan::Projection(Projection::try_new(columns, Arc::new(plan))?)))
}
