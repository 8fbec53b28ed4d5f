//! Parses machine words from text, eight digits per step.
//!
//! Eight bytes are loaded as one word. A carry-free test marks the first byte that is not a digit, a shift
//! drops it and what follows, and three multiplications join the digits pairwise. The caller keeps eight
//! readable bytes after the text; a load that does not fit counts as "not plain", never as an error.

/// Number of zero bytes the caller keeps after its text, so that every load of eight bytes succeeds.
pub(super) const PAD: usize = 8;

const POWERS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// The number starting at `at` and the offset after it. `None` if there is no digit, if the number has more
/// than 20 digits or does not fit, or if the text ends within eight bytes of a load.
#[inline(always)]
#[allow(clippy::inline_always)] // a call and a result in memory cost as much as the reading
pub fn number(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let (first, digits) = eight(text, at)?;
    match digits {
        0 => None,
        1..=7 => Some((first, at + digits)),
        _ => long_number(text, at + 8, first),
    }
}

/// Continues after the first eight digits.
///
/// Most numbers this long have nine or ten digits, and two are read sooner one by one than by another load.
#[inline]
fn long_number(text: &[u8], mut at: usize, first: u64) -> Option<(u64, usize)> {
    let mut value = first;
    for _ in 0..2 {
        let digit = text.get(at)?.wrapping_sub(b'0');
        if digit > 9 {
            return Some((value, at));
        }
        value = value * 10 + u64::from(digit);
        at += 1;
    }
    let (more, digits) = eight(text, at)?;
    let value = value * POWERS[digits] + more;
    if digits < 8 {
        return Some((value, at + digits));
    }
    let (last, digits) = eight(text, at + 8)?;
    // 18 digits and at most 2 more: with more, the product could overflow the check.
    if digits > 2 {
        return None;
    }
    let value = value.checked_mul(POWERS[digits])?.checked_add(last)?;
    Some((value, at + 8 + digits))
}

/// The value and the number of the digits at `at`, up to eight.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
fn eight(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let bytes = text.get(at..)?.first_chunk::<8>()?;
    let word = u64::from_le_bytes(*bytes) ^ 0x3030_3030_3030_3030;
    // A byte above 9 sets its top bit; carries start in such a byte, so the lowest mark is right.
    let marks = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    let digits = marks.trailing_zeros() / 8;
    // Leading zeros instead of what follows the digits. The shift by 64, for no digit, gives no digits.
    let word = word.checked_shl(64 - 8 * digits).unwrap_or(0);
    let pairs = word.wrapping_mul(10).wrapping_add(word >> 8);
    let upper = (pairs & 0x0000_00FF_0000_00FF).wrapping_mul(0x000F_4240_0000_0064);
    let lower = ((pairs >> 16) & 0x0000_00FF_0000_00FF).wrapping_mul(0x0000_2710_0000_0001);
    Some((upper.wrapping_add(lower) >> 32, digits as usize))
}

/// A line of exactly two words with one separator between them, and the offset after its newline.
#[inline]
pub(super) fn pair(text: &[u8], at: usize) -> Option<([u64; 2], usize)> {
    let (x, at) = number(text, at)?;
    if !matches!(text.get(at)?, b' ' | b'\t' | b',') {
        return None;
    }
    let (y, at) = number(text, at + 1)?;
    (*text.get(at)? == b'\n').then_some(([x, y], at + 1))
}

/// Parses a line of words separated by blanks or single commas into `heaps` and returns the offset after its
/// newline. `None` for anything else, including an empty line.
pub(super) fn line(text: &[u8], mut at: usize, heaps: &mut Vec<u64>) -> Option<usize> {
    heaps.clear();
    at = skip_blanks(text, at);
    loop {
        let (heap, behind) = number(text, at)?;
        heaps.push(heap);
        at = skip_blanks(text, behind);
        match text.get(at)? {
            b'\n' => return Some(at + 1),
            b'\r' if text.get(at + 1) == Some(&b'\n') => return Some(at + 2),
            b',' => at = skip_blanks(text, at + 1),
            _ if at > behind => {}
            _ => return None,
        }
    }
}

#[inline]
fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn padded(text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        bytes.resize(bytes.len() + PAD, 0);
        bytes
    }

    #[test]
    fn what_is_plain_and_what_is_not() {
        let read = |text: &str| {
            let mut heaps = vec![9];
            line(&padded(text), 0, &mut heaps).map(|at| (heaps, at))
        };
        assert_eq!(read("3 5\n"), Some((vec![3, 5], 4)));
        assert_eq!(read(" 3 ,\t5 , 8 \r\n7"), Some((vec![3, 5, 8], 13)));
        assert_eq!(read("18446744073709551615\n"), Some((vec![u64::MAX], 21)));
        assert_eq!(read("00000000000000000007\n"), Some((vec![7], 21)));
        for odd in
            ["", "\n", " \n", ",3\n", "3,\n", "3,,5\n", "-3\n", "+3\n", "3 x\n", "3.5\n", "3", "3\r5\n"]
        {
            assert_eq!(read(odd), None, "{odd:?}");
        }
        for large in ["18446744073709551616\n", "99999999999999999999\n", "000000000000000000007\n"] {
            assert_eq!(read(large), None, "{large:?}");
        }
        assert_eq!(pair(&padded("3,5\n"), 0), Some(([3, 5], 4)));
        for other in ["3\n", "3 5 8\n", "3  5\n", "3 5\r\n", "3 5"] {
            assert_eq!(pair(&padded(other), 0), None, "{other:?}");
        }
    }

    #[test]
    fn every_byte_behind_a_number_ends_it() {
        for byte in (0..=255).filter(|byte: &u8| !byte.is_ascii_digit()) {
            for digits in 1..=20_usize {
                let mut text = vec![b'1'; digits];
                text.extend([byte; 12]);
                let ones = u64::try_from((10_u128.pow(u32::try_from(digits).unwrap()) - 1) / 9).unwrap();
                assert_eq!(number(&text, 0), Some((ones, digits)), "{digits} digits, then {byte}");
            }
        }
    }

    proptest! {
        #[test]
        fn words_come_back(words in prop::collection::vec((any::<u64>(), 0_u32..64), 1..9)) {
            let words: Vec<u64> = words.into_iter().map(|(word, shift)| word >> shift).collect();
            let text: Vec<String> = words.iter().map(u64::to_string).collect();
            let text = text.join(" ") + "\n";
            let mut heaps = Vec::new();
            prop_assert_eq!(line(&padded(&text), 0, &mut heaps), Some(text.len()));
            prop_assert_eq!(&heaps, &words);
            let two = <[u64; 2]>::try_from(words).ok().map(|two| (two, text.len()));
            prop_assert_eq!(pair(&padded(&text), 0), two);
        }

        #[test]
        fn any_bytes_do_no_harm(text: Vec<u8>, at in 0_usize..40) {
            let mut heaps = Vec::new();
            let behind = line(&text, at, &mut heaps);
            prop_assert!(behind.is_none_or(|behind| text[behind - 1] == b'\n'));
        }
    }
}
