//! The Grundy values of Wythoff's game, as a table.
//!
//! The value of (a, b) is the least number not yet in its row, its column or its diagonal. These are three
//! sets of bits, and as the table is symmetric, a row and the column of the same number are one set, a line.
//!
//! Four things make it fast. The bits are stored block by block: those of values 0 to 511 of the lines of a
//! tile, then the next 512. So the blocks of a tile's lines and diagonals are contiguous and are copied into
//! the L1 cache. The cells of a tile go through the blocks together: in one pass each takes the first free
//! value of the block, or waits for the next pass. This is exact, since whether a value below 512 is taken
//! depends on values below 512 alone. A tile is processed along its counter-diagonals, whose cells share no
//! line and no diagonal: no cell waits for another, and no branch depends on the data. For the same reason
//! threads share the tiles of a counter-diagonal of tiles.
//!
//! No value exceeds the sum of the heaps (the number of stones), so bits up to the greatest sum are enough.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pulp::{Arch, NullaryFnOnce};

use super::levels::in_levels;
use grundy_core::error::Result;
use grundy_core::limits::Budget;

pub(super) use crate::theorem::wythoff::is_wythoff;

/// From this sum of heaps on, values may not fit two bytes.
pub(super) const MAX_SUM: usize = 1 << 16;
/// Number of values of one block.
const VALUES: usize = 512;
/// Number of cells of a tile in each direction.
const TILE: usize = 32;
/// Number of sets of a tile: rows, columns, and diagonals.
const SETS: usize = 4 * TILE;

/// One bit for each value of a block.
#[repr(align(64))]
#[derive(Clone, Copy, Debug)]
struct Block([u64; 8]);

/// The values for heaps below `a` and `b`, where `a` is at most `b`, row by row: `a b` cells.
/// `None` if they may not fit.
///
/// Takes two bytes per cell, and `b (a + b) / 4` bytes for the sets.
pub(super) fn values(a: usize, b: usize, budget: &Budget) -> Result<Option<Vec<u16>>> {
    if a.saturating_add(b) > MAX_SUM {
        return Ok(None);
    }
    let (rows, columns) = (a.div_ceil(TILE), b.div_ceil(TILE));
    let blocks = (a + b) / VALUES + 2;
    let sets = (2 * columns * TILE * blocks * size_of::<Block>()) as u64;
    budget.reserve((a * b) as u64 * 2)?;
    budget.reserve(sets)?;
    let mut cells = vec![0; a * b];
    let bands = || (0..columns).map(|_| Mutex::new(Band::new(blocks))).collect();
    let table = Wythoff {
        a,
        b,
        lines: bands(),
        diagonals: bands(),
        cells: cells.chunks_mut((TILE * b).max(1)).map(Mutex::new).collect(),
    };
    // Tiles with the same sum of coordinates share no line and no diagonal.
    let threads = budget.limits().thread_count().min(rows.div_ceil(2));
    let levels = if a == 0 { 0 } else { rows + columns - 1 };
    in_levels(threads, levels, budget, Tile::default, |tile, share, _| {
        let rows = rows.min(share.level / 2 + 1);
        for row in share.of(rows, 1).filter(|row| share.level - row < columns) {
            table.tile(tile, row, share.level - row);
        }
        Ok(())
    })?;
    drop(table);
    budget.release(sets);
    Ok(Some(cells))
}

/// The sets of as many adjacent lines or diagonals as a tile has. Only one of the tiles processed at a time
/// touches a band, so no thread waits for its lock.
struct Band {
    /// Block k of all sets, then block k + 1.
    blocks: Vec<Block>,
    /// Number of full blocks at the start of each set.
    full: [usize; TILE],
}

impl Band {
    fn new(blocks: usize) -> Self {
        Self { blocks: vec![Block([0; 8]); blocks * TILE], full: [0; TILE] }
    }

    /// Block `block` of all sets.
    fn at(&mut self, block: usize) -> &mut [Block] {
        &mut self.blocks[block * TILE..][..TILE]
    }

    /// The first block with a free value in one of the first `count` sets.
    fn first_open(&self, count: usize) -> usize {
        self.full[..count].iter().min().copied().unwrap_or(0)
    }

    /// Updates the counts of full blocks.
    fn advance(&mut self) {
        for (set, full) in self.full.iter_mut().enumerate() {
            while self.blocks[*full * TILE + set].0.iter().all(|word| *word == u64::MAX) {
                *full += 1;
            }
        }
    }
}

fn locked<T>(band: &Mutex<T>) -> MutexGuard<'_, T> {
    band.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Wythoff<'a> {
    a: usize,
    b: usize,
    lines: Vec<Mutex<Band>>,
    /// By the difference of the heaps.
    diagonals: Vec<Mutex<Band>>,
    /// The rows of a tile.
    cells: Vec<Mutex<&'a mut [u16]>>,
}

impl Wythoff<'_> {
    /// Computes the cells of one tile from the diagonal up, and their mirror images.
    fn tile(&self, tile: &mut Tile, row: usize, column: usize) {
        let on_diagonal = row == column;
        let (rows, columns) = (TILE.min(self.a - row * TILE), TILE.min(self.b - column * TILE));
        let mut row_lines = locked(&self.lines[row]);
        // On the diagonal rows and columns are the same lines, and there may be more columns than rows.
        let mut column_lines = (!on_diagonal).then(|| locked(&self.lines[column]));
        // The differences below the tile's own, and from it on.
        let difference = column - row;
        let mut lower = difference.checked_sub(1).map(|before| locked(&self.diagonals[before]));
        let mut upper = locked(&self.diagonals[difference]);
        tile.begin(rows, columns, on_diagonal);
        let lines = if on_diagonal { columns } else { rows };
        let mut block = row_lines
            .first_open(lines)
            .max(column_lines.as_ref().map_or(0, |lines| lines.first_open(columns)))
            .max(
                upper.first_open(TILE).min(lower.as_ref().map_or(usize::MAX, |lower| lower.first_open(TILE))),
            );
        while !tile.steps.is_empty() {
            let [rows_at, columns_at, lower_at] = [0, TILE, 2 * TILE];
            // The first difference of the lower band is not in the tile; on the diagonal none is.
            let upper_at = if on_diagonal { lower_at } else { lower_at + TILE - 1 };
            tile.sets[rows_at..][..TILE].copy_from_slice(row_lines.at(block));
            if let Some(lines) = &mut column_lines {
                tile.sets[columns_at..][..TILE].copy_from_slice(lines.at(block));
            }
            if let Some(lower) = &mut lower {
                tile.sets[lower_at..][..TILE - 1].copy_from_slice(&lower.at(block)[1..]);
            }
            tile.sets[upper_at..][..TILE].copy_from_slice(upper.at(block));
            tile.pass(block * VALUES);
            row_lines.at(block).copy_from_slice(&tile.sets[rows_at..][..TILE]);
            if let Some(lines) = &mut column_lines {
                lines.at(block).copy_from_slice(&tile.sets[columns_at..][..TILE]);
            }
            if let Some(lower) = &mut lower {
                lower.at(block)[1..].copy_from_slice(&tile.sets[lower_at..][..TILE - 1]);
            }
            upper.at(block).copy_from_slice(&tile.sets[upper_at..][..TILE]);
            block += 1;
        }
        row_lines.advance();
        for band in column_lines.iter_mut().chain(&mut lower) {
            band.advance();
        }
        upper.advance();
        self.keep(tile, row, column);
    }

    /// Stores the values of a tile, and their mirror images.
    fn keep(&self, tile: &Tile, row: usize, column: usize) {
        let (rows, columns) = (TILE.min(self.a - row * TILE), TILE.min(self.b - column * TILE));
        let on_diagonal = row == column;
        let mut cells = locked(&self.cells[row]);
        for (i, values) in tile.values.chunks_exact(TILE).enumerate().take(rows) {
            let from = if on_diagonal { i } else { 0 };
            let at = i * self.b + column * TILE;
            cells[at + from..at + columns].copy_from_slice(&values[from..columns]);
        }
        let mut mirrored = if on_diagonal {
            cells
        } else {
            drop(cells);
            let Some(cells) = self.cells.get(column) else { return };
            locked(cells)
        };
        let most = columns.min(self.a.saturating_sub(column * TILE));
        for j in 0..most {
            // Row by row, so that a row of the tile is written while its cache line is there.
            let to = if on_diagonal { rows.min(j + 1) } else { rows };
            let line = &mut mirrored[j * self.b + row * TILE..][..to];
            for (i, cell) in line.iter_mut().enumerate() {
                *cell = tile.values[i * TILE + j];
            }
        }
    }
}

/// The cells of a tile without a value yet, and one block of its sets.
struct Tile {
    sets: [Block; SETS],
    /// The waiting cells of a full tile beside the diagonal, before the first pass.
    all: Vec<u32>,
    /// The three sets of each waiting cell, one byte each, step by step.
    waiting: Vec<u32>,
    /// Number of waiting cells on each counter-diagonal that has any.
    steps: Vec<usize>,
    /// Cells of one counter-diagonal with a free value, and the words that contain one.
    found: [u64; 2 * TILE],
    values: Vec<u16>,
}

impl Default for Tile {
    fn default() -> Self {
        Self {
            sets: [Block([0; 8]); SETS],
            all: Vec::new(),
            waiting: Vec::with_capacity(TILE * TILE),
            steps: Vec::with_capacity(2 * TILE),
            found: [0; 2 * TILE],
            values: vec![0; TILE * TILE],
        }
    }
}

impl Tile {
    fn begin(&mut self, rows: usize, columns: usize, on_diagonal: bool) {
        let is_full = !on_diagonal && (rows, columns) == (TILE, TILE);
        self.waiting.clear();
        if is_full && !self.all.is_empty() {
            self.waiting.extend_from_slice(&self.all);
            self.steps.extend((1..=TILE).chain((1..TILE).rev()));
            return;
        }
        let (column_sets, zero) = if on_diagonal { (0, 0) } else { (TILE, TILE - 1) };
        for step in 0..rows + columns - 1 {
            let last = if on_diagonal { step / 2 } else { step }.min(rows - 1);
            let before = self.waiting.len();
            for i in (step + 1).saturating_sub(columns)..=last {
                let j = step - i;
                let cell = i | (column_sets + j) << 8 | (2 * TILE + zero + j - i) << 16;
                self.waiting.push(u32::try_from(cell).unwrap_or(u32::MAX));
            }
            self.steps.push(self.waiting.len() - before);
        }
        if is_full {
            self.all.clone_from(&self.waiting);
        }
    }

    /// Gives each waiting cell its value if the block has one.
    fn pass(&mut self, first_value: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(unit) = pulp::x86::V4::try_new() {
            unit.vectorize(Pass { tile: self, first_value, unit });
            return;
        }
        Arch::new().dispatch(Pass { tile: self, first_value, unit: AnyUnit });
    }
}

/// A vector unit that examines blocks.
trait Unit {
    /// Bit j is set if word j has a bit that none of the three sets has.
    fn free_words(&self, x: &Block, y: &Block, z: &Block) -> u8;
}

/// Plain words, which the compiler vectorizes.
struct AnyUnit;

impl Unit for AnyUnit {
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn free_words(&self, x: &Block, y: &Block, z: &Block) -> u8 {
        let mut words = 0;
        for j in 0..8 {
            words |= u8::from(x.0[j] | y.0[j] | z.0[j] != u64::MAX) << j;
        }
        words
    }
}

/// A block is one register: three instructions.
#[cfg(target_arch = "x86_64")]
impl Unit for pulp::x86::V4 {
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn free_words(&self, x: &Block, y: &Block, z: &Block) -> u8 {
        use std::arch::x86_64::__m512i;
        let [x, y, z]: [__m512i; 3] = [pulp::cast(x.0), pulp::cast(y.0), pulp::cast(z.0)];
        // 0xFE is the table of "or" of three bits.
        let used = self.avx512f._mm512_ternarylogic_epi64::<0xFE>(x, y, z);
        self.avx512f._mm512_cmpneq_epi64_mask(used, self.avx512f._mm512_set1_epi64(-1))
    }
}

struct Pass<'a, U> {
    tile: &'a mut Tile,
    first_value: usize,
    unit: U,
}

impl<U: Unit> NullaryFnOnce for Pass<'_, U> {
    type Output = ();

    // Code that is not inlined here is not compiled for the vector unit.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) {
        let Tile { sets, waiting, steps, found, values, .. } = self.tile;
        let (mut read, mut kept, mut kept_steps) = (0, 0, 0);
        for step in 0..steps.len() {
            let (count, before) = (steps[step], kept);
            let mut hits = 0;
            for index in read..read + count {
                let cell = waiting[index];
                let [x, y, z] = sets_of(cell as usize);
                let words = self.unit.free_words(&sets[x], &sets[y], &sets[z]);
                // Written to both lists; only one of them grows.
                found[hits % (2 * TILE)] = u64::from(cell) | u64::from(words) << 32;
                waiting[kept] = cell;
                hits += usize::from(words != 0);
                kept += usize::from(words == 0);
            }
            for &hit in &found[..hits] {
                #[allow(clippy::cast_possible_truncation)] // the cell is the lower half
                let [x, y, z] = sets_of(hit as u32 as usize);
                let word = (hit >> 32).trailing_zeros() as usize % 8;
                let used = sets[x].0[word] | sets[y].0[word] | sets[z].0[word];
                let bit = !used & used.wrapping_add(1);
                sets[x].0[word] |= bit;
                sets[y].0[word] |= bit;
                sets[z].0[word] |= bit;
                let value = self.first_value + word * 64 + bit.trailing_zeros() as usize;
                // Sums stay below 2^16, and values do not exceed them.
                values[x % TILE * TILE + y % TILE] = u16::try_from(value).unwrap_or(u16::MAX);
            }
            read += count;
            steps[kept_steps] = kept - before;
            kept_steps += usize::from(kept != before);
        }
        waiting.truncate(kept);
        steps.truncate(kept_steps);
    }
}

/// The three sets of a cell. The remainders change nothing; they show that the indices are in range.
#[allow(clippy::inline_always)]
#[inline(always)]
fn sets_of(cell: usize) -> [usize; 3] {
    [cell % 256 % SETS, (cell >> 8) % 256 % SETS, (cell >> 16) % 256 % SETS]
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
    fn tiles_give_the_values_of_the_definition() {
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
    fn both_ways_to_look_at_a_block_agree() {
        let mut random = crate::theorem::testing::Random::new(3);
        for _ in 0..2000 {
            let mut block = || {
                let word = |r: &mut crate::theorem::testing::Random| {
                    if r.below(2) == 0 { u64::MAX } else { r.below(1 << 50) }
                };
                Block(std::array::from_fn(|_| word(&mut random)))
            };
            let [x, y, z] = [block(), block(), block()];
            let expected =
                (0..8).filter(|&j| x.0[j] | y.0[j] | z.0[j] != u64::MAX).map(|j| 1u8 << j).sum::<u8>();
            assert_eq!(AnyUnit.free_words(&x, &y, &z), expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(unit) = pulp::x86::V4::try_new() {
                assert_eq!(unit.free_words(&x, &y, &z), expected);
            }
        }
    }
}
