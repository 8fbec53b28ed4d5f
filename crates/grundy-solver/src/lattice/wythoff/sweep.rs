//! The values of one layer for the cells of a band: the inner loop of the table.
//!
//! A band is 32 rows, and a step treats 32 cells that share no line and no diagonal: one of each row, each a
//! column before the cell of the row above. Lane l holds row 31 - l, so the columns of a step are adjacent and
//! ascend with the lanes, and the next step needs the same columns one lane lower: they move through the lanes,
//! one enters and one leaves. The diagonals of a step are every second one; from one step to the next but one
//! they also move by a lane. So the sets of rows, columns, and even and odd diagonals stay in registers, a
//! word each, and nothing is loaded soon after it was stored. Cells below the main diagonal pass through
//! the lanes as well, but never count as waiting. Where a lane reaches the main diagonal, its row and its
//! column are the same line.
//!
//! A row with all values of the layer has no cell to give more to; once this is true of all rows, the
//! layer is done with this band.

use pulp::{Arch, NullaryFnOnce};

use super::{Band, Layer};

/// Number of rows of a band.
pub(super) const LANES: usize = 32;
/// Entries of a layer before the first line and the first diagonal, for cells below the main diagonal.
pub(super) const BEFORE: usize = LANES;

/// Gives a value to each waiting cell that has a free one in the layer.
pub(super) fn sweep(band: &mut Band, layer: &mut Layer, first_value: u16) {
    #[cfg(target_arch = "x86_64")]
    if let Some(unit) = pulp::x86::V4::try_new() {
        unit.vectorize(vector::Sweep { band, layer, first_value, unit });
        return;
    }
    plain(band, layer, first_value);
}

/// The same, cell by cell, for processors without wide registers.
pub(super) fn plain(band: &mut Band, layer: &mut Layer, first_value: u16) {
    Arch::new().dispatch(Plain { band, layer, first_value });
}

struct Plain<'a> {
    band: &'a mut Band,
    layer: &'a mut Layer,
    first_value: u16,
}

impl NullaryFnOnce for Plain<'_> {
    type Output = ();

    // Code that is not inlined here is not compiled for this processor's instructions on bits.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) {
        let Self { band, layer, first_value } = self;
        let mut rows = layer.rows_of(band);
        let mut open = (0..LANES).fold(0, |open, lane| open | u32::from(rows[lane] != u64::MAX) << lane);
        let lines = &mut layer.lines[BEFORE + band.start + 1 - LANES..];
        for step in band.first..band.waiting.len() {
            if open == 0 {
                return;
            }
            let columns: &mut [u64; LANES] = lines[step..].first_chunk_mut().expect("the words of all lanes");
            let diagonals = &mut layer.diagonals[step % 2][place_of_diagonal(step)..];
            let diagonals: &mut [u64; LANES] = diagonals.first_chunk_mut().expect("the words of all lanes");
            if let Some(lane) = band.begins_row(step) {
                rows[lane] = columns[lane];
                open &= !(u32::from(rows[lane] == u64::MAX) << lane);
            }
            let (mut left, mut hits) = (band.waiting[step] & open, 0);
            while left != 0 {
                let lane = left.trailing_zeros() as usize % LANES;
                left &= left - 1;
                let used = rows[lane] | columns[lane] | diagonals[lane];
                if used != u64::MAX {
                    let bit = !used & (used + 1);
                    rows[lane] |= bit;
                    columns[lane] |= bit;
                    diagonals[lane] |= bit;
                    band.set(step, lane, first_value, bit);
                    hits |= 1 << lane;
                    open &= !(u32::from(rows[lane] == u64::MAX) << lane);
                }
            }
            band.waiting[step] &= !hits;
        }
    }
}

/// The place of the diagonal of lane 0, among those of its parity.
#[allow(clippy::inline_always)]
#[inline(always)]
fn place_of_diagonal(step: usize) -> usize {
    // The difference of the heaps is step - 62.
    BEFORE + step / 2 + 1 - LANES
}

#[cfg(target_arch = "x86_64")]
mod vector {
    use std::arch::x86_64::__m512i;

    use pulp::NullaryFnOnce;
    use pulp::x86::V4;

    use super::{BEFORE, Band, LANES, Layer, place_of_diagonal};

    /// One word for each lane.
    type Words = [__m512i; LANES / 8];

    pub(in super::super) struct Sweep<'a> {
        pub(in super::super) band: &'a mut Band,
        pub(in super::super) layer: &'a mut Layer,
        pub(in super::super) first_value: u16,
        pub(in super::super) unit: V4,
    }

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn load(words: &[u64]) -> Words {
        let words: &[u64; LANES] = words.first_chunk().expect("the words of all lanes");
        pulp::cast(*words)
    }

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn store(to: &mut [u64], words: Words) {
        let to: &mut [u64; LANES] = to.first_chunk_mut().expect("the words of all lanes");
        *to = pulp::cast(words);
    }

    /// The byte of `mask` for a group of eight lanes.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn of_group(mask: u32, group: usize) -> u8 {
        mask.to_le_bytes()[group]
    }

    /// Moves all words one lane down. The last lane gets the word at `next`, and the first goes to `last`.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn shift(unit: V4, words: Words, memory: &mut [u64], last: usize) -> Words {
        let V4 { avx512f, .. } = unit;
        let [a, b, c, d] = words;
        let next = avx512f._mm512_set1_epi64(memory[last + LANES].cast_signed());
        let first: [u64; 8] = pulp::cast(a);
        memory[last] = first[0];
        [
            avx512f._mm512_alignr_epi64::<1>(b, a),
            avx512f._mm512_alignr_epi64::<1>(c, b),
            avx512f._mm512_alignr_epi64::<1>(d, c),
            avx512f._mm512_alignr_epi64::<1>(next, d),
        ]
    }

    /// The sets of the lanes, in registers.
    struct Lanes {
        unit: V4,
        rows: Words,
        columns: Words,
        even: Words,
        odd: Words,
    }

    impl Lanes {
        /// The lowest bits that are free in the sets of waiting cells, which the sets now have, too. Also
        /// returns the lanes that found one.
        #[allow(clippy::inline_always)]
        #[inline(always)]
        fn choose(&mut self, diagonals: &mut Words, waiting: u32) -> (Words, u32) {
            let V4 { avx512f, .. } = self.unit;
            let one = avx512f._mm512_set1_epi64(1);
            let mut bits = *diagonals;
            let mut hits = [0; LANES / 8];
            for k in 0..LANES / 8 {
                // 0xFE is the table of "or" of three bits.
                let used =
                    avx512f._mm512_ternarylogic_epi64::<0xFE>(self.rows[k], self.columns[k], diagonals[k]);
                let above = avx512f._mm512_add_epi64(used, one);
                bits[k] = avx512f._mm512_maskz_andnot_epi64(of_group(waiting, k), used, above);
                self.rows[k] = avx512f._mm512_or_epi64(self.rows[k], bits[k]);
                self.columns[k] = avx512f._mm512_or_epi64(self.columns[k], bits[k]);
                diagonals[k] = avx512f._mm512_or_epi64(diagonals[k], bits[k]);
                hits[k] = avx512f._mm512_test_epi64_mask(bits[k], bits[k]);
            }
            (bits, u32::from_le_bytes(hits))
        }

        /// The row of this lane is the same line as its column.
        #[allow(clippy::inline_always)]
        #[inline(always)]
        fn begin_row(&mut self, lane: u32) {
            for k in 0..LANES / 8 {
                let (row, column) = (self.rows[k], self.columns[k]);
                self.rows[k] = self.unit.avx512f._mm512_mask_blend_epi64(of_group(lane, k), row, column);
            }
        }

        #[allow(clippy::inline_always)]
        #[inline(always)]
        fn all_full(&self) -> bool {
            let V4 { avx512f, .. } = self.unit;
            let [a, b, c, d] = self.rows;
            let all =
                avx512f._mm512_and_epi64(avx512f._mm512_and_epi64(a, b), avx512f._mm512_and_epi64(c, d));
            avx512f._mm512_cmpneq_epi64_mask(all, avx512f._mm512_set1_epi64(-1)) == 0
        }
    }

    impl NullaryFnOnce for Sweep<'_> {
        type Output = ();

        // Code that is not inlined here is not compiled for the vector unit.
        #[allow(clippy::inline_always)]
        #[inline(always)]
        fn call(self) {
            let Self { band, layer, first_value, unit } = self;
            let rows = layer.rows_of(band);
            let lines = &mut layer.lines[BEFORE + band.start + 1 - LANES..];
            let [of_even, of_odd] = &mut layer.diagonals;
            let mut step = band.first / 2 * 2;
            let mut lanes = Lanes {
                unit,
                rows: pulp::cast(rows),
                columns: load(&lines[step..]),
                even: load(&of_even[place_of_diagonal(step)..]),
                odd: load(&of_odd[place_of_diagonal(step)..]),
            };
            if lanes.all_full() {
                return;
            }
            let mut found = [[0; LANES]; 2];
            while step < band.waiting.len() {
                if let Some(lane) = band.begins_row(step) {
                    lanes.begin_row(1 << lane);
                }
                let place = place_of_diagonal(step);
                let mut even = lanes.even;
                let (bits, hits) = lanes.choose(&mut even, band.waiting[step]);
                found[0] = pulp::cast(bits);
                lanes.columns = shift(unit, lanes.columns, lines, step);
                lanes.even = shift(unit, even, of_even, place);
                let mut odd = lanes.odd;
                let (bits, more) = lanes.choose(&mut odd, band.waiting[step + 1]);
                found[1] = pulp::cast(bits);
                lanes.columns = shift(unit, lanes.columns, lines, step + 1);
                lanes.odd = shift(unit, odd, of_odd, place);
                let mut both = u64::from(hits) | u64::from(more) << LANES;
                if both != 0 {
                    band.waiting[step] &= !hits;
                    band.waiting[step + 1] &= !more;
                    let found: &[u64; 2 * LANES] = found.as_flattened().first_chunk().expect("two steps");
                    while both != 0 {
                        let lane = both.trailing_zeros() as usize % (2 * LANES);
                        both &= both - 1;
                        band.set(step + lane / LANES, lane % LANES, first_value, found[lane]);
                    }
                    if lanes.all_full() {
                        step += 2;
                        break;
                    }
                }
                step += 2;
            }
            store(&mut lines[step..], lanes.columns);
            store(&mut of_even[place_of_diagonal(step)..], lanes.even);
            store(&mut of_odd[place_of_diagonal(step)..], lanes.odd);
        }
    }
}
