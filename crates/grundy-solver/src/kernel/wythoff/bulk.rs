//! Many pairs at once.
//!
//! Vector units multiply 32 by 32 bits, so the product with the golden ratio is assembled from four such
//! products, in plain code that the compiler vectorizes. Blocks of 64 pairs are decided with the first 64
//! bits of the ratio; each lane also reports whether the omitted bits could matter, and if one does, the
//! block is decided again with all 128. Nothing in a block branches on the data, so random pairs and cold
//! pairs cost the same.
//!
//! The vector unit is detected at run time. Without a wide one, pairs are decided one by one: the scalar
//! 64-bit multiplier is faster than two lanes of 32.

use super::{F0, F1, is_p, is_p_misere};
use pulp::{Arch, NullaryFnOnce};

/// Number of pairs decided together: small enough to redo, large enough to fill any vector unit.
const BLOCK: usize = 64;
const LOW: u64 = 0xFFFF_FFFF;

/// Writes 1 for each pair that the player to move loses and 0 for the others, if taking the last object wins.
/// Answers line up with pairs; the rest of the longer slice is left unchanged.
pub fn decide_pairs(pairs: &[[u64; 2]], answers: &mut [u8]) {
    let len = pairs.len().min(answers.len());
    let (pairs, answers) = (&pairs[..len], &mut answers[..len]);
    match vector_unit() {
        Some(arch) => arch.dispatch(Pairs(pairs, answers)),
        None => one_by_one(pairs.iter().copied(), answers),
    }
}

/// Like [`decide_pairs`], for heaps in two columns.
pub fn decide_columns(first: &[u64], second: &[u64], answers: &mut [u8]) {
    let len = first.len().min(second.len()).min(answers.len());
    let (first, second, answers) = (&first[..len], &second[..len], &mut answers[..len]);
    match vector_unit() {
        Some(arch) => arch.dispatch(Columns(first, second, answers)),
        None => one_by_one(first.iter().zip(second).map(|(&x, &y)| [x, y]), answers),
    }
}

/// Like [`decide_pairs`], if taking the last object loses: only pairs of heaps up to 2 differ.
pub fn decide_pairs_misere(pairs: &[[u64; 2]], answers: &mut [u8]) {
    decide_pairs(pairs, answers);
    for (&[x, y], answer) in pairs.iter().zip(answers) {
        if x | y < 4 {
            *answer = u8::from(is_p_misere(x, y));
        }
    }
}

/// A vector unit wide enough to beat the scalar multiplier.
fn vector_unit() -> Option<Arch> {
    let arch = Arch::new();
    let wide = cfg!(target_arch = "x86_64") && !matches!(arch, Arch::Scalar);
    wide.then_some(arch)
}

fn one_by_one(pairs: impl Iterator<Item = [u64; 2]>, answers: &mut [u8]) {
    for ([x, y], answer) in pairs.zip(answers) {
        *answer = u8::from(is_p(x, y));
    }
}

struct Pairs<'a>(&'a [[u64; 2]], &'a mut [u8]);

impl NullaryFnOnce for Pairs<'_> {
    type Output = ();

    // Code that is not inlined here is not compiled for the vector unit.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) {
        let (blocks, rest) = self.0.as_chunks::<BLOCK>();
        let (outs, rest_out) = self.1.as_chunks_mut::<BLOCK>();
        for (block, out) in blocks.iter().zip(outs) {
            decide_block(block.iter().copied(), out);
        }
        one_by_one(rest.iter().copied(), rest_out);
    }
}

struct Columns<'a>(&'a [u64], &'a [u64], &'a mut [u8]);

impl NullaryFnOnce for Columns<'_> {
    type Output = ();

    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) {
        let (xs, x_rest) = self.0.as_chunks::<BLOCK>();
        let (ys, y_rest) = self.1.as_chunks::<BLOCK>();
        let (outs, rest_out) = self.2.as_chunks_mut::<BLOCK>();
        for ((x, y), out) in xs.iter().zip(ys).zip(outs) {
            decide_block(x.iter().zip(y).map(|(&x, &y)| [x, y]), out);
        }
        one_by_one(x_rest.iter().zip(y_rest).map(|(&x, &y)| [x, y]), rest_out);
    }
}

#[allow(clippy::inline_always)]
#[inline(always)]
fn decide_block(pairs: impl Iterator<Item = [u64; 2]> + Clone, out: &mut [u8; BLOCK]) {
    let mut doubt = 0_u64;
    for (answer, [x, y]) in out.iter_mut().zip(pairs.clone()) {
        let (cold, near) = lane(x, y);
        *answer = u8::from(cold);
        doubt |= u64::from(near);
    }
    if doubt != 0 {
        for (answer, [x, y]) in out.iter_mut().zip(pairs) {
            *answer = u8::from(lane_exact(x, y));
        }
    }
}

/// The answer from 64 bits of the ratio, and whether the omitted bits could change it.
#[allow(clippy::inline_always, clippy::needless_bitwise_bool)] // lanes cannot branch
#[inline(always)]
fn lane(x: u64, y: u64) -> (bool, bool) {
    let small = x.min(y);
    let d = x.max(y) - small;
    let product = product(d, F1);
    let off = small.wrapping_sub(d).wrapping_sub(product.high);
    // The fraction's upper 32 bits, plus the most that its lower bits and the cut can add, overflow.
    let near = (product.middle & LOW) + (d >> 32) + 2 > LOW;
    ((off == 0) & (small >= d), near & (off <= 1))
}

/// The answer from 128 bits of the ratio.
#[allow(clippy::inline_always, clippy::needless_bitwise_bool)] // lanes cannot branch
#[inline(always)]
fn lane_exact(x: u64, y: u64) -> bool {
    let small = x.min(y);
    let d = x.max(y) - small;
    let product_1 = product(d, F1);
    let fraction = (product_1.middle << 32) | product_1.low;
    let sum = fraction.wrapping_add(product(d, F0).high);
    let carry = u64::from(sum < fraction);
    (small.wrapping_sub(d).wrapping_sub(product_1.high) == carry) & (small >= d)
}

/// A 128-bit product: `high` is its upper word, `middle` modulo 2^32 and `low` make the lower one.
struct Product {
    high: u64,
    middle: u64,
    low: u64,
}

#[allow(clippy::inline_always)]
#[inline(always)]
fn product(d: u64, f: u64) -> Product {
    let (dh, dl, fh, fl) = (d >> 32, d & LOW, f >> 32, f & LOW);
    let low = dl * fl;
    let cross = dl * fh + (low >> 32);
    let middle = dh * fl + (cross & LOW);
    Product { high: dh * fh + (cross >> 32) + (middle >> 32), middle, low: low & LOW }
}
