//! Whole numbers in statements: exact, or an error, and never wrapped.
//!
//! The engine adds, subtracts, multiplies, negates and shifts modulo 2^64, and so do its sums. [`Exact`] replaces each
//! such operation. As a planner of expressions it replaces operators while a statement is read, before constants are
//! computed. As a rule on plans it replaces what has no hook there: negation, and `sum` and `avg`, which add in wider
//! numbers and convert the result back.

mod function;
mod sums;

use std::sync::Arc;

use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::common::{DFSchema, ExprSchema};
use datafusion::error::Result;
use datafusion::logical_expr::planner::{ExprPlanner, PlannerResult, RawBinaryExpr};
use datafusion::logical_expr::registry::FunctionRegistry;
use datafusion::logical_expr::utils::merge_schema;
use datafusion::logical_expr::{BinaryExpr, Expr, ExprSchemable, LogicalPlan, ScalarUDF};
use datafusion::optimizer::AnalyzerRule;
use datafusion::prelude::SessionContext;

use function::Operation;

/// The planner and the rule.
#[derive(Debug)]
struct Exact;

/// Makes whole numbers exact in all statements of a session.
pub fn register(context: &SessionContext) -> Result<()> {
    context.add_analyzer_rule(Arc::new(Exact));
    context.state_ref().write().register_expr_planner(Arc::new(Exact))
}

/// The functions that replace operators; a cluster finds them by name.
pub fn functions() -> Vec<ScalarUDF> {
    Operation::ALL.into_iter().map(Operation::function).collect()
}

impl ExprPlanner for Exact {
    fn plan_binary_op(&self, expr: RawBinaryExpr, schema: &DFSchema) -> Result<PlannerResult<RawBinaryExpr>> {
        let operation = Operation::written(&expr.op);
        Ok(match operation.filter(|operation| is_whole(*operation, &expr.left, &expr.right, schema)) {
            Some(operation) => PlannerResult::Planned(operation.of(vec![expr.left, expr.right])),
            None => PlannerResult::Original(expr),
        })
    }
}

/// Whether the result is a machine word. Wider results are decimals, which the engine checks itself.
fn is_whole(operation: Operation, left: &Expr, right: &Expr, schema: &dyn ExprSchema) -> bool {
    let types = (left.get_type(schema), right.get_type(schema));
    let (Ok(left), Ok(right)) = types else { return false };
    operation.result(&left, &right).is_ok_and(|kind| kind.is_integer())
}

impl AnalyzerRule for Exact {
    fn name(&self) -> &'static str {
        "exact_whole_numbers"
    }

    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        let exact = |plan: LogicalPlan| -> Result<Transformed<LogicalPlan>> {
            let mut schema = merge_schema(&plan.inputs());
            if let LogicalPlan::TableScan(scan) = &plan {
                let columns =
                    DFSchema::try_from_qualified_schema(scan.table_name.clone(), &scan.source.schema())?;
                schema.merge(&columns);
            }
            let checked =
                plan.map_expressions(|expr| expr.transform_up(|expr| Ok(checked(expr, &schema))))?;
            checked.transform_data(sums::widened)
        };
        Ok(plan.transform_up_with_subqueries(exact)?.data)
    }
}

/// Replaces an operator that is still the engine's.
fn checked(expr: Expr, schema: &DFSchema) -> Transformed<Expr> {
    match expr {
        Expr::Negative(inner) if inner.get_type(schema).is_ok_and(|kind| kind.is_signed_integer()) => {
            Transformed::yes(Operation::Negate.of(vec![*inner]))
        }
        Expr::BinaryExpr(BinaryExpr { left, op, right }) => {
            let operation = Operation::planned(op);
            match operation.filter(|operation| is_whole(*operation, &left, &right, schema)) {
                Some(operation) => Transformed::yes(operation.of(vec![*left, *right])),
                None => Transformed::no(Expr::BinaryExpr(BinaryExpr { left, op, right })),
            }
        }
        other => Transformed::no(other),
    }
}
