//! The Grundy values of Wythoff's game, as a table.
//!
//! The value of (a, b) is the least number not yet in its row, its column or its diagonal. These are three
//! sets of bits, and as the table is symmetric, a row and the column of the same number are one set, a line.
//!
//! Whether a value below 64 is taken depends on values below 64 alone. So the table is computed in layers: first
//! all cells with values 0 to 63 are found, then those with the next 64 values. In a layer each set is one word,
//! and a cell that has no value yet either gets the first free one or waits for the next layer. Many
//! cells that share no line and no diagonal are treated at once, in [`sweep`]. A band of rows goes through all
//! layers before the next one, so its values and waiting cells stay in the cache. Threads share the bands: a
//! band may enter a layer when the band above has left it.
//!
//! No value exceeds the sum of the heaps (the number of stones), so layers up to the greatest sum are enough.

mod sweep;

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::stages::Stages;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use sweep::{BEFORE, LANES};

pub(super) use crate::theorem::wythoff::is_wythoff;

/// From this sum of heaps on, values may not fit two bytes.
pub(super) const MAX_SUM: usize = 1 << 16;
/// Number of values of a layer.
const VALUES: usize = 64;

/// The values for heaps below `a` and `b`, where `a` is at most `b`, row by row: `a b` cells.
/// `None` if they may not fit.
///
/// Takes two bytes per cell, about `b (a + b) / 4` bytes for the sets, and `68 b` bytes for each thread.
pub(super) fn values(a: usize, b: usize, budget: &Budget) -> Result<Option<Vec<u16>>> {
    if a.saturating_add(b) > MAX_SUM {
        return Ok(None);
    }
    let bands = a.div_ceil(LANES);
    let layers = (a + b) / VALUES + 1;
    let threads = budget.limits().thread_count().clamp(1, bands.max(1));
    let others = (layers * Layer::bytes(b) + threads * Band::bytes(b)) as u64;
    budget.reserve((a * b) as u64 * 2)?;
    budget.reserve(others)?;
    let mut cells = vec![0; a * b];
    let table: Vec<Mutex<&mut [u16]>> = cells.chunks_mut((LANES * b).max(1)).map(Mutex::new).collect();
    let stages = Stages::new((0..layers).map(|_| Layer::new(b)));
    stages.run(threads, bands, budget, Band::default, |stages, band, item, _| {
        band.begin(item * LANES, a, b);
        stages.pass(item, |number, layer| {
            if band.skip_done() {
                // Sums stay below 2^16.
                sweep::sweep(band, layer, u16::try_from(number * VALUES).unwrap_or(u16::MAX));
            }
            Ok(())
        })?;
        band.keep(&table, a, b);
        Ok(())
    })?;
    drop(table);
    budget.release(others);
    Ok(Some(cells))
}

/// One word for each line and each diagonal: the values of 64 that it has.
struct Layer {
    /// With [`BEFORE`] entries before the first, and as many after the last.
    lines: Vec<u64>,
    /// By the difference of the heaps, the even ones and the odd ones, each like `lines`.
    diagonals: [Vec<u64>; 2],
}

impl Layer {
    fn new(b: usize) -> Self {
        let words = |count| vec![0; count + 2 * BEFORE + 2];
        Self { lines: words(b), diagonals: [words(b / 2), words(b / 2)] }
    }

    /// The words of a band's rows by lane. Lanes without a row are full.
    fn rows_of(&self, band: &Band) -> [u64; LANES] {
        let mut rows = [u64::MAX; LANES];
        let lines = &self.lines[BEFORE + band.start..][..band.rows];
        for (row, line) in rows.iter_mut().rev().zip(lines) {
            *row = *line;
        }
        rows
    }

    fn bytes(b: usize) -> usize {
        8 * (b + 2 * (b / 2) + 6 * (BEFORE + 1))
    }
}

/// Up to 32 adjacent rows, from the main diagonal on, as they go through the layers.
#[derive(Default)]
struct Band {
    /// The first row, and the number of rows.
    start: usize,
    rows: usize,
    /// For each step, the lanes of cells without a value. Row r of the band is lane 31 - r, and is at the
    /// column `start` + step - r.
    waiting: Vec<u32>,
    /// No cell of an earlier step is waiting.
    first: usize,
    /// Column by column from `start` on, 32 cells each.
    values: Vec<u16>,
}

impl Band {
    fn begin(&mut self, start: usize, a: usize, b: usize) {
        self.start = start;
        self.rows = LANES.min(a - start);
        self.first = 0;
        let columns = b - start;
        // Steps are treated in pairs.
        let steps = (columns + LANES - 1).next_multiple_of(2);
        let from = |lane: usize| if lane < LANES { u32::MAX << lane } else { 0 };
        let present = from(LANES - self.rows);
        self.waiting.clear();
        self.waiting.extend((0..steps).map(|step| {
            // The lanes from the main diagonal on, except those past the last column.
            let above = from((2 * LANES - 2).saturating_sub(step).div_ceil(2));
            let past = from((columns + LANES - 1).saturating_sub(step));
            present & above & !past
        }));
        self.values.resize(1 + columns * LANES, 0);
    }

    fn bytes(b: usize) -> usize {
        (4 + 2 * LANES) * b + 8 * LANES
    }

    /// Skips the steps without waiting cells. Whether any is left.
    fn skip_done(&mut self) -> bool {
        let done = self.waiting[self.first..].iter().take_while(|lanes| **lanes == 0).count();
        self.first += done;
        self.first < self.waiting.len()
    }

    /// The lane that is at the main diagonal, where its row begins, if there is one in this step.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn begins_row(&self, step: usize) -> Option<usize> {
        let row = step / 2;
        (step.is_multiple_of(2) && row < self.rows).then(|| LANES - 1 - row)
    }

    /// Gives a waiting cell a value: the first one of the layer plus the place of the bit.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn set(&mut self, step: usize, lane: usize, first_value: u16, bit: u64) {
        #[allow(clippy::cast_possible_truncation)] // below 64
        let value = first_value + bit.trailing_zeros() as u16;
        self.values[place_of(step, lane)] = value;
    }

    /// The values of a column, from the band's first column on.
    fn column(&self, column: usize) -> &[u16] {
        &self.values[1 + column * LANES..][..LANES]
    }

    /// Stores the values, and their mirror images.
    fn keep(&self, table: &[Mutex<&mut [u16]>], a: usize, b: usize) {
        let Self { start, rows, .. } = *self;
        {
            let mut own = locked(&table[start / LANES]);
            // In squares, so that their cache lines are still there for the next row.
            for (square, values) in self.values[1..].chunks(LANES * LANES).enumerate() {
                let column = square * LANES;
                for (row, line) in own.chunks_exact_mut(b).enumerate() {
                    let from = row.saturating_sub(column);
                    let cells = line[start + column..].iter_mut().zip(values[row..].iter().step_by(LANES));
                    for (cell, &value) in cells.take(LANES).skip(from) {
                        *cell = value;
                    }
                }
            }
        }
        for (below, rest) in table[start / LANES..].iter().enumerate() {
            let mut lines = locked(rest);
            let first = below * LANES;
            for (column, line) in (first..a - start).zip(lines.chunks_exact_mut(b)) {
                let to = rows.min(column);
                line[start..][..to].copy_from_slice(&self.column(column)[..to]);
            }
        }
    }
}

/// The place among the values of a band.
#[allow(clippy::inline_always)]
#[inline(always)]
fn place_of(step: usize, lane: usize) -> usize {
    // The row is `LANES - 1 - lane`, and the column is `step` less the row.
    (1 + LANES * (step + 1) + (LANES - 1) * lane).wrapping_sub((LANES - 1) * (LANES - 1) + LANES)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::limits::Limits;

    /// By the definition, with all options of every position.
    fn plain(a: usize, b: usize) -> Vec<u16> {
        let mut cells = vec![0u16; a * b];
        let mut seen = vec![usize::MAX; 2 * (a + b)];
        for x in 0..a {
            for y in 0..b {
                let here = x * b + y;
                let row = (0..y).map(|k| x * b + k);
                let column = (0..x).map(|k| k * b + y);
                let diagonal = (1..=x.min(y)).map(|k| (x - k) * b + y - k);
                for option in row.chain(column).chain(diagonal) {
                    seen[usize::from(cells[option])] = here;
                }
                let value = seen.iter().position(|last| *last != here).unwrap();
                cells[here] = u16::try_from(value).unwrap();
            }
        }
        cells
    }

    #[test]
    fn layers_give_the_values_of_the_definition() {
        for (a, b) in [
            (1, 1),
            (1, 40),
            (5, 5),
            (31, 33),
            (32, 64),
            (64, 65),
            (97, 130),
            (3, 200),
            (40, 1300),
            (300, 301),
        ] {
            let plain = plain(a, b);
            for threads in [1, 2, 5] {
                let budget = Budget::new(Limits { threads, ..Limits::default() });
                assert!(values(a, b, &budget).unwrap().unwrap() == plain, "{a} by {b}, {threads} threads");
            }
        }
    }

    #[test]
    fn cell_by_cell_gives_the_same_layers() {
        for (a, b) in [(1, 1), (40, 33), (33, 40), (70, 70), (64, 500), (300, 333)] {
            let (a, b) = (a.min(b), a.max(b));
            let (mut vector, mut plain) = (Band::default(), Band::default());
            let layers = (a + b) / VALUES + 1;
            let mut layers: Vec<[Layer; 2]> = (0..layers).map(|_| [Layer::new(b), Layer::new(b)]).collect();
            for start in (0..a).step_by(LANES) {
                vector.begin(start, a, b);
                plain.begin(start, a, b);
                for (number, layers) in layers.iter_mut().enumerate() {
                    let first_value = u16::try_from(number * VALUES).unwrap();
                    let [one, other] = layers;
                    assert_eq!(vector.skip_done(), plain.skip_done());
                    sweep::sweep(&mut vector, one, first_value);
                    sweep::plain(&mut plain, other, first_value);
                    assert_eq!(vector.waiting, plain.waiting, "{a} by {b}, row {start}, layer {number}");
                    assert_eq!(vector.values, plain.values, "{a} by {b}, row {start}, layer {number}");
                }
                assert!(!plain.skip_done(), "every cell has a value");
            }
        }
    }
}
