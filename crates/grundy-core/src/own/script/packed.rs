//! Nested lists of whole numbers as bytes: most members take one byte, and most positions no memory of their own.
//!
//! The order of the bytes is the order of what they stand for: a number comes before a list, numbers go by size, and lists by their
//! members, a shorter one before its continuations.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The end of a list, before any member.
const CLOSE: u8 = 0;
/// Numbers from `LEAST` on have bytes of their own, from `DIRECT` on.
const DIRECT: u8 = 9;
const LEAST: i64 = -16;
const MOST: i64 = LEAST + (LONG - DIRECT) as i64;
/// A larger number is `LONG + n` for `n` bytes that follow, a smaller one `DIRECT - n`.
const LONG: u8 = 246;
/// The beginning of a list, after any number.
const OPEN: u8 = u8::MAX;
/// Number of bytes that need no memory of their own.
const FEW: usize = 22;

/// A number, or the beginning or the end of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Number(i64),
    Open,
    Close,
}

/// Appends a sign.
#[inline]
pub(super) fn pack(bytes: &mut Vec<u8>, sign: Sign) {
    match sign {
        Sign::Open => bytes.push(OPEN),
        Sign::Close => bytes.push(CLOSE),
        Sign::Number(number) => match u8::try_from(number.wrapping_sub(LEAST)) {
            Ok(place) if place <= LONG - DIRECT => bytes.push(DIRECT + place),
            _ => pack_long(bytes, number),
        },
    }
}

/// A number without a byte of its own: how many bytes follow, and its distance from those that have one. The distance is
/// inverted below them, where a greater one comes first.
#[inline(never)]
fn pack_long(bytes: &mut Vec<u8>, number: i64) {
    let above = number > MOST;
    let distance = if above { number.abs_diff(MOST + 1) } else { number.abs_diff(LEAST - 1) };
    let skipped = (distance.leading_zeros() as usize / 8).min(7);
    let length = u8::try_from(8 - skipped).unwrap_or(8);
    bytes.push(if above { LONG + length } else { DIRECT - length });
    let digits = if above { distance } else { !distance }.to_be_bytes();
    bytes.extend_from_slice(&digits[skipped..]);
}

/// Reads signs until the bytes end.
pub(super) struct Signs<'b>(pub(super) &'b [u8]);

impl Iterator for Signs<'_> {
    type Item = Sign;

    fn next(&mut self) -> Option<Sign> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(match first {
            CLOSE => Sign::Close,
            OPEN => Sign::Open,
            DIRECT..=LONG => Sign::Number(LEAST + i64::from(first - DIRECT)),
            _ => self.long(first),
        })
    }
}

impl<'b> Signs<'b> {
    /// All signs, if they are numbers with bytes of their own.
    pub(super) fn direct(&mut self) -> Option<impl Iterator<Item = i64> + use<'b>> {
        let all = self.0.iter().all(|byte| (DIRECT..=LONG).contains(byte));
        all.then(|| std::mem::take(&mut self.0).iter().map(|byte| LEAST + i64::from(byte - DIRECT)))
    }

    fn long(&mut self, first: u8) -> Sign {
        let above = first > LONG;
        let length = usize::from(if above { first - LONG } else { DIRECT - first });
        let (digits, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        let fill = if above { 0 } else { u64::MAX };
        let digits = digits.iter().fold(fill, |all, digit| all << 8 | u64::from(*digit));
        Sign::Number(if above {
            (MOST + 1).wrapping_add_unsigned(digits)
        } else {
            (LEAST - 1).wrapping_sub_unsigned(!digits)
        })
    }
}

/// Bytes, in place if they are few.
#[derive(Clone, Debug)]
pub(super) enum Packed {
    Few(u8, [u8; FEW]),
    Many(Arc<[u8]>),
}

impl Packed {
    pub(super) fn new(bytes: &[u8]) -> Self {
        let mut few = [0; FEW];
        match (few.get_mut(..bytes.len()), u8::try_from(bytes.len())) {
            (Some(place), Ok(length)) => {
                place.copy_from_slice(bytes);
                Self::Few(length, few)
            }
            _ => Self::Many(bytes.into()),
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Self::Few(length, few) => &few[..usize::from(*length)],
            Self::Many(many) => many,
        }
    }

    /// Memory in all.
    pub(super) fn memory(&self) -> u64 {
        let own = if let Self::Many(many) = self { many.len() + 24 } else { 0 };
        (size_of::<Self>() + own) as u64
    }
}

impl PartialEq for Packed {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for Packed {}

impl PartialOrd for Packed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Packed {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes().cmp(other.bytes())
    }
}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(signs: &[Sign]) -> Packed {
        let mut bytes = Vec::new();
        for &sign in signs {
            pack(&mut bytes, sign);
        }
        Packed::new(&bytes)
    }

    #[test]
    fn numbers_are_read_back_and_keep_their_order() {
        let mut numbers: Vec<i64> = vec![i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX];
        numbers.extend(-300..300);
        for bits in 8..63 {
            numbers.extend([-1, 0, 1, LEAST, MOST + 1].map(|more| (1 << bits) + more));
            numbers.extend([-1, 0, 1, LEAST, MOST + 1].map(|more| more - (1 << bits)));
        }
        numbers.sort_unstable();
        numbers.dedup();
        for &number in &numbers {
            let bytes = packed(&[Sign::Number(number)]);
            assert_eq!(Signs(bytes.bytes()).collect::<Vec<_>>(), [Sign::Number(number)]);
        }
        for pair in numbers.windows(2) {
            assert!(packed(&[Sign::Number(pair[0])]) < packed(&[Sign::Number(pair[1])]), "{pair:?}");
        }
        assert_eq!(packed(&[Sign::Number(LEAST), Sign::Number(MOST)]).bytes(), [DIRECT, LONG]);
    }

    #[test]
    fn lists_are_ordered_by_their_members() {
        use Sign::{Close, Number, Open};
        let ordered: [&[Sign]; 7] = [
            &[],
            &[Number(1)],
            &[Number(1), Number(0)],
            &[Number(i64::MAX)],
            &[Open, Close, Number(5)],
            &[Open, Number(-5), Close],
            &[Open, Number(-5), Number(i64::MIN), Close],
        ];
        for pair in ordered.windows(2) {
            assert!(packed(pair[0]) < packed(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn few_bytes_need_no_memory() {
        for length in [0, FEW, FEW + 1] {
            let bytes = vec![7; length];
            let packed = Packed::new(&bytes);
            assert_eq!(packed.bytes(), bytes);
            assert_eq!(packed.memory() > 24, length > FEW);
        }
        assert_eq!(size_of::<Packed>(), 24);
    }
}
