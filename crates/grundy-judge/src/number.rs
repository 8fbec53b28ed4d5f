//! Integers of an input: a machine word if it fits, any size beyond.
//!
//! Nearly every number of a contest input fits a word, and a million cases must not allocate. So a
//! number is small whenever possible; the rest of the crate need not distinguish.

use std::fmt;

use dashu_int::{IBig, UBig};

/// A whole number of any size. `Big` is used only if `Small` does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Num {
    /// A number that fits a machine word.
    Small(i64),
    /// A number that does not.
    Big(IBig),
}

impl Num {
    /// Whether the number is negative.
    #[inline]
    pub fn is_negative(&self) -> bool {
        match self {
            Self::Small(n) => *n < 0,
            Self::Big(n) => *n < IBig::ZERO,
        }
    }

    /// The number as a machine word, if it fits and is not negative.
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            Self::Small(n) => u64::try_from(*n).ok(),
            Self::Big(n) => u64::try_from(n).ok(),
        }
    }

    /// The number as a heap; `None` if it is negative.
    pub fn to_ubig(&self) -> Option<UBig> {
        match self {
            Self::Small(n) => u64::try_from(*n).ok().map(UBig::from),
            Self::Big(n) => UBig::try_from(n.clone()).ok(),
        }
    }

    /// The number as a big integer.
    pub fn to_ibig(&self) -> IBig {
        match self {
            Self::Small(n) => IBig::from(*n),
            Self::Big(n) => n.clone(),
        }
    }

    /// Appends the decimal digits.
    pub fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Small(n) => {
                if *n < 0 {
                    out.push(b'-');
                }
                push_u64(out, n.unsigned_abs());
            }
            Self::Big(n) => out.extend_from_slice(n.to_string().as_bytes()),
        }
    }
}

impl From<IBig> for Num {
    fn from(n: IBig) -> Self {
        i64::try_from(&n).map_or(Self::Big(n), Self::Small)
    }
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(n) => n.fmt(f),
            Self::Big(n) => n.fmt(f),
        }
    }
}

/// Numbers below this have at most eight digits.
const EIGHT: u64 = 100_000_000;

/// Appends the decimal digits of a machine word, without allocating beyond `out`.
#[inline(always)]
#[allow(clippy::inline_always)] // two numbers in a row share their constants
pub fn push_u64(out: &mut Vec<u8>, n: u64) {
    if n < EIGHT {
        let digits = eight_digits(n);
        // Leading zeros are low bytes; the last digit is always kept.
        let zeros = (digits | 1 << 56).trailing_zeros() / 8;
        // Appends all eight bytes, a constant size, and truncates: cheaper than a copy of varying
        // length.
        let len = out.len() + 8 - zeros as usize;
        out.extend_from_slice(&((digits | ZEROS) >> (8 * zeros)).to_le_bytes());
        out.truncate(len);
        return;
    }
    let (before, last) = (n / EIGHT, (eight_digits(n % EIGHT) | ZEROS).to_le_bytes());
    if before < 10 {
        // Nine digits are common in contests.
        let [a, b, c, d, e, f, g, h] = last;
        out.extend_from_slice(&[b'0' + before.to_le_bytes()[0], a, b, c, d, e, f, g, h]);
        return;
    }
    push_long(out, before);
    out.extend_from_slice(&last);
}

/// [`push_u64`] for the digits before the last eight of a long number.
#[inline(never)]
fn push_long(out: &mut Vec<u8>, n: u64) {
    push_u64(out, n);
}

/// `0` in each byte.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The eight digits of a number below 10^8, one a byte, the first in the lowest byte.
///
/// Computed in parallel: halves of four digits, quarters of two, single digits. The divisions of a
/// step are one multiplication by a rounded inverse, which is exact for parts this small.
#[inline]
const fn eight_digits(n: u64) -> u64 {
    let (high, low) = (n / 10_000, n % 10_000);
    let fours = high | low << 32;
    // n / 100 = n * 5243 >> 19 for n < 10^4, and n / 10 = n * 103 >> 10 for n < 100.
    let hundreds = ((fours * 5243) >> 19) & 0x0000_007F_0000_007F;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | (twos - 10 * tens) << 8
}

/// Appends a text; most have a single character.
#[inline]
pub fn push_text(out: &mut Vec<u8>, text: &str) {
    match text.as_bytes() {
        [byte] => out.push(*byte),
        bytes => out.extend_from_slice(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_standard_library() {
        let mut cases = vec![0, 9, 10, 11, 99, 100, 101, 12345, u64::MAX];
        cases.extend((0..20).map(|k| 10_u64.pow(k)));
        cases.extend((1..20).map(|k| 10_u64.pow(k) - 1));
        // All four-digit numbers, in both halves of eight digits.
        cases.extend((0..10_000).flat_map(|n| [n, 10_000 * n + 9_999, 10_000 * (9_999 - n)]));
        for n in cases {
            let mut out = Vec::new();
            push_u64(&mut out, n);
            assert_eq!(String::from_utf8(out).unwrap(), n.to_string());
        }
    }

    #[test]
    fn small_and_big_write_alike() {
        for text in ["-9223372036854775808", "9223372036854775807", "-1", "0", "9223372036854775808"] {
            let num = Num::from(text.parse::<IBig>().unwrap());
            let mut out = Vec::new();
            num.write(&mut out);
            assert_eq!(String::from_utf8(out).unwrap(), text);
            assert_eq!(num.to_string(), text);
        }
    }
}
