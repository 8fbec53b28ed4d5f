//! Converts text to tokens, one at a time: words, numbers, punctuation, each with its place.
//!
//! Full-width characters are folded here, so the parser has to handle one form of each. Numbers are converted
//! here too, after a check of their length; that is the only step that is not linear.

use std::ops::Range;

use dashu_int::UBig;

use crate::error::{Error, Result};
use crate::number::MAX_DIGITS;

/// One piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Letters, digits after the first, `_`; folded to lower case.
    Word(String),
    /// A whole number, already converted.
    Number(UBig),
    /// Text in double quotes, without them.
    Quoted(String),
    /// `..`
    Dots,
    /// Any other sign.
    Sign(char),
    /// End of the text.
    End,
}

impl Token {
    /// The token as quoted in an error.
    pub(super) fn shown(&self, text: &str) -> String {
        match self {
            Self::End => String::new(),
            _ => text.chars().take(40).collect(),
        }
    }
}

/// Reads tokens from a text and keeps the current place.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    computed_bits: usize,
    /// Maximum number of digits of all computed numbers together.
    most_computed: usize,
}

/// Maximum number of digits of all numbers that a text computes instead of writing out. It prevents texts whose
/// many powers together exhaust memory.
pub const MAX_COMPUTED: usize = 30_000_000;
/// Numbers of at most this many bits are not counted.
const FREE: usize = 4096;

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, most_computed: Option<usize>) -> Self {
        let most_computed = most_computed.unwrap_or(MAX_COMPUTED).min(MAX_COMPUTED);
        Self { text, at: 0, computed_bits: 0, most_computed }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// Moves to the byte `at`.
    pub(super) fn seek(&mut self, at: usize) {
        self.at = at;
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next().map(folded)
    }

    /// The next token and its place.
    pub(super) fn next(&mut self) -> Result<(Token, Range<usize>)> {
        while let Some(c) = self.rest().chars().next()
            && folded(c).is_whitespace()
        {
            self.at += c.len_utf8();
        }
        let start = self.at;
        let Some(c) = self.rest().chars().next() else { return Ok((Token::End, start..start)) };
        let token = match folded(c) {
            '0'..='9' => self.number()?,
            '"' => self.quoted(start)?,
            '.' if self.rest().chars().nth(1).map(folded) == Some('.') => {
                self.at += self.rest().chars().take(2).map(char::len_utf8).sum::<usize>();
                Token::Dots
            }
            word if word.is_alphabetic() || word == '_' => self.word(),
            sign => {
                self.at += c.len_utf8();
                Token::Sign(sign)
            }
        };
        Ok((token, start..self.at))
    }

    fn word(&mut self) -> Token {
        let rest = self.rest();
        let end = rest
            .char_indices()
            .find(|(_, c)| !(c.is_alphanumeric() || *c == '_'))
            .map_or(rest.len(), |(index, _)| index);
        self.at += end;
        Token::Word(rest[..end].chars().map(folded).collect::<String>().to_lowercase())
    }

    /// Everything up to the closing bracket, unparsed: the digits of a code.
    pub(super) fn raw_until_bracket(&mut self) -> (&'a str, Range<usize>) {
        let rest = self.rest();
        let end = rest.char_indices().find(|(_, c)| folded(*c) == ')').map_or(rest.len(), |(i, _)| i);
        let inner = &rest[..end];
        let start = self.at + (inner.len() - inner.trim_start().len());
        let trimmed = inner.trim();
        self.at += end;
        (trimmed, start..start + trimmed.len())
    }

    /// Everything up to the bracket that closes the one just read, unparsed: brackets in it are paired, and those
    /// in quotes are ignored.
    pub(super) fn raw_inside(&mut self, open: &Range<usize>) -> Result<(&'a str, Range<usize>)> {
        let (mut depth, mut in_quotes, mut escaped) = (0usize, false, false);
        let start = self.at;
        for (index, c) in self.rest().char_indices() {
            match folded(c) {
                _ if escaped => escaped = false,
                '\\' if in_quotes => escaped = true,
                '"' => in_quotes = !in_quotes,
                '[' if !in_quotes => depth += 1,
                ']' if !in_quotes && depth == 0 => {
                    self.at += index;
                    return Ok((&self.text[start..self.at], start..self.at));
                }
                ']' if !in_quotes => depth -= 1,
                _ => {}
            }
        }
        Err(Error::input("error.unclosed").with("open", "[").at(open.clone()))
    }

    fn quoted(&mut self, start: usize) -> Result<Token> {
        self.at += 1;
        let rest = self.rest();
        let Some(end) = rest.find('"') else {
            self.at = self.text.len();
            return Err(Error::input("error.unclosed").with("open", "\"").at(start..start + 1));
        };
        self.at += end + 1;
        Ok(Token::Quoted(rest[..end].to_owned()))
    }

    /// `1_000_000`, `1e12`; the `e` is an exponent only if digits follow.
    fn number(&mut self) -> Result<Token> {
        let start = self.at;
        let mut digits = Vec::new();
        self.digits(&mut digits);
        if self.peek() == Some('.') && self.is_digit_behind_this() {
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            self.digits(&mut Vec::new());
            let found: String = self.text[start..self.at].chars().take(40).collect();
            return Err(Error::input("error.decimal").with("found", found).at(start..self.at));
        }
        let mut zeros = 0usize;
        let exponent = self.rest().chars().next().filter(|c| matches!(folded(*c), 'e' | 'E'));
        let exponent = exponent.filter(|_| self.is_digit_behind_this());
        let too_large =
            |end| Error::input("error.number-too-large").with("digits", MAX_DIGITS).at(start..end);
        if let Some(e) = exponent {
            self.at += e.len_utf8();
            let mut exponent = Vec::new();
            self.digits(&mut exponent);
            let text = String::from_utf8_lossy(&exponent);
            zeros = match text.trim_start_matches('0') {
                "" => 0,
                text => text.parse().map_err(|_| too_large(self.at))?,
            };
        }
        let leading = digits.iter().take_while(|&&d| d == b'0').count();
        let significant = &digits[leading..];
        if significant.is_empty() {
            return Ok(Token::Number(UBig::ZERO));
        }
        if significant.len().saturating_add(zeros) > MAX_DIGITS {
            return Err(too_large(self.at));
        }
        self.count_computed(zeros.saturating_mul(10) / 3, start..self.at)?;
        let mantissa = decimal(significant);
        let value = if zeros == 0 { mantissa } else { mantissa * UBig::from(10u8).pow(zeros) };
        Ok(Token::Number(value))
    }

    /// Counts a computed number against the limit of the text; small ones are free.
    pub(super) fn count_computed(&mut self, bits: usize, at: Range<usize>) -> Result<()> {
        self.check_computed(bits, at)?;
        if bits > FREE {
            self.computed_bits = self.computed_bits.saturating_add(bits);
        }
        Ok(())
    }

    /// Fails if a number of `bits` bits would exceed the limit of the text.
    pub(super) fn check_computed(&self, bits: usize, at: Range<usize>) -> Result<()> {
        if bits > FREE && self.computed_bits.saturating_add(bits) / 10 * 3 > self.most_computed {
            let error = Error::input("error.computed-too-much").with("digits", self.most_computed);
            return Err(error.at(at));
        }
        Ok(())
    }

    /// Reads digits, and single underscores between them.
    fn digits(&mut self, out: &mut Vec<u8>) {
        while let Some(c) = self.rest().chars().next() {
            match u8::try_from(folded(c)) {
                Ok(digit) if digit.is_ascii_digit() => out.push(digit),
                Ok(b'_') if self.is_digit_behind_this() => {}
                _ => break,
            }
            self.at += c.len_utf8();
        }
    }

    /// Whether the character after the next one is a digit.
    fn is_digit_behind_this(&self) -> bool {
        self.rest().chars().nth(1).is_some_and(|c| folded(c).is_ascii_digit())
    }

    /// Whether the next word is one of these; does not advance.
    pub(super) fn peek_word(&self, words: &[&str]) -> bool {
        let ahead = self.rest().chars().map(folded).skip_while(|c| c.is_whitespace());
        let longest = words.iter().map(|word| word.len()).max().unwrap_or(0);
        // One character more than the longest, so that a longer word does not match.
        let next: String = ahead.take_while(|c| c.is_alphanumeric()).take(longest + 1).collect();
        words.contains(&next.to_lowercase().as_str())
    }

    /// The next character that is not blank, folded; does not advance.
    pub(super) fn peek_sign(&self) -> Option<char> {
        self.rest().chars().map(folded).find(|c| !c.is_whitespace()).or_else(|| self.peek())
    }
}

/// The value of ASCII digits.
fn decimal(digits: &[u8]) -> UBig {
    if digits.len() <= 19 {
        return UBig::from(digits.iter().fold(0u64, |value, d| value * 10 + u64::from(d - b'0')));
    }
    // All bytes are digits, so this cannot fail.
    let text = String::from_utf8_lossy(digits);
    UBig::from_str_radix(&text, 10).unwrap_or_default()
}

/// Converts full-width digits, letters and signs, and the Chinese signs on the same keys, to ASCII.
pub fn folded(c: char) -> char {
    match c {
        '、' => ',',
        '【' => '[',
        '】' => ']',
        '。' => '.',
        '\u{3000}' => ' ',
        // A quote begins a text, which must end with the same character.
        '＂' => c,
        // The block has the ASCII characters from `!` to `~` in order.
        '！'..='～' => u32::from(c).checked_sub(0xFEE0).and_then(char::from_u32).unwrap_or(c),
        other => other,
    }
}
