//! A dictionary whose numbers are as wide as necessary.

use dashu_int::IBig;

use super::scalar::Scalar;
use super::tableau::{Label, Tableau};

/// A dictionary at one of three widths.
#[derive(Clone, Debug)]
pub(super) enum Width {
    /// 64 bits.
    Narrow(Tableau<i64>),
    /// 128 bits.
    Wide(Tableau<i128>),
    /// Unlimited width.
    Big(Tableau<IBig>),
}

/// Evaluates an expression at any width.
macro_rules! at_any_width {
    ($width:expr, $tableau:ident => $body:expr) => {
        match $width {
            crate::width::Width::Narrow($tableau) => $body,
            crate::width::Width::Wide($tableau) => $body,
            crate::width::Width::Big($tableau) => $body,
        }
    };
}
pub(super) use at_any_width;

impl Width {
    /// The first dictionary of a polytope, at the least width that fits; cells row by row, right sides first.
    pub fn new<'a>(
        rows: Vec<Label>,
        columns: Vec<Label>,
        cells: impl Iterator<Item = &'a IBig> + Clone,
    ) -> Self {
        if let Some(cells) = cells.clone().map(i64::from_big).collect::<Option<Vec<_>>>() {
            return Self::Narrow(Tableau::new(1, rows, columns, cells));
        }
        if let Some(cells) = cells.clone().map(i128::from_big).collect::<Option<Vec<_>>>() {
            return Self::Wide(Tableau::new(1, rows, columns, cells));
        }
        Self::Big(Tableau::new(IBig::ONE, rows, columns, cells.cloned().collect()))
    }
}

/// Numbers of one of the widths.
pub(super) trait Widen: Scalar {
    /// The dictionary as a [`Width`].
    fn wrap(tableau: Tableau<Self>) -> Width;
    /// The dictionary at the next greater width.
    fn widen(tableau: &Tableau<Self>) -> Width;
}

fn big<T: Scalar>(tableau: &Tableau<T>) -> Width {
    Width::Big(tableau.convert(Scalar::to_big))
}

impl Widen for i64 {
    fn wrap(tableau: Tableau<Self>) -> Width {
        Width::Narrow(tableau)
    }

    fn widen(tableau: &Tableau<Self>) -> Width {
        Width::Wide(tableau.convert(|&cell| i128::from(cell)))
    }
}

impl Widen for i128 {
    fn wrap(tableau: Tableau<Self>) -> Width {
        Width::Wide(tableau)
    }

    fn widen(tableau: &Tableau<Self>) -> Width {
        big(tableau)
    }
}

impl Widen for IBig {
    fn wrap(tableau: Tableau<Self>) -> Width {
        Width::Big(tableau)
    }

    fn widen(tableau: &Tableau<Self>) -> Width {
        big(tableau)
    }
}
