//! Powers of constants: their size is known before they are computed.

use dashu_base::{Abs, BitTest, Signed};
use dashu_int::IBig;

use crate::error::{Error, Result};
use crate::number::MAX_DIGITS;

/// Powers of -1, 0 and 1 are small whatever the exponent.
pub(super) fn small_base_power(base: &IBig, exponent: &IBig) -> Option<IBig> {
    let unsigned = base.clone().abs();
    if unsigned > IBig::ONE {
        return None;
    }
    Some(if exponent.is_zero() || (base.is_negative() && (exponent % 2u8) == 0) {
        IBig::ONE
    } else {
        base.clone()
    })
}

/// A constant power, its size checked before it is computed.
pub(super) fn constant_power(base: &IBig, exponent: &IBig) -> Result<IBig> {
    if let Some(value) = small_base_power(base, exponent) {
        return Ok(value);
    }
    let exponent = usize::try_from(exponent).map_err(|_| too_many_digits())?;
    if least_bits(base, exponent) > bits_of_digits(MAX_DIGITS) {
        return Err(too_many_digits());
    }
    let value = base.pow(exponent);
    if value.bit_len() > bits_of_digits(MAX_DIGITS) { Err(too_many_digits()) } else { Ok(value) }
}

/// A lower bound, and nearly the exact number, of the bits of the power. `bit_len - 1` is the logarithm rounded down;
/// for a small base a power of it gives a better estimate.
pub(super) fn least_bits(base: &IBig, exponent: usize) -> usize {
    const CLOSER: usize = 64;
    let whole = if base.bit_len() <= CLOSER { CLOSER } else { 1 };
    (base.pow(whole).bit_len() - 1).saturating_mul(exponent / whole)
}

/// A number of bits that holds every number of `digits` digits.
pub(super) fn bits_of_digits(digits: usize) -> usize {
    digits / 3 * 10 + 10
}

pub(super) fn too_many_digits() -> Error {
    Error::input("error.number-too-large").with("digits", MAX_DIGITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_power_is_known_before_it_is_computed() {
        for base in [2_u64, 3, 7, 10, u64::MAX] {
            for exponent in [64, 100, 1000, 4321] {
                let base = IBig::from(base);
                let (least, bits) = (least_bits(&base, exponent), base.pow(exponent).bit_len());
                assert!(least <= bits, "{base}^{exponent}");
                assert!(exponent < 1000 || bits - least <= bits / 12, "{base}^{exponent}: {least} of {bits}");
            }
        }
    }
}
