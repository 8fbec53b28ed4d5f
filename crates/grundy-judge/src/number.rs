//! Integers as they come from an input: a machine word where it fits, any size beyond.
//!
//! Nearly every number of a contest input fits a word, and a million cases must not allocate. So a
//! number is kept small whenever it can be; nothing else in the crate has to think about it.

use std::fmt;

use dashu_int::{IBig, UBig};

/// A whole number of any size. `Big` is used for what does not fit `Small`, and only then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Num {
    /// Fits a machine word.
    Small(i64),
    /// Does not.
    Big(IBig),
}

impl Num {
    /// The number as a machine word, where it is one and not negative.
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            Self::Small(n) => u64::try_from(*n).ok(),
            Self::Big(n) => u64::try_from(n).ok(),
        }
    }

    /// The number as a heap: `None` when it is negative.
    pub fn to_ubig(&self) -> Option<UBig> {
        match self {
            Self::Small(n) => u64::try_from(*n).ok().map(UBig::from),
            Self::Big(n) => UBig::try_from(n.clone()).ok(),
        }
    }

    /// The number at its full size.
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

const PAIRS: [u8; 200] = {
    let mut table = [0; 200];
    let (mut i, mut tens, mut ones) = (0, b'0', b'0');
    while i < 200 {
        (table[i], table[i + 1]) = (tens, ones);
        (tens, ones) = if ones == b'9' { (tens + 1, b'0') } else { (tens, ones + 1) };
        i += 2;
    }
    table
};

/// Appends the decimal digits of a machine word, without allocating beyond `out`.
#[inline]
pub fn push_u64(out: &mut Vec<u8>, mut n: u64) {
    if n < 10 {
        out.push(b'0' + n.to_le_bytes()[0]);
        return;
    }
    // Room for the longest, of constant size, and then back: cheaper than a copy of varying length.
    let start = out.len();
    let len = n.ilog10() as usize + 1;
    out.extend_from_slice(&[b'0'; 20]);
    let mut at = start + len;
    while n >= 10 {
        let pair = 2 * usize::from((n % 100).to_le_bytes()[0]);
        n /= 100;
        at -= 2;
        out[at] = PAIRS[pair];
        out[at + 1] = PAIRS[pair + 1];
    }
    if n > 0 {
        out[start] = b'0' + n.to_le_bytes()[0];
    }
    out.truncate(start + len);
}

/// Appends a text; most are a single character.
#[inline]
pub fn push_text(out: &mut Vec<u8>, text: &str) {
    match text.as_bytes() {
        [byte] => out.push(*byte),
        bytes => out.extend_from_slice(bytes),
    }
}

/// Appends the decimal digits of a number of any size.
pub fn push_ubig(out: &mut Vec<u8>, n: &UBig) {
    match u64::try_from(n) {
        Ok(n) => push_u64(out, n),
        Err(_) => out.extend_from_slice(n.to_string().as_bytes()),
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
