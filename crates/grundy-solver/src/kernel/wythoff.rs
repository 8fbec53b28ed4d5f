//! Wythoff's game on machine words, exact for every pair of `u64`.
//!
//! The cold pairs (those the player to move loses) are `(floor(n phi), floor(n phi) + n)`, each `n` once.
//! A pair with difference `d` is therefore cold exactly when its smaller heap is `d + floor(d F)`, `F`
//! being the fraction 0.618... of the golden ratio `phi`.
//!
//! **Why a fraction of 128 bits is enough.** Let `F'` be `F` cut after 128 bits. Cutting makes `n F` at
//! most `0.065 n / 2^128` too small, since the bits left out begin `0.0000100...`. That moves the floor only if
//! `n F` lies that closely above an integer. But with `m = floor(n phi)`,
//! `(n phi - m)(m + n / phi) = n^2 + n m - m^2` is a positive integer, and `m + n / phi < n sqrt(5)`, so
//! `n F` is more than `0.447 / n` above an integer: for all `n < 2^64` far more than the cut.
//!
//! **Why one multiplication is nearly always enough.** The first 64 bits of `F` give `d F` with a fraction
//! too small by less than `d / 2^64`. Only if adding `d` to the fraction's 64 bits overflows can the
//! integer part be wrong, and it matters only where the other heap is right or off by one. That is the
//! one branch of [`is_p`], almost never taken below 2^60.
//!
//! When taking the last object loses, `(0, 0)` and `(1, 2)` change places with `(0, 1)` and `(2, 2)`, and
//! every other cold pair stays.

mod bulk;
mod moves;
#[cfg(test)]
mod tests;

pub use bulk::{decide_columns, decide_pairs, decide_pairs_misere};
pub use moves::{Winning, WinningResult, winning_results, winning_results_misere};

/// The first 64 bits of the fraction of the golden ratio.
const F1: u64 = 0x9E37_79B9_7F4A_7C15;
/// The next 64 bits.
const F0: u64 = 0xF39C_C060_5CED_C834;

/// The 128-bit product, high word first.
#[inline(always)]
#[allow(clippy::inline_always, clippy::cast_possible_truncation)] // two halves of one product
const fn wide(x: u64, y: u64) -> (u64, u64) {
    let product = x as u128 * y as u128;
    ((product >> 64) as u64, product as u64)
}

/// `floor(n F)`, exact for every `n`.
#[inline]
const fn scaled(n: u64) -> u64 {
    let (high, low) = wide(n, F1);
    let (below, _) = wide(n, F0);
    high + low.overflowing_add(below).1 as u64
}

/// Whether the player to move loses, if taking the last object wins. The heaps are in any order.
#[inline]
#[allow(clippy::needless_bitwise_bool)] // a lazy test would branch on the data, where it cannot be foreseen
pub fn is_p(x: u64, y: u64) -> bool {
    let small = x.min(y);
    let d = x.max(y) - small;
    let (high, fraction) = wide(d, F1);
    let off = small.wrapping_sub(d).wrapping_sub(high);
    if fraction.overflowing_add(d).1 & (off <= 1) {
        return is_p_near_carry(small, d);
    }
    (off == 0) & (small >= d)
}

/// [`is_p`] by smaller heap and difference, with all 128 bits.
#[cold]
#[inline(never)]
fn is_p_near_carry(small: u64, d: u64) -> bool {
    small >= d && small - d == scaled(d)
}

/// Whether the player to move loses, if taking the last object loses.
#[inline]
pub fn is_p_misere(x: u64, y: u64) -> bool {
    let (small, large) = (x.min(y), x.max(y));
    if large <= 2 { matches!((small, large), (0, 1) | (2, 2)) } else { is_p(x, y) }
}

/// `floor(n phi)`: the smaller heap of the `n`-th cold pair, which can need 65 bits.
#[inline]
pub fn lower(n: u64) -> u128 {
    u128::from(n) + u128::from(scaled(n))
}

/// The other heap of the one cold pair that holds `heap`.
///
/// With `n = floor((heap + 1) F)`, the largest index whose smaller heap is at most `heap`: if that smaller
/// heap is `heap` itself, the other is `heap + n`; else `heap` is the larger one of a pair, and `n`, which
/// counts the smaller heaps up to it, is its partner.
#[inline]
pub fn partner(heap: u64) -> u128 {
    // 2^64 F has F1 as its integer part.
    let n = heap.checked_add(1).map_or(F1, scaled);
    if lower(n) == u128::from(heap) { u128::from(heap) + u128::from(n) } else { u128::from(n) }
}

/// [`partner`] when taking the last object loses.
#[inline]
pub fn partner_misere(heap: u64) -> u128 {
    match heap {
        0 => 1,
        1 => 0,
        2 => 2,
        _ => partner(heap),
    }
}
