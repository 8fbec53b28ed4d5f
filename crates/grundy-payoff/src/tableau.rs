//! A dictionary of a polytope, and the pivots that lead from vertex to vertex.
//!
//! Row i means `det x_i = b_i - sum_j a_ij x_j` with whole numbers and `det > 0`: the variables of the rows are
//! basic, those of the columns are 0 at the vertex. Every number is a minor of the first tableau, so it is never
//! longer than a determinant can be, and no fractions are needed.

use std::cmp::Ordering;

use dashu_int::IBig;

use super::scalar::Scalar;

/// The name of a variable.
pub(super) type Label = u16;

/// A dictionary with numbers of one width.
#[derive(Clone, Debug)]
pub(super) struct Tableau<T> {
    /// The common denominator, positive.
    pub det: T,
    /// The basic variables.
    pub rows: Vec<Label>,
    /// The variables that are 0.
    pub columns: Vec<Label>,
    /// Row by row: the right side, then the coefficients.
    cells: Vec<T>,
}

/// The result of lowering a variable to 0.
pub(super) enum Lowered<T> {
    /// It is 0, and removed from the dictionary.
    Done(Tableau<T>),
    /// It is positive everywhere.
    Never,
    /// A number does not fit: the state for continuing with a greater width.
    TooWide(Tableau<T>),
}

/// The result of raising a variable.
pub(super) enum Raised<T> {
    /// A vertex where it is positive.
    Positive(Tableau<T>),
    /// It is 0 everywhere.
    Zero(Tableau<T>),
    /// A number does not fit: the state for continuing with a greater width.
    TooWide(Tableau<T>),
}

/// The variable of an objective, which has no sign.
pub(super) const OBJECTIVE: Label = Label::MAX;

/// Number of pivots after which the rule that cannot cycle is used.
const PATIENCE: usize = 12;

impl<T: Scalar> Tableau<T> {
    /// A dictionary from its parts; the cells row by row, right sides first.
    pub fn new(det: T, rows: Vec<Label>, columns: Vec<Label>, cells: Vec<T>) -> Self {
        Self { det, rows, columns, cells }
    }

    /// The dictionary with numbers of another type.
    pub fn convert<U>(&self, number: impl Fn(&T) -> U) -> Tableau<U> {
        let cells = self.cells.iter().map(&number).collect();
        Tableau { det: number(&self.det), rows: self.rows.clone(), columns: self.columns.clone(), cells }
    }

    /// The right side of a row: `det` times the value of its variable.
    #[inline]
    pub fn right(&self, row: usize) -> &T {
        &self.cells[row * (self.columns.len() + 1)]
    }

    /// The coefficients of a row.
    #[inline]
    pub fn row(&self, row: usize) -> &[T] {
        let width = self.columns.len() + 1;
        &self.cells[row * width + 1..(row + 1) * width]
    }

    #[inline]
    fn at(&self, row: usize, column: usize) -> &T {
        &self.cells[row * (self.columns.len() + 1) + 1 + column]
    }

    /// Memory in bytes, except for numbers beyond machine words.
    pub fn bytes(&self) -> usize {
        self.cells.len() * size_of::<T>() + (self.rows.len() + self.columns.len()) * size_of::<Label>()
    }

    /// Exchanges the variables of a row and a column; the cell must not be 0. With `drop`, the variable that becomes
    /// 0 stays 0 and is removed. `None` if a number does not fit.
    pub fn pivot(&self, row: usize, column: usize, drop: bool) -> Option<Self> {
        let width = self.columns.len() + 1;
        let pivot = self.at(row, column);
        let negative = pivot.sign() == Ordering::Less;
        let divisor = self.det.divisor();
        let mut cells = Vec::with_capacity(self.rows.len() * (width - usize::from(drop)));
        // With a negative pivot all signs of the row are changed first, so that the determinant stays positive.
        let turned: Vec<T>;
        let source = &self.cells[row * width..(row + 1) * width];
        let source = if negative {
            turned = source.iter().map(Scalar::negated).collect::<Option<Vec<T>>>()?;
            &turned
        } else {
            source
        };
        let det = source[column + 1].clone();
        for (i, line) in self.cells.chunks_exact(width).enumerate() {
            if i == row {
                // p x_s = b_r - sum a_rj x_j - det x_r; with a negative p all signs are changed.
                for (j, cell) in source.iter().enumerate() {
                    if j != column + 1 {
                        cells.push(cell.clone());
                    } else if !drop {
                        cells.push(if negative { self.det.negated()? } else { self.det.clone() });
                    }
                }
                continue;
            }
            let factor = &line[column + 1];
            for (j, cell) in line.iter().enumerate() {
                if j != column + 1 {
                    cells.push(T::cross(&det, cell, factor, &source[j], &divisor)?);
                } else if !drop {
                    cells.push(if negative { factor.clone() } else { factor.negated()? });
                }
            }
        }
        let mut rows = self.rows.clone();
        let mut columns = self.columns.clone();
        let leaving = std::mem::replace(&mut rows[row], columns[column]);
        if drop {
            columns.remove(column);
        } else {
            columns[column] = leaving;
        }
        Some(Self { det, rows, columns, cells })
    }

    /// Removes a variable that must stay 0.
    pub fn drop_column(&mut self, column: usize) {
        let width = self.columns.len() + 1;
        let mut at = 0;
        self.cells.retain(|_| {
            let keep = at != column + 1;
            at = if at + 1 == width { 0 } else { at + 1 };
            keep
        });
        self.columns.remove(column);
    }

    /// Removes a basic variable that is 0 for all values of the others.
    pub fn drop_row(&mut self, row: usize) {
        let width = self.columns.len() + 1;
        self.cells.drain(row * width..(row + 1) * width);
        self.rows.remove(row);
    }

    /// The row that limits how far a column's variable can grow: that of the least ratio; among ties `favourite`,
    /// else the least label. `None` if it can grow without limit.
    pub fn limiting(&self, column: usize, favourite: Option<usize>) -> Option<usize> {
        let mut best: Option<usize> = None;
        for i in 0..self.rows.len() {
            let cell = self.at(i, column);
            if cell.sign() != Ordering::Greater || self.rows[i] == OBJECTIVE {
                continue;
            }
            let better = best.is_none_or(|b| {
                match T::compare_products(self.right(i), self.at(b, column), self.right(b), cell) {
                    Ordering::Less => true,
                    Ordering::Greater => false,
                    Ordering::Equal => {
                        Some(i) == favourite || Some(b) != favourite && self.rows[i] < self.rows[b]
                    }
                }
            });
            if better {
                best = Some(i);
            }
        }
        best
    }

    /// Lowers the variable to 0 and removes it, if possible.
    pub fn lower(&self, label: Label, pivots: &mut usize) -> Lowered<T> {
        if let Some(column) = self.columns.iter().position(|&l| l == label) {
            let mut face = self.clone();
            face.drop_column(column);
            return Lowered::Done(face);
        }
        let mut own: Option<Self> = None;
        let mut count = 0;
        loop {
            let now = own.as_ref().unwrap_or(self);
            let Some(row) = now.rows.iter().position(|&l| l == label) else { return Lowered::Never };
            if now.right(row).sign() == Ordering::Equal {
                // Already 0: it can leave with any coefficient, and no value changes.
                let Some(column) = now.row(row).iter().position(|cell| cell.sign() != Ordering::Equal) else {
                    let mut face = now.clone();
                    face.drop_row(row);
                    return Lowered::Done(face);
                };
                *pivots += 1;
                return match now.pivot(row, column, true) {
                    Some(face) => Lowered::Done(face),
                    None => Lowered::TooWide(own.unwrap_or_else(|| self.clone())),
                };
            }
            let Some((limit, column)) = now.descent(row, count >= PATIENCE) else { return Lowered::Never };
            *pivots += 1;
            count += 1;
            match now.pivot(limit, column, limit == row) {
                Some(face) if limit == row => return Lowered::Done(face),
                Some(next) => own = Some(next),
                None => return Lowered::TooWide(own.unwrap_or_else(|| self.clone())),
            }
        }
    }

    /// The pivot that lowers the variable of a row: preferably one that makes it 0 at once, else by the largest
    /// coefficient, or with `by_label` by the least label (R. G. Bland 1977).
    fn descent(&self, row: usize, by_label: bool) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        for (column, cell) in self.row(row).iter().enumerate() {
            if cell.sign() != Ordering::Greater {
                continue;
            }
            if by_label {
                if best.is_none_or(|(_, b)| self.columns[column] < self.columns[b]) {
                    best = Some((self.limiting(column, Some(row))?, column));
                }
                continue;
            }
            // The row itself limits the column, so a limit exists.
            let limit = self.limiting(column, Some(row))?;
            if limit == row {
                return Some((limit, column));
            }
            let one = &self.det;
            let larger = |b| T::compare_products(cell, one, self.at(row, b), one) == Ordering::Greater;
            if best.is_none_or(|(_, b)| larger(b)) {
                best = Some((limit, column));
            }
        }
        best
    }

    /// The next pivot, as row and column, towards the maximum of the objective, whose row is the last: by the largest
    /// coefficient, or with `by_label` by the rule that cannot cycle (R. G. Bland 1977). `None` at the optimum. The
    /// polytope must be bounded.
    pub fn ascent(&self, by_label: bool) -> Option<(usize, usize)> {
        let objective = self.row(self.rows.len().checked_sub(1)?);
        let growing = (0..self.columns.len()).filter(|&column| objective[column].sign() == Ordering::Less);
        let column = if by_label {
            growing.min_by_key(|&column| self.columns[column])?
        } else {
            let unit = &self.det;
            growing.min_by(|&a, &b| T::compare_products(&objective[a], unit, &objective[b], unit))?
        };
        Some((self.limiting(column, None)?, column))
    }

    /// Raises a variable that is 0 here to a positive value, if it has one anywhere. The polytope must be bounded.
    pub fn raise(&self, label: Label, pivots: &mut usize) -> Raised<T> {
        let mut now = self.clone();
        loop {
            // Enter the variable itself, or one that increases it: in its row, a negative coefficient.
            let entering = match now.rows.iter().position(|&l| l == label) {
                None => now.columns.iter().position(|&l| l == label),
                Some(row) if now.right(row).sign() == Ordering::Greater => return Raised::Positive(now),
                Some(row) => {
                    let negative = |&column: &usize| now.at(row, column).sign() == Ordering::Less;
                    let growing = (0..now.columns.len()).filter(negative);
                    growing.min_by_key(|&column| now.columns[column])
                }
            };
            let Some(column) = entering else { return Raised::Zero(now) };
            let Some(limit) = now.limiting(column, None) else { return Raised::Zero(now) };
            *pivots += 1;
            match now.pivot(limit, column, false) {
                Some(next) => now = next,
                None => return Raised::TooWide(now),
            }
        }
    }

    /// For each label how close to 0 one pivot brings its variable, from 0 (unchanged) to 1 (to 0).
    pub fn reach(&self) -> Vec<(Label, f64)> {
        let bits = self.det.surplus();
        let near = |cell: &T| cell.approximate(bits);
        let mut reach = vec![0.0f64; self.rows.len()];
        for column in 0..self.columns.len() {
            let Some(limit) = self.limiting(column, None) else { continue };
            let step = near(self.right(limit)) / near(self.at(limit, column));
            for (i, reach) in reach.iter_mut().enumerate() {
                // `max` ignores the NaN of numbers too large for floats.
                *reach = reach.max((step * near(self.at(i, column)) / near(self.right(i))).min(1.0));
            }
        }
        let basic = self.rows.iter().copied().zip(reach);
        basic.chain(self.columns.iter().map(|&label| (label, 1.0))).collect()
    }

    /// The row that limits a column if the right sides of the first dictionary, whose basis was `slacks`, are
    /// increased by infinitesimals, each infinitely smaller than the one before: it is never tied.
    pub fn lexicographic(&self, column: usize, slacks: &[Label]) -> Option<usize> {
        let limited = (0..self.rows.len()).filter(|&i| self.at(i, column).sign() == Ordering::Greater);
        let mut best: Vec<usize> = Vec::new();
        let keep = |best: &mut Vec<usize>, numerator: &dyn Fn(usize) -> T| {
            let mut least: Vec<usize> = Vec::new();
            for &i in best.iter() {
                let order = least.first().map_or(Ordering::Less, |&l| {
                    T::compare_products(&numerator(i), self.at(l, column), &numerator(l), self.at(i, column))
                });
                match order {
                    Ordering::Less => least = vec![i],
                    Ordering::Equal => least.push(i),
                    Ordering::Greater => {}
                }
            }
            *best = least;
        };
        best.extend(limited);
        keep(&mut best, &|i| self.right(i).clone());
        for slack in slacks {
            if best.len() <= 1 {
                break;
            }
            match self.columns.iter().position(|l| l == slack) {
                Some(at) => keep(&mut best, &|i| self.at(i, at).clone()),
                None => keep(&mut best, &|i| if self.rows[i] == *slack { self.det.clone() } else { T::ZERO }),
            }
        }
        best.first().copied()
    }

    /// The right sides by label, over `det`.
    pub fn values(&self) -> Vec<(Label, IBig)> {
        self.rows.iter().enumerate().map(|(i, &label)| (label, self.right(i).to_big())).collect()
    }
}
