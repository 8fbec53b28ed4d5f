//! Whole numbers for integer pivoting, at three widths.
//!
//! A pivot computes `(p a - b c) / d`, which is again whole (Edmonds 1967, Bareiss 1968). The division is exact,
//! so it needs no division instruction: the trailing zeros of `d` are shifted away and the rest is a product
//! with an inverse modulo a power of two. Overflow is detected by multiplying back, and the caller continues
//! with the next width.

use std::cmp::Ordering;

use dashu_base::{BitTest, Sign};
use dashu_int::IBig;

/// A number of a tableau.
pub(super) trait Scalar: Clone {
    /// A divisor in prepared form.
    type Divisor;
    /// Zero.
    const ZERO: Self;
    /// The number, if it fits.
    fn from_big(value: &IBig) -> Option<Self>;
    /// The number at unlimited width.
    fn to_big(&self) -> IBig;
    /// Number of bits to drop from it and similar numbers, so that floats can hold the rest.
    fn surplus(&self) -> usize {
        0
    }
    /// A float near it without the lowest `surplus` bits, for choices where any choice is correct.
    fn approximate(&self, surplus: usize) -> f64;
    /// The comparison with zero.
    fn sign(&self) -> Ordering;
    /// The negated number, if it fits.
    fn negated(&self) -> Option<Self>;
    /// Prepares division by it; it must not be zero.
    fn divisor(&self) -> Self::Divisor;
    /// `(p a - b c) / d`, which must be whole; `None` if it does not fit.
    fn cross(p: &Self, a: &Self, b: &Self, c: &Self, d: &Self::Divisor) -> Option<Self>;
    /// `a b` compared with `c d`.
    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering;
}

/// A divisor `d = odd 2^shift`, with the inverse of `odd`.
pub(super) struct Odd<T, U> {
    divisor: T,
    inverse: U,
    shift: u32,
}

impl Scalar for i64 {
    type Divisor = Odd<i64, u64>;
    const ZERO: Self = 0;

    fn from_big(value: &IBig) -> Option<Self> {
        Self::try_from(value).ok()
    }

    fn to_big(&self) -> IBig {
        IBig::from(*self)
    }

    #[allow(clippy::cast_precision_loss, reason = "near is enough")]
    fn approximate(&self, _surplus: usize) -> f64 {
        *self as f64
    }

    #[inline]
    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    #[inline]
    fn negated(&self) -> Option<Self> {
        self.checked_neg()
    }

    fn divisor(&self) -> Self::Divisor {
        let shift = self.trailing_zeros();
        let odd = (self >> shift).cast_unsigned();
        // Newton's iteration doubles the number of correct bits: 3, 6, 12, 24, 48, 96.
        let mut inverse = odd.wrapping_mul(3) ^ 2;
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        Odd { divisor: *self, inverse, shift }
    }

    #[inline]
    fn cross(p: &Self, a: &Self, b: &Self, c: &Self, d: &Self::Divisor) -> Option<Self> {
        // Two products of 63 bits: no overflow.
        let whole = i128::from(*p) * i128::from(*a) - i128::from(*b) * i128::from(*c);
        let quotient = low_64(whole >> d.shift).wrapping_mul(d.inverse).cast_signed();
        (i128::from(quotient) * i128::from(d.divisor) == whole).then_some(quotient)
    }

    #[inline]
    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering {
        (i128::from(*a) * i128::from(*b)).cmp(&(i128::from(*c) * i128::from(*d)))
    }
}

#[inline]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low half is meant")]
fn low_64(value: i128) -> u64 {
    value as u64
}

/// A 256-bit number in two's complement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Double {
    high: i128,
    low: u128,
}

impl Double {
    fn product(a: i128, b: i128) -> Self {
        const LOW: u128 = u64::MAX as u128;
        let (x, y) = (a.unsigned_abs(), b.unsigned_abs());
        let (x1, x0, y1, y0) = (x >> 64, x & LOW, y >> 64, y & LOW);
        let (low, mid, mid2, high) = (x0 * y0, x1 * y0, x0 * y1, x1 * y1);
        let carry = (low >> 64) + (mid & LOW) + (mid2 & LOW);
        let low = low & LOW | carry << 64;
        let high = high + (mid >> 64) + (mid2 >> 64) + (carry >> 64);
        let product = Self { high: high.cast_signed(), low };
        if (a < 0) == (b < 0) { product } else { Self { high: 0, low: 0 }.minus(product) }
    }

    /// Correct if the difference fits, as that of two products of i128 does.
    fn minus(self, other: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Self { high: self.high.wrapping_sub(other.high).wrapping_sub(i128::from(borrow)), low }
    }

    /// The low half after a shift of less than 128 bits.
    fn shifted(self, shift: u32) -> u128 {
        if shift == 0 { self.low } else { self.low >> shift | self.high.cast_unsigned() << (128 - shift) }
    }
}

impl Scalar for i128 {
    type Divisor = Odd<i128, u128>;
    const ZERO: Self = 0;

    fn from_big(value: &IBig) -> Option<Self> {
        // One bit is reserved, so that a difference of two products fits.
        Self::try_from(value).ok().filter(|value| value.unsigned_abs() >> 126 == 0)
    }

    fn to_big(&self) -> IBig {
        IBig::from(*self)
    }

    #[allow(clippy::cast_precision_loss, reason = "near is enough")]
    fn approximate(&self, _surplus: usize) -> f64 {
        *self as f64
    }

    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    fn negated(&self) -> Option<Self> {
        self.checked_neg()
    }

    fn divisor(&self) -> Self::Divisor {
        let shift = self.trailing_zeros();
        let odd = (self >> shift).cast_unsigned();
        let mut inverse = odd.wrapping_mul(3) ^ 2;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        Odd { divisor: *self, inverse, shift }
    }

    fn cross(p: &Self, a: &Self, b: &Self, c: &Self, d: &Self::Divisor) -> Option<Self> {
        let whole = Double::product(*p, *a).minus(Double::product(*b, *c));
        let quotient = whole.shifted(d.shift).wrapping_mul(d.inverse).cast_signed();
        let fits = quotient.unsigned_abs() >> 126 == 0;
        (fits && Double::product(quotient, d.divisor) == whole).then_some(quotient)
    }

    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering {
        Double::product(*a, *b).cmp(&Double::product(*c, *d))
    }
}

impl Scalar for IBig {
    type Divisor = Self;
    const ZERO: Self = Self::ZERO;

    fn from_big(value: &IBig) -> Option<Self> {
        Some(value.clone())
    }

    fn to_big(&self) -> IBig {
        self.clone()
    }

    fn surplus(&self) -> usize {
        self.bit_len().saturating_sub(400)
    }

    fn approximate(&self, surplus: usize) -> f64 {
        if surplus == 0 { self.to_f64().value() } else { (self >> surplus).to_f64().value() }
    }

    fn sign(&self) -> Ordering {
        if self.is_zero() {
            Ordering::Equal
        } else if dashu_base::Signed::sign(self) == Sign::Negative {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }

    fn negated(&self) -> Option<Self> {
        Some(-self)
    }

    fn divisor(&self) -> Self {
        self.clone()
    }

    fn cross(p: &Self, a: &Self, b: &Self, c: &Self, d: &Self) -> Option<Self> {
        Some((p * a - b * c) / d)
    }

    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering {
        (a * b).cmp(&(c * d))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agrees<T: Scalar + std::fmt::Debug + PartialEq>(p: i128, a: i128, b: i128, c: i128, d: i128) {
        let big = [p, a, b, c, d].map(IBig::from);
        let [Some(p), Some(a), Some(b), Some(c)] = [0, 1, 2, 3].map(|i| T::from_big(&big[i])) else { return };
        let whole = &big[0] * &big[1] - &big[2] * &big[3];
        assert_eq!(T::compare_products(&p, &a, &b, &c), (&big[0] * &big[1]).cmp(&(&big[2] * &big[3])));
        let Some(divisor) = T::from_big(&big[4]) else { return };
        if d == 0 || !(&whole % &big[4]).is_zero() {
            return;
        }
        assert_eq!(T::cross(&p, &a, &b, &c, &divisor.divisor()), T::from_big(&(whole / &big[4])));
    }

    proptest! {
        #[test]
        fn narrow_numbers_agree_with_big_ones(a: i64, b: i64, c: i64, d in -40i128..40, k in 0u32..60) {
            let wide = i128::from;
            agrees::<i64>(d, wide(a), d, wide(b), d);
            agrees::<i64>(wide(a) >> k, wide(b), wide(a) >> k, wide(c), wide(a) >> k);
            agrees::<i64>(wide(a), wide(b), wide(c), wide(c), 1);
        }

        #[test]
        fn wide_numbers_agree_with_big_ones(a: i128, b: i128, c: i128, k in 0u32..126, l in 0u32..126) {
            let (a, b, c) = (a >> k.max(1), b >> l.max(1), c >> 2);
            agrees::<i128>(a, b, a, c, a);
            agrees::<i128>(b, c, a, b, b);
            agrees::<i128>(a, b, c, c, 1);
            agrees::<i128>(4 * (a >> 3), 4 * (b >> 3), 16, c >> 4, 16);
        }
    }
}
