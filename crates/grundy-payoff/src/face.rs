//! A face of a polytope, represented by one of its vertices, in numbers as wide as necessary.

use std::cmp::Ordering;

use dashu_int::IBig;

use super::scalar::Scalar;
pub(super) use super::tableau::Label;
use super::tableau::{Lowered, Raised, Tableau};
use super::width::{Widen, Width, at_any_width};
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// A set of labels.
pub(super) type Labels = u128;

/// The set of one label.
#[inline]
pub(super) fn one(label: Label) -> Labels {
    1 << label
}

/// The labels of a set, in ascending order.
pub(super) fn members(mut set: Labels) -> impl Iterator<Item = Label> {
    std::iter::from_fn(move || {
        let label = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        Label::try_from(label).ok().filter(|&label| label < 128)
    })
}

/// A non-empty face.
#[derive(Clone, Debug)]
pub(super) struct Face {
    tableau: Width,
    /// The labels that are tight on the whole face.
    pub tight: Labels,
}

enum Fixed {
    Face(Face),
    Empty,
    Again(Width),
}

impl Face {
    /// The polytope `{z >= 0, M z <= 1}` at the vertex 0. `cells` has a row of M for each slack in `rows`, a
    /// column for each variable in `columns`; no column may be without a positive number.
    pub fn polytope(rows: Vec<Label>, columns: Vec<Label>, cells: &[IBig]) -> Self {
        let width = columns.len();
        let unit = IBig::ONE;
        let all = cells.chunks(width).flat_map(|row| std::iter::once(&unit).chain(row));
        let tableau = Width::new(rows, columns, all);
        Self { tableau, tight: 0 }
    }

    /// The dimension of the face: 0 for a vertex.
    pub fn freedom(&self) -> usize {
        at_any_width!(&self.tableau, t => t.columns.len())
    }

    /// Approximate memory in bytes.
    pub fn bytes(&self) -> usize {
        at_any_width!(&self.tableau, t => t.bytes()) + size_of::<Self>()
    }

    /// The labels that are tight at the vertex.
    pub fn tight_here(&self) -> Labels {
        at_any_width!(&self.tableau, t => self.tight | zeros(t))
    }

    /// Labels that are tight nowhere on the face, as far as single rows show.
    pub fn never(&self) -> Labels {
        fn of<T: Scalar>(t: &Tableau<T>) -> Labels {
            let positive = |cell: &T| cell.sign() == Ordering::Greater;
            let never = (0..t.rows.len()).filter(|&i| positive(t.right(i)) && !t.row(i).iter().any(positive));
            never.fold(0, |set, i| set | one(t.rows[i]))
        }
        at_any_width!(&self.tableau, t => of(t))
    }

    /// The part of the face where `label` is tight; `None` if it is empty.
    pub fn fixed(&self, label: Label, budget: &Budget) -> Result<Option<Self>> {
        if self.tight & one(label) != 0 {
            return Ok(Some(self.clone()));
        }
        let tight = self.tight | one(label);
        let mut wider: Option<Width> = None;
        loop {
            let mut pivots = 0;
            let now = wider.as_ref().unwrap_or(&self.tableau);
            let fixed = at_any_width!(now, t => step(t, label, tight, &mut pivots));
            budget.spend(pivots as u64);
            budget.check_time()?;
            match fixed {
                Fixed::Face(mut face) => {
                    face.close(budget)?;
                    return Ok(Some(face));
                }
                Fixed::Empty => return Ok(None),
                Fixed::Again(width) => wider = Some(width),
            }
        }
    }

    /// Finds the labels that are tight on the whole face, and removes their variables.
    fn close(&mut self, budget: &Budget) -> Result<()> {
        loop {
            at_any_width!(&mut self.tableau, t => close_plainly(t, &mut self.tight));
            let mut open = at_any_width!(&self.tableau, t => doubtful(t));
            let mut found = 0;
            while open != 0 {
                let label = members(open).next().unwrap_or_default();
                if self.raise(label, budget)? {
                    open &= self.tight_here();
                } else {
                    open &= !one(label);
                    found |= one(label);
                }
            }
            if found == 0 {
                return Ok(());
            }
            // They cannot be raised, so they are 0 everywhere. Basic or not, they are removed.
            self.tight |= found;
            for label in members(found) {
                self.leave_out(label);
            }
        }
    }

    /// Moves to a vertex where the label is not tight; `false` if none exists.
    pub fn raise(&mut self, label: Label, budget: &Budget) -> Result<bool> {
        loop {
            let mut pivots = 0;
            let (next, outcome) = at_any_width!(&self.tableau, t => raised(t, label, &mut pivots));
            self.tableau = next;
            budget.spend(pivots as u64);
            budget.check_time()?;
            if let Some(positive) = outcome {
                return Ok(positive);
            }
        }
    }

    /// Removes a variable that is 0 on the whole face.
    fn leave_out(&mut self, label: Label) {
        fn of<T: Scalar>(t: &mut Tableau<T>, label: Label) -> bool {
            if let Some(column) = t.columns.iter().position(|&l| l == label) {
                t.drop_column(column);
                return true;
            }
            let Some(row) = t.rows.iter().position(|&l| l == label) else { return true };
            let Some(column) = t.row(row).iter().position(|cell| cell.sign() != Ordering::Equal) else {
                t.drop_row(row);
                return true;
            };
            match t.pivot(row, column, true) {
                Some(next) => {
                    *t = next;
                    true
                }
                None => false,
            }
        }
        while !at_any_width!(&mut self.tableau, t => of(t, label)) {
            self.tableau = at_any_width!(&self.tableau, t => Widen::widen(t));
        }
    }

    /// For each label how close to 0 a single step brings its variable, from 0 (unchanged) to 1 (to 0). An
    /// approximation suffices: it only determines what to try first.
    pub fn reach(&self) -> Vec<(Label, f64)> {
        at_any_width!(&self.tableau, t => t.reach())
    }

    /// Brings a variable that is 0 into the basis by the lexicographic rule; returns the one that leaves.
    pub fn exchange(&mut self, label: Label, slacks: &[Label], budget: &Budget) -> Result<Option<Label>> {
        enum Exchanged {
            Done(Width, Label),
            Unlimited,
            Again(Width),
        }
        fn of<T: Widen>(t: &Tableau<T>, label: Label, slacks: &[Label]) -> Exchanged {
            let column = t.columns.iter().position(|&l| l == label);
            let limit = column.and_then(|column| t.lexicographic(column, slacks).map(|row| (row, column)));
            let Some((row, column)) = limit else { return Exchanged::Unlimited };
            match t.pivot(row, column, false) {
                Some(next) => Exchanged::Done(T::wrap(next), t.rows[row]),
                None => Exchanged::Again(T::widen(t)),
            }
        }
        loop {
            budget.check_time()?;
            match at_any_width!(&self.tableau, t => of(t, label, slacks)) {
                Exchanged::Done(next, leaving) => {
                    self.tableau = next;
                    return Ok(Some(leaving));
                }
                Exchanged::Unlimited => return Ok(None),
                Exchanged::Again(wider) => self.tableau = wider,
            }
        }
    }

    /// The vertex: the numerators of its non-zero variables, over a common denominator.
    pub fn vertex(&self) -> Vec<(Label, IBig)> {
        let mut values = at_any_width!(&self.tableau, t => t.values());
        values.retain(|(_, value)| !value.is_zero());
        values
    }

    /// The labels not known to be tight on the whole face.
    pub fn open(&self) -> Labels {
        at_any_width!(&self.tableau, t => t.rows.iter().chain(&t.columns).fold(0, |set, &label| set | one(label)))
    }

    /// The variables that are 0 at the vertex but not on the whole face, one for each dimension.
    pub fn ways(&self) -> Labels {
        at_any_width!(&self.tableau, t => t.columns.iter().fold(0, |set, &label| set | one(label)))
    }
}

fn zeros<T: Scalar>(t: &Tableau<T>) -> Labels {
    let columns = t.columns.iter().fold(0, |set, &label| set | one(label));
    let zero = |&i: &usize| t.right(i).sign() == Ordering::Equal;
    (0..t.rows.len()).filter(zero).fold(columns, |set, i| set | one(t.rows[i]))
}

fn step<T: Widen>(t: &Tableau<T>, label: Label, tight: Labels, pivots: &mut usize) -> Fixed {
    match t.lower(label, pivots) {
        Lowered::Done(tableau) => Fixed::Face(Face { tableau: T::wrap(tableau), tight }),
        Lowered::Never => Fixed::Empty,
        Lowered::TooWide(tableau) => Fixed::Again(T::widen(&tableau)),
    }
}

fn raised<T: Widen>(t: &Tableau<T>, label: Label, pivots: &mut usize) -> (Width, Option<bool>) {
    match t.raise(label, pivots) {
        Raised::Positive(tableau) => (T::wrap(tableau), Some(true)),
        Raised::Zero(tableau) => (T::wrap(tableau), Some(false)),
        Raised::TooWide(tableau) => (T::widen(&tableau), None),
    }
}

/// A row at 0 without negative coefficients holds its variable at 0 on the whole face, and also the variables
/// with a positive coefficient.
fn close_plainly<T: Scalar>(t: &mut Tableau<T>, tight: &mut Labels) {
    'again: loop {
        for i in 0..t.rows.len() {
            if t.right(i).sign() != Ordering::Equal {
                continue;
            }
            let negative = |cell: &T| cell.sign() == Ordering::Less;
            if t.row(i).iter().any(negative) {
                continue;
            }
            let held: Vec<usize> =
                (0..t.columns.len()).filter(|&j| t.row(i)[j].sign() == Ordering::Greater).collect();
            *tight |= one(t.rows[i]);
            for &j in held.iter().rev() {
                *tight |= one(t.columns[j]);
                t.drop_column(j);
            }
            t.drop_row(i);
            continue 'again;
        }
        return;
    }
}

/// The labels that are 0 at the vertex and may be 0 everywhere: none if the vertex is simple.
fn doubtful<T: Scalar>(t: &Tableau<T>) -> Labels {
    let zero: Vec<usize> = (0..t.rows.len()).filter(|&i| t.right(i).sign() == Ordering::Equal).collect();
    if zero.is_empty() {
        return 0;
    }
    let mut set = zero.iter().fold(0, |set, &i| set | one(t.rows[i]));
    for (j, &label) in t.columns.iter().enumerate() {
        // A column that can grow here is not 0 everywhere.
        if zero.iter().any(|&i| t.row(i)[j].sign() == Ordering::Greater) {
            set |= one(label);
        } else {
            // The same holds for the variables that grow with it.
            for &i in &zero {
                if t.row(i)[j].sign() == Ordering::Less {
                    set &= !one(t.rows[i]);
                }
            }
        }
    }
    set
}
