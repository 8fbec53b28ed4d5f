//! Positions of the popular symbols of a sequence, as bit strings that can be read from any position.
//!
//! A bit string is stored eight times, shifted by 0 to 7 bits, so that the bits from any position on start
//! at a byte and can be loaded unaligned.

use pulp::NullaryFnOnce;

use super::vector_unit;

/// A symbol of the sequence: a value or its code.
pub(crate) trait Symbol: Copy + Into<u16> {}
impl<T: Copy + Into<u16>> Symbol for T {}

/// Bit p of the string of u says whether the symbol at `base + p` is u.
#[derive(Debug)]
pub(crate) struct Strings {
    base: usize,
    end: usize,
    /// 64-bit words in one of the eight copies.
    words: usize,
    /// By symbol, its string; `NONE` where it has none.
    slot: Vec<u16>,
    count: usize,
    bits: Vec<u64>,
}

const NONE: u16 = u16::MAX;
/// Spare words after the last position, so that a load of 64 bytes stays in bounds.
const SPARE: usize = 9;
const SHIFTS: usize = 8;

impl Strings {
    /// For these symbols, over at least `keep` positions before the end of `sequence`, whose length is a
    /// multiple of 64.
    pub(crate) fn new<T: Symbol>(sequence: &[T], symbols: &[u16], keep: usize) -> Self {
        let end = sequence.len();
        let base = end.saturating_sub(keep) / 64 * 64;
        // Spare room, so that older positions are dropped only occasionally.
        let words = 3 * keep.div_ceil(64) + 128 + SPARE;
        let mut slot = vec![NONE; symbols.iter().max().map_or(0, |s| usize::from(*s) + 1)];
        for (place, &symbol) in (0..).zip(symbols) {
            slot[usize::from(symbol)] = place;
        }
        let bits = vec![0; symbols.len() * SHIFTS * words];
        let mut strings = Self { base, end: base, words, slot, count: symbols.len(), bits };
        strings.catch_up(sequence, end, keep);
        strings
    }

    /// Size of the strings of one symbol, in bytes; see [`place`](Self::place).
    pub(crate) fn stride(&self) -> usize {
        self.words * SHIFTS * 8
    }

    /// All strings.
    pub(crate) fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.bits)
    }

    /// The byte offset, within the strings of a symbol, of the bits that are `offset` positions before the
    /// block at byte [`origin`](Self::origin). Add it to `origin`, wrapping.
    pub(crate) fn place(&self, offset: usize) -> i32 {
        let shift = (SHIFTS - offset % SHIFTS) % SHIFTS;
        let place = (shift * self.words * 8).cast_signed() - ((offset + shift) / SHIFTS).cast_signed();
        i32::try_from(place).unwrap_or(i32::MAX)
    }

    /// The byte of a position that is a multiple of 8.
    pub(crate) fn origin(&self, n: usize) -> usize {
        (n - self.base) / 8
    }

    /// Numbers the positions anew, `count` less each. Returns `false` if the strings begin too early for that.
    pub(crate) fn shift(&mut self, count: usize) -> bool {
        let begins = self.base >= count;
        if begins {
            self.base -= count;
            self.end -= count;
        }
        begins
    }

    /// Adds the symbols up to `end`, a multiple of 64, and keeps `keep` positions before it.
    pub(crate) fn catch_up<T: Symbol>(&mut self, sequence: &[T], end: usize, keep: usize) {
        if (end - self.base) / 64 + SPARE > self.words {
            let base = (end - keep) / 64 * 64;
            let words = (base - self.base) / 64;
            let kept = (self.end.saturating_sub(base)) / 64;
            for copy in self.bits.chunks_exact_mut(self.words) {
                copy.copy_within(words..words + kept, 0);
                copy[kept..].fill(0);
            }
            self.base = base;
            self.end = self.end.max(base);
        }
        let first = (self.end - self.base) / 64;
        let count = (end - self.end) / 64;
        let mut fresh = vec![0u64; self.count];
        for (word, chunk) in (first..).zip(sequence[self.end..end].chunks_exact(64)) {
            fresh.fill(0);
            for (bit, &symbol) in chunk.iter().enumerate() {
                if let Some(&slot) = self.slot.get(usize::from(symbol.into()))
                    && slot != NONE
                {
                    fresh[usize::from(slot)] |= 1 << bit;
                }
            }
            for (copies, &bits) in self.bits.chunks_exact_mut(SHIFTS * self.words).zip(&fresh) {
                copies[word] = bits.to_le();
            }
        }
        if count == 0 {
            return;
        }
        vector_unit().dispatch(Shift { bits: &mut self.bits, words: self.words, first, count });
        self.end = end;
    }
}

/// Updates the shifted copies of `count` words from `first` on, and the word before them.
struct Shift<'a> {
    bits: &'a mut [u64],
    words: usize,
    first: usize,
    count: usize,
}

impl NullaryFnOnce for Shift<'_> {
    type Output = ();

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) {
        let from = self.first.saturating_sub(1);
        let to = self.first + self.count;
        for copies in self.bits.chunks_exact_mut(SHIFTS * self.words) {
            let (plain, shifted) = copies.split_at_mut(self.words);
            let (low, high) = (&plain[from..to], &plain[from + 1..=to]);
            for (shift, copy) in (1u32..).zip(shifted.chunks_exact_mut(self.words)) {
                let out = &mut copy[from..to];
                // Loops over indices: iterators would not be inlined here.
                for i in 0..out.len().min(low.len()).min(high.len()) {
                    let bits = u64::from_le(low[i]) >> shift | u64::from_le(high[i]) << (64 - shift);
                    out[i] = bits.to_le();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_what_the_sequence_says() {
        let mut random = fastrand::Rng::with_seed(3);
        let sequence: Vec<u8> = (0..8192).map(|_| u8::try_from(random.u64(..7)).unwrap()).collect();
        let keep = 1000;
        let mut strings = Strings::new(&sequence[..2048], &[5, 2], keep);
        for end in (2048..8192).step_by(512) {
            strings.catch_up(&sequence, end, keep);
            for offset in [512, 513, 519, 700, 999, 1000] {
                for (symbol, bytes) in [5, 2].into_iter().zip(strings.bytes().chunks(strings.stride())) {
                    let at = strings.origin(end).wrapping_add_signed(strings.place(offset) as isize);
                    for j in 0..512 {
                        let bit = bytes[at + j / 8] >> (j % 8) & 1 == 1;
                        assert_eq!(bit, sequence[end - offset + j] == symbol, "{end} {offset} {j}");
                    }
                }
            }
        }
    }
}
