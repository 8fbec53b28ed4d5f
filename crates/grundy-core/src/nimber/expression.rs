//! Expressions over nimbers: `3 * 5 + 2^-1`.

use dashu_base::{ExtendedGcd, Gcd};
use dashu_int::{IBig, UBig};

use super::Nimber;
use crate::error::{Error, Result};

/// Maximum nesting of brackets.
const MAX_NESTING: usize = 64;

/// The value of an expression over the nimbers below 2^128.
///
/// `+` and `-` are nim-addition, `*` and `/` nim-multiplication and its inverse, `^` a power with an ordinary whole number, which
/// may be negative, as exponent. `sqrt(x)` and `root(x, n)` are roots, where there is exactly one.
///
/// ```
/// use grundy_core::nimber::evaluate;
///
/// assert_eq!(evaluate("3 * 5 + 2^-1")?, 12);
/// assert_eq!(evaluate("root(6, 7) ^ 7")?, 6);
/// # Ok::<(), grundy_core::Error>(())
/// ```
///
/// # Errors
/// The text is not an expression, a number is 2^128 or more, a divisor is 0, or a root is not unique.
pub fn evaluate(text: &str) -> Result<u128> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.sum().map_err(|error| error.within(text))?;
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.unexpected().within(text)),
    }
}

/// The number of non-zero nimbers below 2^128; a power with this exponent is 1.
fn group() -> UBig {
    UBig::from(u128::MAX)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, signs: &[char]) -> Option<(char, usize)> {
        let sign = self.peek().filter(|c| signs.contains(c))?;
        let at = self.at;
        self.at += sign.len_utf8();
        Some((sign, at))
    }

    fn want(&mut self, signs: &[char]) -> Result<()> {
        if self.eat(signs).is_some() { Ok(()) } else { Err(self.unexpected()) }
    }

    fn unexpected(&mut self) -> Error {
        let found = self.peek();
        let end = self.at + found.map_or(0, char::len_utf8);
        match found {
            Some(found) => Error::input("error.nimber-sign").with("found", found.to_string()),
            None => Error::input("error.nimber-ends"),
        }
        .at(self.at..end)
    }

    fn sum(&mut self) -> Result<u128> {
        let mut value = self.product()?;
        while self.eat(&['+', '-', '⊕', '＋', '－']).is_some() {
            value = value.nim_sum(self.product()?);
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<u128> {
        let mut value = self.power()?;
        while let Some((sign, at)) = self.eat(&['*', '/', '⊗', '×', '÷', '＊', '／']) {
            let other = self.power()?;
            let factor =
                if matches!(sign, '/' | '÷' | '／') { inverse(other, at..self.at)? } else { other };
            value = value.nim_product(factor);
        }
        Ok(value)
    }

    fn power(&mut self) -> Result<u128> {
        let base = self.atom()?;
        let Some((_, at)) = self.eat(&['^']) else { return Ok(base) };
        let bracket = self.eat(&['(', '（']).is_some();
        let negative = self.eat(&['-', '－']).is_some();
        let exponent = self.digits()?;
        if bracket {
            self.want(&[')', '）'])?;
        }
        if self.peek() == Some('^') {
            // Powers in a row are ambiguous: people disagree about the order.
            return Err(self.unexpected());
        }
        let base = if negative && exponent != UBig::ZERO { inverse(base, at..self.at)? } else { base };
        if base == 0 && exponent != UBig::ZERO {
            return Ok(0);
        }
        Ok(base.nim_power(rest(exponent)))
    }

    fn atom(&mut self) -> Result<u128> {
        let start = {
            self.peek();
            self.at
        };
        if self.eat(&['(', '（']).is_some() {
            self.depth += 1;
            if self.depth > MAX_NESTING {
                return Err(Error::input("error.nimber-nested")
                    .with("limit", MAX_NESTING)
                    .at(start..self.at));
            }
            let value = self.sum()?;
            self.depth -= 1;
            self.want(&[')', '）'])?;
            return Ok(value);
        }
        if self.peek().is_some_and(char::is_alphabetic) {
            return self.root();
        }
        let number = self.digits()?;
        u128::try_from(&number).map_err(|_| Error::input("error.nimber-large").at(start..self.at))
    }

    /// `sqrt(x)`, `root(x, n)`
    fn root(&mut self) -> Result<u128> {
        let start = self.at;
        let length = self.text[start..].find(|c: char| !c.is_alphabetic()).unwrap_or(self.text.len() - start);
        let name = &self.text[start..start + length];
        if !matches!(name, "sqrt" | "root") {
            let name: String = name.chars().take(40).collect();
            return Err(Error::input("error.nimber-function").with("name", name).at(start..start + length));
        }
        let is_square = name == "sqrt";
        self.at += length;
        self.want(&['(', '（'])?;
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(Error::input("error.nimber-nested").with("limit", MAX_NESTING).at(start..self.at));
        }
        let value = self.sum()?;
        self.depth -= 1;
        let index = if is_square {
            UBig::from(2u8)
        } else {
            self.want(&[',', '，'])?;
            self.digits()?
        };
        self.want(&[')', '）'])?;
        the_root(value, &index)
            .ok_or_else(|| Error::input("error.nimber-root").with("index", index).at(start..self.at))
    }

    /// A whole number in decimal digits or, after `0x`, in hexadecimal digits.
    fn digits(&mut self) -> Result<UBig> {
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.unexpected());
        }
        let rest = &self.text[self.at..];
        let hexadecimal = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"));
        let (digits, radix, skip) = hexadecimal.map_or((rest, 10, 0), |digits| (digits, 16, 2));
        let end = digits.find(|c: char| !(c.is_digit(radix) || c == '_')).unwrap_or(digits.len());
        let start = self.at;
        self.at += skip + end;
        let number = digits[..end].replace('_', "");
        // Longer numbers are useless and slow to read.
        let long = number.len() > 10_000;
        let number = UBig::from_str_radix(&number, radix).ok().filter(|_| !long);
        number.ok_or_else(|| Error::input("error.nimber-large").at(start..self.at))
    }
}

fn inverse(value: u128, place: std::ops::Range<usize>) -> Result<u128> {
    value.nim_inverse().ok_or_else(|| Error::input("error.nimber-zero").at(place))
}

/// An exponent modulo the order of the group.
fn rest(exponent: UBig) -> u128 {
    u128::try_from(&(exponent % group())).unwrap_or(0)
}

/// The number whose `index`-th power is `value`, if it is unique.
fn the_root(value: u128, index: &UBig) -> Option<u128> {
    if *index == UBig::ZERO {
        return None;
    }
    if value == 0 {
        return Some(0);
    }
    if index.gcd(group()) != UBig::ONE {
        return None;
    }
    let (_, inverse, _) = (index % group()).gcd_ext(group());
    let group = IBig::from(group());
    let inverse = ((inverse % &group) + &group) % &group;
    Some(value.nim_power(u128::try_from(&inverse).ok()?))
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    fn code(text: &str) -> &'static str {
        evaluate(text).unwrap_err().code()
    }

    #[test]
    fn expressions_are_read_as_they_are_written() {
        for (text, value) in [
            ("3 * 5 + 2^-1", 15 ^ 3),
            ("2*2", 3),
            ("4 * 4", 6),
            ("1 + 2 * 2", 2),
            ("(1 + 2) * 2", 1),
            ("7 - 7", 0),
            ("6 / 6", 1),
            ("2 ^ 0 + 0 ^ 0", 0),
            ("0 ^ 5", 0),
            ("5^(-2) * 5^2", 1),
            ("sqrt(6)", 4),
            ("0xff + 255", 0),
        ] {
            assert_eq!(evaluate(text).unwrap(), value, "{text}");
        }
    }

    #[test]
    fn roots_and_powers_undo_each_other() {
        let mut random = Rng::with_seed(5);
        for _ in 0..200 {
            let x = random.u128(1..);
            for n in [2u32, 4, 7, 11, 14, 1 << 20] {
                assert_eq!(evaluate(&format!("root({x}, {n})^{n}")).unwrap(), x);
                assert_eq!(evaluate(&format!("root({x}^{n}, {n})")).unwrap(), x);
            }
            assert_eq!(evaluate(&format!("{x}^{}", u128::MAX)).unwrap(), 1);
            assert_eq!(evaluate(&format!("{x} * {x}^-1 / 1")).unwrap(), 1);
        }
        // Three divides the order of the group: there are three cube roots or none.
        assert_eq!(code("root(8, 3)"), "nimber-root");
        assert_eq!(code("root(8, 0)"), "nimber-root");
    }

    #[test]
    fn flaws_are_shown_where_they_are() {
        let max = u128::MAX.to_string();
        assert_eq!(evaluate(&max).unwrap(), u128::MAX);
        for (text, expected, span) in [
            ("1 +", "nimber-ends", 3..3),
            ("1 % 2", "nimber-sign", 2..3),
            ("3 / (1 + 1)", "nimber-zero", 2..11),
            ("0^-1", "nimber-zero", 1..4),
            ("1 + 340282366920938463463374607431768211456", "nimber-large", 4..43),
            ("cbrt(3)", "nimber-function", 0..4),
            ("2^3^2", "nimber-sign", 3..4),
            ("2 3", "nimber-sign", 2..3),
        ] {
            let error = evaluate(text).unwrap_err();
            assert_eq!((error.code(), error.span()), (expected, Some(span)), "{text}");
        }
        assert_eq!(code(&"(".repeat(100_000)), "nimber-nested");
        assert_eq!(code(&"9".repeat(1_000_000)), "nimber-large");
    }
}
