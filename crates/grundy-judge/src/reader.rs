//! A streaming tokenizer: reads large blocks, returns integers and words, with line and column.
//!
//! Memory is one block, unless a single token is longer. The common token, an integer of up to eighteen
//! digits that ends inside the block, is parsed in one pass over its bytes.

use std::io::Read;

use dashu_int::IBig;
use grundy_solver::batch::words;
use grundy_solver::text::BYTE_ORDER_MARK;

use crate::error::{Error, Place, Text};
use crate::number::Num;

/// The longest token, in bytes.
pub const LONGEST_TOKEN: usize = 10_000_000;
const BLOCK: usize = 1 << 18;
/// Bytes in which a word-sized integer and the blank after it are sure to end.
const SHORT: usize = 20;

pub struct Reader<R> {
    source: R,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    finished: bool,
    line: u64,
    /// Offset in the whole input of `buffer[0]`, and of the first byte of the current line (increased by the
    /// UTF-8 continuation bytes, so that differences are columns).
    base: u64,
    line_start: u64,
    token_start: u64,
}

const fn is_blank(b: u8) -> bool {
    matches!(b, b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c)
}

impl<R: Read> Reader<R> {
    pub fn new(source: R) -> Result<Self, Error> {
        let mut this = Self {
            source,
            buffer: vec![0; BLOCK],
            at: 0,
            end: 0,
            finished: false,
            line: 1,
            base: 0,
            line_start: 0,
            token_start: 0,
        };
        while this.end < 3 && this.refill()? {}
        if this.buffer[..this.end].starts_with(BYTE_ORDER_MARK.as_bytes()) {
            this.at = 3;
            this.line_start = 3;
        }
        Ok(this)
    }

    /// The start of the last token; before the first token, and at the end, the current place.
    pub fn place(&self) -> Place {
        let column = self.token_start.saturating_sub(self.line_start) + 1;
        Place { text: Text::Input, line: self.line, column, span: None }
    }

    /// The current offset, in bytes of the whole input.
    pub fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    fn mark(&mut self) {
        self.token_start = self.base + self.at as u64;
    }

    /// Moves the unread bytes to the front and reads more after them. `false` at the end of the input.
    #[cold]
    fn refill(&mut self) -> Result<bool, Error> {
        if self.finished {
            return Ok(false);
        }
        self.buffer.copy_within(self.at..self.end, 0);
        self.base += self.at as u64;
        self.end -= self.at;
        self.at = 0;
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => {
                    self.finished = true;
                    return Ok(false);
                }
                Ok(n) => {
                    self.end += n;
                    return Ok(true);
                }
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                Err(e) => return Err(Error::from_io("read-failed", &e)),
            }
        }
    }

    /// Skips blanks and line breaks. `false` if the input ends after them.
    #[inline]
    pub fn skip_blanks(&mut self) -> Result<bool, Error> {
        loop {
            while let Some(&b) = self.buffer[..self.end].get(self.at) {
                if !is_blank(b) {
                    self.mark();
                    return Ok(true);
                }
                self.at += 1;
                if b == b'\n' {
                    self.line += 1;
                    self.line_start = self.base + self.at as u64;
                }
            }
            if !self.refill()? {
                self.mark();
                return Ok(false);
            }
        }
    }

    /// Skips blanks within the line. `false` if the line or the input ends here.
    pub fn skip_in_line(&mut self) -> Result<bool, Error> {
        loop {
            while self.at < self.end {
                let b = self.buffer[self.at];
                if b == b'\n' || !is_blank(b) {
                    self.mark();
                    return Ok(b != b'\n');
                }
                self.at += 1;
            }
            if !self.refill()? {
                self.mark();
                return Ok(false);
            }
        }
    }

    /// Reads the token that starts here, if it is an integer of at most eighteen digits and ends in the block.
    #[inline]
    pub fn short_int(&mut self) -> Option<i64> {
        let bytes = &self.buffer[self.at..self.end];
        if bytes.len() < SHORT && !self.finished {
            return None;
        }
        let first = usize::from(bytes.first() == Some(&b'-'));
        let mut value = 0_i64;
        let mut len = first;
        for &b in bytes[first..].iter().take(18) {
            let digit = b.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            value = value * 10 + i64::from(digit);
            len += 1;
        }
        let ends = match bytes.get(len) {
            Some(&b) => is_blank(b),
            None => self.finished,
        };
        if len == first || !ends {
            return None;
        }
        self.at += len;
        Some(if first == 1 { -value } else { value })
    }

    /// The block and the current place in it, for [`short_word`] and [`skip_to`](Self::skip_to).
    #[inline]
    pub fn block(&self) -> (&[u8], usize) {
        (&self.buffer[..self.end], self.at)
    }

    /// Moves to a place in the block, after whole tokens of ASCII characters.
    pub fn skip_to(&mut self, at: usize) {
        let skipped = &self.buffer[self.at..at];
        if let Some(last) = memchr::memrchr(b'\n', skipped) {
            self.line += memchr::memchr_iter(b'\n', skipped).count() as u64;
            self.line_start = self.base + (self.at + last + 1) as u64;
        }
        self.at = at;
    }

    /// Reads the token that starts here, as an integer called `name`.
    #[inline]
    pub fn int(&mut self, name: &str) -> Result<Num, Error> {
        match self.short_int() {
            Some(n) => Ok(Num::Small(n)),
            None => self.long_int(name),
        }
    }

    #[cold]
    fn long_int(&mut self, name: &str) -> Result<Num, Error> {
        let len = self.token_len()?;
        let token = &self.buffer[self.at..self.at + len];
        let digits = token.strip_prefix(b"-").or_else(|| token.strip_prefix(b"+")).unwrap_or(token);
        let text = std::str::from_utf8(token).unwrap_or_default();
        let good = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let Some(value) = good.then(|| text.parse::<IBig>().ok()).flatten() else {
            let found = shorten(token);
            return Err(Error::new("not-an-integer")
                .with("name", name)
                .with("found", found)
                .at(self.place()));
        };
        self.at += len;
        Ok(value.into())
    }

    /// Reads the token that starts here, as a word called `name`.
    pub fn word(&mut self, name: &str) -> Result<&str, Error> {
        let len = self.token_len()?;
        let place = self.place();
        let token = &self.buffer[self.at..self.at + len];
        let Ok(word) = std::str::from_utf8(token) else {
            return Err(Error::new("not-utf8").with("name", name).at(place));
        };
        self.line_start += (word.len() - word.chars().count()) as u64;
        self.at += len;
        Ok(word)
    }

    /// The next token, for a message; nothing is consumed.
    pub fn shown(&mut self) -> Result<String, Error> {
        let len = self.token_len()?;
        Ok(shorten(&self.buffer[self.at..self.at + len]))
    }

    fn token_len(&mut self) -> Result<usize, Error> {
        let mut len = 0;
        loop {
            while self.at + len < self.end {
                if is_blank(self.buffer[self.at + len]) {
                    return Ok(len);
                }
                len += 1;
                if len > LONGEST_TOKEN {
                    return Err(Error::new("token-too-long").with("limit", LONGEST_TOKEN).at(self.place()));
                }
            }
            if !self.refill()? {
                return Ok(len);
            }
        }
    }
}

/// The integer after the blanks at `at`, and the place of the blank after it. `None` for a sign, for a token
/// that is not an integer or may not be small, and near the end of the block: the general path reads those.
#[inline]
pub fn short_word(block: &[u8], mut at: usize) -> Option<(i64, usize)> {
    while is_blank(*block.get(at)?) {
        at += 1;
    }
    let (n, behind) = words::number(block, at)?;
    let ends = is_blank(*block.get(behind)?);
    i64::try_from(n).ok().filter(|_| ends).map(|n| (n, behind))
}

fn shorten(token: &[u8]) -> String {
    let text = String::from_utf8_lossy(&token[..token.len().min(200)]);
    if text.chars().count() <= 40 {
        text.into_owned()
    } else {
        text.chars().take(39).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns one byte at a time, so that every token straddles a refill.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let n = self.0.len().min(into.len()).min(1);
            into[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    fn ints(source: impl Read) -> Result<Vec<String>, Error> {
        let mut reader = Reader::new(source)?;
        let mut all = Vec::new();
        while reader.skip_blanks()? {
            all.push(reader.int("n")?.to_string());
        }
        Ok(all)
    }

    #[test]
    fn integers_of_any_size_in_blocks_of_any_size() {
        let text = "1 -2\r\n\t+3 000 999999999999999999 9223372036854775807 9223372036854775808\n\n123456789012345678901234567890";
        let want: Vec<String> =
            text.split_whitespace().map(|t| t.parse::<IBig>().unwrap().to_string()).collect();
        assert_eq!(ints(text.as_bytes()).unwrap(), want);
        assert_eq!(ints(Drip(text.as_bytes())).unwrap(), want);
        let long = format!("7 {}1 8", "0".repeat(BLOCK * 2));
        assert_eq!(ints(long.as_bytes()).unwrap(), ["7", "1", "8"]);
    }

    #[test]
    fn what_is_no_integer_is_pointed_at() {
        for bad in ["1\n 2 x", "1\n 2 1x", "1\n 2 -", "1\n 2 1-2", "1\n 2 0.5"] {
            for e in [ints(bad.as_bytes()), ints(Drip(bad.as_bytes()))] {
                let e = e.unwrap_err();
                let place = e.place.unwrap();
                assert_eq!((&*e.code, place.line, place.column), ("not-an-integer", 2, 4), "{bad}");
            }
        }
    }

    #[test]
    fn columns_count_characters_and_a_byte_order_mark_is_no_character() {
        let mut reader = Reader::new("\u{feff}石子 x".as_bytes()).unwrap();
        assert!(reader.skip_blanks().unwrap());
        assert_eq!(reader.place().column, 1);
        assert_eq!(reader.word("w").unwrap(), "石子");
        assert!(reader.skip_blanks().unwrap());
        assert_eq!(reader.place().column, 4);
    }

    #[test]
    fn a_token_beyond_the_limit_is_refused() {
        let e = ints(std::io::repeat(b'1').take(LONGEST_TOKEN as u64 + 1)).unwrap_err();
        assert_eq!(e.code, "token-too-long");
    }
}
