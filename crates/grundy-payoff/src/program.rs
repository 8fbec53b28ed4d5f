//! Linear programs, solved exactly: maximises a sum over `{z >= 0, M z <= b}` with `b >= 0`.

use std::cmp::Ordering;

use dashu_int::IBig;

use super::scalar::Scalar;
use super::tableau::{Label, OBJECTIVE, Tableau};
use super::width::{Widen, Width, at_any_width};
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// Number of pivots without gain after which the rule that cannot cycle is used.
const PATIENCE: usize = 20;

/// The solution of a program: the optimal vertex. All numbers are over one positive denominator.
pub(super) struct Optimum {
    /// The maximum.
    pub value: IBig,
    /// The non-zero variables, including slacks.
    pub variables: Vec<(Label, IBig)>,
    /// The gain of the value per unit more on the right side of a slack's row, if not 0.
    pub prices: Vec<(Label, IBig)>,
}

/// Maximises. `cells` has, row by row, the right side and the coefficients of `slack = b - M z`. The last row is
/// the objective: 0 and its coefficients with their signs changed. The polytope must be bounded.
pub(super) fn maximise(
    mut slacks: Vec<Label>,
    variables: Vec<Label>,
    cells: &[IBig],
    budget: &Budget,
) -> Result<Optimum> {
    slacks.push(OBJECTIVE);
    let mut width = Width::new(slacks, variables, cells.iter());
    let mut idle = 0;
    loop {
        budget.check_time()?;
        match at_any_width!(&width, t => step(t, idle > PATIENCE)) {
            Step::Optimal => return Ok(at_any_width!(&width, t => optimum(t))),
            Step::Next(next, gain) => {
                width = next;
                idle = if gain { 0 } else { idle + 1 };
            }
            Step::Again(wider) => width = wider,
        }
    }
}

enum Step {
    Optimal,
    Next(Width, bool),
    Again(Width),
}

fn step<T: Widen>(t: &Tableau<T>, by_label: bool) -> Step {
    let Some((row, column)) = t.ascent(by_label) else { return Step::Optimal };
    let gain = t.right(row).sign() == Ordering::Greater;
    match t.pivot(row, column, false) {
        Some(next) => Step::Next(T::wrap(next), gain),
        None => Step::Again(T::widen(t)),
    }
}

fn optimum<T: Scalar>(t: &Tableau<T>) -> Optimum {
    let last = t.rows.len() - 1;
    let mut variables = t.values();
    let value = variables.pop().map(|(_, value)| value).unwrap_or_default();
    variables.retain(|(_, value)| !value.is_zero());
    let prices = t.columns.iter().zip(t.row(last)).map(|(&label, price)| (label, price.to_big()));
    Optimum { value, variables, prices: prices.filter(|(_, price)| !price.is_zero()).collect() }
}
