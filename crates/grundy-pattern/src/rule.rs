//! A shape that fits a table, and its length.

use grundy_solver::law::Shape;

/// A shape, and its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The content of the rule.
    pub shape: Shape,
    /// The length: roughly the number of numbers in it. The shortest rule that fits
    /// is chosen.
    pub cost: u32,
    /// The family it belongs to.
    pub family: &'static str,
}
