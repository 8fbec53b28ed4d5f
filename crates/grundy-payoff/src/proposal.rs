//! Proposes the strategies used in a zero-sum game, by a simplex method in floating point.
//!
//! The result is only a proposal: it is solved and checked with whole numbers, and if the check fails the exact
//! program is solved from the start.

/// Numbers up to this size are taken for 0.
const NEAR: f64 = 1e-9;

/// For `max sum y, A y <= 1, y >= 0` with all of A above 0 and at most 1: the tight rows and the columns in use at
/// the apparent optimum, equally many. `None` if it was not found. `stop` is called at intervals.
pub(super) fn basis(
    a: &[f64],
    rows: usize,
    columns: usize,
    mut stop: impl FnMut() -> bool,
) -> Option<[Vec<usize>; 2]> {
    let width = columns + 1;
    // The last row is the objective.
    let mut table = Vec::with_capacity((rows + 1) * width);
    for row in a.chunks(columns) {
        table.push(1.0);
        table.extend_from_slice(row);
    }
    table.push(0.0);
    table.extend(std::iter::repeat_n(-1.0, columns));
    // Variables: columns from 0, slacks after them.
    let mut basic: Vec<usize> = (columns..columns + rows).collect();
    let mut other: Vec<usize> = (0..columns).collect();
    for _ in 0..50 * (rows + columns) {
        if stop() {
            return None;
        }
        let objective = &table[rows * width + 1..];
        let (column, &least) = objective.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1))?;
        if least > -NEAR {
            let used = basic.iter().copied().filter(|&label| label < columns).collect();
            let tight =
                other.iter().filter(|&&label| label >= columns).map(|label| label - columns).collect();
            return Some([tight, used]);
        }
        let at = |row: usize, column: usize| table[row * width + column];
        let ratio = |&row: &usize| at(row, 0) / at(row, column + 1);
        let limiting = (0..rows).filter(|&row| at(row, column + 1) > NEAR);
        let row = limiting.min_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
        let line: Vec<f64> = table[row * width..(row + 1) * width].to_vec();
        let pivot = line[column + 1];
        for (i, cells) in table.chunks_exact_mut(width).enumerate() {
            if i == row {
                for cell in &mut *cells {
                    *cell /= pivot;
                }
                cells[column + 1] = 1.0 / pivot;
                continue;
            }
            let factor = cells[column + 1] / pivot;
            for (cell, from) in cells.iter_mut().zip(&line) {
                *cell -= factor * from;
            }
            cells[column + 1] = -factor;
        }
        std::mem::swap(&mut basic[row], &mut other[column]);
    }
    None
}
