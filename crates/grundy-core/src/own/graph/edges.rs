//! Edge lists: one `from to` per line, a single name for a vertex, comments after `#`.

use super::Place;
use super::builder::Builder;
use crate::error::{Error, Result};

/// Reads lines of an edge list, the first of which has the number `first`; returns how many there are.
pub(super) fn load(file: Option<&str>, text: &str, first: u64, builder: &mut Builder<'_>) -> Result<u64> {
    let bytes = text.as_bytes();
    let (mut start, mut number) = (0, first);
    while start < bytes.len() {
        if let Some((from, to, length)) = two_numbers(&bytes[start..])
            && let (Some(from), Some(to)) = (builder.numbered(from), builder.numbered(to))
        {
            builder.edge(from, to)?;
            start += length;
        } else {
            let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |length| start + length);
            line(file, &text[start..end], number, builder)?;
            start = end + 1;
        }
        number += 1;
    }
    Ok(number - first)
}

/// Any line.
fn line(file: Option<&str>, line: &str, number: u64, builder: &mut Builder<'_>) -> Result<()> {
    let line = line.trim_ascii_end();
    let mut words = Words { line, at: 0 };
    let place = |at: usize| Place { file, line: number, column: line[..at].chars().count() as u64 + 1 };
    let Some((from, at)) = words.next() else { return Ok(()) };
    let from = builder.vertex(from, &|| place(at))?;
    let Some((to, second)) = words.next() else { return Ok(()) };
    let to = builder.vertex(to, &|| place(second))?;
    builder.edge(from, to)?;
    match words.next() {
        Some((_, third)) => Err(Error::input("error.graph-line")
            .with("place", place(third).message())
            .with("count", 3 + words.count())),
        None => Ok(()),
    }
}

/// The most common line: two small numbers, one blank between them, and its end. Also returns its length.
fn two_numbers(bytes: &[u8]) -> Option<(u32, u32, usize)> {
    let (from, length) = leading_number(bytes)?;
    let rest = bytes.get(length..)?;
    let (to, more) = matches!(rest, [b' ' | b'\t', ..]).then(|| leading_number(&rest[1..]))??;
    (rest.get(1 + more) == Some(&b'\n')).then_some((from, to, length + more + 2))
}

/// A number of up to seven digits without leading zeros, and its length. Eight bytes are looked at together.
fn leading_number(bytes: &[u8]) -> Option<(u32, usize)> {
    let word = u64::from_le_bytes(*bytes.first_chunk()?);
    let digits = word ^ 0x3030_3030_3030_3030;
    // The high bit of each byte that is no digit.
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    let length = others.trailing_zeros() / 8;
    if length == 0 || length == 8 || (length > 1 && bytes[0] == b'0') {
        return None;
    }
    // Zeros in front, the last digit in the highest byte; then neighbours are joined three times.
    let digits = digits << (64 - 8 * length);
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    let number = (fours.wrapping_mul(10_000) + (fours >> 32)) & 0xFFFF_FFFF;
    Some((u32::try_from(number).ok()?, length as usize))
}

/// The names of one line, with their places.
struct Words<'t> {
    line: &'t str,
    at: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = (&'t str, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.line.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        let start = self.at;
        if bytes.get(start).is_none_or(|&b| b == b'#') {
            return None;
        }
        while bytes.get(self.at).is_some_and(|b| !b.is_ascii_whitespace()) {
            self.at += 1;
        }
        Some((&self.line[start..self.at], start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_the_library_reads_them() {
        for number in (0..20_000).chain((0..9_999_999).step_by(997)).chain([9_999_999]) {
            let text = format!("{number} {}\n........", number / 3);
            let length = text.find('\n').unwrap() + 1;
            assert_eq!(two_numbers(text.as_bytes()), Some((number, number / 3, length)), "{text}");
        }
        let other = [
            "01 2\n",
            "12345678 1\n",
            "1  2\n",
            " 1 2\n",
            "1 2 3\n",
            "1 2#\n",
            "1 a\n",
            "1\n",
            "1 /\n",
            "1 :\n",
        ];
        for text in other {
            assert_eq!(two_numbers(format!("{text}........").as_bytes()), None, "{text}");
        }
        assert_eq!(two_numbers(b"1 2\n"), None, "the end is left to the general way");
    }
}
