//! A shape that fits a table, and how long it is.

use grundy_solver::law::Shape;

/// A shape, and its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it says.
    pub shape: Shape,
    /// How long it is: roughly the numbers in it. The shortest rule that fits wins.
    pub cost: u32,
    /// The family it comes from.
    pub family: &'static str,
}
