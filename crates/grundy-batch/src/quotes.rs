//! Finds the ends of records in CSV. Quotes around a whole cell may enclose newlines, and a quote inside is
//! doubled (RFC 4180). Any other quote is an ordinary character. The module `csv` reads cells in the same way.

/// The state after the bytes passed so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quotes {
    /// The separator of cells; `None` if quotes have no meaning.
    separator: Option<u8>,
    inside: bool,
    /// The last byte passed.
    last: u8,
    /// Whether it was a quote that closed a cell. If another quote follows, the two are one quote inside the
    /// cell.
    closed: bool,
}

impl Quotes {
    /// The state at the start of a record.
    pub fn new(separator: Option<u8>) -> Self {
        Self { separator, inside: false, last: b'\n', closed: false }
    }

    /// Passes all bytes. Returns the position of the last newline among them that ends a record.
    pub fn pass(&mut self, bytes: &[u8]) -> Option<usize> {
        let Some(separator) = self.separator else { return memchr::memrchr(b'\n', bytes) };
        let newline = |from: usize, to: usize| memchr::memrchr(b'\n', &bytes[from..to]).map(|at| from + at);
        let mut end = None;
        // The start of the bytes outside of quotes.
        let mut outside = 0;
        for at in memchr::memchr_iter(b'"', bytes) {
            let (before, is_second) = match at {
                0 => (self.last, self.closed),
                _ => (bytes[at - 1], self.closed && outside == at),
            };
            self.closed = self.inside;
            if self.inside {
                self.inside = false;
                outside = at + 1;
            } else if is_second || before == separator || before == b'\n' {
                end = newline(outside, at).or(end);
                self.inside = true;
            }
        }
        if let Some(last) = bytes.last() {
            self.last = *last;
            self.closed &= outside == bytes.len();
        }
        if self.inside { end } else { newline(outside, bytes.len()).or(end) }
    }

    /// Passes the bytes up to the first newline that ends a record, and returns its position; passes all bytes
    /// if there is none.
    pub fn pass_record(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut from = 0;
        for newline in memchr::memchr_iter(b'\n', bytes) {
            if self.pass(&bytes[from..=newline]).is_some() {
                return Some(newline);
            }
            from = newline + 1;
        }
        self.pass(&bytes[from..]);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Quotes;
    use crate::csv::Split;

    /// Texts of quotes, separators, newlines and letters are cut at the ends of their records.
    #[test]
    fn records_end_where_their_cells_do() {
        let mut random = 1_u64;
        for _ in 0..4000 {
            let mut text = String::new();
            for _ in 0..random % 23 {
                random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                text.push(['"', '"', '"', ',', ',', '\n', 'a'][usize::try_from(random >> 40).unwrap() % 7]);
            }
            random = random.wrapping_add(1).wrapping_mul(0x5851_F42D_4C95_7F2D) >> 1;
            let mut records = Vec::new();
            let (mut quotes, mut from) = (Quotes::new(Some(b',')), 0);
            while let Some(end) = quotes.pass_record(&text.as_bytes()[from..]) {
                records.push(&text[from..from + end]);
                from += end + 1;
            }
            records.push(&text[from..]);
            records.retain(|record| !record.is_empty());
            let split = Split::new(&text, b',');
            let expected: Vec<&str> = (0..split.len()).map(|row| split.raw(&text, row)).collect();
            assert_eq!(records, expected, "{text:?}");
            // For pieces of any size, the last end is the same.
            let last = Quotes::new(Some(b',')).pass(text.as_bytes());
            let (mut quotes, mut at, mut found) = (Quotes::new(Some(b',')), 0, None);
            for piece in text.as_bytes().chunks(1 + text.len() % 4) {
                found = quotes.pass(piece).map(|end| at + end).or(found);
                at += piece.len();
            }
            assert_eq!(found, last, "{text:?}");
        }
    }
}
