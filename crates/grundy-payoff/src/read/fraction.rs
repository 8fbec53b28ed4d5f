//! Exact numbers: `3`, `-1/3`, `0.25`, `1.5e-3`.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use grundy_core::error::{Error, Result};

/// Maximum number of digits of a number, or of each side of a fraction; exponents count as the zeros they stand for.
pub const MAX_DIGITS: usize = 1000;

/// Converts full-width signs and the typographic minus sign to ASCII.
pub(super) fn plain(c: char) -> char {
    match c {
        '\u{2212}' => '-',
        '\u{ff01}'..='\u{ff5e}' => u32::from(c).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(c),
        c => c,
    }
}

/// Reads a number; an error has no place yet.
pub(super) fn fraction(text: &str) -> Result<RBig> {
    let shown = || text.chars().take(40).collect::<String>();
    let wrong = || Error::input("error.payoff-number").with("found", shown());
    let too_long = || Error::input("error.payoff-digits").with("limit", MAX_DIGITS);
    if text.len() > 4 * MAX_DIGITS {
        return Err(too_long());
    }
    let plain: String = text.chars().map(plain).collect();
    let (sign, rest) = match plain.as_bytes().first() {
        Some(b'-') => (true, &plain[1..]),
        Some(b'+') => (false, &plain[1..]),
        _ => (false, &*plain),
    };
    let whole = |digits: &str| -> Result<UBig> {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        if digits.len() > MAX_DIGITS {
            return Err(too_long());
        }
        digits.parse().map_err(|_| wrong())
    };
    let value = if let Some((numerator, denominator)) = rest.split_once('/') {
        let (numerator, denominator) = (whole(numerator)?, whole(denominator)?);
        if denominator.is_zero() {
            return Err(Error::input("error.payoff-zero").with("found", shown()));
        }
        RBig::from_parts(IBig::from(numerator), denominator)
    } else {
        let (digits, exponent) = match rest.split_once(['e', 'E']) {
            Some((digits, exponent)) => {
                let (negative, size) = match exponent.strip_prefix(['-', '+']) {
                    Some(size) => (exponent.starts_with('-'), size),
                    None => (false, exponent),
                };
                let size = whole(size)?;
                let size =
                    usize::try_from(&size).ok().filter(|&size| size <= MAX_DIGITS).ok_or_else(too_long)?;
                (digits, if negative { -size.cast_signed() } else { size.cast_signed() })
            }
            None => (rest, 0),
        };
        let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
        let all = whole(&format!("{before}{after}"))?;
        let exponent = exponent - after.len().cast_signed();
        let power = UBig::from(10u8).pow(exponent.unsigned_abs());
        if exponent < 0 {
            RBig::from_parts(IBig::from(all), power)
        } else {
            RBig::from(IBig::from(all * power))
        }
    };
    // Answers must be readable: an exponent and the digits before it may be too long only in combination.
    let fits = |digits: String| digits.trim_start_matches('-').len() <= MAX_DIGITS;
    if !fits(value.numerator().to_string()) || !fits(value.denominator().to_string()) {
        return Err(too_long());
    }
    Ok(if sign { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly() {
        for (text, shown) in [
            ("3", "3"),
            ("-1/3", "-1/3"),
            ("2/4", "1/2"),
            ("0.25", "1/4"),
            ("-.5", "-1/2"),
            ("3.", "3"),
            ("1.5e-3", "3/2000"),
            ("1e3", "1000"),
            ("10e998", &format!("1{}", "0".repeat(999))),
            ("\u{2212}７／２", "-7/2"),
            ("+0.10", "1/10"),
        ] {
            assert_eq!(fraction(text).unwrap().to_string(), shown, "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, code) in [
            ("", "payoff-number"),
            ("-", "payoff-number"),
            ("1/0", "payoff-zero"),
            ("1/", "payoff-number"),
            ("1.2.3", "payoff-number"),
            ("1/2/3", "payoff-number"),
            ("x", "payoff-number"),
            ("1e", "payoff-number"),
            ("1e99999999999999999999", "payoff-digits"),
            ("509e998", "payoff-digits"),
            ("1e1000", "payoff-digits"),
            ("1e-1000", "payoff-digits"),
            ("NaN", "payoff-number"),
        ] {
            assert_eq!(fraction(text).unwrap_err().code(), code, "{text}");
        }
        assert_eq!(fraction(&"9".repeat(1001)).unwrap_err().code(), "payoff-digits");
        assert!(fraction(&"9".repeat(1000)).is_ok());
    }
}
